#include "nn/eval/nn_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "engine/base/check.h"
#include "nn/eval/board_bytes.h"
#include "nn/eval/column_changes.h"
#include "nn/eval/features.h"

namespace alea::nn {
namespace {

constexpr FeatureTable kTable = [] {
  FeatureTable table = make_feature_table();
  for (std::size_t place = 0; place < table.size(); ++place) {
    table[place][0] = static_cast<std::uint16_t>(ColumnChanges::kNothing + place);
  }
  return table;
}();

// Items whose activations are held at once: they stay in the first-level cache.
constexpr std::size_t kChunk = 16;

// Columns that turn one board's sums into another's.
struct Changes {
  std::array<const std::int16_t*, 64 + kDerivedGroups> columns;
  int count = 0;
};

class NnScratch final : public Evaluator::Scratch {
 public:
  explicit NnScratch(const Network& network, const Kernels& kernels)
      : base(static_cast<std::size_t>(network.shape().width)),
        activations(kChunk * base.size()),
        changes(network, kernels) {}

  AlignedVector<std::int16_t> base;         // sums of the origin
  AlignedVector<std::int16_t> activations;  // [kChunk][width]
  ColumnChanges changes;
  AlignedVector<float> outputs = AlignedVector<float>(kChunk * kOutputStride);
  std::vector<std::uint64_t> occupied;
  std::vector<std::uint8_t> heads;
  std::vector<std::uint32_t> order;  // items sorted by head
};

// Nets of the set before this one know nothing of the derived inputs: their columns are zero.
std::shared_ptr<const Network> brought_up_to_date(std::shared_ptr<const Network> network) {
  const bool placed =
      network->feature_set() == kPlacedFeatureSet && network->shape().features == kPlacedFeatures;
  return placed ? network->with_features(std::string(kFeatureSet), kFeatures) : network;
}

// The probabilities of one item, made consistent.
Probabilities read_output(const float* out) noexcept {
  return normalised({.win = out[0],
                     .win_gammon = out[1],
                     .win_backgammon = out[2],
                     .lose_gammon = out[3],
                     .lose_backgammon = out[4]});
}

}  // namespace

Result<std::shared_ptr<const NnEvaluator>> NnEvaluator::make(std::shared_ptr<const Network> network,
                                                             const Kernels& kernels) {
  network = brought_up_to_date(std::move(network));
  const Shape& shape = network->shape();
  if (network->feature_set() != kFeatureSet || shape.features != kFeatures) {
    return fail(ErrorKind::input,
                fmt::format("weights are for feature set \"{}\"; this program has \"{}\"",
                            network->feature_set(), kFeatureSet));
  }
  if (!are_heads(shape.heads)) {
    return fail(ErrorKind::input, fmt::format("weights have {} heads; this program knows nets of 1, {}, {} and {}",
                                              shape.heads, kCoarsePhases, kMediumPhases, kPhases));
  }
  return std::shared_ptr<const NnEvaluator>(new NnEvaluator(std::move(network), kernels));
}

NnEvaluator::NnEvaluator(std::shared_ptr<const Network> network, const Kernels& kernels)
    : network_(std::move(network)), kernels_(kernels) {
  for (std::size_t phase = 0; phase < heads_.size(); ++phase) {
    heads_[phase] = static_cast<std::uint8_t>(head_of(static_cast<int>(phase), network_->shape().heads));
  }
}

std::unique_ptr<Evaluator::Scratch> NnEvaluator::make_scratch() const {
  return std::make_unique<NnScratch>(*network_, kernels_);
}

std::string NnEvaluator::identity() const {
  return "net " + network_->hash();
}

void NnEvaluator::evaluate(const Board& origin, std::span<const Board> boards,
                           std::span<Probabilities> out, Scratch& scratch) const {
  ALEA_ASSERT(boards.size() == out.size());
  if (boards.empty()) return;
  auto& s = static_cast<NnScratch&>(scratch);
  const Network& net = *network_;
  const int width = net.shape().width;

  // Sort by head, so that neighbours share their dense weights.
  std::array<std::uint32_t, kPhases + 1> starts{};
  s.heads.resize(boards.size());
  s.occupied.resize(boards.size());
  s.order.resize(boards.size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    s.occupied[i] = occupied_places(boards[i]);
    const std::uint8_t head = heads_[static_cast<std::size_t>(phase_of(boards[i], s.occupied[i]))];
    s.heads[i] = head;
    ++starts[head + std::size_t{1}];
  }
  for (std::size_t p = 1; p < starts.size(); ++p) starts[p] += starts[p - 1];
  std::array<std::uint32_t, kPhases + 1> next = starts;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    s.order[next[s.heads[i]]++] = static_cast<std::uint32_t>(i);
  }

