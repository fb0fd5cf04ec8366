# shellcheck shell=bash
# Common parts of the scripts: options, numbered steps, quiet logs, Debian's packages, builds.
# Source it.

# Relative names are relative to the caller's folder.
[ -z "${LIBTORCH:-}" ] || LIBTORCH=$(realpath -m "$LIBTORCH")
[ -z "${CTORCH_CACHE:-}" ] || CTORCH_CACHE=$(realpath -m "$CTORCH_CACHE")

CT_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CT_LOGS=${CT_LOGS:-$CT_ROOT/build/logs}
# shellcheck disable=SC2034 # for the scripts that source this
CT_STARTED=$SECONDS
CT_STEP=0
CT_STEP_STARTED=$SECONDS
CT_STEPS=0
# The command to run again, for messages.
[ -n "${CT_AGAIN:-}" ] || printf -v CT_AGAIN '%q' "$0"
CT_CHILD=
exec {CT_STDERR}>&2 # where a trap may come while 2 is redirected

if [ -t 1 ]; then CT_TERMINAL=1; else CT_TERMINAL=; fi
if [ -n "$CT_TERMINAL" ] && [ -z "${NO_COLOR:-}" ]; then
  CT_BOLD=$'\033[1m' CT_RED=$'\033[31m' CT_PLAIN=$'\033[0m'
else
  CT_BOLD='' CT_RED='' CT_PLAIN=''
fi

# KEEP THE SAME: cmake/FindLibTorch.cmake uses the same folder.
ct_cache() {
  printf '%s\n' "${CTORCH_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/libctorch}"
}

# Sets CT_AGAIN to the script with its arguments.
run_again_with() { # ARGUMENT...
  local word
  printf -v CT_AGAIN '%q' "$0"
  for word; do
    printf -v word '%q' "$word"
    CT_AGAIN+=" $word"
  done
}

step() { # TITLE
  CT_STEP=$((CT_STEP + 1))
  CT_STEP_STARTED=$SECONDS
  printf '%s[%d/%d] %s%s\n' "$CT_BOLD" "$CT_STEP" "$CT_STEPS" "$1" "$CT_PLAIN"
}

say() { printf '      %s\n' "$*"; }

step_done() { # [TEXT]
  say "${1:-done} ($((SECONDS - CT_STEP_STARTED)) s)"
}

fail() { # LINE...
  printf '%sfailed:%s %s\n' "$CT_RED" "$CT_PLAIN" "$1" >&2
  shift
  [ $# -eq 0 ] || printf '      %s\n' "$@" >&2
  exit 1
}

# Ends the child and all processes in its process group.
ct_end_child() {
  local tenths=0
  [ -n "$CT_CHILD" ] || return 0
  kill -TERM -- "-$CT_CHILD" 2>/dev/null || true
  while kill -0 -- "-$CT_CHILD" 2>/dev/null && [ $tenths -lt 50 ]; do
    sleep 0.1
    tenths=$((tenths + 1))
  done
  kill -KILL -- "-$CT_CHILD" 2>/dev/null || true
  wait "$CT_CHILD" 2>/dev/null || true
  CT_CHILD=
}

# Prints the comment at the beginning of the calling script for --help. Call it before any `cd`: $0
# may be relative.
help_if_asked() { # ARGUMENT...
  case ${1:-} in
  --help | -h)
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
  esac
}

