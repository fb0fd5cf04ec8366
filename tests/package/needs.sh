#!/usr/bin/env bash
# needs.sh LIBRARY NEEDED...: the library needs these (each the beginning of a file's name) and the
# C and C++ run time, nothing else. (A sanitizer's run time is accepted: only builds for tests have
# one.)
set -eu -o pipefail
library=$1
shift
needed=$("${READELF:-readelf}" -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
[ -n "$needed" ] || { echo "readelf -d $library shows nothing needed" && exit 1; }

status=0
is_wanted() { # NAME WANTED...
  local name=$1 wanted
  shift
  for wanted in "$@"; do
    case $name in "$wanted"*) return 0 ;; esac
  done
  return 1
}
for name in $needed; do
  is_wanted "$name" "$@" && continue
  case $name in
  libstdc++.so.* | libgcc_s.so.* | libm.so.* | libc.so.* | ld-linux-*) ;;
  libasan.so.* | libubsan.so.* | libtsan.so.*) ;;
  *)
    status=1
    printf 'called:   readelf -d %s\n' "$library"
    printf 'expected: %s and the run time\ngot:      %s\n' "$*" "$name"
    ;;
  esac
done
for name in "$@"; do
  grep -q "^$name" <<<"$needed" || {
    status=1
    printf 'called:   readelf -d %s\nexpected: %s among the needed\ngot:      %s\n' \
      "$library" "$name" "${needed//$'\n'/ }"
  }
done

stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT
"${STRIP:-strip}" -o "$stripped" "$library"
printf 'needs: %s\nsize:  %d KB, stripped %d KB\n' "${needed//$'\n'/ }" \
  $(($(stat -L -c %s "$library") / 1024)) $(($(stat -c %s "$stripped") / 1024))
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0}"
exit $status
