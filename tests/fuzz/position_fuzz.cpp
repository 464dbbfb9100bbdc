#include <string_view>

#include "engine/base/check.h"
#include "engine/cube/ids.h"
#include "engine/cube/ids_fibs.h"
#include "tests/fuzz/fuzz_target.h"

// A position that is read is a legal one, and every notation of it is read back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(alea::parse_fibs_board(text));
  const auto position = alea::parse_position(text);
  if (!position) {
    ALEA_CHECK(position.error().kind == alea::ErrorKind::input);
    ALEA_CHECK(!position.error().message.empty());
    return 0;
  }
  ALEA_CHECK(alea::validate(position->board).has_value());
  const std::string gnu_position = alea::to_gnu_position_id(position->board);
  ALEA_CHECK(alea::parse_gnu_position_id(gnu_position) == position->board);
  for (const std::string& id :
       {alea::to_xgid(*position), alea::to_gnu_id(*position), alea::to_ogid(*position)}) {
    const auto again = alea::parse_position(id);
    ALEA_CHECK(again.has_value());
    ALEA_CHECK(again->board == position->board);
    ALEA_CHECK(again->dice == position->dice);
  }
  return 0;
}
