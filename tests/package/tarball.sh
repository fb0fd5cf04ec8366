#!/usr/bin/env bash
# tarball.sh ROOT CMAKE GENERATOR CC CXX LIBTORCH: the tarball of scripts/make-tarball.sh, unpacked
# without git into a folder with a space, is configured as part of another project. What needs no
# libtorch is built there; that all of it builds is shown by scripts/build-deb.sh.
set -eu -o pipefail
root=$1 cmake=$2 generator=$3 cc=$4 cxx=$5 libtorch=$6
# shellcheck source=tests/scripts/expect.sh
. "$root/tests/scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git -C "$root" rev-parse --quiet --verify HEAD >/dev/null 2>&1 ||
  { echo "skipped: $root is not a git checkout, from which tarballs are made" && exit 77; }
version=$(git -C "$root" show HEAD:runtime/include/ctorch/core/version.h |
  sed -n 's/^#define CT_VERSION "\(.*\)"/\1/p')
name=libctorch-$version

# --- the file -------------------------------------------------------------------------------------

make_tarball() { # FOLDER ARGUMENT...
  "$root/scripts/make-tarball.sh" --out "$work/$1" "${@:2}"
}
expect "a tarball has the version in its name" 0 "$work/first/$name.tar.gz" make_tarball first
sum=$(sha256sum "$work/first/$name.tar.gz" | cut -d ' ' -f 1)
settings=(GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=tar.umask GIT_CONFIG_VALUE_0=0077
  GIT_CONFIG_KEY_1=core.autocrlf GIT_CONFIG_VALUE_1=true)
expect "again, in another zone and with other settings of git, it has the same bytes, whose checksum \
is printed" 0 "$sum  $name.tar.gz" env TZ=Asia/Tokyo "${settings[@]}" \
  "$root/scripts/make-tarball.sh" --out "$work/second"
expect "what is no commit is refused" 1 "'nothing' is not a commit" make_tarball third --commit nothing
expect "a folder that cannot be made is named" 1 "cannot write to $work/first/$name.tar.gz/x" \
  make_tarball "first/$name.tar.gz/x"
expect "a failure leaves no file" 0 "" test -z "$(find "$work/third" -type f 2>/dev/null)"

# --- what is in it --------------------------------------------------------------------------------

tar -xzf "$work/first/$name.tar.gz" -C "$work"
mkdir "$work/a project"
mv "$work/$name" "$work/a project/libctorch"
source="$work/a project/libctorch"
expect "it has no git" 1 "" test -e "$source/.git"
listed() { git -C "$root" ls-tree -r --name-only HEAD | LC_ALL=C sort; }
unpacked() { (cd "$source" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort); }
expect "it has every file of the commit, and no other" 0 "" diff <(listed) <(unpacked)
expect "it says what to do instead of making one again" 1 "is not a git checkout" \
  "$source/scripts/make-tarball.sh"

cat >"$work/a project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES C CXX)
# Names that a project of its own may have.
foreach(_name check format coverage test_all man docs)
  add_custom_target(${_name})
endforeach()
add_subdirectory(libctorch)
if(TARGET ctorch::ctorch)
  add_executable(hello libctorch/examples/hello.c)
  target_link_libraries(hello PRIVATE ctorch::ctorch)
endif()
END
build() { # FOLDER OPTION...
  "$cmake" -S "$work/a project" -B "$work/$1" -G "$generator" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_CXX_COMPILER="$cxx" "${@:2}"
}
expect "another project has it as a folder, and is configured" 0 "Generating done" \
  build "whole build" -DLIBTORCH="$libtorch" -DCTORCH_CHECKED_LIBRARY=OFF
around() { # what is in the build folder, but CMake's own
  (cd "$work/whole build" && find . -mindepth 1 -maxdepth 1 ! -name 'CMake*' ! -name '*ninja*' \
    ! -name Makefile ! -name cmake_install.cmake | LC_ALL=C sort)
}
expect "nothing of it is outside of its folder of the build" 0 "" test "$(around)" = ./libctorch
outside() { # what the build would write to a folder of the system
  grep -E '^build /[a-z]' "$work/whole build/build.ninja" | grep -v "^build $work" || true
}
[ ! -e "$work/whole build/build.ninja" ] ||
  expect "nor would the build write elsewhere" 0 "" test -z "$(outside)"
expect "without the library, too" 0 "Generating done" build generator -DCTORCH_LIBRARY=OFF
expect "and that is built" 0 "" "$cmake" --build "$work/generator" --target ctorch-gen -j 2
generator() {
  "$(find "$work/generator" -name ctorch-gen -type f)" generate --check --root "$source"
}
expect "it finds that the generated files are its own" 0 "" generator
[ $failed -eq 0 ]
