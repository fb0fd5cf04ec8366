#!/bin/sh
# build.sh: compiles the addon ctorch.node in this folder, with the C compiler CC (default: cc), the
# headers of Node in NODE_INCLUDE, and the libctorch that pkg-config finds.
set -eu
cd "$(dirname "$0")"
fail() { echo "build.sh: $1" >&2; exit 1; }
cc=${CC:-cc}
command -v "$cc" >/dev/null || fail "no C compiler: apt-get install gcc"
command -v node >/dev/null || fail "no Node.js: apt-get install nodejs"
include=${NODE_INCLUDE:-$(node -p 'process.execPath.replace(/\/bin\/[^/]*$/, "")')/include/node}
[ -e "$include/node_api.h" ] || fail "no node_api.h in $include: apt-get install libnode-dev"
[ -e src/gen_all.h ] || fail "there are no generated files: ctorch-gen bind node --out $PWD"
flags=$(pkg-config --cflags ctorch) || fail "pkg-config does not find ctorch: set PKG_CONFIG_PATH"
eval "set -- $flags" # pkg-config escapes the spaces of a path
# Compiles what is newer than its object, or includes what is.
for file in src/*.c; do
  object=${file%.c}.o includes=${file%.c}.d
  if [ -e "$object" ] && [ -e "$includes" ]; then
    # shellcheck disable=SC2016 # of the inner shell
    newer=$(sed 's/^[^ ]*:/ /; s/\\$//' "$includes" |
      xargs sh -c 'find "$@" -newer "$0"' "$object" || echo new)
    [ -z "$newer" ] && continue
  fi
  "$cc" -std=gnu11 -O1 -fPIC -Wall -Wextra -MMD "$@" -I"$include" -c "$file" -o "$object"
done
eval "set -- ${LDFLAGS:-} $(pkg-config --libs ctorch)"
"$cc" -shared -o ctorch.node src/*.o "$@"
