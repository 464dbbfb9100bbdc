#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <numeric>
#include <optional>

#include "engine/board/notation.h"
#include "engine/board/side_bits.h"

namespace alea {
namespace {

using Bits = std::uint32_t;

char lower(char c) noexcept {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
bool is_gap(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_gap(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_gap(text.back())) text.remove_suffix(1);
  return text;
}

// Foreign text as it may stand in a one-line message.
std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 60;
  std::string out(text.substr(0, kMost));
  for (char& c : out) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text.size() > kMost ? out + "..." : out;
}

class HopReader {
 public:
  explicit HopReader(std::string_view text) : text_(text) {}

  Result<std::vector<Hop>> read() {
    if (equal_ignoring_case(trimmed(text_), "cannot move")) return hops_;
    for (skip_gaps(); at_ < text_.size(); skip_gaps()) {
      ALEA_TRY(read_group());
    }
    return std::move(hops_);
  }

 private:
  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_gaps() noexcept {
    while (is_gap(peek())) ++at_;
  }
  void skip_stars() noexcept {
    while (peek() == '*') ++at_;
  }

  [[nodiscard]] tl::unexpected<Error> syntax(std::size_t at, std::string_view what) const {
    return fail(Error{.kind = ErrorKind::input,
                      .message = fmt::format("play \"{}\": {}", shown(text_), what),
                      .column = static_cast<int>(at) + 1});
  }

  Status read_group() {
    std::vector<int> slots;
    for (;;) {
      const std::size_t place = at_;
      const auto slot = read_slot();
      if (!slot) return fail(slot.error());
      if (!slots.empty() && *slot == kBar) return syntax(place, "nobody moves to the bar");
      slots.push_back(*slot);
      skip_stars();
      if (peek() != '/') break;
      if (slots.back() == kOff) return syntax(place, "nobody comes back from off");
      ++at_;
    }
    if (slots.size() == 1) return syntax(at_, "\"/\" and a point expected");
    const auto times = read_count();
    if (!times) return fail(times.error());
    if (at_ < text_.size() && !is_gap(peek())) return syntax(at_, "blank or \"/\" expected");
    for (int i = 0; i < *times; ++i) {
      for (std::size_t k = 1; k < slots.size(); ++k) {
        hops_.push_back(
            {static_cast<std::uint8_t>(slots[k - 1]), static_cast<std::uint8_t>(slots[k])});
      }
    }
    return {};
  }

  Result<int> read_slot() {
    for (const auto& [word, slot] :
         {std::pair<std::string_view, int>{"bar", kBar}, {"off", kOff}}) {
      if (equal_ignoring_case(text_.substr(at_, word.size()), word)) {
        at_ += word.size();
        return slot;
      }
    }
    const std::size_t start = at_;
    int slot = 0;
    for (; is_digit(peek()) && at_ < start + 3; ++at_) slot = 10 * slot + (peek() - '0');
    if (at_ == start) return syntax(start, "point (1 to 24), \"bar\" or \"off\" expected");
    if (slot > kBar) return syntax(start, "points are 1 to 24; 25 is the bar, 0 is off");
    return slot;
  }

