#!/usr/bin/env bash
# claims.sh ROOT: README.md and the pages claim no more about releases of libtorch than
# scripts/releases/ has. Releases that are proven with other sources than the newest one do not
# count: a number that was once true does not stay true.
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

numbers=(zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen sixteen seventeen eighteen nineteen twenty)
number_of() { # WORD: 9 of "nine", "Nine" or "9"; nothing of another word
  local i
  [[ ! $1 =~ ^[0-9]+$ ]] || printf '%s\n' "$1"
  for i in "${!numbers[@]}"; do
    [ "${numbers[i]}" != "${1,,}" ] || printf '%s\n' "$i"
  done
}

# The releases that are proven with the sources of the newest one.
proven_together() { # PROVEN.TSV
  awk -F '\t' 'NR > 1 { release[NR] = $1; key[NR] = $3 }
    END { for (i = 2; i <= NR; i++) if (key[i] == key[NR]) print release[i] }' "$1"
}

# The paragraphs of a file, each as "FILE: text" in one line; rows of a table and items of a list are
# paragraphs.
paragraphs() { # FILE
  awk -v file="${1##*/}" '
    function flush() { if (text != "") print file ":" text; text = "" }
    /^[[:space:]]*$/ || /^[|#`]/ || /^ *[-*] / { flush() }
    { text = text " " $0 }
    /^[|#`]/ { flush() }
    END { flush() }' "$1" | tr -s ' '
}

word='[A-Za-z0-9]+'
count_claims() { # "FILE: text" lines: "NUMBER TEXT" of what claims a number of proven releases
  grep -oiE "$word (proven|tested) releases|(proven|tested) (with|for|on) $word releases|$word \
releases (of (libtorch|PyTorch) )?(are|were) (proven|tested)" | while read -r claim; do
    for part in $claim; do
      number_of "$part" | sed "s/\$/ $claim/"
    done
  done
}

check_claims() { # FOLDER with README.md, docs/, scripts/releases/
  local status=0 page count number claim first last pinned
  mapfile -t together < <(proven_together "$1/scripts/releases/proven.tsv")
  count=${#together[@]}
  pinned=$(sed -n 's/^# release: //p;/^$/q' "$1/native_functions.yaml")
  for page in "$1"/README.md "$1"/CONTRIBUTING.md "$1"/docs/*.md; do
    paragraphs "$page"
  done >"$work/paragraphs"
  while read -r number claim; do
    [ "$number" -le "$count" ] ||
      { echo "'$claim': only $count are proven with one state of the sources" && status=1; }
  done < <(count_claims <"$work/paragraphs")
  while read -r first last; do
    for number in "$first" "$last"; do
      [[ " ${together[*]} " == *" $number "* ]] ||
        { echo "'proven releases from $first to $last': $number is not proven" && status=1; }
    done
  done < <(sed -nE 's/.*(proven|tested) releases,? from ([0-9.]+[0-9]) to ([0-9.]+[0-9]).*/\2 \3/p' \
    "$work/paragraphs")
  grep -q "^README.md:.*libtorch $pinned, tested with every commit" "$work/paragraphs" ||
    { echo "README.md does not say 'libtorch $pinned, tested with every commit'" && status=1; }
  while read -r number; do
    number=$(number_of "$number")
    count=$(find "$1/scripts/releases" -name '[0-9]*-x86_64.txt' | wc -l)
    [ "${number:-$count}" -eq "$count" ] ||
      { echo "'$number releases ... can be fetched': there are $count" && status=1; }
  done < <(sed -nE "s/.*[ :]($word) releases, from .* can be fetched.*/\1/p" "$work/paragraphs")
  return $status
}

sample() { # README-TEXT: a project with three proven releases, of which two count
  local folder=$work/sample
  rm -rf "$folder"
  mkdir -p "$folder/docs" "$folder/scripts/releases"
  printf '# release: 2.15.0\n\n' >"$folder/native_functions.yaml"
  printf 'release\tdate\tkey\n2.6.0\td\told\n2.14.1\td\tnew\n2.15.0\td\tnew\n' \
    >"$folder/scripts/releases/proven.tsv"
  : >"$folder/scripts/releases/2.14.1-x86_64.txt"
  : >"$folder/scripts/releases/2.15.0-x86_64.txt"
  : >"$folder/CONTRIBUTING.md"
  printf '| libtorch 2.15.0, tested with every commit |\n\n%s\n' "$1" >"$folder/README.md"
  printf 'Two releases, from 2.14.1 to 2.15.0, can be fetched.\n' >"$folder/docs/new-release.md"
  check_claims "$folder"
}

expect "what counts may be claimed" 0 "" sample "Two proven releases from 2.14.1 to 2.15.0."
expect "a row with other sources does not count" 1 \
  "'three proven releases': only 2 are proven with one state" sample "| three proven releases |"
expect "neither in digits" 1 "'3 tested releases'" sample "It has 3 tested releases."
expect "nor in another order, over two lines" 1 "'proven with three releases'" sample "It is proven
with three releases."
expect "nor as a range" 1 "2.6.0 is not proven" sample "all proven releases from 2.6.0 to 2.15.0"
expect "numbers of other things are free" 0 "" sample "Nine releases of which two are proven."
expect "the release that is tested is the pinned one" 1 "does not say 'libtorch 2.15.0, tested" \
  eval 'sample "" && sed -i "s/2.15.0,/2.14.1,/" "$work/sample/README.md" &&
    check_claims "$work/sample"'
expect "the number that can be fetched is right" 1 "there are 2" \
  eval 'sample "" && sed -i "s/Two/Three/" "$work/sample/docs/new-release.md" &&
    check_claims "$work/sample"'
expect "README.md and the pages claim what scripts/releases/ has" 0 "" check_claims "$root"
[ $failed -eq 0 ]
