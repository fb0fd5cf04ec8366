/*
 * Writing graphs and their nodes.
 */
#include "export/graph/write.h"

typedef struct ct_graph graph;
typedef struct ct_json_writer writer;

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
	ct_json_key(to, "metadata");
	ct_write_pairs(to, self->metadata, self->metadata_len);
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
