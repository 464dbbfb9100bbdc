#include <string>

#include "engine/base/check.h"
#include "nn/net/network.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

// A small weight file to be damaged.
const std::string& intact() {
  static const std::string bytes = [] {
    alea::nn::Shape shape;
    shape.features = 40;
    shape.width = alea::nn::kWidthBlock;
    return alea::nn::Network::quantise(alea::nn::Parameters::zeros(shape), "fuzz", "{}")
        ->serialise();
  }();
  return bytes;
}

}  // namespace

// The input is a list of edits of three bytes: two of a place, one that replaces what stands there; what is
// left over at the end cuts the file short. A weight file that is accepted is written back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes = intact();
  for (; size >= 3; size -= 3, data += 3) {
    const std::size_t place = static_cast<std::size_t>(data[0]) * 256 + data[1];
    bytes[place % bytes.size()] = static_cast<char>(data[2]);
  }
  if (size == 2) bytes.resize(bytes.size() - data[0]);
  if (size == 1) bytes.resize(static_cast<std::size_t>(data[0]) * 2);
  const auto network = alea::nn::Network::parse(bytes);
  if (!network) {
    ALEA_CHECK(network.error().kind == alea::ErrorKind::input);
    return 0;
  }
  ALEA_CHECK((*network)->serialise() == bytes);
  return 0;
}
