#include <string_view>

#include "engine/base/check.h"
#include "engine/board/notation.h"
#include "tests/fuzz/fuzz_target.h"

// First two bytes: the dice; the rest: a play from the start. A play that is read is a legal one, and
// reads the same after it has been written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const alea::Dice dice = alea::make_dice(1 + data[0] % 6, 1 + data[1] % 6);
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const alea::Board start = alea::starting_board();
  static_cast<void>(alea::play_text(start, text));
  const auto steps = alea::parse_play(start, dice, alea::Rules{}, text);
  if (!steps) return 0;
  const alea::Board after = alea::board_after(start, *steps);
  ALEA_CHECK(alea::validate(after).has_value());
  const auto again = alea::parse_play(start, dice, alea::Rules{}, alea::format_play(start, *steps));
  ALEA_CHECK(again.has_value());
  ALEA_CHECK(alea::board_after(start, *again) == after);
  return 0;
}