# Parses a script's arguments: "lock=" is --lock with a value, stored in the variable `lock`;
# "no-build" is --no-build, which sets `no_build` to 1; "..." are words, stored in the array
# `words`. Handles --help.
read_options() { # WHAT-IT-TAKES... -- ARGUMENT...
  local takes=' '
  while [ "$1" != -- ]; do
    takes+="$1 "
    shift
  done
  shift
  words=()
  while [ $# -gt 0 ]; do
    help_if_asked "$1"
    [[ $1 != -* || $1 =~ ^--[a-z]+(-[a-z]+)*$ ]] || ct_unknown "$1"
    if [[ $1 == --?* && $takes == *" ${1#--}= "* ]]; then
      [ -n "${2:-}" ] || fail "$1 needs a value" "see: $0 --help"
      ct_set_option "$1" "$2"
      shift
    elif [[ $1 == --?* && $takes == *" ${1#--} "* ]]; then
      ct_set_option "$1" 1
    elif [[ $1 != -* && $takes == *' ... '* ]]; then
      words+=("$1")
    else
      ct_unknown "$1"
    fi
    shift
  done
}

ct_unknown() { # ARGUMENT
  fail "unknown argument '$1'" "see: $0 --help"
}

ct_set_option() { # --SOME-NAME VALUE: some_name=VALUE
  local name=${1#--}
  printf -v "${name//-/_}" '%s' "$2"
}

# --- releases -------------------------------------------------------------------------------------

# shellcheck disable=SC2034 # for the scripts that source this
CT_RELEASES=$CT_ROOT/scripts/releases

is_release() { # TEXT
  [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]
}

need_release() { # TEXT
  is_release "$1" || fail "'$1' is not a release such as $(pinned_release)"
}

# The single release in a script's arguments.
the_release() { # WORD...
  [ $# -eq 1 ] || fail "expected one release, such as $(pinned_release)" "see: $0 --help"
  need_release "$1"
  # shellcheck disable=SC2034 # for the scripts that source this
  release=$1
}

release_of() { # <LIST: by the head of an operator list as ctorch-gen import writes it
  sed -n 's/^# release: //p;/^$/q'
}

# The release of native_functions.yaml and generated/.
pinned_release() {
  release_of <"$CT_ROOT/native_functions.yaml"
}

# --- commands -------------------------------------------------------------------------------------

# The child is not in the terminal's foreground group, so an interrupt reaches only this script.
ct_interrupted() { # STATUS
  trap '' INT TERM HUP
  ct_end_child
  # The calling script prints it.
  [ -n "${CT_CALLED:-}" ] ||
    printf '\ninterrupted; run %s again to continue\n' "$CT_AGAIN" >&"$CT_STDERR" || true
  exit "$1"
}
trap 'ct_interrupted 130' INT
trap 'ct_interrupted 143' TERM
trap 'ct_interrupted 129' HUP

# Starts a command as leader of a process group. Not with setsid: sudo would treat that as another
# login and ask again. Only the start is under `set -m`, or every `sleep` would get the terminal.
ct_start() { # COMMAND...
  set -m
  "$@" &
  CT_CHILD=$!
  set +m
}

# The status of ct_start's command. Unlike a command in the foreground, it can be interrupted by a
# signal.
ct_wait() {
  local status=0
  wait "$CT_CHILD" || status=$?
  CT_CHILD=
  return $status
}

# Runs a command and shows its output.
run_shown() { # COMMAND...
  ct_start "$@"
  ct_wait
}

ct_last_line() { # LOG
  [ -z "${CT_GROWS:-}" ] || printf '%s MB; ' "$(du -sm "$CT_GROWS" 2>/dev/null | cut -f1)"
  tail -c 400 "$1" 2>/dev/null | tr '\r' '\n' | sed '/^[[:space:]]*$/d' | tail -n 1 | cut -c 1-90
}

# Runs a command with its output in build/logs/NAME.log and shows the newest line of it: on a
# terminal every second in place, elsewhere every 20 seconds. With CT_GROWS=FOLDER it also shows the
# size of that folder.
run_quietly() { # NAME COMMAND...
  local log=$CT_LOGS/$1.log status=0 ticks=0
  shift
  { mkdir -p "$CT_LOGS" && : >"$log"; } || fail "cannot write the log: $log" \
    "What to do: make the folder writable, or name another: CT_LOGS=DIR $CT_AGAIN"
  ct_start "$@" >"$log" 2>&1 </dev/null
  # Many commands end at once.
  while kill -0 "$CT_CHILD" 2>/dev/null && [ $ticks -lt 10 ]; do
    { sleep 0.02; } 2>/dev/null
    ticks=$((ticks + 1))
  done
  ticks=1
  while kill -0 "$CT_CHILD" 2>/dev/null; do
    { sleep 0.2; } 2>/dev/null # no "Terminated" when the group of a called script is ended
    ticks=$((ticks + 1))
    if [ -n "$CT_TERMINAL" ] && [ $((ticks % 5)) -eq 0 ]; then
      printf '\r\033[K      %s' "$(ct_last_line "$log")"
    elif [ -z "$CT_TERMINAL" ] && [ $((ticks % 100)) -eq 0 ]; then
      say "$((SECONDS - CT_STEP_STARTED)) s: $(ct_last_line "$log")"
    fi
  done
  ct_wait || status=$?
  [ -z "$CT_TERMINAL" ] || printf '\r\033[K'
  return $status
}

# The same for a command that must succeed: a failure shows the end of the log and what to do, and
# ends the script.
run() { # NAME COMMAND...
  local status=0
  run_quietly "$@" || status=$?
  [ $status -ne 0 ] || return 0
  printf '%s\n' "--- the end of $CT_LOGS/$1.log:" >&2
  tail -n 40 "$CT_LOGS/$1.log" >&2
  printf '%s\n' "---" >&2
  local hint=()
  ! grep -qE '\[-Werror[=a-z-]*\]' "$CT_LOGS/$1.log" || hint=("if the compiler printed only \
warnings (docs/building.md lists the tested compilers): CTORCH_WERROR=OFF $CT_AGAIN")
  fail "'${*:2}' ended with status $status" \
    "the whole output: $CT_LOGS/$1.log" \
    ${hint[@]+"${hint[@]}"} \
    "fix the cause, then run: $CT_AGAIN"
}

# --- durations ------------------------------------------------------------------------------------

# The duration of a step in docs/figures.md, which the tests keep complete.
ct_figure() { # STEP
  sed -n "s/^| \(.*\) | \(.*\) |$/\1=\2/p" "$CT_ROOT/docs/figures.md" | sed -n "s/^$1=//p"
}

# Announces what docs/figures.md says of the step CT_FIGURE, if that is set.
announce_figure() {
  [ -z "${CT_FIGURE:-}" ] || say "about $(ct_figure "$CT_FIGURE") on two cores"
}

# Announces how long a step takes: as long as last time here, or else that figure.
announce() { # NAME
  local seconds
  if seconds=$(cat "$CT_LOGS/$1.seconds" 2>/dev/null); then
    say "about $seconds s (as last time)"
  else
    announce_figure
  fi
}

ct_took() { # NAME
  printf '%d\n' $((SECONDS - CT_STEP_STARTED)) >"$CT_LOGS/$1.seconds"
}

# --- packages -------------------------------------------------------------------------------------

# Debian's names.
# shellcheck disable=SC2034 # for the scripts that source this
CT_BUILD_PACKAGES=(g++ cmake ninja-build pkg-config ccache
  libyaml-dev libzip-dev uthash-dev zlib1g-dev libdeflate-dev libjansson-dev libpng-dev
  libjpeg-dev libarchive-dev libwebp-dev)
# shellcheck disable=SC2034
CT_FETCH_PACKAGES=(ca-certificates python3-pip)
# shellcheck disable=SC2034
CT_TEST_PACKAGES=(abigail-tools check golang-go libffi-dev libmicrohttpd-dev locales luajit make
  mandoc nodejs python3 python3-dev python3-jsonschema python3-mypy python3-numpy
  python3-typing-extensions python3-yaml rustc rustfmt)
# Debian's packages around Node.js need Debian's Node.js; another one brings its headers.
case $(dpkg-query -W -f='${Version}' nodejs 2>/dev/null || true) in
'' | *dfsg*) CT_TEST_PACKAGES+=(libnode-dev node-typescript) ;;
esac
# shellcheck disable=SC2034
CT_FUZZ_PACKAGES=(clang libclang-rt-dev)

ct_is_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

# The packages that are not installed.
ct_missing_packages() { # PACKAGE...
  local package
  for package in "$@"; do
    case "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)" in
    *' installed') ;;
    *) printf '%s\n' "$package" ;;
    esac
  done
}

