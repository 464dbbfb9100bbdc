#include "engine/search/duel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/base/check.h"

namespace alea {
namespace {

// What one pair of games (or matches) adds to a result.
struct Pair {
  double score = 0;  // mean of the two, for the first player
  double luck = 0;   // likewise
  DuelResult counts;
};

struct Scratches {
  std::unique_ptr<Player::Scratch> a, b;
  std::unique_ptr<LuckMeter::Scratch> luck;
};

// A money game without a cube: nobody may turn it.
class CubelessPlayer final : public Player {
 public:
  explicit CubelessPlayer(const Player& player) : player_(player) {}
  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override {
    return player_.make_scratch();
  }
  [[nodiscard]] std::string name() const override { return player_.name(); }
  [[nodiscard]] Board choose_play(const Position& position, Rng& rng,
                                  Scratch& scratch) const override {
    return player_.choose_play(position, rng, scratch);
  }
  [[nodiscard]] bool doubles(const Position&, Rng&, Scratch&) const override { return false; }
  [[nodiscard]] Answer answer(const Position&, Rng&, Scratch&) const override {
    return Answer::take;
  }

 private:
  const Player& player_;
};

// Adds up how lucky the player was in one game.
class MeteredPlayer final : public Player {
 public:
  MeteredPlayer(const Player& player, const LuckMeter& meter, LuckMeter::Scratch& scratch)
      : player_(player), meter_(meter), scratch_(scratch) {}
  [[nodiscard]] std::string name() const override { return player_.name(); }
  [[nodiscard]] double luck() const noexcept { return luck_; }

  [[nodiscard]] Board choose_play(const Position& position, Rng& rng,
                                  Scratch& scratch) const override {
    // An opening roll is no double and has decided who starts: it is none of 21 rolls.
    if (position.board != starting_board()) luck_ += meter_.luck(position, scratch_);
    return player_.choose_play(position, rng, scratch);
  }
  [[nodiscard]] bool doubles(const Position& position, Rng& rng, Scratch& scratch) const override {
    return player_.doubles(position, rng, scratch);
  }
  [[nodiscard]] Answer answer(const Position& position, Rng& rng, Scratch& scratch) const override {
    return player_.answer(position, rng, scratch);
  }

 private:
  const Player& player_;
  const LuckMeter& meter_;
  LuckMeter::Scratch& scratch_;
  mutable double luck_ = 0;
};

constexpr std::uint64_t kGamesAMatch = 1 << 12;  // room for the games of a match among the streams
constexpr std::uint64_t kPlayerSeed = 0x706c6179;  // sets the players' numbers apart from the dice

class Match {
 public:
  Match(const Player& a, const Player& b, const DuelOptions& options)
      : a_(a), b_(b), options_(options) {}

  // Game or match number `index`, `a` in the seat that dice favour or not (`swapped`). False if stopped.
  bool play(std::int64_t index, bool swapped, Scratches& scratch, Pair& pair,
            const std::stop_token& stop) const {
    if (options_.length == 0) {
      const auto [points, luck, end] = game(index, 0, !swapped, {}, scratch, stop);
      if (stop.stop_requested()) return false;
      count_game(points, end, pair.counts);
      pair.score += 0.5 * points;
      pair.luck += 0.5 * luck;
      ++pair.counts.games;
      return true;
    }
    MatchState match{.length = options_.length};  // seen by `a`
    for (std::uint64_t number = 0; number < kGamesAMatch; ++number) {
      const bool heads = Rng(options_.seed ^ kPlayerSeed, stream(index, number)).below(2) == 0;
      const auto [points, luck, end] = game(index, number, heads != swapped, match, scratch, stop);
      if (stop.stop_requested()) return false;
      pair.luck += 0.5 * luck;
      pair.counts.rolls += end.rolls;
      pair.counts.passes += end.passed ? 1 : 0;
      if (!end.finished) break;
      match = next_game(match, points);
      if (match.score_us == match.length || match.score_them == match.length) break;
    }
    ++pair.counts.games;
    if (match.score_us == match.length) {
      ++pair.counts.wins;
      pair.score += 0.5;
    } else if (match.score_them == match.length) {
      ++pair.counts.losses;
    } else {
      ++pair.counts.unfinished;
      pair.score += 0.25;
    }
    return true;
  }

 private:
  struct Played {
    int points;   // for `a`
    double luck;  // likewise, in points or MWC
    PlayedGame end;
  };

  static std::uint64_t stream(std::int64_t index, std::uint64_t number) noexcept {
    return static_cast<std::uint64_t>(index) * kGamesAMatch + number;
  }

