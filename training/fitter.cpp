#include "training/fitter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "engine/base/check.h"
#include "engine/board/outcome.h"
#include "nn/eval/features.h"

namespace alea {
namespace {

using nn::AlignedVector;
using nn::HeadParameters;
using nn::kOutputs;
using nn::kOutputStride;
using nn::kTile;

constexpr int kAverageEvery = 8;      // steps between two updates of the averaged weights
constexpr int kFeaturesPerTask = 32;  // columns updated by one task
constexpr int kBias = -1;             // in place of a feature

constexpr std::array kHeadTensors = {&HeadParameters::w1, &HeadParameters::b1, &HeadParameters::w2,
                                     &HeadParameters::b2, &HeadParameters::w3, &HeadParameters::b3};

constexpr std::size_t size(int n) { return static_cast<std::size_t>(n); }

void transpose(const AlignedVector<float>& from, int rows, int stride, int columns,
               AlignedVector<float>& to) {
  to.resize(size(rows) * size(columns));
  constexpr int kBlock = 16;  // keeps both sides in cache
  for (int block = 0; block < rows; block += kBlock) {
    const int end = std::min(rows, block + kBlock);
    for (int c = 0; c < columns; ++c) {
      for (int r = block; r < end; ++r) to[size(c * rows + r)] = from[size(r * stride + c)];
    }
  }
}

// Loss weights of the five outputs: 0 where the rules decide.
void set_weights(const Board& board, float* weight) {
  const PossibleOutcomes possible = possible_outcomes(board);
  weight[0] = possible.win && possible.lose ? 1.0F : 0.0F;
  weight[1] = possible.win_gammon ? 1.0F : 0.0F;
  weight[2] = possible.win_backgammon ? 1.0F : 0.0F;
  weight[3] = possible.lose_gammon ? 1.0F : 0.0F;
  weight[4] = possible.lose_backgammon ? 1.0F : 0.0F;
}

// The rows in which each input is active: those of f are by_feature[starts[f]..starts[f + 1]), ascending.
void list_by_feature(const std::vector<nn::ActiveFeatures>& active, const std::vector<int>& counts,
                     std::size_t features, std::vector<std::uint32_t>& starts,
                     std::vector<std::uint16_t>& by_feature) {
  starts.assign(features + 1, 0);
  for (std::size_t i = 0; i < active.size(); ++i) {
    for (std::size_t k = 0; k < size(counts[i]); ++k) ++starts[active[i][k] + std::size_t{1}];
  }
  for (std::size_t f = 1; f <= features; ++f) starts[f] += starts[f - 1];
  by_feature.resize(starts.back());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t i = 0; i < active.size(); ++i) {
    for (std::size_t k = 0; k < size(counts[i]); ++k) {
      by_feature[next[active[i][k]]++] = static_cast<std::uint16_t>(i);
    }
  }
}

}  // namespace

Fitter::Fitter(nn::Parameters parameters, const nn::Kernels& kernels)
    : kernels_(kernels), weights_(std::move(parameters)), average_(weights_) {
  ALEA_CHECK(weights_.shape.features == nn::kFeatures);
  mean_ = square_ = nn::Parameters::zeros(weights_.shape);
  transposed_.resize(weights_.heads.size());
  for (std::size_t h = 0; h < weights_.heads.size(); ++h) transpose_head(h);
  shards_.resize(kShards);
  const std::size_t tile = size(kTile) * size(weights_.shape.width);
  for (Shard& shard : shards_) {
    shard.heads = mean_.heads;  // zero, as the moments are
    shard.touched_heads.resize(weights_.heads.size());
    shard.activation.resize(tile);
    shard.slope.resize(tile);
    shard.output.resize(size(kTile * kOutputStride));
  }
}

void Fitter::restore(State state) {
  ALEA_CHECK(state.weights.shape == weights_.shape);
  weights_ = std::move(state.weights);
  average_ = std::move(state.average);
  mean_ = std::move(state.mean);
  square_ = std::move(state.square);
  steps_ = state.steps;
  for (std::size_t h = 0; h < weights_.heads.size(); ++h) transpose_head(h);
}

void Fitter::transpose_head(std::size_t head) {
  const nn::Shape& s = weights_.shape;
  const HeadParameters& from = weights_.heads[head];
  Transposed& to = transposed_[head];
  transpose(from.w1, s.width, s.hidden1, s.hidden1, to.w1);
  transpose(from.w2, s.hidden1, s.hidden2, s.hidden2, to.w2);
  transpose(from.w3, s.hidden2, kOutputStride, kOutputs, to.w3);
}

