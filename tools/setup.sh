# Shared by tools/quickstart and tools/check (source it): finds or installs what alea is built with.
#
# Made for Debian 12. Elsewhere it installs nothing, but uses what is there.
# shellcheck shell=bash

root=$(cd -P -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)
program=tools/$(basename -- "$0")
readonly root program

say() { printf '\n== %s\n' "$*"; }

# One line that names what is missing, and the end.
die() {
  printf '%s: %s\n' "$program" "$*" >&2
  exit 1
}

# Whether version $1 is at least $2.
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

# Sets `as_root` to what a command must begin with to run as root, or ends with the line that says what it
# was needed for.
find_root() {
  local why=$1
  as_root=()
  ((EUID != 0)) || return 0
  command -v sudo >/dev/null || die "not root and no sudo; $why"
  if sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
  elif [[ -t 0 ]]; then
    as_root=(sudo)  # asks for the password
  else
    die "sudo asks for a password but there is no terminal; $why"
  fi
}

# Installs those Debian packages that are not there yet: install_packages build|test...
install_packages() {
  command -v dpkg-query >/dev/null || return 0  # no Debian: require_tools tells what is missing
  local packages=() purpose
  for purpose in "$@"; do
    case $purpose in
      build)
        packages+=(
          g++ cmake ninja-build
          libcpp-httplib-dev libcxxopts-dev libexpected-dev libfmt-dev libssl-dev
          nlohmann-json3-dev zlib1g-dev
        )
        ;;
      test) packages+=(binutils libgtest-dev pyflakes3 python3) ;;
    esac
  done
  local missing=() package
  for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  ((${#missing[@]} > 0)) || return 0

  command -v apt-get >/dev/null || die "there is no apt-get to install: ${missing[*]}"
  find_root "run as root: apt-get install ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120)
  local log
  log=$(mktemp) || die "cannot write to ${TMPDIR:-/tmp}"

  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  "${as_root[@]}" "${apt[@]}" -o APT::Update::Error-Mode=any update >"$log" 2>&1 ||
    die "cannot fetch the package lists (network or sources?), see $log; needed: ${missing[*]}"
  local unknown
  unknown=$("${apt[@]}" -s install --no-install-recommends "${missing[@]}" 2>&1 |
    sed -n 's/^E: Unable to locate package //p' | paste -sd ' ') || true
  [[ -z $unknown ]] || die "this system's sources have no package $unknown; alea needs Debian 12 or newer"
  "${as_root[@]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 ||
    die "apt-get could not install (see $log): ${missing[*]}"
  rm -f "$log"
}

# The tools that the build starts, and their versions.
require_tools() {
  local tool
  for tool in cmake ninja c++; do
    command -v "$tool" >/dev/null || [[ $tool == c++ && -n ${CXX:-} ]] ||
      die "$tool is missing; needed: a C++20 compiler, CMake 3.25, ninja and the libraries fmt, tl-expected, cxxopts, nlohmann-json, cpp-httplib, OpenSSL, zlib"
  done
  local version
  version=$(cmake --version | sed -n '1s/[^0-9]*//p')
  at_least "$version" 3.25 || die "CMake $version is too old; 3.25 or newer is needed"
  local compiler=${CXX:-c++}
  version=$("$compiler" -dumpfullversion -dumpversion 2>/dev/null) || die "$compiler does not run"
  if "$compiler" --version | grep -q clang; then
    at_least "$version" 14 || die "clang $version is too old; g++ 12 or clang 14 is needed"
  else
    at_least "$version" 12 || die "g++ $version is too old; g++ 12 or clang 14 is needed"
  fi
}

# Configures a preset into its folder: configure PRESET FOLDER [OPTION...]
configure() {
  local preset=$1 folder=$root/$2
  shift 2
  if ! mkdir -p -- "$folder" 2>/dev/null || ! [[ -w $folder ]]; then die "cannot write to $folder"; fi
  local fresh=()
  # A folder that was configured elsewhere (the sources were moved or copied) is of no use.
  if [[ -f $folder/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  if ! (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "$@") >"$folder/configure.log" 2>&1; then
    local reason
    reason=$(grep -m1 -A3 'CMake Error' "$folder/configure.log" | tail -n +2 | tr -s ' \n' ' ')
    die "cannot configure $2:${reason:- see $folder/configure.log}"
  fi
}

# A build made through sudo would leave folders that the user cannot write to: hand them over.
hand_over() {
  if ((EUID == 0)) && [[ -n ${SUDO_UID:-} && $(stat -c %u "$root") == "$SUDO_UID" ]]; then
    local folder
    for folder in "$root"/build*; do
      [[ -d $folder ]] && chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" "$folder"
    done
  fi
  return 0
}
trap hand_over EXIT
