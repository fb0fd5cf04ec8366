# shellcheck shell=bash disable=SC2154,SC2034 # shared with the sourcing script
# Steps of move-release.sh and try-release.sh for one release: its libtorch, the generator and its
# output, the comparison with libtorch's headers, the changes for programs. Source it after lib.sh.
# A script for several releases calls these functions for each, or try-release.sh.

# The release, and the folder of its libtorch, with include/ and lib/.
use_release() { # RELEASE
  release=$1
  CT_RELEASE=$1
}

# The script's arguments, and its number of steps: one less without tests, two less without build.
begin_with_release() { # STEPS ARGUMENT... sets no_build, no_tests
  no_build='' no_tests=''
  read_options no-build no-tests ... -- "${@:2}"
  the_release ${words[@]+"${words[@]}"}
  use_release "$release"
  run_again_with "${@:2}"
  CT_STEPS=$1
  [ -z "$no_tests" ] || CT_STEPS=$(($1 - 1))
  [ -z "$no_build" ] || CT_STEPS=$(($1 - 2))
}

get_packages() { # [NO-BUILD]
  local packages=("${CT_BUILD_PACKAGES[@]}")
  [ -n "$1" ] || packages+=("${CT_TEST_PACKAGES[@]}")
  ! ct_must_download || packages+=("${CT_FETCH_PACKAGES[@]}")
  need_packages "${packages[@]}"
}

# libctorch_cuda and the fake CUDA need the CUDA parts of releases since 2.11, whose locks have CUDA's
# headers for that; libctorch_nccl needs NCCL's, which not all have.
get_libtorch() { # sets libtorch
  local lock
  lock=$CT_RELEASES/$release-$(uname -m)
  if grep -qs '^nvidia-nccl-' "$lock.cuda.txt"; then
    fetch_libtorch --nccl
  elif grep -qs '^nvidia-cuda-crt==' "$lock.txt"; then
    fetch_libtorch --cuda-parts
  else
    fetch_libtorch
  fi
  libtorch=${LIBTORCH:-$(ct_fetched)}
  [ ! -d "$libtorch/torch/include" ] || libtorch=$libtorch/torch
}

