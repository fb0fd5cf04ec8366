/* c_type.h: the C types of parameters. Each is one object, so equal types are the same pointer. */
#ifndef CTORCH_GEN_TYPES_C_TYPE_H
#define CTORCH_GEN_TYPES_C_TYPE_H

#include <stdbool.h>

#include "util/arena.h"

struct c_type {
	const char *text;           /* up to the parameter's name: "int64_t ", "const bool *" */
	const char *pointee;        /* for a pointer to values: "const bool"; else NULL */
	const char *none;           /* None, if it is not NULL: "CT_DTYPE_NONE" */
	bool is_number;             /* C converts it to any other number without a warning */
	const struct c_type *plain; /* converts to this type without a cast: "ct_tensor *" */
};

/* Passed by value. */
extern const struct c_type c_int64, c_int32, c_double, c_bool, c_scalar, c_string;
extern const struct c_type c_dtype, c_layout, c_memory_format, c_device, c_stream;

/* Handles. */
extern const struct c_type c_tensor, c_const_tensor, c_generator, c_storage;

/* Optional values and lists. */
extern const struct c_type c_const_int64s, c_const_doubles, c_const_bools, c_const_scalars;
extern const struct c_type c_tensors, c_strings;

/* Results. */
extern const struct c_type c_tensor_result, c_tensors_result, c_int64_result, c_int64s_result;
extern const struct c_type c_double_result, c_bool_result, c_scalar_result, c_dtype_result;
extern const struct c_type c_quant_scheme_result;

/* All types, followed by NULL. */
extern const struct c_type *const c_type_all[];

/* Its text where no name follows: "int64_t"; "const bool *" is unchanged. */
const char *c_type_alone(struct arena *arena, const struct c_type *type);

/* True if C accepts a value of type `from` for type `to` without a cast. */
bool c_type_converts(const struct c_type *from, const struct c_type *to);

#endif
