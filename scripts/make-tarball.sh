#!/usr/bin/env bash
# make-tarball.sh: writes the sources as a tarball that can be built without git.
#
#   scripts/make-tarball.sh            build/libctorch-X.Y.Z.tar.gz, from the last commit
#   --commit COMMIT                    from another one: a tag, for example
#   --out DIR                          where it goes; default: build
#
# The same commit gives the same bytes: times are those of the commit, owners are root, and nothing
# of this machine is in it. The script prints the name, the size and the SHA-256.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

out='' commit=''
read_options out= commit= -- "$@"
run_again_with "$@"
out=$(realpath -m "${out:-$CT_ROOT/build}")
cd "$CT_ROOT"

[ -e .git ] || fail "$CT_ROOT is not a git checkout, whose files a tarball is made from" \
  "What to do: run the script in a clone of the project"
hash=$(git rev-parse --verify --quiet "${commit:-HEAD}^{commit}") ||
  fail "'${commit:-HEAD}' is not a commit of this checkout" "see: $0 --help"
version=$(git show "$hash:runtime/include/ctorch/core/version.h" |
  sed -n 's/^#define CT_VERSION "\(.*\)"/\1/p')
[ -n "$version" ] || fail "commit $hash has no version in runtime/include/ctorch/core/version.h"

name=libctorch-$version
mkdir -p "$out" || fail "cannot write to $out" "What to do: name another folder with --out"
trap 'rm -f "$out/$name.part"' EXIT
# The settings of the user must not change the bytes.
git -c tar.umask=0022 -c core.autocrlf=false archive --format=tar --prefix="$name/" "$hash" |
  gzip -9n >"$out/$name.part"
mv "$out/$name.part" "$out/$name.tar.gz"
[ -n "$commit" ] || [ -z "$(git status --porcelain)" ] ||
  say "not in it: changes that are not committed (git status)"
say "commit $hash"
say "$out/$name.tar.gz ($(du -h "$out/$name.tar.gz" | cut -f 1))"
(cd "$out" && sha256sum "$name.tar.gz")
