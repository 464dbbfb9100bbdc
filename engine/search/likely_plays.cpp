#include "engine/search/likely_plays.h"

#include <algorithm>
#include <limits>

namespace alea {

void LikelyPlays::append(Dice dice, const Rules& rules, int most, std::vector<Board>& boards) {
  generate_plays(board_, dice, rules, plays_);
  const auto after = plays_.boards();
  const auto kept = static_cast<std::size_t>(most);
  if (most == 0 || bears_off_ || after.size() <= kept) {
    boards.insert(boards.end(), after.begin(), after.end());
    return;
  }
  // The best scores, descending.
  scores_.clear();
  best_.assign(kept, std::numeric_limits<int>::min());
  for (const Board& play : after) {
    const int score = ranker_.score(play);
    scores_.push_back(score);
    std::size_t at = kept;
    for (; at > 0 && best_[at - 1] < score; --at) {
      if (at < kept) best_[at] = best_[at - 1];
    }
    if (at < kept) best_[at] = score;
  }
  // Of equals at the end the first ones stay.
  const int last = best_.back();
  auto equals = std::count(best_.begin(), best_.end(), last);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (scores_[i] < last) continue;
    if (scores_[i] == last) {
      if (equals == 0) continue;
      --equals;
    }
    boards.push_back(after[i]);
  }
}

}  // namespace alea
