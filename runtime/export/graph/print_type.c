/*
 * Types of values, for people: dtypes, sizes and symbols.
 */
#include <string.h>

#include <ctorch/core/dtype.h>

#include "export/graph/print.h"

/* --- Expressions ------------------------------------------------------------------------------ */

/* How tightly an expression holds together, and how deep a printed one may be. */
enum { COMPARISON, SUM, PRODUCT, POWER, ATOM, MAX_DEPTH = 64 };

static const struct {
	const char *name, *between;
	int level;
} infix[] = {
	{ "Add", " + ", SUM },
	{ "Mul", "*", PRODUCT },
	{ "Pow", "**", POWER },
	{ "Equality", " == ", COMPARISON },
	{ "Unequality", " != ", COMPARISON },
	{ "LessThan", " <= ", COMPARISON },
	{ "StrictLessThan", " < ", COMPARISON },
	{ "GreaterThan", " >= ", COMPARISON },
	{ "StrictGreaterThan", " > ", COMPARISON },
};

static bool print_expression(struct ct_text *text, const char **at, int level, int depth);

/* Symbol('s77', positive=True, integer=True), after its bracket. */
static bool print_symbol(struct ct_text *text, const char **at)
{
	const char *end = **at == '\'' ? strchr(*at + 1, '\'') : NULL, *close;

	if (end == NULL)
		return false;
	ct_text_add_bytes(text, *at + 1, (size_t)(end - *at - 1));
	close = strchr(end, ')');
	*at = close ? close + 1 : end;
	return close != NULL;
}

/* The arguments of a call, after its bracket. */
static bool print_call_items(struct ct_text *text, const char **at, const char *between, int level,
			     int depth)
{
	while (**at != ')') {
		if (!print_expression(text, at, level, depth + 1))
			return false;
		if (strncmp(*at, ", ", 2) == 0) {
			ct_text_add(text, between);
			*at += 2;
		} else if (**at != ')') {
			return false;
		}
	}
	(*at)++;
	return true;
}

static bool print_call_of(struct ct_text *text, const char **at, const char *name, size_t n,
			  int level, int depth)
{
	bool is_good;

	for (size_t i = 0; i < sizeof infix / sizeof *infix; i++) {
		if (strlen(infix[i].name) != n || memcmp(infix[i].name, name, n) != 0)
			continue;
		ct_text_add(text, infix[i].level < level ? "(" : "");
		is_good = print_call_items(text, at, infix[i].between, infix[i].level + 1, depth);
		ct_text_add(text, infix[i].level < level ? ")" : "");
		return is_good;
	}
	ct_text_add_bytes(text, name, n);
	ct_text_add(text, "(");
	is_good = print_call_items(text, at, ", ", COMPARISON, depth);
	ct_text_add(text, ")");
	return is_good;
}

/* From `*at` on, which is then after it; false: it is not of the form of sympy's texts. */
static bool print_expression(struct ct_text *text, const char **at, int level, int depth)
{
	const char *name = *at;
	const size_t n = strcspn(name, "(), ");

	*at += n;
	if (n == 0 || depth > MAX_DEPTH)
		return false;
	if (**at != '(') {
		ct_text_add_bytes(text, name, n);
		return true;
	}
	(*at)++;
	if (n == 6 && memcmp(name, "Symbol", n) == 0)
		return print_symbol(text, at);
	if (n == 7 && memcmp(name, "Integer", n) == 0)
		return print_call_items(text, at, "", ATOM, depth);
	return print_call_of(text, at, name, n, level, depth);
}

void ct_expression_print(struct ct_text *text, const char *expression)
{
	const size_t before = text->length;
	const char *at = expression;

	if (print_expression(text, &at, COMPARISON, 0) && *at == '\0')
		return;
	if (!text->failed)
		text->length = before;
	ct_text_add(text, expression);
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
