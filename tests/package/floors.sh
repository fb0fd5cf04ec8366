#!/usr/bin/env bash
# floors.sh PROJECT OBJECTS: includes point downwards. In runtime/ a file includes files of its own
# room and of those below it, in the order of the wings in runtime/CMakeLists.txt and of the rooms in
# their lists; the same holds in codegen/, in the order below, where a room is a folder, or a header
# beside the folders. The order also holds for what the object files use, which the file OBJECTS
# lists. Nothing depends on programs/. No files use each other in a circle. Also what holds for the
# functions of a room of runtime/: static ones have different names, and none is named in quotes.
# Expects NM in the environment.
set -eu -o pipefail
project=$1 objects=$2
status=0

# FOLDER ROOM...: the lowest first.
check() {
  local folder=$1 rank=0 file included from to
  local -A rooms=()
  shift
  for room; do
    rooms[$room]=$((rank += 1))
  done
  while IFS=: read -r file included; do
    from=${file%/*} to=${included%/*}
    if [ -z "${rooms[$from]:-}" ] || [ -z "${rooms[$to]:-}" ]; then
      printf 'called:   %s/%s\nexpected: rooms of the lists\ngot:      #include "%s"\n' \
        "$folder" "$file" "$included"
      status=1
    elif [ "${rooms[$to]}" -gt "${rooms[$from]}" ]; then
      printf 'called:   %s/%s\nexpected: includes of %s/ and below\ngot:      #include "%s"\n' \
        "$folder" "$file" "$from" "$included"
      status=1
    fi
  done < <(cd "$project/$folder" && grep -rE --include='*.c' --include='*.cpp' --include='*.h' \
    --include='*.hpp' '^#include "' -- */ | sed -E 's|^([^:]*):#include "([^"]*)".*|\1:\2|')
}

# The rooms of the library: core/base, core/memory, ...; "train" is a wing without rooms.
mapfile -t runtime < <(sed -n 's|^add_subdirectory(\([a-z_]*\)).*|\1|p' \
  "$project/runtime/CMakeLists.txt" | while read -r wing; do
  sed -n "s|^ctorch_add_sources(\([a-z_.]*\)$|$wing/\1|p" "$project/runtime/$wing/CMakeLists.txt"
done | sed 's|/\.$||')
[ ${#runtime[@]} -ge 10 ] || { printf 'no rooms in runtime/CMakeLists.txt\n'; exit 1; }
check runtime "${runtime[@]}" vision/image beside cuda distributed distributed/ddp \
  distributed/functional distributed/nccl distributed/norm distributed/zero
codegen=(util model.h headers read types derive name facts classes load.h emit bind tools/release
  tools/show tools/diff tools/audit tools/program tools/check options.h commands)
check codegen "${codegen[@]}"

# compile/ includes files of its own rooms and of those below, and of codegen/ and runtime/, by other
# paths.
while IFS=: read -r file included; do
  from=${file#compile/} to=${included#compile/}
  order=(model.h expression.h sizes.h options.h read passes level1 call emit main.c)
  rank=0 of=0 with=0
  for room in "${order[@]}"; do
    rank=$((rank + 1))
    case $from in "$room"* | "${room%.h}.c") of=$rank ;; esac
    case $to in "$room"*) with=$rank ;; esac
  done
  [ $of -gt 0 ] && [ $with -gt 0 ] && [ $with -le $of ] || {
    printf 'called:   compile/%s\nexpected: includes of its room and below\ngot:      #include "%s"\n' \
      "$from" "$included"
    status=1
  }
done < <(cd "$project" && grep -rE --include='*.c' --include='*.h' '^#include "compile/' -- compile |
  sed -E 's|^([^:]*):#include "([^"]*)".*|\1:\2|')

# The table at the top of main.c has all folders of codegen/, the tools, and the files beside them.
table=$(sed -n '/^ \* .*Includes point/,/^ \*\//s/^ \*     \( *[a-z].*[/ch]\)  .*/\1/p' \
  "$project/codegen/main.c" | sed 's|^  |tools/|' | tr -d ' ' | tr , '\n' | sort)
there=$(cd "$project/codegen" && printf '%s\n' */ tools/*/ ./*.c model.h | sed 's|^\./||' | sort)
[ "$table" = "$there" ] || {
  printf 'called:   the table in codegen/main.c\nexpected: %s\ngot:      %s\n' "${there//$'\n'/ }" \
    "${table//$'\n'/ }"
  status=1
}

# A header may declare what a file of a higher room defines, which its includes do not show. The C++
# of a room is one object file, Unity/unity_core-base_cxx.cxx.o.
# TARGET ROOM...: the lowest first.
check_calls() {
  local target=$1 found
  shift
  found=$(grep -E "/($target)\.dir/(\./)?(([a-z][a-z_]*/)+|Unity/)[^/]+\$" "$objects" |
    xargs "$NM" -P -A -g |
    awk -v rooms="$*" '
      BEGIN { n = split(rooms, names); for (i = 1; i <= n; i++) rank[names[i]] = i }
      $3 ~ /[WV]/ { next } # inline functions of C++
      { sub(/.*\.dir\/(\.\/)?/, "", $1); sub(/:$/, "", $1); room = $1 }
      sub(/^Unity\/unity_/, "", room) { sub(/_cxx\..*/, "", room); sub(/-/, "/", room) }
      $1 !~ /^Unity/ { sub(/\/[^\/]*$/, "", room) }
      !(room in rank) { next } # generated
      $3 == "U" { user[++uses] = $1; of[uses] = rank[room]; symbol[uses] = $2; next }
      { defined[$2] = rank[room]; place[$2] = $1; symbols++ }
      END {
        for (i = 1; i <= uses; i++)
          if (defined[symbol[i]] > of[i])
            print user[i] " uses " symbol[i] ", of " place[symbol[i]]
        if (symbols < 100) print "only " symbols + 0 " symbols"
      }')
  [ -z "$found" ] || {
    printf 'called:   nm, on %s\nexpected: no file that uses one of a higher room\ngot:      %s\n' \
      "$target" "$found"
    status=1
  }
}
check_calls ctorch_gen "${codegen[@]}"
if grep -q '/ctorch\.dir/' "$objects"; then
  check_calls 'ctorch|ctorch_plain' "${runtime[@]}"
