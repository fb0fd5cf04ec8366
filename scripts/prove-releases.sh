#!/usr/bin/env bash
# prove-releases.sh [X.Y.Z]...: proves that libctorch works with releases of PyTorch.
#
#   scripts/prove-releases.sh                    those in scripts/releases/prove.txt
#   scripts/prove-releases.sh 2.6.0 1.13.1       these
#   scripts/prove-releases.sh --list             list the proven releases, no more
#   --check          list them, and fail unless all are proven with the sources as they are
#   --again          also releases that are already proven with these sources
#   --ccache         compile with ccache: fast after small changes, but no build times
#   --builds DIR     build in DIR/X.Y.Z; default: build/prove
#   --keep           keep the build of a proven release (about 1.5 GB)
#
# For each release: fetches its libtorch, with its CUDA parts from 2.11 on, generates from its own operator list, compares every
# schema with what its headers declare, builds library and tests, runs the tests of the library, and
# calls every operator by its C function and in C++ with all samples (tests/proof/operators). A
# quarter of an hour to an hour for each on two cores. If a release fails, the script continues with
# the others; the failed build stays, and the next run continues it, as after an interrupt.
#
# A proven release is recorded in scripts/releases/proven.tsv with its figures and a key of the
# sources, and docs/releases.md shows it; it is not proven again while the sources are the same.
# Before a version's tag, all are proven with its sources: continuous integration tests the pinned
# release alone.
# Exit status: 0 if all requested releases are proven.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/release.sh
. "$CT_ROOT/scripts/release.sh"

again='' ccache='' keep='' list='' check='' table='' builds='' one=''
read_options again ccache keep list check table builds= one= ... -- "$@"
[ -n "$one" ] || run_again_with "$@"
builds=$(realpath -m "${builds:-$CT_ROOT/build/prove}")
proven=$CT_RELEASES/proven.tsv
[ -z "${LIBTORCH:-}" ] || fail "LIBTORCH is set, but this script uses fetched releases" \
  "What to do: unset LIBTORCH"
cd "$CT_ROOT"

# --- what is proven -------------------------------------------------------------------------------

# ORDER FIELDS: proven.tsv, its first line.
fields=(release date key schemas functions methods standard build_seconds checks programs
  left_out operators called methods_called values kernels_compared kernels gradients calls
  did_not_fit findings)

# The key of everything that a proof depends on.
key_of_sources() {
  key_of CMakeLists.txt CMakePresets.json cmake codegen examples generated programs runtime templates \
    tests ':!tests/scripts' ':!tests/codegen' ':!tests/fixtures/codegen'
}

line_of() { # RELEASE
  [ ! -e "$proven" ] || awk -F '\t' -v release="$1" '$1 == release' "$proven"
}

field() { # NAME LINE
  local i
  for i in "${!fields[@]}"; do
    [ "${fields[i]}" != "$1" ] || cut -f $((i + 1)) <<<"$2"
  done
}

is_proven() { # RELEASE: with these sources
  local line
  line=$(line_of "$1")
  [ -n "$line" ] && [ "$(field key "$line")" = "$key" ]
}

note_proof() { # LINE
  note_line "$proven" "$(printf '%s\t' "${fields[@]}" | sed 's/\t$//')" "$1"
  write_page
}

# The state of the sources that the page describes: the one that the newest release is proven with.
# Releases that are proven with another are listed apart.
newest_key() {
  [ ! -e "$proven" ] || field key "$(tail -n 1 "$proven")"
}

lines_with() { # newest|other
  [ ! -e "$proven" ] || sed 1d "$proven" |
    awk -F '\t' -v key="$(newest_key)" -v which="$1" '($3 == key) == (which == "newest")'
}

minutes() { # SECONDS
  [ "$1" = - ] && printf -- - || printf '%d:%02d' $(($1 / 60)) $(($1 % 60))
}

table_of_releases() { # LINE...
  local line
  printf '%s\n' "" \
    "| release | schemas | functions | method forms | C++ | processor time to build the library \
(min:s) | proven |" \
    "| --- | ---: | ---: | ---: | ---: | ---: | --- |"
  for line in "$@"; do
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$(field release "$line")" \
      "$(field schemas "$line")" "$(field functions "$line")" "$(field methods "$line")" \
      "$(field standard "$line")" "$(minutes "$(field build_seconds "$line")")" \
      "$(field date "$line")"
  done
}

table_of_tests() { # LINE...
  local line
  printf '%s\n' "" \
    "| release | checks passed | left out | operators called | value-compared | of those with a \
kernel for CPUs | gradient-compared | calls | samples that do not fit |" \
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  for line in "$@"; do
    printf '| %s | %s in %s programs | %s | %s of %s | %s | %s of %s | %s | %s | %s |\n' \
      "$(field release "$line")" "$(field checks "$line")" "$(field programs "$line")" \
      "$(field left_out "$line")" "$(field called "$line")" "$(field operators "$line")" \
      "$(field values "$line")" "$(field kernels_compared "$line")" "$(field kernels "$line")" \
      "$(field gradients "$line")" "$(field calls "$line")" "$(field did_not_fit "$line")"
  done
}

