#!/usr/bin/env bash
# try-wheel.sh DIR [X.Y.Z]: tries the wheels of scripts/build-wheel.sh in a new environment.
#
#   scripts/try-wheel.sh build/wheels           those for the release of native_functions.yaml
#   scripts/try-wheel.sh build/wheels 2.11.0    for another one
#   --whole-torch      installs torch with all that it needs, as a user does: 3 GB of downloads;
#                      otherwise only what libtorch's CPU part needs, 550 MB
#   --environment DIR  use this environment instead, in which torch is installed; it stays
#
# Installs torch and the wheels into a virtual environment, compiles a program with ctorch-config,
# with pkg-config and with CMake, runs it and the wheel's programs, and uninstalls the wheels, of
# which nothing may be left. Without torch, and with a torch of another release, there must be one
# sentence. Works on any system with Python 3.11 or later and glibc 2.28 or later; on Debian and its
# relatives it installs the packages that it needs.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

whole_torch='' environment=''
read_options whole-torch environment= ... -- "$@"
run_again_with "$@"
case ${#words[@]} in
1 | 2) ;;
*) fail "expected the folder of the wheels" "see: $0 --help" ;;
esac
release=${words[1]:-$(pinned_release)}
need_release "$release"
series=${release%.*}
wheels=$(realpath -m "${words[0]}")
wheel=$(compgen -G "$wheels/ctorch-*+torch$series-*.whl") || fail \
  "no wheel for PyTorch $series in $wheels" "What to do: scripts/build-wheel.sh $release"
image=$(compgen -G "$wheels/ctorch_image-*+torch$series-*.whl") || image=''
CT_STEPS=6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
venv=${environment:-$work/venv}

# Runs a command, whose output and status have to be these.
check() { # WHAT STATUS TEXT COMMAND...
  local what=$1 status=$2 text=$3 got=0 output
  shift 3
  output=$("$@" 2>&1) || got=$?
  if [ "$got" != "$status" ] || [[ $output != *"$text"* ]]; then
    fail "$what" "command:  $*" "expected: status $status, '$text'" \
      "got:      status $got, '$output'"
  fi
  say "$what: good"
}

# It must not be found in the checkout.
python() { (cd "$work" && "$venv/bin/python" "$@"); }
pip() { python -m pip --disable-pip-version-check "$@"; }

# The packages of the lock file: what libtorch_cpu.so is loaded with.
parts_of_torch() {
  local lock
  lock=$CT_RELEASES/$release-x86_64.txt
  [ -e "$lock" ] || fail "scripts/releases/ has no torch $release" "What to do: --whole-torch"
  sed -n 's/^\(torch\|nvidia-cuda-[a-z0-9-]*\)==\([^ ]*\) .*/\1==\2/p' "$lock"
}

install_torch() {
  if [ -n "$environment" ]; then
    step_done "the one in $environment"
  elif [ -n "$whole_torch" ]; then
    CT_GROWS=$venv run wheel-torch "$venv/bin/pip" install "torch==$series.*"
    step_done
  else
    # shellcheck disable=SC2046 # words
    CT_GROWS=$venv run wheel-torch "$venv/bin/pip" install --no-deps $(parts_of_torch)
    step_done
  fi
}

# With all of torch, pip finds that the wheel's requirement is met.
install_wheels() {
  local how=(--no-deps)
  [ -z "$whole_torch" ] || how=()
  pip install -q ${how[@]+"${how[@]}"} "$wheel" ${image:+"$image"} >"$work/log" 2>&1 ||
    fail "pip cannot install $wheel:" "$(cat "$work/log")"
}

# The files outside of torch.
installed_files() {
  find "$venv" -path '*/torch/*' -prune -o -type f ! -name '*.pyc' -print | LC_ALL=C sort
}

refuse() {
  check "without torch, ctorch-config says what to do" 1 \
    "has no torch: pip install 'torch==$series.*'" "$venv/bin/ctorch-config" --libs
  check "so does a program" 1 "has no torch: pip install" "$venv/bin/ct_info"
  check "so does Python" 1 "has no torch: pip install" python -c 'import ctorch'
}

refuse_another() {
  mkdir -p "$work/other/torch"
  touch "$work/other/torch/__init__.py"
  echo "__version__ = '1.0.1+cpu'" >"$work/other/torch/version.py"
  local text="this ctorch was built for torch $series, but torch 1.0.1+cpu is installed"
  export PYTHONPATH=$work/other
  check "another torch is refused by ctorch-config" 1 "$text" "$venv/bin/ctorch-config" --libs
  check "by a program" 1 "$text" "$venv/bin/ct_info"
  check "by Python" 1 "$text" python -c 'import ctorch'
  unset PYTHONPATH
}