  // The sums that all others are updated from: those of the origin, but with the pip counts of a board
  // after the roll, which most of its siblings share.
  const bool alone = boards.size() == 1;
  const Board& base = alone ? boards.front() : origin;
  const std::uint8_t* old_bytes = board_bytes(base);
  const std::array<Pips, 2> old_pips = {pips_of(base.us), pips_of(base.them)};
  const DerivedFeatures old_derived =
      derived_features(summary_of(occupied_places(base), made_places(base),
                                  {pips_of(boards.front().us), pips_of(boards.front().them)}));
  {
    ActiveFeatures active;
    std::array<const std::int16_t*, kMaxActiveFeatures> columns;
    const auto n = static_cast<std::size_t>(active_features(base, old_derived, active));
    for (std::size_t i = 0; i < n; ++i) columns[i] = net.column(active[i]);
    kernels_.sum_columns(s.base.data(), net.bias(), columns.data(), static_cast<int>(n), width);
  }
  s.changes.forget();

  const auto activate = [&](const Board& board, std::uint64_t occupied, std::int16_t* activations) {
    Changes changes;
    const auto change = [&](int from, int to) {
      changes.columns[static_cast<std::size_t>(changes.count++)] = s.changes.column(from, to);
    };
    const std::uint8_t* new_bytes = board_bytes(board);
    std::array<Pips, 2> pips = old_pips;
    s.changes.make_room();
    for (std::uint64_t left = different_places(base, board); left != 0; left &= left - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(left));
      change(kTable[place][old_bytes[place]], kTable[place][new_bytes[place]]);
      const int slot = static_cast<int>(place % 32);
      const int more = new_bytes[place] - old_bytes[place];
      pips[place / 32].all += slot * more;
      pips[place / 32].spare += spare_pips(slot) * more;
    }
    if (!alone) {
      const DerivedFeatures derived =
          derived_features(summary_of(occupied, made_places(board), pips));
      for (std::uint32_t left = different_groups(derived, old_derived); left != 0; left &= left - 1) {
        const int group = std::countr_zero(left);
        change(old_derived[group], derived[group]);
      }
    }
    kernels_.activate(activations, s.base.data(), changes.columns.data(), changes.count, width);
  };

  std::array<const std::int16_t*, kChunk> rows;
  for (std::size_t i = 0; i < kChunk; ++i) {
    rows[i] = s.activations.data() + i * static_cast<std::size_t>(width);
  }
  for (std::size_t head = 0; head < static_cast<std::size_t>(net.shape().heads); ++head) {
    for (std::size_t at = starts[head]; at < starts[head + 1]; at += kChunk) {
      const std::size_t count = std::min(kChunk, starts[head + 1] - at);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t item = s.order[at + i];
        activate(boards[item], s.occupied[item],
                 s.activations.data() + i * static_cast<std::size_t>(width));
      }
      kernels_.head(net.head(static_cast<int>(head)), rows.data(), static_cast<int>(count),
                    s.outputs.data());
      for (std::size_t i = 0; i < count; ++i) {
        out[s.order[at + i]] = read_output(s.outputs.data() + i * kOutputStride);
      }
    }
  }
}

}  // namespace alea::nn
