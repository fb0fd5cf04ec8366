#!/usr/bin/env bash
# fetch_debian.sh ROOT: scripts/fetch-libtorch.sh for Debian's libtorch, with tiny packages in place
# of the real ones and a stand-in for apt-get.
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! command -v dpkg-deb >/dev/null; then
  printf 'skipped: dpkg-deb is not there\n'
  exit 77
fi
machine=$(uname -m)
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo "$machine-linux-gnu")
lib=usr/lib/$multiarch

package() { # NAME VERSION FILE...
  local name=$1 version=$2 file folder
  shift 2
  folder=$work/build/$name
  for file; do
    mkdir -p "$folder/$(dirname "$file")"
    printf '%s' "$name" >"$folder/$file"
  done
  mkdir -p "$folder/DEBIAN"
  printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: x\nDescription: x\n' \
    "$name" "$version" >"$folder/DEBIAN/control"
  [ ! -e "$folder/usr/share/doc/python3-torch" ] || printf 'pytorch (%s) unstable\n' "$version" |
    gzip >"$folder/usr/share/doc/python3-torch/changelog.Debian.gz"
  dpkg-deb -b "$folder" "$work/archive/${name}_${version}_all.deb" >/dev/null
}
mkdir "$work/archive"
native=usr/lib/python3/dist-packages/torchgen/packaged/ATen/native
package libtorch2.99 2.99.1-4 "$lib/libtorch_cpu.so"
package libtorch-dev 2.99.1-4 usr/include/ATen/Operators.h
package python3-torch 2.99.1-4 $native/native_functions.yaml usr/share/doc/python3-torch/copyright
package libblas3 3.1 "$lib/blas/libblas.so.3"
package libgloo0 0.1 usr/lib/libgloo.so.0
package libnl-3 3.7 "lib/$multiarch/libnl-3.so.200"

lock() { # FILE
  local name
  for name in libtorch2.99 libtorch-dev python3-torch; do
    printf 'deb %s=2.99.1-4 --hash=sha256:%s\n' $name \
      "$(sha256sum "$work/archive/${name}_"*.deb | cut -d' ' -f1)"
  done >"$1"
}
lock "$work/good.txt"
sed '2s/sha256:..../sha256:0000/' "$work/good.txt" >"$work/bad.txt"

mkdir "$work/bin"
cat >"$work/bin/apt-get" <<'STUB'
#!/usr/bin/env bash
# -s ... install: what it would install; download: copies.
[ -z "${NO_PACKAGES:-}" ] || { echo "E: Unable to locate package libtorch-dev" >&2 && exit 100; }
case $* in
-s*) printf 'Inst %s (%s Debian:12/stable [all])\n' libblas3 3.1 libgloo0 0.1 libtorch2.99 2.99.1-4
  printf 'Inst libnl-3 [3.6] (3.7 Debian:12/stable [all])\nConf libnl-3 (3.7 Debian [all])\n' ;;
*download*)
  while [ "$1" != download ]; do shift; done
  shift
  printf '%s\n' "$@" >"$ARCHIVE/asked"
  for package; do cp "$ARCHIVE/${package/=/_}_all.deb" . || exit 100; done ;;
esac
STUB
cat >"$work/bin/ldd" <<'STUB'
#!/usr/bin/env bash
[ -z "${MISSING:-}" ] || echo "libx.so.1 => not found"
STUB
chmod +x "$work/bin"/*
fetch() { # CACHE LOCK ARGUMENT...
  local cache=$1 lock=$2
  shift 2
  env PATH="$work/bin:$PATH" ARCHIVE="$work/archive" CT_LOGS="$work/logs" \
    "$root/scripts/fetch-libtorch.sh" --cache "$work/$cache" --lock "$work/$lock" "$@"
}
asked() { # the packages that were requested, on one line
  printf '%s end\n' "$(tr '\n' ' ' <"$work/archive/asked" | sed 's/ $//')"
}
target=libtorch-2.99.1-$machine

expect "Debian's packages are unpacked" 0 "libtorch 2.99.1 is there: $work/one/$target" \
  fetch one good.txt
expect "with their dependencies, each once" 0 "libblas3=3.1 libgloo0=0.1 libnl-3=3.7 \
libtorch-dev=2.99.1-4 libtorch2.99=2.99.1-4 python3-torch=2.99.1-4 end" asked
expect "their layout is that of wheels" 0 "" ls "$work/one/$target/torch/lib/libtorch_cpu.so" \
  "$work/one/$target/torch/include/ATen/Operators.h" \
  "$work/one/$target/torchgen/packaged/ATen/native/native_functions.yaml"
expect "all libraries are in one folder" 0 "libblas3libgloo0libnl-3" cat \
  "$work/one/$target/torch/lib/libblas.so.3" "$work/one/$target/torch/lib/libgloo.so.0" \
  "$work/one/$target/torch/lib/libnl-3.so.200"
expect "the packages themselves are not kept" fails "No such file" ls "$work/one/$target/debs"
expect "a second run does nothing" 0 "libtorch 2.99.1 is there" env NO_PACKAGES=1 \
  "$root/scripts/fetch-libtorch.sh" --cache "$work/one" --lock "$work/good.txt"
expect "--where prints the folder" 0 "$work/one/$target" fetch one good.txt --where
expect "it prints how programs find the libraries" 0 \
  "export LD_LIBRARY_PATH=$work/two/$target/$lib" fetch two good.txt
expect "a package that is not the pinned one is refused" 1 "expected sha256 0000" \
  fetch three bad.txt
expect "with nothing unpacked" fails "No such file" ls "$work/three/$target"
expect "on another Debian missing packages are named" 1 "Unable to locate package libtorch-dev" \
  env NO_PACKAGES=1 PATH="$work/bin:$PATH" "$root/scripts/fetch-libtorch.sh" --cache "$work/four" \
  --lock "$work/good.txt"
expect "and the alternatives" 1 "apt-get install libtorch-dev python3-torch" \
  env NO_PACKAGES=1 PATH="$work/bin:$PATH" "$root/scripts/fetch-libtorch.sh" --cache "$work/four" \
  --lock "$work/good.txt"
expect "a library that cannot be found is named" 1 "libx.so.1 => not found" \
  env MISSING=1 PATH="$work/bin:$PATH" ARCHIVE="$work/archive" CT_LOGS="$work/logs" \
  "$root/scripts/fetch-libtorch.sh" --cache "$work/five" --lock "$work/good.txt"
expect "and nothing is left" fails "No such file" ls "$work/five/$target"
rm "$work"/archive/libgloo0*
expect "a package that cannot be downloaded" 1 "apt-get could not download libtorch 2.99.1" \
  fetch six good.txt
left=$(find "$work" -maxdepth 2 -name 'partial.*')
[ -z "$left" ] || { failed=$((failed + 1)) && printf 'not ok: left behind: %s\n' "$left"; }

[ $failed -eq 0 ]
