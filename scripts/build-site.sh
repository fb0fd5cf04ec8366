#!/usr/bin/env bash
# build-site.sh: builds the site, with the pages of docs/ and a reference of all names.
#
#   --out DIR      where the site goes; default: build/site/html
#   --gen FILE     a ctorch-gen; default: that of build/release, which is built if there is none
#
# The site needs neither a server nor a network: open its index.html. mkdocs and its theme are
# fetched with pinned checksums into build/site/tools, 80 MB, and not installed. At the end all
# links and anchors are checked. A site that is in DIR is replaced; a folder with anything else is
# left alone. docs/site.md says how the site is made.
# You may interrupt the script and run it again.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

out='' gen=''
read_options out= gen= -- "$@"
run_again_with "$@"
out=$(realpath -m "${out:-$CT_ROOT/build/site/html}")
[ -z "$gen" ] || gen=$(realpath -m "$gen")
[ -z "$gen" ] || [ -x "$gen" ] || fail "no such program: $gen" "see: $0 --help"
# The folder is removed when the new site is there.
[ ! -e "$out" ] || [ -e "$out/assets/search_index.js" ] || rmdir "$out" 2>/dev/null ||
  fail "$out exists, and has something else than a site" \
    "What to do: name another folder, or remove it"
cd "$CT_ROOT"

source=$CT_ROOT/packaging/site
work=$CT_ROOT/build/site
tools=$work/tools

# pip takes the wheels of this Python, so another one needs tools of its own.
fetch_tools() {
  local key
  key=$(cat "$source/tools.txt" - <<<"$(python3 --version)" | sha256sum)
  if [ "$(cat "$work/tools.key" 2>/dev/null)" = "$key" ]; then
    step_done "all there: $tools"
    return
  fi
  rm -rf "$tools" "$work/tools.key"
  CT_GROWS=$tools run site-tools python3 -m pip --disable-pip-version-check install --no-deps \
    --only-binary=:all: --require-hashes --no-compile --target "$tools" -r "$source/tools.txt"
  printf '%s\n' "$key" >"$work/tools.key"
  step_done
}

need_generator() {
  if [ -z "$gen" ]; then
    gen=$CT_ROOT/build/release/bin/ctorch-gen
    [ -e build/release/CMakeCache.txt ] || configure release
    run site-generator cmake --build build/release -j "$(ct_jobs)" --target ctorch-gen
  fi
  step_done "$gen"
}

# The old site stays until the new one is whole.
build_site() {
  local next=$work/next
  rm -rf "$next"
  CTORCH_GEN=$gen PYTHONPATH=$tools PYTHONDONTWRITEBYTECODE=1 NO_MKDOCS_2_WARNING=1 NO_COLOR=1 \
    run site python3 -m mkdocs build --quiet --strict -f "$source/mkdocs.yml" -d "$next"
  step_done "$(find "$next" -name '*.html' | wc -l) pages"
  step "Check links and anchors"
  run site-links python3 "$source/links.py" "$next"
  step_done "$(tail -n 1 "$CT_LOGS/site-links.log")"
  rm -rf "$out"
  mkdir -p "$(dirname "$out")"
  mv "$next" "$out"
}

mkdir -p "$work"
exec {lock}>"$work/lock"
flock -n "$lock" || fail "another run builds the site here" "What to do: wait for it"

# shellcheck disable=SC2034 # step() reads it
CT_STEPS=4
step "Tools: mkdocs and its theme"
command -v python3 >/dev/null || fail "no python3" "apt-get install python3 python3-pip"
fetch_tools
step "ctorch-gen"
need_generator
step "Build the site"
build_site
say "the site: $out/index.html ($(du -sm "$out" | cut -f 1) MB, $((SECONDS - CT_STARTED)) s)"
