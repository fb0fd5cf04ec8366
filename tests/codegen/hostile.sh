#!/usr/bin/env bash
# hostile.sh GENERATOR PROJECT: yaml, templates and headers that nobody would write cause an error
# that names the file, in bounded memory and time, and never a crash.
#
# shellcheck disable=SC2016,SC2059 # marks of templates; a head with \n in it as printf's format
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

# 256 MB of memory and 10 s. A sanitizer needs more of both, and its shadow memory allows no ulimit;
# the counters of the coverage build also take memory.
seconds=10
kilobytes=262144
[ -z "${SANITIZED:-}${COUNTED:-}" ] || seconds=60
[ -z "${COUNTED:-}" ] || kilobytes=327680
ASAN_OPTIONS=hard_rss_limit_mb=1024:$ASAN_OPTIONS
limited() { # COMMAND...
  (
    [ -n "${SANITIZED:-}" ] || ulimit -v "$kilobytes"
    exec timeout "$seconds" "$@"
  )
}

# FILE is rejected with status 2 and a message that names it and contains TEXT.
refused() { # SENTENCE FILE TEXT [OPTION...]
  local sentence=$1 file=$2 text=$3
  shift 3
  run limited "$generator" generate --yaml "$file" --templates "$project/templates" \
    --headers "$data/golden/include" --out "$work/out" "$@"
  says "$sentence" 2 "$file" "$text"
  check "and nothing is written for it" test ! -e "$work/out"
}

head='# release: 2.15.0\n# tags: core\n'

# --- unusual files --------------------------------------------------------------------------------
refused "a file that does not exist" "$work/none.yaml" "cannot open: No such file or directory"
refused "a folder" "$work" "cannot read: Is a directory"
: >"$work/empty.yaml"
refused "an empty file" "$work/empty.yaml" "no operators: the file is empty"
refused "/dev/null" /dev/null "no operators: the file is empty"
refused "a file without end" /dev/zero "larger than 16 MiB"
printf -- '- func: f() -> ()\n' >"$work/secret.yaml"
chmod 000 "$work/secret.yaml"
if [ -r "$work/secret.yaml" ] && command -v setpriv >/dev/null; then
  chmod 755 "$work"
  cp "$generator" "$work/ctorch-gen"
  run setpriv --reuid=65534 --regid=65534 --clear-groups "$work/ctorch-gen" import \
    "$work/secret.yaml" -o "$work/none/out"
  says "a file that may not be read" 2 "$work/secret.yaml" "Permission denied"
else
  refused "a file that may not be read" "$work/secret.yaml" "Permission denied"
fi
mkfifo "$work/pipe.yaml"
{ head -c 20000000 /dev/zero | tr '\0' 'a' >"$work/pipe.yaml"; } 2>/dev/null &
refused "a pipe with too much data" "$work/pipe.yaml" "larger than 16 MiB"
wait

# --- not text -------------------------------------------------------------------------------------
printf "$head- func: f(\0) -> ()\n" >"$work/nul.yaml"
refused "a NUL" "$work/nul.yaml" "nul.yaml:3:11: error: not a text file: it contains a NUL character"
printf "$head- func: f(Tensor s\xe9lf) -> ()\n" >"$work/latin1.yaml"
refused "Latin-1" "$work/latin1.yaml" "latin1.yaml:3:20: error: not text: "
printf '\xff\xfe-\0 \0' >"$work/utf16.yaml"
refused "UTF-16" "$work/utf16.yaml" "utf16.yaml:1:4: error: not a text file"
printf "$head- func: f(Tensor s\xed\xa0\x80lf) -> ()\n" >"$work/surrogate.yaml"
refused "half of a surrogate pair" "$work/surrogate.yaml" "error: not text: "
printf "$head- func: f(Tensor s\xc0\xaflf) -> ()\n" >"$work/overlong.yaml"
refused "an overlong sequence" "$work/overlong.yaml" "error: not text: "
printf "$head- func: f(str a='\xc3" >"$work/cut.yaml"
refused "a character cut in half at the end" "$work/cut.yaml" "error: not text: "
printf "$head- func: f(Tensor s\x1blf) -> ()\n" >"$work/escape.yaml"
refused "an escape character" "$work/escape.yaml" "error: not text: "
# The same noise each time.
for seed in 1 2 3 4 5 6 7 8 9 10; do
  awk -v seed=$seed 'BEGIN { srand(seed); for (i = 0; i < 20000; i++)
    printf "%c", 1 + int(rand() * 255) }' >"$work/noise$seed.yaml"
  refused "noise $seed" "$work/noise$seed.yaml" ": error: "
  awk -v seed=$seed 'BEGIN { srand(seed); s = "-:?,[]{}#&*!|>\"%@` \n\nfunc() a"
    for (i = 0; i < 20000; i++) printf "%s", substr(s, 1 + int(rand() * length(s)), 1) }' \
    >"$work/marks$seed.yaml"
  refused "noise of yaml's own characters $seed" "$work/marks$seed.yaml" ": error: "
