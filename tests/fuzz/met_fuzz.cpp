#include <string_view>

#include "engine/base/check.h"
#include "engine/cube/met.h"
#include "tests/fuzz/fuzz_target.h"

// A match equity table that is read gives chances at every score.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto met =
      alea::MatchEquityTable::parse({reinterpret_cast<const char*>(data), size}, "input");
  if (!met) {
    ALEA_CHECK(met.error().source == "input");
    return 0;
  }
  for (int us = 1; us <= alea::MatchEquityTable::kMaxAway; us += 7) {
    for (int them = 1; them <= alea::MatchEquityTable::kMaxAway; them += 7) {
      const double chance = met->mwc(us, them);
      ALEA_CHECK(chance >= 0 && chance <= 1);
    }
  }
  return 0;
}
