#!/usr/bin/env bash
# build.sh ROOT CTORCH-GEN: the site is built without a broken link, has at most 30 MB, and its search
# finds pages, too. Skipped where scripts/build-site.sh has not fetched its tools: tests fetch nothing.
set -eu -o pipefail
root=$1 gen=$2
tools=$root/build/site/tools
key=$(cat "$root/packaging/site/tools.txt" - <<<"$(python3 --version)" | sha256sum)
if [ "$(cat "$tools.key" 2>/dev/null)" != "$key" ]; then
  echo "skipped: no mkdocs in $tools (scripts/build-site.sh fetches it)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

failed() { # CALLED EXPECTED GOT
  printf 'called:   %s\nexpected: %s\ngot:      %s\nrerun:    %s\n' "$@" "${RERUN:-$0}"
  exit 1
}

CT_LOGS=$work "$root/scripts/build-site.sh" --gen "$gen" --out "$work/site" >"$work/said" 2>&1 ||
  failed "scripts/build-site.sh" "a site" "$(tail -n 20 "$work/said")"
size=$(du -sm "$work/site" | cut -f 1)
[ "$size" -le 30 ] || failed "du -sm, on the site" "at most 30" "$size"
for page in index docs/quickstart reference/operators/index reference/c/data/data 404; do
  grep -q 'class="ct-search"' "$work/site/$page.html" ||
    failed "grep ct-search $page.html" "the place of the search" "none"
done
if ! command -v node >/dev/null; then
  echo "left out: the search, since there is no node (apt-get install nodejs)"
  exit 0
fi
for search in "gradient checkpoint=docs/autograd.html#" "num_workers=docs/data.html#" \
  "quickstart=docs/quickstart.html#" "CT_EACH_STEP=#CT_EACH_STEP"; do
  found=$(node -e '
    globalThis.ctorchSearch = require(process.argv[1] + "/assets/search.js");
    require(process.argv[1] + "/assets/search_index.js");
    ctorchSearch.find(process.argv[2], 8).forEach((one) => console.log(one.url));' \
    "$work/site" "${search%%=*}")
  [[ $found == *"${search#*=}"* ]] ||
    failed "a search for ${search%%=*}" "${search#*=} among the first" "$found"
done
tail -n 2 "$work/said"
