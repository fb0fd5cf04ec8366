#!/usr/bin/env bash
# prove-aoti.sh [BUILD]: compiles models with AOTInductor, runs the packages, and compares with Python.
#
#   PYTHON=FILE    a Python with torch of the pinned release; default: python3
#   --out DIR      for the packages; default: build/aoti
#   --force        compiles all packages again
#
# Compiling needs a C++ compiler, and takes half a minute for each model. ct_run of BUILD
# (build/release) runs each package with the inputs of the reference, at one thread: the outputs must
# be those of Python, bit for bit, since both run the same code. No folder of a package may be left.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_again_with "$@"
read_options out= force ... -- "$@"
build=$(realpath -m "${words[0]:-$CT_ROOT/build/release}")
python=${PYTHON:-python3}
out=$(realpath -m "${out:-$CT_ROOT/build/aoti}")
run=$build/bin/ct_run

[ -x "$run" ] || fail "$run does not exist" "What to do: cmake --build $build --target ct_run"
release=$("$python" -c 'import torch; print(torch.__version__.split("+")[0])' 2>/dev/null || true)
[ "$release" = "$(pinned_release)" ] ||
  fail "$python has PyTorch ${release:-none}, not $(pinned_release)" \
    "What to do: pip install torch==$(pinned_release), or PYTHON=FILE $CT_AGAIN"

# shellcheck disable=SC2034 # step() reads it
CT_STEPS=2
[ -z "${force:-}" ] || rm -f "$out"/*.pt2 "$out"/*.ref.pt
mkdir -p "$out/unpacked"
step "compiling packages"
run aoti-make "$python" "$CT_ROOT/scripts/prove_aoti.py" "$out"
step_done "$(find "$out" -maxdepth 1 -name '*.pt2' | wc -l) packages"
step "running them"
count=0
for package in "$out"/*.pt2; do
  ref=${package%.pt2}.ref.pt
  run aoti-run env TMPDIR="$out/unpacked" OMP_NUM_THREADS=1 "$run" --allow-code --threads 1 \
    -i "$ref:/inputs" --compare "$ref:/outputs" "$package"
  say "$(basename "$package"): $(grep -c bit-equal "$CT_LOGS/aoti-run.log") outputs equal"
  count=$((count + 1))
done
# The compiled code checks its inputs.
for wrong in 4x16:float64:zeros 4x15:float32:zeros; do
  ! run_quietly aoti-wrong env TMPDIR="$out/unpacked" "$run" --allow-code -i "$wrong" -i 4:int64:zeros \
    "$out/mlp.pt2" || fail "mlp.pt2 runs with the input $wrong"
  say "mlp.pt2 with $wrong: $(tail -n 1 "$CT_LOGS/aoti-wrong.log")"
done
left=$(find "$out/unpacked" -mindepth 1 | wc -l)
[ "$left" -eq 0 ] || fail "$left files are left in $out/unpacked"
step_done "$count packages equal to Python's; no folder is left"
