#include "types/c_type.h"

#include <stddef.h>
#include <string.h>

const struct c_type c_int64 = { .text = "int64_t ", .is_number = true };
const struct c_type c_int32 = { .text = "int32_t ", .is_number = true };
const struct c_type c_double = { .text = "double ", .is_number = true };
const struct c_type c_bool = { .text = "bool ", .is_number = true };
const struct c_type c_scalar = { .text = "ct_scalar " };
const struct c_type c_string = { .text = "const char *" };
const struct c_type c_dtype = { .text = "ct_dtype ", .none = "CT_DTYPE_NONE", .is_number = true };
const struct c_type c_layout = { .text = "ct_layout ",
				 .none = "CT_LAYOUT_NONE",
				 .is_number = true };
const struct c_type c_memory_format = { .text = "ct_memory_format ",
					.none = "CT_MEMORY_FORMAT_NONE",
					.is_number = true };
const struct c_type c_device = { .text = "ct_device ", .none = "CT_DEVICE_NONE" };
const struct c_type c_stream = { .text = "ct_stream " };

const struct c_type c_tensor = { .text = "ct_tensor *" };
const struct c_type c_const_tensor = { .text = "const ct_tensor *", .plain = &c_tensor };
const struct c_type c_generator = { .text = "ct_generator *" };
const struct c_type c_storage = { .text = "ct_storage *" };

const struct c_type c_const_int64s = { .text = "const int64_t *",
				       .pointee = "const int64_t",
				       .plain = &c_int64_result };
const struct c_type c_const_doubles = { .text = "const double *",
					.pointee = "const double",
					.plain = &c_double_result };
const struct c_type c_const_bools = { .text = "const bool *",
				      .pointee = "const bool",
				      .plain = &c_bool_result };
const struct c_type c_const_scalars = { .text = "const ct_scalar *",
					.pointee = "const ct_scalar",
					.plain = &c_scalar_result };
const struct c_type c_tensors = { .text = "ct_tensor *const *", .pointee = "ct_tensor *const" };
const struct c_type c_strings = { .text = "const char *const *", .pointee = "const char *const" };

const struct c_type c_tensor_result = { .text = "ct_tensor **" };
const struct c_type c_tensors_result = { .text = "ct_tensor ***" };
const struct c_type c_int64_result = { .text = "int64_t *" };
const struct c_type c_int64s_result = { .text = "int64_t **" };
const struct c_type c_double_result = { .text = "double *" };
const struct c_type c_bool_result = { .text = "bool *" };
const struct c_type c_scalar_result = { .text = "ct_scalar *" };
const struct c_type c_dtype_result = { .text = "ct_dtype *" };
const struct c_type c_quant_scheme_result = { .text = "ct_quant_scheme *" };

const struct c_type *const c_type_all[] = {
	&c_int64,
	&c_int32,
	&c_double,
	&c_bool,
	&c_scalar,
	&c_string,
	&c_dtype,
	&c_layout,
	&c_memory_format,
	&c_device,
	&c_stream,
	&c_tensor,
	&c_const_tensor,
	&c_generator,
	&c_storage,
	&c_const_int64s,
	&c_const_doubles,
	&c_const_bools,
	&c_const_scalars,
	&c_tensors,
	&c_strings,
	&c_tensor_result,
	&c_tensors_result,
	&c_int64_result,
	&c_int64s_result,
	&c_double_result,
	&c_bool_result,
	&c_scalar_result,
	&c_dtype_result,
	&c_quant_scheme_result,
	NULL,
};

const char *c_type_alone(struct arena *arena, const struct c_type *type)
{
	size_t length = strlen(type->text);

	return arena_strndup(arena, type->text, length - (type->text[length - 1] == ' '));
}

bool c_type_converts(const struct c_type *from, const struct c_type *to)
{
	return from == to || (from->is_number && to->is_number) || to->plain == from;
}
