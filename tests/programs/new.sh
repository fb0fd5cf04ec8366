#!/usr/bin/env bash
# new.sh SCRIPT TEMPLATES BIN-TO-DATA: what ctorch-new writes and refuses, in a prefix that has
# nothing else, in a folder with a space. The test install builds a project.
set -eu -o pipefail
script=$1 templates=$2 bin_to_data=$3
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

prefix="$work/a prefix"
mkdir -p "$prefix/bin/$bin_to_data" "$work/here"
cp "$script" "$prefix/bin/"
cp -r "$templates" "$prefix/bin/$bin_to_data/new"
new=$prefix/bin/ctorch-new
cd "$work/here"

expect "a project is written" 0 "spirals is written" "$new" spirals
expect "and its command names the prefix, which CMake does not search" 0 \
  "cmake -B build -DCMAKE_PREFIX_PATH='$prefix' && cmake --build build" "$new" second
expect "unless its programs are in PATH" 0 "cmake -B build && cmake --build build" \
  env PATH="$PATH:$prefix/bin" "$new" third
files() { (cd "$1" && find . -type f | LC_ALL=C sort | tr '\n' ' '); }
expect "it has a program, data, a model, a test, CMake, a README and what git ignores" 0 \
  "./.gitignore ./CMakeLists.txt ./README.md ./check.c ./data.c ./data.h ./main.c ./model.c ./model.h " \
  files spirals
expect "the name is in it" 0 "project(spirals LANGUAGES C)" cat spirals/CMakeLists.txt
expect "and no mark is left" 1 "" grep -r '@[A-Z]*@' spirals
expect "two projects differ in their names alone" 0 "" eval \
  'mkdir renamed && for f in $(cd second && find . -type f); do
     sed "s/second/third/g" "second/$f" >"renamed/$f"; done && diff -r renamed third'

expect "an existing folder is refused" 1 "'spirals' exists" "$new" spirals
mkdir empty
expect "even if it is empty" 1 "'empty' exists" "$new" empty
expect "and a file" 1 "'file' exists" eval 'touch file && "$new" file'
ln -s nowhere link
expect "and a link that leads nowhere" 1 "'link' exists" "$new" link
expect "what exists stays as it is" 0 "" test -z "$(find empty file -mindepth 1)"
for name in 1st _x 'a b' a.b a+b 'a"b' é 'x;y' "a'b"; do
  expect "'$name' is not a name" 2 "not a name for a project: '$name'" "$new" "$name"
done
expect "nor is a path" 2 "not a name but a path: 'a/b'" "$new" a/b
for name in test all clean install check ctorch Makefile CMakeFiles Testing ALL_BUILD; do
  expect "'$name' is taken in every build" 2 "is the name of something else" "$new" "$name"
done
expect "an unknown option is named" 2 "unknown option '-x'" "$new" -x
expect "there is one name" 2 "expected one name, but got 2: a b" "$new" a b
expect "without a name, there is the usage" 2 "Usage: ctorch-new NAME" "$new"
expect "so there is on request" 0 "Usage: ctorch-new NAME" "$new" --help
expect "and the version" 0 "ctorch-new 0." "$new" --version
rejected=$(find . -mindepth 1 -maxdepth 1 | LC_ALL=C sort | tr '\n' ' ')
expect "what is refused leaves nothing" 0 "./empty ./file ./link ./renamed ./second ./spirals ./third " \
  echo "$rejected"

mkdir gone
cd gone
rmdir ../gone
expect "where no folder can be made, it says so" 1 "cannot make the folder 'x' in " "$new" x
expect "and why" 1 ": No such file or directory" env LC_ALL=C "$new" x
cd ..
# A template that cannot be read, for root too.
ln -s nowhere "$prefix/bin/$bin_to_data/new/zzz"
expect "an incomplete project is removed" 1 "x could not be written completely" "$new" x
expect "completely" 1 "" test -e x
rm -r "${prefix:?}/bin/$bin_to_data/new"
expect "without templates it says what to do" 1 "install libctorch completely" "$new" x
[ $failed -eq 0 ]
