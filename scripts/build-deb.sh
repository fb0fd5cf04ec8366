#!/usr/bin/env bash
# build-deb.sh [X.Y.Z]: builds Debian packages of libctorch for a release of PyTorch.
#
#   scripts/build-deb.sh               for the libtorch of this Debian: 1.13.1 in Debian 12, 2.6.0 in
#                                      Debian 13. The packages depend on Debian's
#   scripts/build-deb.sh 2.15.0        for a libtorch that Debian does not have (scripts/releases/).
#                                      It is fetched to build with, and is not in the packages
#   --out DIR                          where they go; default: build/packages
#
# Makes a source package from the last commit, builds it with dpkg-buildpackage, and checks it with
# lintian, whose errors end the script. The packages are for the Debian that they are built on, which
# is Debian 12 or 13 on x86-64. docs/packages.md describes them; scripts/try-deb.sh tries them in new,
# minimal systems.
# You may interrupt the script and run it again: with ccache, it compiles only what is missing.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/release.sh
. "$CT_ROOT/scripts/release.sh"

out=''
read_options out= ... -- "$@"
run_again_with "$@"
out=$(realpath -m "${out:-$CT_ROOT/build/packages}")
CT_STEPS=6
cd "$CT_ROOT"
packaging=$CT_ROOT/packaging/debian

[ -z "${LIBTORCH:-}" ] || fail "LIBTORCH is set, but packages are built for Debian's libtorch or for \
fetched ones" "What to do: unset LIBTORCH"
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
number=$(sed -n 's/^VERSION_ID="\(.*\)"/\1/p' /etc/os-release)
case $suite in
bookworm | trixie) ;;
*) fail "packages are built on Debian 12 or 13, and this is another system" \
  "What to do: run it in a container or a chroot of Debian (debootstrap bookworm)" ;;
esac
[ "$(uname -m)" = x86_64 ] ||
  fail "packages are built for x86-64 only, and this machine is $(uname -m)"

# The release of the libtorch that this Debian has; nothing if apt knows of none.
debian_release() {
  apt-cache policy libtorch-dev 2>/dev/null |
    sed -nE 's/^ *Candidate: ([0-9]+:)?([0-9]+\.[0-9]+\.[0-9]+).*/\2/p'
}

own=$(debian_release)
[ -n "${words[*]:-$own}" ] || fail "apt knows of no libtorch-dev" \
  "What to do: apt-get update, or name a release: $0 $(pinned_release)"
the_release "${words[@]:-$own}"
series=${release%.*}
packages=(build-essential debhelper dpkg-dev git lintian "${CT_BUILD_PACKAGES[@]}")
if [ "$release" = "$own" ]; then
  packages+=(libtorch-dev python3-torch)
else
  need_pinned "$release"
  own=''
  packages+=("${CT_FETCH_PACKAGES[@]}")
fi
use_release "$release"
# Headers that the other release lacks would be found in /usr/include.
[ -n "$own" ] || [ -n "$(ct_missing_packages libtorch-dev)" ] ||
  fail "libtorch-dev is installed, whose headers would mix with those of libtorch $release" \
    "What to do: apt-get remove libtorch-dev, or build in a chroot that does not have it"

# --- the source package ---------------------------------------------------------------------------

version=$(sed -n 's/^#define CT_VERSION "\(.*\)"/\1/p' runtime/include/ctorch/core/version.h)
# KEEP THE SAME: cmake/CtorchNames.cmake makes the soname, libctorch-2.15.so.0.1, of the same parts.
library=libctorch-$series-${version%.*}
upstream=$version+torch$release
debian=$upstream-1~deb$number # that of Debian 13 is newer than that of Debian 12
work=$CT_ROOT/build/deb/$suite-$release
source=$work/ctorch-$upstream

# The lines that replace a mark which is a line of a template.
lines_of() { # MARK
  case $1 in
  @BUILD_CONFLICTS@)
    [ -n "$own" ] || echo "Build-Conflicts: libtorch-dev"
    ;;
  @BUILD_DEPENDS@)
    [ -z "$own" ] || printf ' %s,\n' libtorch-dev python3-torch
    ;;
  @LIBRARY_FIELDS@) # since 2.8 the library has a part of which only one can be installed
    [ "$(printf '%s\n' 2.8 "$series" | sort -V | head -n 1)" != 2.8 ] ||
      printf '%s: libctorch-aoti\n' Conflicts Provides
    ;;
  @LIBTORCH_NOTE@)
    if [ -n "$own" ]; then
      echo " They use Debian's libtorch."
    else
      echo " They use a libtorch $series that you have installed, by pip for example:"
      echo " ctorch-libtorch-$series finds it, or says how to get one."
    fi
    ;;
  esac
}

# Copies a template and replaces its marks.
fill() { # TEMPLATE FILE
  local line
  while IFS= read -r line; do
    case $line in
    @*@) lines_of "$line" ;;
    *) printf '%s\n' "$line" ;;
    esac
  done <"$1" | sed -e "s|@LIBRARY@|$library|g" -e "s|@MAINTAINER@|$maintainer|g" \
    -e "s|@RELEASE@|$release|g" -e "s|@SERIES@|$series|g" -e "s|@VERSION@|$version|g" \
    -e "s|@DATE@|$(git log -1 --format=%cs)|g" >"$2"
}

