#include "engine/bearoff/one_sided.h"

#include <array>
#include <utility>

#include "engine/bearoff/one_sided_layout.h"

namespace alea {
namespace {

using one_sided::Place;

// No roll at all, for certain.
constexpr std::array<std::uint32_t, 1> kNone{RollDistribution::kOne};

RollDistribution at(std::uint64_t word, std::span<const std::uint32_t> counts) noexcept {
  const Place place = Place::unpack(word);
  return {place.first_roll, counts.subspan(place.offset, place.count)};
}

}  // namespace

OneSidedBearoff::OneSidedBearoff(TableImage image) noexcept : image_(std::move(image)) {
  const one_sided::Layout layout(image_.shape());
  const auto payload = image_.payload();
  means_ = {reinterpret_cast<const double*>(payload.data()), layout.positions};
  places_ = payload.subspan(layout.positions, layout.positions);
  first_places_ = payload.subspan(2 * layout.positions, layout.full);
  const auto counts = payload.subspan(layout.index_words());
  counts_ = {reinterpret_cast<const std::uint32_t*>(counts.data()), 2 * counts.size()};
}

bool OneSidedBearoff::is_sound(const TableImage& image) noexcept {
  const one_sided::Layout layout(image.shape());
  const auto payload = image.payload();
  if (payload.size() < layout.index_words()) return false;
  const std::size_t counts = 2 * (payload.size() - layout.index_words());
  for (const std::uint64_t word :
       payload.subspan(layout.positions, layout.positions + layout.full)) {
    const Place place = Place::unpack(word);
    if (place.count == 0 || place.offset > counts || place.count > counts - place.offset)
      return false;
  }
  return true;
}

Result<OneSidedBearoff> OneSidedBearoff::load(const std::filesystem::path& path) {
  auto image = TableImage::load(path, TableKind::one_sided);
  if (!image) return fail(std::move(image).error());
  if (!is_sound(*image)) return damaged_table(path, "damaged: its index leads outside");
  return OneSidedBearoff(std::move(*image));
}

RollDistribution OneSidedBearoff::rolls(std::uint32_t index) const noexcept {
  return at(places_[index], counts_);
}

RollDistribution OneSidedBearoff::first_off(std::uint32_t index) const noexcept {
  const std::size_t fewer = places_.size() - first_places_.size();
  if (index < fewer) return {0, kNone};
  return at(first_places_[index - fewer], counts_);
}

BearoffFigures bearoff_figures(const OneSidedBearoff& table, const Board::Side& side) noexcept {
  const std::uint32_t index = table.index(side);
  BearoffFigures figures;
  figures.pips = pip_count(side);
  figures.mean_rolls = table.mean_rolls(index);
  figures.standard_deviation = table.rolls(index).standard_deviation();
  figures.epc = figures.mean_rolls * (49.0 / 6.0);
  figures.wastage = figures.epc - figures.pips;
  return figures;
}

Probabilities race_probabilities(const OneSidedBearoff& table, const Board& board) noexcept {
  const std::uint32_t us = table.index(board.us);
  const std::uint32_t them = table.index(board.them);
  const RollDistribution ours = table.rolls(us);
  const RollDistribution theirs = table.rolls(them);
  Probabilities p;
  p.win = static_cast<float>(chance_not_later(ours, theirs));
  if (board.them[kOff] == 0) {
    p.win_gammon = static_cast<float>(chance_not_later(ours, table.first_off(them)));
  }
  if (board.us[kOff] == 0) {
    p.lose_gammon = static_cast<float>(1.0 - chance_not_later(table.first_off(us), theirs));
  }
  return normalised(p);
}

}  // namespace alea