answer='tensor([2., 4., 6.])'

compile() {
  local prefix
  # shellcheck disable=SC2046 # words
  cc "$CT_ROOT/examples/hello.c" $("$venv/bin/ctorch-config" --cflags --libs) -o "$work/hello" ||
    fail "the program was not compiled with ctorch-config"
  check "compiled with ctorch-config" 0 "$answer" "$work/hello"
  prefix=$("$venv/bin/ctorch-config" --prefix)
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
  # shellcheck disable=SC2046
  cc "$CT_ROOT/examples/hello.c" $(pkg-config --cflags --libs ctorch) -o "$work/hello_pc" ||
    fail "the program was not compiled with pkg-config"
  check "compiled with pkg-config" 0 "$answer" "$work/hello_pc"
  mkdir -p "$work/cmake"
  cp "$CT_ROOT/examples/hello.c" "$work/cmake/"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(hello C)' \
    "find_package(ctorch REQUIRED${image:+ COMPONENTS image})" 'add_executable(hello hello.c)' \
    "target_link_libraries(hello PRIVATE ctorch::ctorch${image:+ ctorch::image})" \
    >"$work/cmake/CMakeLists.txt"
  run wheel-cmake cmake -G 'Unix Makefiles' -S "$work/cmake" -B "$work/cmake/build" \
    -Dctorch_DIR="$("$venv/bin/ctorch-config" --cmake)"
  run wheel-cmake-build cmake --build "$work/cmake/build"
  check "compiled with CMake" 0 "$answer" "$work/cmake/build/hello"
}

# A program of torch.export becomes a library, which computes what the interpreter computes.
compile_model() {
  run wheel-model "$venv/bin/ctorch-compile" "$CT_ROOT/tests/fixtures/exported/mlp.training.pt2" \
    -o "$work/mlp"
  check "ctorch-compile" 0 "largest difference" make -C "$work/mlp" check
}

# With the environment's programs in PATH, as when it is activated.
begin_project() {
  (cd "$work" && PATH="$venv/bin:$PATH" ctorch-new spirals) || fail "ctorch-new wrote no project"
  PATH="$venv/bin:$PATH" run wheel-project cmake -S "$work/spirals" -B "$work/spirals/build"
  run wheel-project-build cmake --build "$work/spirals/build"
  check "ctorch-new" 0 "100% tests passed" ctest --test-dir "$work/spirals/build"
}

run_programs() {
  local name prefix
  prefix=$("$venv/bin/ctorch-config" --prefix)
  for name in $(cd "$prefix/bin" && ls); do
    case $name in
    ct_info) check "$name" 0 "built for" "$venv/bin/$name" ;;
    ctorch-gen) check "$name" 0 "CT_API ct_error ct_dot(" "$venv/bin/$name" show torch.dot ;;
    ctorch-compile) compile_model ;;
    ctorch-new) begin_project ;;
    *) check "$name" 0 "Usage: $name" "$venv/bin/$name" --help ;;
    esac
  done
  check "Python" 0 "0." python -c 'import ctorch; print(ctorch.__version__)'
  [ ! -e "$prefix/_C.abi3.so" ] ||
    check "Python computes" 0 "tensor([2.])" python -c 'import ctorch
print(ctorch.ones(1) + 1)'
}

step "Packages"
need_packages python3 python3-venv gcc libc6-dev cmake make pkg-config
step "The wheel without torch: $(basename "$wheel")"
[ -n "$environment" ] || run wheel-venv python3 -m venv "$venv"
installed_files >"$work/before"
if [ -n "$environment" ]; then
  say "torch is there: left out"
else
  pip install -q --no-deps "$wheel" || fail "pip cannot install $wheel"
  refuse
  pip uninstall -q -y ctorch
fi
step "torch $release"
install_torch
installed_files >"$work/before"
step "The wheel with torch"
install_wheels
refuse_another
step_done "$(du -sm "$("$venv/bin/ctorch-config" --prefix)" | cut -f 1) MB installed"
step "Programs"
compile
run_programs
step "Uninstall"
pip uninstall -q -y ctorch ${image:+ctorch-image}
installed_files | diff "$work/before" - >"$work/left" ||
  fail "pip uninstall left files:" "$(cat "$work/left")"
folders=$(find "$venv" -name 'ctorch*' -o -name 'libctorch*')
[ -z "$folders" ] || fail "pip uninstall left folders:" "$folders"
step_done "nothing is left"
