#!/usr/bin/env bash
# run.sh BUILD TARGET FINDS OPTION...: runs a fuzz target of a build of the preset "fuzz" with
# libFuzzer's options, beginning with the project's inputs. New inputs are kept in the folder FINDS;
# "-" keeps none. After a crash it prints the finding and how to reproduce it.
set -eu -o pipefail
build=$1 target=$2 finds=$3
shift 3
program=$build/fuzz/fuzz_$target crashes=$build/fuzz/crashes
{
  read -r length words
  read -r dictionary
  mapfile -t inputs
} <"$build/fuzz/$target.conf"

# In memory if possible: the readers' files are many and short-lived.
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$finds" = - ]; then
  finds=$work/finds
fi
mkdir -p "$finds" "$crashes" "$work/files" "$work/inputs"
# libFuzzer accepts only folders.
for i in "${!inputs[@]}"; do
  [ -d "${inputs[i]}" ] || {
    cp "${inputs[i]}" "$work/inputs"
    inputs[i]=$work/inputs
  }
done
options=(-max_len="$length" -timeout=30 -rss_limit_mb=3000 -artifact_prefix="$crashes/$target-"
  -print_final_stats=1)
read -r -a extra <<<"$words"
options+=("${extra[@]}")
[ ! -e "$dictionary" ] || options+=(-dict="$dictionary")

# The readers' files are in a folder of this run, which is removed after a crash, too.
export TMPDIR=$work/files
export ASAN_OPTIONS=allocator_may_return_null=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export UBSAN_OPTIONS=print_stacktrace=1
status=0
"$program" "${options[@]}" "$@" "$finds" "${inputs[@]}" 2>&1 | tee "$work/log" || status=$?
[ $status -ne 0 ] || exit 0

found=$(sed -n 's/.*Test unit written to //p' "$work/log" | tail -n 1)
[ -n "$found" ] || exit $status
cat <<END

found by $target: $found
$(od -A d -t x1z "$found" | head -n 12)
once more:    $program $found
smaller:      $program -minimize_crash=1 -runs=100000 -exact_artifact_path=$found.small $found
when mended:  cp $found tests/fixtures/fuzz/corpus/$target/found-WHAT_IT_WAS
END
exit $status
