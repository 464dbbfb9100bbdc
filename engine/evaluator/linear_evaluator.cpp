#include "engine/evaluator/linear_evaluator.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace alea {
namespace {

using Side = Board::Side;
using Slot = std::size_t;

constexpr float kPipsPerScore = 30.0F;  // sets the scale only

// Of 36 rolls, those that hit with a number or a sum at this distance when nothing blocks.
constexpr std::array<int, 25> kHits{0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3,
                                    0, 0,  1,  1,  0,  1,  0,  1, 0, 0, 0, 1};

bool made(const Side& side, Slot point) noexcept {
  return side[point] >= 2;
}

int closed_home_points(const Side& side) noexcept {
  int count = 0;
  for (Slot point = 1; point <= kHome; ++point) count += made(side, point) ? 1 : 0;
  return count;
}

float points(const Side& side, const LinearWeights& w) noexcept {
  float sum = 0;
  for (Slot point = 1; point <= kPoints; ++point) {
    if (!made(side, point)) continue;
    if (point <= kHome) sum += point >= 4 ? w.home_point + w.home_point_middle : w.home_point;
    if (point >= 7 && point <= 11) sum += w.outer_point;
    if (point >= 18) sum += point <= 21 && point != 19 ? w.anchor + w.anchor_high : w.anchor;
  }
  return sum;
}

float faults(const Side& side, const LinearWeights& w) noexcept {
  float sum = w.deep * static_cast<float>(side[1] + side[2]);
  for (Slot point = 1; point <= kPoints; ++point) {
    if (side[point] > 3) sum += w.stack * static_cast<float>(side[point] - 3);
    if (point >= 19) sum += w.straggler * static_cast<float>(side[point]);
  }
  return sum;
}

// What `side` holds back: of the six points in front of each opposing checker, how many are closed to it.
float containment(const Side& side, const Side& other, const LinearWeights& w) noexcept {
  float sum = 0;
  for (Slot rear = 13; rear <= kBar; ++rear) {
    if (other[rear] == 0) continue;
    int blocked = 0;
    for (Slot ahead = rear - 6; ahead < rear; ++ahead) blocked += made(side, 25 - ahead) ? 1 : 0;
    const int men = std::min<int>(other[rear], 3);
    sum += w.prime * static_cast<float>(blocked * blocked * men);
  }
  return sum + w.bar * static_cast<float>(other[kBar] * closed_home_points(side));
}

// Pips that `side` expects to lose by hits on its blots, if `hitter` rolled now.
float exposure(const Side& side, const Side& hitter, const LinearWeights& w) noexcept {
  const float extra = w.hit_extra * static_cast<float>(closed_home_points(hitter));
  float sum = 0;
  for (Slot blot = 1; blot <= kPoints; ++blot) {
    if (side[blot] != 1) continue;
    float missed = 1;
    for (Slot from = 26 - blot; from <= kBar; ++from) {
      if (hitter[from] == 0) continue;
      missed *= 1.0F - static_cast<float>(kHits[from - (25 - blot)]) / 36.0F;
    }
    sum += (1.0F - missed) * (static_cast<float>(25 - blot) + extra);
  }
  return sum;
}

}  // namespace

float LinearEvaluator::score(const Board& board) const noexcept {
  const LinearWeights& w = weights_;
  float sum = w.on_roll + static_cast<float>(pip_count(board.them) - pip_count(board.us));
  if (has_contact(board)) {
    sum += points(board.us, w) - points(board.them, w);
    sum -= faults(board.us, w) - faults(board.them, w);
    sum += containment(board.us, board.them, w) - containment(board.them, board.us, w);
    sum += w.exposure * exposure(board.them, board.us, w);
    sum -= w.exposure_later * exposure(board.us, board.them, w);
  } else {
    // Every checker borne off saves the waste of another half roll or so.
    sum += 2.0F * static_cast<float>(board.us[kOff] - board.them[kOff]);
  }
  return sum / kPipsPerScore;
}

std::string LinearEvaluator::identity() const {
  return "linear";
}

}  // namespace alea
