#!/bin/sh
# A program calls ct_exit() while its threads compute: it always ends with that status, never by a
# signal, and with all exit processing done.
#
# usage: exits.sh PROGRAM LOADED LIBRARY RUNS
#        built from exits.c and exits_loaded.c; libctorch; how often to try each way
set -u

program=$1 loaded=$2 library=$3 runs=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkfifo nothing
exec 3<>nothing # a stdin without data or end of file
ulimit -c 0
export OMP_NUM_THREADS=1 # there are enough threads without OpenMP's
unset CTORCH_REPORT_LEAKS

fail()
{
	printf 'called:   %s\nexpected: %s\ngot:      exit code %d, stdout "%s" and on stderr\n' \
		"$program $1" "$2" "$status" "$(cat out)" >&2
	head -n 20 err >&2
	printf 'rerun:    %s\n' "${RERUN:-$0 $program $loaded $library $runs}" >&2
	exit 1
}

# run WORD...
run()
{
	rm -f left
	"$program" "$@" <&3 >out 2>err &
	pid=$!
	wait "$pid"
	status=$?
}

# ends STATUS STDOUT WORD...: the program must end like this, every time
ends()
{
	expected=$1 text=$2
	shift 2
	for _ in $(seq "$runs"); do
		run "$@"
		[ "$status" -eq "$expected" ] || fail "$*" "exit code $expected"
		[ "$(cat out)" = "$text" ] || fail "$*" "stdout '$text'"
	done
}

ends 3 begun ct_exit
ends 3 begun ct_exit stdin
ends 3 "begun, waited for" twice
ends 3 begun inside
ends 3 "begun, waited for" cancel
ends 3 "begun, child ended" fork
ends 1 begun check
grep -q "exits\.c:[0-9]*: ValueError: one of many\$" err || fail check "the error"

# The program's handlers run and its streams are flushed.
ends 3 "begun, quick" ct_exit handler file
[ "$(cat left)" = kept ] || fail "ct_exit file" "the bytes in the file"

# Handlers registered before the library was loaded run after it has flushed the streams.
"$loaded" "$library" >out 2>err
status=$?
[ "$status" -eq 3 ] || fail "(loaded) ct_exit" "exit code 3"
[ "$(cat out)" = "begun, last" ] || fail "(loaded) ct_exit" "stdout 'begun, last'"

# C's own quick_exit() flushes nothing, as in every program.
ends 3 "" quick_exit handler

# The leak report counts the threads' tensors.
ends 3 begun ct_exit leaks
grep -q "^libctorch: .* tensor handles are alive" err || fail "ct_exit leaks" "a report"
[ "$(grep -c "^libctorch: " err)" -eq 1 ] || fail "ct_exit leaks" "one report"

# No segment remains, whatever the threads were doing with it.
for _ in $(seq "$runs"); do
	for how in "ct_exit share" "quick_exit share" "ct_exit slow" exit; do
		# shellcheck disable=SC2086 # words
		run $how
		[ "$status" -eq 3 ] || fail "$how" "exit code 3"
		set -- /dev/shm/ctorch_"$pid"_*
		[ ! -e "$1" ] || fail "$how" "no $1"
	done
done
exit 0
