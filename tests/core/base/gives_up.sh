#!/bin/sh
# CT_CHECK() ends a program whose call fails: it prints place and message on stderr, after earlier
# output, and exits with code 1. Without an error the program continues.
#
# After a crash it says, if the program asked for that, that ctorch-check may find the cause.
#
# usage: gives_up.sh PROGRAM BUILD-KIND [SANITIZER]    the program is built from gives_up.c
set -u

program=$1 kind=$2 sanitizer=${3:-}
output=$(mktemp)
trap 'rm -f "$output"' EXIT

fail()
{
	printf 'called:   %s\nexpected: %s\ngot:      exit code %d and\n' "$program $1" "$2" \
		"$status" >&2
	cat "$output" >&2
	printf 'rerun:    %s\n' "${RERUN:-$0 $program}" >&2
	exit 1
}

# ends WORD CODE LINE LAST: the output has a fixed first line, its line 2 matches LINE, and its last
# line begins with LAST
ends()
{
	"$program" "$1" >"$output" 2>&1
	status=$?
	[ "$status" -eq "$2" ] || fail "$1" "exit code $2"
	[ "$(head -n 1 "$output")" = "so far, so good" ] || fail "$1" "line 1: so far, so good"
	sed -n 2p "$output" | grep -q "$3" || fail "$1" "line 2: $3"
	tail -n 1 "$output" | grep -q "^$4" || fail "$1" "last line: $4"
}

ends "" 0 "^to the end$" "to the end"
ends argument 1 \
	"/gives_up\.c:36: ArgumentError: ct_relu: argument 1 (self) must not be NULL$" ".*gives_up"
ends nameless 1 "/gives_up\.c:38: ValueError: 3 is odd$" ".*gives_up"
hint="A tensor that was already released may be the cause: run the program with ctorch-check\.$"
[ "$kind" = plain ] || hint=".*gives_up" # it is already running with the checked library
ends internal 1 "/gives_up\.c:40: ct_mm: InternalError: assert failed$" "$hint"
ends shape 1 \
	"/gives_up\.c:44: ct_mm: RuntimeError: .*mat1 and mat2 shapes" ".*gives_up"
[ "$(wc -l <"$output")" -eq 2 ] || fail shape "no backtrace unless requested"
ends backtrace 1 "/gives_up\.c:44: ct_mm: RuntimeError: .*mat1 and mat2 shapes" ""
grep -q "libtorch_cpu\.so" "$output" || fail backtrace "a backtrace, which passes through libtorch"

# A crash, explained where the program asked for it. The signal still ends it: 128 + its number, unless a
# sanitizer takes it.
sentence="A tensor that was already released, or a pointer .* run the program with ctorch-check\.$"
for how in abort "sent fault" fault; do
	"$program" "$how" >"$output" 2>&1
	status=$?
	wanted=139
	[ "$how" = abort ] && wanted=134
	[ -n "$sanitizer" ] && [ "$status" -ne 0 ] && wanted=$status
	[ "$status" -eq "$wanted" ] || fail "$how" "exit code $wanted"
	found=$(grep -c "$sentence" "$output")
	[ "$kind" = plain ] || found=$((1 - found)) # it is already running with the checked library
	[ "$found" -eq 1 ] || fail "$how" "$sentence, unless it is the checked library"
done
