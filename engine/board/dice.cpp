#include "engine/board/dice.h"

namespace alea {
namespace {

constexpr std::array<Dice, kRolls> make_rolls() noexcept {
  std::array<Dice, kRolls> rolls{};
  for (int high = 1; high <= 6; ++high) {
    for (int low = 1; low <= high; ++low) {
      const Dice dice = make_dice(high, low);
      rolls[static_cast<std::size_t>(roll_index(dice))] = dice;
    }
  }
  return rolls;
}

constexpr std::array<Dice, kRolls> kAllRolls = make_rolls();

}  // namespace

std::span<const Dice, kRolls> all_rolls() noexcept {
  return kAllRolls;
}

Dice roll(Rng& rng) noexcept {
  const auto pair = static_cast<int>(rng.below(36));
  return make_dice(pair / 6 + 1, pair % 6 + 1);
}

Dice opening_roll(Rng& rng) noexcept {
  // 30 ordered pairs without doubles: the second die is one of the five other numbers.
  const auto pair = static_cast<int>(rng.below(30));
  const int first = pair / 5 + 1;
  const int other = pair % 5 + 1;
  return make_dice(first, other >= first ? other + 1 : other);
}

}  // namespace alea
