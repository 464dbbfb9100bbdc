#pragma once

#include <string>
#include <string_view>

#include "tools/protocol/advisor.h"

namespace alea::protocol {

// GNU Backgammon's "external player": one question a line (a board), one answer a line.
//
// Stateless, as the protocol is: every board line carries all there is to know. Facts about the
// protocol and its traps: docs/protocols.md.
class GnubgExternal {
 public:
  explicit GnubgExternal(const Advisor& advisor) : advisor_(advisor) {}

  // The answer to one line, without its newline: a play ("" if none is legal), "roll", "double",
  // "take", "drop", "beaver" or "resign N"; for "version" what alea is. Errors (input): no board line,
  // or an impossible one; GNU Backgammon expects no error answers, so the caller reports it.
  [[nodiscard]] Result<std::string> answer(std::string_view line, std::stop_token stop = {}) const;

 private:
  const Advisor& advisor_;
};

}  // namespace alea::protocol
