#!/usr/bin/env bash
# mistakes.sh GENERATED INCLUDE: what a compiler says for a wrong CT() and for other mistakes, and its
# warnings for a silent one, with the headers of a folder and with installed ones, which are system
# headers. Compilers: $CC, and gcc and clang if they are installed.
set -eu -o pipefail
generated=$1 include=$2
declare -A precompiled
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# The headers, compiled once for each way to include them, or a run would take minutes. gcc finds them
# in a folder before the others, clang by an option.
precompile() {
  local how folder
  for how in -I -isystem; do
    folder=$work/precompiled$how
    mkdir -p "$folder/ctorch"
    "$compiler" -std=c11 -x c-header "$how" "$include" "$how" "$generated" \
      "$include/ctorch/ctorch.h" -o "$folder/ctorch/ctorch.h.gch"
    if [[ $version == *clang* ]]; then
      precompiled[$how]="-include-pch $folder/ctorch/ctorch.h.gch"
    else
      precompiled[$how]="-I $folder"
    fi
  done
}
# Compiles a function with the statement. `how` is -I or -isystem.
compile() { # HOW STATEMENT OPTION...
  {
    printf '#include <ctorch/ctorch.h>\n'
    printf '#include <math.h>\n'
    printf 'ct_error f(ct_tensor *x, ct_tensor **y, ct_tensor *z, ct_module *m, ct_dataset *d);\n'
    printf 'ct_error f(ct_tensor *x, ct_tensor **y, ct_tensor *z, ct_module *m, ct_dataset *d)\n'
    printf '{\n\t(void)x, (void)y, (void)z, (void)m, (void)d;\n\t%s\n\treturn NULL;\n}\n' "$2"
  } >"$work/call.c"
  # shellcheck disable=SC2086 # two words
  "$compiler" -std=c11 -c -o "$work/call.o" ${precompiled[$1]-} "$1" "$include" "$1" "$generated" \
    "${@:3}" "$work/call.c" 2>"$work/said"
}
wrong() { # STATEMENT EXPECTED
  status=1
  printf '%s\n' "compiled: $1, by $compiler" "expected: $2" "got:"
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
# Without the precompiled headers, whose own warnings came when they were compiled.
accepts() { # STATEMENT
  local how
  local -A precompiled=()
  for how in $how_included; do
    compile $how "$1" -O1 -Wall -Wextra -Wpedantic -Wshadow -Werror ||
      wrong "$1" "no warning, included by $how"
  done
}
# The first error or warning, which is about the line of the statement unless `words` name a header,
# has these words; at most so many lines follow it.
says() { # LINES STATEMENT WORDS [WORDS-OF-CLANG]
  local words=$3 first
  [[ $compiler == *clang* ]] && words=${4-$3}
  for how in $how_included; do
    compile $how "$2" -Wall -Wextra || true
    first=$(grep -m 1 -E 'error:|warning:' "$work/said" || true)
    if ! grep -qE "$words" <<<"$first"; then
      wrong "$2" "first $words, included by $how"
    elif [ $how = -isystem ] && [ "$(wc -l <"$work/said")" -gt "$1" ]; then
      wrong "$2" "at most $1 lines, not $(wc -l <"$work/said")"
    fi
  done
}
check_all() {
  how_included='-I -isystem'
  warns 'CT(relu, y, x);' 'ignoring return value'
  warns 'CT(relu_, x);' 'ignoring return value'
  warns 'CT(nn_mse_loss, y, x, x);' 'ignoring return value'
  warns 'CT_FINISH(CT_E(relu, x), y);' 'ignoring return value'
  warns 'ct_tensor_backward(x);' 'ignoring return value'
  accepts 'CT_TRY(CT(relu, y, x));'
  accepts 'CT_CHECK(CT(add, y, x, 2.5, .alpha = CT_S(0.5)));'
  accepts 'CT_DO(CT(relu, y, x));'
  accepts 'ct_data_loader *l = CT_DATA_LOADER(d, 64, true), *k = CT_DATA_LOADER(d); (void)l; (void)k;'
  accepts 'CT_TRY(CT_FINISH(CT_E(mul, CT_E(pow, x, 2.5), CT_ITEM(x)), y));'
  accepts 'CT_TRY(CT(full, y, CT_L(2), 2.5)); CT_E(fill_, x, 0.5);'
  accepts 'CT_TRY(CT(mul, y, x, 1 - powf(0.9, 2))); CT_E(mul, x, 1 / sqrtf(ct_tensor_dim(x)));'
  
  refuses 'CT(add, y, x, x, .alpha = 2)' 'write_CT_S_around_the_number'
  refuses 'CT(leaky_relu, y, x, 0.2)' 'write_CT_S_around_the_number'
  refuses 'CT(add, y, x, x, .alpa = CT_S(2))' 'alpa'
  refuses 'CT(max_pool2d, y, x)' 'arguments are missing: CT\(max_pool2d, &result, Tensor self, int\[2\] kernel_size\)'
  refuses 'CT(dequantize, y, x)' 'name the overload: dequantize_self, dequantize_tensors'
  refuses 'CT(no_such_operator, y, x)' 'no_such_operator'
  accepts 'CT_TRY(CT(add, y, 1, x)); CT_TRY(CT(add_Tensor, y, x, 0)); CT_E(copy_, x, 2.5);'
  accepts 'CT_TRY(CT(div, y, x, 2, .rounding_mode = "floor")); CT_E(div, 1, x, .rounding_mode = 0);'
  accepts 'CT_TRY(CT(sub_out, CT_E(floor_divide, x, CT_ITEM(x)), 2, .out = x));'
  refuses 'CT(mm, y, 1, x)' 'pointer'
  refuses 'CT(mm, y, x, 2.5)' 'pointer|incompatible'
  refuses 'CT(maximum, y, x, 1)' 'pointer'
  refuses 'CT(max_other, y, x, 1)' 'pointer'
  refuses 'CT(eq, y, 1, x)' 'ct_tensor \*'
  refuses 'CT(rsub_Tensor, y, x, 1)' 'pointer'
  refuses 'CT(add_, 1, x)' 'ct_tensor \*'
  refuses 'CT(copy_, 1, x)' 'pointer'
  refuses 'CT(add_out, x, 1, .out = 1)' 'pointer'
  refuses 'CT(add_Tensor, y, x, "1")' 'pointer'
  refuses 'CT(add_Tensor, y, x, CT_L(1))' 'write_a_tensor_or_a_number|ct_ints'
  refuses 'CT(add_Tensor, y, x, CT_TENSORS(x))' 'write_a_tensor_or_a_number|ct_tensors'
  refuses 'CT(div, y, x, 2, .rounding = "floor")' 'rounding'
  refuses 'CT(div, y, x, 2, "floor", 1)' 'too_many_arguments|excess elements'
  refuses 'CT(max_pool2d, y, x, 2)' 'write_CT_L_around_integers'
  refuses 'CT(view, y, x, 3, 2)' 'write_CT_L_around_integers'
  refuses 'CT(amax, y, x, 0)' 'braces'
  refuses 'CT(clamp, y, x, 0, 1)' 'braces'
  refuses 'CT(sum, y, x, 1)' 'too_many_arguments_name_dtype_or_see_sum_dim_IntList'
  refuses 'CT(sum, y, x, 0)' 'braces'
  refuses 'CT(sum, y, x, CT_FLOAT64)' 'too_many_arguments_name_dtype_or_see_sum_dim_IntList'
  refuses 'CT(all, y, x, 1)' 'too_many_arguments_see_all_dim'
  refuses 'CT(zeros, y, CT_L(2), CT_INT64)' 'too_many_arguments_without_a_name'
  refuses 'CT(sum, y, x, .dim = CT_L(0))' 'dim'
  refuses '(ct_error)(void *)CT_E(max_dim, x, 1)' 'write CT_DO\(CT\(max_dim, &values, &indices, '
  refuses '(ct_error)(void *)CT_E(dropout, x)' 'arguments are missing: CT\(dropout, &result, Tensor input, float p, bool train\)'
  refuses '(ct_error)(void *)CT_M(x, x)' 'ct_write_a_module_first_|const ct_module \*'
  refuses '(ct_error)(void *)CT_OPTIMIZER(SGD, (ct_module *)NULL)' 'write_CT_PARAMETERS_around_a_module|brace'

  # Thirty typical mistakes.
  says 13 'CT_TRY(ct_add_Tensor(x, x, ct_scalar_int(1), z));' 'argument 4 of .ct_add_Tensor.' 'take the address with &'
  says 17 'CT_TRY(CT(add, z, x, x));' 'write_an_ampersand_before_the_result' 'take the address with &'
  says 19 'CT_TRY(ct_add_Tensor(x, x, &z));' 'argument 3 of .ct_add_Tensor.' 'expected 4, have 3'
  says 16 'CT_TRY(CT(max_dim, &z, x, 1));' 'arguments are missing: CT\(max_dim, &values, &indices, Tensor self, int dim\)'
  says 8 'CT(add, &z, x, x);' 'ct_write_CT_TRY_around_the_call' 'ignoring return value'
  says 4 'ct_tensor_backward(x);' 'ignoring return value'
  says 26 'CT_TRY(CT(sum_dim_IntList, &z, x, 1));' 'ct_write_CT_L_around_integers'
  says 26 'CT_TRY(CT(sum, &z, x, .dim = 1));' 'ct_args_sum_see_sum_dim_IntList_'
  says 9 'CT_TRY(CT(addd, &z, x, x));' "did you mean .add" "'addd' does not refer to any field in type 'struct ct_operator_names'"
  says 17 'm = CT_NN(Liner, 3, 4);' 'did you mean .Linear'
  says 16 'm = CT_NN(Linear, 3);' 'arguments are missing: CT_NN\(Linear, int in_features, int out_features\)'
  says 21 'm = CT_NN(Conv2d, 1, 8, 3);' 'ct_write_CT_L_around_integers'
  says 21 'ct_optimizer *o = CT_OPTIMIZER(Adam, m); (void)o;' 'ct_write_CT_PARAMETERS_around_a_module'
  says 35 'CT_TRY(CT(add, &z, x, x, .alpha = 2));' 'ct_write_CT_S_around_the_number'
  says 16 'z = CT_E(max_dim, x, 1);' 'write CT_DO\(CT\(max_dim, &values, &indices, '
  says 13 'CT_TRY(CT(to_dtype, &z, x, "float32"));' 'ct_dtype_value'
  says 6 'CT_SCOPE CT_TRY(CT(add, &z, x, x));' 'expected .*;'
  says 18 'z = CT_E(relu, m);' 'ct_module \*'
  says 13 'z = CT_M(x, x);' 'ct_write_a_module_first_' 'const ct_module \*'
  says 14 'm = CT_NN(Linear, 3, 4, .biass = false);' 'did you mean .bias'
  says 14 'ct_data_loader *l = CT_DATA_LOADER(d, .batchsize = 4); (void)l;' 'did you mean .batch_size'
  says 14 'z = CT_E(float, x);' 'write to_dtype, with CT_FLOAT32'
  says 16 'CT_TRY(CT(long, y, x));' 'write to_dtype, with CT_INT64'
  says 14 'z = CT_E(bool, x);' 'write to_dtype, with CT_BOOL'
  says 13 'ct_data_loader *l = CT_DATA_LOADER(x); (void)l;' 'ct_write_a_dataset_first_' \
    'const ct_dataset \*'
  says 22 'ct_data_loader *l = CT_DATA_LOADER(x, x); (void)l;' 'ct_write_a_dataset_first_' \
    'const ct_dataset \*'
  says 14 'float a[2][2][2] = {0}; (void)CT_TENSOR_FROM_MEMORY(a, CT_L(2, 2, 2), y);' \
    'ct_call_ct_tensor_from_memory_for_this_array'
  says 4 'CT_EACH_BATCH (b, CT_DATA_LOADER(d)) { z = b->input; }' "no member named .input"
  says 9 'z = CT_E(ReLU, x);' "ct_operator_names. has no member named .ReLU" "'ReLU' does not refer to any field in type 'struct ct_operator_names'"
  accepts 'z = CT_E(cross_entropy, x, x);'
  says 22 'CT_TRY(CT(randn, &z, CT_L(2.5, 3)));' 'ct_write_integers_in_CT_L'
  says 26 'CT_TRY(CT(zeros, &z, 2, 3));' 'ct_write_CT_L_around_integers'
  says 4 'ct_error e = CT(add, &z, x, x);' 'unused variable .e'
  says 26 'z = CT_E(max, x, 1);' 'ct_too_many_arguments_see_max_dim_max_other'
  says 26 'z = CT_E(relu, x, x);' 'ct_too_many_arguments_without_a_name'
  says 12 'CT_TRY(CT(add, &z, x, x)); free(z);' 'declar'
}
for compiler in "${CC:-cc}" gcc clang; do
  version=$("$compiler" --version 2>/dev/null | head -n 1) || continue
  [[ ${seen-} != *"|${version#* }|"* ]] || continue # cc is one of the others
  seen="${seen-}|${version#* }|"
  precompile
  check_all
  printf 'checked:  %s\n' "$version"
done
# The line markers that make gcc show warnings count the lines of their headers.
for header in calls/call macros/list nn/nn optim/optim vision/vision; do
  if ! awk '/^# [0-9]+ "</ { right = $2 == NR + 1 } END { exit !right }' \
    "$include/ctorch/$header.h"; then
    status=1
    printf '%s\n' "checked:  the line marker of ctorch/$header.h" "expected: the number of the next line"
  fi
done
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
