#pragma once

#include <string>
#include <string_view>

#include "tools/protocol/advisor.h"

namespace alea::protocol {

// GNU Backgammon's "external player" of one connection: one question a line (a board), one answer a line.
//
// Every board line carries all there is to know but one thing: whether a cube offer is a beaver of our
// double or a raccoon of our beaver. Facts about the protocol and its traps: docs/protocols.md.
class GnubgExternal {
 public:
  explicit GnubgExternal(const Advisor& advisor) : advisor_(advisor) {}

  // The answer to one line, without its newline: a play ("" if none is legal), "roll", "double",
  // "take", "drop", "beaver" or "resign N". Errors (input): no board line, or an impossible one; GNU
  // Backgammon expects no error answers, so the caller reports it.
  [[nodiscard]] Result<std::string> answer(std::string_view line, std::stop_token stop = {});

 private:
  const Advisor& advisor_;
  bool beavered_ = false;  // our last answer
};

}  // namespace alea::protocol
