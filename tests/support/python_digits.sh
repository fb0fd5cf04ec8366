# shellcheck shell=bash
# Compares what a program prints with what its twin in Python printed. Source it.
#
# SAME_PROCESSOR is the program of that name, or unset to require the same text.

# Succeeds if the texts are the same; on another machine than that of the expected text, if only
# numbers differ, by 1 % or 0.02 at most, which it prints.
is_as_python() { # EXPECTED GOT
  [ "$1" != "$2" ] || return 0
  [ -n "${SAME_PROCESSOR:-}" ] && ! "$SAME_PROCESSOR" || return 1
  numbers_are_close "$1" "$2" || return 1
  printf 'left out, on this machine: the last digits of:\n%s\n' "$2"
}

numbers_are_close() { # EXPECTED GOT
  awk -v wanted="$1" -v got="$2" 'BEGIN {
    number = "-?[0-9]+[.]?[0-9]*"
    while (match(wanted, number)) {
      a = substr(wanted, RSTART, RLENGTH)
      before = substr(wanted, 1, RSTART - 1)
      wanted = substr(wanted, RSTART + RLENGTH)
      if (!match(got, number) || substr(got, 1, RSTART - 1) != before)
        exit 1
      b = substr(got, RSTART, RLENGTH)
      got = substr(got, RSTART + RLENGTH)
      difference = a < b ? b - a : a - b
      if (difference > 0.02 && difference > 0.01 * (a < 0 ? -a : a))
        exit 1
    }
    exit wanted != got
  }' </dev/null
}
