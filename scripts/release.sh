# shellcheck shell=bash disable=SC2154,SC2034 # names that those who source it share
# What move-release.sh and try-release.sh do with one release: its libtorch, the generator, what
# that writes for it, whether libtorch's headers agree, what changes for a program. Sourced behind
# lib.sh, never run. A script that goes through several releases calls these functions for each, or
# try-release.sh.

# The release that the functions are about, and the folder of its libtorch, with include/ and lib/.
use_release() { # RELEASE
  release=$1
  CT_RELEASE=$1
}

# The script's arguments, and how many steps it has: without tests one less, without build two.
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

get_libtorch() { # sets libtorch
  fetch_libtorch
  libtorch=${LIBTORCH:-$(ct_fetched)}
  [ ! -d "$libtorch/torch/include" ] || libtorch=$libtorch/torch
}

# What Debian's libtorch needs and this system does not have is unpacked beside it.
use_libraries() {
  local folder
  for folder in "${libtorch%/torch}"/usr/lib/*-linux-gnu; do
    [ ! -d "$folder" ] ||
      export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  done
}

# Needs no libtorch, so it is a build of its own, which takes seconds.
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

# The operator list that came with the libtorch, which has to be the release's.
import_operators() { # FILE
  local got
  run_shown "$generator" import "$libtorch" --root "$CT_ROOT" -o "$1" || fail \
    "no operator list could be read from $libtorch (above)" "$nothing_changed"
  got=$(release_of <"$1")
  [ "$got" = "$release" ] || fail "the libtorch in $libtorch is $got and not $release" \
    "$nothing_changed"
}

generate_operators() { # ROOT ARGUMENT...
  run_shown "$generator" generate --root "$@" || fail \
    "there could be nothing generated for $release (above)" "$nothing_changed" \
    "what to do with a type or a key that is new: docs/generator.md" \
    "then commit that, and run again: $CT_AGAIN"
}

# Every schema, the derived ones too, with those that the headers declare.
audit_operators() { # LIST
  run_shown "$generator" audit --root "$CT_ROOT" --yaml "$1" --libtorch "$libtorch" || fail \
    "the operators are not those that the headers in $libtorch declare (above)" \
    "$nothing_changed" "how operators are derived: docs/generator.md"
}

# Whether a program that compiled still does is in the report; no answer is a failure here.
note_changes() { # OLD NEW FILE
  local status=0
  "$generator" diff --root "$CT_ROOT" "$1" "$2" >"$3" || status=$?
  [ $status -le 1 ] || fail "$1 and $2 could not be compared (above)" "$nothing_changed"
}

# Builds what there is of the library and of the tests for the release into build/NAME.
build_library() { # NAME
  LIBTORCH=$libtorch build_as "$1" release -DCTORCH_TESTS=ON
}

run_library_tests() { # NAME
  run_shown ctest --test-dir "$CT_ROOT/build/$1" --output-on-failure --no-tests=error </dev/null
}
