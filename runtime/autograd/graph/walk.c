/*
 * Finding all nodes of a graph, in an order in which backward may execute them.
 */
#include <stdlib.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "autograd/graph/walk.h"
#include "core/base/error_make.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/scopes.h"

/* The slot of the node's index in the table, or the free one for it. */
static int64_t *place_of(const struct ct_graph *graph, const ct_node *node)
{
	uint64_t hash = ((uint64_t)(uintptr_t)node >> 4) * UINT64_C(0x9e3779b97f4a7c15);
	uint64_t mask = (uint64_t)graph->places_len - 1;

	for (uint64_t i = hash >> 20;; i++) {
		int64_t *place = &graph->places[i & mask];

		if (*place < 0 || graph->found[*place].node == node)
			return place;
	}
}

int64_t ct_graph_index(const struct ct_graph *graph, const ct_node *node)
{
	return *place_of(graph, node);
}

/* The table is at most half full, so searches are short. */
static bool grow(struct ct_graph *graph)
{
	int64_t size = graph->found_size ? 2 * graph->found_size : 64;
	struct ct_found *found = ct_array_resize(graph->found, size, sizeof *found);
	int64_t *places;

	if (found == NULL)
		return false;
	graph->found = found;
	places = ct_array_new(2 * size, sizeof *places);
	if (places == NULL)
		return false;
	free(graph->places);
	graph->places = places;
	graph->places_len = 2 * size;
	graph->found_size = size;
	for (int64_t i = 0; i < graph->places_len; i++)
		places[i] = -1;
	for (int64_t i = 0; i < graph->found_len; i++)
		*place_of(graph, found[i].node) = i;
	return true;
}

/* Counts another edge to the node. */
static bool meet(struct ct_graph *graph, const ct_node *node)
{
	int64_t *place;

	if (graph->found_len == graph->found_size && !grow(graph))
		return false;
	place = place_of(graph, node);
	if (*place < 0) {
		*place = graph->found_len;
		graph->found[graph->found_len++] = (struct ct_found){ .node = node };
	}
	graph->found[*place].uses++;
	return true;
}

static ct_error root_of(const ct_tensor *tensor, ct_node **root)
{
	return ct_tensor_requires_grad(tensor) ? ct_tensor_gradient_edge(tensor, root, NULL) : NULL;
}

static ct_error meet_roots(struct ct_graph *graph, ct_tensor *const *tensors, const char *function)
{
	for (int64_t i = 0; i < graph->roots_len; i++) {
		CT_TRY(root_of(tensors[i], &graph->roots[i]));
		if (graph->roots[i] && !meet(graph, graph->roots[i]))
			return ct_no_memory(function, "for the graph's nodes");
	}
	return NULL;
}

/* `found` is its own queue. */
static bool meet_all(struct ct_graph *graph)
{
	for (int64_t i = 0; i < graph->found_len; i++) {
		const ct_node *node = graph->found[i].node, *next;

		for (int64_t j = 0; j < ct_node_next_count(node); j++)
			if ((next = ct_node_next(node, j, NULL)) && !meet(graph, next))
				return false;
	}
	return true;
}

void ct_graph_restart(struct ct_graph *graph)
{
	for (int64_t i = 0; i < graph->found_len; i++)
		graph->found[i].left = graph->found[i].uses;
}

/* Removes one edge; after the last one, the node gets its place in the order. */
static int64_t walk_arrive(struct ct_graph *graph, const ct_node *node, int64_t len)
{
	int64_t index = node ? ct_graph_index(graph, node) : -1;

	if (index >= 0 && --graph->found[index].left == 0)
		graph->order[len++] = index;
	return len;
}

static void put_in_order(struct ct_graph *graph)
{
	int64_t len = 0;

	ct_graph_restart(graph);
	for (int64_t i = 0; i < graph->roots_len; i++)
		len = walk_arrive(graph, graph->roots[i], len);
	for (int64_t i = 0; i < len; i++) {
		const ct_node *node = graph->found[graph->order[i]].node;

		for (int64_t j = 0; j < ct_node_next_count(node); j++)
			len = walk_arrive(graph, ct_node_next(node, j, NULL), len);
	}
}

static void measure_heights(struct ct_graph *graph)
{
	for (int64_t i = graph->found_len - 1; i >= 0; i--) {
		struct ct_found *found = &graph->found[graph->order[i]];

		found->height = 1;
		for (int64_t j = 0; j < ct_node_next_count(found->node); j++) {
			const ct_node *next = ct_node_next(found->node, j, NULL);
			int64_t height = next ? graph->found[ct_graph_index(graph, next)].height + 1
					      : 1;

			if (height > found->height)
				found->height = height;
		}
	}
}

static ct_error check_tensors(ct_tensor *const *tensors, int64_t len, const char *function)
{
	if (len <= 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (tensors): length is %lld, but must be at least 1",
				    (long long)len);
	for (int64_t i = 0; i < len; i++)
		if (tensors == NULL || tensors[i] == NULL) {
			CT_TRY(ct_expression_take());
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    tensors ? "argument 1 (tensors): element %lld must not "
						      "be NULL"
						    : "argument 1 (tensors) must not be NULL",
					    (long long)i);
		}
	return NULL;
}

ct_error ct_graph_find(struct ct_graph *graph, ct_tensor *const *tensors, int64_t tensors_len,
		       const char *function)
{
	*graph = (struct ct_graph){ 0 };
	CT_TRY(check_tensors(tensors, tensors_len, function));
	graph->roots = ct_array_new(tensors_len, sizeof *graph->roots);
	if (graph->roots == NULL)
		return ct_no_memory(function, "for the graph's nodes");
	graph->roots_len = tensors_len;
	CT_TRY(meet_roots(graph, tensors, function));
	if (!meet_all(graph))
		return ct_no_memory(function, "for the graph's nodes");
	graph->order = ct_array_new(graph->found_len + 1, sizeof *graph->order);
	if (graph->order == NULL)
		return ct_no_memory(function, "for the graph's nodes");
	put_in_order(graph);
	measure_heights(graph);
	return NULL;
}

void ct_graph_forget(struct ct_graph *graph)
{
	for (int64_t i = 0; i < graph->roots_len; i++)
		ct_node_free(graph->roots[i]);
	free(graph->roots);
	free(graph->found);
	free(graph->order);
	free(graph->places);
}

static ct_error call_visitor(ct_node_visitor visit, const ct_node *node, void *context)
{
	struct ct_callback callback;
	ct_error error;

	if (!ct_callback_enter_scope(&callback))
		return ct_no_memory(CT_NAME_OF(ct_graph_visit), "for the scope of a callback");
	error = ct_error_note_callback(visit(node, context), "the visitor of ct_graph_visit");
	ct_callback_leave(callback);
	return error;
}

static ct_error visit_all(const struct ct_graph *graph, ct_node_visitor visit, void *context)
{
	for (int64_t i = 0; i < graph->found_len; i++)
		CT_TRY(call_visitor(visit, graph->found[graph->order[i]].node, context));
	return NULL;
}

ct_error ct_graph_visit(ct_tensors tensors, ct_node_visitor visit, void *context)
{
	struct ct_graph graph;
	ct_error error;

	if (visit == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (visit) must not be NULL");
	error = ct_graph_find(&graph, tensors.at, tensors.len, __func__);
	if (error == NULL)
		error = visit_all(&graph, visit, context);
	ct_graph_forget(&graph);
	return error;
}
