#!/usr/bin/env bash
# command_history.sh GENERATOR PROJECT: the file that `ctorch-gen history` writes, one release at a
# time, and what `ctorch-gen show` reports from it.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
cd "$work" || exit 1
export CTORCH_CACHE=$work/cache

release() { # X.Y.Z NAME...
  local number=$1 name
  shift
  printf '# release: %s\n# tags: core\n' "$number" >"$number.yaml"
  for name; do
    printf -- '- func: %s(Tensor %s) -> Tensor\n' "$name" "${name//./_}" >>"$number.yaml"
  done
}
history() { gen history --history told.tsv "$@"; }
lines() { grep -v '^#' told.tsv | tr '\t\n' ' ;'; }
tells() { # SENTENCE LINES
  local got
  got=$(lines)
  called="lines of told.tsv: $got"
  if [ "$got" = "$2" ]; then fine "$1"; else wrong "$1" "$2"; fi
}

# --- one release at a time ------------------------------------------------------------------------
release 1.2.0 always gone.early gone.late back
release 1.10.0 always gone.late come
release 2.0.0 always come back newest.x newest

history 1.2.0.yaml
says "the first release" 0 "told.tsv: 1 release, 1.2.0 to 1.2.0; 4 operators, 0 of them" \
  "written"
silent "history has no data for stdout" out
tells "has all of its operators" "always 1.2.0 -;back 1.2.0 -;gone.early 1.2.0 -;gone.late 1.2.0 -;"
history 1.10.0.yaml
says "a newer one" 0 \
  "2 releases, 1.2.0 to 1.10.0; 5 operators, 2 of them not in the last; written"
tells "ends what it does not have" \
  "always 1.2.0 -;back 1.2.0 1.2.0;come 1.10.0 -;gone.early 1.2.0 1.2.0;gone.late 1.2.0 -;"
history 2.0.0.yaml
all="always 1.2.0 -;back 1.2.0 1.2.0;back 2.0.0 -;come 1.10.0 -;gone.early 1.2.0 1.2.0;"
all+="gone.late 1.2.0 1.10.0;newest 2.0.0 -;newest.x 2.0.0 -;"
tells "what comes back has two lines" "$all"
check "the head names the releases" grep -qx '# releases: 1.2.0 1.10.0 2.0.0' told.tsv
check "and the command" grep -qx '#   ctorch-gen history 1.2.0 1.10.0 2.0.0' told.tsv
cp told.tsv one-by-one.tsv
touch -d '2001-01-01' told.tsv
history 1.10.0.yaml
says "a release again" 0 "unchanged"
check "touches nothing" test -z "$(find told.tsv -newermt '2001-01-02')"
for order in '1.2.0 1.10.0 2.0.0' '2.0.0 1.10.0 1.2.0' '1.10.0 2.0.0 1.2.0'; do
  rm told.tsv
  # shellcheck disable=SC2046,SC2086 # words on purpose
  history $(printf '%s.yaml ' $order)
  same "all at once, as $order" one-by-one.tsv told.tsv
done
rm told.tsv
for number in 2.0.0 1.2.0 1.10.0; do history $number.yaml; done
same "one by one in another order" one-by-one.tsv told.tsv

release 1.10.0 always come
history 1.10.0.yaml
tells "a release that is read again replaces what was known about it" \
  "${all/gone.late 1.2.0 1.10.0/gone.late 1.2.0 1.2.0}"
history 1.10.0.yaml -o other.tsv
same "-o FILE takes the result" told.tsv other.tsv
release 2.0.0 always
history 2.0.0.yaml
check "and operators that no release has any more are dropped" test -z "$(grep ^newest told.tsv)"
cp one-by-one.tsv told.tsv

# --- what it can read -----------------------------------------------------------------------------
fetched=cache/operators-3.0.0
mkdir -p $fetched/torchgen/packaged/ATen/native $fetched/torch root/templates
cat >$fetched/torchgen/packaged/ATen/native/native_functions.yaml <<'YAML'
- func: always() -> Tensor
- func: _derived(Tensor self) -> Tensor
  dispatch:
    CPU: derived
  autogen: _derived.out
YAML
echo "__version__ = '3.0.0+cpu'" >$fetched/torch/version.py
history 3.0.0
says "a release that was fetched, by its number" 0 "4 releases, 1.2.0 to 3.0.0"
check "with what it derives" grep -qP '^_derived.out\t3.0.0\t-$' told.tsv
cp 1.2.0.yaml root/native_functions.yaml
gen history --root root 1.2.0
says "without --history it is the root's" 0 "root/operator_history.tsv: 1 release,"

