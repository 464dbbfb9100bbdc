#include "engine/record/writers.h"

#include <bit>

#include "engine/record/play_text.h"

namespace alea {

Board board_before(const Event& event) {
  return event.player == 0 ? event.before : event.before.flipped();
}

CubeState cube_before(const Event& event) {
  return event.player == 0 ? event.cube : event.cube.flipped();
}

std::string text_of_play(const Event& event) {
  if (!event.text.empty()) return event.text;
  return event.legal ? format_play(event.before, event.steps) : hops_text(event.hops);
}

bool EventTracker::jumps_before(const Event& event) {
  const Board board = board_before(event);
  const CubeState cube = cube_before(event);
  const bool jumps = !(board == board_) || !(cube == cube_);
  board_ = board;
  cube_ = cube;
  return jumps;
}

void EventTracker::pass(const Event& event) {
  const auto keeper = [&](bool ours) {
    return (event.player == 0) == ours ? CubeOwner::us : CubeOwner::them;
  };
  const auto exponent = std::countr_zero(static_cast<unsigned>(event.value));
  switch (event.kind) {
    case EventKind::play: {
      const Dice dice = make_dice(event.dice[0], event.dice[1]);
      const Board after =
          event.legal ? event.after : resolve_play(event.before, dice, event.hops).after;
      board_ = event.player == 1 ? after : after.flipped();
      break;
    }
    case EventKind::offer:
      pending_ = exponent;
      break;
    case EventKind::take:
      cube_ = {pending_, keeper(true)};
      break;
    case EventKind::beaver:
      cube_ = {exponent, keeper(true)};
      break;
    case EventKind::raccoon:
      cube_.exponent = exponent;
      break;
    case EventKind::unplayed:
    case EventKind::drop:
    case EventKind::accept:
      break;
  }
}

}  // namespace alea
