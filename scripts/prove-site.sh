#!/usr/bin/env bash
# prove-site.sh: builds the site, tries it in headless Chromium, and runs the C++ of its tables.
#
#   --record       writes what the C++ of docs/from-cpp.md computes to tests/fixtures/pages/, instead
#                  of comparing it with that file
#   CHROMIUM=FILE  another browser of this kind; default: chromium, Debian's package
#
# At 1280 and at 390 pixels the search must find names and go to them, no page may be wider than the
# window, and nothing may be asked of another host. The pictures that it takes go to
# build/site/pictures; look at them after a change of the look. Takes some minutes. Needs a build in
# build/release.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

record=''
read_options record -- "$@"
run_again_with "$@"
cd "$CT_ROOT"
[ -e build/release/CMakeCache.txt ] || fail "no build in build/release" "scripts/test.sh makes one"
chromium=${CHROMIUM:-chromium}
# Checked first: the steps before it take minutes.
if ! command -v "$chromium" >/dev/null; then
  [ -n "${CHROMIUM:-}" ] || need_packages chromium
  command -v "$chromium" >/dev/null ||
    fail "no $chromium" "apt-get install chromium, or CHROMIUM=FILE $CT_AGAIN"
fi
work=$CT_ROOT/build/site
page=docs/from-cpp.md
values=tests/fixtures/pages/from-cpp.json
# shellcheck disable=SC2034 # step() reads it
CT_STEPS=4

# As tests/site/lines.sh runs the C.
export OMP_NUM_THREADS=1 ATEN_CPU_CAPABILITY=default

run_cpp() { # PROGRAM OUTPUT
  local torch
  torch=$(sed -n 's/^CTORCH_LIBTORCH_FOUND:INTERNAL=//p' build/release/CMakeCache.txt)
  run "site-$1" g++ -std=c++20 -O0 -w -I tests/site "$work/$1.cpp" -o "$work/$1" \
    -isystem "$torch/include" -isystem "$torch/include/torch/csrc/api/include" \
    -L "$torch/lib" -ltorch_cpu -lc10 -Wl,-rpath,"$torch/lib"
  (cd "$work" && "./$1") >"$2" 2>"$CT_LOGS/site-$1.log" ||
    fail "$work/$1 failed" "$(tail -n 5 "$CT_LOGS/site-$1.log")"
}

step "The lines of C++"
mkdir -p "$work" "$CT_LOGS"
python3 tests/site/lines.py write-cpp "$page" >"$work/lines.cpp"
run_cpp lines "$work/lines.out"
if [ -n "$record" ]; then
  python3 tests/site/lines.py record "$page" <"$work/lines.out" >"$work/lines.json"
  mv "$work/lines.json" "$values"
  step_done "written: $values"
else
  python3 tests/site/lines.py compare "$page" "$values" <"$work/lines.out" \
    >"$CT_LOGS/site-cpp.log" ||
    fail "the C++ of $page computes other values than $values has" "see $CT_LOGS/site-cpp.log" \
      "if they are right: scripts/prove-site.sh --record"
  step_done "$(tail -n 1 "$CT_LOGS/site-cpp.log")"
fi

step "The program in C++"
awk '
  /^```cpp$/ { text = ""; inside = 1; next }
  /^```$/ { if (inside && text ~ /int main/) { printf "%s", text; exit } inside = 0 }
  inside { text = text $0 "\n" }' "$page" >"$work/xor.cpp"
run_cpp xor "$work/xor.out"
awk '/^\$ \.\/xor$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" >"$work/xor.wanted"
diff -u "$work/xor.wanted" "$work/xor.out" || fail "xor.cpp prints something else than $page shows"
step_done "prints what $page shows"

step "The site"
CT_CALLED=1 run_shown scripts/build-site.sh
step_done

step "In a browser"
PYTHONDONTWRITEBYTECODE=1 run site-browser python3 tests/site/prove.py "$work/html" \
  "$work/pictures" "$chromium"
grep '^  ' "$CT_LOGS/site-browser.log" | sed 's/^/    /'
step_done "$(tail -n 1 "$CT_LOGS/site-browser.log")"
