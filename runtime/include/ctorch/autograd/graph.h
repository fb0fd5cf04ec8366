/**
 * @file
 * The graph of recorded operations: its nodes, and drawings of it.
 */
#ifndef CTORCH_AUTOGRAD_GRAPH_H
#define CTORCH_AUTOGRAD_GRAPH_H

#include <stdio.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A function of the graph, which backward executes for one recorded operation: Python's
 * torch.autograd.graph.Node.
 *
 * Directions follow backward. A node's inputs are the gradients with respect to the operation's
 * results. Its results go to inputs of the next nodes, one for each argument of the operation that
 * may need a gradient. The graph ends in nodes called AccumulateGrad, each of which adds to the
 * gradient of a leaf.
 *
 * A handle owns one reference: ct_node_free(). A node keeps the nodes after it alive, so the next
 * ones are borrowed from it. Two handles on the same node are equal pointers.
 */
typedef struct ct_node ct_node;

/* --- From tensors to nodes ------------------------------------------------------------------- */

/** Returns the node of the operation that created the tensor, new: Python's Tensor.grad_fn; NULL
 * for a leaf. */
CT_API ct_error ct_tensor_grad_fn(const ct_tensor *self, ct_node **result) CT_RETURNS_ERROR;

/** Returns the destination of the gradient with respect to this tensor: Python's
 * torch.autograd.graph.get_gradient_edge(); for a leaf, its AccumulateGrad. An error for a tensor
 * that does not require a gradient.
 *
 * @param node      new
 * @param input_nr  index of the node's input
 */
CT_API ct_error ct_tensor_gradient_edge(const ct_tensor *self, ct_node **node,
					int64_t *input_nr) CT_RETURNS_ERROR;

/** Returns the node that backward is executing in this thread, for hooks; borrowed until it is
 * done. NULL outside backward, and in releases of libtorch before 2.1. */
CT_API ct_node *ct_node_current(void) CT_THREAD_STATE CT_NOEXCEPT CT_BORROWED;

/** Returns a new handle on the same node; NULL for NULL, or if the innermost scope has no
 * memory. */
CT_API ct_node *ct_node_retain(const ct_node *self) CT_NOEXCEPT CT_NEW(ct_node_free);

/** Releases a handle. If a scope of this thread owns it, the handle is removed from the scope
 * first. */
CT_API void ct_node_free(ct_node *self) CT_NOEXCEPT;

/** Releases a handle that belongs to no scope, as ct_tensor_free_unscoped() does for a tensor. */
CT_API void ct_node_free_unscoped(ct_node *self CT_TAKEN) CT_NOEXCEPT;

/* --- Properties of a node --------------------------------------------------------------------
 *
 * These cannot fail. For NULL, and for an input that does not exist, they return "", -1, NULL, 0 or
 * the type's NONE.
 */

/** Returns the node's name in Python: "AddBackward0"; static. */
CT_API const char *ct_node_name(const ct_node *self) CT_NOEXCEPT;

/** Returns the number of next nodes, including missing ones. */
CT_API int64_t ct_node_next_count(const ct_node *self) CT_NOEXCEPT;

/** Returns a next node, borrowed from `self`; NULL if the argument needs no gradient.
 *
 * @param input_nr  index of the input that receives the gradient; may be NULL
 */
CT_API ct_node *ct_node_next(const ct_node *self, int64_t index,
			     int64_t *input_nr) CT_NOEXCEPT CT_BORROWED;

/** Returns the number of inputs, which is the operation's number of results. */
CT_API int64_t ct_node_input_count(const ct_node *self) CT_NOEXCEPT;

/** Returns the number of dimensions of an input; -1 also for an input without a shape (nested). */
CT_API int64_t ct_node_input_dim(const ct_node *self, int64_t index) CT_NOEXCEPT;

/** Returns the ct_node_input_dim() sizes of an input, borrowed. */
CT_API const int64_t *ct_node_input_shape(const ct_node *self, int64_t index) CT_NOEXCEPT
	CT_LENGTH(ct_node_input_dim(self, index));

/** Returns the dtype of an input; CT_DTYPE_NONE if there is no such input. */
CT_API ct_dtype ct_node_input_dtype(const ct_node *self, int64_t index) CT_NOEXCEPT;
/** Returns the device of an input; CT_DEVICE_NONE if there is no such input. */
CT_API ct_device ct_node_input_device(const ct_node *self, int64_t index) CT_NOEXCEPT;

/** Returns the node's number, which increases with each operation that a thread records. If two
 * nodes are ready, backward executes the later one first. UINT64_MAX for AccumulateGrad. */
CT_API uint64_t ct_node_sequence_nr(const ct_node *self) CT_NOEXCEPT;

/** Returns the leaf that an AccumulateGrad adds to, a new tensor handle; NULL for other nodes. */
CT_API ct_error ct_node_variable(const ct_node *self, ct_tensor **result) CT_RETURNS_ERROR;

/* --- All of a graph -------------------------------------------------------------------------- */

/** Is called with each node, borrowed. As in a hook, handles that it creates belong to a scope of
 * the call: it frees none of them, and keeps one with ct_scope_disown(). An error ends the walk,
 * which returns the error unchanged. */
typedef ct_error (*ct_node_visitor)(const ct_node *node, void *context);

/** Visits every node that the tensors depend on once, after all nodes that lead to it: an order in
 * which backward may execute them. Works for graphs of any depth.
 *
 * @param tensors  at least one; tensors without a graph add no nodes
 */
CT_API ct_error ct_graph_visit(ct_tensors tensors, ct_node_visitor visit,
			       void *context) CT_RETURNS_ERROR;

/** Names for a drawing; zeros mean no names. */
typedef struct ct_graph_options {
	ct_tensor *const *named
		CT_LENGTH(named_len); /**< tensors to label: leaves, or the drawn ones */
	const char *const *names CT_LENGTH(named_len); /**< their names, UTF-8 */
	int64_t named_len;
} ct_graph_options;

/**
 * Draws the graph in Graphviz's language (`dot -Tsvg`): boxes for nodes and leaves, leaves with
 * shape and name, and arrows from each operand to its user.
 *
 * @param tensors  at least one
 * @param options  NULL: the defaults
 * @param result   new: ct_free(). The same graph gives the same text.
 */
CT_API ct_error ct_graph_to_dot(ct_tensors tensors, const ct_graph_options *options,
				char **result) CT_RETURNS_ERROR;

/** Writes the drawing of ct_graph_to_dot() to a file; `stream` NULL is stdout. */
CT_API ct_error ct_graph_print_dot(ct_tensors tensors, const ct_graph_options *options,
				   FILE *stream) CT_TEXT(ct_graph_to_dot) CT_RETURNS_ERROR;

/**
 * Draws the graph as a tree, for a terminal (UTF-8):
 *
 *     loss ()
 *     SumBackward0
 *     MmBackward0
 *     ├─ AccumulateGrad a (5, 5)
 *     └─ AccumulateGrad b (5, 5)
 *
 * Below a node are the nodes that it leads to: first the side branches, connected by lines, and
 * then, in the same column, the longest branch. If several nodes lead to a node, it has a number
 * and is drawn below the last of them; the others refer to it with an arrow.
 */
CT_API ct_error ct_graph_to_tree(ct_tensors tensors, const ct_graph_options *options,
				 char **result) CT_RETURNS_ERROR;

/** Writes the drawing of ct_graph_to_tree() to a file; `stream` NULL is stdout. */
CT_API ct_error ct_graph_print_tree(ct_tensors tensors, const ct_graph_options *options,
				    FILE *stream) CT_TEXT(ct_graph_to_tree) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
