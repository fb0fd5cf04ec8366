#!/usr/bin/env bash
# install.sh SOURCE-FOLDER BUILD-FOLDER CC CXX GENERATED-FOLDER: installs below a new
# DESTDIR, moves it (so that nothing can depend on where it was installed), builds and runs the
# consumer in every documented way, and runs ctorch-gen on what was installed with it.
# Expects CMAKE and GENERATOR, the name of a CMake generator, in the environment.
set -eu -o pipefail
root=$1 build=$2 cc=$3 cxx=$4 generated=$5
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

try() { # WHAT COMMAND...
  local what=$1 status=0
  shift
  "$@" >"$work/log" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    printf 'ok: %s: %s\n' "$what" "$(tail -n 1 "$work/log")"
    return 0
  fi
  failed=$((failed + 1))
  printf 'called:   %s\nexpected: status 0 (%s)\ngot:      status %d:\n' "$*" "$what" $status
  tail -n 30 "$work/log"
  printf 'rerun:    %s\n\n' "${RERUN:-$0}"
}

# As packages of distributions are made, in a folder with a space.
DESTDIR="$work/a stage" "$CMAKE" --install "$build" --prefix /opt/first >"$work/log" 2>&1 ||
  { cat "$work/log" && exit 1; }
mv "$work/a stage/opt/first" "$work/moved"
prefix=$work/moved
lib=$(dirname "$(find "$prefix" -name libctorch.so)")
cp "$here"/consumer/* "$work"
cd "$work"

# What is in LD_LIBRARY_PATH stays: some libtorchs need it. It must not contain libctorch, which
# programs find by their run path.
needs=${LD_LIBRARY_PATH:-}
for folder in ${needs//:/ }; do
  [ ! -e "$folder/libctorch.so" ] ||
    { echo "$folder, in LD_LIBRARY_PATH, has libctorch.so" && exit 1; }
done
export PKG_CONFIG_PATH=$lib/pkgconfig
read -r -a flags <<<"$(pkg-config --cflags --libs ctorch)"
strict=(-Wall -Wextra -pedantic -Werror)
try "C99 by pkg-config, built" \
  "$cc" -std=c99 "${strict[@]}" consumer.c -o by_pkgconfig "${flags[@]}"
try "C99 by pkg-config, run" ./by_pkgconfig
try "C++11 by pkg-config, built" \
  "$cxx" -std=c++11 "${strict[@]}" -x c++ consumer.c -o by_cxx "${flags[@]}"
try "C++11 by pkg-config, run" ./by_cxx
try "plain -lctorch, built" \
  "$cc" consumer.c -I"$prefix/include" -L"$lib" -Wl,-rpath,"$lib" -lctorch -o by_hand
try "plain -lctorch, run" ./by_hand
if [ -e "$lib/libctorch_image.so" ]; then
  read -r -a image_flags <<<"$(pkg-config --cflags --libs ctorch_image)"
  try "images by pkg-config, built" \
    "$cc" -std=c99 "${strict[@]}" picture.c -o picture "${image_flags[@]}"
  try "images by pkg-config, run" ./picture
fi
if [ -e "$lib/libctorch_distributed.so" ]; then
  read -r -a distributed_flags <<<"$(pkg-config --cflags --libs ctorch_distributed)"
  try "distributed by pkg-config, built" \
    "$cc" -std=c99 "${strict[@]}" barrier.c -o barrier "${distributed_flags[@]}"
  try "distributed by pkg-config, run" "$prefix/bin/ct_launch" -n 2 ./barrier
fi
# libctorch_distributed looks for it by its soname.
for nccl in "$lib"/libctorch_nccl-*.so.*.*.*; do
  [ ! -e "$nccl" ] || try "NCCL's part, under the name by which it is loaded" \
    test -e "$lib/$(readelf -d "$nccl" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')"
done
if [ -e "$lib/libctorch_cuda.so" ]; then
  read -r -a cuda_flags <<<"$(pkg-config --cflags --libs ctorch_cuda)"
  try "CUDA by pkg-config, built" \
    "$cc" -std=c99 "${strict[@]}" graph.c -o graph "${cuda_flags[@]}"
fi
# Its kernels are only compiled here.
nvcc=$(command -v nvcc || compgen -G "${CUDA_PATH:-/usr/local/cuda}/bin/nvcc" || true)
if [ -n "$nvcc" ]; then
  cp -r "$(find "$prefix" -path '*/examples/cuda' -type d)" own_kernels
  try "examples with CUDA kernels, configured" \
    "$CMAKE" -S own_kernels -B by_nvcc -G "$GENERATOR" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_CUDA_COMPILER="$nvcc" -DCMAKE_C_COMPILER="$cc"
  try "examples with CUDA kernels, built" "$CMAKE" --build by_nvcc
