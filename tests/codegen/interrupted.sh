#!/usr/bin/env bash
# interrupted.sh GENERATOR PROJECT: a run that is killed at any moment leaves every file whole,
# either the old or the new one, and the next run cleans up.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

rest=(--templates "$project/templates" --headers "$project/runtime/include/ctorch" --quiet)
sed 's/^# release: .*/# release: 9.9.8/' "$project/native_functions.yaml" >"$work/old.yaml"
sed 's/^# release: .*/# release: 9.9.9/' "$project/native_functions.yaml" >"$work/new.yaml"
gen generate --yaml "$work/old.yaml" "${rest[@]}" --out "$work/old"
gives "the old files are written" 0
gen generate --yaml "$work/new.yaml" "${rest[@]}" --out "$work/new"
gives "the new ones, too" 0
(cd "$work/old" && find . -type f | sort) >"$work/names"
sums() { # FOLDER: of all files; one that is not there has no line
  (cd "$1" && xargs -d '\n' sha256sum 2>&1 <"$work/names")
}
{ sums "$work/old" && sums "$work/new"; } >"$work/whole"

killed=0 whole=1
steps=${SANITIZED:+12}
steps=${steps:-20}
for step in $(seq 1 "$steps"); do
  rm -rf "$work/out"
  cp -r "$work/old" "$work/out"
  "$generator" generate --yaml "$work/new.yaml" "${rest[@]}" --out "$work/out" &
  child=$!
  # The steps cover the run's duration and a little more.
  sleep "$(awk -v part="$step/$steps" -v limit="${SANITIZED:+0.9}" 'BEGIN {
    split(part, n, "/"); printf "%.4f", n[1] / n[2] * (limit ? limit : 0.16) }')"
  # If it still runs, this kills it.
  if kill -KILL $child 2>/dev/null; then killed=$((killed + 1)); fi
  wait $child 2>/dev/null
  if sums "$work/out" | grep -vxF -f "$work/whole" >"$work/.out"; then
    called="generate, killed after step $step"
    whole=
    wrong "these files are whole" "each the old one or the new one"
  fi
  gen generate --yaml "$work/new.yaml" "${rest[@]}" --out "$work/out"
  [ "$status" = 0 ] || wrong "the next run succeeds" "status 0"
  if ! diff -r "$work/new" "$work/out" >"$work/.out"; then
    whole=
    wrong "the next run leaves the new files and nothing else" "no difference"
  fi
done
[ -z "$whole" ] || fine "every file was whole after each of $killed kills"
check "some runs were killed, not $killed" test $killed -gt 3
finish