# A text as the file copyright has it.
as_paragraph() { # <TEXT
  sed -e 's/[[:space:]]*$//' -e 's/^$/./' -e 's/^/ /'
}

write_copyright() {
  printf '%s\n' "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/" \
    "Upstream-Name: libctorch" "" "Files: *" "Copyright: 2026, libctorch authors" \
    "License: BSD-3-Clause" "" \
    "Files: native_functions.yaml operator_history.tsv generated/*" \
    "Copyright: 2016-2026, the contributors of PyTorch, as listed in its license" \
    "License: PyTorch" "Comment: These list the operators of PyTorch, or are derived from such a" \
    " list. The file NOTICE says how." "" "License: BSD-3-Clause"
  sed '1,/^Copyright/d' LICENSE | sed '1{/^$/d}' | as_paragraph
  printf '\n%s\n' "License: PyTorch"
  awk '/^-----/ { part++; next } part == 1' NOTICE | sed '1d;$d' | as_paragraph
}

write_changelog() {
  printf '%s\n' "ctorch ($debian) $suite; urgency=medium" "" \
    "  * libctorch $version for libtorch $release." "" \
    " -- $maintainer  $(git log -1 --format=%cD)"
}

write_debian() {
  local file
  mkdir "$source/debian"
  cp -r "$packaging"/{rules,source,tests,ctorch-tools.*,libctorch-dev.*} "$source/debian/"
  fill "$packaging/control.in" "$source/debian/control"
  fill "$packaging/library.install.in" "$source/debian/$library.install"
  printf '%s\n' "SERIES = $series" "LIBRARY = $library" "FOLDER = $libtorch" \
    >"$source/debian/libtorch.mk"
  write_copyright >"$source/debian/copyright"
  write_changelog >"$source/debian/changelog"
  [ -n "$own" ] || for file in "$packaging"/found/*; do
    fill "$file" "$source/debian/$(basename "${file/library/$library}")"
  done
}

make_source() {
  maintainer="${DEBFULLNAME:-libctorch authors} <${DEBEMAIL:-libctorch@packages.invalid}>"
  rm -rf "$work"
  mkdir -p "$source"
  run "deb-tarball-$suite-$release" scripts/make-tarball.sh --out "$work"
  mv "$work"/libctorch-*.tar.gz "$work/ctorch_$upstream.orig.tar.gz"
  tar -xzf "$work/ctorch_$upstream.orig.tar.gz" -C "$source" --strip-components=1
  write_debian
  step_done "$work/ctorch_$upstream.orig.tar.gz"
}

# --- the packages ---------------------------------------------------------------------------------

# debhelper gives the build another home, in which ccache would find nothing.
keep_ccache() {
  ! command -v ccache >/dev/null || export CCACHE_DIR=${CCACHE_DIR:-$(ccache -k cache_dir)}
}

build_packages() {
  keep_ccache
  say "about 5 minutes on two cores"
  cd "$source"
  DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS:-terse parallel=$(ct_jobs)} \
    run "deb-build-$suite-$release" dpkg-buildpackage -us -uc
  cd "$CT_ROOT"
  step_done
}

# A bug for a new package is only filed by who uploads it to Debian.
check_packages() {
  local log=$CT_LOGS/deb-lintian-$suite-$release.log
  run "deb-lintian-$suite-$release" lintian --fail-on none --show-overrides \
    --suppress-tags initial-upload-closes-no-bugs --tag-display-limit 0 --allow-root \
    "$work"/*.changes
  sed 's/^/      /' "$log"
  # --fail-on error would count those that are overridden.
  ! grep -q '^E:' "$log" || fail "lintian reports errors (above)" "the whole output: $log" \
    "what a tag means: lintian-explain-tags TAG"
  step_done "no errors; $(grep -c '^W:' "$log" || true) warnings"
}

# lintian is the last step that may fail: whatever is in $out has passed.
give_packages() {
  mkdir -p "$out"
  rm -f "$out"/*_"$debian"*
  cp "$work"/*.{deb,dsc,orig.tar.gz,debian.tar.xz,buildinfo,changes} "$out/"
  for file in "$out"/*_"$debian"_*.deb; do
    say "$file ($(du -h "$file" | cut -f 1))"
  done
}

mkdir -p "$CT_ROOT/build/deb"
exec {lock}>"$work.lock"
flock -n "$lock" || fail "another run builds these packages here" "What to do: wait for it"
need_space "$CT_ROOT/build/deb" 3

step "Packages"
need_packages "${packages[@]}"
step "libtorch $release"
libtorch=''
if [ -n "$own" ]; then
  step_done "Debian's own: $(dpkg-query -W -f '${Package} ${Version}' libtorch-dev)"
else
  fetch_libtorch
  libtorch=$(ct_fetched)/torch
fi
step "Source package"
make_source
step "Build"
build_packages
step "lintian"
check_packages
step "The packages"
give_packages
say "to install, as root:  apt-get install $out/{libctorch,ctorch-tools}*_${debian}_amd64.deb"
say "to try them in new, minimal systems: scripts/try-deb.sh $out $release"
