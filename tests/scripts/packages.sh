#!/usr/bin/env bash
# packages.sh ROOT: need_packages of scripts/lib.sh, with stubs of dpkg-query, apt-get and sudo.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

stub dpkg-query '[ "$3" = there ] && echo "install ok installed"'
stub apt-get 'echo "apt-get $*" >>"$CALLS"'
stub id 'echo "$USER_ID"'
stub sudo '[ "$SUDO" = password ] && [ "$1" = -n ] && exit 1
[ "$SUDO" = refused ] && { echo "you may not run sudo" >&2; exit 1; }
[ "$1" = -v ] && { echo "password accepted"; exit; }
[ "$1" = -n ] && shift
exec "$@"'
cat >"$work/try" <<'TRY'
#!/usr/bin/env bash
set -eu -o pipefail
. "$1/scripts/lib.sh"
need_packages "${@:2}"
echo "what comes next"
cat "$CALLS"
TRY

try() { # USER-ID SUDO PACKAGE...
  : >"$work/calls"
  env PATH="$work/bin:$PATH" CALLS="$work/calls" CT_LOGS="$work/logs" USER_ID="$1" SUDO="$2" \
    bash "$work/try" "$root" "${@:3}"
}
on_terminal() { # the same, on a terminal
  : >"$work/calls"
  env PATH="$work/bin:$PATH" CALLS="$work/calls" CT_LOGS="$work/logs" USER_ID="$1" SUDO="$2" \
    SHELL=/bin/bash script -qec "bash '$work/try' '$root' ${*:3}" /dev/null
}
installs="apt-get -q -y --no-install-recommends install missing"

expect "installed packages are not installed again" 0 "all there" try 0 none there
expect "root installs missing packages" 0 "$installs" try 0 none there missing
expect "sudo without a password does as well" 0 "$installs" try 1000 free missing
expect "without a terminal sudo asks for no password" 0 "continuing without them" \
  try 1000 password missing
if ! command -v script >/dev/null; then
  printf 'skipped: the three cases on a terminal: the program script is not there\n'
  exit $failed
fi
expect "on a terminal it does" 0 "$installs" on_terminal 1000 password missing
expect "without permission for sudo it prints what to install" 0 "--no-install-recommends missing" \
  on_terminal 1000 refused missing
expect "and continues" 0 "what comes next" on_terminal 1000 refused missing
[ $failed -eq 0 ]
