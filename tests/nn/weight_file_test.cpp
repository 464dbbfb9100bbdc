#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/base/file.h"
#include "engine/base/sha256.h"
#include "tests/nn/nets.h"
#include "tests/support/temporary_folder.h"

namespace alea::nn {
namespace {

// A small net, so that damage can be tried in many places.
std::shared_ptr<const Network> small_net() {
  Parameters p = Parameters::zeros({.features = 20, .width = 128, .heads = 2});
  Rng rng(6, 6);
  p.for_each([&](AlignedVector<float>& tensor) {
    for (float& x : tensor) x = 0.3F * spread(rng);
  });
  return Network::quantise(p, "test-1", R"({"games":12,"licence":"MIT"})");
}

// The one-line reason why `bytes` is refused; fails the test if it is not.
std::string refusal(std::string_view bytes) {
  const auto net = Network::parse(bytes);
  if (net) {
    ADD_FAILURE() << "accepted";
    return "";
  }
  EXPECT_EQ(net.error().kind, ErrorKind::input);
  EXPECT_FALSE(net.error().message.empty());
  EXPECT_EQ(net.error().message.find('\n'), std::string::npos);
  return net.error().message;
}

constexpr std::size_t kHeader = 8 + 4 + 4 + 64;  // what stands before the JSON

std::size_t header_size(const std::string& bytes) {
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data() + 12, 4);
  return size;
}

// The file with another header text, its size and checksum put right.
std::string with_header(const std::string& bytes, const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string result = bytes.substr(0, 12);
  result.append(reinterpret_cast<const char*>(&size), 4);
  result += sha256_hex(text) + text;
  // Tensors begin at a multiple of 64.
  result.resize((result.size() + 63) / 64 * 64, '\0');
  const std::size_t tensors = (kHeader + header_size(bytes) + 63) / 64 * 64;
  return result + bytes.substr(tensors);
}

std::string replaced_in_header(const std::string& bytes, std::string_view from,
                               std::string_view to) {
  std::string text = bytes.substr(kHeader, header_size(bytes));
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  return with_header(bytes, text);
}

TEST(WeightFile, ReadsBackWhatWasWritten) {
  for (const auto& net : {small_net(), random_network(256, 10, 1)}) {
    const std::string bytes = net->serialise();
    const auto read = Network::parse(bytes);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ((*read)->serialise(), bytes);
    EXPECT_EQ((*read)->hash(), net->hash());
    EXPECT_EQ((*read)->shape(), net->shape());
    EXPECT_EQ((*read)->feature_set(), net->feature_set());
    EXPECT_EQ((*read)->provenance(), net->provenance());
  }
}

TEST(WeightFile, HashIsThatOfTheFile) {
  const auto net = small_net();
  EXPECT_EQ(net->hash(), sha256_hex(net->serialise()).substr(0, 12));
}

TEST(WeightFile, TensorsAreAlignedAndListedInTheHeader) {
  const std::string bytes = random_network(128, 1, 1)->serialise();
  const std::size_t tensors = (kHeader + header_size(bytes) + 63) / 64 * 64;
  const std::size_t columns = static_cast<std::size_t>(kFeatures) * 128 * 2;
  // columns, bias, w1, b1, w2, b2, w3, b3: all sizes here are multiples of 64.
  EXPECT_EQ(bytes.size(),
            tensors + columns + 256 + 128 * 32 * 2 + 128 + 32 * 32 * 4 + 128 + 32 * 16 * 4 + 64);
}

TEST(WeightFile, EveryTruncationIsRefused) {
  const std::string bytes = small_net()->serialise();
  const std::size_t dense = kHeader + header_size(bytes) + 200;
  for (std::size_t size = 0; size < bytes.size(); size += size < dense ? 1 : 97) {
    const std::string reason = refusal(std::string_view(bytes).substr(0, size));
    if (size >= kHeader) {
      ASSERT_NE(reason.find("truncated"), std::string::npos) << size << ": " << reason;
    }
  }
  EXPECT_NE(refusal(std::string_view(bytes).substr(0, bytes.size() - 1)).find("head1.b3"),
            std::string::npos);
}

TEST(WeightFile, EverySingleBitFlipIsRefused) {
  std::string bytes = small_net()->serialise();
  const std::size_t dense = kHeader + header_size(bytes) + 200;
  Rng rng(2, 3);
  for (std::size_t at = 0; at < bytes.size(); at += at < dense ? 1 : 61 + rng.below(80)) {
    const char mask = static_cast<char>(1U << rng.below(8));
    bytes[at] = static_cast<char>(bytes[at] ^ mask);
    ASSERT_FALSE(refusal(bytes).empty()) << at;
    bytes[at] = static_cast<char>(bytes[at] ^ mask);
  }
  EXPECT_TRUE(Network::parse(bytes).has_value());
}

TEST(WeightFile, PaddingMustBeZero) {
  // A header length that leaves a gap before the first tensor.
  std::string bytes = small_net()->serialise();
  while ((kHeader + header_size(bytes)) % 64 == 0) {
    bytes = with_header(bytes, bytes.substr(kHeader, header_size(bytes)) + " ");
  }
  ASSERT_TRUE(Network::parse(bytes).has_value());
  bytes[kHeader + header_size(bytes)] = 1;
  EXPECT_NE(refusal(bytes).find("damaged before tensor columns"), std::string::npos);
}

TEST(WeightFile, BytesAfterTheEndAreRefused) {
  EXPECT_NE(refusal(small_net()->serialise() + "xyz").find("3 bytes after its end"),
            std::string::npos);
}

TEST(WeightFile, ForeignFilesAreRefused) {
  for (const std::string& text :
       {std::string(),
        std::string("\x7f"
                    "ELF"),
        std::string(10'000, '\0'), std::string(10'000, 'a'), std::string("alea-net")}) {
    EXPECT_NE(refusal(text).find("not an alea weight file"), std::string::npos);
  }
}

TEST(WeightFile, AnotherVersionIsRefusedByNumber) {
  std::string bytes = small_net()->serialise();
  bytes[8] = 2;
  const std::string reason = refusal(bytes);
  EXPECT_NE(reason.find("format 2"), std::string::npos) << reason;
  EXPECT_NE(reason.find("reads format 1"), std::string::npos) << reason;
}

TEST(WeightFile, NumbersThatAreNotFiniteAreRefused) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Parameters p = Parameters::zeros({.features = 20, .width = 128, .heads = 1});
    p.heads[0].w2[5] = bad;  // its checksum is right
    const auto net = Network::quantise(p, "test", "{}");
    EXPECT_NE(refusal(net->serialise()).find("head0.w2 is not finite"), std::string::npos);
  }
}