fi

# No circle of files: of two that need each other, neither can be read, tested or changed alone.
# Where the C++ of a room is compiled as one, its circles are not seen.
circles=$({ grep -E '/ctorch(_plain)?\.dir/(\./)?[a-z]+/' "$objects" || true; } | xargs -r "$NM" -P -A -g |
  awk '
    $3 ~ /[WV]/ { next } # inline functions of C++
    { sub(/.*\.dir\/(\.\/)?/, "", $1); sub(/:$/, "", $1) }
    $3 == "U" { user[++uses] = $1; symbol[uses] = $2; next }
    { place[$2] = $1 }
    END {
      for (i = 1; i <= uses; i++)
        if (symbol[i] in place) print user[i], place[symbol[i]]
    }' | { tsort 2>&1 >/dev/null || true; })
[ -z "$circles" ] || {
  printf 'called:   tsort, of what nm shows of ctorch\nexpected: no circle of files\ngot:      %s\n' \
    "$circles"
  status=1
}

# A backtrace shows the names of functions, not their files: those of a room have different ones.
twice=$(cd "$project/runtime" || exit; grep -oE --include='*.c' --include='*.cpp' -r \
  '^static [^=;({]*\b[a-z_0-9]+\(' -- */ | grep -vE '^[^:]*:static inline |__attribute__\($' |
  sed -E 's|^((.*)/[^/]*):.*[ *]([a-z_0-9]+)\($|\2/ \3 \1|' | sort -u |
  awk '$1 == folder && $2 == name { print name "() in " file " and in " $3 }
    { folder = $1; name = $2; file = $3 }')
[ -z "$twice" ] || {
  printf 'called:   grep, in runtime/\nexpected: static functions of one name in one file of a room\n'
  printf 'got:      %s\n' "$twice"
  status=1
}

# A name in quotes can outlive its function; runtime/core/base/name_of.h has the forms to use. The
# words of hints.cpp are beginnings of names.
quoted=$(cd "$project/runtime" || exit; grep -rnE --include='*.c' --include='*.cpp' --include='*.h' \
  --include='*.hpp' '"ct_[A-Za-z0-9_]+"' -- */ | grep -vE '^include/|^core/bridge/hints\.cpp:' |
  grep -vE '/\*.*"ct_|^[^:]*:[0-9]+:[[:space:]]*\* ' || true)
[ -z "$quoted" ] || {
  printf 'called:   grep, in runtime/\n'
  printf 'expected: no name of a function in quotes (core/base/name_of.h)\n'
  printf 'got:      %s\n' "$quoted"
  status=1
}

# What is compiled only if the release has an operator: of the pinned one, all are compiled.
while read -r name; do
  grep -rqE "^#define $name\\b" "$project/generated/ctorch" || {
    printf 'called:   grep, in runtime/\nexpected: #ifdef of an operator that generated/ has\n'
    printf 'got:      %s\n' "$name"
    status=1
  }
done < <(cd "$project/runtime" && grep -rhoE '^#if.*CT_OP_\w+' -- */ | grep -oE 'CT_OP_\w+' | sort -u)

printf 'rooms of runtime/: %s\n' "${runtime[*]}"
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
