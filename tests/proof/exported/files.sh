#!/usr/bin/env bash
# files.sh EXPORTED-PROOF FOLDER: the checked-in archives give Python's results, bit for bit; on
# another processor than that of the references, up to the last digits.
set -eu

options=(--verbose)
if [ -n "${SAME_PROCESSOR:-}" ] && ! "$SAME_PROCESSOR"; then
  options+=(--close)
fi
"$1" "${options[@]}" "$2"
