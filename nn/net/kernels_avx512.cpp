// Kernels for AVX-512 with VNNI.
#include <immintrin.h>

#include <cstdint>

#include "nn/net/kernels.h"

#define ALEA_KERNELS kAvx512Kernels
#define ALEA_ISA_NAME "avx512"
#define ALEA_VECTOR_BYTES 64

namespace alea::nn {
namespace {

using VI = __m512i;
typedef float VFloat __attribute__((vector_size(ALEA_VECTOR_BYTES), may_alias));

constexpr int kColumnVectors = 4;  // vectors of a first-layer tile kept in registers
constexpr int kHeadTile = 8;        // items of an inference tile
constexpr int kDenseTile = 8;       // items of a training tile

inline VI load16(const std::int16_t* p) noexcept {
  return _mm512_load_si512(reinterpret_cast<const VI*>(p));
}
inline void store16(std::int16_t* p, VI v) noexcept {
  _mm512_store_si512(reinterpret_cast<VI*>(p), v);
}
inline VI splat16(int x) noexcept { return _mm512_set1_epi16(static_cast<std::int16_t>(x)); }
inline VI splat_pair(const std::int16_t* p) noexcept {
  std::int32_t pair;
  __builtin_memcpy(&pair, p, sizeof pair);
  return _mm512_set1_epi32(pair);
}
inline VI add16(VI a, VI b) noexcept { return _mm512_add_epi16(a, b); }
inline VI add32(VI a, VI b) noexcept { return _mm512_add_epi32(a, b); }
inline VI sub16(VI a, VI b) noexcept { return _mm512_sub_epi16(a, b); }
inline VI min16(VI a, VI b) noexcept { return _mm512_min_epi16(a, b); }
inline VI max16(VI a, VI b) noexcept { return _mm512_max_epi16(a, b); }
inline VI mulhi16(VI a, VI b) noexcept { return _mm512_mulhi_epi16(a, b); }
template <int kBits>
inline VI shift_left16(VI a) noexcept {
  return _mm512_slli_epi16(a, kBits);
}
// sum + the products of neighbouring 16-bit pairs, added in 32 bits.
inline VI multiply_pairs(VI sum, VI a, VI b) noexcept {
  // Not the intrinsic: GCC 12 copies its accumulators around the loop, at half the speed.
  asm("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
  return sum;
}
inline VFloat vector_sqrt(VFloat x) noexcept { return _mm512_sqrt_ps(x); }

}  // namespace
}  // namespace alea::nn

#include "nn/net/kernels.inc"
