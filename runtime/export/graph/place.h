/*
 * Inside the library: errors about a node of a graph.
 */
#ifndef CT_EXPORT_GRAPH_PLACE_H
#define CT_EXPORT_GRAPH_PLACE_H

#include <ctorch/core/error.h>

#include "core/base/error_make.h"
#include "core/base/text.h"
#include "export/graph/graph.h"

/* A graph, and where it is. */
struct ct_graph_place {
	const char *function, *what;        /* "model.pt2: models/model.json" */
	const struct ct_graph_place *outer; /* NULL: it is the program's own graph */
	const char *name;                   /* of an inner graph: "true_graph_0" */
	const struct ct_graph *graph;
};

/* An error about a node: "WHAT: node 3 'relu' (torch.ops.aten.relu.default), model.py:12: y =
 * x.relu(): TEXT". NULL for `node`: about the graph. */
ct_error ct_graph_error(ct_error_class error_class, const struct ct_graph_place *place,
			const struct ct_graph_node *node, const char *format, ...) CT_RETURNS_ERROR
	CT_PRINTF(4, 5);

/* The same words before the message of an error, which is taken. */
ct_error ct_graph_error_at(ct_error error, const struct ct_graph_place *place,
			   const struct ct_graph_node *node) CT_RETURNS_ERROR;

/* Adds "node 3 'relu' (torch.ops.aten.relu.default), model.py:12: y = x.relu()". */
void ct_graph_add_node(struct ct_text *text, const struct ct_graph_place *place,
		       const struct ct_graph_node *node);

/* Metadata of a node; NULL: it has none of this key. */
const char *ct_graph_node_metadata(const struct ct_graph_node *node, const char *key);

/* Adds the line of a Python program that the node is from, the innermost of its stack trace:
 * "model.py:12: y = x.relu()". False: the file does not say. */
bool ct_graph_add_source(struct ct_text *text, const struct ct_graph_node *node);

#endif