else
  echo "left out: the examples with CUDA kernels, since there is no nvcc"
fi
try "find_package(ctorch), configured" \
  "$CMAKE" -S . -B by_cmake -G "$GENERATOR" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_C_COMPILER="$cc"
try "find_package(ctorch), built" "$CMAKE" --build by_cmake
try "find_package(ctorch), run" by_cmake/consumer
try "find_package(ctorch), installed" "$CMAKE" --install by_cmake --prefix "$work/of_consumer"
try "find_package(ctorch), run where it is installed" "$work/of_consumer/bin/consumer"
# Beside the library of another series, whose link name the installation takes over. Each program gets
# the library that it was linked with.
other=libctorch-1.12.so.0.1
cat >series.c <<'END'
#include <stdio.h>
const char *ct_libtorch_version_built(void);
int main(void) { return puts(ct_libtorch_version_built()) < 0; }
END
echo 'const char *ct_libtorch_version_built(void) { return "1.12.1"; }' |
  "$cc" -shared -fPIC -Wl,-soname,$other -o "$lib/$other" -x c -
ln -sf $other "$lib/libctorch.so"
prints_line() { # LINE COMMAND...
  local output
  output=$("${@:2}" 2>&1) || true
  printf '%s\n' "$output"
  [ "$output" = "$1" ]
}
link_series() { # OUT
  "$cc" series.c -L"$lib" -Wl,-rpath,"$lib" -lctorch -o "$1"
}
try "another series, linked" link_series ./train
try "installed beside another series" "$CMAKE" --install "$build" --prefix "$prefix"
try "no link name of a series, whose headers may not be there" test ! -e \
  "$lib/$(basename "$(readlink -f "$lib/libctorch.so")" | sed 's/\.so.*/.so/')"
try "-lctorch, linked with the one installed last" link_series ./of_last
built=$(sed -n 's/^#define CT_LIBTORCH_RELEASE "\(.*\)"/\1/p' \
  "$prefix/include/ctorch/core/release.h")
try "which it finds" prints_line "$built" ./of_last
try "the other program keeps its own" prints_line 1.12.1 ./train
rm "$lib/$other"
try "without it, the dynamic linker says what is missing" prints_line "./train: error while loading \
shared libraries: $other: cannot open shared object file: No such file or directory" ./train
try "as docs/stability.md shows" \
  grep -qxF "$(./train 2>&1 | sed 's/-1\.12\./-2.14./')" "$root/docs/stability.md"
# The examples, as their Makefile says.
doc=$(dirname "$(find "$prefix" -name CONTRIBUTING.md)")
cp -r "$doc/examples" .
try "the examples, built" make -j2 -C examples CC="$cc"
try "an example, run" examples/hello
try "it prints what README.md shows" grep -qxF "$(examples/hello)" "$doc/README.md"
# A fetched libtorch is in the home of the user who built, which others may not be able to read.
runs_as_nobody() { # COMMAND...
  setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}
