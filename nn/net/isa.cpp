#include "nn/net/kernels.h"

#include <initializer_list>

namespace alea::nn {

extern const Kernels kBaselineKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

const Kernels* kernels_for(Isa isa) noexcept {
  switch (isa) {
    case Isa::baseline:
      return &kBaselineKernels;
    case Isa::avx2:
      return __builtin_cpu_supports("avx2") ? &kAvx2Kernels : nullptr;
    case Isa::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("avx512vnni")
                 ? &kAvx512Kernels
                 : nullptr;
  }
  return nullptr;
}

const Kernels& best_kernels() noexcept {
  for (const Isa isa : {Isa::avx512, Isa::avx2}) {
    if (const Kernels* kernels = kernels_for(isa)) return *kernels;
  }
  return kBaselineKernels;
}

}  // namespace alea::nn
