#include "engine/bearoff/two_sided.h"

#include <algorithm>
#include <utility>

#include "engine/base/check.h"

namespace alea {
namespace {

constexpr double kUnit = 0x1p-30;

// Two equities that differ by less are the same but for the rounding of the table.
constexpr double kTie = 0x1p-28;

BearoffCubeAction action(double no_double, double theirs) noexcept {
  BearoffCubeAction a{.no_double = no_double, .double_take = 2 * theirs};
  a.takes = a.double_take <= a.double_pass + kTie;
  a.doubles = std::min(a.double_take, a.double_pass) > no_double + kTie;
  return a;
}

}  // namespace

double BearoffCubeAction::equity() const noexcept {
  return std::max(no_double, std::min(double_take, double_pass));
}

BearoffCubeAction centred_action(const TwoSidedEquities& e) noexcept {
  return action(e.centred, e.theirs);
}

BearoffCubeAction owned_action(const TwoSidedEquities& e) noexcept {
  return action(e.owned, e.theirs);
}

bool TwoSidedBearoff::is_possible(BearoffShape shape) noexcept {
  return is_valid(shape) && shape.checkers < kCheckers && position_count(shape) <= kMostPositions;
}

TwoSidedBearoff::TwoSidedBearoff(TableImage image) noexcept
    : image_(std::move(image)), positions_(position_count(image_.shape())) {
  const auto payload = image_.payload();
  values_ = {reinterpret_cast<const std::int32_t*>(payload.data()), 2 * payload.size()};
}

Result<TwoSidedBearoff> TwoSidedBearoff::load(const std::filesystem::path& path) {
  auto image = TableImage::load(path, TableKind::two_sided);
  if (!image) return fail(std::move(image).error());
  const std::size_t positions = position_count(image->shape());
  if (!is_possible(image->shape()) || image->payload().size() != 2 * positions * positions) {
    return damaged_table(path, "damaged: its size does not fit its shape");
  }
  return TwoSidedBearoff(std::move(*image));
}

TwoSidedEquities TwoSidedBearoff::equities(std::uint32_t us, std::uint32_t them) const noexcept {
  ALEA_ASSERT(us < positions_ && them < positions_);
  const auto* v = &values_[4 * (std::size_t{us} * positions_ + them)];
  return {.cubeless = v[0] * kUnit,
          .centred = v[1] * kUnit,
          .owned = v[2] * kUnit,
          .theirs = v[3] * kUnit};
}

}  // namespace alea