  // `match` is seen by `a`. Left unfinished after a stop request.
  Played game(std::int64_t index, std::uint64_t number, bool a_starts, const MatchState& match,
              Scratches& scratch, const std::stop_token& stop) const {
    const std::uint64_t own = stream(index, number);
    RngDice dice(options_.seed, own);
    Seat seat_a{&a_, scratch.a.get(), Rng(options_.seed ^ kPlayerSeed, 2 * own)};
    Seat seat_b{&b_, scratch.b.get(), Rng(options_.seed ^ kPlayerSeed, 2 * own + 1)};
    std::array<Seat, 2> seats = {a_starts ? seat_a : seat_b, a_starts ? seat_b : seat_a};
    const Position start =
        opening_position(a_starts ? match : match.flipped(), options_.rules, dice);
    std::vector<MeteredPlayer> metered;
    if (options_.luck) {
      metered.reserve(seats.size());
      for (Seat& seat : seats) {
        metered.emplace_back(*seat.player, *options_.luck, *scratch.luck);
        seat.player = &metered.back();
      }
    }
    const PlayedGame end = play_game(start, seats, dice, options_.max_rolls,
                                     [&stop](const Position&) { return stop.stop_requested(); });
    const double luck = metered.empty() ? 0 : metered[0].luck() - metered[1].luck();
    return {a_starts ? end.points : -end.points, a_starts ? luck : -luck, end};
  }

  static void count_game(int points, const PlayedGame& end, DuelResult& counts) {
    counts.rolls += end.rolls;
    counts.passes += end.passed ? 1 : 0;
    if (!end.finished) {
      ++counts.unfinished;
      return;
    }
    const int size = (points > 0 ? points : -points) / end.position.cube.value();
    (points > 0 ? counts.wins : counts.losses) += 1;
    if (size >= 2) (points > 0 ? counts.gammons : counts.gammons_lost) += 1;
    if (size >= 3) (points > 0 ? counts.backgammons : counts.backgammons_lost) += 1;
  }

  const Player& a_;
  const Player& b_;
  const DuelOptions& options_;
};

void merge(const Pair& pair, const DuelOptions& options, DuelResult& result) {
  result.score.add(pair.score);
  if (options.luck) result.without_luck.add(pair.score - pair.luck);
  const DuelResult& c = pair.counts;
  result.games += c.games;
  result.wins += c.wins;
  result.gammons += c.gammons;
  result.backgammons += c.backgammons;
  result.losses += c.losses;
  result.gammons_lost += c.gammons_lost;
  result.backgammons_lost += c.backgammons_lost;
  result.passes += c.passes;
  result.unfinished += c.unfinished;
  result.rolls += c.rolls;
}

// Merges pairs in their order as they come in, and judges after each whether enough have been played, so
// that the end does not depend on which thread was faster.
class InOrder {
 public:
  explicit InOrder(const DuelOptions& options) : options_(options) {}

  // True once enough pairs are in.
  bool add(std::int64_t index, const Pair& pair) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, pair);
    for (auto next = waiting_.find(merged_); !enough_ && next != waiting_.end();
         next = waiting_.find(merged_)) {
      merge(next->second, options_, result_);
      waiting_.erase(next);
      ++merged_;
      constexpr std::int64_t kLeastPairs = 50;  // below, an error estimate says little
      enough_ =
          options_.until_se > 0 && merged_ >= kLeastPairs && least_error() < options_.until_se;
    }
    return enough_;
  }
  [[nodiscard]] bool enough() const {
    const std::lock_guard lock(mutex_);
    return enough_;
  }
  [[nodiscard]] DuelResult result() const {
    const std::lock_guard lock(mutex_);
    return result_;
  }

 private:
  [[nodiscard]] double least_error() const noexcept {
    const double raw = result_.score.standard_error();
    return options_.luck ? std::min(raw, result_.without_luck.standard_error()) : raw;
  }

  const DuelOptions& options_;
  mutable std::mutex mutex_;
  DuelResult result_;                     // guarded by mutex_
  std::map<std::int64_t, Pair> waiting_;  // guarded by mutex_; finished out of order
  std::int64_t merged_ = 0;               // guarded by mutex_
  bool enough_ = false;                   // guarded by mutex_
};

}  // namespace

DuelResult duel(const Player& a, const Player& b, const DuelOptions& options, ThreadPool& pool,
                const std::function<void(const DuelResult&)>& progress, std::stop_token stop) {
  ALEA_CHECK(options.games >= 0 && options.length >= 0);
  const bool cube = options.cube || options.length > 0;
  const CubelessPlayer bare_a(a);
  const CubelessPlayer bare_b(b);
  const Match match(cube ? a : bare_a, cube ? b : bare_b, options);
  std::vector<Scratches> scratch(static_cast<std::size_t>(pool.threads()));
  for (Scratches& s : scratch) {
    s.a = a.make_scratch();
    s.b = b.make_scratch();
    if (options.luck) s.luck = options.luck->make_scratch();
  }

  std::stop_source done;
  const std::stop_callback forward(stop, [&] { done.request_stop(); });
  const std::int64_t pairs = (options.games + 1) / 2;
  InOrder merger(options);
  pool.for_each_index(
      static_cast<std::size_t>(pairs),
      [&](std::size_t i, int worker) {
        const auto index = static_cast<std::int64_t>(i);
        Pair pair;
        for (const bool swapped : {false, true}) {
          if (!match.play(index, swapped, scratch[static_cast<std::size_t>(worker)], pair,
                          done.get_token())) {
            return;
          }
        }
        if (merger.add(index, pair)) done.request_stop();
        if (worker == 0 && progress) progress(merger.result());
      },
      done.get_token());
  DuelResult result = merger.result();
  result.complete = result.score.count() == pairs || merger.enough();
  if (progress) progress(result);
  return result;
}

}  // namespace alea
