#!/usr/bin/env bash
# script.sh ROOT: scripts/build-site.sh when things go wrong, with a stub for Python: no network.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$root/tests/scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A checkout with the script alone; the stub of Python plays pip, mkdocs and links.py.
project=$work/project
mkdir -p "$project/scripts" "$project/packaging/site"
cp "$root/scripts/build-site.sh" "$root/scripts/lib.sh" "$project/scripts"
cp "$root/packaging/site/tools.txt" "$root/packaging/site/mkdocs.yml" "$project/packaging/site"
stub python3 'case "$*" in
--version) echo "Python 3.11.0" ;;
*"pip "*) echo pip >>"$CALLS"; [ "$FAILS" != pip ] && mkdir -p "$PROJECT/build/site/tools" ;;
*mkdocs*) [ "$FAILS" != mkdocs ] && mkdir -p "$PROJECT/build/site/next/assets" &&
  touch "$PROJECT/build/site/next/assets/search_index.js" &&
  echo new >"$PROJECT/build/site/next/index.html" ;;
*links.py*) [ "$FAILS" != links ] && echo "1 pages, 0 links, 0 problems" ;;
esac'
stub gen ':'

build() { # FAILS ARGUMENT...: with the stubs alone, so that nothing is fetched
  : >"$work/calls"
  env PATH="$work/bin:$PATH" CALLS="$work/calls" FAILS="$1" PROJECT="$project" \
    "$project/scripts/build-site.sh" --gen "${gen:-$work/bin/gen}" "${@:2}"
}

expect "help" 0 "build-site.sh: builds the site" "$project/scripts/build-site.sh" --help
expect "an unknown argument" 1 "unknown argument 'twice'" build nothing twice
gen=/nowhere/gen expect "no generator" 1 "no such program: /nowhere/gen" build nothing
expect "is found out before anything is fetched" 1 "" test -s "$work/calls"
expect "no tools" 1 "site-tools.log" build pip
expect "the site, and where it is" 0 "the site: $project/build/site/html/index.html" build nothing
expect "the tools are fetched once" 0 "all there: $project/build/site/tools" build nothing
expect "so pip is not called" 1 "" test -s "$work/calls"
echo old >"$project/build/site/html/index.html"
expect "a page that mkdocs refuses" 1 "run: $project/scripts/build-site.sh" build mkdocs
expect "a broken link" 1 "site-links.log" build links
expect "leaves the site that was there" 0 old cat "$project/build/site/html/index.html"
expect "another folder" 0 "the site: $work/elsewhere/index.html" build nothing --out \
  "$work/elsewhere"
echo old >"$work/elsewhere/index.html"
expect "in which it is replaced" 0 "the site: $work/elsewhere/index.html" build nothing --out \
  "$work/elsewhere"
expect "by the new one" 0 new cat "$work/elsewhere/index.html"
mkdir "$work/mine" "$work/empty"
echo mine >"$work/mine/index.html"
expect "a folder with anything else is refused" 1 "has something else than a site" build nothing \
  --out "$work/mine"
expect "and stays" 0 mine cat "$work/mine/index.html"
expect "an empty one is used" 0 "the site: $work/empty/index.html" build nothing --out "$work/empty"
(
  exec {lock}>"$project/build/site/lock"
  flock "$lock"
  expect "two at once" 1 "another run builds the site here" build nothing
  exit "$failed"
) || failed=1
[ "$failed" -eq 0 ]
