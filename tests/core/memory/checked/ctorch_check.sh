#!/usr/bin/env bash
# ctorch_check.sh SCRIPT LIBRARY PROGRAM: SCRIPT, installed beside the checked LIBRARY, runs PROGRAM
# with it.
set -eu -o pipefail
script=$1 library=$2 program=$3
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() { # WHAT STATUS TEXT COMMAND...
  local what=$1 wanted=$2 text=$3 got=0 output
  shift 3
  output=$("$@" 2>&1) || got=$?
  if [ $got -eq "$wanted" ] && grep -qF -- "$text" <<<"$output"; then
    printf 'ok: %s\n' "$what"
    return 0
  fi
  status=1
  printf 'not ok: %s\n  called:   %s\n  expected: status %d and the text: %s\n' "$what" "$*" \
    "$wanted" "$text"
  printf '  got:      status %d and the text:\n%s\n  rerun:    %s\n' $got "$output" \
    "${RERUN:-$0 $*}"
}

mkdir -p "$work/bin"
cp "$script" "$work/bin/ctorch-check"
check=$work/bin/ctorch-check
# As the script spells it, relative to itself.
folder=$work/bin/$(sed -n 's|^checked=$here/||p' "$script")
expect "without the library, it says what to do" 2 \
  "-DCTORCH_CHECKED_LIBRARY=ON" "$check" "$program" free_twice
mkdir -p "$folder"
cp "$library" "$folder"
expect "its library is used instead of the program's own" 0 \
  "$(realpath "$folder")/$(basename "$library")" env -C / "$check" ldd "$program"
expect "a mistake is found" 0 "it was already released" "$check" "$program" free_twice
expect "arguments and exit status are the program's" 3 "a  b" \
  "$check" sh -c 'echo "$1"; exit 3' sh "a  b"
link_with() { # SONAME LINKER-OPTION OUT
  mkdir -p "$work/own libraries"
  echo 'int other(void) { return 0; }' |
    "${CC:-cc}" -shared -fPIC -Wl,-soname,"$1" -o "$work/own libraries/$1" -x c -
  echo 'int other(void); int main(void) { return other(); }' | "${CC:-cc}" -o "$work/$3" -x c - \
    -x none "$work/own libraries/$1" "-Wl,$2" "-Wl,-rpath,$work/own libraries"
}
for other in libctorch-1.12.so.0.1 libctorch.so.0.1; do
  link_with $other --enable-new-dtags of_other
  expect "a program of another libctorch is refused" 2 "needs $other, but" "$check" "$work/of_other"
  rm "$work/own libraries/$other"
  expect "also where that is missing" 2 "needs $other, but" "$check" "$work/of_other"
done
own=$(basename "$library")
link_with "$own" --disable-new-dtags keeps
expect "a program that keeps its own library is refused" 2 \
  "always loads its own library: $work/own libraries/$own (DT_RPATH)" "$check" "$work/keeps"
printf '#!/bin/sh\necho "a script $1"\n' >"$work/script"
chmod +x "$work/script"
expect "a script is run" 0 "a script x" "$check" "$work/script" x
expect "without a program, its usage" 2 "usage: ctorch-check PROGRAM" "$check"
expect "help" 0 "usage: ctorch-check PROGRAM" "$check" --help
expect "help names what keeps its own library" 0 "loads it by its path" "$check" --help
exit $status