# Asks for the password only on a terminal.
ct_may_sudo() {
  command -v sudo >/dev/null || return 1
  sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }
}

# Installs missing packages as root or with sudo; otherwise lists them and continues, since they may
# be installed in another way. If not, CMake names them.
need_packages() { # PACKAGE...
  local missing sudo=
  if ! ct_is_debian; then
    say "this is not Debian or a derivative; needed packages, by their Debian names:"
    say "  $*"
    say "continuing with what is installed"
    return 0
  fi
  missing=$(ct_missing_packages "$@" | tr '\n' ' ')
  missing=${missing% }
  if [ -z "$missing" ]; then
    step_done "all there"
    return 0
  fi
  say "to be installed: $missing"
  if [ "$(id -u)" -ne 0 ]; then
    if ct_may_sudo; then
      sudo=sudo
    else
      say "neither root nor sudo, so these packages are not installed"
      say "  to install them: apt-get install --no-install-recommends $missing"
      say "continuing without them"
      return 0
    fi
  fi
  # Without network the packages may still be in apt's cache, so only the installation must succeed.
  run_quietly apt-update $sudo apt-get -q update || say "apt-get update failed: trying without"
  # shellcheck disable=SC2086 # words on purpose
  run apt-install $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y --no-install-recommends install $missing
  step_done
}

# --- builds ---------------------------------------------------------------------------------------

