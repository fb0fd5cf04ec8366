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

/* ORDER ARM: those of enum ct_graph_arm. */
static const char *const arm_names[CT_ARMS] = {
	"as_none",
	"as_tensor",
	"as_tensors",
	"as_int",
	"as_ints",
	"as_float",
	"as_floats",
	"as_string",
	"as_strings",
	"as_sym_int",
	"as_sym_ints",
	"as_scalar_type",
	"as_memory_format",
	"as_layout",
	"as_device",
	"as_bool",
	"as_bools",
	"as_sym_bool",
	"as_sym_bools",
	"as_graph",
	"as_optional_tensors",
	"as_custom_obj",
	"as_operator",
	"as_sym_float",
	"as_sym_floats",
	"as_optional_tensor",
	"as_complex",
	"as_nested_tensors",
	"as_int_lists",
	"as_string_to_argument",
	"as_float_lists",
	"as_token",
};

const char *ct_arm_name(enum ct_graph_arm arm)
{
	return arm_names[arm];
}

bool ct_arm_of(const char *name, enum ct_graph_arm *result)
{
	for (int arm = 0; arm < CT_ARMS; arm++) {
		if (strcmp(arm_names[arm], name) == 0) {
			*result = (enum ct_graph_arm)arm;
			return true;
		}
	}
	return false;
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

bool ct_arm_is_number(enum ct_graph_arm arm)
{
	return arm == CT_ARM_INT || arm == CT_ARM_FLOAT || arm == CT_ARM_BOOL ||
	       arm == CT_ARM_COMPLEX || arm == CT_ARM_SYM_INT || arm == CT_ARM_SYM_FLOAT ||
	       arm == CT_ARM_SYM_BOOL;
}
