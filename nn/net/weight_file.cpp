// Reading and writing weight files; the layout is described in docs/weights-format.md.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/base/sha256.h"
#include "nn/net/network.h"

static_assert(std::endian::native == std::endian::little, "weight files are little-endian");

namespace alea::nn {
namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "alea-net";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kAlign = 64;
constexpr std::size_t kPreamble = kMagic.size() + 4 + 4 + 64;  // magic, version, size, checksum
constexpr std::uint32_t kMaxHeader = 1 << 20;

tl::unexpected<Error> bad(std::string message) { return fail(ErrorKind::input, std::move(message)); }

std::size_t aligned(std::size_t n) { return (n + kAlign - 1) / kAlign * kAlign; }


}  // namespace

// Lists the tensors of a net in file order; the only place that knows their names.
struct WeightFile {
  struct Tensor {
    std::string name;
    std::string type;  // "i16" or "f32"
    std::vector<int> shape;
    char* data;
    std::size_t bytes;
  };

  template <class T>
  static Tensor tensor(std::string name, std::vector<int> shape, AlignedVector<T>& values) {
    std::size_t n = 1;
    for (const int side : shape) n *= static_cast<std::size_t>(side);
    values.resize(n);
    return {std::move(name), sizeof(T) == 2 ? "i16" : "f32", std::move(shape),
            reinterpret_cast<char*>(values.data()), n * sizeof(T)};
  }

  static std::vector<Tensor> tensors(Network& net) {
    const Shape& s = net.shape_;
    std::vector<Tensor> list;
    list.push_back(tensor("columns", {s.features, s.width}, net.columns_));
    list.push_back(tensor("bias", {s.width}, net.bias_));
    net.heads_.resize(static_cast<std::size_t>(s.heads));
    for (std::size_t h = 0; h < net.heads_.size(); ++h) {
      Network::Head& head = net.heads_[h];
      const auto name = [&](const char* part) { return fmt::format("head{}.{}", h, part); };
      list.push_back(tensor(name("w1"), {s.width / 2, s.hidden1, 2}, head.w1));
      list.push_back(tensor(name("b1"), {s.hidden1}, head.b1));
      list.push_back(tensor(name("w2"), {s.hidden1, s.hidden2}, head.w2));
      list.push_back(tensor(name("b2"), {s.hidden2}, head.b2));
      list.push_back(tensor(name("w3"), {s.hidden2, kOutputStride}, head.w3));
      list.push_back(tensor(name("b3"), {kOutputStride}, head.b3));
    }
    return list;
  }

  static json header(Network& net) {
    const Shape& s = net.shape_;
    json h;
    h["feature_set"] = net.feature_set_;
    h["shape"] = {{"features", s.features}, {"width", s.width},     {"heads", s.heads},
                  {"hidden1", s.hidden1},   {"hidden2", s.hidden2}};
    h["activation"] = "x(2-|x|), leaky 1/8, leaky 1/8, logistic";
    h["sum_one"] = kSumOne;
    h["activation_one"] = kActivationOne;
    h["provenance"] = json::parse(net.provenance_, nullptr, false);
    for (const Network::Head& head : net.heads_) h["scale1"].push_back(head.scale1);
    for (const Tensor& t : tensors(net)) {
      h["tensors"].push_back({{"name", t.name},
                              {"type", t.type},
                              {"shape", t.shape},
                              {"sha256", sha256_hex({t.data, t.bytes})}});
    }
    return h;
  }

  static std::string write(Network& net) {
    std::string text = header(net).dump();
    std::string out(kMagic);
    const auto put = [&](std::uint32_t x) { out.append(reinterpret_cast<const char*>(&x), 4); };
    put(kVersion);
    put(static_cast<std::uint32_t>(text.size()));
    out += sha256_hex(text);
    out += text;
    for (const Tensor& t : tensors(net)) {
      out.resize(aligned(out.size()), '\0');
      out.append(t.data, t.bytes);
    }
    return out;
  }

