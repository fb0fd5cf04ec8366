#!/usr/bin/env bash
# page.sh PAGE CC LIBRARY-FOLDER BUILD-KIND INCLUDE-FOLDER...: what a page shows is correct.
#
# - Every block of C compiles as it stands, as C99 and without a warning. One with a main begins
#   with its file's name, as in "/* line.c: ...".
# - Every command of a block of output, "$ ./line", is run, succeeds and prints the lines below it.
#   Where lines break is not compared, and neither are addresses (0x...), which are the compiler's.
#   After "# " a command may have one of these marks, and no other:
#     fails              it has exit status 1, as CT_CHECK ends a program
#     plain, checked     it is run only when BUILD-KIND is that
#     checked, fails     both
#     checked, aborts    it is run only when BUILD-KIND is that, and ends by abort()
#     plain, crashes     it is run only when BUILD-KIND is that, and dies by SIGSEGV
#     refused            it has exit status 2, as our programs refuse something
set -eu -o pipefail
page=$1 cc=$2 library=$3 kind=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 compiled=0 run=0 left_out=0

report() { # CALLED EXPECTED GOT
  failed=$((failed + 1))
  printf 'called:   %s\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$@" "${RERUN:-$0}"
}

# The page's blocks: LINE.c and LINE.out, by the line that they begin on.
awk -v folder="$work" '
  /^```/ && inside { inside = 0; close(file); next }
  /^```/ { inside = 1; file = folder "/" NR + 1 (/^```c$/ ? ".c" : /^```$/ ? ".out" : ".other")
           printf "" > file; next }
  inside { print > file }' "$page"

# What a reader has after an installation: the compiler, headers and library are found.
mkdir "$work/bin" "$work/programs"
ln -s "$(command -v "$cc")" "$work/bin/cc"
# Files that the page's programs in Python wrote (fixtures/pages/make.py).
fixtures=$(dirname "$0")/../fixtures/pages/$(basename "$page" .md)
[ ! -d "$fixtures" ] || cp "$fixtures"/* "$work/programs"
# It finds the library of this build, which is the checked one where the page's mark says so.
printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/ctorch-check"
chmod +x "$work/bin/ctorch-check"
ln -s "$library/../bin/ct_inspect" "$library/../bin/ct_launch" "$library/../bin/ct_run" "$work/bin"
# The plug-in of device-plugins.md.
ln -s "$library/../tests/devices/libctorch_sim.so" "$work/programs"
export PATH=$work/bin:$PATH LIBRARY_PATH=$library LD_LIBRARY_PATH=$library
CPATH=$(IFS=: && printf '%s' "$*")
export CPATH
export OMP_NUM_THREADS=1 # on a busy machine a second thread only waits
ulimit -c 0

for block in "$work"/*.c; do
  line=$(basename "$block" .c)
  compiled=$((compiled + 1))
  cc -std=c99 -Wall -Wextra -pedantic -Werror -c "$block" -o "$work/object" 2>"$work/log" ||
    report "cc -std=c99 -c, on the C in $page:$line" "no warning" "$(cat "$work/log")"
  if grep -q '^int main' "$block"; then
    name=$(sed -n '1s|^/\* \([a-z_]*\.c\): .*|\1|p' "$block")
    [ -n "$name" ] || {
      report "head -1, on the C in $page:$line" "a program begins with its file's name" \
        "$(head -1 "$block")"
      continue
    }
    cp "$block" "$work/programs/$name"
  fi
done

words() { # FILE: one a line, with all addresses alike
  sed -E 's/0x[0-9a-f]+/0x/g' "$1" | tr -s ' ' '\n'
}

run_command() { # LINE COMMAND FILE: the file has what it should print
  local command=${2%%#*} mark='' status=0 wanted_status=0
  [ "$command" = "$2" ] || mark=${2#"$command# "}
  case $mark in
    '' | plain | checked) ;;
    fails | 'checked, fails') wanted_status=1 ;;
    refused) wanted_status=2 ;;
    'checked, aborts') wanted_status=134 ;; # 128 and SIGABRT
    'plain, crashes') wanted_status=139 ;;  # 128 and SIGSEGV
    *)
      report "$2, as in $page:$1" "a mark that this script knows; its first lines list them" \
        "${mark#"$command"}"
      return 0
      ;;
  esac
  case ${mark%%,*} in
    '' | fails | refused | "$kind") ;;
    *)
      left_out=$((left_out + 1))
      return 0
      ;;
  esac
  run=$((run + 1))
  # The outer braces: this shell prints a message about a command that aborts.
  {
    (cd "$work/programs" && exec bash -c "$command") </dev/null >"$work/got" 2>&1 || status=$?
  } 2>/dev/null
  diff -q <(words "$3") <(words "$work/got") >"$work/log" ||
    report "$command, as in $page:$1" "$(cat "$3")" "$(cat "$work/got")"
  [ "$status" -eq "$wanted_status" ] ||
    report "$command, as in $page:$1" "exit status $wanted_status" \
      "exit status $status, and: $(cat "$work/got")"
}

for block in $(find "$work" -maxdepth 1 -name '*.out' | sort -V); do
  command=
  while IFS= read -r text; do
    case $text in
      '$ '*)
        [ -z "$command" ] || run_command "$(basename "$block" .out)" "$command" "$work/expected"
        command=${text#'$ '}
        : >"$work/expected"
        ;;
      *) printf '%s\n' "$text" >>"$work/expected" ;;
    esac
  done < <(cat "$block" && echo '$ ')
done

if [ "$compiled" -eq 0 ] || [ "$run" -eq 0 ]; then
  report "the blocks of $page" "some to compile and some to run" "$compiled and $run"
fi
printf '%s: %d blocks of C compiled, %d commands run, %d left out of a %s build\n' "${page##*/}" \
  "$compiled" "$run" "$left_out" "$kind"
[ "$failed" -eq 0 ]
