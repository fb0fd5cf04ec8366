# shellcheck shell=bash
# expect WHAT STATUS TEXT COMMAND...: COMMAND ends with STATUS ("fails": any but 0) and prints TEXT,
# which may be several lines.
# stub NAME LINE: a program in $work/bin that does just this, found before the real one.
# Sourced by the tests of the scripts; sets failed.
failed=0
# The settings of scripts/test.sh must not reach the scripts under test.
unset LIBTORCH CTORCH_CACHE CTORCH_WERROR CI CT_AGAIN CT_LOGS CT_CALLED CT_FIGURE

expect() {
  local what=$1 wanted=$2 text=$3 status=0 output
  shift 3
  output=$("$@" 2>&1 </dev/null) || status=$?
  # Not grep -F, for which a text of two lines means either of them.
  if { [ "$status" = "$wanted" ] || { [ "$wanted" = fails ] && [ $status -ne 0 ]; }; } &&
    [[ $output == *"$text"* ]]; then
    printf 'ok: %s\n' "$what"
    return 0
  fi
  failed=$((failed + 1))
  printf 'not ok: %s\n  called:   %s\n' "$what" "$*"
  printf '  expected: status %s and the text: %s\n  got:      status %d and:\n' \
    "$wanted" "$text" "$status"
  printf '%s\n' "$output" | tail -n 25 | sed 's/^/    /'
  printf '  rerun:    %s\n' "${RERUN:-$0}"
}

# shellcheck disable=SC2154 # work is the folder of the test
stub() {
  mkdir -p "$work/bin"
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}
