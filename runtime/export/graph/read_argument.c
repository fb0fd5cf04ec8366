/*
 * Reading the arguments of nodes and of graphs: the schema's unions.
 */
#include <stddef.h>
#include <string.h>

#include "export/graph/read.h"

typedef struct ct_graph_argument argument;

static struct ct_graph_values *values_of(void *context)
{
	return ((struct ct_graph_reading *)context)->values;
}

/* --- Names of values -------------------------------------------------------------------------- */

static void read_value(struct ct_json_reader *reader, argument *self, void *context)
{
	self->value = ct_graph_values_find(values_of(context), reader, ct_json_string(reader));
}

static void read_name(struct ct_json_reader *reader, void *item, void *context)
{
	read_value(reader, item, context);
}

/* {"name": "x"} */
static const struct ct_json_field name_fields[] = { { "name", read_name, 0, false } };

void ct_read_tensor_argument(struct ct_json_reader *reader, void *item, void *context)
{
	((argument *)item)->arm = CT_ARM_TENSOR;
	CT_JSON_OBJECT(reader, name_fields, item, context);
}

void ct_read_token_argument(struct ct_json_reader *reader, void *item, void *context)
{
	((argument *)item)->arm = CT_ARM_TOKEN;
	CT_JSON_OBJECT(reader, name_fields, item, context);
}

static const struct ct_json_field custom_obj_fields[] = {
	{ "name", read_name, 0, false },
	{ "class_fqn", ct_json_read_string, offsetof(argument, string), false },
};

void ct_read_custom_obj_argument(struct ct_json_reader *reader, void *item, void *context)
{
	((argument *)item)->arm = CT_ARM_CUSTOM_OBJ;
	CT_JSON_OBJECT(reader, custom_obj_fields, item, context);
}

/* --- Symbols ---------------------------------------------------------------------------------- */

static void fail_arm(struct ct_json_reader *reader, const char *what)
{
	ct_json_fail(reader, "unknown kind of %s; a later release may have written the file", what);
}

/* {"as_name": "sym_size"} or {"as_int": 2}; the arm is set. */
static void read_symbol_arm(struct ct_json_reader *reader, const char *key, void *item,
			    void *context)
{
	argument *self = item;

	self->value = CT_NO_VALUE;
	if (strcmp(key, "as_name") == 0)
		read_value(reader, self, context);
	else if (strcmp(key, "as_int") == 0 && self->arm == CT_ARM_SYM_INT)
		self->i = ct_json_int(reader);
	else if (strcmp(key, "as_float") == 0 && self->arm == CT_ARM_SYM_FLOAT)
		self->f = ct_json_float(reader);
	else if (strcmp(key, "as_bool") == 0 && self->arm == CT_ARM_SYM_BOOL)
		self->i = ct_json_bool(reader);
	else
		fail_arm(reader, "symbol");
}

static void read_symbol(struct ct_json_reader *reader, argument *self, enum ct_graph_arm arm,
			void *context)
{
	self->arm = arm;
	ct_json_union(reader, read_symbol_arm, self, context);
}

/* {"as_tensor": {"name": "x"}} or {"as_none": true} */
static void read_optional_arm(struct ct_json_reader *reader, const char *key, void *item,
			      void *context)
{
	argument *self = item;

	if (strcmp(key, "as_tensor") == 0) {
		CT_JSON_OBJECT(reader, name_fields, self, context);
	} else if (strcmp(key, "as_none") == 0) {
		ct_json_skip(reader);
		self->value = CT_NO_VALUE;
	} else {
		fail_arm(reader, "optional tensor");
	}
}

static void read_optional_tensor(struct ct_json_reader *reader, void *item, void *context)
{
	argument *self = item;

	self->arm = CT_ARM_TENSOR;
	ct_json_union(reader, read_optional_arm, self, context);
	if (self->value == CT_NO_VALUE)
		self->arm = CT_ARM_NONE;
}

/* --- Items of lists --------------------------------------------------------------------------- */

static void read_int_item(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(argument *)item = (argument){ CT_ARM_INT, CT_NO_VALUE, { ct_json_int(reader) },
					{ 0 },      { NULL },    NULL };
}

