#!/usr/bin/env bash
# mistakes.sh GENERATED INCLUDE: the compiler's errors for a wrong CT_NN() or CT_MODULE(), and none for
# right ones.
set -eu -o pipefail
generated=$1 include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

compile() { # CALL OPTION...
  {
    printf '#include <ctorch/ctorch.h>\n#include <ctorch/nn/nn.h>\n'
    printf 'ct_tensor *expression(void *self, ct_tensor *x);\n'
    printf 'ct_error forward(void *self, const ct_tensor *x, ct_tensor **result);\n'
    printf 'ct_tensor *of_const(void *self, const ct_tensor *x);\n'
    printf 'ct_module *f(ct_tensor *x);\nct_module *f(ct_tensor *x)\n{\n\t(void)x;\n'
    printf '\treturn %s;\n}\n' "$1"
  } >"$work/call.c"
  "${CC:-cc}" -std=c11 -fsyntax-only -I "$include" -I "$generated" "${@:2}" "$work/call.c" \
    2>"$work/said"
}
wrong() { # CALL EXPECTED
  status=1
  printf '%s\n' "called:   $1" "expected: $2" "got:"
  head -n 20 "$work/said"
}
# The message must contain these words. No option asks for it.
refuses() { # CALL WORDS
  if compile "$1" || ! grep -qE "error.*($2)" "$work/said"; then
    wrong "$1" "an error of the compiler's with $2"
  fi
}
accepts() { # CALL
  compile "$1" -Wall -Wextra -Wpedantic -Wshadow -Werror || wrong "$1" "no warning"
}

accepts 'CT_NN(Linear, 784, 10)'
accepts 'CT_NN(Linear, 784, 10, false)'
accepts 'CT_NN(Linear, 784, 10, .dtype = CT_FLOAT64, .bias = false)'
accepts 'CT_NN(ReLU)'
accepts 'CT_NN(ReLU, true)'
accepts 'CT_NN(ReLU, .inplace = true)'
accepts 'CT_NN(Identity)'
accepts 'CT_NN(Conv2d, 1, 8, CT_L(3), .padding = CT_PADDING_SAME)'
accepts 'CT_NN(Conv2d, 1, 8, CT_L(3, 5), CT_L(2), CT_L(1), .padding_mode = "circular")'
accepts 'CT_NN(LayerNorm, CT_L(8, 8), .eps = 1e-6)'
accepts 'CT_NN(CrossEntropyLoss, x, .reduction = CT_REDUCTION_SUM)'
accepts 'CT_NN(RNN, 3, 4, .nonlinearity = "relu")'
accepts 'CT_NN(AdaptiveAvgPool2d, CT_L(7, CT_NO_INT))'
accepts 'CT_NN(TransformerEncoder, CT_NN(TransformerEncoderLayer, 8, 2), 6)'
accepts 'ct_module_of(CT_MODULE(int, "Net", expression))'
accepts 'ct_module_of(CT_MODULE(int, "Net", forward, .version = 2))'
accepts 'ct_module_of(CT_MODULE(int, "Net", NULL))'

refuses 'CT_NN(Linaer, 784, 10)' 'Linaer'
refuses 'CT_NN(Linear, 784)' 'arguments are missing: CT_NN.Linear, int in_features'
refuses 'CT_NN(Linear, 784, 10, .bais = false)' 'bais'
refuses 'CT_NN(Linear, "784", 10)' 'integer from pointer|char \*|char\[|const char'
refuses 'CT_NN(Identity, x)' 'too_many_arguments_without_a_name'
refuses 'CT_NN(ReLU, true, x)' 'too_many_arguments_without_a_name'
refuses 'CT_NN(Conv2d, 1, 8, 3)' 'int64_t \*|write_CT_L_around_integers'
refuses 'CT_NN(Conv2d, 1, 8, CT_L(3), .padding = 1)' 'int64_t \*|write_CT_L_around_integers'
refuses 'CT_NN(RNN, 3, 4, .nonlinearity = 1)' 'pointer from integer|int'
refuses 'CT_NN(CrossEntropyLoss, 1)' 'ct_tensor \*'
refuses 'CT_NN(TransformerEncoder, x, 6)' 'ct_module \*'
refuses 'ct_module_of(CT_MODULE(int, "Net", of_const))' 'not compatible with any (generic )?association'
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
