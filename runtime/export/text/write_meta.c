/*
 * Writing what a file says about the values of a graph: dtypes, sizes, symbols.
 */
#include <stdlib.h>

#include "core/base/lengths.h"
#include "export/text/write.h"

typedef struct ct_graph_size size;
typedef struct ct_graph_symbol symbol;
typedef struct ct_graph_tensor tensor;
typedef struct ct_graph_value value;
typedef struct ct_json_writer writer;

/* --- Expressions ------------------------------------------------------------------------------ */

static void write_constant(writer *to, const symbol *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, ct_arm_name(self->hint));
	if (self->hint == CT_ARM_FLOAT)
		ct_json_put_float(to, self->f);
	else if (self->hint == CT_ARM_BOOL)
		ct_json_put_bool(to, self->i);
	else
		ct_json_put_int(to, self->i);
	ct_json_close(to, '}');
}

/* {"as_expr": {"expr_str": "Symbol('s0')", "hint": {"as_int": 2}}} or {"as_int": 2} */
static void write_symbol_value(writer *to, const symbol *self)
{
	if (self->expression == NULL) {
		write_constant(to, self);
		return;
	}
	ct_json_open(to, '{');
	ct_json_key(to, "as_expr");
	ct_json_open(to, '{');
	ct_json_key(to, "expr_str");
	ct_json_put_string(to, self->expression);
	ct_json_key(to, "hint");
	if (self->hint == CT_ARM_NONE)
		ct_json_put_null(to);
	else
		write_constant(to, self);
	ct_json_close(to, '}');
	ct_json_close(to, '}');
}

static void write_size(writer *to, const size *self)
{
	const bool has_number = self->has_hint || self->expression == NULL;
	const symbol whole = { self->expression, has_number ? CT_ARM_INT : CT_ARM_NONE, self->i,
			       0 };

	write_symbol_value(to, &whole);
}

static void write_sizes(writer *to, const size *sizes, int64_t len)
{
	ct_json_open(to, '[');
	for (int64_t i = 0; i < len; i++)
		write_size(to, &sizes[i]);
	ct_json_close(to, ']');
}

/* --- Tensors ---------------------------------------------------------------------------------- */

void ct_write_device(writer *to, const char *type, int64_t index)
{
	ct_json_open(to, '{');
	ct_json_key(to, "type");
	ct_json_put_string(to, type);
	ct_json_key(to, "index");
	if (index < 0)
		ct_json_put_null(to);
	else
		ct_json_put_int(to, index);
	ct_json_close(to, '}');
}

void ct_write_tensor_meta(writer *to, const tensor *self)
{
	int64_t dtype = 0, layout = 0;

	ct_graph_dtype_number(self->dtype, &dtype);
	ct_graph_layout_number(self->layout, &layout);
	ct_json_open(to, '{');
	ct_json_key(to, "dtype");
	ct_json_put_int(to, dtype);
	ct_json_key(to, "sizes");
	write_sizes(to, self->sizes, self->dim);
	ct_json_key(to, "requires_grad");
	ct_json_put_bool(to, self->requires_grad);
	ct_json_key(to, "device");
	ct_write_device(to, self->device.type, self->device.index);
	ct_json_key(to, "strides");
	write_sizes(to, self->strides, self->dim);
	ct_json_key(to, "storage_offset");
	write_size(to, &self->offset);
	ct_json_key(to, "layout");
	ct_json_put_int(to, layout);
	ct_json_close(to, '}');
}

/* --- The values of a graph -------------------------------------------------------------------- */

static bool is_described(const value *self)
{
	return self->tensor || self->symbol || self->class_name;
}

static void write_value(writer *to, const value *self)
{
	ct_json_key(to, self->name);
	if (self->tensor) {
		ct_write_tensor_meta(to, self->tensor);
	} else if (self->symbol) {
		write_symbol_value(to, self->symbol);
	} else {
		ct_json_open(to, '{');
		ct_json_key(to, "name");
		ct_json_put_string(to, self->name);
		ct_json_key(to, "class_fqn");
		ct_json_put_string(to, self->class_name);
		ct_json_close(to, '}');
	}
}

/* As in the file; in a new program, which has no order, by their indices. */
static int compare_values(const void *a, const void *b)
{
	const value *const *first = a, *const *second = b;

	if ((*first)->order != (*second)->order)
		return (*first)->order < (*second)->order ? -1 : 1;
	return *first < *second ? -1 : *first > *second;
}

void ct_write_values(writer *to, const struct ct_graph *graph, enum ct_graph_value_kind kind)
{
	const value **found = ct_array_new(graph->values_len, sizeof *found);
	int64_t len = 0;

	if (found == NULL) {
		to->text->failed = true;
		return;
	}
	for (int64_t i = 0; i < graph->values_len; i++)
		if (graph->values[i].kind == kind && is_described(&graph->values[i]))
			found[len++] = &graph->values[i];
	qsort(found, (size_t)len, sizeof *found, compare_values);
	ct_json_open(to, '{');
	for (int64_t i = 0; i < len; i++)
		write_value(to, found[i]);
	ct_json_close(to, '}');
	free(found);
}
