#!/usr/bin/env bash
# build-wheel.sh [X.Y.Z]: builds a wheel of libctorch for a release of PyTorch.
#
#   scripts/build-wheel.sh             for the release of native_functions.yaml
#   scripts/build-wheel.sh 2.11.0      for another one, from 2.7.1 on (scripts/releases/)
#   --out DIR                          where the wheels go; default: build/wheels
#   --no-cuda                          without libctorch_cuda
#
# The wheel ctorch runs where glibc is 2.28 or newer (manylinux_2_28), and needs the torch of that
# series beside it; docs/wheel.md describes what is in it. ctorch_image, which has what reads and
# writes pictures, needs glibc 2.36.
#
# It is built on Debian 12, whose g++ 12 has the headers of libstdc++ and whose packages have the
# libraries that go into the wheels. The compiler is zig's, which knows the symbols of old glibcs.
# It and the other tools are fetched with pinned checksums into build/wheel, 420 MB, and not
# installed.
# You may interrupt the script and run it again.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/release.sh
. "$CT_ROOT/scripts/release.sh"

out='' no_cuda=''
read_options out= no-cuda ... -- "$@"
run_again_with "$@"
the_release "${words[@]:-$(pinned_release)}"
need_pinned "$release"
use_release "$release"
out=$(realpath -m "${out:-$CT_ROOT/build/wheels}")
CT_STEPS=7
cd "$CT_ROOT"

[ -z "${LIBTORCH:-}" ] || fail "LIBTORCH is set, but wheels are built for fetched releases" \
  "What to do: unset LIBTORCH"

source=$CT_ROOT/packaging/wheel
work=$CT_ROOT/build/wheel
tools=$work/tools
libraries=$work/libraries
folder=build/wheel-$release

[ "$(uname -m)" = x86_64 ] ||
  fail "wheels are built for x86-64 only, and this machine is $(uname -m)"
[ "$(printf '%s\n' 2.7.0 "$release" | sort -V | head -n 1)" = 2.7.0 ] || fail \
  "wheels are for PyTorch from 2.7 on, whose own are manylinux_2_28, not for $release" \
  "What to do: build it as docs/building.md says, with LIBTORCH=the folder of your torch"
grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release || fail \
  "wheels are built on Debian 12, and this is another system" \
  "What to do: run it in a container or a chroot of Debian 12 (debootstrap bookworm)"

# Packages whose headers and libraries the build uses, with their names for pkg-config and for -l.
packages=(libjansson-dev=jansson=jansson libdeflate-dev=libdeflate=deflate zlib1g-dev=zlib=z
  libyaml-dev=yaml-0.1=yaml uthash-dev== libpng-dev=libpng=png libjpeg62-turbo-dev=libjpeg=jpeg
  libarchive-dev=libarchive=archive libwebp-dev=libwebp=webp libpython3.11-dev==)

# --- tools ----------------------------------------------------------------------------------------

fetch_tools() {
  local key
  key=$(sha256sum <"$source/tools.txt")
  if [ "$(cat "$work/tools.key" 2>/dev/null)" = "$key" ]; then
    step_done "all there: $tools"
    return
  fi
  rm -rf "$tools"
  CT_GROWS=$tools run wheel-tools python3 -m pip --disable-pip-version-check install --no-deps \
    --only-binary=:all: --require-hashes --target "$tools" -r "$source/tools.txt"
  printf '%s\n' "$key" >"$work/tools.key"
  step_done
}

# --- libraries ------------------------------------------------------------------------------------

