#include "engine/evaluator/cached_evaluator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/rng.h"
#include "engine/evaluator/remainder.h"

namespace alea {
namespace {

using Key = std::array<std::uint64_t, 4>;
using Words = std::array<std::uint64_t, 3>;  // five floats and four bytes of nothing

Words packed(const Probabilities& p) noexcept {
  const std::array<float, 6> floats = {p.win,         p.win_gammon,      p.win_backgammon,
                                       p.lose_gammon, p.lose_backgammon, 0.0F};
  return std::bit_cast<Words>(floats);
}

Probabilities unpacked(const Words& words) noexcept {
  const auto f = std::bit_cast<std::array<float, 6>>(words);
  return {f[0], f[1], f[2], f[3], f[4]};
}

// Two slots to a byte: no count exceeds 15, and slots 26..31 are empty.
Key key_of_board(const Board& board) noexcept {
  std::array<std::uint8_t, 32> bytes;
  for (std::size_t i = 0; i < 16; ++i) {
    bytes[i] = static_cast<std::uint8_t>(board.us[i] | board.us[i + 16] << 4);
    bytes[i + 16] = static_cast<std::uint8_t>(board.them[i] | board.them[i + 16] << 4);
  }
  return std::bit_cast<Key>(bytes);
}

std::uint64_t hash(const Key& key) noexcept {
  // Odd multipliers: digits of e.
  return mix64((key[0] * 0xb7e151628aed2a6bULL ^ key[1]) * 0xbf7158809cf4f3c7ULL ^
               mix64(key[2] * 0x62e7160f38b4da57ULL ^ key[3]));
}

}  // namespace

// One board and its chances in a cache line. `version` is odd while somebody writes; a reader that sees it
// odd or changed takes the entry for another board's.
struct alignas(64) CachedEvaluator::Entry {
  std::atomic<std::uint64_t> version{0};
  std::array<std::atomic<std::uint64_t>, 4> key{};
  std::array<std::atomic<std::uint64_t>, 3> chances{};

  bool read(const Key& wanted, Probabilities& out) const noexcept {
    const std::uint64_t before = version.load(std::memory_order_acquire);
    if (before == 0 || (before & 1) != 0) return false;
    bool same = true;
    for (std::size_t i = 0; i < key.size(); ++i) {
      same &= key[i].load(std::memory_order_acquire) == wanted[i];
    }
    if (!same) return false;
    Words words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = chances[i].load(std::memory_order_acquire);
    }
    if (version.load(std::memory_order_relaxed) != before) return false;
    out = unpacked(words);
    return true;
  }

  void write(const Key& new_key, const Probabilities& p) noexcept {
    std::uint64_t before = version.load(std::memory_order_relaxed);
    if ((before & 1) != 0 ||
        !version.compare_exchange_strong(before, before + 1, std::memory_order_acquire)) {
      return;  // somebody else is writing here: nothing is lost
    }
    const Words words = packed(p);
    for (std::size_t i = 0; i < key.size(); ++i) {
      key[i].store(new_key[i], std::memory_order_release);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      chances[i].store(words[i], std::memory_order_release);
    }
    version.store(before + 2, std::memory_order_release);
  }
};

struct CachedEvaluator::Own final : RemainderScratch {
  using RemainderScratch::RemainderScratch;
  std::vector<Key> keys;  // of the boards asked for
  std::vector<std::uint64_t> hashes;
  // Boards that occur twice in one call: the later place, and the one whose answer it shares.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> twins;
  std::vector<std::uint32_t>
      unknown;  // by high bits of the hash: place + 1 of a board not remembered
};

CachedEvaluator::CachedEvaluator(std::shared_ptr<const Evaluator> inner, std::size_t bytes)
    : inner_(std::move(inner)),
      mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1)) - 1),
      entries_(std::make_unique<Entry[]>(mask_ + 1)) {
  static_assert(sizeof(Entry) == 64);
  ALEA_CHECK(inner_ != nullptr);
}

CachedEvaluator::~CachedEvaluator() = default;

std::unique_ptr<Evaluator::Scratch> CachedEvaluator::make_scratch() const {
  return std::make_unique<Own>(inner_->make_scratch());
}

void CachedEvaluator::evaluate(const Board& origin, std::span<const Board> boards,
                               std::span<Probabilities> out, Scratch& scratch) const {
  ALEA_ASSERT(boards.size() == out.size());
  Own& own = static_cast<Own&>(scratch);
  if (own.keys.size() < boards.size()) {
    own.keys.resize(boards.size());
    own.hashes.resize(boards.size());
  }
  // All entries are asked for before the first is needed: the table is larger than the processor's caches.
  for (std::size_t i = 0; i < boards.size(); ++i) {
    own.keys[i] = key_of_board(boards[i]);
    own.hashes[i] = hash(own.keys[i]);
    __builtin_prefetch(&entries_[own.hashes[i] & mask_]);
  }
  const std::size_t places = std::bit_ceil(2 * boards.size());
  own.unknown.assign(places, 0);
  own.twins.clear();
  std::size_t next = 0;  // boards are asked about in their order
  evaluate_remainder(*inner_, origin, boards, out, own, [&](const Board&, Probabilities& p) {
    const std::size_t i = next++;
    if (entries_[own.hashes[i] & mask_].read(own.keys[i], p)) return true;
    std::uint32_t& unknown = own.unknown[own.hashes[i] >> 32 & (places - 1)];
    if (unknown > 0 && own.keys[unknown - 1] == own.keys[i]) {
      own.twins.emplace_back(static_cast<std::uint32_t>(i), unknown - 1);
      return true;
    }
    unknown = static_cast<std::uint32_t>(i + 1);
    return false;
  });
  for (const auto& [place, twin] : own.twins) out[place] = out[twin];
  for (const std::uint32_t place : own.places) {
    entries_[own.hashes[place] & mask_].write(own.keys[place], out[place]);
  }
}

std::string CachedEvaluator::identity() const {
  return inner_->identity();
}

}  // namespace alea
