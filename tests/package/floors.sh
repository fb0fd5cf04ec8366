#!/usr/bin/env bash
# floors.sh PROJECT: includes point downwards. In runtime/ a file includes files of its own layer
# ("floor") and of those below it, in the order of the list in runtime/CMakeLists.txt; the same
# holds in codegen/, in the order below. Nothing depends on programs/.
set -eu -o pipefail
project=$1
status=0

# FOLDER FLOOR...: the lowest first.
check() {
  local folder=$1 rank=0 file included from to
  local -A floors=()
  shift
  for floor; do
    floors[$floor]=$((rank += 1))
  done
  while IFS=: read -r file included; do
    from=${file%%/*} to=${included%%/*}
    [ "$file" != "$from" ] || continue # main.c and the like are above all floors
    if [ -z "${floors[$from]:-}" ] || [ -z "${floors[$to]:-}" ]; then
      printf 'called:   %s/%s\nexpected: folders of the list of floors\ngot:      #include "%s"\n' \
        "$folder" "$file" "$included"
      status=1
    elif [ "${floors[$to]}" -gt "${floors[$from]}" ]; then
      printf 'called:   %s/%s\nexpected: includes of %s/ and below\ngot:      #include "%s"\n' \
        "$folder" "$file" "$from" "$included"
      status=1
    fi
  done < <(cd "$project/$folder" && grep -rE --include='*.c' --include='*.cpp' --include='*.h' \
    --include='*.hpp' '^#include "[a-z]+/' -- */ | sed -E 's|^([^:]*):#include "([^"]*)".*|\1:\2|')
}

# The floors of the library are in its list of sources, each once.
mapfile -t runtime < <(sed -n '/set(CTORCH_RUNTIME_SOURCES/,/)$/s|^  \([a-z]*\)/.*|\1|p' \
  "$project/runtime/CMakeLists.txt" | uniq)
[ ${#runtime[@]} -ge 10 ] || { printf 'no floors in runtime/CMakeLists.txt\n'; exit 1; }
check runtime "${runtime[@]}" image
check codegen util model.h read types derive name facts nn emit release load.h show diff audit program \
  options.h commands

printf 'floors of runtime/: %s\n' "${runtime[*]}"
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
