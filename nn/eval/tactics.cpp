#include "nn/eval/tactics.h"

#include <array>
#include <bit>

namespace alea::nn {
namespace {

constexpr std::uint32_t kPointBits = 0x1fffffe;
constexpr int kBarSlot = 25;

// A set of rolls: bits 0..14 the pairs of different dice (1-2, 1-3, ... 5-6), bits 15..20 the doubles.
using Rolls = std::uint32_t;
constexpr int kPairs = 15;
constexpr Rolls kPairBits = (1U << kPairs) - 1;

constexpr int pair_of(int a, int b) {
  int pair = 0;
  for (int x = 1; x <= 6; ++x) {
    for (int y = x + 1; y <= 6; ++y, ++pair) {
      if ((x == a && y == b) || (x == b && y == a)) return pair;
    }
  }
  return -1;
}
constexpr Rolls roll_bit(int a, int b) {
  return a == b ? 1U << (kPairs + a - 1) : 1U << pair_of(a, b);
}

// How many of the 36 rolls the halves of a set stand for (no instruction for that can be relied on).
constexpr int kHalf = 11;
constexpr auto kNumbers = [] {
  std::array<std::array<std::uint8_t, 1 << kHalf>, 2> table{};
  for (unsigned half = 0; half < 2; ++half) {
    for (unsigned set = 0; set < 1U << kHalf; ++set) {
      const Rolls rolls = set << (half * kHalf);
      table[half][set] = static_cast<std::uint8_t>(2 * std::popcount(rolls & kPairBits) +
                                                   std::popcount(rolls >> kPairs));
    }
  }
  return table;
}();

int number_of(Rolls rolls) noexcept {
  return kNumbers[0][rolls & ((1U << kHalf) - 1)] + kNumbers[1][rolls >> kHalf];
}

// Every nth of the bits of a set, packed: bits n - 1, 2n - 1, ...
template <int kStep, int kBits>
constexpr auto kEvery = [] {
  std::array<std::uint8_t, 1 << kBits> table{};
  for (unsigned set = 0; set < 1U << kBits; ++set) {
    for (int bit = kStep - 1, to = 0; bit < kBits; bit += kStep, ++to) {
      table[set] = static_cast<std::uint8_t>(table[set] | (set >> bit & 1U) << to);
    }
  }
  return table;
}();
// Bits 0..5: distances 2, 4, .. 12; 3, 6, .. 18; 4, 8, .. 24 of a set (bit distance - 1).
std::uint32_t twofold(std::uint32_t set) noexcept {
  return kEvery<2, 12>[set & 0xfff];
}
std::uint32_t threefold(std::uint32_t set) noexcept {
  return kEvery<3, 9>[set & 0x1ff] | static_cast<std::uint32_t>(kEvery<3, 9>[set >> 9 & 0x1ff])
                                         << 3;
}
std::uint32_t fourfold(std::uint32_t set) noexcept {
  return kEvery<4, 12>[set & 0xfff] | static_cast<std::uint32_t>(kEvery<4, 12>[set >> 12 & 0xfff])
                                          << 3;
}

// Rolls that hit a blot directly from the distances 1..6 of a set (bit distance - 1).
constexpr auto kDirect = [] {
  std::array<Rolls, 64> table{};
  for (unsigned set = 0; set < 64; ++set) {
    for (int d = 1; d <= 6; ++d) {
      if ((set >> (d - 1) & 1U) == 0) continue;
      for (int other = 1; other <= 6; ++other) table[set] |= roll_bit(d, other);
    }
  }
  return table;
}();

// Pairs of different dice whose sum is one of the distances 3..11 of a set (bit distance - 3).
constexpr auto kSums = [] {
  std::array<Rolls, 512> table{};
  for (unsigned set = 0; set < 512; ++set) {
    for (int a = 1; a <= 6; ++a) {
      for (int b = a + 1; b <= 6; ++b) {
        if (set >> (a + b - 3) & 1U) table[set] |= roll_bit(a, b);
      }
    }
  }
  return table;
}();

// Pairs that may be added up when the distances 1..6 before the target that are in a set are blocked: one
// of the two stops on the way must be free.
constexpr auto kOpen = [] {
  std::array<Rolls, 64> table{};
  for (unsigned blocked = 0; blocked < 64; ++blocked) {
    for (int a = 1; a <= 6; ++a) {
      for (int b = a + 1; b <= 6; ++b) {
        if ((blocked >> (a - 1) & blocked >> (b - 1) & 1U) == 0) table[blocked] |= roll_bit(a, b);
      }
    }
  }
  return table;
}();

// Rolls that hit the blot on `slot`; nobody is on the bar.
Rolls rolls_hitting(const Men& men, int slot) noexcept {
  // Bit n: distance n + 1 from the blot.
  const std::uint32_t from = (men.occupied & kPointBits) >> (slot + 1);
  const std::uint32_t blocked = men.blocks >> (slot + 1);
  const std::uint32_t open = ~blocked;
  // A double by dice 1..6: two, three or four steps, over free stops.
  const std::uint32_t doubles =
      open &
      (twofold(from) | (twofold(open) & (threefold(from) | (threefold(open) & fourfold(from)))));
  return kDirect[from & 63] | (kSums[from >> 2 & 511] & kOpen[blocked & 63]) |
         (doubles & 63) << kPairs;
}

// Bit n of the result is bit 25 - n: a side's points in the numbers of the other.
std::uint32_t seen_by_the_other(std::uint32_t points) noexcept {
  std::uint32_t x = points & kPointBits;
  x = (x >> 1 & 0x55555555U) | (x & 0x55555555U) << 1;
  x = (x >> 2 & 0x33333333U) | (x & 0x33333333U) << 2;
  x = (x >> 4 & 0x0f0f0f0fU) | (x & 0x0f0f0f0fU) << 4;
  x = x << 24 | (x & 0xff00U) << 8 | (x >> 8 & 0xff00U) | x >> 24;
  return x >> 6;
}

// kWith[d][set]: the pairs of die d and another one of a set (bit die - 1).
constexpr auto kWith = [] {
  std::array<std::array<Rolls, 64>, 7> table{};
  for (int d = 1; d <= 6; ++d) {
    for (unsigned set = 0; set < 64; ++set) {
      for (int other = 1; other <= 6; ++other) {
        if (other != d && (set >> (other - 1) & 1U) != 0) {
          table[static_cast<std::size_t>(d)][set] |= roll_bit(d, other);
        }
      }
    }
  }
  return table;
}();

Rolls rolls_hitting_from_the_bar(const Men& men) noexcept {
  // Bit n: the blot, or point made, that is n pips from the bar.
  const std::uint32_t blots = seen_by_the_other(men.blots), blocks = seen_by_the_other(men.blocks);
  Rolls rolls = kDirect[blots >> 1 & 63];  // on entering
  if (men.made >> kBarSlot & 1U) return rolls;
  const std::uint32_t shooters = men.occupied & kPointBits;
  std::uint32_t others = 0;  // dice by which a checker on a point hits, bit die - 1
  for (int die = 1; die <= 6; ++die) {
    others |= static_cast<std::uint32_t>(((shooters >> die) & men.blots) != 0) << (die - 1);
  }
  for (std::uint32_t open = ~blocks >> 1 & 63; open != 0; open &= open - 1) {
    const int die = std::countr_zero(open) + 1;
    rolls |= kWith[static_cast<std::size_t>(die)][(others | blots >> (die + 1)) & 63];
    // The three other steps of a double, by the man that entered or any other.
    std::uint32_t reached = shooters | 1U << (kBarSlot - die);
    for (int step = 0; step < 3; ++step) {
      reached = (reached >> die) & ~men.blocks & kPointBits;
      if (reached & men.blots) rolls |= roll_bit(die, die);
    }
  }
  return rolls;
}

// Rolls with which a checker on `slot` escapes, where `blocked` are the twelve points before it (bit 12 -
// distance): farther ones do not matter, since freedom is 7 pips away at most.
int count_escapes(int slot, unsigned blocked) {
  const int need = slot - 18;
  const auto open = [&](int distance) { return (blocked >> (12 - distance) & 1U) == 0; };
  Rolls rolls = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = a; b <= 6; ++b) {
      bool out = false;
      if (a == b) {
        for (int step = 1; step <= 4 && !out && step * a <= 12 && open(step * a); ++step) {
          out = step * a >= need;
        }
      } else {
        for (const int first : {a, b}) {
          if (!open(first)) continue;
          out = out || first >= need || (open(a + b) && a + b >= need);
        }
      }
      if (out) rolls |= roll_bit(a, b);
    }
  }
  return number_of(rolls);
}

