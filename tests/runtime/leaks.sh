#!/bin/sh
# A program that ends with tensors alive says which on stderr, when asked to; one that has freed
# them says nothing.
#
# usage: leaks.sh PROGRAM    built from leaks.c
set -u

program=$1
output=$(mktemp)
trap 'rm -f "$output"' EXIT

# What the program leaks is to be reported by the library alone.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
unset CTORCH_REPORT_LEAKS

fail()
{
	printf '%s\nwhat was printed:\n' "$1" >&2
	cat "$output" >&2
	exit 1
}

# run WORD...: the program does so, succeeds, and writes nothing to stdout
run()
{
	printed=$("$program" "$@" 2>"$output") || fail "$*: exit code $?"
	[ -z "$printed" ] || fail "$*: '$printed' on stdout"
}

silent()
{
	run "$@"
	[ -s "$output" ] && fail "$*: not silent"
	return 0
}

# reported GIVEN RELEASED TRACKED: one report, with these counts
reported()
{
	[ "$(grep -c "^libctorch: " "$output")" -eq 1 ] || fail "not one report"
	counts="$(($1 - $2)) tensor handles are alive (given $1, released $2); tracked: $3"
	grep -q "^libctorch: $counts\$" "$output" || fail "the counts are not $1, $2 and $3"
}

made="cpu     ct_zeros, called from leaks+0x"
line="^        3       96 B  \[2, 3\]               float64    $made"

silent
silent make
silent make free
silent call
silent call make free

run call make
reported 3 0 "3 on 2 tensors, 96 B"
grep -q "$line" "$output" || fail "the tensors are not told"

CTORCH_REPORT_LEAKS=1
export CTORCH_REPORT_LEAKS
silent
silent make free
silent call make free
run make
reported 3 0 "3 on 2 tensors, 96 B"
grep -q "$line" "$output" || fail "the tensors are not told with the environment variable"
run call make
reported 3 0 "3 on 2 tensors, 96 B"

# The main thread's scopes are not closed when the process ends.
run step
reported 1 0 "1 on 1 tensors, 40 B"
made="cpu     ct_ones, called from leaks+0x"
grep -q "^        1       40 B  \[5\]                  int64      $made" "$output" ||
	fail "the tensor of the step is not told"

# Whatever the variable says but 1 is no.
CTORCH_REPORT_LEAKS=0
silent make
CTORCH_REPORT_LEAKS=
silent make
CTORCH_REPORT_LEAKS=1
silent make _exit

# The report at any time, on stderr.
unset CTORCH_REPORT_LEAKS
run report
grep -q "^libctorch: 0 tensor handles are alive (given 0, released 0); " "$output" ||
	fail "not the report of nothing"
# In a checked build they are tracked.
grep -qE "; (call ct_memory_set_tracking\(true\) to see which|tracked: 0 on .*)$" "$output" ||
	fail "the report does not tell how to see more"
run call make report free
reported 3 0 "3 on 2 tensors, 96 B"
exit 0
