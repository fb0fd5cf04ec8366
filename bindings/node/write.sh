#!/usr/bin/env bash
# write.sh GENERATOR PROJECT YAML OUT LIBRARIES GENERATED: writes the package for Node.js to OUT: what
# the generator writes, and what is here. A file that has not changed keeps its time, so that only what
# differs is compiled. OUT/pkgconfig has a ctorch.pc of the build tree; an installed library has its own.
set -eu
generator=$1 project=$2 yaml=$3 out=$(realpath -m "$4") libraries=$5 generated=$6

"$generator" bind node --root "$project" --yaml "$yaml" --out "$out"
cd "$project/bindings/node"
find . -type f ! -name write.sh ! -name README.md | while read -r file; do
  cmp -s "$file" "$out/$file" && continue
  mkdir -p "$out/$(dirname "$file")"
  cp "$file" "$out/$file"
done
mkdir -p "$out/pkgconfig"
cat >"$out/pkgconfig/ctorch.pc" <<END
Name: ctorch
Description: libctorch in its build tree
Version: 0
Cflags: -I$project/runtime/include -I$generated
Libs: -L$libraries -Wl,-rpath,$libraries -lctorch
END
