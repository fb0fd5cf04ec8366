#!/usr/bin/env bash
# wheel.sh ROOT BUILD-FOLDER LIBRARY LIBTORCH CC GENERATED: packs an installation as small as
# possible into wheels, unpacks them as pip does, and asks ctorch-config, with and without a torch
# beside it.
set -eu -o pipefail
root=$1 build=$2 library=$3 libtorch=$4 cc=$5 generated=$6
# shellcheck source=tests/scripts/expect.sh
. "$root/tests/scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1
packaging=$root/packaging/wheel

# --- an installation, as cmake --install makes it -------------------------------------------------

prefix=$work/prefix
mkdir -p "$prefix"/{bin,include,share/doc/ctorch} "$prefix"/lib/{pkgconfig,cmake/ctorch}
file=$(basename "$library")
soname=${file%.*}
cp "$library" "$prefix/lib/"
ln -s "$file" "$prefix/lib/$soname"
ln -s "$soname" "$prefix/lib/libctorch.so"
cp "$build/ctorch.pc" "$prefix/lib/pkgconfig/"
echo "set(file \${_IMPORT_PREFIX}/lib/$file)" \
  >"$prefix/lib/cmake/ctorch/ctorch-targets-release.cmake"
cp -r "$root/runtime/include/ctorch" "$prefix/include/"
cp -rn "$generated/ctorch" "$prefix/include/"
cp "$build/bin/ct_info" "$prefix/bin/"
cp "$build/bin/ctorch-new" "$prefix/bin/"
mkdir -p "$prefix"/share/{ctorch,man/man1}
cp -r "$root/programs/new" "$prefix/share/ctorch/"
echo page >"$prefix/share/doc/ctorch/page.md"
echo page >"$prefix/share/man/man1/ct_info.1"
# libctorch_image, of which only the names matter here.
for name in lib/libctorch_image-0.0.so.0.1.0 lib/pkgconfig/ctorch_image.pc \
  lib/cmake/ctorch/ctorch-image-targets.cmake bin/ct_data; do
  echo image >"$prefix/$name"
done
release=$(sed -n 's/^libtorch_release=//p' "$build/ctorch.pc")
series=${release%.*}

# --- the wheels -----------------------------------------------------------------------------------

pack() { # ARGUMENT...
  mkdir -p "$work/licenses"/{ctorch,ctorch_image}
  echo "the license" >"$work/licenses/ctorch/libjansson4"
  python3 "$packaging/wheel.py" --prefix "$prefix" --licenses "$work/licenses" --out "$work" "$@"
}
expect "the library alone is for any Python" 0 "+torch$series-py3-none-linux_x86_64.whl" pack
wheel=$(compgen -G "$work/ctorch-*.whl")
cp "$wheel" "$work/first"
pack >"$work/log"
expect "the same files give the same wheel" 0 "" cmp "$wheel" "$work/first"

site=$work/site
python3 -m zipfile -e "$wheel" "$site"
info=$(compgen -G "$site/ctorch-*.dist-info")
files() { (cd "$site" && find . -path "$1"); }
for text in "Requires-Dist: torch==$series.*" "Requires-Python: >=3.11" \
  "Requires-Dist: ctorch-image==" "License-File: libjansson4" "License-File: NOTICE"; do
  expect "the metadata has '$text'" 0 "$text" cat "$info/METADATA"
done
expect "ctorch-config is a command" 0 "ctorch-config = ctorch_config:main" \
  cat "$info/entry_points.txt"
expect "so is each program" 0 "ct_info = ctorch_config:run" cat "$info/entry_points.txt"
expect "the library is called by its soname" 0 "./ctorch/lib/$soname" files '*/lib/libctorch*'
expect "and so CMake's file calls it" 0 "lib/$soname)" \
  cat "$site/ctorch/lib/cmake/ctorch/ctorch-targets-release.cmake"
expect "a script of the linker replaces the link" 0 "INPUT($soname)" \
  cat "$site/ctorch/lib/libctorch.so"
new_project() { # unpacked by zipfile, it is not executable
  (cd "$work" && PATH="$work/bin:$PATH" sh "$site/ctorch/bin/ctorch-new" spirals &&
    test -e spirals/CMakeLists.txt)
}
stub ctorch-config exit
expect "it begins a project, which asks ctorch-config" 0 "cmake -B build && cmake --build" new_project
expect "there are no links, pages or parts of the other wheel" 0 "" \
  test -z "$(cd "$site" && find . -type l -o -path '*/doc/*' -o -path '*/man/*' -o -name '*image.pc' -o -name ct_data)"
