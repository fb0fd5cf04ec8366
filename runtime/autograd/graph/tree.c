/*
 * A graph as a tree for a terminal.
 *
 * Each node is drawn below the last of the nodes that lead to it; the others only name it. The
 * longest path from a node is drawn in the same column, so that a long chain stays at the margin;
 * the others are side branches. Those that would be too far to the right are named, and drawn at
 * the margin at the end.
 *
 * The branches being drawn are on an explicit stack: see walk.h.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "autograd/graph/walk.h"
#include "core/base/lengths.h"
#include "core/base/no_memory.h"

enum { MOST_LEVELS = 16 };

#define BRANCH "├─ "
#define LAST_BRANCH "└─ "
#define BESIDE_BRANCH "│  "
#define BELOW_LAST "   "

/* A node whose side branches are being drawn. */
struct level {
	int64_t node;
	int64_t edge;  /* the next one to draw */
	int64_t sides; /* number of remaining ones, including this one */
	int64_t trunk; /* the edge that goes on in the same column, or -1 */
};

struct drawing {
	struct ct_graph *graph;
	const ct_graph_options *options;
	FILE *stream;
	int64_t numbered; /* the last number given to a node */
	struct level levels[MOST_LEVELS + 1];
	const char *margin[MOST_LEVELS + 1]; /* prefix of the lines of a level */
	int depth;
	int64_t *postponed; /* nodes that are drawn at the margin */
	int64_t postponed_len;
};

static struct ct_found *found_at(const struct drawing *d, int64_t node)
{
	return &d->graph->found[node];
}

static const ct_node *next_of(const struct drawing *d, int64_t node, int64_t edge, int64_t *nr)
{
	return ct_node_next(found_at(d, node)->node, edge, nr);
}

/* The longest of the paths that are drawn here; -1 if there are only ends. */
static int64_t find_trunk(const struct drawing *d, int64_t node)
{
	int64_t trunk = -1, height = 1, edges = ct_node_next_count(found_at(d, node)->node);

	for (int64_t i = 0; i < edges; i++) {
		const ct_node *next = next_of(d, node, i, NULL);
		const struct ct_found *found = next ? found_at(d, ct_graph_index(d->graph, next))
						    : NULL;

		if (found && found->owner == node && found->edge == i && found->height > 1 &&
		    found->height >= height) {
			trunk = i;
			height = found->height;
		}
	}
	return trunk;
}

/* Removes the node's edges. A next node without other edges is drawn here. */
static struct level tree_arrive(const struct drawing *d, int64_t node)
{
	struct level level = { node, 0, 0, -1 };
	int64_t edges = ct_node_next_count(found_at(d, node)->node);

	for (int64_t i = 0; i < edges; i++) {
		const ct_node *next = next_of(d, node, i, NULL);
		struct ct_found *found;

		if (next == NULL)
			continue;
		found = found_at(d, ct_graph_index(d->graph, next));
		level.sides++;
		if (--found->left == 0) {
			found->owner = node;
			found->edge = i;
		}
	}
	level.trunk = find_trunk(d, node);
	level.sides -= level.trunk >= 0;
	return level;
}

static ct_error tree_write_leaf(const struct drawing *d, const ct_node *node)
{
	ct_tensor *leaf;
	const char *name;

	CT_TRY(ct_node_variable(node, &leaf));
	if (leaf == NULL)
		return NULL;
	name = ct_graph_name(d->options, leaf);
	fprintf(d->stream, " %s%s", name ? name : "", name ? " " : "");
	ct_graph_write_shape(leaf, d->stream);
	ct_tensor_free(leaf);
	return NULL;
}

/* "UnbindBackward0, input 1 [3]" */
static ct_error tree_write_node(struct drawing *d, int64_t node, int64_t input_nr)
{
	struct ct_found *found = found_at(d, node);

	fputs(ct_node_name(found->node), d->stream);
	CT_TRY(tree_write_leaf(d, found->node));
	if (ct_node_input_count(found->node) > 1)
		fprintf(d->stream, ", input %lld", (long long)input_nr);
	if (found->number)
		fprintf(d->stream, " [%lld]", (long long)found->number);
	fputc('\n', d->stream);
	return NULL;
}

static void write_margin(const struct drawing *d)
{
	for (int i = 0; i < d->depth; i++)
		fputs(d->margin[i], d->stream);
}

