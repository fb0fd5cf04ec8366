#!/usr/bin/env bash
# versions.sh PYTHON CC: a library of another version is refused in one sentence by `import ctorch`.
set -eu -o pipefail
python=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/other.c" <<'C'
#include <string.h>
const char *ct_version_require(const char *version, const char *libtorch);
const char *ct_version_require(const char *version, const char *libtorch)
{
	return strlen(version) && strlen(libtorch) ? "RuntimeError: another release" : NULL;
}
C
"$cc" -shared -fPIC "$work/other.c" -o "$work/other.so"
got=$(LD_PRELOAD=$work/other.so "$python" -c 'import ctorch' 2>&1 | tail -n 1) || true
if [ "$got" != "ImportError: another release" ]; then
  printf 'expected an ImportError with the library'\''s sentence, got:\n%s\nrerun: %s\n' "$got" "${RERUN:-$0}"
  exit 1
fi
printf 'a library of another version is refused\n'
