/*
 * Reading what a file says about the values of a graph: dtypes, sizes, symbols.
 */
#include <stddef.h>
#include <string.h>

#include "export/graph/read.h"

typedef struct ct_graph_size size;
typedef struct ct_graph_symbol symbol;
typedef struct ct_graph_tensor tensor;

/* --- Expressions ------------------------------------------------------------------------------ */

static void read_hint_arm(struct ct_json_reader *reader, const char *key, void *item, void *context)
{
	symbol *self = item;

	(void)context;
	if (!ct_arm_of(key, &self->hint))
		self->hint = CT_ARM_NONE;
	if (self->hint == CT_ARM_INT)
		self->i = ct_json_int(reader);
	else if (self->hint == CT_ARM_BOOL)
		self->i = ct_json_bool(reader);
	else if (self->hint == CT_ARM_FLOAT)
		self->f = ct_json_float(reader);
	else
		ct_json_fail(reader, "unknown kind of hint");
}

static void read_hint(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_union(reader, read_hint_arm, item, context);
}

static const struct ct_json_field expression_fields[] = {
	{ "expr_str", ct_json_read_string, offsetof(symbol, expression), false },
	{ "hint", read_hint, 0, true },
};

/* {"as_expr": ...}, or a constant. */
static void read_symbol_arm_of(struct ct_json_reader *reader, const char *key, void *item,
			       void *context)
{
	if (strcmp(key, "as_expr") == 0)
		CT_JSON_OBJECT(reader, expression_fields, item, context);
	else
		read_hint_arm(reader, key, item, context);
}

static void read_size(struct ct_json_reader *reader, void *item, void *context)
{
	symbol read = { 0 };

	ct_json_union(reader, read_symbol_arm_of, &read, context);
	if (read.hint != CT_ARM_INT && (read.hint || !read.expression))
		ct_json_fail(reader, "a size that is not an integer");
	*(size *)item = (size){ read.expression, read.i, read.hint == CT_ARM_INT };
}

/* --- Tensors ---------------------------------------------------------------------------------- */

static void read_dtype(struct ct_json_reader *reader, void *item, void *context)
{
	const int64_t number = ct_json_int(reader);

	(void)context;
	if (!ct_graph_dtype_of(number, item))
		ct_json_fail(reader, "unknown dtype %lld", (long long)number);
}

static void read_layout(struct ct_json_reader *reader, void *item, void *context)
{
	const int64_t number = ct_json_int(reader);

	(void)context;
	if (!ct_graph_layout_of(number, item))
		ct_json_fail(reader, "unknown layout %lld", (long long)number);
}

static const struct ct_json_field meta_device_fields[] = {
	{ "type", ct_json_read_string, offsetof(struct ct_graph_device, type), false },
	{ "index", ct_json_read_int, offsetof(struct ct_graph_device, index), true },
};

static void read_meta_device(struct ct_json_reader *reader, void *item, void *context)
{
	((struct ct_graph_device *)item)->index = -1;
	CT_JSON_OBJECT(reader, meta_device_fields, item, context);
}

/* Sizes and strides, whose numbers must agree. */
struct read_tensor {
	tensor tensor;
	int64_t strides;
};

static void read_sizes(struct ct_json_reader *reader, void *item, void *context)
{
	struct read_tensor *self = item;

	self->tensor.sizes = ct_json_list(reader, read_size, sizeof(size), context,
					  &self->tensor.dim);
}

static void read_strides(struct ct_json_reader *reader, void *item, void *context)
{
	struct read_tensor *self = item;

	self->tensor.strides = ct_json_list(reader, read_size, sizeof(size), context,
					    &self->strides);
}

static const struct ct_json_field tensor_fields[] = {
	{ "dtype", read_dtype, offsetof(tensor, dtype), false },
	{ "sizes", read_sizes, 0, false },
	{ "requires_grad", ct_json_read_bool, offsetof(tensor, requires_grad), false },
	{ "device", read_meta_device, offsetof(tensor, device), false },
	{ "strides", read_strides, 0, false },
	{ "storage_offset", read_size, offsetof(tensor, offset), false },
	{ "layout", read_layout, offsetof(tensor, layout), false },
};

