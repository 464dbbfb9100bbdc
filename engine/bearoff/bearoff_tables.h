#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/bearoff/one_sided.h"
#include "engine/bearoff/two_sided.h"
#include "engine/board/board.h"
#include "engine/board/probabilities.h"

namespace alea {

// The bear-off tables that a session has: either may be missing. Cheap to copy, shared, read-only.
struct BearoffTables {
  std::shared_ptr<const OneSidedBearoff> one_sided;
  std::shared_ptr<const TwoSidedBearoff> two_sided;

  [[nodiscard]] bool empty() const noexcept { return !one_sided && !two_sided; }

  // Whether probabilities() answers: exactly from the two-sided table, else closely from two one-sided
  // distributions.
  [[nodiscard]] bool covers(const Board& board) const noexcept;
  // Whether it does so exactly.
  [[nodiscard]] bool covers_exactly(const Board& board) const noexcept {
    return two_sided && two_sided->covers(board);
  }

  // Of the player about to roll, finished games included. A nanosecond or two where nothing covers the
  // board.
  [[nodiscard]] std::optional<Probabilities> probabilities(const Board& board) const noexcept;

  // Money equities with perfect cube play, from the two-sided table.
  [[nodiscard]] std::optional<TwoSidedEquities> equities(const Board& board) const noexcept;

  // "bear-off 15x6 + 6x6 two-sided": part of the identity of an evaluator that uses them. Empty if there are none.
  [[nodiscard]] std::string identity() const;
};

// What is made where nothing else is asked for.
struct BearoffShapes {
  BearoffShape one_sided{};
  BearoffShape two_sided = TwoSidedBearoff::kDefaultShape;
};

// Makes both tables in memory; `progress` runs from 0 to 1 for each. Errors: cancelled.
[[nodiscard]] Result<BearoffTables> make_bearoff_tables(ThreadPool& pool,
                                                        const BearoffShapes& shapes = {},
                                                        const BearoffMakeOptions& options = {});

// Names of the files of a folder of tables.
inline constexpr const char* kOneSidedFile = "one_sided.bearoff";
inline constexpr const char* kTwoSidedFile = "two_sided.bearoff";

struct OpenedBearoff {
  BearoffTables tables;
  // What was wrong and has been dealt with: a damaged file that was made anew, or a table that could
  // not be saved and lives in memory only. For the user's information.
  std::vector<Error> notes;
};

// The tables of `folder`, of whatever shape. What is missing or cannot be trusted is made and saved; the
// folder is created if need be. Errors: cancelled.
[[nodiscard]] Result<OpenedBearoff> open_bearoff_tables(const std::filesystem::path& folder,
                                                        ThreadPool& pool,
                                                        const BearoffShapes& shapes = {},
                                                        const BearoffMakeOptions& options = {});

}  // namespace alea
