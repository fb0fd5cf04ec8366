#!/usr/bin/env bash
# types.sh PYTHON PACKAGE EXAMPLES: `mypy --strict` accepts the stubs of the package, and programs that
# are right; it finds the mistakes in programs that are wrong. Skipped without mypy.
set -eu -o pipefail
python=$1 package=$2 examples=$3
here=$(dirname "$0")
for mypy in "$python -m mypy" "/usr/bin/python3 -m mypy"; do # Debian's is Debian's Python's
  version=$($mypy --version 2>/dev/null) && break
done
[ -n "${version:-}" ] || { echo "skipped: no mypy (apt-get install python3-mypy)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
codes=()
if [ "$(printf '%s\n' "mypy 1.8" "$version" | sort -V | head -n 1)" = "mypy 1.8" ]; then
  codes=(--disable-error-code overload-overlap --disable-error-code overload-cannot-match)
fi
check() { # FILE...
  MYPYPATH=$package $mypy --strict --cache-dir="$work/cache" --python-version 3.11 "${codes[@]}" "$@"
}

mapfile -t stubs < <(find "$package/ctorch" -name '*.pyi' | sort)
[ ${#stubs[@]} -gt 40 ] || { echo "only ${#stubs[@]} stubs in $package"; exit 1; }
check --follow-imports=silent "${stubs[@]}"
check --follow-imports=silent "$here/typed.py"
for program in "$examples"/*.py; do
  check --follow-imports=silent "$program"
done
"$python" "$here/typed.py"

# Each line is wrong.
cat >"$work/wrong.py" <<'PYTHON'
import ctorch
from ctorch import data, distributions, nn, optim

ctorch.finfo(ctorch.float32).epsilon
ctorch.ones(2).relu(3)
x: str = ctorch.ones(2).max(dim=0)[0]
nn.Linear("4", 2)
optim.SGD(nn.Linear(1, 1).parameters(), lr="fast")
data.DataLoader([1], batchsize=2)
ctorch.no_grad(3)
nn.ReLU().load_state_dict()
distributions.Normal("a", 1)
PYTHON
check --follow-imports=silent "$work/wrong.py" >"$work/found" || true
for line in 4 5 6 7 8 9 10 11 12; do
  grep -q "wrong.py:$line: error" "$work/found" || {
    printf 'mypy accepts line %s of a wrong program:\n%s\nit printed:\n' $line "$(sed -n ${line}p "$work/wrong.py")"
    cat "$work/found"
    exit 1
  }
done
printf '%s accepts the stubs, the examples and typed.py, and finds the mistakes in others\n' "$version"
