#include "tools/app/train_log.h"

#include <fmt/format.h>

#include <algorithm>

namespace alea::app {
namespace {

Strength strength_of(const Json& json) {
  Strength strength;
  for (const auto& [name, duel] : json.at("duels").items()) {
    strength.duels.push_back({.opponent = name,
                              .games = duel.at("games").get<std::int64_t>(),
                              .ppg = duel.at("ppg").get<double>(),
                              .ppg_se = duel.at("ppg_se").get<double>(),
                              .wins = duel.at("wins").get<double>(),
                              .wins_se = duel.at("wins_se").get<double>()});
  }
  if (json.contains("rms")) strength.rms = json.at("rms").get<std::map<std::string, double>>();
  if (json.contains("pr")) strength.pr = json.at("pr").get<double>();
  return strength;
}

LogEntry entry_of(const Json& json) {
  LogEntry entry;
  json.at("games").get_to(entry.games);
  json.at("positions").get_to(entry.positions);
  json.at("elapsed").get_to(entry.elapsed);
  json.at("games_per_second").get_to(entry.games_per_second);
  json.at("stage").get_to(entry.stage);
  json.at("rate").get_to(entry.rate);
  json.at("loss").get_to(entry.loss);
  json.at("residual").get_to(entry.residual);
  if (json.contains("duels")) entry.strength = strength_of(json);
  return entry;
}

}  // namespace

Json strength_json(const Strength& strength) {
  Json json;
  for (const DuelScore& duel : strength.duels) {
    json["duels"][duel.opponent] = {{"games", duel.games},
                                    {"ppg", rounded(duel.ppg)},
                                    {"ppg_se", rounded(duel.ppg_se)},
                                    {"wins", rounded(duel.wins)},
                                    {"wins_se", rounded(duel.wins_se)}};
  }
  for (const auto& [group, error] : strength.rms) json["rms"][group] = rounded(error);
  if (strength.pr) json["pr"] = rounded(*strength.pr);
  return json;
}

Json entry_json(const LogEntry& entry) {
  Json json;
  json["games"] = entry.games;
  json["positions"] = entry.positions;
  json["elapsed"] = rounded(entry.elapsed);
  json["games_per_second"] = rounded(entry.games_per_second);
  json["stage"] = entry.stage;
  json["rate"] = Json::parse(fmt::format("{:.4g}", entry.rate));
  json["loss"] = rounded(entry.loss);
  json["residual"] = rounded(entry.residual);
  if (entry.strength) json.update(strength_json(*entry.strength));
  return json;
}

std::string RunLog::text() const {
  std::string text = run.dump() + '\n';
  for (const LogEntry& entry : entries) text += entry_json(entry).dump() + '\n';
  return text;
}

Result<RunLog> RunLog::parse(std::string_view text) {
  RunLog log;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Json json = Json::parse(text.substr(0, end), nullptr, false);
    text.remove_prefix(std::min(end + 1, text.size()));
    try {
      if (line == 1) {
        (void)json.at("seed").get<std::uint64_t>();
        log.run = json;
      } else {
        log.entries.push_back(entry_of(json));
      }
    } catch (const nlohmann::json::exception&) {
      return fail(Error{.kind = ErrorKind::input,
                        .message = "not a line of a training log of alea",
                        .line = line});
    }
  }
  if (log.run.is_null()) return fail(ErrorKind::input, "the training log is empty");
  return log;
}

void RunLog::drop_after(std::uint64_t games) {
  std::erase_if(entries, [games](const LogEntry& entry) { return entry.games > games; });
}

const LogEntry* RunLog::last_measured() const {
  const auto found = std::find_if(entries.rbegin(), entries.rend(),
                                  [](const LogEntry& entry) { return entry.strength.has_value(); });
  return found == entries.rend() ? nullptr : &*found;
}

}  // namespace alea::app
