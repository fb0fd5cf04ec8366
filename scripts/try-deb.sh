#!/usr/bin/env bash
# try-deb.sh DIR [X.Y.Z]: tries the packages of scripts/build-deb.sh in new, minimal Debian systems.
#
#   scripts/try-deb.sh build/packages            those for the libtorch of Debian, in Debian 12 and 13
#   scripts/try-deb.sh build/packages 2.15.0     those for a libtorch that Debian does not have
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

suite='' root=''
read_options suite= root= ... -- "$@"
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
[ "$(id -u)" -eq 0 ] || fail "this script makes systems in folders, for which it needs root"
# A namespace of its own ends with the script, and all mounts in it.
[ -n "${CT_OWN_MOUNTS:-}" ] ||
  exec env CT_OWN_MOUNTS=1 CT_AGAIN="$CT_AGAIN" unshare --mount --propagation private "$0" "$@"

packages=$(realpath -m "${words[0]}")
release=${words[1]:-}
work=$(mktemp -d /var/tmp/try-deb.XXXXXX)
trap 'umount -R "$work"/root/{proc,sys,dev} 2>/dev/null || true
  rm -rf --one-file-system "$work"' EXIT

# The Debian that a suite is, and the libtorch that it has.
declare -A numbers=([bookworm]=12 [trixie]=13) releases=([bookworm]=1.13.1 [trixie]=2.6.0)

# Sets the packages to try in a suite; fails if there are none.
choose_packages() { # SUITE
  local ending
  libtorch=${release:-${releases[$1]}}
  ending="+torch${libtorch}-1~deb${numbers[$1]}_amd64.deb"
  mapfile -t files < <(compgen -G "$packages/lib*_*$ending" | grep -v dbgsym
    compgen -G "$packages/ctorch-tools_*$ending")
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

# Every file but what apt and dpkg note themselves, and caches.
list_files() {
  (cd "$system" && find . -xdev \
    \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./packages \
    -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \
    -o -path ./etc/ld.so.cache -o -path ./opt -o -path ./root \) -prune -o -print) | LC_ALL=C sort
}

# Runs a command in the system, whose output and status have to be these.
check() { # WHAT STATUS TEXT COMMAND...
  local what=$1 status=$2 text=$3 got=0 output
  shift 3
  output=$(in_system "$@" 2>&1 </dev/null) || got=$?
  [ "$got" = "$status" ] && [[ $output == *"$text"* ]] || fail "$what" "command:  $*" \
    "expected: status $status, '$text'" "got:      status $got, '$output'"
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

# A libtorch that Debian does not have: first without one, then with the fetched one.
give_libtorch() { # SUITE
  local series=${libtorch%.*} fetched
  [ -x "$system/usr/sbin/ctorch-libtorch-$series" ] || return 0
  grep -q "pip install 'torch==$series" "$CT_LOGS/try-install-$1.log" ||
    fail "the installation does not say how to get a libtorch" "$CT_LOGS/try-install-$1.log"
  say "the installation says how to get a libtorch: good"
  check "so does ctorch-libtorch-$series" 1 "There is no libtorch $series" "ctorch-libtorch-$series"
  check "a program does not start without one" 127 "libtorch_cpu.so" ct_info --version
  check "ctorch-gen needs none" 0 "CT_API ct_error ct_dot(" ctorch-gen show torch.dot
  fetched=$(CT_RELEASE=$libtorch ct_fetched) || fail "libtorch $libtorch is not fetched" \
    "What to do: scripts/fetch-libtorch.sh --release $libtorch"
  check "a folder without one is refused" 1 "no libtorch in /usr" "ctorch-libtorch-$series" /usr
  # A copy: removing the system must not reach what is mounted in it.
  mkdir -p "$system/opt/libctorch"
  cp -a "$fetched" "$system/opt/libctorch/"
  check "ctorch-libtorch-$series --find" 0 "libtorch $libtorch in /opt/libctorch/" \
    "ctorch-libtorch-$series" --find
  check "and then without arguments" 0 "by /etc/ctorch/libtorch-$series" "ctorch-libtorch-$series"
}

use_packages() { # SUITE
  cp "$CT_ROOT/packaging/debian/tests/program" "$system/packages/"
  give_libtorch "$1"
  check "libctorch finds libtorch" 0 ", libtorch $libtorch" ct_info --version
  run "try-program-$1" in_system /packages/program
  say "a program, a project of ctorch-new, every program of ctorch-tools: good"
  say "  (output: $CT_LOGS/try-program-$1.log)"
  check "a page of the manual is installed for each program" 0 "" sh -c \
    'for f in $(dpkg -L ctorch-tools | sed -n "s|^/usr/bin/||p"); do
       dpkg -L ctorch-tools | grep -q "/man1/$f\.1" || { echo "$f has none"; exit 1; }; done'
  step_done
}

remove_packages() { # SUITE
  local left
  run "try-remove-$1" in_system apt-get -q -y remove "${names[@]}"
  check "after removing them there is no library" 1 "" sh -c 'ls /usr/lib/*/libctorch*'
  run "try-purge-$1" in_system apt-get -q -y --purge autoremove "${names[@]}"
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
  step "Debian ${numbers[$1]}: install the packages for libtorch $libtorch"
  install_packages "$1"
  step "Debian ${numbers[$1]}: use them"
  use_packages "$1"
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
    say "  to build them: scripts/build-deb.sh $release, in a chroot of $each"
  fi
done
[ ${#suites[@]} -gt 0 ] || fail "there are no packages to try in $packages" \
  "What to do: scripts/build-deb.sh $release"
CT_STEPS=$((4 * ${#suites[@]}))
for each in "${suites[@]}"; do
  choose_packages "$each"
  try_suite "$each"
done