table_of_others() { # LINE...
  local line
  printf '%s\n' "" "Proven with other sources; these do not count:" "" \
    "| release | proven | sources | checks passed | operators called |" \
    "| --- | --- | --- | ---: | ---: |"
  for line in "$@"; do
    printf '| %s | %s | `%s` | %s | %s of %s |\n' "$(field release "$line")" \
      "$(field date "$line")" "$(field key "$line")" "$(field checks "$line")" \
      "$(field called "$line")" "$(field operators "$line")"
  done
}

# What is proven with one state of the sources, and apart from it what no longer counts.
tables() {
  local -a newest others
  mapfile -t newest < <(lines_with newest)
  mapfile -t others < <(lines_with other)
  if [ ${#newest[@]} -eq 0 ]; then
    printf '\nNo release is proven.\n\n'
    return
  fi
  printf '\nReleases proven with one state of the sources, `%s`: %d of %d.\n' "$(newest_key)" \
    ${#newest[@]} $((${#newest[@]} + ${#others[@]}))
  table_of_releases "${newest[@]}"
  table_of_tests "${newest[@]}"
  [ ${#others[@]} -eq 0 ] || table_of_others "${others[@]}"
  printf '\n'
}

write_page() {
  tables | write_block tables
}

# --- one release ----------------------------------------------------------------------------------

folder='' # of its build

at() { # TITLE: the step, also for the summary
  step "$release: $1"
  printf '%s\n' "$1" >"$folder/at"
}

done_with_disk() {
  step_done "done; disk: $(size_of "$folder") here, $(size_of "$(ct_cache)") in the cache,\
 $(df -h --output=avail "$folder" | tail -n 1 | tr -d ' ') free"
}

configure_release() {
  local with_ccache=OFF
  [ -z "$ccache" ] || with_ccache=ON
  configure_in "$folder" "configure-prove-$release" -DCTORCH_TESTS=ON -DCTORCH_BENCHMARKS=OFF \
    -DCTORCH_CCACHE="$with_ccache"
}

# Sets `spent`: seconds of processor time of this shell's commands so far, which do not depend on
# the machine's load. In $(...) it would measure that shell.
measure() {
  times >"$folder/times"
  spent=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$folder/times")
}

# Also after an interrupt: the next run adds its own.
note_seconds() {
  local before=$spent
  measure
  printf '%d\n' $((spent - before)) >>"$folder/seconds"
}

build_seconds() {
  [ -z "$ccache" ] && [ ! -e "$folder/through-ccache" ] || { printf -- '-\n' && return; }
  awk '{ sum += $1 } END { print sum + 0 }' "$folder/seconds"
}

build_release_library() {
  measure
  [ -e "$folder/built" ] || trap note_seconds EXIT
  [ -z "$ccache" ] || : >"$folder/through-ccache"
  run "build-prove-$release" cmake --build "$folder" -j "$(ct_jobs)" --target ctorch
  [ -e "$folder/built" ] || note_seconds
  trap - EXIT
  : >"$folder/built"
}

# Check's counts of checks in the suites' programs, and the tests that they report as left out.
run_tests_of_library() {
  local log=$folder/Testing/Temporary/LastTest.log
  run_shown ctest --test-dir "$folder" -L '^library$' --output-on-failure --no-tests=error \
    </dev/null || fail "some tests failed with $release (above)" \
    "only those again:  ctest --test-dir $folder --rerun-failed --output-on-failure"
  checks=$(awk '/^100%: Checks: / { n += $3 } END { print n + 0 }' "$log")
  programs=$(grep -c '^100%: Checks: ' "$log" || true)
  left_out=$(grep -c '^left out, with libtorch' "$log" || true)
  say "$checks checks in $programs programs; $left_out tests left out"
  sed -n 's/^left out, with/      left out, with/p' "$log"
}

twins_log() { printf '%s\n' "$folder/twins.log"; }

count() { # PATTERN WITH ONE NUMBER IN (): 0 where it does not stand
  sed -nE "s/$1/\\1/p" "$(twins_log)" | head -n 1 | grep . || printf '0\n'
}

run_twins() {
  local status=0
  run_shown "$folder/tests/test_ops" >"$(twins_log)" || status=$?
  grep -E '^ *[0-9]+  |findings? in' "$(twins_log)" || true
  [ $status -eq 0 ] || fail "the proof of $release found errors: $(twins_log)" \
    "$(grep -vE '^ *[0-9]+  |^ {8}' "$(twins_log)" | head -n 8)" \
    "again:  $folder/tests/test_ops"
}

figures() {
  local log=$folder/audit.log
  number() { sed -n "s/^ *\([0-9]*\)  $1.*/\1/p" "$log" | head -n 1; }
  printf '%s\t' "$release" "$(date -u +%Y-%m-%d)" "$key" "$(number 'all schemas')" \
    "$(number 'C functions')" "$(number 'method forms')" \
    "$(sed -n 's/.*-std=c++\([0-9]*\).*/\1/p' "$folder/compile_commands.json" | head -n 1)" \
    "$(build_seconds)" "$checks" "$programs" "$left_out" \
    "$(count '^ *([0-9]+)  operators$')" "$(count '^ *([0-9]+)  called$')" \
    "$(count '^ *([0-9]+)  method forms called.*')" "$(count '^ *([0-9]+)  value-compared$')" \
    "$(count '^ *([0-9]+)  value-compared of.*')" \
    "$(count '^ *[0-9]+  value-compared of ([0-9]+) .*')" \
    "$(count '^ *([0-9]+)  gradient-compared$')" \
    "$(count '^ *([0-9]+)  lists of arguments, .*')" "$(count '^ *([0-9]+)  samples for .*')" \
    "$(count '^([0-9]+) findings in.*')" | sed 's/\t$/\n/'
}

prove() { # in a process of its own
  need_release "$one"
  use_release "$one"
  folder=$builds/$release
  nothing_changed="nothing was built"
  CT_STEPS=5
  mkdir -p "$folder"
  need_space "$folder" 4

  at "libtorch"
  get_libtorch
  use_libraries
  at "Generate, and compare with the headers"
  generator=$CT_ROOT/build/generator/bin/ctorch-gen
  import_operators "$folder/native_functions.yaml"
  generate_operators "$CT_ROOT" --quiet --yaml "$folder/native_functions.yaml" \
    --out "$folder/generated"
  audit_operators "$folder/native_functions.yaml" | tee "$folder/audit.log"
  step_done
  at "Build the library and its tests"
  configure_release
  build_release_library
  run "tests-prove-$release" cmake --build "$folder" -j "$(ct_jobs)"
  done_with_disk
  at "Tests of the library"
  run_tests_of_library
  step_done
  at "Every operator, in C and in C++"
  run_twins
  done_with_disk
  figures >"$folder/proof"
}

# --- all of them ----------------------------------------------------------------------------------

# Of those that this machine can have; the pinned one is the one that generated/ is for.
releases_to_prove() {
  releases_there | grep -xF -f <(
    release_of <native_functions.yaml
    sed '/^#/d' "$CT_RELEASES/prove.txt"
  )
}

say_what_is_proven() { # sets count: of those that are proven with these sources
  local name line
  count=0
  for name in "${releases[@]}"; do
    line=$(line_of "$name")
    if [ -z "$line" ]; then
      say "$name  not proven"
    elif [ "$(field key "$line")" = "$key" ]; then
      count=$((count + 1))
      say "$name  proven with these sources, $(field date "$line")"
    else
      say "$name  proven with other sources, $(field date "$line")"
    fi
  done
  say "$count of ${#releases[@]} with these sources, $key"
}

prove_next() { # RELEASE
  local status=0
  rm -f "$builds/$1/proof"
  run_shown env CT_CALLED=1 CT_AGAIN="$CT_AGAIN" "$0" --one "$1" --builds "$builds" \
    ${ccache:+--ccache} || status=$?
  [ $status -lt 129 ] || exit $status # a signal, which is for all
  if [ $status -eq 0 ] && [ -s "$builds/$1/proof" ]; then
    note_proof "$(cat "$builds/$1/proof")"
    say "$1 is proven; noted in scripts/releases/proven.tsv and docs/releases.md"
    [ -n "$keep" ] || rm -rf "${builds:?}/$1"
  else
    failed+=("$1: $(cat "$builds/$1/at" 2>/dev/null || printf 'its build folder cannot be made')")
  fi
}

key=$(key_of_sources)
if [ -n "$one" ]; then
  prove
  exit 0
fi
if [ -n "$table" ]; then
  write_page
  exit 0
fi
[ ${#words[@]} -gt 0 ] || mapfile -t words < <(releases_to_prove)
choose_releases ${words[@]+"${words[@]}"}
if [ -n "$list$check" ]; then
  say_what_is_proven
  [ -z "$check" ] || [ "$count" -eq ${#releases[@]} ] || fail \
    "$((${#releases[@]} - count)) of ${#releases[@]} releases are not proven with these sources" \
    "What to do: scripts/prove-releases.sh"
  exit 0
fi

failed=() left=()
for name in "${releases[@]}"; do
  if [ -z "$again" ] && is_proven "$name"; then
    say "$name is proven with these sources (--again does it again)"
  else
    left+=("$name")
  fi
done
if [ ${#left[@]} -gt 0 ]; then
  CT_STEPS=2
  step "Packages"
  CT_RELEASE=${left[0]}
  get_packages ''
  step "Build ctorch-gen"
  build_generator
  step_done
fi
for name in ${left[@]+"${left[@]}"}; do
  prove_next "$name"
done
say ""
say_what_is_proven
[ ${#failed[@]} -eq 0 ] || fail "not proven, and where it stopped:" "${failed[@]}" \
  "the logs: $CT_LOGS; fix the cause, then run: $CT_AGAIN"
say "all proven, after $((SECONDS - CT_STARTED)) s"
