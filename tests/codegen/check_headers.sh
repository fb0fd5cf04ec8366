#!/usr/bin/env bash
# check_headers.sh GENERATOR PROJECT: the public headers follow the conventions; each rule refuses
# the header of its name in bad_headers/, with exactly the errors that its first lines state:
#
#     /* error 12:30 streams: the FILE * of ct_thing_print is called 'file' */
#
# docs/conventions.md has a row for each rule, and a row for each letter of the alphabet.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

# --- the public headers -----------------------------------------------------------------------------
gen check-headers --root "$project"
wrote out "the public headers follow the conventions" 0
silent "and nothing is reported" err
grep -v '^\(#\|$\)' "$project/runtime/include/exceptions.tsv" |
  sed 's/^\([^\t]*\)\t\([^\t]*\)\t\(.*\)/exception: \1: \2: \3/' >"$work/exceptions"
same "the exceptions are printed with their reasons" "$work/exceptions" "$work/.out"

# --- the rules ----------------------------------------------------------------------------------------
refused() { # RULE
  local file=$data/bad_headers/$1.h
  sed -n "s|^/\* error \([0-9:]*\) \(.*\) \*/$|$file:\1: error: \2|p" "$file" | sort \
    >"$work/expected"
  gen check-headers "$file"
  grep -F ": error: " "$work/.err" | sort >"$work/got"
  if grep -qvF ": error: $1: " "$work/expected" || [ ! -s "$work/expected" ]; then
    wrong "$1.h states where it breaks the rule" "lines '/* error LINE:COLUMN $1: TEXT */' in it"
  elif [ "$status" = 1 ] && cmp -s "$work/expected" "$work/got"; then
    fine "$1.h is refused"
  else
    wrong "$1.h is refused" "status 1, and exactly
$(cat "$work/expected")"
  fi
  # Each error says what to write instead.
  check "with help for each error" test "$(grep -c '^  help: ' "$work/.err")" = \
    "$(wc -l <"$work/expected")"
}

gen check-headers --rules
gives "the rules are listed" 0 "prefix	"
cp "$work/.out" "$work/rules"
cut -f1 "$work/rules" >"$work/names"
check "there are at least 20" test "$(wc -l <"$work/names")" -ge 20
(cd "$data/bad_headers" && printf '%s\n' *.h | sed 's/\.h$//') >"$work/bad"
sort "$work/names" | diff - "$work/bad" >"$work/difference"
check "each has a bad header" test ! -s "$work/difference"
while read -r rule; do
  refused "$rule"
done <"$work/names"

# --- their documentation --------------------------------------------------------------------------
page=$project/docs/conventions.md
sed -n 's/^| `\([a-z_]*\)` | \(.*\) | .* |$/\1\t\2/p' "$page" | tr -d '`' >"$work/documented"
same "docs/conventions.md has each rule with its sentence" "$work/rules" "$work/documented"
grep -oE 'CT(_[A-Z]{1,2})?\b' <(grep '^alphabet' "$work/rules") | sort >"$work/alphabet"
sed -n 's/^| `\(CT[A-Z_]*\)(.*)` | .* |$/\1/p' "$page" | sort >"$work/letters"
same "and each letter of the alphabet" "$work/alphabet" "$work/letters"

# --- exceptions -----------------------------------------------------------------------------------
streams=$data/bad_headers/streams.h
exceptions=$work/exceptions.tsv
excepted() { # LINE: with this exception
  printf '%b\n' "$1" >"$exceptions"
  gen check-headers --exceptions "$exceptions" "$streams"
}
excepted "streams\tct_thing_print\tit is what it is"
gives "an exception is printed" 0 "exception: streams: ct_thing_print: it is what it is"
silent "and nothing is reported" err
excepted "results\tct_thing_print\tit is what it is"
says "another rule still applies" 1 "error: streams: the FILE * of ct_thing_print is called 'file'"
says "and an exception that is not needed is an error" 1 \
  "$exceptions:1: error: results: the exception for 'ct_thing_print' is no longer needed" "help: remove the line"
excepted "stream\tct_thing_print\tit is what it is"
says "an unknown rule is an error" 2 "$exceptions:1: error: unknown rule 'stream'"
excepted "streams\tct_thing_print"
says "an exception without a reason" 2 "expected 3 fields separated by tabs (rule, name, reason)"
excepted "streams\tct_thing_print\t"
says "an exception with an empty one" 2 "the exception for 'ct_thing_print' has no reason"
gen check-headers --exceptions "$work/none.tsv" "$streams"
says "a file of exceptions that is not there" 2 "$work/none.tsv: error: cannot open"
sed 's|ctorch/core/types.h|unistd.h|' "$data/bad_headers/guards.h" >"$work/guards.h"
printf 'guards\tctorch/guards.h\told\nincludes\tctorch/guards.h\told\n' >"$exceptions"
gen check-headers --exceptions "$exceptions" "$work/guards.h"
gives "an exception of a header has its name" 0 "exception: guards: ctorch/guards.h: old" \
  "exception: includes: ctorch/guards.h: old"

# --- input ----------------------------------------------------------------------------------------
gen check-headers "$work/none.h"
says "a header that is not there" 2 "$work/none.h: error: cannot open"
printf 'int x;\n' >"$work/odd.h"
gen check-headers "$work/odd.h"
says "a declaration that the generator cannot read" 2 "$work/odd.h:1:1: error: unknown kind of"
gen check-headers --headers "$data/bad_headers"
says "a folder" 1 "$streams:" ": error: streams: "
run env -C "$work" "$generator" check-headers "$streams"
says "headers need no checkout" 1 ": error: streams: "
run env -C "$work" "$generator" check-headers
says "but without them there must be one" 2 "no checkout of libctorch in . or above it"
finish
