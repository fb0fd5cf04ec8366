#!/usr/bin/env bash
# fetch-operators.sh: fetches the operator lists of PyTorch releases, for ctorch-gen to compare.
#
#   scripts/fetch-operators.sh 2.14.1 ...   those releases; then: ctorch-gen diff 2.14.1 2.15.0
#   scripts/fetch-operators.sh --all        all in scripts/releases/operators.txt
#   --cache DIR                             default: $CTORCH_CACHE, else ~/.cache/libctorch
#   --list FILE                             the list of wheels, instead of operators.txt
#
# A release's list is in its wheels. The script downloads the smallest of them (50 to 140 MB),
# checks its checksum and deletes it; 1 MB stays. It does not fetch an existing list again, and an
# interrupted run leaves nothing incomplete.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/fetch.sh
. "$CT_ROOT/scripts/fetch.sh"

list=$CT_RELEASES/operators.txt
all=''
read_options all list= cache= ... -- "$@"
releases=("${words[@]}")

[ -e "$list" ] || fail "$list does not exist"
# Lines: release, CPython, checksum.
pinned() { # [RELEASE]
  awk -v release="${1:-}" '!/^#/ && (release == "" || $1 == release)' "$list"
}
[ -z "$all" ] || mapfile -t releases < <(pinned | cut -f1)
[ ${#releases[@]} -gt 0 ] || fail "no release given" "see: $0 --help"
for release in "${releases[@]}"; do
  [ -n "$(pinned "$release")" ] || fail "no checksum is known for '$release'" \
    "known: $(pinned | cut -f1 | tr '\n' ' ')" \
    "What to do: scripts/pin-release.sh X.Y.Z records it, for any release of PyTorch;" \
    "or name a wheel or a folder with that release to ctorch-gen instead"
done

wheels=$cache/operator-wheels

other_ways() {
  printf '%s\n' "Other ways:" \
    "  - download torch $release elsewhere (CPython $python_version, macOS on ARM), put the .whl" \
    "    file into $wheels and run this again; sha256 $sum" \
    "  - name any wheel of torch $release, or a folder with it, to ctorch-gen: it finds the list"
}

fetch() {
  local file target=$cache/operators-$release
  read -r _ python_version sum < <(pinned "$release")
  if [ -e "$target/torchgen/packaged/ATen/native/native_functions.yaml" ]; then
    say "the operators of PyTorch $release are there: $target"
    return 0
  fi
  open_cache "$wheels" "300 MB"
  need_python
  if ! file=$(wheel_of "$wheels" torch "$release"); then
    say "downloading a wheel of torch $release for its operator list"
    CT_STEP_STARTED=$SECONDS
    operator_wheels "$python_version"
    download_wheels "$wheels" "torch==$release --hash=sha256:$sum" "torch $release" \
      --require-hashes "${wheel_arguments[@]}"
    file=$(wheel_of "$wheels" torch "$release")
  fi
  check_file "$file" "$sum"
  make_partial
  unpack_wheels 'torchgen/packaged/ATen/native/(native_functions|tags)\.yaml$|torch/version\.py$' \
    '$^' "$file" || give_up "unpacking failed; is there space in $cache?"
  [ -e "$partial/torchgen/packaged/ATen/native/native_functions.yaml" ] ||
    give_up "there is no torchgen/packaged/ATen/native/native_functions.yaml in $file"
  put_in_place "$target"
  rm -f "$file"
  say "the operators of PyTorch $release are there: $target ($(size_of "$target"))"
}

for release in "${releases[@]}"; do
  fetch
done
