/*
 * Types of values, for people: dtypes, sizes and symbols.
 */
#include <string.h>

#include <ctorch/core/dtype.h>

#include "export/text/print.h"
#include "export/symbolic/symbolic.h"

/* --- Expressions ------------------------------------------------------------------------------ */

/* Real ones need 10 KB. */
enum { MEMORY_OF_EXPRESSION = 1 << 20 };

/* "2 * s77" becomes "2*s77", as sympy prints it and Python's torch.fx prints sizes. */
static void add_without_spaces(struct ct_text *text, const char *printed)
{
	for (; *printed; printed++) {
		const bool is_before = strncmp(printed, " *", 2) == 0;
		const bool is_after = *printed == '*' && printed[1] == ' ';

		if (!is_before)
			ct_text_add_bytes(text, printed, 1);
		printed += is_after;
	}
}

void ct_expression_print(struct ct_text *text, const char *expression)
{
	struct ct_arena arena = { .left = MEMORY_OF_EXPRESSION };
	struct ct_text printed = { 0 };
	struct ct_symbolic *read = NULL;
	ct_error error = ct_symbolic_read_sympy(expression, &arena, &read);

	if (error == NULL)
		ct_symbolic_print(read, &printed);
	else
		ct_text_add(&printed, expression); /* of a later release */
	if (printed.failed)
		text->failed = true;
	else
		add_without_spaces(text, printed.data ? printed.data : "");
	ct_error_free(error);
	ct_text_release(&printed);
	ct_arena_free(&arena);
}

/* --- Tensors ---------------------------------------------------------------------------------- */

/* As Python's torch.fx abbreviates them. */
static const struct {
	ct_dtype dtype;
	const char *name;
} short_names[] = {
	{ CT_UINT8, "u8" },
	{ CT_INT8, "i8" },
	{ CT_INT16, "i16" },
	{ CT_INT32, "i32" },
	{ CT_INT64, "i64" },
	{ CT_FLOAT16, "f16" },
	{ CT_FLOAT32, "f32" },
	{ CT_FLOAT64, "f64" },
	{ CT_COMPLEX32, "c32" },
	{ CT_COMPLEX64, "c64" },
	{ CT_COMPLEX128, "c128" },
	{ CT_BOOL, "b8" },
	{ CT_BFLOAT16, "bf16" },
	{ CT_UINT16, "u16" },
	{ CT_UINT32, "u32" },
	{ CT_UINT64, "u64" },
	{ CT_FLOAT8_E4M3FN, "f8e4m3fn" },
	{ CT_FLOAT8_E5M2, "f8e5m2" },
	{ CT_FLOAT8_E4M3FNUZ, "f8e4m3fnuz" },
	{ CT_FLOAT8_E5M2FNUZ, "f8e5m2fnuz" },
	{ CT_FLOAT8_E8M0FNU, "f8e8m0fnu" },
};

static const char *short_name(ct_dtype dtype)
{
	for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
		if (short_names[i].dtype == dtype)
			return short_names[i].name;
	return ct_dtype_name(dtype);
}

static void print_size(struct ct_text *text, const struct ct_graph_size *size)
{
	if (size->expression)
		ct_expression_print(text, size->expression);
	else
		ct_text_addf(text, "%lld", (long long)size->i);
}

static void print_type_device(struct ct_text *text, const struct ct_graph_device *device)
{
	if (strcmp(device->type, "cpu") == 0)
		return;
	ct_text_add(text, " ");
	ct_text_add(text, device->type);
	if (device->index >= 0)
		ct_text_addf(text, ":%lld", (long long)device->index);
}

static void print_tensor_type(struct ct_text *text, const struct ct_graph_tensor *self)
{
	ct_text_add(text, short_name(self->dtype));
	ct_text_add(text, "[");
	for (int64_t i = 0; i < self->dim; i++) {
		ct_text_add(text, i ? ", " : "");
		print_size(text, &self->sizes[i]);
	}
	ct_text_add(text, "]");
	print_type_device(text, &self->device);
}

/* --- Values ----------------------------------------------------------------------------------- */

static void print_symbol_type(struct ct_text *text, const struct ct_graph_symbol *self)
{
	const ct_scalar_kind kind = self->hint == CT_ARM_FLOAT  ? CT_SCALAR_FLOAT
				    : self->hint == CT_ARM_BOOL ? CT_SCALAR_BOOL
								: CT_SCALAR_INT;

	ct_text_add(text, "Sym(");
	if (self->expression)
		ct_expression_print(text, self->expression);
	else
		ct_text_add_number(text, (ct_scalar){ .kind = kind, .i = self->i, .re = self->f });
	ct_text_add(text, ")");
}

static const char *name_of_kind_of(const struct ct_graph_value *self)
{
	static const char *const names[] = {
		"unknown", "Tensor", "SymInt", "SymFloat", "SymBool", "object", "token",
	};

	return self->class_name ? self->class_name : names[self->kind];
}

void ct_value_print_type(struct ct_text *text, const struct ct_graph_value *self)
{
	if (self->tensor)
		print_tensor_type(text, self->tensor);
	else if (self->symbol)
		print_symbol_type(text, self->symbol);
	else
		ct_text_add(text, name_of_kind_of(self));
}
