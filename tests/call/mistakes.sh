#!/usr/bin/env bash
# mistakes.sh GENERATED INCLUDE: the compiler's errors for a wrong CT(), and its warnings for a silent
# mistake, with the headers of a folder and with installed ones, which are system headers.
set -eu -o pipefail
generated=$1 include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Compiles a function with the statement. `how` is -I or -isystem.
compile() { # HOW STATEMENT OPTION...
  {
    printf '#include <ctorch/ctorch.h>\n#include <ctorch/nn.h>\n#include <ctorch/optim.h>\n#include <math.h>\n'
    printf 'ct_error f(ct_tensor *x, ct_tensor **y);\n'
    printf 'ct_error f(ct_tensor *x, ct_tensor **y)\n{\n\t%s\n\treturn NULL;\n}\n' "$2"
  } >"$work/call.c"
  "${CC:-cc}" -std=c11 -c -o "$work/call.o" "$1" "$include" "$1" "$generated" "${@:3}" \
    "$work/call.c" 2>"$work/said"
}
wrong() { # STATEMENT EXPECTED
  status=1
  printf '%s\n' "called:   $1" "expected: $2" "got:"
  head -n 20 "$work/said"
}
# The first error must contain these words. No option asks for it.
refuses() { # CALL WORDS
  for how in $how_included; do
    if compile $how "return $1;" || ! grep -m 1 'error:' "$work/said" | grep -qE "$2"; then
      wrong "$1" "an error of the compiler's with $2, included by $how"
    fi
  done
}
# A warning, without an option, that is an error with -Werror.
warns() { # STATEMENT WORDS
  for how in $how_included; do
    if ! compile $how "$1" || ! grep -qE "warning.*($2)" "$work/said" ||
      compile $how "$1" -Werror; then
      wrong "$1" "a warning of the compiler's with $2, included by $how"
    fi
  done
}
accepts() { # STATEMENT
  for how in $how_included; do
    compile $how "$1" -O1 -Wall -Wextra -Wpedantic -Wshadow -Werror ||
      wrong "$1" "no warning, included by $how"
  done
}

how_included='-I -isystem'
warns 'CT(relu, y, x);' 'ignoring return value'
warns 'CT(relu_, x);' 'ignoring return value'
warns 'CT(nn_mse_loss, y, x, x);' 'ignoring return value'
warns 'CT_FINISH(CT_E(relu, x), y);' 'ignoring return value'
warns 'ct_tensor_backward(x);' 'ignoring return value'
accepts 'CT_TRY(CT(relu, y, x));'
accepts 'CT_CHECK(CT(add, y, x, 2.5, .alpha = CT_S(0.5)));'
accepts 'CT_DO(CT(relu, y, x));'
accepts 'CT_TRY(CT_FINISH(CT_E(mul, CT_E(pow, x, 2.5), CT_ITEM(x)), y));'
accepts 'CT_TRY(CT(full, y, CT_L(2), 2.5)); CT_E(fill_, x, 0.5);'
accepts 'CT_TRY(CT(mul, y, x, 1 - powf(0.9, 2))); CT_E(mul, x, 1 / sqrtf(ct_tensor_dim(x)));'

refuses 'CT(add, y, x, x, .alpha = 2)' 'put_the_number_into_CT_S'
refuses 'CT(leaky_relu, y, x, 0.2)' 'put_the_number_into_CT_S'
refuses 'CT(add, y, x, x, .alpa = CT_S(2))' 'alpa'
refuses 'CT(max_pool2d, y, x)' 'expected expression'
refuses 'CT(dequantize, y, x)' 'name the overload: dequantize_self, dequantize_tensors'
refuses 'CT(no_such_operator, y, x)' 'CT_OP_no_such_operator'
refuses 'CT(add, y, 1, x)' 'ct_tensor \*'
refuses 'CT(max_pool2d, y, x, 2)' 'int64_t \*|write_CT_L_around_integers'
refuses 'CT(view, y, x, 3, 2)' 'int64_t \*|write_CT_L_around_integers'
refuses 'CT(amax, y, x, 0)' 'braces'
refuses 'CT(clamp, y, x, 0, 1)' 'braces'
refuses 'CT(sum, y, x, 1)' 'too_many_arguments_without_a_name'
refuses 'CT(sum, y, x, 0)' 'braces'
refuses 'CT(sum, y, x, CT_FLOAT64)' 'too_many_arguments_without_a_name'
refuses 'CT(all, y, x, 1)' 'too_many_arguments_without_a_name'
refuses 'CT(zeros, y, CT_L(2), CT_INT64)' 'too_many_arguments_without_a_name'
refuses 'CT(sum, y, x, .dim = CT_L(0))' 'dim'
refuses '(ct_error)(void *)CT_E(max_dim, x, 1)' 'write CT_DO\(CT\(max_dim, &values, &indices, '
refuses '(ct_error)(void *)CT_M(x, x)' 'ct_module_call_|const ct_module \*'
refuses '(ct_error)(void *)CT_OPTIMIZER(SGD, (ct_module *)NULL)' 'write_CT_PARAMETERS_around_a_module|brace'
how_included=-I
if "${CC:-cc}" --version | grep -q clang; then # silent where a macro of a system header has the list
  refuses 'CT(zeros, y, CT_L(2.5, 3))' "from .double. to"
fi
how_included='-I -isystem'
# The line markers that make gcc show warnings count the lines of their headers.
for header in call nn optim; do
  if ! awk '/^# [0-9]+ "</ { right = $2 == NR + 1 } END { exit !right }' \
    "$include/ctorch/$header.h"; then
    status=1
    printf '%s\n' "checked:  the line marker of ctorch/$header.h" "expected: the number of the next line"
  fi
done
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