done

# --- too large ------------------------------------------------------------------------------------
truncate -s 1G "$work/gigabyte.yaml"
refused "a sparse gigabyte" "$work/gigabyte.yaml" "larger than 16 MiB"
rm "$work/gigabyte.yaml"
mkfifo "$work/line.yaml"
{ yes 'func: a' | tr -d '\n' | head -c 1073741824 >"$work/line.yaml"; } 2>/dev/null &
refused "a gigabyte of one line" "$work/line.yaml" "larger than 16 MiB"
wait

# N times TEXT between BEFORE and AFTER, in FILE.
repeat() { # FILE BEFORE TEXT N AFTER
  {
    printf '%b' "$2"
    awk -v text="$3" -v n="$4" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'
    printf '%b' "$5"
  } >"$work/$1"
}
most=16000000
repeat line16.yaml "$head- func: " a $most '\n'
refused "16 MB of one name" "$work/line16.yaml" "more than 65536 bytes in a value"
repeat quoted16.yaml "$head- func: \"" 'a\n' $((most / 2)) '"\n'
refused "16 MB of one quoted text" "$work/quoted16.yaml" "error: "
repeat block16.yaml "$head- func: |\n" '    a
' $((most / 6)) ''
refused "16 MB of one block of text" "$work/block16.yaml" "a func must be on one line"
repeat flow.yaml "$head- func: " '[' 100000 '\n'
refused "100,000 open brackets" "$work/flow.yaml" "more than 16 levels of yaml"
open=$(awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }')
repeat closed.yaml "$head- func: $open" ']' 100000 '\n'
refused "100,000 brackets, closed" "$work/closed.yaml" "more than 16 levels of yaml"
repeat braces.yaml "$head- func: " '{a: ' 100000 '\n'
refused "100,000 open braces" "$work/braces.yaml" "more than 16 levels of yaml"
repeat dashes.yaml "$head" '- ' 100000 'a\n'
refused "100,000 dashes" "$work/dashes.yaml" "more than 16 levels of yaml"
repeat questions.yaml "$head- " '? ' 100000 'a\n'
refused "100,000 question marks" "$work/questions.yaml" ": error: "
awk 'BEGIN { print "# release: 2.15.0"
  for (i = 0; i < 3000; i++) { printf "%*s- a:\n", i, "" } }' >"$work/indented.yaml"
refused "3,000 levels of indentation" "$work/indented.yaml" ": error: "
{ printf "$head- a: &a [x,x,x,x,x,x,x,x,x]\n"
  for pair in ba cb dc ed fe gf hg ih; do
    printf '  %s: &%s [*%s,*%s,*%s,*%s,*%s,*%s,*%s,*%s,*%s]\n' "${pair%?}" "${pair%?}" \
      "${pair#?}" "${pair#?}" "${pair#?}" "${pair#?}" "${pair#?}" "${pair#?}" "${pair#?}" \
      "${pair#?}" "${pair#?}"
  done
  printf -- '- func: *i\n'; } >"$work/bomb.yaml"