# /usr/include has this system's glibc beside the libraries, so the build gets a folder of its own.
# Of a header in two folders, the first includes the one for this machine.
link_package() { # PACKAGE=PKG-CONFIG-NAME=LIBRARY
  local package name library file header
  IFS='=' read -r package name library <<<"$1"
  while read -r file; do
    case $file in
    /usr/include/*.h)
      header=${file#/usr/include/}
      [ ! -e "/usr/include/x86_64-linux-gnu/$header" ] || continue
      header=include/${header#x86_64-linux-gnu/}
      mkdir -p "$libraries/$(dirname "$header")"
      ln -sf "$file" "$libraries/$header"
      ;;
    /usr/lib/*.so) ln -sf "$file" "$libraries/lib/" ;;
    esac
  done < <(dpkg -L "$package" 2>/dev/null)
  [ -z "$name" ] || printf '%s\n' "Name: $name" "Description: $name" \
    "Version: $(pkg-config --modversion "$name")" "Libs: -L$libraries/lib -l$library" \
    "Cflags: -I$libraries/include" >"$libraries/pkgconfig/$name.pc"
}

# Debian's needs a newer glibc and OpenSSL, of which ctorch-gen uses nothing.
libzip=libzip_1.7.3.orig.tar.xz
libzip_sum=a60473ffdb7b4260c08bfa19c2ccea0438edac11193c3afbbb1f17fbcf6c6132

fetch_libzip() {
  local site archive=$work/$libzip
  if ! sha256sum --status -c - <<<"$libzip_sum  $archive" 2>/dev/null; then
    # shellcheck disable=SC2016 # apt-get expands it
    site=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
      grep -v security | head -n 1)
    run_quietly fetch-libzip /usr/lib/apt/apt-helper download-file \
      "${site%/}/pool/main/libz/libzip/$libzip" "$archive" "SHA256:$libzip_sum" || fail \
      "cannot fetch $libzip from the Debian mirror: $(tail -n 1 "$CT_LOGS/fetch-libzip.log")" \
      "What to do: check the network, or put the file of that checksum into $work" \
      "  sha256 $libzip_sum" "and run again: $CT_AGAIN"
  fi
  rm -rf "$work/libzip"
  mkdir "$work/libzip"
  tar -xJf "$archive" -C "$work/libzip" --strip-components=1
}

build_libzip() {
  fetch_libzip
  run configure-libzip cmake -G Ninja -S "$work/libzip" -B "$work/libzip/build" \
    "${compilers[@]}" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
    -DENABLE_COMMONCRYPTO=OFF -DENABLE_GNUTLS=OFF -DENABLE_MBEDTLS=OFF -DENABLE_OPENSSL=OFF \
    -DENABLE_WINDOWS_CRYPTO=OFF -DENABLE_BZIP2=OFF -DENABLE_LZMA=OFF -DBUILD_TOOLS=OFF \
    -DBUILD_REGRESS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOC=OFF \
    -DCMAKE_INSTALL_PREFIX="$libraries" -DCMAKE_INSTALL_LIBDIR=lib
  run build-libzip cmake --build "$work/libzip/build" -j "$(ct_jobs)"
  run install-libzip cmake --install "$work/libzip/build"
  mv "$libraries/lib/pkgconfig/libzip.pc" "$libraries/pkgconfig/"
}

# The packages of a library and of all that it needs, but for what manylinux promises.
packages_of() { # LIBRARY
  local file
  ldd "$1" | sed -nE '/\/lib(c|m|z|gcc_s|stdc\+\+)\.so/!s/.* => ([^ ]*) .*/\1/p' |
    while read -r file; do
      dpkg -S "$file" 2>/dev/null || dpkg -S "/usr$file"
    done | sed 's/:.*//'
}

licenses_of() { # WHEEL LIBRARY-PACKAGE...
  local wheel=$1 package
  shift
  mkdir -p "$work/licenses/$wheel"
  for package; do
    cp "/usr/share/doc/$package/copyright" "$work/licenses/$wheel/$package"
  done
}

copy_licenses() {
  local library needed
  rm -rf "$work/licenses"
  licenses_of ctorch libjansson4 libdeflate0 libyaml-0-2
  cp "$work/libzip/LICENSE" "$work/licenses/ctorch/libzip"
  needed=$(for library in png jpeg archive webp; do
    packages_of "$libraries/lib/lib$library.so"
  done)
  # shellcheck disable=SC2086 # words
  licenses_of ctorch_image libjansson4 libpng16-16 libjpeg62-turbo libarchive13 libwebp7 $needed
}

# What the libraries are made from, to make them once.
libraries_key() {
  (cd "$source" && sha256sum driver.sh libstdcxx.cpp shim_headers.py tools.txt)
  printf '%s\n' "$libzip_sum"
  dpkg-query -W libstdc++-12-dev "${packages[@]%%=*}"
}

make_libraries() {
  local each key
  compilers=(-DCMAKE_C_COMPILER="$work/cc" -DCMAKE_CXX_COMPILER="$work/c++")
  key=$(libraries_key)
  if [ "$(cat "$work/libraries.key" 2>/dev/null)" = "$key" ]; then
    step_done "all there: $libraries"
    return
  fi
  rm -rf "$libraries" "$work/libraries.key"
  mkdir -p "$libraries/lib" "$libraries/include" "$libraries/pkgconfig" "$work/headers"
  cp "$source/driver.sh" "$work/cc"
  cp "$source/driver.sh" "$work/c++"
  python3 "$source/shim_headers.py" /usr/include/c++/12 "$work/headers"
  for each in "${packages[@]}"; do
    link_package "$each"
  done
  ln -sf /usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.so /lib/x86_64-linux-gnu/libgcc_s.so.1 \
    "$libraries/lib/"
  run libstdcxx "$work/c++" -std=c++20 -O2 -fPIC -c "$source/libstdcxx.cpp" \
    -o "$libraries/lib/libstdcxx.o"
  export PKG_CONFIG_LIBDIR=$libraries/pkgconfig
  build_libzip
  copy_licenses
  printf '%s\n' "$key" >"$work/libraries.key"
  step_done
}

# --- the library ----------------------------------------------------------------------------------

