#!/bin/sh
# A program that ends with tensors alive says which on stderr, when asked to; one that has freed
# them says nothing.
#
# usage: leaks.sh PROGRAM plain|checked    built from leaks.c; the library's build
set -u

program=$1 build=$2
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

# reported COUNTS: one report, which begins with these
reported()
{
	[ "$(grep -c "^libctorch: " "$output")" -eq 1 ] || fail "not one report"
	[ "$(head -n 1 "$output")" = "libctorch: $1" ] || fail "it does not begin with '$1'"
}

# has PATTERN: so does one line begin
has()
{
	[ "$(grep -c "^$1" "$output")" -eq 1 ] || fail "there is no line '$1'"
}

all="3 tensor handles are alive (given 3, released 0); tracked: 3 on 2 tensors, 96 B"
made="float64    cpu     ct_zeros, called from leaks+0x"
line="        3       96 B  \[2, 3\]               $made"

silent
silent make
silent make free
silent call
silent call make free

run call make
reported "$all"
has "$line"

CTORCH_REPORT_LEAKS=1
export CTORCH_REPORT_LEAKS
silent
silent make free
silent call make free
run make
reported "$all"
has "$line"
run call make
reported "$all"

# What is pending is freed first; what is not is told alone.
silent make later
run make later step
reported "1 tensor handle is alive (given 4, released 3); tracked: 1 on 1 tensor, 40 B"
! grep -q zeros "$output" || fail "what was pending is told"

# The main thread's scopes are not closed when the process ends.
one="1 tensor handle is alive (given 1, released 0); tracked: 1 on 1 tensor, 40 B"
owned="1 handle is of this thread's open scopes, of which"
run step
reported "$one"
has "$owned the step begun by ct_gc, called from leaks+0x[0-9a-f]* is the innermost\$"
has "        1       40 B  \[5\]                  int64      cpu     ct_ones, called from leaks+0x"
run scope
reported "$one"
has "$owned the scope of leaks is the innermost\$"
run make step scope
has "2 handles are of this thread's open scopes, of which the scope of leaks is the innermost\$"
run make
! grep -q scope "$output" || fail "there is no scope"

# Whatever the variable says but 1 is no.
CTORCH_REPORT_LEAKS=0
silent make
CTORCH_REPORT_LEAKS=
silent make
CTORCH_REPORT_LEAKS=1
silent make _exit

# Asked for when there are some already: a checked build has known them all the time.
unset CTORCH_REPORT_LEAKS
run make call
case $build in
plain)
	known="tracked: 0 on 0 tensors, 0 B; from before: 3"
	reported "3 tensor handles are alive (given 3, released 0); $known"
	;;
checked)
	reported "$all"
	;;
esac
silent make call free
silent make call later

# The report at any time, on stderr.
run report
case $build in
plain) known="ct_memory_set_tracking_enabled(true) shows which" ;;
checked) known="tracked: 0 on 0 tensors, 0 B" ;;
esac
reported "0 tensor handles are alive (given 0, released 0); $known"
run call make report free
reported "$all"
exit 0