refused "an alias bomb" "$work/bomb.yaml" "anchors and aliases are not allowed"
repeat entries.yaml "$head" '- {}
' $((most / 5)) ''
refused "16 MB of empty entries" "$work/entries.yaml" "30001 errors, the first 100 are shown"
repeat words.yaml "$head" '- a
' $((most / 4)) ''
refused "16 MB of invalid entries" "$work/words.yaml" "30001 errors, the first 100 are shown"
awk 'BEGIN { print "# release: 2.15.0"
  for (i = 0; i < 700000; i++) print "- func: f" i "()->()" }' >"$work/small.yaml"
refused "16 MB of tiny operators" "$work/small.yaml" "more than 30000 entries"
awk 'BEGIN { print "# release: 2.15.0"; for (i = 0; i < 29999; i++)
  print "- func: f" i "(Tensor self) -> Sensor" }' >"$work/errors.yaml"
refused "30,000 errors" "$work/errors.yaml" "29999 errors, the first 100 are shown"
awk 'BEGIN { print "# release: 2.15.0\n- func: f() -> ()"
  for (i = 0; i < 1100000; i++) print "  k" i ": a" }' >"$work/keys.yaml"
refused "16 MB of keys" "$work/keys.yaml" "unknown key 'k0'"
awk 'BEGIN { print "# release: 2.15.0\n- func: f() -> ()\n  dispatch:"
  for (i = 0; i < 1000000; i++) print "    k" i ": a" }' >"$work/dispatch.yaml"
refused "16 MB of dispatch" "$work/dispatch.yaml" "more than 1000 items in a mapping"
repeat tags.yaml "$head- func: f() -> ()\n  tags: [a" ', a' $((most / 3)) ']\n'
refused "16 MB of tags" "$work/tags.yaml" "more than 1000 items in a list"
repeat arguments.yaml "$head- func: f(int a" ', int a' 9000 ') -> ()\n'
refused "thousands of arguments" "$work/arguments.yaml" "two arguments are named 'a'"
repeat brackets.yaml "$head- func: f(int a=" '[' 60000 ') -> ()\n'
refused "thousands of brackets in a default" "$work/brackets.yaml" "is not closed"
repeat types.yaml "$head- func: f(int" '[]' 30000 ' a) -> ()\n'
refused "a type of thousands of levels" "$work/types.yaml" "a type with fewer levels"
repeat aliases.yaml "$head- func: f(Tensor(a" '|a' 30000 ') self) -> Sensor\n'
refused "an alias of thousands of letters" "$work/aliases.yaml" "unknown type 'Sensor'"
repeat autogen.yaml "$head- func: f() -> ()\n  autogen: f" ', f(' 15000 '\n'
refused "an autogen of thousands of names" "$work/autogen.yaml" "the end of the operator name"
repeat comment.yaml "" '# tags: a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p
' 370000 '- func: f() -> ()\n'
refused "15 MB of head" "$work/comment.yaml" ": error: "
awk 'BEGIN { print "# release: 2.15.0"; for (j = 0; j < 250; j++) { printf "- func: f%d(", j
  for (i = 0; i < 250; i++) printf "int[] a%d, ", i
  print "Tensor(a!) self, *, Tensor(b!) o) -> Tensor(b!)\n  variants: method" } }' \
  >"$work/wide.yaml"
run limited "$generator" generate --yaml "$work/wide.yaml" --templates "$project/templates" \
  --headers "$data/golden/include" --out "$work/out" --quiet
gives "the most arguments allowed are generated in the same bounds" 0
rm -rf "$work/out"

