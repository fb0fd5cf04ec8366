#!/usr/bin/env bash
# prove-exported.sh [BUILD] [NAME...]: runs programs exported by Python, and compares with Python.
#
#   PYTHON=FILE    a Python with torch of the pinned release and torchvision; default: python3
#   --out DIR      for archives and references; default: build/exported
#   --table FILE   the table; default: DIR/table.md
#   --force        writes archives and references again
#
# tests/proof/exported/make.py exports the programs NAME... or all of them, each in three forms (as
# torch.export.export() returns it, after run_decompositions({}), and after run_decompositions()),
# and writes what Python computes with each file at one thread: 4 GB, in about 20 minutes; a later
# run uses them again. The exported_proof of BUILD (build/release) runs every archive and compares
# outputs, changed inputs, buffers after three runs, gradients and refused inputs bit for bit. The
# table has a row for each program, also for those that Python itself cannot export, save or load.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_again_with "$@"
read_options out= table= force ... -- "$@"
build=$CT_ROOT/build/release
if [ -d "${words[0]:-}" ]; then
  build=$(realpath "${words[0]}")
  words=("${words[@]:1}")
fi
python=${PYTHON:-python3}
out=$(realpath -m "${out:-$CT_ROOT/build/exported}")
table=$(realpath -m "${table:-$out/table.md}")
proof=$build/tests/exported_proof
make=$CT_ROOT/tests/proof/exported/make.py

[ -x "$proof" ] || fail "$proof does not exist" \
  "What to do: cmake --build $build --target exported_proof"
"$python" -c 'import torch, torchvision' 2>/dev/null ||
  fail "$python cannot import torch and torchvision" \
    "What to do: pip install torch==$(pinned_release) torchvision, or PYTHON=FILE $CT_AGAIN"
release=$("$python" -c 'import torch; print(torch.__version__.split("+")[0])')
[ "$release" = "$(pinned_release)" ] || fail "$python has PyTorch $release, not $(pinned_release)" \
  "What to do: pip install torch==$(pinned_release) torchvision, or PYTHON=FILE $CT_AGAIN"

# The archives of the programs that were asked for.
find_archives() {
  local name
  if [ ${#words[@]} -eq 0 ]; then
    find "$out" -maxdepth 1 -name '*.pt2'
  else
    for name in "${words[@]}"; do
      find "$out" -maxdepth 1 -name "$name.*.pt2"
    done
  fi | LC_ALL=C sort
}

# shellcheck disable=SC2034 # step() reads it
CT_STEPS=3
step "exporting, and computing references"
run exported-make "$python" -W ignore "$make" ${force:+--force} "$out" ${words[@]+"${words[@]}"}
mapfile -t archives < <(find_archives)
[ ${#archives[@]} -gt 0 ] || fail "no program was exported" "see $CT_LOGS/exported-make.log"
step_done "${#archives[@]} archives"
step "running them"
status=0
run_quietly exported-proof env OMP_NUM_THREADS=1 "$proof" --verbose "${archives[@]}" || status=$?
step_done "$(tail -n 1 "$CT_LOGS/exported-proof.log")"
step "writing the table"
"$python" "$CT_ROOT/scripts/prove_exported.py" "$CT_LOGS/exported-proof.log" "$out/summary.json" \
  ${words[@]+"${words[@]}"} >"$table"
step_done "$table"
[ $status -eq 0 ] || fail "not all results are Python's" "see $CT_LOGS/exported-proof.log"
