#!/usr/bin/env bash
# move-release.sh X.Y.Z: moves the pinned release, that of native_functions.yaml and generated/.
#
#   scripts/move-release.sh 2.16.0               all of it
#   scripts/move-release.sh 2.16.0 --no-tests    without running the tests
#   scripts/move-release.sh 2.16.0 --no-build    also without building libctorch: seconds
#
# Fetches its libtorch, imports its operator list, adds it to operator_history.tsv, generates, and
# writes the release into NOTICE, CHANGELOG.md and docs/testing.md, all in build/move-release. The
# files are moved into the tree only if every schema matches the headers. Then the script builds,
# runs the tests, and prints the changes for programs and the remaining manual steps. It commits
# nothing.
#
# It refuses a tree with changes outside scripts/releases/. It is safe to run again, also after an
# interrupt or after you fix an error: a tree that is at X.Y.Z is updated.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/release.sh
. "$CT_ROOT/scripts/release.sh"

begin_with_release 8 "$@"
nothing_changed="nothing was moved"
stage=$CT_ROOT/build/move-release
next=$stage/next
# The first one determines the tree's release, so it is moved first: after an interrupt, the next
# run moves the rest.
files=(native_functions.yaml operator_history.tsv NOTICE CHANGELOG.md docs/testing.md)
cd "$CT_ROOT"

# --- checks ---------------------------------------------------------------------------------------

need_pins() {
  if [ ! -e "$CT_RELEASES/$release-$(uname -m).txt" ] ||
    ! grep -q "^$release	" "$CT_RELEASES/operators.txt"; then
    fail "scripts/releases/ has no checksums of $release for this machine" \
      "What to do: scripts/pin-release.sh $release"
  fi
}

# Changes that a move would overwrite, or mix with its own. Pins belong to the move.
changes() {
  git status --porcelain --untracked-files=no -- . ':!scripts/releases'
  git status --porcelain --untracked-files=all -- generated | grep '^??' || true
}

