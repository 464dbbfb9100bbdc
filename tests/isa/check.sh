#!/bin/bash
# check.sh OBJECT...: fails if an object file would need more than the common x86-64 instruction set,
# or if one of the files for a special one could lend its code to others.
#
# kernels_avx2.cpp and kernels_avx512.cpp are compiled for processors that the machine may not be.
# They may use their instructions, but must not define anything that the linker merges with a
# definition elsewhere (inline functions: weak symbols), or that runs before the choice is made
# (static initialisers).
set -euo pipefail
export LC_ALL=C
[[ $(uname -m) == x86_64 ]] || { echo "skipped: not an x86-64 machine"; exit 77; }
command -v objdump >/dev/null || { echo "objdump is missing: install binutils"; exit 1; }
(($# > 0)) || { echo "no object files"; exit 1; }

status=0
for object in "$@"; do
  case $object in
    */kernels_avx2.cpp.o | */kernels_avx512.cpp.o)
      if weak=$(nm --defined-only -C "$object" | grep -E '^[0-9a-f]* [WVuw] ' | grep -v ' DW\.ref\.'); then
        printf '%s: the linker may give these to other files:\n%s\n' "$object" "$weak"
        status=1
      fi
      if objdump -h "$object" | grep -qE '\.(init_array|ctors)'; then
        printf '%s: has static initialisers, which run before the instruction set is chosen\n' "$object"
        status=1
      fi
      ;;
    *)
      # Every VEX or EVEX instruction has a mnemonic with v; only these touch vector registers.
      if found=$(objdump -d -C --no-show-raw-insn "$object" |
        awk '/^[0-9a-f]+ </ { name = $0 } /\tv[a-z0-9]+ .*%[xyz]mm/ { print name; print; exit 1 }'); then
        continue
      fi
      printf '%s: needs a processor with AVX:\n%s\n' "$object" "$found"
      status=1
      ;;
  esac
done
exit $status
