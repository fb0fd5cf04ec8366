#!/usr/bin/env bash
# argument_names.sh GENERATOR PROJECT CC CXX: every word of the public headers, of the templates and
# of C's own types can name an argument or a result, and the generated code compiles. A stub
# replaces libtorch's C++ headers, which would take minutes.
generator=$1 project=$2 cc=$3 cxx=$4
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

# The generator rejects two underscores at the end, and turns `new` into `new_`.
words() {
  find "$project"/runtime/include/ctorch "$project"/templates -name '*.h' -exec cat {} + \
    -o -path '*/templates/*.cpp' -exec cat {} + |
    grep -oE '[A-Za-z_][A-Za-z0-9_]*' | grep -v '_$'
  printf '%s\n' ct_tensor int64_t ct_scalar ct_error bool double float char int32_t size_t nullptr \
    NULL std at ct call returned const ct_f0 ct_f1 CT_HERE CT_METHOD TORCH_API SYS_read WNOHANG
}

# A name that hides a type hides it from the parameters after it, so all types come last.
rest='int[] q1, float q2, bool q3, Scalar q4, Scalar? q5, Tensor[] q6, ScalarType q7'
rest="$rest, Layout q8, Device q9, MemoryFormat q10, Generator? q11, str q12, bool[3] q13"
rest="$rest, float[] q14, Storage q15, Stream q16"
results='Tensor a, int b, float c, bool d, Scalar e, Tensor[] g, ScalarType h, int[] i'
words | sort -u | awk -v rest="$rest" -v results="$results" '
  BEGIN { print "# release: 2.15.0" }
  function flush() { if (!count) return
    printf "- func: f%d(%s, %s) -> (%s)\n", ops++, args, rest, results; args = ""; count = 0 }
  length($0) > 1 { args = args (count++ ? ", " : "") "int " $0
    if (count == 50) flush() }
  END { flush()
    # and as results, first and last
    print "- func: r0() -> (Tensor ct_tensor, int int64_t, Scalar ct_scalar, float double)"
    print "- func: r1() -> (Tensor[] ct_tensor, Tensor a, int[] int64_t, int b, bool CT_HERE)" }' \
  >"$work/words.yaml"
check "there are many words" test "$(wc -w <"$work/words.yaml")" -ge 2000
gen generate --yaml "$work/words.yaml" --templates "$project/templates" \
  --headers "$project/runtime/include/ctorch" --out "$work/out"
says "every word can be an argument's name" 0 "0 methods"

run "$cc" -std=c99 -Wall -Wextra -Werror -fsyntax-only -I "$work/out" -I "$project/runtime/include" \
  -x c "$work/out/ctorch/ops/all.h"
gives "the headers are C" 0

mkdir -p "$work/stub/ATen" "$work/stub/core/bridge"
cat >"$work/stub/core/bridge/wrap.hpp" <<'END'
#pragma once
#include <cstdint>
#include <utility>
#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#define CT_HERE 0
#define CT_ORDERED(function, ...) function(__VA_ARGS__)
namespace ct {
struct any {};
#define MAKES(name) template <class... T> any name(T &&...) { return {}; }
MAKES(tensor) MAKES(scalar) MAKES(optional_scalar) MAKES(tensors) MAKES(ints) MAKES(doubles)
MAKES(dtype) MAKES(layout) MAKES(device) MAKES(memory_format) MAKES(optional_generator)
MAKES(string) MAKES(storage) MAKES(stream) MAKES(list_to) MAKES(check_places) MAKES(give)
template <int n, class... T> any bools(T &&...) { return {}; }
inline ct_error caught(const char *) { return nullptr; }
}
END
{
  printf '#include "core/bridge/wrap.hpp"\nnamespace at { namespace _ops {\n'
  sed -n 's/^- func: \([a-z0-9]*\)(.*/\1/p' "$work/words.yaml" | while read -r name; do
    printf 'struct %s { template <class... T> static ct::any call(T &&...) { return {}; } };\n' \
      "$name"
  done
  printf '} }\n'
} >"$work/stub/ATen/Operators.h"
for source in ops/f ops/r; do
  run "$cxx" -std=c++17 -Wall -Wextra -Werror -Wno-unused-parameter -fsyntax-only -I "$work/stub" \
    -I "$work/out" -I "$project/runtime/include" "$work/out/$source.cpp"
  gives "$source.cpp is C++" 0
done

# The comparison above must be able to fail.
sed -i '0,/int64_t int64_t_/s//int64_t int64_t/' "$work/out/ctorch/ops/f.h"
run "$cc" -std=c99 -fsyntax-only -I "$work/out" -I "$project/runtime/include" \
  -x c "$work/out/ctorch/ops/all.h"
check "a parameter named like a type is found" test "$status" -ne 0
finish
