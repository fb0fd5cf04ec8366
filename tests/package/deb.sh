#!/usr/bin/env bash
# deb.sh ROOT: what the scripts of Debian's packages refuse, and ctorch-libtorch, which finds a
# libtorch that Debian does not have, in folders of this test. scripts/build-deb.sh and
# scripts/try-deb.sh build the packages and try them (docs/packages.md).
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$root/tests/scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- ctorch-libtorch ------------------------------------------------------------------------------

tool=$work/ctorch-libtorch
sed -e 's/@SERIES@/2.15/g' -e "s|/etc/ctorch|$work/etc|g" -e "s|/usr/local/|$work/local/|g" \
  -e "s|/opt/|$work/opt/|g" "$root/packaging/debian/found/ctorch-libtorch" >"$tool"
chmod +x "$tool"
chmod 755 "$work" # others may read what is in it
link=$work/etc/libtorch-2.15

libraries() { # FOLDER
  mkdir -p "$1"
  touch "$1/libtorch_cpu.so" "$1/libc10.so"
}
of_pip() { # FOLDER RELEASE
  libraries "$1/lib"
  printf "from typing import Optional\n__version__ = '%s'\n" "$2" >"$1/version.py"
}

expect "without a libtorch it says how to get one" 1 "pip install 'torch==2.15.*'" "$tool"
expect "so it does after looking for one" 1 "There is no libtorch 2.15" "$tool" --find
expect "and sets no link" 1 "" test -L "$link"
of_pip "$work/local/lib/python3.11/dist-packages/torch" 2.1.5
expect "another release does not count" 1 "There is no libtorch 2.15" "$tool" --find
of_pip "$work/local/lib/python3.12/dist-packages/torch" 2.15.1+cpu
expect "one of pip's is found" 0 "libtorch 2.15.1 in $work/local/lib/python3.12/dist-packages/torch/lib" \
  "$tool" --find
expect "and used" 0 "$work/local/lib/python3.12/dist-packages/torch/lib" readlink "$link"
expect "the program says so" 0 "libtorch 2.15.1 in $work/local/lib/python3.12" "$tool"
of_pip "$work/venv/lib/python3.11/site-packages/torch" 2.15.0
expect "a virtual environment is accepted" 0 "libtorch 2.15.0 in $work/venv/lib/python3.11" \
  "$tool" "$work/venv"
expect "what was chosen stays" 0 "libtorch 2.15.0 in $work/venv/lib" "$tool" --find
rm -r "$work/venv"
expect "a link that leads nowhere is shown" 1 "leads to $work/venv/lib/python3.11" "$tool"
expect "and replaced by what is found" 0 "dist-packages/torch/lib" "$tool" --find
rm -r "$work/local"

libraries "$work/opt/libtorch/lib"
expect "an unknown release is refused" 1 "is of an unknown release, not 2.15" \
  "$tool" "$work/opt/libtorch"
echo 2.15.0+cpu >"$work/opt/libtorch/build-version"
expect "one of PyTorch's archives is found" 0 "libtorch 2.15.0 in $work/opt/libtorch/lib" \
  "$tool" --find
rm -r "$work/opt" "$link"
libraries "$work/local/lib/ctorch/libtorch-2.15.3/torch/lib"
expect "so is a copy that an installation made" 0 "libtorch 2.15.3 in $work/local/lib/ctorch/" \
  "$tool" --find
rm "$link"
of_pip "$work/opt/libctorch/libtorch-2.15.0-x86_64/torch" 2.15.0
expect "and by its folder" 0 "libtorch 2.15.0 in $work/opt/libctorch" \
  "$tool" "$work/opt/libctorch/libtorch-2.15.0-x86_64"
expect "a folder without one is refused" 1 "no libtorch in $work/etc" "$tool" "$work/etc"
expect "one of another release, too" 1 "is 2.6.0, not 2.15" eval \
  'of_pip "$work/old" 2.6.0 && "$tool" "$work/old"'
expect "an unknown option shows the usage" 2 "Usage: ctorch-libtorch-2.15" "$tool" --search
expect "so do two folders" 2 "Usage: ctorch-libtorch-2.15" "$tool" a b
expect "and --help" 0 "Nothing is downloaded" "$tool" --help
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
  as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
  expect "without root the link cannot be set" 1 "What to do: run it as root" \
    as_nobody "$tool" "$work/opt/libctorch/libtorch-2.15.0-x86_64"
  of_pip "$work/private" 2.15.0
  chmod 700 "$work/private"
  expect "what others cannot read is used with a warning" 0 "only some users can read" \
    "$tool" "$work/private"
else
  echo "left out: users who are not root, which needs root and setpriv"
fi

# --- the scripts ----------------------------------------------------------------------------------

build=$root/scripts/build-deb.sh try=$root/scripts/try-deb.sh
expect "a libtorch of yours is not packaged" 1 "LIBTORCH is set" env LIBTORCH=/usr "$build"
if grep -qE '^VERSION_CODENAME=(bookworm|trixie)' /etc/os-release; then
  expect "an unknown release is refused" 1 "no checksums of 9.9.9" "$build" 9.9.9
  expect "so are two" 1 "expected one release" "$build" 2.15.0 2.14.1
else
  expect "only Debian 12 and 13 are built on" 1 "on Debian 12 or 13" "$build" 2.15.0
fi
expect "without packages there are none to try" 1 "expected the folder" "$try"
expect "only known suites are made" 1 "'sid' is not bookworm or trixie" "$try" --suite sid "$work"
if [ "$(id -u)" -eq 0 ]; then
  expect "a folder without packages is named" 1 "no packages to try in $work" "$try" "$work" \
    --suite bookworm --root "$work"
  expect "and one that is not there" 1 "no such folder: $work/none" "$try" "$work/none"
else
  expect "it needs root" 1 "needs root" "$try" "$work"
fi
[ $failed -eq 0 ]
