#include "engine/record/headers.h"

#include <algorithm>
#include <array>

#include "engine/record/text_source.h"

namespace alea {
namespace {

// As GNU Backgammon converts them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPairs = {
    {{"DT", "EventDate"}, {"EV", "Event"}, {"RO", "Round"}, {"PC", "Site"}, {"AN", "Transcriber"}}};

}  // namespace

std::string_view header_of_sgf(std::string_view property) {
  const auto pair = std::find_if(kPairs.begin(), kPairs.end(),
                                 [&](const auto& p) { return p.first == property; });
  return pair == kPairs.end() ? std::string_view{} : pair->second;
}

std::string_view sgf_of_header(std::string_view key) {
  const auto pair =
      std::find_if(kPairs.begin(), kPairs.end(), [&](const auto& p) { return p.second == key; });
  return pair == kPairs.end() ? std::string_view{} : pair->first;
}

std::string date_with(char separator, std::string_view date) {
  std::string text(date);
  if (text.size() != 10 || (text[4] != '.' && text[4] != '-') || text[7] != text[4]) return text;
  text[4] = text[7] = separator;
  return text;
}

const std::string* find_header(const MatchRecord& record, std::string_view lower_key) {
  for (const auto& [key, value] : record.headers) {
    if (key.size() == lower_key.size() && starts_with_nocase(key, lower_key)) return &value;
  }
  return nullptr;
}

}  // namespace alea
