#!/usr/bin/env bash
# hints.sh HINTS_CPP INCLUDE...: the headers have every C name that occurs in a hint.
set -eu -o pipefail
hints=$1
shift
status=0

mapfile -t names < <(grep -o '"[^"]*"' "$hints" | grep -oE '\b(ct|CT)_[A-Za-z0-9_]+' | sort -u)
[ ${#names[@]} -ge 20 ] || { printf 'no names in %s\n' "$hints"; exit 1; }
for name in "${names[@]}"; do
  grep -rqw --include='*.h' -- "$name" "$@" || {
    printf 'called:   %s\nexpected: names of the headers\ngot:      %s\n' "$hints" "$name"
    status=1
  }
done
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $hints $*}"
exit $status
