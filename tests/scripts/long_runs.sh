#!/usr/bin/env bash
# long_runs.sh ROOT: what scripts/fuzz.sh and scripts/sweep-operators.sh do with their arguments,
# and without a build; that every script explains its usage. In a separate project, whose builds are
# made by stubs.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/project

mkdir -p "$project/tests/proof/fuzz"
cp -r "$root/scripts" "$project"
for target in yaml schema png; do
  : >"$project/tests/proof/fuzz/${target}_target.c"
done
# Prints the call, with the seconds: run.sh BUILD TARGET FINDS -max_total_time=SECONDS
cat >"$project/tests/proof/fuzz/run.sh" <<'RUN'
echo "stat::number_of_executed_units: 1000"
echo "$2 $4" >>"$CALLS"
mkdir -p "$3"
[ "$2" != "$FAILING" ]
RUN

stub dpkg-query 'echo "install ok installed"'
stub apt-get 'exit 1'
# BUILT are the targets of the build; test_ops fails with the argument FAILING.
stub cmake 'case $1 in
--list-presets)
  printf "Available:\n\n  \"release\" - x\n  \"tsan\" - y\n  \"fuzz\" - z\n"
  ;;
--build)
  mkdir -p "$2/fuzz" "$2/tests"
  rm -f "$2"/fuzz/*
  for target in $BUILT; do cp /bin/true "$2/fuzz/fuzz_$target"; done
  printf "#!/bin/sh\necho \"test_ops \$*\" >>\"\$CALLS\"; [ \"\$1\" != \"\$FAILING\" ]\n" \
    >"$2/tests/test_ops"
  chmod +x "$2/tests/test_ops"
  ;;
esac'

# Prints what the script said and then, in brackets, what it called.
long_run() { # BUILT FAILING SCRIPT ARGUMENT...
  local status=0
  : >"$work/calls"
  env PATH="$work/bin:$PATH" CALLS="$work/calls" LIBTORCH="$work" BUILT="$1" FAILING="$2" \
    "$project/scripts/$3" "${@:4}" >"$work/said" 2>&1 || status=$?
  cat "$work/said"
  printf '(%s)\n' "$(paste -s -d , "$work/calls")"
  return $status
}
fuzz() { long_run "$1" "$2" fuzz.sh "${@:3}"; }
sweep() { long_run "" "$1" sweep-operators.sh "${@:2}"; }

all="yaml schema png"
expect "every target is fuzzed for five minutes" 0 \
  "(png -max_total_time=300,schema -max_total_time=300,yaml -max_total_time=300)" fuzz "$all" none
expect "or for as long as requested" 0 "png -max_total_time=60,schema -max" fuzz "$all" none 60
expect "or one of them" 0 "(yaml -max_total_time=7)" fuzz "$all" none yaml 7
expect "a target that is not built is left out" 0 "(schema -max_total_time=1,yaml" \
  fuzz "yaml schema" none 1
expect "and this is reported" 0 "png: not built here" fuzz "yaml schema" none 1
expect "but is a failure if it was named" 1 "nothing was fuzzed" fuzz "yaml schema" none png 1
expect "and so is a build without any" 1 "configure-fuzz.log
()" fuzz "" none 1
expect "a finding is a failure, after all have run" 1 "yaml -max_total_time=1)" fuzz "$all" png 1
expect "and is named" 1 "fuzzing found errors: png" fuzz "$all" png 1
for seconds in 0 000 x -5 5x '' 99999999999; do
  expect "'$seconds' seconds are refused" 1 "'$seconds' is not a number of seconds" \
    fuzz "$all" none yaml "$seconds"
done
expect "0 seconds for all are refused" 1 "'0' is not a number of seconds" fuzz "$all" none 0
expect "an unknown target is refused" 1 "known: png schema yaml" fuzz "$all" none frob
expect "so is an option" 1 "unknown option '--frob'" fuzz "$all" none --frob
expect "a third word" 1 "unexpected argument 'x'" fuzz "$all" none yaml 5 x
expect "and a target after the seconds" 1 "the target comes first" fuzz "$all" none 5 yaml

expect "the operators are swept in three ways" 0 \
  "(test_ops ,test_ops --hostile,test_ops --threads 8)" sweep none
expect "under ThreadSanitizer in one" 0 "(test_ops --threads 8)" sweep none tsan
expect "what is left out is named" 0 \
  "all arguments and the hostile ones are given by processes of one thread each, so steps 3 and 4" \
  sweep none tsan
expect "several presets may be named" 0 \
  "(test_ops ,test_ops --hostile,test_ops --threads 8,test_ops" sweep none release tsan
expect "a finding is a failure, after all have run" 1 "test_ops --hostile,test_ops --threads 8)" \
  sweep --hostile
for preset in frob --frob fuzz 'release tsan' ''; do
  expect "'$preset' is not a preset that has them" 1 "no preset '$preset' with these tests
      there are: release tsan" sweep none "$preset"
done

for script in fuzz.sh sweep-operators.sh test.sh try.sh fetch-libtorch.sh fetch-operators.sh \
  try-release.sh move-release.sh pin-release.sh; do
  for option in --help -h; do
    expect "$script $option prints the comment that it begins with" 0 \
      "$(sed -n '2,/^set /s/^# \{0,1\}//p' "$root/scripts/$script")" \
      "$project/scripts/$script" $option
  done
  "$project/scripts/$script" --help >"$work/help"
  expect "without its marks, and nothing of what follows" 1 "" grep '^#\|^set \|^\[' "$work/help"
done
[ $failed -eq 0 ]