# The host's packages must not be found: only those in the folder.
build_library() {
  export PKG_CONFIG_LIBDIR=$libraries/pkgconfig
  local lib=$libraries/lib
  # shellcheck disable=SC2016 # $ORIGIN is for the dynamic linker
  build_as "wheel-$release" release "${compilers[@]}" -DCTORCH_CCACHE=OFF -DCTORCH_EXAMPLES=OFF \
    -DCTORCH_BENCHMARKS=OFF -DCTORCH_CHECKED_LIBRARY=OFF -DCTORCH_RUN_IMAGES=OFF \
    -DLIBTORCH="$(ct_fetched)" \
    -DCTORCH_LIBTORCH_RPATH='$ORIGIN/../../torch/lib' -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_PREFIX_PATH="$libraries" -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF \
    -DCMAKE_DISABLE_FIND_PACKAGE_CtorchCuda="${no_cuda:-0}" \
    -DPython3_EXECUTABLE=/usr/bin/python3 -DPython3_INCLUDE_DIR="$libraries/include/python3.11" \
    -DCMAKE_CXX_STANDARD_LIBRARIES="$lib/libstdcxx.o $lib/libstdc++.so $lib/libgcc_s.so.1"
}

# The Python package with its extension, where the binding is built; sets package.
build_binding() {
  package=()
  # Not grep -q: cmake fails if its output is not read to the end.
  if ! cmake --build "$folder" --target help | grep '\bbindings-python\b' >/dev/null; then
    say "there is no Python binding in this build: the wheel has the library alone"
    return
  fi
  run wheel-binding cmake --build "$folder" -j "$(ct_jobs)" --target bindings-python
  rm -rf "$work/package"
  mkdir -p "$work/package"
  cp -r "$folder/bindings/python/ctorch" "$work/package/"
  # shellcheck disable=SC2016
  "$tools/bin/patchelf" --set-rpath '$ORIGIN/lib' "$work/package/ctorch/_C.abi3.so"
  package=(--package "$work/package")
}

# --- the wheels -----------------------------------------------------------------------------------

auditwheel() {
  PATH="$tools/bin:$PATH" PYTHONPATH="$tools" python3 -m auditwheel "$@"
}

# auditwheel refuses what needs a newer glibc or libstdc++ than the name says, and copies the
# libraries that the system may lack into the wheel. libtorch and CUDA are torch's.
repair() { # PLATFORM WHEEL
  run "auditwheel-$(basename "$2")" auditwheel repair --plat "$1" --only-plat --wheel-dir "$out" \
    --exclude 'libtorch*.so' --exclude 'libc10*.so' --exclude 'libcudart.so.*' \
    --exclude 'libctorch-*.so.*' --exclude 'libctorch_distributed-*.so.*' "$2"
}

pack() {
  local stage=$work/stage raw=$work/raw name
  build_binding
  rm -rf "$stage" "$raw"
  mkdir -p "$raw" "$out"
  run wheel-install cmake --install "$folder" --prefix "$stage"
  run wheel-pack python3 "$source/wheel.py" --prefix "$stage" --licenses "$work/licenses" \
    --out "$raw" ${package[@]+"${package[@]}"}
  rm -f "$out"/ctorch*+torch"${release%.*}"-*.whl
  for name in "$raw"/*.whl; do
    case $name in
    */ctorch_image-*) repair manylinux_2_36_x86_64 "$name" ;;
    *) repair manylinux_2_28_x86_64 "$name" ;;
    esac
  done
  step_done
}

mkdir -p "$work"
exec {lock}>"$work/lock"
flock -n "$lock" || fail "another run builds a wheel here" "What to do: wait for it"
need_space "$work" 3

step "Packages"
need_packages "${CT_BUILD_PACKAGES[@]}" g++-12 python3 "${packages[@]%%=*}" \
  "${CT_FETCH_PACKAGES[@]}"
step "libtorch $release"
cuda_parts=()
if [ -z "$no_cuda" ] && [ "$(printf '%s\n' 2.11 "$release" | sort -V | head -n 1)" = 2.11 ]; then
  cuda_parts=(--cuda-parts)
  [ ! -e "$CT_RELEASES/$release-x86_64.cuda.txt" ] || cuda_parts=(--nccl)
fi
fetch_libtorch ${cuda_parts[@]+"${cuda_parts[@]}"}
step "Tools: zig, auditwheel, patchelf"
fetch_tools
step "Libraries for the wheel"
make_libraries
step "Build libctorch for glibc 2.28"
say "about 6 minutes on two cores"
build_library
step "Pack and check"
pack
step "The wheels"
for wheel in "$out"/ctorch*+torch"${release%.*}"-*.whl; do
  say "$wheel ($(du -h "$wheel" | cut -f 1))"
done
say "to install:  pip install 'torch==${release%.*}.*' $out/ctorch-*+torch${release%.*}-*.whl"
say "to try them in a new environment: scripts/try-wheel.sh $out $release"
