// Kernels for AVX2.
#include <immintrin.h>

#include <cstdint>

#include "nn/net/kernels.h"

#define ALEA_KERNELS kAvx2Kernels
#define ALEA_ISA_NAME "avx2"
#define ALEA_VECTOR_BYTES 32

namespace alea::nn {
namespace {

using VI = __m256i;
typedef float VFloat __attribute__((vector_size(ALEA_VECTOR_BYTES), may_alias));

constexpr int kColumnVectors = 8;  // vectors of a first-layer tile kept in registers
constexpr int kHeadTile = 2;        // items of an inference tile
constexpr int kDenseTile = 2;       // items of a training tile

inline VI load16(const std::int16_t* p) noexcept {
  return _mm256_load_si256(reinterpret_cast<const VI*>(p));
}
inline void store16(std::int16_t* p, VI v) noexcept {
  _mm256_store_si256(reinterpret_cast<VI*>(p), v);
}
inline VI splat16(int x) noexcept { return _mm256_set1_epi16(static_cast<std::int16_t>(x)); }
inline VI splat_pair(const std::int16_t* p) noexcept {
  std::int32_t pair;
  __builtin_memcpy(&pair, p, sizeof pair);
  return _mm256_set1_epi32(pair);
}
inline VI add16(VI a, VI b) noexcept { return _mm256_add_epi16(a, b); }
inline VI add32(VI a, VI b) noexcept { return _mm256_add_epi32(a, b); }
inline VI sub16(VI a, VI b) noexcept { return _mm256_sub_epi16(a, b); }
inline VI min16(VI a, VI b) noexcept { return _mm256_min_epi16(a, b); }
inline VI max16(VI a, VI b) noexcept { return _mm256_max_epi16(a, b); }
inline VI mulhi16(VI a, VI b) noexcept { return _mm256_mulhi_epi16(a, b); }
template <int kBits>
inline VI shift_left16(VI a) noexcept {
  return _mm256_slli_epi16(a, kBits);
}
// sum + the products of neighbouring 16-bit pairs, added in 32 bits.
inline VI multiply_pairs(VI sum, VI a, VI b) noexcept {
  return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
}
inline VFloat vector_sqrt(VFloat x) noexcept { return _mm256_sqrt_ps(x); }

}  // namespace
}  // namespace alea::nn

#include "nn/net/kernels.inc"