constexpr int kFirstBehind = 19;
using EscapeTable = std::array<std::array<std::uint8_t, 4096>, kBarSlot - kFirstBehind + 1>;

const EscapeTable& escape_table() {
  static const EscapeTable table = [] {
    EscapeTable t{};
    for (std::size_t i = 0; i < t.size(); ++i) {
      for (unsigned blocked = 0; blocked < 4096; ++blocked) {
        t[i][blocked] =
            static_cast<std::uint8_t>(count_escapes(kFirstBehind + static_cast<int>(i), blocked));
      }
    }
    return t;
  }();
  return table;
}

}  // namespace

BothMen both_men(std::uint64_t occupied, std::uint64_t made) noexcept {
  const auto us = static_cast<std::uint32_t>(occupied),
             them = static_cast<std::uint32_t>(occupied >> 32);
  const auto our_points = static_cast<std::uint32_t>(made);
  const auto their_points = static_cast<std::uint32_t>(made >> 32);
  return {.us = {us, our_points, seen_by_the_other(them & ~their_points),
                 seen_by_the_other(their_points)},
          .them = {them, their_points, seen_by_the_other(us & ~our_points),
                   seen_by_the_other(our_points)}};
}

int shots(const Men& men) noexcept {
  if (men.blots == 0) return 0;
  if (men.occupied >> kBarSlot & 1U) return number_of(rolls_hitting_from_the_bar(men));
  Rolls rolls = 0;
  for (std::uint32_t left = men.blots; left != 0; left &= left - 1) {
    rolls |= rolls_hitting(men, std::countr_zero(left));
  }
  return number_of(rolls);
}

int escapes(const Men& men) noexcept {
  const std::uint32_t behind = men.occupied >> kFirstBehind;
  if ((behind & 0x7f) == 0) return kNoneBehind;
  const int from = std::bit_width(behind & 0x7f) - 1;
  const int slot = kFirstBehind + from;
  return escape_table()[static_cast<std::size_t>(from)][men.blocks >> (slot - 12) & 0xfff];
}

}  // namespace alea::nn