# Missing dependencies of Debian's libtorch are unpacked beside it.
use_libraries() {
  local folder
  for folder in "${libtorch%/torch}"/usr/lib/*-linux-gnu; do
    [ ! -d "$folder" ] ||
      export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  done
}

# It needs no libtorch, so it is a separate build, which takes seconds.
build_generator() { # sets generator
  local folder=$CT_ROOT/build/generator tool=()
  need_cmake
  command -v ninja >/dev/null || tool=(-G 'Unix Makefiles')
  [ -e "$folder/CMakeCache.txt" ] || [ ${#tool[@]} -gt 0 ] || tool=(-G Ninja)
  run configure-generator cmake -S "$CT_ROOT" -B "$folder" ${tool[@]+"${tool[@]}"} \
    -DCTORCH_LIBRARY=OFF -DCMAKE_BUILD_TYPE=Release
  run build-generator cmake --build "$folder" -j "$(ct_jobs)" --target ctorch-gen
  generator=$folder/bin/ctorch-gen
}

# The releases in scripts/releases/ for this machine, the oldest first.
releases_there() {
  local file machine
  machine=$(uname -m)
  for file in "$CT_RELEASES"/*-"$machine".txt; do
    [ -e "$file" ] && basename "$file" "-$machine.txt"
  done | sort -V
}

need_pinned() { # RELEASE
  need_release "$1"
  [ -e "$CT_RELEASES/$1-$(uname -m).txt" ] || fail \
    "scripts/releases/ has no checksums of $1 for this machine" \
    "What to do: scripts/pin-release.sh $1" \
    "there are: $(releases_there | tr '\n' ' ')"
}

# The releases in a script's arguments; without any, all.
choose_releases() { # [RELEASE...] sets releases
  local name
  releases=("$@")
  [ $# -gt 0 ] || mapfile -t releases < <(releases_there)
  [ ${#releases[@]} -gt 0 ] ||
    fail "scripts/releases/ has no release for this machine ($(uname -m))"
  for name in "${releases[@]}"; do
    need_pinned "$name"
  done
}

# Of the files in git there; 0.3 s for all.
key_of() { # PATH...
  git ls-files -z -- "$@" | xargs -0 sha256sum -- | sha256sum | cut -c 1-16
}

# A file of lines with fields, whose first line names them: one line for each release, in their
# order; renamed into place.
note_line() { # FILE NAMES LINE
  {
    printf '%s\n' "$2"
    {
      [ ! -e "$1" ] || sed 1d "$1" | awk -F '\t' -v release="${3%%$'\t'*}" '$1 != release'
      printf '%s\n' "$3"
    } | sort -V
  } >"$1.part"
  mv "$1.part" "$1"
}

# Replaces the text between "<!-- NAME: ... -->" and "<!-- end of the NAME -->" of docs/releases.md by
# what is on stdin.
write_block() { # NAME
  local page=$CT_ROOT/docs/releases.md
  [ -e "$page" ] || fail "$page does not exist" "What to do: git restore docs/releases.md"
  grep -q "^<!-- $1:" "$page" && grep -q "^<!-- end of the $1" "$page" || fail \
    "$page lacks its marks: <!-- $1: ... --> and <!-- end of the $1 -->" \
    "What to do: git restore docs/releases.md"
  cat >"$page.block"
  sed -e "/^<!-- $1:/,/^<!-- end of the $1/{//!d}" -e "/^<!-- $1:/r $page.block" "$page" \
    >"$page.part"
  rm "$page.block"
  mv "$page.part" "$page"
}

size_of() { # FOLDER
  du -sh "$1" 2>/dev/null | cut -f1
}

need_space() { # FOLDER GIGABYTES
  local free
  free=$(df -k --output=avail "$1" | tail -n 1)
  free=$((free / 1000000))
  [ "$free" -ge "$2" ] || fail "$1 has $free GB free, but $2 GB are needed" \
    "What to do: make room, or build elsewhere: --builds DIR"
}

# The preset release, for $libtorch. An old build folder keeps its generator.
configure_in() { # FOLDER LOG CMAKE-OPTION...
  local tool=()
  [ -e "$1/CMakeCache.txt" ] || tool=(-G 'Unix Makefiles')
  ! command -v ninja >/dev/null || tool=()
  run "$2" cmake --preset release -B "$1" ${tool[@]+"${tool[@]}"} -DLIBTORCH="$libtorch" "${@:3}"
  sed -n 's/^-- \(libtorch .*\|.*left out.*\)/      \1/p' "$CT_LOGS/$2.log"
}

# The operator list of the libtorch, which must be the release's.
import_operators() { # FILE
  local got
  run_shown "$generator" import "$libtorch" --root "$CT_ROOT" -o "$1" || fail \
    "no operator list could be read from $libtorch (above)" "$nothing_changed"
  got=$(release_of <"$1")
  [ "$got" = "$release" ] || fail "the libtorch in $libtorch is $got, not $release" \
    "$nothing_changed"
}

generate_operators() { # ROOT ARGUMENT...
  run_shown "$generator" generate --root "$@" || fail \
    "there could be nothing generated for $release (above)" "$nothing_changed" \
    "what to do with a type or a key that is new: docs/generator.md" \
    "then commit that, and run again: $CT_AGAIN"
}

# Compares every schema, including derived ones, with the headers.
audit_operators() { # LIST
  run_shown "$generator" audit --root "$CT_ROOT" --yaml "$1" --libtorch "$libtorch" || fail \
    "the operators are not those that the headers in $libtorch declare (above)" \
    "$nothing_changed" "how operators are derived: docs/generator.md"
}

# The report shows whether programs still compile; both answers are a success here.
note_changes() { # OLD NEW FILE
  local status=0
  "$generator" diff --root "$CT_ROOT" "$1" "$2" >"$3" || status=$?
  [ $status -le 1 ] || fail "$1 and $2 could not be compared (above)" "$nothing_changed"
}

# Builds the library for the release into build/NAME, and the tests that compile with it. Sets
# `unfit` to the tests whose programs could not be built.
build_for_trial() { # NAME
  LIBTORCH=$libtorch configure_as "$1" release -DCTORCH_TESTS=ON -DCTORCH_BENCHMARKS=OFF
  sed -n 's/^-- \(libtorch .*\|generated.*\|.*left out.*\)/      \1/p' "$CT_LOGS/configure-$1.log"
  run "build-$1" cmake --build "$CT_ROOT/build/$1" -j "$(ct_jobs)" --target ctorch
  build_tests_that_fit "$1"
  step_done
}

# Some tests call C++ functions of libtorch that differ between releases.
build_tests_that_fit() { # NAME
  local folder=$CT_ROOT/build/$1 go_on=(-k)
  unfit=()
  ! grep -qs '^CMAKE_GENERATOR:.*=Ninja' "$folder/CMakeCache.txt" || go_on=(-k 0)
  ! run_quietly "tests-$1" cmake --build "$folder" -j "$(ct_jobs)" -- "${go_on[@]}" || return 0
  mapfile -t unfit < <(tests_without_program "$folder")
  say "not all of it can be built with libtorch $release ($CT_LOGS/tests-$1.log):"
  first_errors "$CT_LOGS/tests-$1.log"
  [ ${#unfit[@]} -eq 0 ] || say "so these tests are left out: ${unfit[*]}"
}

# The first error of each file, from gcc, clang or the linker.
first_errors() { # LOG
  awk -F : '/: (fatal )?error: |: undefined reference to / && !seen[$1]++' "$1" |
    sed "s|^$CT_ROOT/||;s/^/        /"
}

# Tests that call a program of the build that does not exist.
tests_without_program() { # FOLDER
  local line word missing=''
  ctest --test-dir "$1" -N -V 2>/dev/null | while read -r line; do
    case $line in
    'Could not find executable '*) missing=1 ;;
    [0-9]*': Test command: '*)
      for word in ${line//\"/}; do
        [[ $word != "$1"/* ]] || [ -e "$word" ] || missing=1
      done
      ;;
    Test*'#'*:*)
      [ -z "$missing" ] || printf '%s\n' "${line##*: }"
      missing=''
      ;;
    esac
  done
}

run_library_tests() { # NAME [LEFT-OUT-TEST...]
  local folder=$CT_ROOT/build/$1 without=()
  shift
  [ $# -eq 0 ] || without=(-E "^($(IFS='|' && printf '%s' "$*"))\$")
  run_shown ctest --test-dir "$folder" --output-on-failure --no-tests=error \
    ${without[@]+"${without[@]}"} </dev/null
}
