#!/usr/bin/env bash
# prove-jit.sh [BUILD]: runs TorchScript files of others, and compares with Python.
#
#   PYTHON=FILE    a Python with torch of the pinned release, torchvision and pip; default: python3
#   --out DIR      for the files; default: build/jit
#
# Fetches Silero's voice detector, the package silero-vad, whose model is a TorchScript file with a
# state: two networks, each with an LSTM. It detects voices in two signals of ten seconds, part after
# part, in Python at one thread; jit_proof of BUILD (build/release) makes the same calls, and each
# result must be equal bit for bit. ct_inspect and ct_run read the file, too. A copy that C has saved
# computes the same bits in Python.
#
# Then torchvision's Faster R-CNN, and a module with layers of torchvision, as TorchScript files with
# custom operators: ct_run names the operators that are missing, and with torchvision's library
# computes what Python does. That library needs the libtorch of its own Python.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_again_with "$@"
read_options out= ... -- "$@"
build=$(realpath -m "${words[0]:-$CT_ROOT/build/release}")
python=${PYTHON:-python3}
out=$(realpath -m "${out:-$CT_ROOT/build/jit}")
proof=$build/tests/jit_proof

[ -x "$proof" ] || fail "$proof does not exist" \
  "What to do: cmake --build $build --target jit_proof ct_inspect ct_run"
release=$("$python" -c 'import torch; print(torch.__version__.split("+")[0])' 2>/dev/null || true)
[ "$release" = "$(pinned_release)" ] ||
  fail "$python has PyTorch ${release:-none}, not $(pinned_release)" \
    "What to do: pip install torch==$(pinned_release), or PYTHON=FILE $CT_AGAIN"

# shellcheck disable=SC2034 # step() reads it
CT_STEPS=5
mkdir -p "$out"
script=$out/silero_vad/data/silero_vad.jit
step "fetching silero-vad"
if [ ! -f "$script" ]; then
  run jit-fetch "$python" -m pip download --no-deps --dest "$out" silero-vad
  run jit-unpack "$python" -m zipfile -e "$(find "$out" -name 'silero_vad-*.whl' | head -n 1)" "$out"
fi
step_done "$(sha256sum "$script" | cut -c 1-16) $(basename "$script")"
step "calling it in Python"
rm -f "$out/silero_vad.ref.pt"
run jit-reference "$python" "$CT_ROOT/scripts/prove_jit.py" "$script" "$out/silero_vad.ref.pt"
step_done "$(tail -n 1 "$CT_LOGS/jit-reference.log")"
step "calling it in C"
run jit-proof env OMP_NUM_THREADS=1 "$proof" "$script" "$out/silero_vad.ref.pt" \
  "$out/silero_vad.c.jit"
run jit-inspect "$build/bin/ct_inspect" "$script"
run jit-run "$build/bin/ct_run" -i 1x512:zeros -i 16000 "$script"
step_done "$(tail -n 1 "$CT_LOGS/jit-proof.log"); $(tail -n 1 "$CT_LOGS/jit-inspect.log")"
step "calling what C has saved in Python"
run jit-back "$python" "$CT_ROOT/scripts/prove_jit.py" "$out/silero_vad.c.jit" "$out/silero_vad.ref.pt"
step_done "$(tail -n 1 "$CT_LOGS/jit-back.log")"
step "running files with operators of torchvision"
run jit-operators "$python" "$CT_ROOT/scripts/prove_jit_operators.py" "$out"
folders=$(tail -n 1 "$CT_LOGS/jit-operators.log")
library=$(tail -n 2 "$CT_LOGS/jit-operators.log" | head -n 1)
for name in detector operators; do
  ref=$out/$name.ref.pt
  call=("$build/bin/ct_run" -q --threads 1 -i "$ref:/inputs" --compare "$ref:/outputs" "$out/$name.pt")
  ! run_quietly jit-missing "${call[@]}" || fail "$name.pt runs without torchvision"
  grep -q 'operators that this process does not have: torchvision::' "$CT_LOGS/jit-missing.log" ||
    fail "no missing operator is named" "see $CT_LOGS/jit-missing.log"
  say "$name.pt: $(grep -o 'torchvision::[a-z_0-9]*' "$CT_LOGS/jit-missing.log" | xargs) missing"
  run jit-run-operators env OMP_NUM_THREADS=1 "LD_LIBRARY_PATH=$folders" \
    "${call[@]}" --library "$library"
  say "$name.pt: $(grep -c bit-equal "$CT_LOGS/jit-run-operators.log") outputs equal"
done
step_done
