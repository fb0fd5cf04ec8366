/*
 * Inside the library: calls of the generated functions, such as ct_add_Tensor(), with arguments and
 * results in arrays of values: 2 ns more than a call in C, where a boxed one, as by ct_call(), takes
 * 300 ns more.
 *
 * The table and one function for each C signature are generated (direct/ of generated/). An operator
 * with an argument that no value holds as the C function takes it is not in the table: Scalar[] of
 * the `_foreach_` operators and, before PyTorch 2.13, Dimname[].
 */
#ifndef CT_OPERATORS_DIRECT_DIRECT_H
#define CT_OPERATORS_DIRECT_DIRECT_H

#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Calls a generated function. `args` are all arguments of the schema, each of the kind that its type
 * has, or None where the type is optional; nothing is converted, and kinds are not checked:
 *
 *     Tensor                        CT_VALUE_TENSOR
 *     int, SymInt, DeviceIndex      CT_VALUE_INT
 *     float                         CT_VALUE_FLOAT
 *     bool                          CT_VALUE_BOOL
 *     Scalar                        one of CT_VALUE_BOOL to CT_VALUE_COMPLEX
 *     str, Dimname                  CT_VALUE_STRING
 *     ScalarType                    CT_VALUE_DTYPE; Layout, MemoryFormat, Device, Generator,
 *                                   Storage and Stream likewise
 *     int[], SymInt[]               CT_VALUE_INTS
 *     float[]                       CT_VALUE_FLOATS
 *     bool[3]                       CT_VALUE_BOOLS, of exactly that length
 *     Tensor[], Tensor?[]           CT_VALUE_TENSORS
 *
 * `results` are the results of the schema. Tensors and lists in them are those that the function
 * returned: they belong to the innermost scope or to the caller, and to no value (ct_tensor_free(),
 * ct_tensors_free(); ct_free() for int[]). An undefined tensor is None. What a value's kind does not
 * use is left as it was. After an error, all of them are unchanged.
 */
typedef ct_error ct_direct_caller(void (*function)(void), const ct_value *args, ct_value *results);
typedef ct_direct_caller *ct_direct_call;

struct ct_direct {
	const char *name;       /* "aten::add.Tensor"; without an overload "aten::relu" */
	void (*function)(void); /* ct_add_Tensor() */
	ct_direct_call call;    /* calls functions of this signature */
	int16_t args_len;       /* 3 */
	int16_t results_len;    /* 1; those that are written arguments count, too */
};

/* NULL: the operator has none, and is called by its name. `name` may be "aten::relu.default". */
const struct ct_direct *ct_direct_find(const char *name);

/* All of them, sorted by name. */
extern const struct ct_direct ct_direct_table[];
extern const int64_t ct_direct_table_len;

#ifdef __cplusplus
}
#endif

#endif
