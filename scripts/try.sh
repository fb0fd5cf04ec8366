#!/usr/bin/env bash
# try.sh: from a fresh clone to a network trained from C.
#
# Seven steps: Debian's packages (as root or with sudo), libtorch, the build, a comparison of
# ctorch-gen's output with generated/, the count of operators, three epochs of Fashion-MNIST, and
# the two commands that compile and run a program with what was built. Only packages are installed.
# Completed steps are not repeated, so the second run takes seconds and no network.
# LIBTORCH=DIR uses the libtorch in DIR; arguments are passed to the example.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
CT_STEPS=7
bin=$CT_ROOT/build/release/bin

step "Packages"
# make is what CMake builds the projects of ctorch-new with.
packages=("${CT_BUILD_PACKAGES[@]}" dataset-fashion-mnist make)
! ct_must_download || packages+=("${CT_FETCH_PACKAGES[@]}")
need_packages "${packages[@]}"

step "libtorch"
fetch_libtorch

step "Build libctorch"
CT_FIGURE='building the library' build release -DCTORCH_CHECKED_LIBRARY=OFF

step "Regenerate the operators and compare with generated/"
cd "$CT_ROOT"
rm -rf build/regenerated
"$bin/ctorch-gen" generate --root . --out build/regenerated
if ! diff -rq generated build/regenerated; then
  fail "generated/ is stale" "What to do: cmake --build build/release --target regen, then git diff"
fi
step_done "nothing is stale"

step "Audit"
libtorch=$(sed -n 's/^CTORCH_LIBTORCH_FOUND:INTERNAL=//p' build/release/CMakeCache.txt)
"$bin/ctorch-gen" audit --root . --libtorch "$libtorch"
step_done

step "Train on Fashion-MNIST"
# The steps are so small that waiting for a second core costs more than it saves, especially on a
# busy machine.
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}
run_shown "$bin/fashion_mnist" train "$@" </dev/null
step_done

step "Compile and run a program"
generated=generated
[ ! -e build/release/generated ] || generated=build/release/generated # for another release
compile="cc examples/hello.c -Iruntime/include -I$generated \
-Lbuild/release/lib -Wl,-rpath,\"\$PWD/build/release/lib\" -lctorch -o build/hello"
for line in "$compile" build/hello; do
  say "\$ $line"
  bash -c "$line" || fail "this command failed: $line"
done
step_done

say ""
say "all of it: $((SECONDS - CT_STARTED)) s"
say "what was run: examples/fashion_mnist.c, examples/hello.c; the tests: scripts/test.sh"
say "the programs are in build/release/bin: build/release/bin/ctorch-gen show torch.max"
sudo='sudo '
[ "$(id -u)" -ne 0 ] || sudo=''
say "install it (450 MB), for all users: ${sudo}cmake --install build/release --prefix /usr/local"
