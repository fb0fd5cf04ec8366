#!/usr/bin/env bash
# compile.sh: measures compiling with libctorch, generating and building it.
#
#     benchmarks/compile.sh [--library] [BUILD]
#
# BUILD is a folder in which libctorch was built (build/release). --library also builds the whole
# library in a new folder, without ccache, which takes minutes.
# JOBS=N builds with N compilers at a time (default: the number of cores).
set -eu -o pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
library=
build=$root/build/release
for argument; do
  case $argument in
  --library) library=1 ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "compile.sh: unknown option $argument; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$argument" && pwd) ;;
  esac
done
cc=${CC:-gcc}
cxx=${CXX:-g++}
jobs=${JOBS:-$(nproc)}

generator=$build/bin/ctorch-gen
if [ ! -x "$generator" ]; then
  echo "compile.sh: there is no $generator" >&2
  echo "  What to do: cmake --preset release && cmake --build build/release" >&2
  exit 1
fi
generated=$root/generated
[ ! -d "$build/generated/ctorch" ] || generated=$build/generated

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$cc" -std=c11 -O2 -o measure "$root/benchmarks/measure.c"

# A line of the table: what, how many runs, the command.
row() { # NAME RUNS COMMAND...
  local name=$1 wall cpu memory
  shift
  read -r wall cpu memory < <(./measure "$@") || { echo "compile.sh: '${*:2}' failed" >&2; exit 1; }
  awk -v n="$name" -v w="$wall" -v c="$cpu" -v m="$memory" \
    'BEGIN { printf "%-44s %10.1f %10.1f %10.1f\n", n, w * 1000, c * 1000, m / 1024 }'
}

printf '%-44s %10s %10s %10s\n' 'what (median)' 'ms' 'cpu ms' 'MiB'

# A program with the header and the same one without.
printf 'int main(void)\n{\n\treturn 0;\n}\n' >without.c
{ printf '#include <ctorch/ctorch.h>\n\n' && cat without.c; } >with.c
cp with.c with.cpp && cp without.c without.cpp
include=(-I"$root/runtime/include" -I"$generated")
row "${cc##*/} -c, empty program" 21 "$cc" -c without.c -o without.o
row "${cc##*/} -c, #include <ctorch/ctorch.h>" 21 "$cc" "${include[@]}" -c with.c -o with.o
row "${cc##*/} -E, #include <ctorch/ctorch.h>" 21 "$cc" "${include[@]}" -E with.c -o with.i
printf '#include <ctorch/core.h>\n\n' | cat - without.c >core.c
row "${cc##*/} -c, #include <ctorch/core.h>" 21 "$cc" "${include[@]}" -c core.c -o core.o
row "${cxx##*/} -c, empty program" 21 "$cxx" -c without.cpp -o without.o
row "${cxx##*/} -c, #include <ctorch/ctorch.h>" 21 "$cxx" "${include[@]}" -c with.cpp -o with.o

# The first run writes every file, the others change nothing.
row 'ctorch-gen generate, everything' 1 \
  "$generator" generate --quiet --root "$root" --out "$work/generated"
row 'ctorch-gen generate, nothing to change' 11 \
  "$generator" generate --quiet --root "$root" --out "$work/generated"
row 'ctorch-gen generate --check' 11 "$generator" generate --check --quiet --root "$root"

# If torchgen is installed: its time for reading the same list.
libtorch=$(sed -n 's/^CTORCH_LIBTORCH_FOUND:INTERNAL=//p' "$build/CMakeCache.txt")
yaml=$(PYTHONPATH=$libtorch/.. python3 -c '
import os, yaml, torchgen.gen
print(os.path.dirname(torchgen.gen.__file__) + "/packaged/ATen/native/")' 2>/dev/null || true)
if [ -f "${yaml}native_functions.yaml" ]; then
  export PYTHONPATH=$libtorch/..
  row 'torchgen (Python), reading the list only' 5 python3 -c "
from torchgen.gen import parse_native_yaml
parse_native_yaml('${yaml}native_functions.yaml', '${yaml}tags.yaml')"
fi
[ -n "$library" ] || exit 0

configure=(cmake -S "$root" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCTORCH_CCACHE=OFF
  -DCTORCH_EXAMPLES=OFF -DCTORCH_BENCHMARKS=OFF ${libtorch:+-DLIBTORCH="$libtorch"})
! command -v ninja >/dev/null || configure+=(-G Ninja)
row 'configuring' 1 "${configure[@]}"
row "building the library, $jobs at a time" 1 cmake --build "$work/build" -j "$jobs"
row 'building it again, nothing to do' 3 cmake --build "$work/build" -j "$jobs"
file=$(find "$work/build" -name 'libctorch-*.so.*.*.*' -type f)
strip -o stripped.so "$file"
awk -v n="$(stat -c %s stripped.so)" \
  'BEGIN { printf "%-44s %32.2f\n", "size of the library, stripped", n / 1048576 }'
