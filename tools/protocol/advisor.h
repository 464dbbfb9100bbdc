#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/search/searcher.h"

namespace alea::protocol {

// What a player does next, and the figures behind it.
struct Advice {
  enum class Kind { play, roll, offer, take, pass, beaver, resign };
  Kind kind = Kind::roll;
  Steps steps{};         // play
  int resign_level = 0;  // resign: 1 to 3
  Valuation value{};     // of the decision, seen by the player who decides
  Level level{};
  std::uint64_t nodes = 0;
  bool complete = true;
};

// Answers the questions that protocols ask, with a Searcher and the threads of a pool. Any number of
// clients may ask at once: they take turns at the pool.
class Advisor {
 public:
  // `options.plies` is the look-ahead where none is asked for.
  Advisor(const std::shared_ptr<const Evaluator>& evaluator,
          const std::shared_ptr<const MatchEquityTable>& met, const SearchOptions& options,
          ThreadPool& pool);

  // The decision that position.pending asks for. Errors (input): one that no protocol can pose.
  [[nodiscard]] Result<Advice> advise(const Position& position, std::stop_token stop = {}) const;

  // The same with another look-ahead, 0 to kMaxPlies.
  [[nodiscard]] Result<Advice> advise(const Position& position, int plies,
                                      std::stop_token stop) const;

  // What the player to decide would resign: the level that is certain to be lost, if one is.
  [[nodiscard]] std::optional<int> certain_loss(const Position& position) const;

  [[nodiscard]] int default_plies() const noexcept { return plies_; }
  [[nodiscard]] std::string evaluator_name() const {
    return searchers_.front().evaluator().identity();
  }

 private:
  [[nodiscard]] Advice play(const Searcher& searcher, const Position& position,
                            std::stop_token stop) const;
  [[nodiscard]] Advice cube(const Searcher& searcher, const Position& position,
                            std::stop_token stop) const;
  [[nodiscard]] Advice answer_to_beaver(const Searcher& searcher, const Position& position) const;
  [[nodiscard]] Advice answer_to_resignation(const Searcher& searcher, const Position& position,
                                             std::stop_token stop) const;

  int plies_;
  std::vector<Searcher> searchers_;  // [plies]
  ThreadPool& pool_;
  mutable std::mutex busy_;  // held while the pool works
};

}  // namespace alea::protocol
