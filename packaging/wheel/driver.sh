#!/usr/bin/env bash
# The C and C++ compiler for a wheel, called as cc or c++ in the folder that scripts/build-wheel.sh
# makes: zig's clang with the headers and symbols of glibc 2.28, and the libstdc++ of g++ 12, which
# libtorch's C++ is compiled for, instead of clang's own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export ZIG_GLOBAL_CACHE_DIR=$here/cache ZIG_LOCAL_CACHE_DIR=$here/cache
arguments=(-target x86_64-linux-gnu.2.28 -g0 -fno-sanitize=undefined)
name=${0##*/}
if [ "$name" = c++ ]; then
  gxx=/usr/include/c++/12
  arguments+=(-nostdinc++ -nostdlib++
    -I"$here/headers" -I"$gxx" -I"${gxx/include/include/x86_64-linux-gnu}")
fi
# zig makes a precompiled header by itself, but not with -c, -emit-pch and clang's -include of the
# header.
precompiles=
case " $* " in *' -emit-pch '*) precompiles=1 ;; esac
while [ $# -gt 0 ]; do
  case "$precompiles $1 ${2:-}" in
  '1 -c '*) ;;
  '1 -Xclang -emit-pch') shift ;;
  '1 -Xclang -include') shift 3 ;;
  *) arguments+=("$1") ;;
  esac
  shift
done
exec "$here/tools/ziglang/zig" "$name" "${arguments[@]}"
