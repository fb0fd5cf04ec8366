/*
 * Reading graphs and their nodes.
 */
#include <stddef.h>

#include "export/graph/read.h"

typedef struct ct_graph_node node;
typedef struct ct_graph_input input;
typedef struct ct_graph graph;

/* --- Lists that structs have with their length ------------------------------------------------ */

/* That the length follows the pointer. */
#define CHECK_LIST(type, items)                                                               \
	_Static_assert(offsetof(type, items##_len) == offsetof(type, items) + sizeof(void *), \
		       "a list and its length")

static void read_string_at(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(const char **)item = ct_json_string(reader);
}

void ct_read_strings(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, read_string_at, sizeof(char *), context, item);
}

static void read_text_pair(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_pair *pair = item;

	(void)context;
	/* Its meaning is only for people, so another type of a later release does no harm. */
	pair->text = ct_json_peek(reader) == '"' ? ct_json_string(reader) : ct_json_raw(reader);
}

void ct_read_pairs(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_dict(reader, read_text_pair, sizeof(struct ct_graph_pair), context, item);
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static void read_kind(struct ct_json_reader *reader, void *item, void *context)
{
	const int64_t kind = ct_json_int(reader);

	(void)context;
	if (kind < CT_GRAPH_KIND_UNKNOWN || kind > CT_GRAPH_KEYWORD)
		ct_json_fail(reader, "unknown kind %lld of argument", (long long)kind);
	*(enum ct_graph_argument_kind *)item = (enum ct_graph_argument_kind)kind;
}

static const struct ct_json_field input_fields[] = {
	{ "name", ct_json_read_string, offsetof(input, name), false },
	{ "arg", ct_read_argument, offsetof(input, argument), false },
	{ "kind", read_kind, offsetof(input, kind), true },
};

static void read_input(struct ct_json_reader *reader, void *item, void *context)
{
	CT_JSON_OBJECT(reader, input_fields, item, context);
}

static void read_inputs(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, read_input, sizeof(input), context, item);
}

static void read_answer(struct ct_json_reader *reader, void *item, void *context)
{
	(void)context;
	*(enum ct_graph_answer *)item = ct_json_bool(reader) ? CT_GRAPH_YES : CT_GRAPH_NO;
}

CHECK_LIST(node, inputs);
CHECK_LIST(node, outputs);
CHECK_LIST(node, metadata);

static const struct ct_json_field node_fields[] = {
	{ "target", ct_json_read_string, offsetof(node, target), false },
	{ "inputs", read_inputs, offsetof(node, inputs), false },
	{ "outputs", ct_read_arguments, offsetof(node, outputs), false },
	{ "metadata", ct_read_pairs, offsetof(node, metadata), true },
	{ "is_hop_single_tensor_return", read_answer, offsetof(node, returns_single), true },
	{ "name", ct_json_read_string, offsetof(node, name), true },
};

static void read_node(struct ct_json_reader *reader, void *item, void *context)
{
	((node *)item)->returns_single = CT_GRAPH_UNSAID;
	CT_JSON_OBJECT(reader, node_fields, item, context);
}

static void read_nodes(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, read_node, sizeof(node), context, item);
}

/* --- Graphs ----------------------------------------------------------------------------------- */

CHECK_LIST(graph, inputs);
CHECK_LIST(graph, outputs);
CHECK_LIST(graph, nodes);

static const struct ct_json_field fields[] = {
	{ "inputs", ct_read_arguments, offsetof(graph, inputs), false },
	{ "outputs", ct_read_arguments, offsetof(graph, outputs), false },
	{ "nodes", read_nodes, offsetof(graph, nodes), false },
	{ "tensor_values", ct_read_tensor_values, 0, false },
	{ "sym_int_values", ct_read_sym_int_values, 0, false },
	{ "sym_bool_values", ct_read_sym_bool_values, 0, false },
	{ "is_single_tensor_return", ct_json_read_bool, offsetof(graph, returns_single), true },
	{ "custom_obj_values", ct_read_custom_obj_values, 0, true },
	{ "sym_float_values", ct_read_sym_float_values, 0, true },
};

void ct_read_graph(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_values values = { 0 };
	struct ct_graph_reading inside = { &values, ct_read_graph };
	graph *self = ct_arena_new(reader->arena, sizeof *self);

	(void)context;
	if (self == NULL) {
		ct_json_fail(reader, "no memory for the graph");
		return;
	}
	CT_JSON_OBJECT(reader, fields, self, &inside);
	self->values_len = values.len;
	self->values = ct_graph_values_end(&values, reader);
	*(const graph **)item = self;
}