void ct_read_tensor_meta(struct ct_json_reader *reader, void *item, void *context)
{
	struct read_tensor read = { .strides = 0 };

	CT_JSON_OBJECT(reader, tensor_fields, &read, context);
	if (read.strides != read.tensor.dim)
		ct_json_fail(reader, "%lld sizes, but %lld strides", (long long)read.tensor.dim,
			     (long long)read.strides);
	*(tensor *)item = read.tensor;
}

/* --- The values of a graph -------------------------------------------------------------------- */

/* The value that the key of a dictionary names; NULL: an error. */
static struct ct_graph_value *described(struct ct_json_reader *reader, void *item, void *context,
					enum ct_graph_value_kind kind)
{
	struct ct_graph_values *values = ((struct ct_graph_reading *)context)->values;
	const int32_t i = ct_graph_values_find(values, reader, *(const char **)item);

	if (i == CT_NO_VALUE)
		return NULL;
	if (values->at[i].kind != CT_GRAPH_UNKNOWN) {
		ct_json_fail(reader, "the value is described twice");
		return NULL;
	}
	values->at[i].kind = kind;
	values->at[i].order = values->described++;
	return &values->at[i];
}

static void read_tensor_value(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_value *value = described(reader, item, context, CT_GRAPH_TENSOR);
	tensor *read = ct_arena_new(reader->arena, sizeof *read);

	if (value == NULL || read == NULL) {
		ct_json_fail(reader, "no memory for its description");
		return;
	}
	ct_read_tensor_meta(reader, read, context);
	value->tensor = read;
}

static void read_symbol_value(struct ct_json_reader *reader, void *item, void *context,
			      enum ct_graph_value_kind kind)
{
	struct ct_graph_value *value = described(reader, item, context, kind);
	symbol *read = ct_arena_new(reader->arena, sizeof *read);

	if (value == NULL || read == NULL) {
		ct_json_fail(reader, "no memory for its description");
		return;
	}
	ct_json_union(reader, read_symbol_arm_of, read, context);
	value->symbol = read;
}

static void read_sym_int_value(struct ct_json_reader *reader, void *item, void *context)
{
	read_symbol_value(reader, item, context, CT_GRAPH_SYM_INT);
}

static void read_sym_float_value(struct ct_json_reader *reader, void *item, void *context)
{
	read_symbol_value(reader, item, context, CT_GRAPH_SYM_FLOAT);
}

static void read_sym_bool_value(struct ct_json_reader *reader, void *item, void *context)
{
	read_symbol_value(reader, item, context, CT_GRAPH_SYM_BOOL);
}

/* The name is that of the value, or only Python knows it. */
static const struct ct_json_field class_fields[] = {
	{ "class_fqn", ct_json_read_string, offsetof(struct ct_graph_value, class_name), false },
};

static void read_custom_obj_value(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_value *value = described(reader, item, context, CT_GRAPH_CUSTOM_OBJ);

	if (value)
		CT_JSON_OBJECT(reader, class_fields, value, context);
}

/* Only the keys are items: what they name is elsewhere. */
static void read_dictionary(struct ct_json_reader *reader, ct_json_item item, void *context)
{
	int64_t len;

	ct_json_dict(reader, item, sizeof(const char *), context, &len);
}

void ct_read_tensor_values(struct ct_json_reader *reader, void *item, void *context)
{
	(void)item;
	read_dictionary(reader, read_tensor_value, context);
}

void ct_read_sym_int_values(struct ct_json_reader *reader, void *item, void *context)
{
	(void)item;
	read_dictionary(reader, read_sym_int_value, context);
}

void ct_read_sym_float_values(struct ct_json_reader *reader, void *item, void *context)
{
	(void)item;
	read_dictionary(reader, read_sym_float_value, context);
}

void ct_read_sym_bool_values(struct ct_json_reader *reader, void *item, void *context)
{
	(void)item;
	read_dictionary(reader, read_sym_bool_value, context);
}

void ct_read_custom_obj_values(struct ct_json_reader *reader, void *item, void *context)
{
	(void)item;
	read_dictionary(reader, read_custom_obj_value, context);
}
