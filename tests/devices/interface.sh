#!/usr/bin/env bash
# interface.sh COUNT FILE HEADER:CLASS...: an allocator in FILE passes on every virtual function of
# these classes of libtorch, COUNT or more. The compiler sees only those without a body.
set -eu -o pipefail
count=$1 file=$2
shift 2

# The virtual functions of a class, by name.
virtual_functions() { # HEADER CLASS
  sed -n "/^\(class\|struct\) .*\b$2\b[^;]*{\$/,/^};/p" "$1" | tr '\n' ' ' |
    grep -o 'virtual [^{;=]*' | sed 's/(.*//; s/.*[ *&~]//' | grep -vx "$2"
}

names=$(for class; do virtual_functions "${class%:*}" "${class##*:}"; done | LC_ALL=C sort -u)
missing=
for name in $names; do
  grep -q "next\.$name(" "$file" || missing+=" $name"
done
[ "$(wc -l <<<"$names")" -ge "$count" ] || {
  printf 'only these functions were found, so a header has another form:\n%s\n' "$names"
  exit 1
}
[ -z "$missing" ] || { echo "$file does not pass on:$missing" && exit 1; }
echo "$(wc -l <<<"$names") functions are passed on"
