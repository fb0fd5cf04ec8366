/*
 * Inside the library: all nodes of a graph, for walking and drawing it.
 *
 * Graphs may be as deep as a loop is long, so there is no recursion.
 */
#ifndef CT_AUTOGRAD_GRAPH_WALK_H
#define CT_AUTOGRAD_GRAPH_WALK_H

#include <ctorch/autograd/graph.h>

struct ct_found {
	const ct_node *node;
	int64_t uses;   /* edges that lead to it, including those from the tensors */
	int64_t left;   /* those that a walk has not met yet */
	int64_t height; /* nodes on the longest path from it to a leaf, including itself */
	int64_t number; /* in a drawing; 0: none yet */
	int64_t owner;  /* the node, and the edge, below which a tree draws it */
	int64_t edge;
};

struct ct_graph {
	ct_node **roots; /* references; NULL for a tensor without a graph */
	int64_t roots_len;
	struct ct_found *found; /* in the order in which they were found */
	int64_t found_len, found_size;
	int64_t *order;  /* of `found`: each after all that lead to it */
	int64_t *places; /* a hash table: index in `found`, or -1 */
	int64_t places_len;
};

/* Finds all nodes. Forget `graph` in any case. */
ct_error ct_graph_find(struct ct_graph *graph, ct_tensor *const *tensors, int64_t tensors_len,
		       const char *function);
void ct_graph_forget(struct ct_graph *graph);

/* The index of a node in `found`. */
int64_t ct_graph_index(const struct ct_graph *graph, const ct_node *node);

/* Resets `left` to `uses`. */
void ct_graph_restart(struct ct_graph *graph);

/* Draws to a stream. */
typedef ct_error (*ct_graph_draw)(struct ct_graph *graph, ct_tensor *const *tensors,
				  const ct_graph_options *options, FILE *stream,
				  const char *function);

ct_error ct_graph_draw_dot(struct ct_graph *graph, ct_tensor *const *tensors,
			   const ct_graph_options *options, FILE *stream, const char *function);
ct_error ct_graph_draw_tree(struct ct_graph *graph, ct_tensor *const *tensors,
			    const ct_graph_options *options, FILE *stream, const char *function);

/* The name of a tensor; NULL without one. */
const char *ct_graph_name(const ct_graph_options *options, const ct_tensor *tensor);

/* "(5, 5)" */
void ct_graph_write_shape(const ct_tensor *tensor, FILE *stream);

#endif
