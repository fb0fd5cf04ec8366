#!/usr/bin/env bash
# results.sh GENERATOR PROJECT: the results of the operator tests are read from a file of lines.
# Each line is either valid or rejected with its number.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
small=(--yaml "$data/golden/small.yaml" --templates "$project/templates"
  --headers "$data/golden/include")
audit() { gen audit "${small[@]}" --results "$@"; }

# --- accepted -------------------------------------------------------------------------------------
audit "$data/golden/results.tsv"
gives "the results are counted" 0 "     7  functions that the tests compare with libtorch's C++" \
  "     4  of these, compared by value" "     2  of these, compared by gradient" \
  "     2  of these, compared only by their errors"
audit "$data/golden/results.tsv" --format json
gives "as JSON" 0 '"called": 7' '"value_compared": 4' '"gradient_compared": 2' '"errors_only": 2' \
  '"calls": 31, "dtypes": ["bool", "float32", "int64"] }'
audit "$data/golden/results.tsv" --format markdown
gives "an operator's row shows what was compared" 0 \
  "| \`add.Tensor\` | \`ct_add_Tensor\` | \`ct_Tensor_add_Tensor\` | functional | yaml | values and \
gradients |" "| \`zero\` | \`ct_zero\` |  | functional | autogen |  |"
# shellcheck disable=SC2016 # code in Markdown
gives "a reason stays in its cell" 0 \
  '| `record_stream` | RuntimeError: a \| b, \<Unknown>, C:\\temp second line' 

printf '# release 2.15.0\nadd.Tensor\t1\terrors\t-\t-\t-\ta\rb\033[31mc\302\205d\377e \303\251\n' \
  >"$work/odd"
audit "$work/odd" --format markdown
gives "invalid text and control characters are replaced" 0 \
  "| \`add.Tensor\` | a b [31mc d$(printf '\357\277\275')e $(printf '\303\251') |"

gen audit "${small[@]}"
gives "without results" 0 "94  all schemas"
check "tests are not mentioned" test -z "$(grep tests "$work/.out")"
sed 's/^# release .*/# release 2.14.1/' "$data/golden/results.tsv" >"$work/other"
audit "$work/other"
check "results of another release are ignored" test -z "$(grep tests "$work/.out")"
gives "and not an error" 0 "94  all schemas"
: >"$work/empty"
audit "$work/empty"
gives "an empty file has none" 0 "94  all schemas"
gen generate "${small[@]}" --results "$data/golden/results.tsv" --depfile "$work/depfile" \
  --out "$work/out" -q
check "the depfile lists the file" grep -qF "$data/golden/results.tsv" "$work/depfile"

# --- rejected -------------------------------------------------------------------------------------
refused() { # SENTENCE LINE MESSAGE: after two valid lines
  printf '# release 2.15.0\nmax.dim\t1\tvalues\t-\t-\t-\t-\n%b\n' "$2" >"$work/bad"
  audit "$work/bad"
  says "$1" 2 "$work/bad:3: error: $3" "--target update-operators"
  gen generate "${small[@]}" --results "$work/bad" --out "$work/none"
  says "$1, for generate too" 2 "$work/bad:3: error: $3"
  check "$1: and nothing is written" test ! -e "$work/none"
}
refused "an unknown operator" 'maxim\t1\tvalues\t-\t-\t-\t-' "unknown operator 'maxim'"
refused "one that comes twice" 'max.dim\t1\tvalues\t-\t-\t-\t-' "the operator 'max.dim' appears twice"
refused "too few fields" 'add.Tensor\t1\tvalues' "expected 7 fields separated by tabs ("
refused "too many fields" 'add.Tensor\t1\tvalues\t-\t-\t-\t-\tx' "expected 7 fields separated by tabs ("
refused "blanks instead of tabs" 'add.Tensor 1 values - -' "expected 7 fields separated by tabs ("
refused "no number of calls" 'add.Tensor\tx\tvalues\t-\t-\t-\t-' "not a number of calls: 'x'"
refused "negative calls" 'add.Tensor\t-1\tvalues\t-\t-\t-\t-' "not a number of calls: '-1'"
refused "too many calls" 'add.Tensor\t18446744073709551616\tvalues\t-\t-\t-\t-' \
  "not a number of calls: '18446744073709551616'"
refused "no calls" 'add.Tensor\t\tvalues\t-\t-\t-\t-' "not a number of calls: ''"
refused "an unknown escape" 'add.Tens\\or\t1\tvalues\t-\t-\t-\t-' "expected t, n or"
refused "one at the end" 'add.Tensor\t1\terrors\t-\t-\t-\ta\\\\\\' "expected t, n or"
refused "an unknown outcome" 'add.Tensor\t1\tfine\t-\t-\t-\t-' "expected values, errors or dies, found 'fine'"
refused "an unknown gradient" 'add.Tensor\t1\tvalues\tyes\t-\t-\t-' "expected 'gradient' or '-', found 'yes'"
for dtypes in 'float 32' 'bool,' ',bool' 'Bool' ''; do
  refused "no dtypes: '$dtypes'" "add.Tensor\\t1\\tvalues\\t-\\t$dtypes\\t-\\t-" \
    "expected dtypes separated by commas, or '-'; found '$dtypes'"
done
printf 'max.dim\t1\tvalues\t-\t-\t-\t-\n' >"$work/bad"
audit "$work/bad"
says "no release" 2 "$work/bad:1: error: expected a line '# release X.Y.Z' before"
printf '# release 2.15.0\na\nb\nmax.dim\t1\tvalues\t-\t-\t-\t-\n' >"$work/bad"
audit "$work/bad"
says "all errors" 2 "$work/bad:2: error: expected 7 fields" "$work/bad:3: error: expected 7 fields" "2 errors"
printf '# release 2.15.0\nmax.dim\t1\tval\0ues\t-\t-\t-\t-\n' >"$work/bad"
audit "$work/bad"
says "a file that is not text" 2 "not a text file: it contains a NUL character"
audit "$work/nowhere"
says "a file that does not exist" 2 "$work/nowhere: error: cannot open"
finish