cp one-by-one.tsv told.tsv
refused() { # SENTENCE TEXT ARGUMENT...
  local sentence=$1 text=$2
  shift 2
  history "$@"
  says "$sentence" 2 "$text" "nothing was written"
  same "$sentence: and nothing is" one-by-one.tsv told.tsv
}
refused "a release that does not exist" "cannot open nowhere" 1.10.0.yaml nowhere
refused "one that was not fetched" "scripts/fetch-operators.sh 9.9.9" 9.9.9
refused "both" "2 errors" nowhere 9.9.9
refused "two folders without a list" "2 errors" root/templates cache
printf -- '- func: f() -> Tensor\n' >silent.yaml
refused "a list without a release" "silent.yaml does not say which release it is" silent.yaml
printf -- '# release: 2.99.0\n# tags: x\n- func: f(Foo x) -> Tensor\n' >bad.yaml
refused "a list with errors" "bad.yaml:3:11: error: unknown type 'Foo'" bad.yaml
history 1.2.0.yaml -o /proc/nowhere/x
says "a result that cannot be written" 2 "/proc/nowhere"

# --- show -----------------------------------------------------------------------------------------
show() { # RELEASE NAME...
  local number=$1
  shift
  gen show --root "$project" --headers "$data/golden/include" --yaml "$number.yaml" \
    --history one-by-one.tsv "$@"
}
release 1.10.0 always gone.late come
release 2.0.0 always come back newest.x newest
release 1.0.0 always come
release 1.11.0 always come newest.x
release 2.1.0 always young
show 2.0.0 always
gives "an operator that always existed" 0 "since:     1.2.0 or earlier"
show 2.0.0 come
gives "one that was added" 0 "since:     1.10.0; 1.2.0 does not have it"
show 2.0.0 back
gives "one that came back" 0 "since:     2.0.0; 1.10.0 does not have it"
show 1.10.0 gone
gives "one that will be removed" 0 "until:     1.10.0; 2.0.0 does not have it"
show 2.1.0 young
gives "one of a release that the history does not know" 0 "since:     later than 2.0.0"
release 2.0.0 always young
show 2.0.0 young
gives "one that the history does not know of a release that it has" 0 \
  "since:     unknown: it is missing in the history of 2.0.0; update the history:"
release 2.0.0 always come back newest.x newest
show 1.11.0 newest.x
gives "or of one between" 0 "since:     later than 1.10.0"
show 1.0.0 always
gives "an older release" 0 "kind:"
check "about which nothing is known" test -z "$(grep -E 'since|until' .out)"
show 2.0.0 gone.late
says "one that is gone" 2 "PyTorch 2.0.0 no longer has the operator 'gone.late'" \
  "note: 'gone.late' existed up to 1.10.0; 2.0.0 does not have it" \
  "for the other changes: ctorch-gen diff 1.10.0 2.0.0"
silent "has nothing on stdout" out
show 2.0.0 torch.gone
says "all overloads of a name" 2 "'gone.early' existed up to 1.2.0" \
  "'gone.late' existed up to 1.10.0"
show 2.0.0 ct_gone_early
says "by any spelling" 2 "'gone.early' existed up to 1.2.0; 1.10.0 does not have it"
show 1.10.0 newest
says "one that is to come" 2 "PyTorch 1.10.0 does not have the operator 'newest' yet" \
  "note: 'newest.x' exists since 2.0.0"
show 2.0.0 gon
says "a name that no release has" 2 "PyTorch 2.0.0 has no operator 'gon'"
release 3.0.0 always.z linalg_gone _come
show 3.0.0 always.x gone come
says "what is similar: another module, an underscore" 2 "similar: 'linalg_gone'" "similar: '_come'"
{ sed '/^# lines:/d' one-by-one.tsv; printf 'zeta.old\t1.10.0\t1.10.0\nzeta.older\t1.2.0\t1.10.0\n'; } >more.tsv
release 2.0.0 zeta zeta.new
show 2.0.0 --history more.tsv zeta
gives "removed overloads are listed after the existing ones" 0 "ct_zeta_new(" \
  "gone:      zeta.old, last in 1.10.0" "gone:      zeta.older, last in 1.10.0"
show 2.0.0 --history more.tsv zeta.old
says "another overload is similar" 2 "similar: 'zeta', 'zeta.new'" "'zeta.old' existed in 1.10.0"
gen show --root "$project" --yaml "$project/native_functions.yaml" --history nowhere mm
says "a named history that does not exist" 2 "nowhere: error: cannot open"
mkdir bare
cp -r "$project/templates" "$project/native_functions.yaml" bare
mkdir -p bare/runtime/include
cp -r "$project/runtime/include/ctorch" bare/runtime/include
gen show --root bare mm
gives "show works without a history" 0 "ct_mm("
check "and does not mention it" test -z "$(grep since .out)"