static void read_float_item(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(argument *)item = (argument){ .arm = CT_ARM_FLOAT,
					.value = CT_NO_VALUE,
					.f = ct_json_float(reader) };
}

static void read_bool_item(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(argument *)item = (argument){ .arm = CT_ARM_BOOL,
					.value = CT_NO_VALUE,
					.i = ct_json_bool(reader) };
}

static void read_string_item(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(argument *)item = (argument){ .arm = CT_ARM_STRING,
					.value = CT_NO_VALUE,
					.string = ct_json_string(reader) };
}

static void read_sym_int_item(struct ct_json_reader *reader, void *item, void *context)
{
	read_symbol(reader, item, CT_ARM_SYM_INT, context);
}

static void read_sym_float_item(struct ct_json_reader *reader, void *item, void *context)
{
	read_symbol(reader, item, CT_ARM_SYM_FLOAT, context);
}

static void read_sym_bool_item(struct ct_json_reader *reader, void *item, void *context)
{
	read_symbol(reader, item, CT_ARM_SYM_BOOL, context);
}

static void read_items(struct ct_json_reader *reader, argument *self, ct_json_item item,
		       void *context)
{
	self->items = ct_json_list(reader, item, sizeof *self->items, context, &self->items_len);
}

static void read_ints_item(struct ct_json_reader *reader, void *item, void *context)
{
	*(argument *)item = (argument){ .arm = CT_ARM_INTS, .value = CT_NO_VALUE };
	read_items(reader, item, read_int_item, context);
}

static void read_floats_item(struct ct_json_reader *reader, void *item, void *context)
{
	*(argument *)item = (argument){ .arm = CT_ARM_FLOATS, .value = CT_NO_VALUE };
	read_items(reader, item, read_float_item, context);
}

static void read_tensors_item(struct ct_json_reader *reader, void *item, void *context)
{
	*(argument *)item = (argument){ .arm = CT_ARM_TENSORS, .value = CT_NO_VALUE };
	read_items(reader, item, ct_read_tensor_argument, context);
}

/* --- Dictionaries ----------------------------------------------------------------------------- */

struct named_argument {
	const char *name;
	argument argument;
};

static void read_named_argument(struct ct_json_reader *reader, void *item, void *context)
{
	ct_read_argument(reader, &((struct named_argument *)item)->argument, context);
}

/* As a list of arguments and one of their names. */
static void read_string_to_argument(struct ct_json_reader *reader, argument *self, void *context)
{
	int64_t len;
	const struct named_argument *all = ct_json_dict(reader, read_named_argument, sizeof *all,
							context, &len);
	argument *items;
	const char **names;

	if (len == 0)
		return;
	items = ct_arena_new(reader->arena, (size_t)len * sizeof *items);
	names = ct_arena_new(reader->arena, (size_t)len * sizeof *names);
	if (items == NULL || names == NULL) {
		ct_json_fail(reader, "no memory for a dictionary");
		return;
	}
	for (int64_t i = 0; i < len; i++) {
		items[i] = all[i].argument;
		names[i] = all[i].name;
	}
	self->items = items;
	self->names = names;
	self->items_len = len;
}

/* --- Single arms ------------------------------------------------------------------------------ */

static const struct ct_json_field device_fields[] = {
	{ "type", ct_json_read_string, offsetof(argument, string), false },
	{ "index", ct_json_read_int, offsetof(argument, index), true },
};

static void read_device(struct ct_json_reader *reader, argument *self, void *context)
{
	self->index = -1;
	CT_JSON_OBJECT(reader, device_fields, self, context);
}

static void read_float_field(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(double *)item = ct_json_float(reader);
}

static const struct ct_json_field complex_fields[] = {
	{ "real", read_float_field, offsetof(argument, f), false },
	{ "imag", read_float_field, offsetof(argument, imaginary), false },
};

/* In the reading, since graphs have arguments. */
static void read_inner_graph(struct ct_json_reader *reader, void *item, void *context)
{
	((struct ct_graph_reading *)context)->read_graph(reader, item, context);
}

static const struct ct_json_field graph_fields[] = {
	{ "name", ct_json_read_string, offsetof(argument, string), false },
	{ "graph", read_inner_graph, offsetof(argument, graph), false },
};

