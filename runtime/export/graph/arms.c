/*
 * The names and numbers that the schema of torch.export has for arms, dtypes, layouts and memory
 * formats.
 */
#include <stddef.h>
#include <string.h>

#include <ctorch/core/types.h>

#include "core/base/text.h"
#include "export/graph/graph.h"

/* --- Arms ------------------------------------------------------------------------------------- */

/* What an arm is: a number, a list of tensors, numbers or others, or none of these. */
enum kind { SINGLE, NUMBER, TENSORS, NUMBERS, OTHERS };

/* ORDER ARM: those of enum ct_graph_arm. */
static const struct {
	const char *name;
	enum kind kind;
	enum ct_graph_value_kind value; /* what a value of the arm is, if it can have one */
} arms[CT_ARMS] = {
	{ "as_none", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_tensor", SINGLE, CT_GRAPH_TENSOR },
	{ "as_tensors", TENSORS, CT_GRAPH_UNKNOWN },
	{ "as_int", NUMBER, CT_GRAPH_UNKNOWN },
	{ "as_ints", NUMBERS, CT_GRAPH_UNKNOWN },
	{ "as_float", NUMBER, CT_GRAPH_UNKNOWN },
	{ "as_floats", NUMBERS, CT_GRAPH_UNKNOWN },
	{ "as_string", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_strings", OTHERS, CT_GRAPH_UNKNOWN },
	{ "as_sym_int", NUMBER, CT_GRAPH_SYM_INT },
	{ "as_sym_ints", NUMBERS, CT_GRAPH_UNKNOWN },
	{ "as_scalar_type", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_memory_format", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_layout", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_device", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_bool", NUMBER, CT_GRAPH_UNKNOWN },
	{ "as_bools", NUMBERS, CT_GRAPH_UNKNOWN },
	{ "as_sym_bool", NUMBER, CT_GRAPH_SYM_BOOL },
	{ "as_sym_bools", NUMBERS, CT_GRAPH_UNKNOWN },
	{ "as_graph", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_optional_tensors", TENSORS, CT_GRAPH_UNKNOWN },
	{ "as_custom_obj", SINGLE, CT_GRAPH_CUSTOM_OBJ },
	{ "as_operator", SINGLE, CT_GRAPH_UNKNOWN },
	{ "as_sym_float", NUMBER, CT_GRAPH_SYM_FLOAT },
	{ "as_sym_floats", NUMBERS, CT_GRAPH_UNKNOWN },
	{ "as_optional_tensor", SINGLE, CT_GRAPH_TENSOR },
	{ "as_complex", NUMBER, CT_GRAPH_UNKNOWN },
	{ "as_nested_tensors", OTHERS, CT_GRAPH_UNKNOWN },
	{ "as_int_lists", OTHERS, CT_GRAPH_UNKNOWN },
	{ "as_string_to_argument", OTHERS, CT_GRAPH_UNKNOWN },
	{ "as_float_lists", OTHERS, CT_GRAPH_UNKNOWN },
	{ "as_token", SINGLE, CT_GRAPH_TOKEN },
};

const char *ct_arm_name(enum ct_graph_arm arm)
{
	return arms[arm].name;
}

bool ct_arm_of(const char *name, enum ct_graph_arm *result)
{
	for (int arm = 0; arm < CT_ARMS; arm++) {
		if (strcmp(arms[arm].name, name) == 0) {
			*result = (enum ct_graph_arm)arm;
			return true;
		}
	}
	return false;
}

bool ct_arm_is_number(enum ct_graph_arm arm)
{
	return arms[arm].kind == NUMBER;
}

bool ct_arm_is_list(enum ct_graph_arm arm)
{
	return arms[arm].kind >= TENSORS;
}

bool ct_arm_is_plain_list(enum ct_graph_arm arm)
{
	return arms[arm].kind == TENSORS || arms[arm].kind == NUMBERS;
}

bool ct_arm_is_tensors(enum ct_graph_arm arm)
{
	return arms[arm].kind == TENSORS;
}

enum ct_graph_value_kind ct_arm_value_kind(enum ct_graph_arm arm)
{
	return arms[arm].value;
}

/* --- Numbers ---------------------------------------------------------------------------------- */

/* A number of the schema, and ours. */
struct numbered {
	int64_t number;
	int32_t ours;
};

static const struct numbered dtypes[] = {
	{ 0, 0 },
	{ 1, CT_UINT8 },
	{ 2, CT_INT8 },
	{ 3, CT_INT16 },
	{ 4, CT_INT32 },
	{ 5, CT_INT64 },
	{ 6, CT_FLOAT16 },
	{ 7, CT_FLOAT32 },
	{ 8, CT_FLOAT64 },
	{ 9, CT_COMPLEX32 },
	{ 10, CT_COMPLEX64 },
	{ 11, CT_COMPLEX128 },
	{ 12, CT_BOOL },
	{ 13, CT_BFLOAT16 },
	{ 28, CT_UINT16 },
	{ 29, CT_FLOAT8_E4M3FN },
	{ 30, CT_FLOAT8_E5M2 },
	{ 31, CT_FLOAT8_E4M3FNUZ },
	{ 32, CT_FLOAT8_E5M2FNUZ },
	{ 33, CT_FLOAT8_E8M0FNU },
	{ 34, CT_UINT32 },
	{ 35, CT_UINT64 },
};

static const struct numbered layouts[] = {
	{ 0, 0 },
	{ 1, CT_SPARSE_COO },
	{ 2, CT_SPARSE_CSR },
	{ 3, CT_SPARSE_CSC },
	{ 4, CT_SPARSE_BSR },
	{ 5, CT_SPARSE_BSC },
	{ 6, CT_MKLDNN },
	{ 7, CT_STRIDED },
};

static const struct numbered memory_formats[] = {
	{ 0, 0 },
	{ 1, CT_CONTIGUOUS_FORMAT },
	{ 2, CT_CHANNELS_LAST },
	{ 3, CT_CHANNELS_LAST_3D },
	{ 4, CT_PRESERVE_FORMAT },
};

static bool ours_of(const struct numbered *all, size_t len, int64_t number, int32_t *result)
{
	for (size_t i = 0; i < len; i++) {
		if (all[i].number == number) {
			*result = all[i].ours;
			return true;
		}
	}
	return false;
}

static bool number_of(const struct numbered *all, size_t len, int32_t ours, int64_t *result)
{
	for (size_t i = 0; i < len; i++) {
		if (all[i].ours == ours) {
			*result = all[i].number;
			return true;
		}
	}
	return false;
}

#define LIST(array) (array), sizeof(array) / sizeof *(array)

bool ct_graph_dtype_of(int64_t number, ct_dtype *result)
{
	return ours_of(LIST(dtypes), number, result);
}

bool ct_graph_layout_of(int64_t number, ct_layout *result)
{
	return ours_of(LIST(layouts), number, result);
}

bool ct_graph_memory_format_of(int64_t number, ct_memory_format *result)
{
	return ours_of(LIST(memory_formats), number, result);
}

bool ct_graph_dtype_number(ct_dtype dtype, int64_t *result)
{
	return number_of(LIST(dtypes), dtype, result);
}

bool ct_graph_layout_number(ct_layout layout, int64_t *result)
{
	return number_of(LIST(layouts), layout, result);
}

bool ct_graph_memory_format_number(ct_memory_format format, int64_t *result)
{
	return number_of(LIST(memory_formats), format, result);
}
