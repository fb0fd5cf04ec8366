#!/usr/bin/env bash
# bad.sh GENERATOR PROJECT: every file of bad/, bad_nn/, bad_optim/ and bad_vision/ fails with
# exactly the errors that its first lines state, each with line, column and message:
#
#     # error 5:9 unknown type 'Foo'
#
# An error without a place is about the whole file. Those of bad_nn/ are lists of torch.nn, of
# functions or classes as their names say.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

refused() { # NAME FILE OPTION...: the generator, with the options, refuses FILE
  local name=$1 file=$2
  shift 2
  sed -n -e "s|^# error \([0-9][0-9:]*\) |$file:\1: error: |p" \
    -e "s|^# error \([^0-9]\)|$file: error: \1|p" "$file" | sort >"$work/expected"
  gen generate --templates "$project/templates" --headers "$data/golden/include" \
    --out "$work/out" "$@"
  grep -F ": error: " "$work/.err" | sort >"$work/got"
  if [ ! -s "$work/expected" ]; then
    wrong "$name states on which line it fails" "a line '# error LINE:COLUMN MESSAGE' in it"
  elif [ "$status" = 2 ] && cmp -s "$work/expected" "$work/got" && [ ! -s "$work/.out" ]; then
    fine "$name is refused"
  else
    wrong "$name is refused" "status 2, no stdout, and exactly
$(cat "$work/expected")"
  fi
  check "and nothing is written" test ! -e "$work/out"
  # A message with a column shows its line, unless that is empty, with a caret below it.
  sed -n 's/^# error \([0-9]*\):[0-9].*/\1/p' "$file" | while read -r line; do
    sed -n "${line}p" "$file" | grep -q . && echo "$line"
  done >"$work/lines"
  if [ -s "$work/lines" ] && ! grep -qE "^[[:space:]]+\^$" "$work/.err"; then
    wrong "a caret shows where in $name" "a line with a caret"
  fi
}

for file in "$data"/bad/*.yaml; do
  refused "$(basename "$file")" "$file" --yaml "$file"
done
lists() { # FOLDER...: $work/lists with the golden lists in these folders
  local folder
  rm -rf "$work/lists"
  mkdir "$work/lists"
  for folder; do
    cp -r "$data/golden/$folder" "$work/lists"
  done
}
golden=(--yaml "$data/golden/small.yaml" --classes "$work/lists")
for file in "$data"/bad_nn/*.yaml; do
  name=$(basename "$file")
  lists nn
  case $name in
  other_names_*) list=other_names.yaml ;;
  *) list=${name%%_*}.yaml ;; # functions.yaml, classes.yaml or names.yaml
  esac
  cp "$file" "$work/lists/nn/$list"
  refused "$name" "$work/lists/nn/$list" "${golden[@]}"
done
for folder in optim vision; do
  for file in "$data/bad_$folder"/*.yaml; do
    name=$(basename "$file")
    lists nn optim "$folder"
    list=$work/lists/$folder/${name%%_*}.yaml # optimizers.yaml, schedulers.yaml, transforms.yaml
    cp "$file" "$list"
    refused "$name" "$list" "${golden[@]}"
  done
done
for list in nn/functions nn/classes optim/schedulers vision/transforms; do
  lists nn optim vision
  rm "$work/lists/$list.yaml"
  gen generate "${golden[@]}" --templates "$project/templates" \
    --headers "$data/golden/include" --out "$work/out"
  says "a folder without $list.yaml is refused" 2 "$work/lists/$list.yaml: error: cannot open"
done
finish
