#!/usr/bin/env bash
# readme.sh ROOT: the program that the README shows is examples/hello.c, character for character.
set -eu -o pipefail
root=$1

# The first block of C that has a main.
shown=$(awk '/^```c$/ { block = ""; inside = 1; next }
	     /^```$/ { if (inside && block ~ /int main/) { printf "%s", block; exit } inside = 0 }
	     inside { block = block $0 "\n" }' "$root/README.md")

if ! diff -u "$root/examples/hello.c" - <<<"$shown"; then
	printf '%s\n' "called:   the first program in README.md, compared with examples/hello.c" \
		"expected: the same text" "got:      the difference above (- file, + README)" \
		"rerun:    ${RERUN:-$0 $root}"
	exit 1
fi
