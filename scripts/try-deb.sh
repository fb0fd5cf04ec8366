#!/usr/bin/env bash
# try-deb.sh DIR [X.Y.Z]: tries the packages of scripts/build-deb.sh in new, minimal Debian systems.
#
#   scripts/try-deb.sh build/packages            those for the libtorch of Debian, in Debian 12 and 13
#   scripts/try-deb.sh build/packages 2.15.0     those for a libtorch that Debian does not have
#   --beside X.Y.Z     afterward also installs the library for this release, which Debian does not
#                      have, and runs a program that is compiled for each of the two
#   --suite NAME       only in bookworm (Debian 12) or in trixie (13)
#   --root DIR         use this folder, in which debootstrap has made that suite; it stays
#
# For each Debian that DIR has packages for: makes a system (debootstrap), installs the packages with
# apt, compiles a program against them, begins a project with ctorch-new and builds it, runs every
# program, removes and purges the packages, and requires that nothing is left. Where Debian does not
# have the libtorch, the packages are installed without any first, which must say how to get one;
# then the fetched one is put into /opt/libctorch.
# Needs root, debootstrap, and the network for Debian's packages. This system is not changed: what is
# mounted is seen by this script alone.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

suite='' root='' beside=''
read_options suite= root= beside= ... -- "$@"
run_again_with "$@"
case ${#words[@]} in
1 | 2) ;;
*) fail "expected the folder of the packages" "see: $0 --help" ;;
esac
case $suite in
'' | bookworm | trixie) ;;
*) fail "'$suite' is not bookworm or trixie" "see: $0 --help" ;;
esac
[ -z "$root" ] || [ -n "$suite" ] || fail "--root needs --suite, which says what is in it"
[ -z "${words[1]:-}" ] || need_release "${words[1]}"
[ -z "$beside" ] || need_release "$beside"
[ "$(id -u)" -eq 0 ] || fail "this script makes systems in folders, for which it needs root"
# A namespace of its own ends with the script, and all mounts in it.
[ -n "${CT_OWN_MOUNTS:-}" ] ||
  exec env CT_OWN_MOUNTS=1 CT_AGAIN="$CT_AGAIN" unshare --mount --propagation private "$0" "$@"

packages=$(realpath -m "${words[0]}")
[ -d "$packages" ] || fail "no such folder: $packages" "What to do: scripts/build-deb.sh makes it"
release=${words[1]:-}
work=$(mktemp -d /var/tmp/try-deb.XXXXXX)
trap 'umount -R "$work"/root/{proc,sys,dev} 2>/dev/null || true
  rm -rf --one-file-system "$work"' EXIT

# The Debian that a suite is, and the libtorch that it has.
declare -A numbers=([bookworm]=12 [trixie]=13) releases=([bookworm]=1.13.1 [trixie]=2.6.0)

# The packages for a release in a suite, but those of debug information.
packages_of() { # RELEASE SUITE PACKAGE...
  local name
  for name in "${@:3}"; do
    compgen -G "$packages/${name}_*+torch$1-1~deb${numbers[$2]}_amd64.deb" || true
  done | grep -v -- '-dbgsym_' || true
}

