# shellcheck shell=bash disable=SC2154 # work
# build.sh: for scripts that build many programs of ctorch-compile; source it. Each becomes a library
# for one process that loads all of them, and the compiler reads the library's headers once.
# Needs in the environment: CC, INCLUDES; and $work, a folder.

parsed=() flags=

# OPTION...: lets later builds with these options use the parsed headers, and gives the options to
# programs without loops, which need none. Of other compilers than gcc, each build reads the headers.
parse_headers() {
  flags="$*"
  "$CC" --version | grep -q 'Free Software Foundation' || return 0
  mkdir -p "$work/parsed"
  printf '#include <ctorch/ctorch.h>\n' >"$work/parsed/all.h"
  # shellcheck disable=SC2086 # several flags
  "$CC" -std=c11 -Wall -Wextra -O1 -fPIC "$@" $INCLUDES -x c-header "$work/parsed/all.h" \
    -o "$work/parsed/all.h.gch"
  parsed=(-include "$work/parsed/all.h")
}

# FOLDER: what its Makefile adds to CFLAGS.
flags_of() {
  sed -n 's/.*\$(CFLAGS)\(.*\) \$(CTORCH_CFLAGS) -c.*/\1/p' "$1/Makefile"
}

# RESULT FOLDER FILE...: builds FILE... of FOLDER with the flags of its Makefile.
build_library() {
  local result=$1 folder=$2 own libraries
  shift 2
  own=$(flags_of "$folder")
  libraries=$(sed -n 's/.*\$(CTORCH_LIBS)\(.*\)/\1/p' "$folder/Makefile")
  # shellcheck disable=SC2086 # several flags
  (cd "$folder" && "$CC" -std=c11 -Wall -Wextra -Werror -O1 -fPIC ${own:-$flags} "${parsed[@]}" \
    $INCLUDES -shared -o "$result" "$@" $libraries)
}