is_copied() { # the linker finds libtorch in the prefix
  ldd examples/hello | grep "libtorch_cpu\.so => $prefix/.*/ctorch/libtorch-"
}
if compgen -G "$lib/ctorch/libtorch-*" >/dev/null; then
  try "the installed libtorch is used" is_copied
  run_path=$(readelf -d "$lib/libctorch.so" | sed -n 's/.*RUNPATH.*\[\(.*\)\]/\1/p')
  try "its only run path is in the prefix: $run_path" \
    grep -qE '^\$ORIGIN/ctorch/libtorch-[^:]*$' <<<"$run_path"
  for library in "$lib"/ctorch/checked/libctorch-*.so.*; do
    [ -e "$library" ] || continue
    run_path=$(readelf -d "$library" | sed -n 's/.*RUNPATH.*\[\(.*\)\]/\1/p')
    try "that of the checked library, too: $run_path" \
      grep -qE '^\$ORIGIN/\.\./\.\./ctorch/libtorch-[^:]*$' <<<"$run_path"
  done
  try "it has no CUDA parts" test -z "$(find "$lib"/ctorch/libtorch-* -name '*cuda.so')"
  try "it has no empty folder" test -z "$(find "$lib"/ctorch/libtorch-* -type d -empty)"
  if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$work"
    try "another user runs an example" runs_as_nobody examples/hello
    try "and ctorch-gen" runs_as_nobody "$prefix/bin/ctorch-gen" show add.Tensor
  else
    echo "left out: another user's run, which needs root and setpriv"
  fi
else
  echo "left out: the copy of libtorch, since this build's was not fetched by the scripts"
fi
needs=$(readelf -d "$lib/ctorch/libtorch.so" | sed -n 's/.*NEEDED.*\[\(libtorch.*\)\]/\1/p')
try "libtorch.so, for packages of AOTInductor, needs $needs" test "$needs" = libtorch_cpu.so
try "the pages are installed" diff -r "$root/docs" "$doc/docs"
links() { # PAGE: the files that it links to
  awk '/^```/ { inside = !inside } !inside { gsub(/`[^`]*`/, ""); print }' "$1" |
    grep -oE '\]\([^)# ]+' | sed -E 's/^\]\(//; /^[a-z]+:/d'
}
check_links() {
  local page link count=0 status=0
  while read -r page; do
    while read -r link; do
      count=$((count + 1))
      [ -e "${page%/*}/$link" ] || { echo "${page#"$doc/"}: $link" && status=1; }
    done < <(links "$page")
  done < <(find "$doc" -name '*.md')
  echo "$count links"
  [ $count -ge 100 ] && return $status
}
try "the files that the pages link to are installed, too" check_links
try "ctorch-check, run" "$prefix/bin/ctorch-check" --help
checked() { # COMMAND...: with the installed checked library
  "$prefix/bin/ctorch-check" "$@"
}
prints() { # TEXT COMMAND...
  local output
  output=$("${@:2}" 2>&1) || true
  grep -F -- "$1" <<<"$output"
}
if [ -e "$lib/ctorch/checked" ]; then
  try "a program with the checked library, run" checked examples/hello
  try "it is the installed one" prints "$lib/ctorch/checked/" checked ldd examples/hello
  try "a program with mistakes, built" \
    "$cc" "$root/tests/core/memory/checked/mistakes.c" -o mistakes "${flags[@]}" -pthread
  try "the checked library finds one" prints "it was already released" checked ./mistakes free_twice
fi
try "ctorch-gen, run" "$prefix/bin/ctorch-gen" --version
try "ct_info, run" "$prefix/bin/ct_info" --version
try "ct_inspect, run" "$prefix/bin/ct_inspect" --version
try "ct_run, run" "$prefix/bin/ct_run" --version
[ ! -e "$lib/libctorch_image.so" ] || try "ct_data, run" "$prefix/bin/ct_data" --help
# Outside a checkout ctorch-gen works on what was installed with it.
program=$prefix/bin/ctorch-gen
data=$(dirname "$(find "$prefix" -name native_functions.yaml)")
try "ctorch-gen show, on the installed operators" "$program" show add.Tensor
try "ctorch-gen audit, too" "$program" audit
try "ctorch-compile, on the installed operators" "$prefix/bin/ctorch-compile" \
  "$root/tests/fixtures/exported/mlp.training.pt2" -o compiled --name mlp --level 0