# --- templates and headers ------------------------------------------------------------------------
with() { # SENTENCE TEMPLATES HEADERS TEXT...
  local sentence=$1 templates=$2 headers=$3
  shift 3
  run limited "$generator" generate --yaml "$data/golden/small.yaml" --templates "$templates" \
    --headers "$headers" --out "$work/out"
  says "$sentence" 2 "$@"
  check "and nothing is written for it" test ! -e "$work/out"
}
ours=$project/templates theirs=$data/golden/include
template() { # CONTENT-COMMAND...: a copy of the templates with another wrapper_give.cpp
  rm -rf "$work/templates"
  cp -r "$ours" "$work/templates"
  "$@" >"$work/templates/wrapper_give.cpp"
}
header() { # CONTENT-COMMAND...
  rm -rf "$work/include"
  cp -r "$theirs" "$work/include"
  "$@" >"$work/include/bad.h"
}
with "no folder of templates" "$work/none" "$theirs" "$work/none/" "cannot open"
with "a file as the folder of templates" "$work/nul.yaml" "$theirs" "Not a directory"
mkdir -p "$work/nothing"
with "an empty folder of templates" "$work/nothing" "$theirs" "$work/nothing/" "cannot open"
template printf '%s' '${a'
with "a broken template" "$work/templates" "$theirs" "wrapper_give.cpp:1:1: error: malformed mark"
template printf 'a\0b'
with "a template that is not text" "$work/templates" "$theirs" "wrapper_give.cpp:1:2: error: not a text file"
template cat "$work/line16.yaml"
with "a template of 16 MB" "$work/templates" "$theirs" "wrapper_give.cpp: error: the template does not use the mark"
# AddressSanitizer's strstr reads to the end of the text each time.
template awk -v marks="${SANITIZED:+5000}" \
  'BEGIN { for (i = 0; i < (marks ? marks : 500000); i++) print "${a}" }'
with "a template of 500,000 marks" "$work/templates" "$theirs" "unknown mark 'a'" \
  "first 100 are shown"
template awk 'BEGIN { for (i = 0; i < 5000000; i++) print "abc" }'
with "a template of more than 16 MiB" "$work/templates" "$theirs" "larger than 16 MiB"
rm "$work/templates/wrapper_give.cpp"
mkdir "$work/templates/wrapper_give.cpp"
with "a folder in the place of a template" "$work/templates" "$theirs" "Is a directory"

with "no folder of headers" "$ours" "$work/none" "no public headers in $work/none"
with "an empty folder of headers" "$ours" "$work/nothing" "no public headers in $work/nothing"
header printf 'CT_API void f(void);\0CT_API'
with "a header that is not text" "$ours" "$work/include" "bad.h:1:21: error: not a text file"
header printf '/* never closed'
with "a comment that is never closed" "$ours" "$work/include" \
  "bad.h:1:1: error: unterminated comment"
header awk 'BEGIN { for (i = 0; i < 800000; i++) print "int x" i ";" }'
with "a header with 800,000 errors" "$ours" "$work/include" "bad.h:1:1: error:" \
  "800000 errors, the first 100 are shown"
header awk 'BEGIN { for (i = 0; i < 2000000; i++) printf "{" }'
with "a header of 2,000,000 open braces" "$ours" "$work/include" "bad.h:1:1: error:"
header awk 'BEGIN { printf "CT_API void f("; for (i = 0; i < 500000; i++) printf "int a, " }'
with "a declaration without end" "$ours" "$work/include" "the file ends inside a declaration"
header awk 'BEGIN { srand(7); for (i = 0; i < 200000; i++) printf "%c", 1 + int(rand() * 255) }'
with "a header of noise" "$ours" "$work/include" "/bad.h:" ": error: "
header printf ''
mkfifo "$work/include/pipe.h"
with "a pipe among the headers" "$ours" "$work/include" \
  "$work/include/pipe.h: error: cannot open: not a regular file"