# --- the project's history ------------------------------------------------------------------------
# From PyTorch's release notes: 2.0 removed torch.symeig, 2.13 removed named tensors; 2.0 is the
# first release with scaled_dot_product_attention.
gen show --root "$project" symeig
says "symeig" 2 "'symeig' existed up to 1.13.1; 2.0.1 does not have it"
gen show --root "$project" align_to
says "align_to" 2 "'align_to' existed up to 2.12.1; 2.13.0 does not have it"
gen show --root "$project" scaled_dot_product_attention
gives "scaled_dot_product_attention" 0 "since:     2.0.1; 1.13.1 does not have it"
gen history --root "$project" --history "$project/operator_history.tsv" -o pinned.tsv \
  "$(pinned_release "$project")"
says "the pinned release is in it" 0 "pinned.tsv: $(sed -n 's/^# releases: //p' \
  "$project/operator_history.tsv" | wc -w) releases, 1.13.1 to "
same "as in its list (to update: ctorch-gen history RELEASE)" "$project/operator_history.tsv" \
  pinned.tsv

# --- invalid files --------------------------------------------------------------------------------
broken() { # SENTENCE LINE MESSAGE: after a valid line
  printf '# releases: 1.2.0 1.10.0\nb\t1.2.0\t-\n%b\n' "$2" >told.tsv
  history 1.2.0.yaml -o out.tsv
  says "$1" 2 "told.tsv:3: error: $3" "with the command in its head"
  gen show --root "$project" --history told.tsv mm
  says "$1, for show too" 2 "told.tsv:3: error: $3"
  check "$1: and nothing is written" test ! -e out.tsv
}
three="expected 3 fields separated by tabs ("
broken "two fields" 'c\t1.2.0' "$three"
broken "four fields" 'c\t1.2.0\t-\tx' "$three"
broken "an empty field" 'c\t\t-' "the head does not list the release ''"
broken "no name" '\t1.2.0\t-' "expected an operator name"
broken "a field without an end" 'c\t1.2.0\t' "the head does not list the release ''"
broken "blanks instead of tabs" 'c 1.2.0 -' "$three"
broken "an unknown release" 'c\t1.3.0\t-' "the head does not list the release '1.3.0'"
broken "an unknown last one" 'c\t1.2.0\t1.3.0' "the head does not list the release '1.3.0'"
broken "no release" 'c\tx\ty' "the head does not list the release 'x'"
broken "the last before the first" 'c\t1.10.0\t1.2.0' "the last release, 1.2.0, is older than 1.10.0"
broken "an operator twice" 'b\t1.10.0\t-' "'b' is already in 1.10.0"
broken "names that are not sorted" 'a\t1.2.0\t-' "not sorted: 'a' follows 'b'"
broken "releases twice" '# releases: 1.2.0' "the list of releases appears twice"
# If half a file were accepted, its missing operators would look like new ones.
part() { # SENTENCE BYTES MESSAGE
  head -c "$2" one-by-one.tsv >told.tsv
  history 1.2.0.yaml -o out.tsv
  says "$1" 2 "$3" "with the command in its head"
  gen show --root "$project" --history told.tsv mm
  says "$1, for show too" 2 "$3"
}
size=$(wc -c <one-by-one.tsv)
part "a file cut in a line" $((size - 1)) "told.tsv: error: the file ends in the middle of a line"
part "and between two lines" $((size - $(tail -n 1 one-by-one.tsv | wc -c))) \
  "told.tsv:$(grep -n '^# lines:' one-by-one.tsv | cut -d: -f1): error: found 7 lines"
head_is() { # SENTENCE TEXT MESSAGE
  printf '%b\n' "$2" >told.tsv
  history 1.2.0.yaml -o out.tsv
  says "$1" 2 "$3"
}
head_is "no releases" '# nothing' "told.tsv: error: expected a line '# releases: X.Y.Z ...' with the"
head_is "operators above the releases" 'a\t1.2.0\t-\n# releases: 1.2.0' \
  "told.tsv:1: error: the head does not list the release '1.2.0'"
head_is "releases that are not sorted" '# releases: 1.10.0 1.2.0' "1.2.0 follows 1.10.0"
head_is "a release twice" '# releases: 1.2.0 1.2.0' "1.2.0 follows 1.2.0 but is not newer"
head_is "a bad release" '# releases: 1.2.0 next' "not a release number: 'next' (expected a form like"
head_is "a binary file" '# releases: 1.2.0\0' "not a text file: it contains a NUL character"
head_is "all errors are reported" '# releases: x y' "2 errors"
finish
