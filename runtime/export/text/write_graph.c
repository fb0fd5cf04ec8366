/*
 * Writing graphs, their nodes, and the arguments of these, which may be graphs again.
 */
#include "export/text/write.h"

typedef struct ct_graph graph;
typedef struct ct_graph_argument argument;
typedef struct ct_json_writer writer;

/* --- Values, and what may be one -------------------------------------------------------------- */

static void write_named(writer *to, const graph *of, const argument *self)
{
	ct_json_key(to, "name");
	ct_json_put_string(to, of->values[self->value].name);
}

/* {"name": "x"} */
static void write_name(writer *to, const graph *of, const argument *self)
{
	ct_json_open(to, '{');
	write_named(to, of, self);
	ct_json_close(to, '}');
}

static void write_custom_obj(writer *to, const graph *of, const argument *self)
{
	ct_json_open(to, '{');
	write_named(to, of, self);
	ct_json_key(to, "class_fqn");
	ct_json_put_string(to, self->string);
	ct_json_close(to, '}');
}

/* {"as_name": "sym_size"} or {"as_int": 2} */
static void write_symbol(writer *to, const graph *of, const argument *self)
{
	ct_json_open(to, '{');
	if (self->value != CT_NO_VALUE) {
		ct_json_key(to, "as_name");
		ct_json_put_string(to, of->values[self->value].name);
	} else if (self->arm == CT_ARM_SYM_INT) {
		ct_json_key(to, "as_int");
		ct_json_put_int(to, self->i);
	} else if (self->arm == CT_ARM_SYM_FLOAT) {
		ct_json_key(to, "as_float");
		ct_json_put_float(to, self->f);
	} else {
		ct_json_key(to, "as_bool");
		ct_json_put_bool(to, self->i);
	}
	ct_json_close(to, '}');
}

/* {"as_tensor": {"name": "x"}} or {"as_none": true} */
static void write_optional(writer *to, const graph *of, const argument *self)
{
	ct_json_open(to, '{');
	if (self->value != CT_NO_VALUE) {
		ct_json_key(to, "as_tensor");
		write_name(to, of, self);
	} else {
		ct_json_key(to, "as_none");
		ct_json_put_bool(to, true);
	}
	ct_json_close(to, '}');
}

/* --- Constants -------------------------------------------------------------------------------- */

/* A dtype, a layout or a memory format, by the schema's number; 0 is its "unknown". */
static void write_enumerator(writer *to, int64_t ours,
			     bool (*number_of)(int32_t ours, int64_t *number))
{
	int64_t number = 0;

	number_of((int32_t)ours, &number);
	ct_json_put_int(to, number);
}

static void write_complex(writer *to, const argument *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "real");
	ct_json_put_float(to, self->f);
	ct_json_key(to, "imag");
	ct_json_put_float(to, self->imaginary);
	ct_json_close(to, '}');
}

static void write_graph_argument(writer *to, const argument *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "name");
	ct_json_put_string(to, self->string);
	ct_json_key(to, "graph");
	ct_write_graph(to, self->graph);
	ct_json_close(to, '}');
}

/* --- Lists and dictionaries ------------------------------------------------------------------- */

static void write_items(writer *to, const graph *of, const argument *self)
{
	ct_json_open(to, '[');
	for (int64_t i = 0; i < self->items_len; i++)
		if (self->arm == CT_ARM_OPTIONAL_TENSORS)
			write_optional(to, of, &self->items[i]);
		else
			ct_write_argument_content(to, of, &self->items[i]);
	ct_json_close(to, ']');
}

static void write_string_to_argument(writer *to, const graph *of, const argument *self)
{
	ct_json_open(to, '{');
	for (int64_t i = 0; i < self->items_len; i++) {
		ct_json_key(to, self->names[i]);
		ct_write_argument(to, of, &self->items[i]);
	}
	ct_json_close(to, '}');
}

/* --- Arguments -------------------------------------------------------------------------------- */