void Fitter::run_shards(std::span<const Sample* const> batch, float equity_weight,
                        ThreadPool& pool) {
  const nn::Shape& shape = weights_.shape;
  const std::size_t width = size(shape.width);
  pool.for_each_index(kShards, [&](std::size_t index, int) {
    Shard& shard = shards_[index];
    shard.loss = 0;
    const std::size_t begin = batch.size() * index / kShards;
    const std::size_t end = batch.size() * (index + 1) / kShards;
    std::vector<std::pair<int, std::size_t>> order;  // (head, place in batch)
    for (std::size_t i = begin; i < end; ++i) {
      order.emplace_back(nn::head_of(nn::phase_of(batch[i]->board), shape.heads), i);
    }
    std::sort(order.begin(), order.end());

    // A tile is written whole: the last one may reach beyond the samples.
    shard.rows.resize((order.size() + size(kTile)) * width);
    shard.active.resize(order.size());
    shard.active_counts.resize(order.size());
    std::array<float, size(kTile * kOutputs)> target, weight;
    for (std::size_t at = 0; at < order.size();) {
      const int head = order[at].first;
      std::size_t count = 0;
      while (count < size(kTile) && at + count < order.size() && order[at + count].first == head) {
        const Sample& sample = *batch[order[at + count].second];
        nn::ActiveFeatures& active = shard.active[at + count];
        const int active_count = nn::active_features(sample.board, active);
        shard.active_counts[at + count] = active_count;
        std::array<const float*, nn::kMaxActiveFeatures> columns;
        for (std::size_t k = 0; k < size(active_count); ++k) {
          columns[k] = weights_.columns.data() + active[k] * width;
        }
        kernels_.sum_columns_float(shard.rows.data() + (at + count) * width, weights_.bias.data(),
                                   columns.data(), active_count, shape.width);
        const Probabilities& p = sample.target;
        const std::array<float, size(kOutputs)> values = {p.win, p.win_gammon, p.win_backgammon,
                                                          p.lose_gammon, p.lose_backgammon};
        std::copy(values.begin(), values.end(), target.begin() + static_cast<std::ptrdiff_t>(count * size(kOutputs)));
        set_weights(sample.board, weight.data() + count * size(kOutputs));
        ++count;
      }
      const HeadParameters& w = weights_.heads[size(head)];
      const Transposed& t = transposed_[size(head)];
      HeadParameters& g = shard.heads[size(head)];
      const nn::HeadGradientView view{
          .w1 = w.w1.data(), .b1 = w.b1.data(), .w2 = w.w2.data(), .b2 = w.b2.data(),
          .w3 = w.w3.data(), .b3 = w.b3.data(), .w1t = t.w1.data(), .w2t = t.w2.data(),
          .w3t = t.w3.data(), .gw1 = g.w1.data(), .gb1 = g.b1.data(), .gw2 = g.w2.data(),
          .gb2 = g.b2.data(), .gw3 = g.w3.data(), .gb3 = g.b3.data(), .width = shape.width,
          .hidden1 = shape.hidden1, .hidden2 = shape.hidden2};
      shard.touched_heads[size(head)] = 1;
      shard.loss += kernels_.train_tile(
          view, {.pre = shard.rows.data() + at * width, .activation = shard.activation.data(),
                 .slope = shard.slope.data(), .target = target.data(), .weight = weight.data(),
                 .output = shard.output.data(), .equity_weight = equity_weight,
                 .count = static_cast<int>(count)});
      at += count;
    }
    list_by_feature(shard.active, shard.active_counts, size(shape.features), shard.starts, shard.by_feature);
  });
}

void Fitter::sum_column(int feature, float* sum) {
  const std::size_t width = size(weights_.shape.width);
  std::fill_n(sum, width, 0.0F);
  std::array<const float*, 64> rows;
  std::size_t count = 0;
  const auto flush = [&] {
    kernels_.sum_columns_float(sum, sum, rows.data(), static_cast<int>(count), weights_.shape.width);
    count = 0;
  };
  const auto add = [&](const float* row) {
    rows[count++] = row;
    if (count == rows.size()) flush();
  };
  for (const Shard& shard : shards_) {
    if (feature == kBias) {
      for (std::size_t i = 0; i < shard.active.size(); ++i) add(shard.rows.data() + i * width);
      continue;
    }
    const auto f = size(feature);
    for (std::uint32_t i = shard.starts[f]; i < shard.starts[f + 1]; ++i) {
      add(shard.rows.data() + shard.by_feature[i] * width);
    }
  }
  flush();
}

double Fitter::step(std::span<const Sample* const> batch, const FitStep& how, ThreadPool& pool) {
  ALEA_CHECK(!batch.empty());
  run_shards(batch, how.equity_weight, pool);
  double loss = 0;
  for (const Shard& shard : shards_) loss += shard.loss;
  update(how, pool);
  return loss / static_cast<double>(batch.size());
}

