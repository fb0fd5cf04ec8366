#!/bin/sh
# If another release of libtorch is loaded than the library was built for, the library prints one
# line and exits with code 1, unless CTORCH_ALLOW_OTHER_LIBTORCH is 1.
#
# usage: release_guard.sh PROGRAM STUB FOLDER
#   tells_release, the libtorch_cpu.so built from other_release.c, and the folder that has a
#   subfolder for each library built from config_stub.cpp
set -u

program=$1
stub=$2
folder=$3
output=$(mktemp)
shadow=$(mktemp -d)
trap 'rm -rf "$output" "$shadow"' EXIT

# Some distributions' libtorch has a version in its name.
name=$(ldd "$program" | sed -n 's/^[[:space:]]*\(libtorch_cpu\.so[.0-9]*\) .*/\1/p')
[ -n "$name" ] || { echo "the program needs no libtorch_cpu.so" >&2 && exit 1; }

# A sanitizer's library otherwise insists on being loaded first.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0"
unset CTORCH_ALLOW_OTHER_LIBTORCH
# After the stubs, the paths that libtorch's other libraries may need.
needs=${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# with_libtorch STUB: runs the program with the stub instead of libtorch
with_libtorch()
{
	ln -sf "$1" "$shadow/$name"
	LD_LIBRARY_PATH=$shadow$needs "$program" >"$output" 2>&1
}

fail()
{
	printf '%s\nwhat was printed:\n' "$1" >&2
	cat "$output" >&2
	exit 1
}

built=$("$program") || fail "the program fails with its own libtorch"
built=${built##*built for }

LD_PRELOAD=$stub "$program" >"$output" 2>&1
status=$?
[ "$status" -eq 1 ] || fail "exit code $status instead of 1 with another release"
[ "$(wc -l <"$output")" -eq 1 ] || fail "not one line with another release"
grep -q "^libctorch: built for libtorch $built, but the one loaded is 2\.99\.1 (" "$output" ||
	fail "the message does not name both releases"
grep -q "CTORCH_ALLOW_OTHER_LIBTORCH=1" "$output" || fail "the message does not say how to go on"

# All of libtorch's functions are missing: no release could differ more.
with_libtorch "$stub"
status=$?
[ "$status" -eq 1 ] || fail "exit code $status instead of 1 when functions are missing"
grep -q "^libctorch: built for libtorch $built, but the one loaded is 2\.99\.1 (" "$output" ||
	fail "the message is not the same when functions are missing"

CTORCH_ALLOW_OTHER_LIBTORCH=1 LD_PRELOAD=$stub "$program" >"$output" 2>&1 ||
	fail "does not continue although this is allowed"
grep -q "^loaded 2\.99\.1, built for $built$" "$output" || fail "the release is not reported"
grep -q "^libctorch: built for" "$output" || fail "goes on without a warning"

CTORCH_ALLOW_OTHER_LIBTORCH=0 LD_PRELOAD=$stub "$program" >"$output" 2>&1 &&
	fail "goes on although the variable says 0"

# From here on, the stubs have at most at::show_config().
# refused STUB TEXT: the library must end the program with a message that contains TEXT
refused()
{
	with_libtorch "$folder/$1/libtorch_cpu.so"
	status=$?
	[ "$status" -eq 1 ] || fail "exit code $status instead of 1 with $1"
	[ "$(wc -l <"$output")" -eq 1 ] || fail "not one line with $1"
	grep -q "^libctorch: built for libtorch $built, but the one loaded $2 (" "$output" ||
		fail "the message with $1 does not say '$2'"
}

refused old_release "is 2\.5\.1"
refused old_strings "is 2\.6\.0 with the other std::string (_GLIBCXX_USE_CXX11_ABI)"
refused no_libtorch "lacks libtorch's functions"

with_libtorch "$folder/untold_release/libtorch_cpu.so" ||
	fail "does not continue when the release is unknown"
grep -q "^loaded unknown, built for $built$" "$output" || fail "the release is not unknown"
grep -q "^libctorch: built for libtorch $built, but the one loaded (.*) does not report" "$output" ||
	fail "no warning when the release is unknown"
[ "$(wc -l <"$output")" -eq 2 ] || fail "not one line of warning"
exit 0
