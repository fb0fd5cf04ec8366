#!/usr/bin/env bash
# go_page.sh FOLDER PAGE -- WRITE...: the programs in Go on a page print what is below them, with the
# binding that WRITE writes to FOLDER. Skipped without Go.
set -eu -o pipefail
folder=$1 page=$2
shift 3
command -v go >/dev/null || { echo "skipped: no Go (apt-get install golang-go)"; exit 77; }
"$@"
cd "$folder"
rm -rf pages
mkdir pages

# NAME/main.go of a block that begins with "// NAME.go", NAME/expected of "$ go run NAME.go".
awk '
  /^```/ && inside { inside = 0; file = ""; next }
  /^```go$/ || /^```text$/ { inside = 1; next }
  inside && /^\/\/ [a-z]+\.go$/ { file = $2; sub(/\.go$/, "/main.go", file); system("mkdir -p pages/" substr(file, 1, index(file, "/"))) }
  inside && /^\$ go run / { file = $4; sub(/\.go$/, "/expected", file); next }
  inside && file != "" { print > ("pages/" file) }' "$page"

count=0
for program in pages/*/; do
  count=$((count + 1))
  if ! go run "./$program" >"$program/got" 2>"$program/log"; then
    printf 'called:   go run %s, of %s\nexpected: status 0\ngot:      %s\n' "$program" "$page" \
      "$(tail -n 20 "$program/log")"
    exit 1
  fi
  diff -u "$program/expected" "$program/got" ||
    { printf 'called:   go run %s, of %s\nrerun:    %s\n' "$program" "$page" "${RERUN:-$0}"; exit 1; }
done
[ $count -gt 0 ]
echo "$count programs of ${page##*/} print what the page shows"