  static Status read_header(Network& net, const json& h) {
    net.feature_set_ = h.at("feature_set").get<std::string>();
    const json& shape = h.at("shape");
    net.shape_ = {shape.at("features").get<int>(), shape.at("width").get<int>(),
                  shape.at("heads").get<int>(), shape.at("hidden1").get<int>(),
                  shape.at("hidden2").get<int>()};
    if (!net.shape_.valid()) return bad("weight file describes a shape this version cannot run");
    if (h.at("sum_one") != kSumOne || h.at("activation_one") != kActivationOne) {
      return bad("weight file uses number scales this version cannot run");
    }
    net.provenance_ = h.at("provenance").dump();
    return {};
  }

  static Status read(Network& net, std::string_view bytes) {
    if (bytes.size() < kPreamble || bytes.substr(0, kMagic.size()) != kMagic) {
      return bad("not an alea weight file");
    }
    const auto get = [&](std::size_t at) {
      std::uint32_t x = 0;
      std::memcpy(&x, bytes.data() + at, 4);
      return x;
    };
    const std::uint32_t version = get(kMagic.size()), size = get(kMagic.size() + 4);
    if (version != kVersion) {
      return bad(fmt::format("weight file format {} is not supported; this program reads format {}",
                             version, kVersion));
    }
    if (size > kMaxHeader || bytes.size() < kPreamble + size) return bad("weight file is truncated");
    const std::string_view text = bytes.substr(kPreamble, size);
    if (sha256_hex(text) != bytes.substr(kPreamble - 64, 64)) {
      return bad("weight file is damaged: header checksum differs");
    }
    const json h = json::parse(text);
    ALEA_TRY(read_header(net, h));
    const std::vector<Tensor> list = tensors(net);
    const json& described = h.at("tensors");
    if (described.size() != list.size() || h.at("scale1").size() != net.heads_.size()) {
      return bad("weight file does not list the tensors of its shape");
    }
    for (std::size_t i = 0; i < net.heads_.size(); ++i) {
      net.heads_[i].scale1 = h["scale1"][i].get<float>();
      if (!(net.heads_[i].scale1 > 0)) return bad("weight file has a scale that is not positive");
    }
    std::size_t at = kPreamble + size;
    for (std::size_t i = 0; i < list.size(); ++i) {
      ALEA_TRY(read_tensor(list[i], described[i], bytes, at));
    }
    if (at != bytes.size()) {
      return bad(fmt::format("weight file has {} bytes after its end", bytes.size() - at));
    }
    return {};
  }

  static Status read_tensor(const Tensor& t, const json& d, std::string_view bytes,
                            std::size_t& at) {
    if (d.at("name") != t.name || d.at("type") != t.type || d.at("shape") != json(t.shape)) {
      return bad(fmt::format("weight file: tensor {} does not fit the shape", t.name));
    }
    const std::size_t padded = aligned(at);
    if (bytes.size() < padded + t.bytes) {
      return bad(fmt::format("weight file is truncated in tensor {}", t.name));
    }
    for (; at < padded; ++at) {
      if (bytes[at] != '\0') return bad(fmt::format("weight file is damaged before tensor {}", t.name));
    }
    std::memcpy(t.data, bytes.data() + at, t.bytes);
    at += t.bytes;
    if (sha256_hex({t.data, t.bytes}) != d.at("sha256").get<std::string>()) {
      return bad(fmt::format("weight file is damaged: checksum of tensor {} differs", t.name));
    }
    if (t.type == "f32") {
      for (std::size_t i = 0; i < t.bytes; i += sizeof(float)) {
        float x = 0;
        std::memcpy(&x, t.data + i, sizeof x);
        if (!std::isfinite(x)) return bad(fmt::format("weight file: {} is not finite", t.name));
      }
    }
    return {};
  }
};

std::string Network::serialise() const {
  return WeightFile::write(const_cast<Network&>(*this));  // tensors() resizes to the size it has
}

Result<std::shared_ptr<const Network>> Network::parse(std::string_view bytes) {
  const std::shared_ptr<Network> net(new Network);
  try {
    ALEA_TRY(WeightFile::read(*net, bytes));
  } catch (const nlohmann::json::exception&) {
    return bad("weight file has a header that cannot be read");
  }
  net->hash_ = sha256_hex(bytes).substr(0, 12);
  return net;
}

}  // namespace alea::nn