try "what it writes, built and compared" \
  make -C compiled check CC="$cc"
try "a program that compiles a module, built" \
  "$cc" -std=c99 "${strict[@]}" compiled.c -o compiles "${flags[@]}"
try "a program that compiles a module, run" \
  env CTORCH_CACHE="$work/cache" CTORCH_CC="$cc" ./compiles
try "ct_registry, run" "$prefix/bin/ct_registry" -o "$work/registry.tsv"
try "it found what is installed" \
  "$program" audit --registry "$work/registry.tsv" --html "$work/audit.html"
try "ctorch-gen generate, from what is installed" \
  "$program" generate --root "$data" --out "$work/generated"
try "and that is what the library was built from" diff -r "$generated" "$work/generated"
# What `pip install` does with the binding of Python, but for compiling it.
binding() { # VERSION
  rm -rf binding
  "$CMAKE" -S "$data/bindings/python" -B binding -G "$GENERATOR" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$cc" -DSKBUILD_PROJECT_VERSION="$1"
}
version=$(sed -n 's/#define CT_VERSION "\(.*\)"/\1/p' "$prefix/include/ctorch/core/version.h")
if prints "it needs the headers of Python" binding "$version" >/dev/null; then
  echo "skipped: the binding of Python: its headers are not there (apt-get install python3-dev)"
else
  try "the binding of Python, alone, configured" binding "$version"
  try "and its generated part written" "$CMAKE" --build binding --target bindings-python-written
  try "for another version it is refused" prints "this package is for libctorch 9.9.9" binding 9.9.9
fi
# For programs that have libtorch's headers, too.
try "libtorch.hpp is installed" \
  diff "$root/runtime/include/ctorch/libtorch.hpp" "$prefix/include/ctorch/libtorch.hpp"
for text in LICENSE NOTICE README.md CHANGELOG.md CONTRIBUTING.md; do
  try "$text is installed" diff "$root/$text" "$doc/$text"
done

# Nothing of libtorch may reach users of the library.
leaks=$(grep -rlE 'LibTorch|torch_cpu|libc10' "$lib/cmake" "$lib/pkgconfig" || true)
[ -z "$leaks" ] || {
  failed=$((failed + 1))
  printf 'called:   grep for libtorch in what find_package and pkg-config read\nexpected: nothing\n'
  printf 'got:      %s\n' "$leaks"
}

# Moved again, into a folder with a space. What ctorch-new writes is built and run there.
mv "$prefix" "$work/a prefix"
lib="$work/a prefix/${lib#"$prefix/"}"
prefix="$work/a prefix"
export PKG_CONFIG_PATH=$lib/pkgconfig
try "a project, written" "$prefix/bin/ctorch-new" spirals
try "a project, configured" "$CMAKE" -S spirals -B spirals/build -G "$GENERATOR" \
  -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="-pedantic -Werror"
try "a project, built" "$CMAKE" --build spirals/build
try "a project, its test" "$(dirname "$CMAKE")/ctest" --test-dir spirals/build --output-on-failure
try "a project, run" env -C spirals sh -c "build/spirals >printed"
try "a project, what it has learned" \
  grep -E '^epoch 20 of 20: loss 0\.0.*, test accuracy (9[5-9]|100)\.' spirals/printed
try "a project, what it has saved" "$prefix/bin/ct_inspect" spirals/spirals.pt
by_shell() { # as docs/packages.md says
  eval "\"\$cc\" -std=c99 consumer.c $(pkg-config --cflags --libs ctorch) -o with_space"
}
try "pkg-config in a prefix with a space, built" by_shell
try "pkg-config in a prefix with a space, run" ./with_space
try "a manual page is installed for each program" diff \
  <(cd "$prefix/bin" && printf '%s.1\n' *) <(cd "$prefix/share/man/man1" && printf '%s\n' *)
[ $failed -eq 0 ]
