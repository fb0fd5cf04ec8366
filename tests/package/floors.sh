#!/usr/bin/env bash
# floors.sh PROJECT OBJECTS: includes point downwards. In runtime/ a file includes files of its own
# layer ("floor") and of those below it, in the order of the list in runtime/CMakeLists.txt; the
# same holds in codegen/, in the order below. A floor is a folder, perhaps inside another one, or a
# header beside the folders. The order also holds for what the object files use, which the file
# OBJECTS lists. Nothing depends on programs/. No files use each other in a circle. Also what holds
# for the functions of a folder of runtime/: static ones have different names, and none is named in
# quotes.
# Expects NM in the environment.
set -eu -o pipefail
project=$1 objects=$2
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
    from=${file%/*} to=${included%/*}
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
    --include='*.hpp' '^#include "' -- */ | sed -E 's|^([^:]*):#include "([^"]*)".*|\1:\2|')
}

# The floors of the library are in its list of sources, each once.
mapfile -t runtime < <(sed -n '/set(CTORCH_RUNTIME_SOURCES/,/)$/s|^  \([a-z]*\)/.*|\1|p' \
  "$project/runtime/CMakeLists.txt" | uniq)
[ ${#runtime[@]} -ge 10 ] || { printf 'no floors in runtime/CMakeLists.txt\n'; exit 1; }
check runtime "${runtime[@]}" image
codegen=(util model.h headers read types derive name facts classes load.h emit tools/release
  tools/show tools/diff tools/audit tools/program tools/check options.h commands)
check codegen "${codegen[@]}"

# The table at the top of main.c has all folders of codegen/, and the files beside them.
table=$(sed -n '/^ \* .*Includes point/,/^ \*\//s/^ \*     \([a-z].*[/ch]\)  .*/\1/p' \
  "$project/codegen/main.c" | tr -d ' ' | tr , '\n' | sort)
there=$(cd "$project/codegen" && printf '%s\n' */ ./*.c model.h | sed 's|^\./||' | sort)
[ "$table" = "$there" ] || {
  printf 'called:   the table in codegen/main.c\nexpected: %s\ngot:      %s\n' "${there//$'\n'/ }" \
    "${table//$'\n'/ }"
  status=1
}

# A header may declare what a file of a higher floor defines, which its includes do not show.
# TARGET FLOOR...: the lowest first.
check_calls() {
  local target=$1 found
  shift
  found=$(grep -E "/$target\.dir/(\./)?([a-z]+/)+[^/]+\$" "$objects" | xargs "$NM" -P -A -g |
    awk -v floors="$*" '
      BEGIN { n = split(floors, names); for (i = 1; i <= n; i++) rank[names[i]] = i }
      $3 ~ /[WV]/ { next } # inline functions of C++
      { sub(/.*\.dir\/(\.\/)?/, "", $1); sub(/:$/, "", $1) }
      { floor = $1; sub(/\/[^\/]*$/, "", floor) }
      $3 == "U" { user[++uses] = $1; of[uses] = floor; symbol[uses] = $2; next }
      { defines[$2] = floor; place[$2] = $1; symbols++ }
      END {
        for (i = 1; i <= uses; i++)
          if (rank[defines[symbol[i]]] > rank[of[i]])
            print user[i] " uses " symbol[i] ", of " place[symbol[i]]
        if (symbols < 100) print "only " symbols + 0 " symbols"
      }')
  [ -z "$found" ] || {
    printf 'called:   nm, on %s\nexpected: no file that uses one of a higher floor\ngot:      %s\n' \
      "$target" "$found"
    status=1
  }
}
check_calls ctorch_gen "${codegen[@]}"
if grep -q '/ctorch\.dir/' "$objects"; then
  check_calls ctorch "${runtime[@]}"
fi

# No circle of files: of two that need each other, neither can be read, tested or changed alone.
# Where a folder's C++ is compiled as one, only the files in C are seen.
circles=$({ grep -E '/ctorch\.dir/(\./)?[a-z]+/' "$objects" || true; } | xargs -r "$NM" -P -A -g |
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

# A backtrace shows the names of functions, not their files: those of a folder have different ones.
twice=$(cd "$project/runtime" || exit; grep -oE --include='*.c' --include='*.cpp' -r \
  '^static [^=;({]*\b[a-z_0-9]+\(' -- */ | grep -vE '^[^:]*:static inline |__attribute__\($' |
  sed -E 's|^((.*)/[^/]*):.*[ *]([a-z_0-9]+)\($|\2/ \3 \1|' | sort -u |
  awk '$1 == folder && $2 == name { print name "() in " file " and in " $3 }
    { folder = $1; name = $2; file = $3 }')
[ -z "$twice" ] || {
  printf 'called:   grep, in runtime/\nexpected: static functions of one name in one file of a folder\n'
  printf 'got:      %s\n' "$twice"
  status=1
}

# A name in quotes can outlive its function; runtime/base/name_of.h has the forms to use. The words
# of hints.cpp are beginnings of names.
quoted=$(cd "$project/runtime" || exit; grep -rnE --include='*.c' --include='*.cpp' --include='*.h' \
  --include='*.hpp' '"ct_[A-Za-z0-9_]+"' -- */ | grep -vE '^include/|^bridge/hints\.cpp:' |
  grep -vE '/\*.*"ct_|^[^:]*:[0-9]+:[[:space:]]*\* ' || true)
[ -z "$quoted" ] || {
  printf 'called:   grep, in runtime/\nexpected: no name of a function in quotes (base/name_of.h)\n'
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

printf 'floors of runtime/: %s\n' "${runtime[*]}"
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
