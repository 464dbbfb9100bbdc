// Means of networks.
//
//   alea_net_lab average OUT NET NET...
//
// Writes the network whose float weights are the mean of those of the others. They must come from one
// run: its weights wander about a common place, which their mean is closer to than any of them; the
// weights of different runs have nothing to do with each other. Networks with fewer heads grow first.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "nn/eval/features.h"
#include "nn/net/network.h"

namespace alea {
namespace {

using Json = nlohmann::ordered_json;

int fail_with(const std::string& message) {
  fmt::print(stderr, "alea_net_lab: {}\n", message);
  return 1;
}

// sum += p, tensor by tensor; both of one shape.
void add(nn::Parameters& sum, const nn::Parameters& p) {
  std::vector<const nn::AlignedVector<float>*> tensors;
  p.for_each([&](const nn::AlignedVector<float>& tensor) { tensors.push_back(&tensor); });
  std::size_t number = 0;
  sum.for_each([&](nn::AlignedVector<float>& tensor) {
    const nn::AlignedVector<float>& other = *tensors[number++];
    std::transform(tensor.begin(), tensor.end(), other.begin(), tensor.begin(), std::plus<>());
  });
}

int average(const std::string& out, const std::vector<std::string>& files) {
  std::vector<nn::Parameters> nets;
  Json sources = Json::array();
  int heads = 1;
  for (const std::string& file : files) {
    const auto net = nn::Network::load(file);
    if (!net) return fail_with(net.error().message);
    if ((*net)->feature_set() != nn::kFeatureSet)
      return fail_with(file + " is of another feature set");
    nets.push_back((*net)->dequantise());
    heads = std::max(heads, nets.back().shape.heads);
    sources.push_back({{"net", (*net)->hash()}, {"provenance", Json::parse((*net)->provenance())}});
  }
  for (nn::Parameters& net : nets) {
    if (net.shape.heads < heads) {
      net = nn::with_heads(net, nn::head_origins(net.shape.heads, heads));
    }
    if (net.shape != nets.front().shape) return fail_with("the networks are of different shapes");
  }
  nn::Parameters mean = nets.front();
  for (std::size_t i = 1; i < nets.size(); ++i) add(mean, nets[i]);
  mean.for_each([&](nn::AlignedVector<float>& tensor) {
    for (float& x : tensor) x /= static_cast<float>(nets.size());
  });
  const Json provenance = {
      {"made_by", "alea_net_lab average"}, {"mean_of", sources}, {"licence", "MIT"}};
  const auto net = nn::Network::quantise(mean, std::string(nn::kFeatureSet), provenance.dump());
  if (const Status written = write_file(out, net->serialise()); !written) {
    return fail_with(written.error().message);
  }
  fmt::print("net {} in {}\n", net->hash(), out);
  return 0;
}

}  // namespace
}  // namespace alea

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 4 || words.front() != "average") {
    fmt::print(stderr, "usage: alea_net_lab average OUT NET NET...\n");
    return 2;
  }
  return alea::average(words[1], {words.begin() + 2, words.end()});
}
