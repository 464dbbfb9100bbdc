#!/bin/bash
# check.sh ROOT: fails if a source file below ROOT includes or calls what its layer may not.
set -euo pipefail
here=$(cd -P "$(dirname "$0")" && pwd)
cd "$1"
find engine nn training tools -name '*.h' -o -name '*.cpp' -o -name '*.inc' | LC_ALL=C sort |
  tr '\n' '\0' | xargs -0 awk -f "$here/layering.awk" "$here/allowed.txt"
