#!/usr/bin/env bash
# Installs what weft needs on Debian 12 and builds it into build/ (tools in
# build/bin). Arguments go to cmake, for example -DWEFT_ENABLE_SANITIZERS=ON.
#
#   BUILD_DIR   where to build (default: build)
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD_DIR:-build}

packages=(cmake ninja-build ccache clang-22 lld-22 llvm-22-dev libmlir-22-dev mlir-22-tools
          libzstd-dev libomp5-19 libgtest-dev python3 python3-numpy)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "Installing ${missing[*]}"
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DLLVM_USE_LINKER=lld \
  -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
  -DPython3_EXECUTABLE=/usr/bin/python3 "$@" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
rm -f "$build.log"
cmake --build "$build"
