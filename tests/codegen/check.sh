# shellcheck shell=bash
# check.sh: shared by the scripts that test the generator. A script sources it with the generator's
# path in $generator and ends with `finish`. SANITIZED=1 means a build with sanitizers, COUNTED=1 a
# coverage build; both are slower.
set -u
: "${generator:?is the path of ctorch-gen}"
export LC_ALL=C
# The folder of the scripts, and that of their input and expected output.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034 # for the scripts that source it
data=$(cd "$here/../fixtures/codegen" && pwd)
unset NO_COLOR
# A sanitizer's exit code must differ from ours.
export ASAN_OPTIONS=exitcode=99:${ASAN_OPTIONS:-} UBSAN_OPTIONS=exitcode=99:${UBSAN_OPTIONS:-}
ct_checks=0 ct_failed=0
called='' status=0
work=$(mktemp -d "${TMPDIR:-/tmp}/ctorch-gen-test-XXXXXX")
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT

pinned_release() { # PROJECT
  sed -n 's/^# release: //p;/^$/q' "$1/native_functions.yaml"
}

# Runs a command; its output is in $work/.out and $work/.err, its exit code in $status.
run() { # COMMAND...
  called=$*
  status=0
  "$@" >"$work/.out" 2>"$work/.err" </dev/null || status=$?
}

gen() { run "$generator" "$@"; }

fine() { # SENTENCE
  ct_checks=$((ct_checks + 1))
  [ -z "${VERBOSE:-}" ] || printf 'ok: %s\n' "$1"
}

wrong() { # SENTENCE EXPECTED
  ct_checks=$((ct_checks + 1))
  ct_failed=$((ct_failed + 1))
  printf 'not ok: %s\n  called:   %s\n  expected: %s\n  got:      status %s\n' \
    "$1" "$called" "$2" "$status"
  printf '    stdout:\n'
  head -c 2000 "$work/.out" | head -n 20 | sed 's/^/      /'
  printf '    stderr:\n'
  head -c 4000 "$work/.err" | head -n 30 | sed 's/^/      /'
  printf '  rerun:    %s\n' "${RERUN:-$0}"
}

# The last command ended with STATUS, and its output on the stream contains each TEXT.
wrote() { # out|err SENTENCE STATUS TEXT...
  local stream=$1 sentence=$2 wanted=$3 text
  shift 3
  if [ "$status" != "$wanted" ]; then
    wrong "$sentence" "status $wanted"
    return
  fi
  for text in "$@"; do
    if ! grep -qF -e "$text" "$work/.$stream"; then
      wrong "$sentence" "status $wanted, and on std$stream: $text"
      return
    fi
  done
  fine "$sentence"
}

says() { wrote err "$@"; }  # SENTENCE STATUS TEXT...: in its messages
gives() { wrote out "$@"; } # SENTENCE STATUS TEXT...: in its data

silent() { # SENTENCE out|err
  if [ -s "$work/.$2" ]; then wrong "$1" "nothing on std$2"; else fine "$1"; fi
}

same() { # SENTENCE FILE-OR-FOLDER FILE-OR-FOLDER
  if diff -r "$2" "$3" >"$work/.diff" 2>&1; then
    fine "$1"
  else
    cp "$work/.diff" "$work/.out"
    wrong "$1" "no difference between $2 and $3"
  fi
}

check() { # SENTENCE COMMAND...: the command succeeds
  local sentence=$1
  shift
  if "$@" >/dev/null 2>&1; then fine "$sentence"; else wrong "$sentence" "this to succeed: $*"; fi
}

skip() { printf 'skipped: %s\n' "$1"; }

finish() {
  printf '%d checks, %d failed\n' "$ct_checks" "$ct_failed"
  [ $ct_checks -gt 0 ] && [ $ct_failed -eq 0 ]
}
