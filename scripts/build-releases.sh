#!/usr/bin/env bash
# build-releases.sh [X.Y.Z]...: builds the library alone for releases of PyTorch.
#
#   scripts/build-releases.sh                    all that scripts/releases/ has for this machine
#   scripts/build-releases.sh 2.3.1 2.0.1        these
#   scripts/build-releases.sh --list             which are built with the present sources
#   --again          also releases that are already built with these sources
#   --builds DIR     build in DIR/X.Y.Z; default: build/releases
#   --keep           keep the build of a good release (about 120 MB)
#
# For each release: fetches its libtorch, generates from its own operator list, compiles and links
# libctorch.so, and runs two programs: ct_info, which has to find that release, and the first
# example, whose gradient has to be right. There are no tests and no benchmarks, so a release takes
# minutes: this shows that every condition on a release (runtime/core/base/compat.hpp) fits the
# headers and the library of that release. What the functions compute is proven by
# scripts/prove-releases.sh.
#
# A release that is built is recorded in scripts/releases/built.tsv with a key of the sources, and
# docs/releases.md shows it.
#
# If a release fails, the script continues with the others; the failed build stays. You may
# interrupt it and run it again: it skips releases that were built with the same sources, and
# continues an incomplete build.
# Exit status: 0 if all requested releases are built.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/release.sh
. "$CT_ROOT/scripts/release.sh"

again='' keep='' list='' table='' builds='' one=''
read_options again keep list table builds= one= ... -- "$@"
[ -n "$one" ] || run_again_with "$@"
builds=$(realpath -m "${builds:-$CT_ROOT/build/releases}")
[ -z "${LIBTORCH:-}" ] || fail "LIBTORCH is set, but this script uses fetched releases" \
  "What to do: unset LIBTORCH"
cd "$CT_ROOT"

# --- built releases -------------------------------------------------------------------------------

# One file for each release, with the key of the sources and the seconds.
note_of() { printf '%s\n' "$builds/$1.built"; } # RELEASE

is_built() { # RELEASE: with these sources
  grep -qs "^$key " "$(note_of "$1")"
}

# For everyone: the page's table, from the file that is in git.
built=$CT_RELEASES/built.tsv

table() {
  local name date built_key
  if [ ! -e "$built" ]; then
    printf '\nNo release is recorded as built.\n\n'
    return
  fi
  printf '%s\n' "" "| release | built | sources |" "| --- | --- | --- |"
  while IFS=$'\t' read -r name date built_key; do
    printf '| %s | %s | `%s` |\n' "$name" "$date" "$built_key"
  done < <(sed 1d "$built")
  printf '\n'
}

note_built() { # RELEASE
  note_line "$built" $'release\tdate\tkey' "$1"$'\t'"$(date -u +%Y-%m-%d)"$'\t'"$key"
  table | write_block builds
}

say_result() { # RELEASE
  local note
  note=$(note_of "$1")
  if is_built "$1"; then
    printf '%-9s%s\n' "$1" "good, built in $(cut -d ' ' -f 2 "$note") s"
  elif [ -s "$builds/$1/at" ]; then
    printf '%-9s%s\n' "$1" "failed: $(cat "$builds/$1/at")"
  elif [ -e "$note" ]; then
    printf '%-9s%s\n' "$1" "built with other sources"
  else
    printf '%-9s%s\n' "$1" "not built"
  fi
}

# --- one release ----------------------------------------------------------------------------------

at() { # TITLE: the step, also for the table
  step "$release: $1"
  printf '%s\n' "$1" >"$folder/at"
}

# CMake targets: the library, and the two programs that use it.
targets=(ctorch ct_info hello)

build_one() {
  configure_in "$folder" "configure-release-$release" \
    -DCTORCH_TESTS=OFF -DCTORCH_BENCHMARKS=OFF -DCTORCH_EXAMPLES=ON
  run "build-release-$release" cmake --build "$folder" -j "$(ct_jobs)" --target "${targets[@]}"
  step_done
}

# Debian's 1.13.1 calls itself 1.13.0.
need_answer() { # PROGRAM LINE: as a regular expression
  local log=$CT_LOGS/$1-release-$release.log
  run "$1-release-$release" "$folder/bin/$1"
  grep -qxE -- " *$2" "$log" || fail "$folder/bin/$1 printed no line '$2'" \
    "what it printed: $log" "fix the cause, then run: $CT_AGAIN"
}

# Binds all symbols at start, not only those that the programs call.
ask_library() {
  export LD_BIND_NOW=1
  need_answer ct_info "built for +${release//./\\.}"
  need_answer ct_info "running +${release%.*}\.[0-9]+"
  need_answer hello "tensor\(\[2\., 4\., 6\.\]\)"
  step_done "libtorch $release answers"
}

build_release() { # in a process of its own
  use_release "$one"
  folder=$builds/$release
  # shellcheck disable=SC2034 # step() reads it
  CT_STEPS=3
  mkdir -p "$folder"
  # Two runs in one folder would use each other's incomplete headers.
  exec {lock}>"$folder.lock"
  flock -n "$lock" || fail "another run builds $release in $builds" \
    "What to do: wait for it, or build elsewhere: --builds DIR"
  need_space "$folder" 3
  at "libtorch"
  get_libtorch
  use_libraries
  at "Build the library"
  build_one
  at "Load it, and compute with it"
  ask_library
  rm "$folder/at"
}

# --- all of them ----------------------------------------------------------------------------------

build_next() { # RELEASE
  local status=0 started=$SECONDS
  run_shown env CT_CALLED=1 CT_AGAIN="$CT_AGAIN" "$0" --one "$1" --builds "$builds" || status=$?
  [ $status -lt 129 ] || exit $status # a signal, which is for all
  if [ $status -ne 0 ]; then
    failed=$((failed + 1))
    return 0
  fi
  printf '%s %d\n' "$key" $((SECONDS - started)) >"$(note_of "$1")"
  note_built "$1"
  [ -n "$keep" ] || rm -rf "${builds:?}/$1"
}

build_all() {
  local name
  mkdir -p "$builds"
  # shellcheck disable=SC2034 # step() reads it
  CT_STEPS=1
  step "Packages"
  CT_RELEASE=${releases[0]}
  get_packages no-build
  for name in "${releases[@]}"; do
    if [ -z "$again" ] && is_built "$name"; then
      say "$name is built with these sources (--again builds it again)"
    else
      build_next "$name"
    fi
  done
}

if [ -n "$one" ]; then
  build_release
  exit 0
fi
if [ -n "$table" ]; then
  table | write_block builds
  exit 0
fi
choose_releases ${words[@]+"${words[@]}"}
key=$(key_of CMakeLists.txt CMakePresets.json cmake codegen generated/files.cmake runtime programs \
  templates examples)
failed=0
[ -n "$list" ] || build_all
say ""
for name in "${releases[@]}"; do
  say "$(say_result "$name")"
done
[ -z "$list" ] || exit 0
say ""
[ $failed -eq 0 ] || fail "$failed of ${#releases[@]} releases could not be built" \
  "the logs: $CT_LOGS/build-release-X.Y.Z.log; the builds: $builds" \
  "fix the cause, then run: $CT_AGAIN"
say "all ${#releases[@]} are good, after $((SECONDS - CT_STARTED)) s"
