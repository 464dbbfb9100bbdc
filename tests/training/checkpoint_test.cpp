#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/rng.h"
#include "engine/base/sha256.h"
#include "tests/training/small_run.h"
#include "training/trainer.h"

namespace alea {
namespace {

// A checkpoint after one round, made once.
const std::string& some_checkpoint() {
  static const std::string bytes = [] {
    ThreadPool pool(1);
    Trainer trainer(small_run(), pool);
    EXPECT_TRUE(trainer.round().has_value());
    return trainer.checkpoint();
  }();
  return bytes;
}

std::string refusal(std::string_view bytes) {
  ThreadPool pool(1);
  const auto trainer = Trainer::restore(bytes, pool);
  if (trainer) {
    ADD_FAILURE() << "accepted";
    return "";
  }
  EXPECT_EQ(trainer.error().kind, ErrorKind::input);
  EXPECT_EQ(trainer.error().message.find('\n'), std::string::npos);
  return trainer.error().message;
}

TEST(Checkpoint, RestoresTheWholeState) {
  ThreadPool pool(1);
  const auto trainer = Trainer::restore(some_checkpoint(), pool);
  ASSERT_TRUE(trainer.has_value()) << trainer.error().message;
  EXPECT_EQ((*trainer)->games(), 12U);
  EXPECT_EQ((*trainer)->config().stages.size(), 2U);
  EXPECT_EQ((*trainer)->config().stages[1].unusual_start, 0.5F);
  EXPECT_EQ((*trainer)->checkpoint(), some_checkpoint());
}

// The same checkpoint as it was written before there were derived inputs: without their columns.
std::string without_derived_inputs(const std::string& bytes) {
  constexpr std::size_t kHeaderAt = 16, kSeal = 64;
  std::uint32_t header_size = 0;
  std::memcpy(&header_size, bytes.data() + kHeaderAt - 4, 4);
  nlohmann::json header = nlohmann::json::parse(bytes.substr(kHeaderAt, header_size));
  const nn::Shape shape{header["shape"][0], header["shape"][1], header["shape"][2],
                        header["shape"][3], header["shape"][4]};
  header["shape"][0] = nn::kPlacedFeatures;
  const std::string text = header.dump();
  const auto text_size = static_cast<std::uint32_t>(text.size());
  std::string out = bytes.substr(0, kHeaderAt - 4);
  out.append(reinterpret_cast<const char*>(&text_size), 4);
  out += text;
  std::size_t at = kHeaderAt + header_size;
  const nn::Parameters layout = nn::Parameters::zeros(shape);
  const std::size_t placed = static_cast<std::size_t>(nn::kPlacedFeatures * shape.width);
  for (int state = 0; state < 4; ++state) {  // weights, average, mean, square
    layout.for_each([&](const nn::AlignedVector<float>& tensor) {
      const std::size_t kept = &tensor == &layout.columns ? placed : tensor.size();
      out += bytes.substr(at, kept * sizeof(float));
      at += tensor.size() * sizeof(float);
    });
  }
  out += bytes.substr(at, bytes.size() - kSeal - at);
  return out + sha256_hex(out);
}

TEST(Checkpoint, OfARunWithoutDerivedInputsGoesOnWithThemFromZero) {
  ThreadPool pool(1);
  const auto trainer = Trainer::restore(without_derived_inputs(some_checkpoint()), pool);
  ASSERT_TRUE(trainer.has_value()) << trainer.error().message;
  const auto net = (*trainer)->network();
  const auto full = (*Trainer::restore(some_checkpoint(), pool))->network();
  const int width = net->shape().width;
  ASSERT_EQ(net->shape(), full->shape());
  for (int f = 0; f < nn::kFeatures; ++f) {
    for (int i = 0; i < width; ++i) {
      ASSERT_EQ(net->column(f)[i], f < nn::kPlacedFeatures ? full->column(f)[i] : 0) << f;
    }
  }
  ASSERT_TRUE((*trainer)->round().has_value());
  const auto later = (*trainer)->network();
  int learnt = 0;
  for (int f = nn::kPlacedFeatures; f < nn::kFeatures; ++f) learnt += later->column(f)[0] != 0;
  EXPECT_GT(learnt, 0);
}

TEST(Checkpoint, TruncatedFilesAreRefused) {
  const std::string& bytes = some_checkpoint();
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : bytes.size() / 40) {
    ASSERT_FALSE(refusal(std::string_view(bytes).substr(0, size)).empty());
  }
  ASSERT_FALSE(refusal(std::string_view(bytes).substr(0, bytes.size() - 1)).empty());
}

TEST(Checkpoint, FlippedBitsAreRefused) {
  std::string bytes = some_checkpoint();
  Rng rng(1, 9);
  for (std::size_t at = 0; at < bytes.size(); at += at < 40 ? 1 : bytes.size() / 40) {
    const char mask = static_cast<char>(1U << rng.below(8));
    bytes[at] = static_cast<char>(bytes[at] ^ mask);
    ASSERT_FALSE(refusal(bytes).empty()) << at;
    bytes[at] = static_cast<char>(bytes[at] ^ mask);
  }
}

TEST(Checkpoint, ForeignFilesAndVersionsAreRefused) {
  EXPECT_NE(refusal("").find("not a checkpoint"), std::string::npos);
  EXPECT_NE(refusal(std::string(5000, 'x')).find("not a checkpoint"), std::string::npos);
  EXPECT_NE(refusal(some_checkpoint() + "x").find("damaged"), std::string::npos);
  std::string later = some_checkpoint();
  later[8] = 9;
  EXPECT_NE(refusal(later).find("format 9"), std::string::npos);
}

}  // namespace
}  // namespace alea
