#!/bin/bash
# Runs tools/quickstart on machines that lack something (a PATH of stubs) and sees that it ends with one
# line that names it.
set -euo pipefail
root=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A machine with nothing but the basic tools.
new_machine() {
  rm -rf "${work:?}/bin"
  mkdir "$work/bin"
  local tool
  for tool in bash basename cat dirname env grep head mktemp paste printf readlink rm sed sort stat tail; do
    ln -s "$(command -v "$tool")" "$work/bin/$tool"
  done
}
stub() { # NAME, SCRIPT
  printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}
expect() { # TEXT OF THE LINE
  local output status=0
  output=$(cd / && env -i PATH="$work/bin" TMPDIR="$work" "$root/tools/quickstart" 2>&1 >/dev/null) || status=$?
  if [[ $status != 1 || $output != "tools/quickstart: "*"$1"* || $output == *$'\n'* ]]; then
    printf 'expected one line with "%s" and exit code 1, got %d:\n%s\n' "$1" "$status" "$output"
    exit 1
  fi
}

new_machine
expect 'cmake is missing; needed: a C++20 compiler'
stub cmake 'echo "cmake version 3.18.4"'
stub ninja ''
stub c++ 'if [[ $* == *-dumpfullversion* ]]; then echo 10.2.1; else echo "g++ (Debian 10.2.1)"; fi'
expect 'CMake 3.18.4 is too old; 3.25 or newer is needed'
stub cmake 'echo "cmake version 3.31.0"'
expect 'g++ 10.2.1 is too old; g++ 12 or clang 14 is needed'
stub c++ 'if [[ $* == *-dumpfullversion* ]]; then echo 13.0.1; else echo "Debian clang version 13.0.1"; fi'
expect 'clang 13.0.1 is too old; g++ 12 or clang 14 is needed'

# Debian, where nothing of it is installed but g++.
new_machine
# shellcheck disable=SC2016 # the stub expands it
stub dpkg-query '[[ ${!#} == g++ ]] && echo -n installed'
expect 'there is no apt-get to install: cmake ninja-build '
stub apt-get '[[ $* != *update* ]]'
if ((EUID != 0)); then
  expect 'not root and no sudo; run as root: apt-get install cmake ninja-build '
  stub sudo 'exit 1'
  expect 'sudo asks for a password but there is no terminal; run as root: apt-get install cmake '
  stub sudo 'shift; "$@"'
fi
expect 'cannot fetch the package lists'
stub apt-get '[[ $* == *update* ]] && exit 0; echo "E: Unable to locate package libexpected-dev"; exit 100'
expect 'sources have no package libexpected-dev; alea needs Debian 12 or newer'
stub apt-get '[[ $* == *" -y "* ]] && exit 100; exit 0'
expect 'apt-get could not install'
