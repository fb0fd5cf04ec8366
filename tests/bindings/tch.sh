#!/usr/bin/env bash
# tch.sh FOLDER IMAGES CC INCLUDES LIBRARIES EXPECTED -- WRITE...: writes the shim for tch-rs with WRITE,
# compares its functions with those of tch-rs's own C layer, compiles and calls them, and runs the program
# that makes the calls of tch-rs's example mnist on IMAGES: it prints what Python computes, which is in
# EXPECTED. INCLUDES has : between two folders.
set -eu -o pipefail
folder=$1 images=$2 cc=$3 includes=$4 libraries=$5 expected=$6
shift 7
tests=$(dirname "$0")

"$@"
cd "$folder"
python3 "$tests/tch.py" "$tests/../fixtures/bindings/tch_functions.tsv" "$tests/tch_missing.tsv" \
  torch_api.h torch_api_generated.h
IFS=: read -ra folders <<<"$includes"
flags=(-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -O1 -I. -Itests
  "${folders[@]/#/-I}")
link=("-L$libraries" "-Wl,-rpath,$libraries" -lctorch)
mkdir -p out
rm -f out/*
for source in *.c; do
  "$cc" "${flags[@]}" -c "$source" -o "out/${source%.c}.o"
done
"$cc" "${flags[@]}" tests/test.c out/*.o "${link[@]}" -o out/test
out/test 2>out/warnings || { cat out/warnings; exit 1; }
"$cc" "${flags[@]}" -fsyntax-only examples/addcost.c
"$cc" "${flags[@]}" examples/mnist.c out/*.o "${link[@]}" -o out/mnist
out/mnist "$images" >out/mnist.txt
python3 - "$expected" out/mnist.txt <<'END'
import json, re, sys

with open(sys.argv[1], encoding="utf-8") as file:
    expected = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    lines = file.read().splitlines()
if len(lines) != len(expected):
    sys.exit(f"mnist prints {len(lines)} lines, Python {len(expected)}")
for line, case in zip(lines, expected):
    how, epoch, loss, accuracy = re.fullmatch(r"(\w+) +(\d+): loss (\S+), accuracy (\S+)", line).groups()
    # Python's kernels may be those of another processor.
    if (how, int(epoch)) != (case["how"], case["epoch"]) or abs(float(loss) - case["loss"]) > 2e-4 \
            or abs(float(accuracy) - case["accuracy"]) > 0.011:
        sys.exit(f"mnist prints: {line}\nPython computes: {case}")
print(f"mnist prints what Python computes: {lines[-1]}")
END