  // "(2)", perhaps after a blank; 1 if there is none.
  Result<int> read_count() {
    std::size_t open = at_;
    while (open < text_.size() && text_[open] == ' ') ++open;
    if (open == text_.size() || text_[open] != '(') return 1;
    const bool good = open + 2 < text_.size() && text_[open + 1] >= '1' && text_[open + 1] <= '4' &&
                      text_[open + 2] == ')';
    if (!good) return syntax(open, "\"(2)\", \"(3)\" or \"(4)\" expected");
    at_ = open + 3;
    skip_stars();
    return text_[open + 1] - '0';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Hop> hops_;
};

Bits blots_of(const Board::Side& them) noexcept {
  return turned(kPointBits & slots_above(them, 0) & ~slots_above(them, 1));
}

// Points of `blots` (our numbering) that the hops land on.
Bits landed_on(Bits blots, std::span<const Hop> hops) noexcept {
  Bits landed = 0;
  for (const Hop hop : hops) landed |= blots & 1U << hop.to;
  return landed;
}

std::string place_name(int slot) {
  if (slot == kBar) return "bar";
  return fmt::format("{}-point", slot);
}

// Our checkers once the hops are made; an error where none can be to move.
Result<Board::Side> moved_by(const Board::Side& us, std::span<const Hop> hops) {
  std::array<int, 32> count{};
  std::ranges::copy(us, count.begin());
  for (const Hop hop : hops) {
    if (hop.from == kOff || hop.from > kBar || hop.to >= kBar) {
      return fail(ErrorKind::input,
                  fmt::format("no checker moves from {} to {}", hop.from, hop.to));
    }
    --count[hop.from];
    ++count[hop.to];
  }
  Board::Side after{};
  for (std::size_t slot = 0; slot < count.size(); ++slot) {
    if (count[slot] < 0) {
      return fail(ErrorKind::input, fmt::format("{} on the {} for this",
                                                us[slot] == 0 ? "no checker" : "too few checkers",
                                                place_name(static_cast<int>(slot))));
    }
    after[slot] = static_cast<std::uint8_t>(count[slot]);
  }
  return after;
}

// Why hops that fit no legal play are not legal, as well as can be told.
std::string reason(const Board& before, const PlayList& plays, std::span<const Hop> hops,
                   const Board::Side& after) {
  const bool can_play = plays.steps().front().count > 0;
  if (!can_play) return "the roll cannot be played";
  if (hops.empty()) return "the roll can be played";
  const auto entering = std::ranges::count(hops, kBar, &Hop::from);
  if (before.us[kBar] > entering && static_cast<std::size_t>(entering) < hops.size()) {
    return "checkers on the bar enter first";
  }
  for (const Hop hop : hops) {
    if (hop.to != kOff && before.them[kBar - hop.to] >= 2) {
      return fmt::format("the opponent holds the {}", place_name(hop.to));
    }
  }
  for (const Hop hop : hops) {
    if (hop.to >= hop.from) return "checkers move towards lower points";
  }
  int fewest = pip_count(before.us);
  for (const Board& board : plays.boards()) {
    fewest = std::min(fewest, pip_count(before.us) - pip_count(board.them));
  }
  if (pip_count(before.us) - pip_count(after) < fewest) return "more of the roll must be played";
  return "no legal play has this result";
}

// What is wrong, or the play.
tl::expected<Steps, std::string> find_play(const Board& before, Dice dice, const Rules& rules,
                                           std::span<const Hop> hops) {
  const auto after = moved_by(before.us, hops);
  if (!after) return tl::unexpected<std::string>(after.error().message);
  PlayList plays;
  generate_plays(before, dice, rules, plays);

  const Bits blots = blots_of(before.them);
  const Bits named = landed_on(blots, hops);
  std::vector<Steps> further;  // plays with hits that the hops do not name
  for (std::size_t i = 0; i < plays.size(); ++i) {
    if (plays.boards()[i].them != *after) continue;
    const Bits hits = landed_on(blots, plays.steps()[i].all());
    if (hits == named) return plays.steps()[i];
    if ((hits & named) == named) further.push_back(plays.steps()[i]);
  }
  if (further.size() == 1) return further.front();
  if (further.size() > 1) {
    return tl::unexpected<std::string>(fmt::format(
        "ambiguous: {} or {}", format_play(before, further[0]), format_play(before, further[1])));
  }
  return tl::unexpected<std::string>(reason(before, plays, hops, *after));
}

tl::unexpected<Error> not_legal(std::string_view play, Dice dice, std::string_view why) {
  return fail(ErrorKind::input,
              fmt::format("{} is not legal for {}{}: {}", play, dice.high, dice.low, why));
}

}  // namespace

Result<std::vector<Hop>> parse_hops(std::string_view text) {
  return HopReader(text).read();
}

Result<Steps> match_play(const Board& before, Dice dice, const Rules& rules,
                         std::span<const Hop> hops) {
  auto found = find_play(before, dice, rules, hops);
  if (!found) return not_legal("the play", dice, found.error());
  return *found;
}

Result<Steps> parse_play(const Board& before, Dice dice, const Rules& rules,
                         std::string_view text) {
  const auto hops = parse_hops(text);
  if (!hops) return fail(hops.error());
  auto found = find_play(before, dice, rules, *hops);
  if (!found) return not_legal(fmt::format("\"{}\"", shown(text)), dice, found.error());
  return *found;
}

Result<Board> play_hops(const Board& before, std::span<const Hop> hops) {
  auto us = moved_by(before.us, hops);
  if (!us) return fail(us.error());
  Board after{.us = *us, .them = before.them};
  for (Bits hits = landed_on(blots_of(before.them), hops); hits != 0; hits &= hits - 1) {
    after.them[static_cast<std::size_t>(kBar - std::countr_zero(hits))] = 0;
    ++after.them[kBar];
  }
  ALEA_TRY(validate(after));
  return after.flipped();
}

Result<Board> play_text(const Board& before, std::string_view text) {
  const auto hops = parse_hops(text);
  if (!hops) return fail(hops.error());
  auto after = play_hops(before, *hops);
  if (!after)
    return fail(ErrorKind::input, fmt::format("\"{}\": {}", shown(text), after.error().message));
  return after;
}

Result<Steps> play_between(const Board& before, Dice dice, const Rules& rules, const Board& after) {
  PlayList plays;
  generate_plays(before, dice, rules, plays);
  const auto found = std::ranges::find(plays.boards(), after);
  if (found == plays.boards().end()) {
    return fail(ErrorKind::input,
                fmt::format("no play of {}{} leads to the given board", dice.high, dice.low));
  }
  return plays.steps()[static_cast<std::size_t>(found - plays.boards().begin())];
}

}  // namespace alea