void Fitter::update(const FitStep& how, ThreadPool& pool) {
  ++steps_;
  const nn::Shape& shape = weights_.shape;
  const auto correction = [&](double beta) {
    return static_cast<float>(1.0 / (1.0 - std::pow(beta, static_cast<double>(steps_))));
  };
  // Gradients are sums over some hundred samples: epsilon is small against that.
  const nn::AdamStep dense{.rate = how.rate, .beta1 = 0.9F, .beta2 = 0.999F, .epsilon = 1e-6F,
                           .bias1 = correction(0.9), .bias2 = correction(0.999), .limit = 1e6F};
  nn::AdamStep columns = dense, bias = dense;
  columns.limit = nn::kMaxColumnWeight;
  bias.limit = nn::kMaxColumnBias;
  const bool blend = steps_ % kAverageEvery == 0;
  const float share = 1.0F - std::pow(how.average_decay, static_cast<float>(kAverageEvery));

  const auto apply = [&](const nn::AdamStep& adam, AlignedVector<float> nn::Parameters::*tensor,
                         std::size_t at, float* gradient) {
    kernels_.adam(adam, (weights_.*tensor).data() + at, (mean_.*tensor).data() + at,
                  (square_.*tensor).data() + at, &gradient, 1, shape.width);
  };
  const std::size_t column_tasks = (size(shape.features) + kFeaturesPerTask - 1) / kFeaturesPerTask;
  pool.for_each_index(column_tasks + 1 + weights_.heads.size(), [&](std::size_t task, int) {
    AlignedVector<float> gradient(size(shape.width));
    if (task < column_tasks) {
      const std::size_t first = task * kFeaturesPerTask;
      const std::size_t last = std::min(size(shape.features), first + kFeaturesPerTask);
      const std::size_t width = size(shape.width);
      for (std::size_t f = first; f < last; ++f) {
        const bool touched = std::ranges::any_of(
            shards_, [&](const Shard& shard) { return shard.starts[f] < shard.starts[f + 1]; });
        if (!touched) continue;
        sum_column(static_cast<int>(f), gradient.data());
        apply(columns, &nn::Parameters::columns, f * width, gradient.data());
      }
      if (blend) {
        kernels_.blend(average_.columns.data() + first * width, weights_.columns.data() + first * width,
                       share, static_cast<int>((last - first) * width));
      }
    } else if (task == column_tasks) {
      sum_column(kBias, gradient.data());
      apply(bias, &nn::Parameters::bias, 0, gradient.data());
      if (blend) kernels_.blend(average_.bias.data(), weights_.bias.data(), share, shape.width);
    } else {
      const std::size_t h = task - column_tasks - 1;
      bool touched = false;
      for (Shard& shard : shards_) {
        touched |= shard.touched_heads[h] != 0;
        shard.touched_heads[h] = 0;
      }
      for (const auto tensor : kHeadTensors) {
        AlignedVector<float>& w = weights_.heads[h].*tensor;
        const int count = static_cast<int>(w.size());
        if (touched) {
          std::array<float*, kShards> gradients;
          for (std::size_t s = 0; s < shards_.size(); ++s) {
            gradients[s] = (shards_[s].heads[h].*tensor).data();
          }
          kernels_.adam(dense, w.data(), (mean_.heads[h].*tensor).data(),
                        (square_.heads[h].*tensor).data(), gradients.data(), kShards, count);
        }
        if (blend) kernels_.blend((average_.heads[h].*tensor).data(), w.data(), share, count);
      }
      if (touched) transpose_head(h);
    }
  });
}

nn::Parameters Fitter::gradient(std::span<const Sample* const> batch, float equity_weight,
                                double& loss, ThreadPool& pool) {
  run_shards(batch, equity_weight, pool);
  nn::Parameters sum = nn::Parameters::zeros(weights_.shape);
  loss = 0;
  for (int f = 0; f < sum.shape.features; ++f) {
    sum_column(f, sum.columns.data() + size(f) * size(sum.shape.width));
  }
  sum_column(kBias, sum.bias.data());
  for (Shard& shard : shards_) {
    loss += shard.loss;
    for (std::size_t h = 0; h < shard.heads.size(); ++h) {
      for (const auto tensor : kHeadTensors) {
        AlignedVector<float>& from = shard.heads[h].*tensor;
        AlignedVector<float>& to = sum.heads[h].*tensor;
        std::ranges::transform(from, to, to.begin(), std::plus<>{});
        std::ranges::fill(from, 0.0F);
      }
    }
    std::ranges::fill(shard.touched_heads, std::uint8_t{0});
  }
  return sum;
}

}  // namespace alea
