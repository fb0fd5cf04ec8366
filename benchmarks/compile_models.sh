#!/usr/bin/env bash
# compile_models.sh: what ctorch-compile makes of programs, beside eager Python, the interpreter and
# PyTorch's compilers, in one process in which they take turns.
#
#     benchmarks/compile_models.sh [--inductor] [--rounds N] [--build BUILD] [MODEL...]
#
# BUILD is a folder in which libctorch was built (build/release). PYTHON=FILE is a Python that has
# torch of the same release (python3). --inductor adds AOTInductor and torch.compile, which take
# minutes to compile. compile_models.py has the models.
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

arguments=()
while [ $# -gt 0 ]; do
  case $1 in
  --build) build=$(cd "$2" && pwd) && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  *) arguments+=("$1") ;;
  esac
  shift
done
need_program ctorch-compile
begin_work
export COMPILER=$program LIBRARY=$build/lib/libctorch.so ROOT=$root WORK=$work
export INCLUDES="-I$root/runtime/include -I$root/generated"
export CTORCH_COMPILE="$program --root $root" CTORCH_CFLAGS=$INCLUDES CTORCH_CACHE=$work/cache
"$python" -W ignore "$root/benchmarks/compile_models.py" "${arguments[@]}"