# Compiling one file of libctorch takes up to 0.7 GB, and a little more with sanitizers.
ct_jobs() {
  local cores memory
  cores=$(nproc 2>/dev/null || echo 2)
  memory=$(awk '/MemAvailable/ { print int($2 / 1000000) }' /proc/meminfo 2>/dev/null || echo 2)
  [ "${memory:-0}" -ge 1 ] || memory=1
  if [ "$cores" -lt "$memory" ]; then echo "$cores"; else echo "$memory"; fi
}

# The folder for the fetched libtorch of CT_RELEASE or of the pinned release; status 1 if it is
# missing.
ct_fetched() {
  "$CT_ROOT/scripts/fetch-libtorch.sh" --where ${CT_RELEASE:+--release "$CT_RELEASE"}
}

# Whether fetch_libtorch must download.
ct_must_download() {
  [ -z "${LIBTORCH:-}" ] && ! ct_fetched >/dev/null 2>&1
}

fetch_libtorch() { # ARGUMENT...: of fetch-libtorch.sh
  if [ -n "${LIBTORCH:-}" ]; then
    step_done "LIBTORCH=$LIBTORCH is used, nothing to fetch"
    return 0
  fi
  run_shown env CT_CALLED=1 CT_AGAIN="$CT_AGAIN" "$CT_ROOT/scripts/fetch-libtorch.sh" \
    ${CT_RELEASE:+--release "$CT_RELEASE"} "$@" || exit $?
  step_done
}

need_cmake() {
  command -v cmake >/dev/null || fail "cmake is not installed" "install cmake 3.25 or later"
}

# Configures a preset into build/NAME. Uses Ninja if it is installed; CMake remembers the choice.
configure_as() { # NAME PRESET CMAKE-OPTION...
  local name=$1 preset=$2 tool=()
  shift 2
  command -v ninja >/dev/null || tool=(-G 'Unix Makefiles')
  need_cmake
  cd "$CT_ROOT" || exit 1
  run "configure-$name" cmake --preset "$preset" -B "build/$name" \
    ${tool[@]+"${tool[@]}"} -DLIBTORCH="${LIBTORCH:-}" -DCTORCH_CACHE="$(ct_cache)" "$@"
}

configure() { # PRESET CMAKE-OPTION...
  configure_as "$1" "$@"
}

# Configures a preset into build/NAME and builds it. With CT_FIGURE it announces how long that takes
# from nothing, unless these options have been built before.
build_as() { # NAME PRESET CMAKE-OPTION...
  local built=$CT_LOGS/build-$1.built
  configure_as "$@"
  sed -n 's/^-- \(libtorch .*\|generated.*\)/      \1/p' "$CT_LOGS/configure-$1.log"
  [ "$(cat "$built" 2>/dev/null)" = "$*" ] || announce_figure
  run "build-$1" cmake --build "$CT_ROOT/build/$1" -j "$(ct_jobs)"
  printf '%s\n' "$*" >"$built"
  step_done
}

build() { # PRESET CMAKE-OPTION...
  build_as "$1" "$@"
}

# Whether a configured preset would run any tests. Also true if ctest rejects the arguments: it
# reports that when it runs.
ct_has_tests() { # PRESET CTEST-ARGUMENT...
  [ "$(ct_count_tests "$@")" != 0 ]
}

ct_count_tests() { # PRESET CTEST-ARGUMENT...
  ctest --preset "$1" -N "${@:2}" 2>/dev/null | sed -n 's/^Total Tests: //p' || true
}

# Whether clang and its fuzzer are installed.
ct_has_libfuzzer() {
  printf 'int LLVMFuzzerTestOneInput(const char *data, long size) { return !data && size; }\n' |
    clang -x c -fsanitize=fuzzer,address - -o /dev/null 2>/dev/null
}

# Several at once; then which ones took longest.
run_tests() { # PRESET CTEST-ARGUMENT...
  local report=$CT_LOGS/tests-$1.xml times
  times=tests-$(tr -cs 'a-z0-9\n' - <<<"$*")
  mkdir -p "$CT_LOGS"
  rm -f "$report"
  announce "$times"
  run_shown ctest --preset "$1" -j "$(nproc 2>/dev/null || echo 2)" --output-junit "$report" \
    "${@:2}" </dev/null || ct_tests_failed "$@"
  slowest_tests "$report"
  skipped_tests "$report"
  ct_took "$times"
  step_done
}

