#!/usr/bin/env bash
# prove-compile.sh [BUILD] [NAME...]: what ctorch-compile writes, beside the interpreter and Python.
#
#   PYTHON=FILE    a Python with torch of the pinned release; default: python3
#   --zoo DIR      archives; default: build/exported, where prove-exported.sh has put them
#   --graphs N     so many random graphs; default: 300
#   --table FILE   a line for each program; default: build/compile/table.txt
#
# The programs NAME... of DIR, or all, are written at both levels and compared with the interpreter,
# which prove-exported.sh compares with Python: level 0 bit for bit, level 1 within the bound that it
# states. Random graphs of 5 to 60 nodes are compared at both levels and with Python. Graphs of 300,
# 3,000 and 30,000 nodes: ten times the nodes take at most eleven times as long to write. Four threads
# run programs under ThreadSanitizer.
# It takes an hour on two cores.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_again_with "$@"
read_options zoo= graphs= table= ... -- "$@"
build=$CT_ROOT/build/release
if [ -d "${words[0]:-}" ]; then
  build=$(realpath "${words[0]}")
  words=("${words[@]:1}")
fi
python=${PYTHON:-python3}
zoo=$(realpath -m "${zoo:-$CT_ROOT/build/exported}")
table=$(realpath -m "${table:-$CT_ROOT/build/compile/table.txt}")
tests=$CT_ROOT/tests/compile

for program in bin/ctorch-compile tests/compile_run_checks tests/compile_random_graphs; do
  [ -x "$build/$program" ] || fail "$build/$program does not exist" \
    "What to do: cmake --build $build --target ${program##*/}"
done
release=$("$python" -c 'import torch; print(torch.__version__.split("+")[0])' 2>/dev/null) || release=none
[ "$release" = "$(pinned_release)" ] || fail "$python has PyTorch $release, not $(pinned_release)" \
  "What to do: pip install torch==$(pinned_release), or PYTHON=FILE $CT_AGAIN"

# The archives of the programs that were asked for, but for those whose weights take minutes.
find_archives() {
  local name
  if [ ${#words[@]} -eq 0 ]; then
    find "$zoo" -maxdepth 1 -name '*.pt2' -size -40M
  else
    for name in "${words[@]}"; do
      find "$zoo" -maxdepth 1 -name "$name.*.pt2"
    done
  fi | LC_ALL=C sort
}

mapfile -t archives < <(find_archives)
left_out=0
[ ${#words[@]} -gt 0 ] || left_out=$(find "$zoo" -maxdepth 1 -name '*.pt2' ! -size -40M | wc -l)
[ ${#archives[@]} -gt 0 ] || fail "there are no archives in $zoo" \
  "What to do: scripts/prove-exported.sh, or --zoo DIR"
export COMPILER=$build/bin/ctorch-compile RUN_CHECKS=$build/tests/compile_run_checks
export PROGRAM=$build/tests/compile_random_graphs PYTHON=$python ROOT=$CT_ROOT
export LIBRARY=$build/lib/libctorch.so CC=${CC:-cc}
export INCLUDES="-I$CT_ROOT/runtime/include -I$CT_ROOT/generated"
# As in CTORCH_AS_PYTHON of tests/CMakeLists.txt.
export ATEN_CPU_CAPABILITY=default MKL_CBWR=COMPATIBLE ONEDNN_MAX_CPU_ISA=SSE41 OMP_NUM_THREADS=1
mkdir -p "$(dirname "$table")"
: >"$table"
failed=

# The milliseconds of processor time that writing a graph takes.
milliseconds_of() { # LEVEL ARCHIVE
  local TIMEFORMAT='%3U %3S' times
  times=$({ time "$COMPILER" "$2" -o "${table%/*}/long" --name program -q --root "$ROOT" \
    --level "$1" >&2; } 2>&1)
  awk '{ printf "%d\n", ($1 + $2) * 1000 }' <<<"$times"
}

time_graphs() {
  local nodes level before took
  for nodes in 300 3000 30000; do
    mkdir -p "${table%/*}/$nodes"
    "$PROGRAM" record 7 1 "${table%/*}/$nodes" $nodes 2>/dev/null
  done
  for level in 0 1; do
    before=
    for nodes in 300 3000 30000; do
      took=$(milliseconds_of $level "${table%/*}/$nodes/7.pt2")
      echo "level $level, $nodes nodes: $took ms" | tee -a "$table"
      [ -z "$before" ] || [ "$took" -le $((11 * before)) ] || return 1
      before=$took
    done
  done
}

# shellcheck disable=SC2034 # step() reads it
CT_STEPS=5
for level in 0 1; do
  step "${#archives[@]} archives at level $level; $left_out of 40 MiB or more were left out"
  run_quietly compile-level$level bash "$tests/zoo.sh" --level $level -- "${archives[@]}" ||
    failed+=" compile-level$level"
  sed "s/^/level $level: /" "$CT_LOGS/compile-level$level.log" >>"$table"
  step_done "$(grep -c '^ok' "$CT_LOGS/compile-level$level.log") equal, $(grep -c '^refused' \
    "$CT_LOGS/compile-level$level.log" || true) refused"
done
step "${graphs:-300} random graphs"
(cd "$tests" && run_quietly compile-random bash random_graphs.sh "${graphs:-300}" 1000) ||
  failed+=" compile-random"
step_done "$(tail -n 1 "$CT_LOGS/compile-random.log")"
step "graphs of up to 30,000 nodes"
run_quietly compile-long time_graphs || failed+=" compile-long"
step_done "$(tail -n 1 "$CT_LOGS/compile-long.log")"
step "programs that four threads run, under ThreadSanitizer"
if (cd "$tests" && RERUN=$CT_AGAIN run_quietly compile-races bash out.sh races); then
  step_done "no race"
else
  failed+=" compile-races"
  step_done "see the log"
fi
[ -z "$failed" ] || fail "not everything is as it should be" "see in $CT_LOGS:$failed"
