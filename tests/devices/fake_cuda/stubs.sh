#!/usr/bin/env bash
# stubs.sh FOLDER LIBRARY...: writes stubs of the NVIDIA libraries that these libraries of torch need.
#
# Prints a line for each of them: its file name, such as libcublas.so.13. FOLDER gets NAME.c, which
# has a weak definition of each function that one of the libraries wants from it, and NAME.map with
# the version of these symbols, if they have one. A function in libraries/ takes the place of the
# stub of its name. What a stub does depends on the name of the function:
#
#   ...Create...      makes a handle and stores it in its first argument
#   ...Destroy...     frees the handle that is its first argument
#   ...SetStream...   stores the stream in the handle
#   ...Set...         nothing
#   any other of a library that computes: a library call, in the stream of its first argument
#
# Functions with results on the host (Get..., buffer sizes) and all functions of the other libraries
# refuse: they return the library's status for "not supported".
set -eu -o pipefail
export LC_ALL=C
folder=$1
shift
mkdir -p "$folder"

# NAME  status for "not supported"  whether it computes  its unversioned symbols
libraries='
cuda        801  no   ^cu[A-EG-Z]|^cuF[a-hj-z]
cudart      801  no   -
cublas      15   yes  -
cublasLt    15   yes  -
cudnn       3000 yes  -
curand      999  no   -
cufft       16   yes  -
cufile      5002 no   ^cuFile
cupti       15   no   -
cusolver    9    yes  -
cusparse    10   yes  -
cusparseLt  10   no   ^cusparseLt
nccl        5    no   ^nccl
nvrtc       11   no   -
nvshmem_host 1   no   ^nvshmem
'

needed() {
  readelf -dW "$@" | sed -n 's/.*(NEEDED).*\[lib\([A-Za-z_]*\)\(\.so[.0-9]*\)\]$/\1 lib\1\2/p' | sort -u
}

# "SYMBOL VERSION", with "-" for none.
wanted() {
  nm -D --undefined-only --with-symbol-versions "$@" 2>/dev/null |
    awk '$1 == "U" { n = split($2, part, "@"); print part[1], (n > 1 ? part[n] : "-") }' | sort -u
}

# Does not touch a file that would not change.
write() { # FILE
  cat >"$1.new"
  if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

stubs() { # NAME STATUS COMPUTES SYMBOL...
  printf '/* Written by tests/devices/fake_cuda/stubs.sh. */\n#include "libraries.h"\n'
  [ $# -lt 4 ] || printf '%s\n' "${@:4}" | awk -v status="$2" -v computes="$3" '
    function define(parameters, body) {
      printf "\nint %s(%s);\n__attribute__((weak)) int %s(%s)\n{\n\treturn %s;\n}\n",
          $1, parameters, $1, parameters, body
    }
    computes == "no" { define("void", "fake_refuse(\"" $1 "\", " status ")"); next }
    /[Dd]estroy/ { define("void *handle", "fake_handle_free(handle)"); next }
    /Get|Find|Backend|ufferSize|workEstimation|compute$|Nnz|Pivot$|Set(Vector|Matrix)/ {
      define("void", "fake_refuse(\"" $1 "\", " status ")"); next
    }
    /SetStream/ {
      define("void *handle, struct CUstream_st *stream", "fake_handle_set_stream(handle, stream)"); next
    }
    /[Cc]reate(_v2)?$|[Cc]reate.*(Desc|Info|Params|Mat|Vec|Coo|Csr)/ {
      define("void **handle", "fake_handle_new(handle)"); next
    }
    /Set/ { define("void", "0"); next }
    { define("const void *handle", "fake_library_call(\"" $1 "\", handle)") }'
}

symbols=$(wanted "$@")
while read -r name file; do
  read -r _ status computes unversioned < <(grep "^$name " <<<"$libraries") || continue
  mapfile -t own < <(awk -v version="$file" -v unversioned="$unversioned" '
    $2 == version || $2 == "NVSHMEM" && unversioned == "^nvshmem" ||
      $2 == "-" && unversioned != "-" && $1 ~ unversioned { print $1 }' <<<"$symbols" | sort -u)
  stubs "$name" "$status" "$computes" ${own[@]+"${own[@]}"} | write "$folder/$name.c"
  version=$(awk -v name="${own[0]:-}" '$1 == name { print $2; exit }' <<<"$symbols")
  # A node of the version script needs a name of letters, digits, points and underscores.
  case ${version:--} in
  -) ;;
  *) printf '%s {\n\tglobal: *;\n};\n' "$version" | write "$folder/$name.map" ;;
  esac
  printf '%s\n' "$file"
done < <(needed "$@")