/* One side branch: names the node, or starts a level for it. */
static ct_error draw_side(struct drawing *d, struct level *level, int64_t edge)
{
	int64_t input_nr, next = ct_graph_index(d->graph, next_of(d, level->node, edge, &input_nr));
	struct ct_found *found = found_at(d, next);
	bool here = found->owner == level->node && found->edge == edge;
	bool last = --level->sides == 0 && level->trunk < 0;

	write_margin(d);
	fputs(last ? LAST_BRANCH : BRANCH, d->stream);
	if (here && found->height > 1 && d->depth == MOST_LEVELS) {
		d->postponed[d->postponed_len++] = next;
		here = false;
	}
	if ((!here || found->uses > 1) && found->number == 0)
		found->number = ++d->numbered;
	if (!here)
		fputs("↓ ", d->stream);
	CT_TRY(tree_write_node(d, next, input_nr));
	if (here && found->height > 1) {
		d->margin[d->depth++] = last ? BELOW_LAST : BESIDE_BRANCH;
		d->levels[d->depth] = tree_arrive(d, next);
	}
	return NULL;
}

/* One step of the innermost level: a side branch, the trunk, or its end. */
static ct_error draw_next(struct drawing *d)
{
	struct level *level = &d->levels[d->depth];
	int64_t edge, input_nr, next;

	while (level->sides > 0) {
		edge = level->edge++;
		if (edge != level->trunk && next_of(d, level->node, edge, NULL))
			return draw_side(d, level, edge);
	}
	if (level->trunk < 0) {
		d->depth--;
		return NULL;
	}
	next = ct_graph_index(d->graph, next_of(d, level->node, level->trunk, &input_nr));
	write_margin(d);
	if (found_at(d, next)->uses > 1 && found_at(d, next)->number == 0)
		found_at(d, next)->number = ++d->numbered;
	CT_TRY(tree_write_node(d, next, input_nr));
	*level = tree_arrive(d, next);
	return NULL;
}

/* Everything below a node. */
static ct_error draw_from(struct drawing *d, int64_t node, int64_t input_nr)
{
	CT_TRY(tree_write_node(d, node, input_nr));
	d->depth = 0;
	d->levels[0] = tree_arrive(d, node);
	while (d->depth >= 0)
		CT_TRY(draw_next(d));
	return NULL;
}

static ct_error draw_root(struct drawing *d, const ct_tensor *tensor, const ct_node *root)
{
	const char *name = ct_graph_name(d->options, tensor);
	struct ct_found *found;
	int64_t node;

	fprintf(d->stream, "%s%s", name ? name : "", name ? " " : "");
	ct_graph_write_shape(tensor, d->stream);
	fputs(root ? "\n" : ", which has no graph\n", d->stream);
	if (root == NULL)
		return NULL;
	node = ct_graph_index(d->graph, root);
	found = found_at(d, node);
	if (found->uses > 1 && found->number == 0)
		found->number = ++d->numbered;
	if (--found->left == 0)
		return draw_from(d, node, ct_tensor_output_nr(tensor));
	fputs("↓ ", d->stream);
	return tree_write_node(d, node, ct_tensor_output_nr(tensor));
}

static ct_error draw_all(struct drawing *d, ct_tensor *const *tensors)
{
	ct_graph_restart(d->graph);
	for (int64_t i = 0; i < d->graph->roots_len; i++) {
		if (i > 0)
			fputc('\n', d->stream);
		CT_TRY(draw_root(d, tensors[i], d->graph->roots[i]));
	}
	for (int64_t i = 0; i < d->postponed_len; i++) {
		fputc('\n', d->stream);
		CT_TRY(draw_from(d, d->postponed[i], 0));
	}
	return NULL;
}

ct_error ct_graph_draw_tree(struct ct_graph *graph, ct_tensor *const *tensors,
			    const ct_graph_options *options, FILE *stream, const char *function)
{
	struct drawing d = { .graph = graph, .options = options, .stream = stream };
	ct_error error;

	d.postponed = ct_array_new(graph->found_len + 1, sizeof *d.postponed);
	if (d.postponed == NULL)
		return ct_no_memory(function, "for the graph's branches");
	for (int64_t i = 0; i < graph->found_len; i++)
		graph->found[i].owner = -1;
	error = draw_all(&d, tensors);
	free(d.postponed);
	return error;
}