void ct_write_argument_content(writer *to, const graph *of, const argument *self)
{
	switch (self->arm) {
	case CT_ARM_NONE:
		ct_json_put_bool(to, true);
		break;
	case CT_ARM_TENSOR:
	case CT_ARM_TOKEN:
		write_name(to, of, self);
		break;
	case CT_ARM_INT:
		ct_json_put_int(to, self->i);
		break;
	case CT_ARM_FLOAT:
		ct_json_put_float(to, self->f);
		break;
	case CT_ARM_BOOL:
		ct_json_put_bool(to, self->i);
		break;
	case CT_ARM_STRING:
	case CT_ARM_OPERATOR:
		ct_json_put_string(to, self->string);
		break;
	case CT_ARM_SYM_INT:
	case CT_ARM_SYM_FLOAT:
	case CT_ARM_SYM_BOOL:
		write_symbol(to, of, self);
		break;
	case CT_ARM_SCALAR_TYPE:
		write_enumerator(to, self->i, ct_graph_dtype_number);
		break;
	case CT_ARM_LAYOUT:
		write_enumerator(to, self->i, ct_graph_layout_number);
		break;
	case CT_ARM_MEMORY_FORMAT:
		write_enumerator(to, self->i, ct_graph_memory_format_number);
		break;
	case CT_ARM_DEVICE:
		ct_write_device(to, self->string, self->index);
		break;
	case CT_ARM_COMPLEX:
		write_complex(to, self);
		break;
	case CT_ARM_GRAPH:
		write_graph_argument(to, self);
		break;
	case CT_ARM_CUSTOM_OBJ:
		write_custom_obj(to, of, self);
		break;
	case CT_ARM_OPTIONAL_TENSOR:
		write_optional(to, of, self);
		break;
	case CT_ARM_STRING_TO_ARGUMENT:
		write_string_to_argument(to, of, self);
		break;
	default:
		write_items(to, of, self);
		break;
	}
}

void ct_write_argument(writer *to, const graph *of, const argument *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, ct_arm_name(self->arm));
	ct_write_argument_content(to, of, self);
	ct_json_close(to, '}');
}

void ct_write_arguments(writer *to, const graph *of, const argument *arguments, int64_t len)
{
	ct_json_open(to, '[');
	for (int64_t i = 0; i < len; i++)
		ct_write_argument(to, of, &arguments[i]);
	ct_json_close(to, ']');
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static void write_input(writer *to, const graph *of, const struct ct_graph_input *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "name");
	ct_json_put_string(to, self->name);
	ct_json_key(to, "arg");
	ct_write_argument(to, of, &self->argument);
	ct_json_key(to, "kind");
	if (self->kind == CT_GRAPH_KIND_UNKNOWN)
		ct_json_put_null(to);
	else
		ct_json_put_int(to, self->kind);
	ct_json_close(to, '}');
}

static void write_inputs(writer *to, const graph *of, const struct ct_graph_node *self)
{
	ct_json_open(to, '[');
	for (int64_t i = 0; i < self->inputs_len; i++)
		write_input(to, of, &self->inputs[i]);
	ct_json_close(to, ']');
}

static void write_node(writer *to, const graph *of, const struct ct_graph_node *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "target");
	ct_json_put_string(to, self->target);
	ct_json_key(to, "inputs");
	write_inputs(to, of, self);
	ct_json_key(to, "outputs");
	ct_write_arguments(to, of, self->outputs, self->outputs_len);
	if (!to->no_metadata) {
		ct_json_key(to, "metadata");
		ct_write_pairs(to, self->metadata, self->metadata_len);
	}
	ct_json_key(to, "is_hop_single_tensor_return");
	if (self->returns_single == CT_GRAPH_UNSAID)
		ct_json_put_null(to);
	else
		ct_json_put_bool(to, self->returns_single == CT_GRAPH_YES);
	ct_json_key(to, "name");
	ct_json_put_string(to, self->name);
	ct_json_close(to, '}');
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static void write_nodes(writer *to, const graph *self)
{
	ct_json_open(to, '[');
	for (int64_t i = 0; i < self->nodes_len; i++)
		write_node(to, self, &self->nodes[i]);
	ct_json_close(to, ']');
}

void ct_write_graph(writer *to, const graph *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "inputs");
	ct_write_arguments(to, self, self->inputs, self->inputs_len);
	ct_json_key(to, "outputs");
	ct_write_arguments(to, self, self->outputs, self->outputs_len);
	ct_json_key(to, "nodes");
	write_nodes(to, self);
	ct_json_key(to, "tensor_values");
	ct_write_values(to, self, CT_GRAPH_TENSOR);
	ct_json_key(to, "sym_int_values");
	ct_write_values(to, self, CT_GRAPH_SYM_INT);
	ct_json_key(to, "sym_bool_values");
	ct_write_values(to, self, CT_GRAPH_SYM_BOOL);
	ct_json_key(to, "is_single_tensor_return");
	ct_json_put_bool(to, self->returns_single);
	ct_json_key(to, "custom_obj_values");
	ct_write_values(to, self, CT_GRAPH_CUSTOM_OBJ);
	ct_json_key(to, "sym_float_values");
	ct_write_values(to, self, CT_GRAPH_SYM_FLOAT);
	ct_json_close(to, '}');
}
