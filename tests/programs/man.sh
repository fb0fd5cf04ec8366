#!/usr/bin/env bash
# man.sh PAGES BIN WRITER: the manual pages have no errors, and every line of each program's --help,
# and of the help of its commands, is on its page.
set -eu -o pipefail
pages=$1 bin=$2 writer=$3
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v mandoc >/dev/null ||
  { echo "skipped: mandoc is not there, which reads the pages (apt-get install mandoc)" && exit 77; }

# Reads the words of a page.
read_page() { # PAGE
  words=$(mandoc -T ascii -O width=300 "$1" | col -b | tr -s ' \t\n' ' ')
}

# Prints the lines of a help that are not on the page, whatever their spaces.
missing() { # <HELP
  local line
  while read -r line; do
    [[ $words == *"$line"* ]] || printf '%s\n' "$line"
  done < <(sed -E '1{/^[a-z_-]*: /d}; s/^[Uu]sage: //; s/^Exit status: //
    s/^Examples?:$/EXAMPLES/; s/^([A-Z][a-z]*( [^ ]+)?):$/\1/' | tr -s ' \t' ' ')
}

has_help() { # NAME [COMMAND]
  local left
  "$bin/$1" "${@:2}" --help >"$work/help"
  left=$(missing <"$work/help")
  [ -z "$left" ] || { printf 'not on the page: %s\n' "$left" && return 1; }
  printf '%d lines\n' "$(wc -l <"$work/help")"
}

# The commands that the help lists, if the program has some.
listed_commands() { # NAME
  ! grep '^[Uu]sage: [^ ]* COMMAND' "$work/help" >/dev/null ||
    sed -n 's/^  \([a-z][a-z-]*\)  *[^ ].*/\1/p' "$work/help" | grep -vxF "$1"
}

for page in "$pages"/*.1; do
  name=$(basename "$page" .1)
  read_page "$page"
  expect "$name: the page has no errors" 0 "" mandoc -T lint -W warning "$page"
  expect "$name: it has what --help says" 0 " lines" has_help "$name"
  for command in $(listed_commands "$name"); do
    expect "$name $command: and that of the command" 0 " lines" has_help "$name" "$command"
  done
done
for name in $(tail -n +2 "$(dirname "$writer")/pages.tsv" | cut -f 1); do
  # Some releases of libtorch, and builds without libraries of images, lack a program.
  [ ! -e "$bin/$name" ] || expect "$name has a page" 0 "" test -s "$pages/$name.1"
done

# What is special in troff.
stub ct_info 'cat <<"END"
usage: ct_info [--dry-run] FILE
.TH is no title, and \\fB is not bold.
'\''Quoted'\'', `quoted`, ~ and ^: as they are.

Some options:
  -a, --all NAME   with a description
      --long       begins later
  --only-the-term-is-here FILE
                   below it
                     1  2   3
                   and on
END'
write_page() {
  sh "$writer" "$work/bin/ct_info" "${1:-ct_info}" "$work/page.1" 2026-01-31 0.1.0 share/doc/ctorch
}
expect "a page of special characters is written" 0 "" write_page
expect "without errors" 0 "" mandoc -T lint -W warning "$work/page.1"
read_page "$work/page.1"
expect "and all of them are on it" 0 "" test -z "$("$work/bin/ct_info" | missing)"
expect "a line that is not is noticed" 0 "--gone" eval 'echo "  --gone" | missing'
expect "a program without a line in pages.tsv is an error" 1 "pages.tsv has no line for ct_new" \
  write_page ct_new
[ $failed -eq 0 ]