TEST(WeightFile, ShapesThatDoNotFitAreRefused) {
  const std::string bytes = small_net()->serialise();
  EXPECT_NE(refusal(replaced_in_header(bytes, R"("width":128)", R"("width":100)")).find("shape"),
            std::string::npos);
  EXPECT_NE(
      refusal(replaced_in_header(bytes, R"("heads":2)", R"("heads":999999999)")).find("shape"),
      std::string::npos);
  EXPECT_NE(
      refusal(replaced_in_header(bytes, R"("features":20)", R"("features":-1)")).find("shape"),
      std::string::npos);
  // A shape that could be, but not with these tensors.
  EXPECT_NE(
      refusal(replaced_in_header(bytes, R"("features":20)", R"("features":21)")).find("columns"),
      std::string::npos);
  EXPECT_NE(refusal(replaced_in_header(bytes, R"("heads":2)", R"("heads":1)")).find("tensors"),
            std::string::npos);
}

TEST(WeightFile, HeadersThatMeanNothingAreRefused) {
  const std::string bytes = small_net()->serialise();
  for (const char* text :
       {"", "{}", "[1,2]", "{\"shape\":7}", "no json", "null", "{\"feature_set\":1}"}) {
    EXPECT_FALSE(refusal(with_header(bytes, text)).empty()) << text;
  }
  EXPECT_FALSE(refusal(replaced_in_header(bytes, R"("sum_one":1024)", R"("sum_one":512)")).empty());
  EXPECT_FALSE(refusal(replaced_in_header(bytes, R"("type":"i16")", R"("type":"f32")")).empty());
  EXPECT_FALSE(refusal(replaced_in_header(bytes, R"("shape":{)", R"("shape":{"x":)")).empty());
}

class WeightFileOnDisk : public test::TemporaryFolder {};

TEST_F(WeightFileOnDisk, LoadNamesTheFile) {
  ASSERT_TRUE(write_file(path("net"), small_net()->serialise()).has_value());
  const auto net = Network::load(path("net"));
  ASSERT_TRUE(net.has_value());
  EXPECT_EQ((*net)->hash(), small_net()->hash());

  ASSERT_TRUE(write_file(path("bad"), "something else").has_value());
  const auto bad = Network::load(path("bad"));
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().source, path("bad").string());

  const auto missing = Network::load(path("none"));
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, ErrorKind::environment);
}

}  // namespace
}  // namespace alea::nn
