#!/usr/bin/env bash
# write.sh LANGUAGE GENERATOR PROJECT YAML OUT [LIBRARIES GENERATED]: writes the binding for LANGUAGE to
# OUT: what the generator writes, and what is in the language's folder here. A file that has not changed
# keeps its time, so that only what differs is compiled. With LIBRARIES, OUT/pkgconfig has a ctorch.pc
# of the build tree; an installed library has its own.
set -eu
language=$1 generator=$2 project=$3 yaml=$4 out=$(realpath -m "$5") libraries=${6:-} generated=${7:-}

"$generator" bind "$language" --root "$project" --yaml "$yaml" --out "$out"
cd "$project/bindings/$language"
find . -type f ! -name README.md | while read -r file; do
  cmp -s "$file" "$out/$file" && continue
  mkdir -p "$out/$(dirname "$file")"
  cp "$file" "$out/$file"
done
[ -n "$libraries" ] || exit 0
mkdir -p "$out/pkgconfig"
cat >"$out/pkgconfig/ctorch.pc" <<END
Name: ctorch
Description: libctorch in its build tree
Version: 0
Cflags: -I$project/runtime/include -I$generated
Libs: -L$libraries -Wl,-rpath,$libraries -lctorch
END
