#!/bin/sh
# page.sh PROGRAM NAME OUT DATE VERSION DOCUMENTS: writes the manual page of a program from what its
# --help says, and that of each of its commands. pages.tsv has the rest.
set -eu
program=$1 name=$2 out=$3 date=$4 version=$5 documents=$6
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fact() { # COLUMN
  awk -F '\t' -v name="$name" -v column="$1" '$1 == name { print $column }' "$here/pages.tsv"
}

what=$(fact 2)
[ -n "$what" ] || {
  echo "page.sh: $here/pages.tsv has no line for $name: what it does, and what to see also" >&2
  exit 1
}
"$program" --help >"$work/help"
set -- "$work/help"
# The usage of a program with commands says COMMAND, and its help has an item for each.
if grep -q '^[Uu]sage: [^ ]* COMMAND' "$work/help"; then
  for command in $(sed -n 's/^  \([a-z][a-z-]*\)  *[^ ].*/\1/p' "$work/help"); do
    [ "$command" != "$name" ] || continue
    "$program" "$command" --help >"$work/$command"
    set -- "$@" "$work/$command"
  done
fi
LC_ALL=C awk -v name="$name" -v what="$what" -v see="$(fact 3)" -v date="$date" \
  -v version="$version" -v documents="$documents" -f "$here/page.awk" "$@" >"$work/page"
mv "$work/page" "$out"