mkdir -p "$work/libtorch/include/ATen/ops"
mkfifo "$work/libtorch/include/ATen/ops/mm_ops.h"
run limited "$generator" audit --yaml "$data/golden/small.yaml" --libtorch "$work/libtorch"
says "a pipe among libtorch's headers" 2 "mm_ops.h: error: cannot open: not a regular file"
rm "$work/templates/wrapper_give.cpp" -r
mkfifo "$work/templates/wrapper_give.cpp"
with "a pipe in the place of a template" "$work/templates" "$theirs" \
  "wrapper_give.cpp: error: cannot open: not a regular file"
header awk 'BEGIN { for (i = 0; i < 500000; i++) print "#define A" i " 1" }'
run limited "$generator" generate --yaml "$data/golden/small.yaml" --templates "$ours" \
  --headers "$work/include" --out "$work/out2" --quiet
gives "500,000 macros are read in the same bounds" 0

# --- derivatives.yaml -----------------------------------------------------------------------------
derivatives() { # SENTENCE FILE TEXT
  run limited "$generator" audit --yaml "$data/golden/small.yaml" --derivatives "$work/$2"
  says "$1" 2 "$work/$2:" "$3"
  check "in few words" test "$(wc -c <"$work/.err")" -lt 20000
}
repeat d1.yaml '' '[' 1000000 ''
derivatives "a million open brackets of derivatives" d1.yaml "error: more than 16 levels of yaml"
repeat d2.yaml '- name: ' '{a: ' 1000000 ''
derivatives "a million open braces" d2.yaml "error: more than 16 levels of yaml"
repeat d3.yaml '' '- ' 1000000 'a\n'
derivatives "a million dashes" d3.yaml "error: more than 16 levels of yaml"
repeat d4.yaml '- name: x\n  dispatch:\n    Default:\n      a: ' '[' 1000000 ''
derivatives "a million brackets in a dispatch" d4.yaml ":4:26: error: more than 16 levels of yaml"
awk 'BEGIN { print "- name: x"; for (i = 0; i < 300000; i++) print "  a" i ": &a" i " b" }' \
  >"$work/d5.yaml"
derivatives "300,000 anchors" d5.yaml "anchors and aliases are not allowed in a derivatives.yaml"
repeat d6.yaml '- name: ' a 2000000 '\n'
derivatives "a name of 2 MB" d6.yaml "error: more than 65536 bytes in a value"

# --- other input ----------------------------------------------------------------------------------
small=(--yaml "$data/golden/small.yaml")
awk 'BEGIN { printf "# releases:"; for (i = 0; i < 100000; i++) printf " 1.%d.%d", i / 100, i % 100
  print ""; for (i = 0; i < 100000; i++) printf "op%06d\t1.0.0\t-\n", i }' >"$work/history.tsv"
run limited "$generator" show mm "${small[@]}" --history "$work/history.tsv"
says "100,000 releases" 2 "$work/history.tsv:1: error: more than 200 releases"

header awk 'BEGIN { for (i = 0; i < 150000; i++) print "CT_API void ct_fn" i "(int a) CT_RETURNS_ERROR;" }'
run limited "$generator" generate "${small[@]}" --templates "$ours" --headers "$work/include" \
  --out "$work/out3" --quiet
gives "150,000 functions of the runtime" 0

for letter in o p; do
  awk -v letter=$letter 'BEGIN { print "# release: 2.15.0"; for (i = 0; i < 29900; i++)
    print "- func: " letter i "(Tensor self) -> Tensor" }' >"$work/$letter.yaml"
done
run limited "$generator" diff "$work/o.yaml" "$work/p.yaml" --headers "$theirs"
gives "two releases that have nothing in common" 1

mkdir -p "$work/release/torch" "$work/release/torchgen/packaged/ATen/native"
cp "$project/native_functions.yaml" "$work/release/torchgen/packaged/ATen/native"
version() { # SENTENCE TEXT N
  repeat release/torch/version.py '' "$2" "$3" '\n'
  run limited "$generator" list --yaml "$work/release"
  gives "$1" 0 "ct_mm"
}
version "a version of a million digits" 1 1000000
version "a million points" 1. 1000000
version "a line with 200,000 times the word" '__version__ ' 200000
finish
