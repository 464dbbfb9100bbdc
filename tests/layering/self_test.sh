#!/bin/bash
# Plants one violation after the other and sees check.sh find each in its line.
set -euo pipefail
here=$(cd -P "$(dirname "$0")" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/engine/{base,board,cube} "$root"/nn/{net,eval} "$root"/{training,tools/app}

expect_clean() {
  "$here/check.sh" "$root" || { echo "complained about nothing wrong: $1"; exit 1; }
}
expect_wrong() {  # FILE, TEXT of its second line
  printf '// one\n%s\n' "$2" >"$root/$1"
  if output=$("$here/check.sh" "$root"); then echo "accepted in $1: $2"; exit 1; fi
  [[ $output == "$1:2: "* ]] || { echo "wrong place for $2 in $1: $output"; exit 1; }
  rm "$root/$1"
}

expect_clean "no files"
printf '#include "engine/base/a.h"\n#include <vector>\nint exit_code(int);\n' >"$root/engine/cube/ok.cpp"
printf '#include "nn/net/a.h"\n#include "tools/app/b.h"\nstd::exit(getenv("x") != 0);\n' >"$root/tools/app/ok.cpp"
expect_clean "legal files"
expect_wrong engine/base/a.h '#include "engine/board/board.h"'
expect_wrong engine/board/a.cpp '#  include  "engine/cube/position.h"'
expect_wrong engine/board/a.cpp '#include "nn/net/network.h"'
expect_wrong engine/board/a.cpp '#include "board.h"'
expect_wrong nn/net/a.h '#include "engine/board/board.h"'
expect_wrong nn/net/a.h '#include <nlohmann/json.hpp>'
expect_wrong nn/eval/a.h '#include "training/trainer.h"'
expect_wrong training/a.cpp '#include "tools/app/session.h"'
expect_wrong training/a.cpp 'if (bad) std::exit(1);'
expect_wrong engine/cube/a.cpp 'std::cerr << "x";'
expect_wrong engine/cube/a.cpp 'const char* isa = std::getenv("ALEA_ISA");'
expect_wrong engine/base/a.cpp 'std::printf("x");'
