// Checkpoints of a training run: a header in JSON, then raw tensors and the ring, sealed by a SHA-256.
#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/base/sha256.h"
#include "nn/eval/features.h"
#include "training/trainer.h"

namespace alea {
namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "alea-run";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kSeal = 64;

tl::unexpected<Error> bad(std::string message) {
  return fail(ErrorKind::input, std::move(message));
}

}  // namespace

struct CheckpointFile {
  template <class Fn>
  static void for_each_tensor(Fitter::State& state, Fn fn) {
    for (nn::Parameters* p : {&state.weights, &state.average, &state.mean, &state.square}) {
      p->for_each(fn);
    }
  }

  static std::string write(const Trainer& t) {
    Fitter::State state = t.fitter_->state();
    json h;
    h["seed"] = t.config_.seed;
    for (const Stage& stage : t.config_.stages) {
      json s;
      for_each_field(stage, [&](const char* name, const auto& field) { s[name] = field; });
      h["stages"].push_back(s);
    }
    h["stage"] = t.stage_;
    h["games"] = t.games_;
    h["stage_start"] = t.stage_start_;
    h["slide_start"] = t.slide_start_;
    h["positions"] = t.positions_;
    h["drawn"] = t.drawn_;
    h["steps"] = state.steps;
    h["ring"] = t.ring_.size();
    h["ring_next"] = t.ring_next_;
    const nn::Shape& shape = state.weights.shape;
    h["shape"] = {shape.features, shape.width, shape.heads, shape.hidden1, shape.hidden2};

    const std::string text = h.dump();
    std::string out(kMagic);
    const auto put = [&](const void* data, std::size_t size) {
      out.append(static_cast<const char*>(data), size);
    };
    const auto header_size = static_cast<std::uint32_t>(text.size());
    put(&kVersion, 4);
    put(&header_size, 4);
    out += text;
    for_each_tensor(state,
                    [&](const auto& tensor) { put(tensor.data(), tensor.size() * sizeof(float)); });
    for (const Sample& sample : t.ring_) {  // field by field: the padding is not defined
      put(&sample.board, sizeof sample.board);
      put(&sample.target, sizeof sample.target);
    }
    out += sha256_hex(out);
    return out;
  }

  static Result<std::unique_ptr<Trainer>> read(std::string_view bytes, ThreadPool& pool,
                                               const nn::Kernels& kernels) {
    if (bytes.size() < kMagic.size() + 8 + kSeal || bytes.substr(0, kMagic.size()) != kMagic) {
      return bad("not a checkpoint of alea");
    }
    std::uint32_t version = 0, header_size = 0;
    std::memcpy(&version, bytes.data() + kMagic.size(), 4);
    std::memcpy(&header_size, bytes.data() + kMagic.size() + 4, 4);
    if (version != kVersion) {
      return bad(fmt::format("checkpoint format {} is not supported; this program reads format {}",
                             version, kVersion));
    }
    const std::string_view body = bytes.substr(0, bytes.size() - kSeal);
    if (sha256_hex(body) != bytes.substr(body.size()))
      return bad("checkpoint is damaged: checksum differs");
    if (body.size() - kMagic.size() - 8 < header_size) return bad("checkpoint has no whole header");
    const json h = json::parse(body.substr(kMagic.size() + 8, header_size));

    TrainingConfig config;
    config.seed = h.at("seed").get<std::uint64_t>();
    config.stages.clear();
    for (const json& s : h.at("stages")) {
      Stage stage;
      for_each_field(stage, [&](const char* name, auto& field) {
        if (s.contains(name))
          s.at(name).get_to(field);  // a figure younger than the run: as without it
      });
      config.stages.push_back(stage);
    }
    if (config.stages.empty()) return bad("checkpoint has no stages");
    const auto shape_of = [&](std::size_t i) { return h.at("shape").at(i).get<int>(); };
    const nn::Shape shape{shape_of(0), shape_of(1), shape_of(2), shape_of(3), shape_of(4)};
    if (!shape.valid() ||
        (shape.features != nn::kFeatures && shape.features != nn::kPlacedFeatures)) {
      return bad("checkpoint is of another feature set");
    }

    auto trainer = std::make_unique<Trainer>(config, pool, kernels);
    Fitter::State state;
    state.weights = state.average = state.mean = state.square = nn::Parameters::zeros(shape);
    std::size_t at = kMagic.size() + 8 + header_size;
    const auto get = [&](void* data, std::size_t size) {
      if (body.size() - at < size) return false;
      std::memcpy(data, body.data() + at, size);
      at += size;
      return true;
    };
    bool whole = true;
    for_each_tensor(state, [&](auto& tensor) {
      whole = whole && get(tensor.data(), tensor.size() * sizeof(float));
    });
    trainer->ring_.resize(h.at("ring").get<std::size_t>());
    for (Sample& sample : trainer->ring_) {
      whole = whole && get(&sample.board, sizeof sample.board) &&
              get(&sample.target, sizeof sample.target);
    }
    if (!whole || at != body.size()) return bad("checkpoint has the wrong size for its contents");
    state.steps = h.at("steps").get<std::uint64_t>();
    // A run that is older than the derived inputs goes on with them, from zero.
    for (nn::Parameters* p : {&state.weights, &state.average, &state.mean, &state.square}) {
      *p = nn::with_features(*p, nn::kFeatures);
    }
    trainer->fitter_ = std::make_unique<Fitter>(state.weights, kernels);
    trainer->fitter_->restore(std::move(state));
    trainer->stage_ = h.at("stage").get<std::size_t>();
    trainer->games_ = h.at("games").get<std::uint64_t>();
    trainer->stage_start_ = h.at("stage_start").get<std::uint64_t>();
    trainer->slide_start_ =
        h.value("slide_start", trainer->stage_start_);  // younger than the format
    trainer->positions_ = h.at("positions").get<std::uint64_t>();
    trainer->drawn_ = h.at("drawn").get<std::uint64_t>();
    trainer->ring_next_ = h.at("ring_next").get<std::size_t>();
    return trainer;
  }
};

std::string Trainer::checkpoint() const {
  return CheckpointFile::write(*this);
}

Result<std::unique_ptr<Trainer>> Trainer::restore(std::string_view bytes, ThreadPool& pool,
                                                  const nn::Kernels& kernels) {
  try {
    return CheckpointFile::read(bytes, pool, kernels);
  } catch (const json::exception&) {
    return bad("checkpoint has a header that cannot be read");
  }
}

}  // namespace alea