# What the results of tests depend on: every file of the checkout, what was built, libtorch, the
# environment, and the processor, tools and packages of this machine. The same key, the same results.
# Fails if one of them cannot be read. (Each command says so itself: bash turns -e off in here.)
ct_tests_key() { # PRESET
  (
    cd "$CT_ROOT" || exit 1
    ct_hash_files . \( -name .git -o -name __pycache__ -o -path ./build \) -prune -o || exit 1
    ct_hash_files "build/$1" \( -name CMakeFiles -o -name Testing -o -name _deps \) -prune -o \
      \( -perm -u+x -o -name '*.so*' -o -name CTestTestfile.cmake \) || exit 1
    libtorch=$(sed -n 's/^CTORCH_LIBTORCH_FOUND:INTERNAL=//p' "build/$1/CMakeCache.txt")
    [ -n "$libtorch" ] || exit 1
    stat -L -c '%n %s %Y' "$libtorch"/lib/*.so* \
      $(command -v cc c++ clang cmake ctest ld node python3) || exit 1
    uname -srmn && nproc || exit 1
    grep -E '^(model name|flags|CPU part|Features)' /proc/cpuinfo | LC_ALL=C sort -u
    env | LC_ALL=C sort |
      grep -vE '^(_|PWD|OLDPWD|SHLVL|SSH_[A-Z]*|TERM|COLUMNS|LINES|DISPLAY)='
    ct_python_folders && ct_all_packages
  ) | sha256sum | cut -d ' ' -f 1
}

ct_hash_files() { # ARGUMENT-OF-find...
  find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum || return
  find "$@" -type l -printf '%p %l\n' | LC_ALL=C sort
}

# Installing a package of Python changes the time of a folder.
ct_python_folders() {
  command -v python3 >/dev/null || return 0
  python3 -c 'import os, sys
for folder in filter(os.path.isdir, sys.path[1:]):
    print(folder, os.stat(folder).st_mtime_ns)'
}

# With their versions; fails where neither Debian's tools nor rpm can say.
ct_all_packages() {
  if command -v dpkg-query >/dev/null; then
    dpkg-query -W
  else
    command -v rpm >/dev/null && rpm -qa | LC_ALL=C sort
  fi
}

# After tests have passed, unless something changed meanwhile: what ct_unchanged will compare.
ct_note_passed() { # PRESET KEY-BEFORE
  [ -n "$2" ] || return 0
  [ "$(ct_tests_key "$1")" = "$2" ] || return 0
  printf '%s\n' "$2" "$(grep -c '<testcase ' "$CT_LOGS/tests-$1.xml")" "$(date '+%F %H:%M')" \
    >"$CT_LOGS/tests-$1.passed"
}

# Whether the tests have passed with this key; prints how many did, and when.
ct_unchanged() { # PRESET KEY
  local passed=$CT_LOGS/tests-$1.passed key count since
  [ -n "$2" ] || return
  [ -e "$passed" ] || return
  { read -r key && read -r count && read -r since; } <"$passed" || return
  [ "$key" = "$2" ] && printf '%s suites unchanged since %s' "$count" "$since"
}

# The ten that took longest, with their seconds. (awk reads to the end: head would leave sort with a
# closed pipe, which ends the script.)
slowest_tests() { # REPORT-OF-CTEST
  [ -e "$1" ] || return 0
  say "the slowest, in seconds:"
  sed -n 's/.*<testcase name="\([^"]*\)".* time="\([0-9.]*\)".*/\2 \1/p' "$1" | LC_ALL=C sort -rn |
    LC_ALL=C awk 'NR <= 10 { printf "      %7.1f  %s\n", $1, $2 }'
}

# Each with the reason that it printed.
skipped_tests() { # REPORT-OF-CTEST
  [ -e "$1" ] || return 0
  LC_ALL=C awk -F'"' '/<testcase name=/ { name = $2; skipped = 0 } /<skipped / { skipped = 1 }
    skipped && sub(/.*skipped: /, "") { sub(/<.*/, ""); print "      skipped: " name ": " $0 }' "$1"
}

# Skips the next two steps, building and testing.
leave_two_out() { # REASON
  say ""
  say "$1, so steps $((CT_STEP + 1)) and $((CT_STEP + 2)) are left out"
  CT_STEP=$((CT_STEP + 2))
}

ct_tests_failed() { # PRESET CTEST-ARGUMENT...
  rm -f "$CT_LOGS/tests-$1.passed"
  fail "some tests failed (above)" \
    "only those again:  ctest --preset $1 --rerun-failed" \
    "one by its name:   ctest --preset $1 -V -R '^NAME\$'" \
    "everything again:  $CT_AGAIN"
}
