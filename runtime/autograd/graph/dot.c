/*
 * A graph in Graphviz's language.
 *
 * Boxes are named t0, t1, ... (drawn tensors), f0, f1, ... (nodes) and l0, l1, ... (leaves), not by
 * address, so that you can compare two drawings.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "autograd/graph/walk.h"
#include "core/base/dot.h"

static void write_tensor(char letter, int64_t number, const ct_tensor *tensor, const char *color,
			 const ct_graph_options *options, FILE *stream)
{
	const char *name = ct_graph_name(options, tensor);

	fprintf(stream, "\t%c%lld [label=\"", letter, (long long)number);
	if (name) {
		ct_dot_write(name, stream);
		fputs("\\n", stream);
	}
	ct_graph_write_shape(tensor, stream);
	fprintf(stream, "\", fillcolor=\"%s\"];\n", color);
}

/* The number of the input, if there are several. */
static void write_input(const ct_node *node, int64_t input_nr, FILE *stream)
{
	if (ct_node_input_count(node) > 1)
		fprintf(stream, " [label=\"%lld\"]", (long long)input_nr);
	fputs(";\n", stream);
}

static ct_error dot_write_leaf(const ct_node *node, int64_t number, const ct_graph_options *options,
			       FILE *stream)
{
	ct_tensor *leaf;

	CT_TRY(ct_node_variable(node, &leaf));
	if (leaf) {
		write_tensor('l', number, leaf, CT_DOT_LEAF, options, stream);
		fprintf(stream, "\tl%lld -> f%lld;\n", (long long)number, (long long)number);
	}
	ct_tensor_free(leaf);
	return NULL;
}

static ct_error dot_write_node(const struct ct_graph *graph, int64_t number,
			       const ct_graph_options *options, FILE *stream)
{
	const ct_node *node = graph->found[number].node;

	fprintf(stream, "\tf%lld [label=\"", (long long)number);
	ct_dot_write(ct_node_name(node), stream);
	fputs("\"];\n", stream);
	for (int64_t i = 0; i < ct_node_next_count(node); i++) {
		int64_t input_nr;
		const ct_node *next = ct_node_next(node, i, &input_nr);

		if (next == NULL)
			continue;
		fprintf(stream, "\tf%lld -> f%lld", (long long)ct_graph_index(graph, next),
			(long long)number);
		write_input(next, input_nr, stream);
	}
	return dot_write_leaf(node, number, options, stream);
}

ct_error ct_graph_draw_dot(struct ct_graph *graph, ct_tensor *const *tensors,
			   const ct_graph_options *options, FILE *stream, const char *function)
{
	(void)function;
	ct_dot_begin("autograd", stream);
	for (int64_t i = 0; i < graph->roots_len; i++) {
		write_tensor('t', i, tensors[i], CT_DOT_RESULT, options, stream);
		if (graph->roots[i] == NULL)
			continue;
		fprintf(stream, "\tf%lld -> t%lld",
			(long long)ct_graph_index(graph, graph->roots[i]), (long long)i);
		write_input(graph->roots[i], ct_tensor_output_nr(tensors[i]), stream);
	}
	for (int64_t i = 0; i < graph->found_len; i++)
		CT_TRY(dot_write_node(graph, i, options, stream));
	fputs("}\n", stream);
	return NULL;
}
