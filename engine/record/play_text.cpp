#include "engine/record/play_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace alea {
namespace {

constexpr std::string_view kBlanks = " \t";

[[nodiscard]] bool may_play(const Board& board, Dice dice) {
  return board.us[kOff] < kCheckers && board.them[kOff] < kCheckers && dice.low >= 1 &&
         dice.low <= dice.high && dice.high <= 6;
}

// Makes the movements that can be made, one after the other, in any order that works.
void move_literally(const Board& before, std::span<const Hop> hops, ResolvedPlay& play) {
  Board board = before;
  std::vector<Hop> waiting(hops.begin(), hops.end());
  const auto possible = [&board](const Hop& hop) {
    if (hop.from == kOff || hop.from > kBar || hop.to >= kBar) return false;
    return board.us[hop.from] > 0 && (hop.to == kOff || board.them[25U - hop.to] <= 1);
  };
  for (auto hop = std::find_if(waiting.begin(), waiting.end(), possible); hop != waiting.end();
       hop = std::find_if(waiting.begin(), waiting.end(), possible)) {
    --board.us[hop->from];
    ++board.us[hop->to];
    if (hop->to != kOff && board.them[25U - hop->to] == 1) {
      board.them[25U - hop->to] = 0;
      ++board.them[kBar];
    }
    waiting.erase(hop);
  }
  play.after = board.flipped();
  play.impossible = std::move(waiting);
}

}  // namespace

Result<std::vector<Hop>> parse_recorded_hops(std::string_view text) {
  std::string kept;
  while (true) {
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) break;
    text.remove_prefix(first);
    const auto end = std::min(text.find_first_of(kBlanks), text.size());
    if (text.substr(0, end) != "0/0") kept.append(text.substr(0, end)).push_back(' ');
    text.remove_prefix(end);
  }
  return parse_hops(kept);
}

std::vector<int> marked_hits(std::string_view text) {
  std::vector<int> points;
  int number = 0;
  bool in_brackets = false;
  for (const char c : text) {
    if (c == '(' || c == ')') in_brackets = c == '(';
    if (c == '/' || c == ' ') number = 0;
    if (c >= '0' && c <= '9' && !in_brackets && number < 100) number = 10 * number + (c - '0');
    if (c == '*' && number >= 1 && number <= kPoints) points.push_back(number);
  }
  return points;
}

ResolvedPlay resolve_play(const Board& before, Dice dice, std::span<const Hop> hops) {
  ResolvedPlay play;
  if (may_play(before, dice)) {
    if (const auto steps = match_play(before, dice, Rules{}, hops)) {
      play.steps = *steps;
      play.after = board_after(before, *steps);
      play.legal = true;
      return play;
    }
  }
  move_literally(before, hops, play);
  return play;
}

ResolvedPlay resolve_result(const Board& before, Dice dice, const Board& after) {
  ResolvedPlay play;
  play.after = after;
  if (may_play(before, dice)) {
    if (const auto steps = play_between(before, dice, Rules{}, after)) {
      play.steps = *steps;
      play.legal = true;
    }
  }
  return play;
}

std::string hops_text(std::span<const Hop> hops) {
  std::string text;
  for (std::size_t i = 0; i < hops.size();) {
    std::size_t next = i + 1;
    while (next < hops.size() && hops[next] == hops[i]) ++next;
    if (!text.empty()) text += ' ';
    text += hops[i].from == kBar ? "bar" : fmt::format("{}", hops[i].from);
    text += '/';
    text += hops[i].to == kOff ? "off" : fmt::format("{}", hops[i].to);
    if (next - i > 1) text += fmt::format("({})", next - i);
    i = next;
  }
  return text;
}

}  // namespace alea