need_clean_tree() {
  local list
  git rev-parse HEAD >/dev/null 2>&1 || fail "not a git checkout" \
    "git is needed to review and undo a move"
  [ "$(pinned_release)" != "$release" ] || return 0
  mapfile -t list < <(changes | head -n 8)
  [ ${#list[@]} -eq 0 ] || fail "the tree has changes, but a move must be a separate commit" \
    "${list[@]/#/  }" "What to do: commit or stash them," \
    "then run again: $CT_AGAIN"
}

[ -z "${LIBTORCH:-}" ] || fail "LIBTORCH is set, but this script uses a fetched release" \
  "What to do: unset LIBTORCH; scripts/try-release.sh tries what is there"
need_pins
need_clean_tree

# --- preparing the files --------------------------------------------------------------------------

# A root for ctorch-gen with its input.
prepare_root() {
  rm -rf "$stage"
  mkdir -p "$next/runtime" "$next/tests/proof/operators"
  ln -s "$CT_ROOT/templates" "$next/templates"
  ln -s "$CT_ROOT/runtime/include" "$next/runtime/include"
  [ ! -e "$CT_ROOT/runtime/nn" ] || ln -s "$CT_ROOT/runtime/nn" "$next/runtime/nn"
  [ ! -e "$CT_ROOT/runtime/optim" ] || ln -s "$CT_ROOT/runtime/optim" "$next/runtime/optim"
  [ ! -e "$CT_ROOT/runtime/vision" ] ||
    ln -s "$CT_ROOT/runtime/vision" "$next/runtime/vision"
  [ ! -e "$CT_ROOT/runtime/distributions" ] ||
    ln -s "$CT_ROOT/runtime/distributions" "$next/runtime/distributions"
  [ ! -e tests/proof/operators/results.tsv ] ||
    cp tests/proof/operators/results.tsv "$next/tests/proof/operators"
  cp --parents "${files[@]}" "$next"
  git show HEAD:./native_functions.yaml >"$stage/old.yaml"
  old=$(release_of <"$stage/old.yaml")
}

# The text before and after a release's number identifies the place.
rewrite() { # FILE TEXT-AFTERWARDS SED-ARGUMENT...
  sed -i "${@:3}" "$next/$1"
  grep -qF -- "$2" "$next/$1" || fail "$1 has no place for the text '$2'" \
    "$nothing_changed" "What to do: restore it, or change what scripts/move-release.sh looks for"
}

write_texts() {
  local sum
  sum=$(sha256sum "$(ct_fetched)/torchgen/packaged/ATen/native/native_functions.yaml")
  sum=${sum%% *}
  rewrite NOTICE "operators of PyTorch $release:" "s/\(operators of PyTorch \)[0-9.]*:/\1$release:/"
  rewrite NOTICE "wheel of torch $release " "s/\(wheel of torch \)[0-9.]* /\1$release /"
  rewrite NOTICE "    $sum" -E "s/^    [0-9a-f]{64}\$/    $sum/"
  rewrite docs/testing.md "install torch==$release " "s/\(install torch==\)[0-9.]* /\1$release /"
  is_unreleased || return 0
  rewrite CHANGELOG.md "Pinned to libtorch $release." \
    "0,/^Pinned to libtorch .*/s//Pinned to libtorch $release./"
}

# Whether the newest version in the change log is still open.
is_unreleased() {
  sed -n '/^## /{p;q}' CHANGELOG.md | grep -q 'unreleased$'
}

prepare() {
  prepare_root
  import_operators "$next/native_functions.yaml"
  run_shown "$generator" history --root "$next" "$next/native_functions.yaml" ||
    fail "operator_history.tsv could not be written (above)" "$nothing_changed"
  generate_operators "$next"
  audit_operators "$next/native_functions.yaml"
  write_texts
  note_changes "$stage/old.yaml" "$next/native_functions.yaml" "$stage/changes.txt"
}

# --- moving them into the tree --------------------------------------------------------------------

# Renamed into place, so that each file is the old one or the new one. Unchanged files are kept, or
# all would be compiled again.
put() { # FILE...
  local file
  for file; do
    cmp -s "$next/$file" "$file" && continue
    mkdir -p "$(dirname "$file")"
    cp "$next/$file" "$stage/one"
    mv "$stage/one" "$file"
    count=$((count + 1))
  done
}

# Without other files beside them.
generated_files() {
  {
    comm -12 <(git ls-files generated | sort) <(find generated -type f | sort)
    find generated -path '*/ops/*' -type f -exec grep -lF 'Generated by ctorch-gen' {} + || true
  } | sort -u
}

put_all() {
  local new gone
  mapfile -t new < <(cd "$next" && find generated -type f)
  mapfile -t gone < <(generated_files | grep -vxFf <(printf '%s\n' "${new[@]}"))
  count=${#gone[@]}
  put "${files[@]}" "${new[@]}"
  [ ${#gone[@]} -eq 0 ] || rm -f "${gone[@]}"
  say "$count files were written or removed"
}

# --- manual steps ---------------------------------------------------------------------------------

# The license in NOTICE, and in the release.
is_same_license() {
  local file
  for file in "$(ct_fetched)"/torch-*.dist-info/{licenses/LICENSE,LICENSE}; do
    [ -e "$file" ] || continue
    cmp -s <(awk '/^-----/ { part++; next } part == 1' NOTICE | sed '1d;$d') "$file"
    return
  done
  return 1
}

left() { # WHAT [LINE...]: the last line mostly a command
  item=$((item + 1))
  say "$item. $1"
  shift
  [ $# -eq 0 ] || printf '         %s\n' "$@"
}

print_what_is_left() {
  item=0
  say "What is left to do:"
  left "look at it:" "git diff --stat; git diff generated/ctorch"
  left "what still names $old where people read, and the figures beside it:" \
    "git grep -n -F $old -- '*.md'"
  left "how many operators there are (the audit above), where tests expect it:" \
    "tests/operators/by_name/catalogue_suite.c"
  is_unreleased ||
    left "CHANGELOG.md: a new version, with the line 'Pinned to libtorch $release.'"
  is_same_license || left "NOTICE: PyTorch's license differs from the one there:" \
    "$(ct_fetched)/torch-$release.dist-info"
  left "what Python's PyTorch computes, with torch $release (stale_data fails until that and the" \
    "next are done):" "python3 tests/fixtures/expected/write.py"
  left "samples of the operators, as docs/operator-tests.md says at 'After a release bump', with" \
    "$release in the head of tests/proof/operators/data/arguments.txt; then their results:" \
    "cmake --build build/release --target update-operators"
  left "all tests, in every build:" "scripts/test.sh --all"
  left "git add -A; git commit -m 'generated: $old to $release'"
  say "To undo it: git restore generated ${files[*]}; git clean -fd generated"
}

# --- steps ----------------------------------------------------------------------------------------

step "Packages"
get_packages "$no_build"

step "libtorch $release"
get_libtorch

step "Build ctorch-gen"
build_generator
step_done

step "Import, generate, and compare with the headers of $release"
prepare
step_done

step "Put it into the tree"
put_all
step_done

failed=''
if [ -z "$no_build" ]; then
  step "Build libctorch and its tests"
  build release -DCTORCH_TESTS=ON
fi
if [ -z "$no_build$no_tests" ]; then
  step "Tests"
  run_library_tests release || failed=1
  step_done
fi

step "What changes from $old to $release"
cat "$stage/changes.txt"
say ""
if [ "$old" = "$release" ]; then
  say "nothing: the last commit is of $release already"
else
  print_what_is_left
fi
say ""
[ -z "$failed" ] || fail "the tree is at $release, but some tests failed (above)" \
  "only those again:  ctest --preset release --rerun-failed" \
  "everything again:  $CT_AGAIN"
say "moved to $release in $((SECONDS - CT_STARTED)) s"
