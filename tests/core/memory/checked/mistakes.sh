#!/usr/bin/env bash
# mistakes.sh FOLDER PROGRAM FIXED-PROGRAM: each mistake of mistakes.c in FOLDER ends by SIGABRT,
# after a message that names the function, the parameter, and where the tensor was made and
# released, as in mistakes.txt there; and addr2line finds the lines of these places. FIXED-PROGRAM
# is one that is loaded where it was linked.
set -eu -o pipefail
folder=$1 program=$2 fixed=$3
status=0
ulimit -c 0

# Of addresses only "0x" stays, and the number of a thread other than the main one is N.
plain() {
  sed -E -e 's/0x[0-9a-f]+/0x/g' -e 's/thread ([2-9]|[0-9]{2,})\b/thread N/g'
}

if ! "$program" | plain | diff -u "$folder/mistakes.txt" -; then
  status=1
  printf '%s\n' "called:   $program" "expected: $folder/mistakes.txt" \
    "got:      the difference above (- expected, + got); mistakes.c makes them"
fi

line_of() { # TEXT: its first line in mistakes.c
  grep -nF -m 1 "$1" "$folder/mistakes.c" | cut -d : -f 1
}

# Where the tensor was made, released and released again.
wanted="$(line_of 'CT_CHECK(ct_tensor_from_data(') $(line_of 'ct_tensor_free(tensor);') \
$(line_of 'ct_tensor_free(freed);')"
for each in "$program" "$fixed"; do
  message=$("$each" free_twice)
  addresses=$(grep -o '0x[0-9a-f]*' <<<"$message" | tr '\n' ' ')
  # shellcheck disable=SC2086 # words on purpose
  lines=$("${ADDR2LINE:-addr2line}" -s -e "$each" $addresses | sed 's/.*://; s/ .*//' |
    tr '\n' ' ')
  [ "$lines" = "$wanted " ] || {
    status=1
    printf '%s\n' "called:   $each free_twice; addr2line -e $each $addresses" \
      "expected: the lines $wanted of mistakes.c" "got:      $lines for" "$message"
  }
done
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
