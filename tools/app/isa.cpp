#include "tools/app/isa.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "tools/app/command_line.h"
#include "tools/app/console.h"

namespace alea::app {

Result<const nn::Kernels*> choose_kernels(std::string_view isa) {
  if (isa.empty()) return &nn::best_kernels();
  constexpr std::array<std::pair<std::string_view, nn::Isa>, 3> kSets{
      {{"baseline", nn::Isa::baseline}, {"avx2", nn::Isa::avx2}, {"avx512", nn::Isa::avx512}}};
  for (const auto& [name, set] : kSets) {
    if (name != isa) continue;
    if (const nn::Kernels* kernels = nn::kernels_for(set)) return kernels;
    return usage_error(fmt::format("ALEA_ISA={}: this processor lacks that instruction set", isa));
  }
  return usage_error(fmt::format("ALEA_ISA={}: expected baseline, avx2 or avx512", in_quotes(isa)));
}

}  // namespace alea::app
