#!/usr/bin/env bash
# prove-export-back.sh [BUILD] [NAME...]: programs that C has recorded, loaded and run by Python.
#
#   PYTHON=FILE    a Python with torch of the pinned release; default: python3
#   --out DIR      for the programs; default: build/export-back
#   --table FILE   the table; default: DIR/table.md
#   --compile LIST these are compiled by Inductor, the others by the backend "eager"
#   --package LIST these are compiled and packaged by AOTInductor, which needs a C++ compiler
#                  "all" in a LIST is each program: a quarter of an hour on one core
#
# The export_zoo of BUILD (build/release) records the modules and functions NAME..., or all that are
# small; "large": the others. Python loads each program and compares what it computes with what C
# has: of module() bit for bit, and after run_decompositions() and torch.compile(). After an interrupt,
# the next run keeps the rows of programs that are the same.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_again_with "$@"
read_options out= table= compile= package= ... -- "$@"
build=$CT_ROOT/build/release
if [ -d "${words[0]:-}" ]; then
  build=$(realpath "${words[0]}")
  words=("${words[@]:1}")
fi
python=${PYTHON:-python3}
out=$(realpath -m "${out:-$CT_ROOT/build/export-back}")
table=$(realpath -m "${table:-$out/table.md}")
zoo=$build/tests/export_zoo

[ -x "$zoo" ] || fail "$zoo does not exist" \
  "What to do: cmake --build $build --target export_zoo"
release=$("$python" -c 'import torch; print(torch.__version__.split("+")[0])' 2>/dev/null) || release=none
[ "$release" = "$(pinned_release)" ] || fail "$python has PyTorch $release, not $(pinned_release)" \
  "What to do: pip install torch==$(pinned_release), or PYTHON=FILE $CT_AGAIN"

# shellcheck disable=SC2034 # step() reads it
CT_STEPS=2
step "recording"
mkdir -p "$out"
rm -f "$out"/*.pt2 "$out"/*.cases.pt
run export-back-zoo env OMP_NUM_THREADS=1 "$zoo" "$out" ${words[@]+"${words[@]}"}
step_done "$(find "$out" -name '*.pt2' | wc -l) programs"
step "running them in Python"
status=0
env OMP_NUM_THREADS=1 "$python" -W ignore "$CT_ROOT/scripts/prove_export_back.py" \
  --compile "${compile:-mlp,counter,gpt}" --package "${package:-mlp,gpt}" "$out" >"$table" || status=$?
step_done "$table"
[ $status -eq 0 ] || fail "not all results are C's" "see $table"
