#include "compile/level1/level1.h"

#include <string.h>

/* --- Dtypes ----------------------------------------------------------------------------------- */

static const struct {
	ct_dtype dtype;
	const char *c;
	int64_t nbytes;
} dtypes[] = {
	{ CT_FLOAT32, "float", 4 }, { CT_FLOAT64, "double", 8 }, { CT_INT64, "int64_t", 8 },
	{ CT_INT32, "int32_t", 4 }, { CT_BOOL, "bool", 1 },      { CT_BFLOAT16, "uint16_t", 2 },
};

bool is_float(ct_dtype dtype)
{
	return dtype == CT_FLOAT32 || dtype == CT_FLOAT64 || dtype == CT_BFLOAT16;
}

ct_dtype dtype_computed(ct_dtype dtype)
{
	return dtype == CT_BFLOAT16 ? CT_FLOAT32 : dtype;
}

const char *dtype_c(ct_dtype dtype)
{
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
		if (dtypes[i].dtype == dtype)
			return dtypes[i].c;
	return NULL;
}

int64_t dtype_nbytes(ct_dtype dtype)
{
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
		if (dtypes[i].dtype == dtype)
			return dtypes[i].nbytes;
	return 0;
}

const char *cast_text(struct arena *arena, ct_dtype from, ct_dtype to)
{
	const char *value = from == CT_BFLOAT16 ? "bf16_to_float($0)" : "$0";

	if (dtype_computed(from) == to)
		return value;
	if (to == CT_BOOL)
		return arena_printf(arena, "%s != 0", value);
	if (to == CT_BFLOAT16)
		return from == CT_FLOAT32 ? "float_to_bf16($0)" : "float_to_bf16((float)$0)";
	return arena_printf(arena, "(%s)%s", dtype_c(to), value);
}

/* --- Values ----------------------------------------------------------------------------------- */

struct array *array_of(const struct level1 *self, const struct variable *variable)
{
	return &self->values[variable - self->function->variables];
}

struct array *array_of_arg(const struct level1 *self, const struct node *node, const char *name)
{
	const struct ct_graph_argument *given = node_arg(node, name);
	struct variable *variable = given ? variable_of(node->in, given) : NULL;
	struct array *value;

	if (!variable || variable->held != HELD_TENSOR)
		return NULL;
	value = array_of(self, variable);
	return value->root->memory == MEMORY_UNKNOWN ? NULL : value;
}

struct array *array_new(struct level1 *self, const char *name, ct_dtype dtype,
			const struct layout *layout)
{
	struct array *value = arena_alloc(self->arena, sizeof *value);

	*value = (struct array){ .name = name,
				 .root = value,
				 .layout = *layout,
				 .dtype = dtype,
				 .memory = MEMORY_NONE };
	layout_make_contiguous(self->arena, &value->layout);
	return value;
}

bool array_layout(struct program *program, const struct variable *variable, struct layout *layout)
{
	const struct ct_graph_size *offset = variable->from->tensor
						     ? &variable->from->tensor->offset
						     : NULL;

	if (variable->dim < 0 || variable->dim > LOOP_DIMS || !dtype_c(variable->dtype) ||
	    !variable->strides || !offset || offset->expression)
		return false;
	layout->dim = (size_t)variable->dim;
	layout->offset = (struct count){ .n = offset->i };
	for (size_t i = 0; i < layout->dim; i++)
		if (!count_of(program, &variable->sizes[i], &layout->sizes[i]) ||
		    !count_of(program, &variable->strides[i], &layout->strides[i]))
			return false;
	return true;
}

static bool is_on_cpu(const struct variable *variable)
{
	const struct ct_graph_tensor *tensor = variable->from->tensor;

	return tensor && !strcmp(tensor->device.type, "cpu") && tensor->layout == CT_STRIDED;
}

/* NAME_load() makes sure of what the archive says of its weights. */
static bool is_as_stored(const struct weight *weight, const struct layout *layout)
{
	bool same = weight->dtype == weight->variable->dtype && (int64_t)layout->dim == weight->dim;

	for (size_t i = 0; same && i < layout->dim; i++)
		same = count_is(layout->sizes[i], weight->sizes[i]) &&
		       (weight->sizes[i] == 1 || count_is(layout->strides[i], weight->strides[i]));
	return same;
}

static void find_value(struct level1 *self, struct variable *variable)
{
	struct array *value = array_of(self, variable);

	*value = (struct array){ .variable = variable,
				 .name = variable->from->name,
				 .root = value,
				 .dtype = variable->dtype };
	if (variable->held != HELD_TENSOR || !is_on_cpu(variable) ||
	    !array_layout(self->program, variable, &value->layout) ||
	    (variable->weight && !is_as_stored(variable->weight, &value->layout)))
		return;
	value->memory = variable->weight ? MEMORY_WEIGHT : MEMORY_TENSOR;
	value->layout.offset = (struct count){ 0 };
	/* What the caller passes is made contiguous; a result of a call is as PyTorch says. */
	if (!variable->made_by && !variable->weight)
		layout_make_contiguous(self->arena, &value->layout);
}

bool array_is_as_exported(struct program *program, const struct array *array)
{
	struct layout exported;

	if (!array->variable || !array_layout(program, array->variable, &exported) ||
	    !count_equal(exported.offset, array->layout.offset) ||
	    !layout_same_sizes(&exported, &array->layout))
		return false;
	for (size_t i = 0; i < exported.dim; i++)
		if (!count_is(exported.sizes[i], 1) &&
		    !count_equal(exported.strides[i], array->layout.strides[i]))
			return false;
	return true;
}

void arrays_find(struct level1 *self)
{
	const int64_t len = self->function->graph->values_len;

	self->values = arena_alloc(self->arena, (size_t)(len + 1) * sizeof *self->values);
	for (int64_t i = 0; i < len; i++)
		find_value(self, &self->function->variables[i]);
}