# Sets the packages to try in a suite; fails if there are none.
choose_packages() { # SUITE
  libtorch=${release:-${releases[$1]}}
  mapfile -t files < <(packages_of "$libtorch" "$1" \
    "libctorch-${libtorch%.*}-[0-9.]*" libctorch-dev ctorch-tools)
  [ ${#files[@]} -gt 0 ]
}

# --- a system -------------------------------------------------------------------------------------

in_system() { # COMMAND...
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive chroot "$system" "$@"
}

make_system() { # SUITE
  local folder
  system=${root:-$work/root}
  [ -n "$root" ] || run "try-debootstrap-$1" debootstrap --variant=minbase "$1" "$system"
  for folder in proc sys dev; do
    mount --rbind "/$folder" "$system/$folder"
  done
  [ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$system/etc/resolv.conf"
  rm -rf "$system/packages"
  mkdir "$system/packages"
  cp "${files[@]}" "$system/packages/"
  run "try-apt-update-$1" in_system apt-get -q update
  # What the trial itself needs.
  run "try-apt-tools-$1" in_system apt-get -q -y --no-install-recommends install \
    binutils cmake gcc libc6-dev make pkg-config
  step_done
}

# Every file but what apt, dpkg and adduser note themselves, and caches. adduser locks /run/adduser
# and keeps the last /etc/gshadow: libibverbs1, which libtorch depends on, adds a group.
list_files() {
  (cd "$system" && find . -xdev \
    \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./packages \
    -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \
    -o -path ./etc/ld.so.cache -o -path ./etc/gshadow- -o -path ./run/adduser \
    -o -path ./opt -o -path ./root \) -prune -o -print) | LC_ALL=C sort
}

list_packages() {
  in_system dpkg-query -W -f '${binary:Package}\n' | LC_ALL=C sort
}

# Runs a command in the system, whose output and status have to be these.
check() { # WHAT STATUS TEXT COMMAND...
  local what=$1 status=$2 text=$3 got=0 output
  shift 3
  output=$(in_system "$@" 2>&1 </dev/null) || got=$?
  if [ "$got" != "$status" ] || [[ $output != *"$text"* ]]; then
    fail "$what" "command:  $*" "expected: status $status, '$text'" \
      "got:      status $got, '$output'"
  fi
  say "$what: good"
}

# --- the trial ------------------------------------------------------------------------------------

install_packages() { # SUITE
  run "try-install-$1" in_system sh -c \
    'apt-get -q -y --no-install-recommends install /packages/*.deb'
  mapfile -t names < <(for file in "${files[@]}"; do dpkg-deb -f "$file" Package; done)
  check "dpkg finds every file as it was installed" 0 "" dpkg --verify "${names[@]}"
  step_done "${names[*]}"
}

# Puts the fetched libtorch of a release into the system: a copy, since removing the system must not
# reach what is mounted in it.
put_libtorch() { # RELEASE
  local fetched series=${1%.*}
  fetched=$(CT_RELEASE=$1 ct_fetched) || fail "libtorch $1 is not fetched" \
    "What to do: scripts/fetch-libtorch.sh --release $1"
  mkdir -p "$system/opt/libctorch"
  cp -a "$fetched" "$system/opt/libctorch/"
  check "ctorch-libtorch-$series --find" 0 "libtorch $1 in /opt/libctorch/" \
    "ctorch-libtorch-$series" --find
  check "and then without arguments" 0 "by /etc/ctorch/libtorch-$series" "ctorch-libtorch-$series"
}

# Where Debian does not have the libtorch: first without one.
give_libtorch() { # SUITE
  local series=${libtorch%.*}
  [ -x "$system/usr/sbin/ctorch-libtorch-$series" ] || return 0
  grep -q "pip install 'torch==$series" "$CT_LOGS/try-install-$1.log" ||
    fail "the installation does not say how to get a libtorch" "$CT_LOGS/try-install-$1.log"
  say "the installation says how to get a libtorch: good"
  check "so does ctorch-libtorch-$series" 1 "There is no libtorch $series" "ctorch-libtorch-$series"
  check "a program does not start without one" 127 "libtorch_cpu.so" ct_info --version
  check "ctorch-gen needs none" 0 "CT_API ct_error ct_dot(" ctorch-gen show torch.dot
  check "a folder without one is refused" 1 "no libtorch in /usr" "ctorch-libtorch-$series" /usr
  put_libtorch "$libtorch"
}

use_packages() { # SUITE
  cp "$CT_ROOT/packaging/debian/tests/program" "$system/packages/"
  give_libtorch "$1"
  # Debian's libtorch says another number of its series than its package.
  check "libctorch finds libtorch" 0 ", libtorch ${libtorch%.*}." ct_info --version
  run "try-program-$1" in_system /packages/program
  say "a program, a project of ctorch-new, every program of ctorch-tools: good"
  say "  (output: $CT_LOGS/try-program-$1.log)"
  check "a page of the manual is installed for each program" 0 "" sh -c \
    'for f in $(dpkg -L ctorch-tools | sed -n "s|^/usr/bin/||p"); do
       dpkg -L ctorch-tools | grep -q "/man1/$f\.1" || { echo "$f has none"; exit 1; }; done'
  step_done
}

compile_in_system() { # PROGRAM
  run "try-compile-$1" in_system sh -c \
    "cc /packages/which.c \$(pkg-config --cflags --libs ctorch) -o /packages/$1"
}

# The library for another release beside the first, and a program for each.
try_beside() { # SUITE
  mkdir "$system/packages/beside"
  printf '%s\n' '#include <stdio.h>' '#include <ctorch/ctorch.h>' 'int main(void)' '{' \
    '	printf("%s with %s\n", CT_LIBTORCH_RELEASE, ct_libtorch_version());' '	return 0;' '}' \
    >"$system/packages/which.c"
  compile_in_system first
  # shellcheck disable=SC2046 # words
  cp $(packages_of "$beside" "$1" "libctorch-${beside%.*}-[0-9.]*" libctorch-dev) \
    "$system/packages/beside/" || fail "$packages has no packages for libtorch $beside"
  run "try-beside-$1" in_system sh -c 'apt-get -q -y --allow-downgrades \
    --no-install-recommends install /packages/beside/*.deb'
  names+=("$(basename "$system/packages/beside/libctorch-${beside%.*}"-*.deb | sed 's/_.*//')")
  put_libtorch "$beside"
  compile_in_system second
  check "a program for libtorch $libtorch runs with it" 0 "$libtorch with ${libtorch%.*}." \
    /packages/first
  check "one for libtorch $beside runs with that" 0 "$beside with ${beside%.*}." /packages/second
  step_done
}

remove_packages() { # SUITE
  local brought left
  run "try-remove-$1" in_system apt-get -q -y remove "${names[@]}"
  check "after removing them there is no library" 0 "" sh -c '! ls /usr/lib/*/libctorch*'
  # apt would keep some of what libtorch brought, such as adduser, and no longer knows packages that
  # had nothing to purge.
  mapfile -t brought < <(list_packages | LC_ALL=C comm -13 "$work/packages" -)
  run "try-purge-$1" in_system dpkg --purge "${names[@]}" "${brought[@]}"
  rm -rf "$system/opt/libctorch"
  list_files | diff "$work/before" - >"$work/left" ||
    fail "purging the packages left or took files:" "$(cat "$work/left")"
  left=$(in_system find / -xdev -name '*ctorch*' -not -path '/opt/*' -not -path '/packages/*' \
    -not -path '/tmp/*')
  [ -z "$left" ] || fail "purging the packages left files:" "$left"
  left=$(in_system dpkg -l | grep ctorch || true)
  [ -z "$left" ] || fail "dpkg still knows of packages:" "$left"
  step_done "nothing is left"
}

try_suite() { # SUITE
  step "Debian ${numbers[$1]}: a new system"
  make_system "$1"
  list_files >"$work/before"
  list_packages >"$work/packages"
  step "Debian ${numbers[$1]}: install the packages for libtorch $libtorch"
  install_packages "$1"
  step "Debian ${numbers[$1]}: use them"
  use_packages "$1"
  if [ -n "$beside" ]; then
    step "Debian ${numbers[$1]}: the library for libtorch $beside beside it"
    try_beside "$1"
  fi
  step "Debian ${numbers[$1]}: remove and purge them"
  remove_packages "$1"
  umount -R "$system"/{proc,sys,dev}
  [ -n "$root" ] || rm -rf --one-file-system "$system"
}

command -v debootstrap >/dev/null || [ -n "$root" ] ||
  fail "debootstrap is not installed" "What to do: apt-get install debootstrap"
suites=()
for each in ${suite:-bookworm trixie}; do
  if choose_packages "$each"; then
    suites+=("$each")
  else
    say "left out: Debian ${numbers[$each]}, for which $packages has no packages for libtorch $libtorch"
    say "  to build them, in a chroot of $each: scripts/build-deb.sh${release:+ $release}"
  fi
done
[ ${#suites[@]} -gt 0 ] || fail "there are no packages to try in $packages" \
  "What to do: scripts/build-deb.sh${release:+ $release}"
# shellcheck disable=SC2034 # of lib.sh
CT_STEPS=$((${#suites[@]} * 4))
[ -z "$beside" ] || CT_STEPS=$((${#suites[@]} * 5))
for each in "${suites[@]}"; do
  choose_packages "$each"
  try_suite "$each"
done
