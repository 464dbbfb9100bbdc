#include "engine/board/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/board/side_bits.h"

namespace alea {
namespace {

using Bits = std::uint32_t;

// Points with one checker of theirs, in our numbering.
Bits blots_of(const Board& board) noexcept {
  return turned(kPointBits & slots_above(board.them, 0) & ~slots_above(board.them, 1));
}

std::string name_of(int slot) {
  if (slot == kBar) return "bar";
  return slot == kOff ? "off" : fmt::format("{}", slot);
}

// One checker's way: where it starts, each stop.
struct Group {
  std::vector<std::uint8_t> slots;
  int count = 1;
};

// Joins the steps into ways, rearmost first, each as long as it can be made; equal ones are counted.
std::vector<Group> groups_of(const Steps& steps) {
  std::vector<Step> left(steps.all().begin(), steps.all().end());
  std::ranges::sort(
      left, [](Step a, Step b) { return a.from != b.from ? a.from > b.from : a.to > b.to; });
  std::vector<Group> groups;
  while (!left.empty()) {
    std::vector<std::uint8_t> slots = {left.front().from, left.front().to};
    left.erase(left.begin());
    for (auto next = left.begin(); next != left.end();) {
      if (next->from == slots.back()) {
        slots.push_back(next->to);
        next = left.erase(next);
      } else {
        ++next;
      }
    }
    const auto same = std::ranges::find(groups, slots, &Group::slots);
    if (same != groups.end()) {
      ++same->count;
    } else {
      groups.push_back({.slots = std::move(slots), .count = 1});
    }
  }
  return groups;
}

}  // namespace

std::string format_play(const Board& before, const Steps& steps) {
  Bits blots = blots_of(before);
  std::string text;
  for (const Group& group : groups_of(steps)) {
    if (!text.empty()) text += ' ';
    text += name_of(group.slots.front());
    for (std::size_t i = 1; i < group.slots.size(); ++i) {
      // A blot is hit by the first group that lands on it; a stop without a hit goes unmentioned.
      const int slot = group.slots[i];
      const Bits hit = blots & 1U << slot;
      blots &= ~hit;
      if (hit == 0 && i + 1 < group.slots.size()) continue;
      text += '/' + name_of(slot);
      if (hit != 0) text += '*';
    }
    if (group.count > 1) text += fmt::format("({})", group.count);
  }
  return text;
}

}  // namespace alea
