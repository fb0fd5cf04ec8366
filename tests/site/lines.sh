#!/usr/bin/env bash
# lines.sh ROOT PAGE EXPECTED LIBRARY-FOLDER INCLUDE-FOLDER...: every line of the page's tables is
# compiled by $CC and run, and what it makes is compared with EXPECTED, which PyTorch has computed.
set -eu -o pipefail
root=$1 page=$2 expected=$3 library=$4
shift 4
here=$root/tests/site
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

failed() {
  printf '%s\n' "called:   $1" "expected: $2" "got:      (the end)" "$(tail -n 25 "$work/log")" \
    "rerun:    ${RERUN:-$0}"
  exit 1
}

python3 "$here/lines.py" write "$page" "$root/generated/ctorch_api.json" >"$work/lines.c"
includes=(-I "$here")
for folder; do
  includes+=(-I "$folder")
done
# The beginning of a line defines more than it uses.
"${CC:-cc}" -std=gnu11 -O0 -Wall -Wextra -Werror -Wno-unused "${includes[@]}" "$work/lines.c" \
  -o "$work/lines" -L "$library" -lctorch -Wl,-rpath,"$library" 2>"$work/log" ||
  failed "cc, on the lines of $page as a program" "no warning"
# With the kernels of all processors, as for other values of Python.
export OMP_NUM_THREADS=1 ATEN_CPU_CAPABILITY=default
(cd "$work" && ./lines) >"$work/output" 2>"$work/log" ||
  failed "the lines of $page" "no error"
python3 "$here/lines.py" compare "$page" "$expected" <"$work/output" >"$work/log" ||
  failed "what the lines of $page make, beside $expected" "equal values"
cat "$work/log"

# The other side as well, where it can run: the file says what it computes today.
if [[ $(basename "$expected") != from_python.json ]]; then
  exit 0
fi
if ! "${PYTHON:-python3}" -c 'import torch' 2>/dev/null; then
  echo "left out: the lines of Python, since ${PYTHON:-python3} has no torch (PYTHON= names one)"
  exit 0
fi
"${PYTHON:-python3}" "$here/live.py" "$expected" >"$work/log" ||
  failed "the lines of Python, beside $expected" "equal values"
cat "$work/log"