/* A dtype, a layout or a memory format, by the schema's number. */
static void read_enumerator(struct ct_json_reader *reader, argument *self,
			    bool (*ours)(int64_t number, int32_t *result))
{
	const int64_t number = ct_json_int(reader);
	int32_t result = 0;

	if (!ours(number, &result))
		ct_json_fail(reader, "unknown number %lld", (long long)number);
	self->i = result;
}

/* Those that need no list. */
static void read_single(struct ct_json_reader *reader, argument *self, void *context)
{
	switch (self->arm) {
	case CT_ARM_NONE:
		ct_json_skip(reader);
		break;
	case CT_ARM_TENSOR:
		CT_JSON_OBJECT(reader, name_fields, self, context);
		break;
	case CT_ARM_INT:
		self->i = ct_json_int(reader);
		break;
	case CT_ARM_FLOAT:
		self->f = ct_json_float(reader);
		break;
	case CT_ARM_BOOL:
		self->i = ct_json_bool(reader);
		break;
	case CT_ARM_STRING:
	case CT_ARM_OPERATOR:
		self->string = ct_json_string(reader);
		break;
	case CT_ARM_SYM_INT:
	case CT_ARM_SYM_FLOAT:
	case CT_ARM_SYM_BOOL:
		ct_json_union(reader, read_symbol_arm, self, context);
		break;
	case CT_ARM_SCALAR_TYPE:
		read_enumerator(reader, self, ct_graph_dtype_of);
		break;
	case CT_ARM_LAYOUT:
		read_enumerator(reader, self, ct_graph_layout_of);
		break;
	case CT_ARM_MEMORY_FORMAT:
		read_enumerator(reader, self, ct_graph_memory_format_of);
		break;
	case CT_ARM_DEVICE:
		read_device(reader, self, context);
		break;
	case CT_ARM_COMPLEX:
		CT_JSON_OBJECT(reader, complex_fields, self, context);
		break;
	case CT_ARM_GRAPH:
		CT_JSON_OBJECT(reader, graph_fields, self, context);
		break;
	case CT_ARM_CUSTOM_OBJ:
		CT_JSON_OBJECT(reader, custom_obj_fields, self, context);
		break;
	case CT_ARM_OPTIONAL_TENSOR:
		ct_json_union(reader, read_optional_arm, self, context);
		break;
	case CT_ARM_TOKEN:
		CT_JSON_OBJECT(reader, name_fields, self, context);
		break;
	default:
		read_string_to_argument(reader, self, context);
		break;
	}
}

/* The reader of the items of an arm that is a list; NULL: it is none. */
static ct_json_item items_of(enum ct_graph_arm arm)
{
	switch (arm) {
	case CT_ARM_TENSORS:
		return ct_read_tensor_argument;
	case CT_ARM_OPTIONAL_TENSORS:
		return read_optional_tensor;
	case CT_ARM_NESTED_TENSORS:
		return read_tensors_item;
	case CT_ARM_INTS:
		return read_int_item;
	case CT_ARM_INT_LISTS:
		return read_ints_item;
	case CT_ARM_FLOATS:
		return read_float_item;
	case CT_ARM_FLOAT_LISTS:
		return read_floats_item;
	case CT_ARM_BOOLS:
		return read_bool_item;
	case CT_ARM_STRINGS:
		return read_string_item;
	case CT_ARM_SYM_INTS:
		return read_sym_int_item;
	case CT_ARM_SYM_FLOATS:
		return read_sym_float_item;
	case CT_ARM_SYM_BOOLS:
		return read_sym_bool_item;
	default:
		return NULL;
	}
}

/* {"as_tensor": ...}, ... */
static void read_arm(struct ct_json_reader *reader, const char *key, void *item, void *context)
{
	argument *self = item;
	enum ct_graph_arm arm;

	if (!ct_arm_of(key, &arm)) {
		fail_arm(reader, "argument");
		return;
	}
	*self = (argument){ .arm = arm, .value = CT_NO_VALUE };
	if (items_of(arm))
		read_items(reader, self, items_of(arm), context);
	else
		read_single(reader, self, context);
}

void ct_read_argument(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_union(reader, read_arm, item, context);
}

void ct_read_arguments(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, ct_read_argument, sizeof(argument), context, item);
}

void ct_read_string_arguments(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, read_string_item, sizeof(argument), context, item);
}