expect "the other wheel has them" 0 "ctorch/bin/ct_data" \
  python3 -m zipfile -l "$(compgen -G "$work/ctorch_image-*.whl")"

# Every file is in RECORD with its checksum.
check_record() {
  python3 - "$site" <<'PYTHON'
import base64, csv, hashlib, pathlib, sys
site = pathlib.Path(sys.argv[1])
rows = list(csv.reader((next(site.glob("*.dist-info")) / "RECORD").open()))
for name, digest, size in rows:
    content = (site / name).read_bytes()
    if digest:
        own = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        assert (digest, size) == (f"sha256={own}", str(len(content))), name
files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
assert {row[0] for row in rows} == files
print(len(rows), "files")
PYTHON
}
expect "RECORD has every file" 0 " files" check_record

mkdir -p "$work/binding/ctorch"
echo "binding" >"$work/binding/ctorch/__init__.py"
echo "extension" >"$work/binding/ctorch/_C.abi3.so"
expect "with an extension it is for CPython from 3.11 on" 0 "-cp311-abi3-linux_x86_64.whl" \
  pack --package "$work/binding"

# --- ctorch-config --------------------------------------------------------------------------------

# -S: no torch of this system.
config() { (cd "$work" && PYTHONPATH=$site python3 -S "$site/ctorch_config.py" "$@"); }
import() { (cd "$work" && PYTHONPATH=$site python3 -S -c 'import ctorch'); }
torch_is() { # RELEASE
  mkdir -p "$site/torch"
  : >"$site/torch/__init__.py"
  echo "__version__ = '$1'" >"$site/torch/version.py"
}

none="has no torch: pip install 'torch==$series.*'"
expect "without torch, ctorch-config says what to do" 1 "$none" config --libs
expect "and so does the package" 1 "$none" import
torch_is 1.0.1+cpu
other="built for torch $series, but torch 1.0.1+cpu is installed: pip install 'torch==$series.*'"
expect "another torch is refused" 1 "$other" config --cflags
expect "by the package, too" 1 "$other" import
torch_is "${series}0.1"
expect "a series that begins alike is another one" 1 "but torch ${series}0.1 is" config --cflags
expect "an unknown option is named" 2 "unknown option '--lib'" config --lib
expect "without options there is the usage" 2 "Usage: ctorch-config" config
expect "--help is the usage, too" 0 "--cflags   flags" config --help

torch_is "$series.99+cu132"
ln -sfn "$libtorch/lib" "$site/torch/lib"
expect "a patch release of the series is right" 0 "$site/ctorch" config --prefix
expect "the version has the release" 0 "+torch$release" config --version
expect "--cmake is the folder of the files" 0 "$site/ctorch/lib/cmake/ctorch" config --cmake
expect "--libs has run paths to both" 0 \
  "-Wl,-rpath,$site/ctorch/lib -Wl,-rpath,$site/torch/lib -lctorch" config --libs
compile() {
  # shellcheck disable=SC2046 # words
  "$cc" "$root/examples/hello.c" $(config --cflags --libs) -o "$work/hello" && "$work/hello"
}
expect "a program is compiled and runs" 0 "tensor([2., 4., 6.])" compile
mkdir "$work/elsewhere"
mv "$site/torch" "$work/elsewhere/"
elsewhere() {
  (cd "$work" && PYTHONPATH=$site:$work/elsewhere python3 -S "$site/ctorch_config.py" "$@")
}
expect "for a torch elsewhere, the run path is of the kind that libraries inherit" 0 \
  "-Wl,--disable-new-dtags -Wl,-rpath,$site/ctorch/lib -Wl,-rpath,$work/elsewhere/torch/lib" \
  elsewhere --libs

# --- the scripts ----------------------------------------------------------------------------------

expect "a release before manylinux_2_28 is refused" 1 "from 2.7 on" \
  "$root/scripts/build-wheel.sh" 2.6.0
expect "so is an unknown one" 1 "no checksums of 9.9.9" "$root/scripts/build-wheel.sh" 9.9.9
expect "without a wheel there is none to try" 1 "scripts/build-wheel.sh" \
  "$root/scripts/try-wheel.sh" "$work/none"
mkdir -p "$work/headers/ext" "$work/shim"
echo other >"$work/headers/ext/atomicity.h"
expect "other headers than g++ 12's are refused" 1 "apt-get install g++-12" \
  python3 "$packaging/shim_headers.py" "$work/headers" "$work/shim"
if [ -d /usr/include/c++/12 ]; then
  expect "g++ 12's are changed" 0 "" \
    python3 "$packaging/shim_headers.py" /usr/include/c++/12 "$work/shim"
fi
[ $failed -eq 0 ]
