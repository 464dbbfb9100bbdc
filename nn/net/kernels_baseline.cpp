// Kernels for any x86-64 processor (SSE2).
#include <immintrin.h>

#include <cstdint>

#include "nn/net/kernels.h"

#define ALEA_KERNELS kBaselineKernels
#define ALEA_ISA_NAME "baseline"
#define ALEA_VECTOR_BYTES 16

namespace alea::nn {
namespace {

using VI = __m128i;
typedef float VFloat __attribute__((vector_size(ALEA_VECTOR_BYTES), may_alias));

constexpr int kColumnVectors = 8;  // vectors of a first-layer tile kept in registers
constexpr int kHeadTile = 1;        // items of an inference tile
constexpr int kDenseTile = 1;       // items of a training tile

inline VI load16(const std::int16_t* p) noexcept {
  return _mm_load_si128(reinterpret_cast<const VI*>(p));
}
inline void store16(std::int16_t* p, VI v) noexcept {
  _mm_store_si128(reinterpret_cast<VI*>(p), v);
}
inline VI splat16(int x) noexcept { return _mm_set1_epi16(static_cast<std::int16_t>(x)); }
inline VI splat_pair(const std::int16_t* p) noexcept {
  std::int32_t pair;
  __builtin_memcpy(&pair, p, sizeof pair);
  return _mm_set1_epi32(pair);
}
inline VI add16(VI a, VI b) noexcept { return _mm_add_epi16(a, b); }
inline VI add32(VI a, VI b) noexcept { return _mm_add_epi32(a, b); }
inline VI sub16(VI a, VI b) noexcept { return _mm_sub_epi16(a, b); }
inline VI min16(VI a, VI b) noexcept { return _mm_min_epi16(a, b); }
inline VI max16(VI a, VI b) noexcept { return _mm_max_epi16(a, b); }
inline VI mulhi16(VI a, VI b) noexcept { return _mm_mulhi_epi16(a, b); }
template <int kBits>
inline VI shift_left16(VI a) noexcept {
  return _mm_slli_epi16(a, kBits);
}
// sum + the products of neighbouring 16-bit pairs, added in 32 bits.
inline VI multiply_pairs(VI sum, VI a, VI b) noexcept {
  return _mm_add_epi32(sum, _mm_madd_epi16(a, b));
}
inline VFloat vector_sqrt(VFloat x) noexcept { return _mm_sqrt_ps(x); }

}  // namespace
}  // namespace alea::nn

#include "nn/net/kernels.inc"
