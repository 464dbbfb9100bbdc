#include <gtest/gtest.h>

#include <string>

#include "engine/base/rng.h"
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
