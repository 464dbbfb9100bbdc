#!/bin/bash
# self_test.sh COMPILER: compiles what check.sh must find, and sees that it does.
set -euo pipefail
here=$(cd -P "$(dirname "$0")" && pwd)
[[ $(uname -m) == x86_64 ]] || { echo "skipped: not an x86-64 machine"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() {  # OBJECT, CODE, FLAGS...
  local object=$work/$1 code=$2
  shift 2
  "$compiler" -x c++ -std=c++20 -O2 "$@" -c -o "$object" - <<<"$code"
}
expect() {  # clean|wrong, OBJECT
  local verdict=clean
  "$here/check.sh" "$work/$2" >/dev/null || verdict=wrong
  [[ $verdict == "$1" ]] || { echo "$2 was found $verdict"; exit 1; }
}

compiler=$1
sum='float sum(const float* x) { float s = 0; for (int i = 0; i < 64; ++i) s += x[i] * x[i]; return s; }'
compile plain.cpp.o "$sum"
compile wide.cpp.o "$sum" -mavx2
compile kernels_avx2.cpp.o "namespace { $sum } float go(const float* x) { return sum(x); }" -mavx2
expect clean plain.cpp.o
expect wrong wide.cpp.o
expect clean kernels_avx2.cpp.o
compile kernels_avx2.cpp.o "inline $sum float (*go())(const float*) { return sum; }" -mavx2
expect wrong kernels_avx2.cpp.o
compile kernels_avx512.cpp.o "float* make(); float* table = make();" -mavx512f
expect wrong kernels_avx512.cpp.o
