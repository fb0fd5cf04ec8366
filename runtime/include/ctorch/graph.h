/**
 * @file
 * The graph of recorded operations: its nodes, and drawings of it.
 */
#ifndef CTORCH_GRAPH_H
#define CTORCH_GRAPH_H

#include <stdio.h>

#include <ctorch/list.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A function of the graph: what backward does for one recorded operation, Python's
 * torch.autograd.graph.Node.
 *
 * Directions are those of backward. A node's inputs are the gradients with respect to the
 * operation's results. Its results go to the next nodes, one for each argument of the operation
 * that may need a gradient, and there to one of the inputs. The graph ends in nodes called
 * AccumulateGrad, each of which adds to the gradient of a leaf.
 *
 * A handle owns one reference: ct_node_free(). A node keeps the nodes after it alive, so the next
 * ones are borrowed from it. Two handles on the same node are equal pointers.
 */
typedef struct ct_node ct_node;

/* --- From tensors to nodes ------------------------------------------------------------------- */

/** Python's Tensor.grad_fn: the node of the operation that made the tensor, new; NULL for a
 * leaf. */
CT_API ct_error ct_tensor_grad_fn(const ct_tensor *self, ct_node **result) CT_RETURNS_ERROR;

/** Python's torch.autograd.graph.get_gradient_edge(): where the gradient with respect to this
 * tensor goes; for a leaf, its AccumulateGrad. An error for a tensor that does not require a
 * gradient.
 *
 * @param node      new
 * @param input_nr  which of the node's inputs it is
 */
CT_API ct_error ct_tensor_gradient_edge(const ct_tensor *self, ct_node **node,
					int64_t *input_nr) CT_RETURNS_ERROR;

/** For hooks: the node that backward is executing in this thread, borrowed until it is done. NULL
 * outside backward, and in releases of libtorch before 2.1. */
CT_API ct_node *ct_node_current(void) CT_NOEXCEPT CT_BORROWED;

/** Another handle on the same node, new; NULL for NULL, and if the innermost scope has no
 * memory. */
CT_API ct_node *ct_node_retain(const ct_node *self) CT_NOEXCEPT CT_NEW(ct_node_free);

/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_node_free(ct_node *self) CT_NOEXCEPT;

/** Releases a handle that belongs to no scope, as ct_tensor_free_unscoped() does for a tensor. */
CT_API void ct_node_free_unscoped(ct_node *self CT_TAKEN) CT_NOEXCEPT;

/* --- Properties of a node --------------------------------------------------------------------
 *
 * These cannot fail. For NULL, and for an input that does not exist, they return "", -1, NULL, 0 or
 * the type's NONE.
 */

/** Its name in Python: "AddBackward0"; static. */
CT_API const char *ct_node_name(const ct_node *self) CT_NOEXCEPT;

/** Number of next nodes, including missing ones. */
CT_API int64_t ct_node_next_count(const ct_node *self) CT_NOEXCEPT;

/** A next node, borrowed from `self`; NULL if the argument needs no gradient.
 *
 * @param input_nr  which of its inputs the gradient goes to; may be NULL
 */
CT_API ct_node *ct_node_next(const ct_node *self, int64_t index,
			     int64_t *input_nr) CT_NOEXCEPT CT_BORROWED;

/** Number of inputs: the number of results of the operation. */
CT_API int64_t ct_node_input_count(const ct_node *self) CT_NOEXCEPT;

/** Number of dimensions of an input; -1 also for one that has no shape (nested). */
CT_API int64_t ct_node_input_dim(const ct_node *self, int64_t index) CT_NOEXCEPT;

/** ct_node_input_dim() sizes, borrowed. */
CT_API const int64_t *ct_node_input_shape(const ct_node *self, int64_t index) CT_NOEXCEPT
	CT_LENGTH(ct_node_input_dim(self, index));

/** The dtype of an input; CT_DTYPE_NONE if there is no such input. */
CT_API ct_dtype ct_node_input_dtype(const ct_node *self, int64_t index) CT_NOEXCEPT;
/** The device of an input; CT_DEVICE_NONE if there is no such input. */
CT_API ct_device ct_node_input_device(const ct_node *self, int64_t index) CT_NOEXCEPT;

/** Increases with each operation that a thread records. If two nodes are ready, backward executes
 * the later one first. UINT64_MAX for AccumulateGrad. */
CT_API uint64_t ct_node_sequence_nr(const ct_node *self) CT_NOEXCEPT;

/** The leaf that an AccumulateGrad adds to, a new tensor handle; NULL for other nodes. */
CT_API ct_error ct_node_variable(const ct_node *self, ct_tensor **result) CT_RETURNS_ERROR;

/* --- All of a graph -------------------------------------------------------------------------- */

/** Called with each node, borrowed. As in a hook, handles that it creates belong to a scope of the
 * call: it frees none of them, and keeps one with ct_scope_disown(). An error ends the walk, which
 * returns it unchanged. */
typedef ct_error (*ct_node_visitor)(const ct_node *node, void *context);

/** Visits every node that the tensors depend on once, after all the nodes that lead to it: an order
 * in which backward may execute them. Works for graphs of any depth.
 *
 * @param tensors  at least one; those without a graph add no nodes
 */
CT_API ct_error ct_graph_visit(ct_tensors tensors, ct_node_visitor visit,
			       void *context) CT_RETURNS_ERROR;

/** Names for a drawing; zeros: none. */
typedef struct ct_graph_options {
	ct_tensor *const *named;  /**< tensors to label: leaves, or those that are drawn */
	const char *const *names; /**< their names, UTF-8 */
	int64_t named_len;
} ct_graph_options;

/**
 * The graph in Graphviz's language (`dot -Tsvg`): boxes for nodes and leaves, leaves with shape and
 * name, and arrows from each operand to its user.
 *
 * @param tensors  at least one
 * @param options  NULL: the defaults
 * @param result   new: ct_free(). The same graph gives the same text.
 */
CT_API ct_error ct_graph_to_dot(ct_tensors tensors, const ct_graph_options *options,
				char **result) CT_RETURNS_ERROR;

/** Writes that to a file; `stream` NULL is stdout. */
CT_API ct_error ct_graph_print_dot(ct_tensors tensors, const ct_graph_options *options,
				   FILE *stream) CT_RETURNS_ERROR;

/**
 * The graph as a tree, for a terminal (UTF-8):
 *
 *     loss ()
 *     SumBackward0
 *     MmBackward0
 *     ├─ AccumulateGrad a (5, 5)
 *     └─ AccumulateGrad b (5, 5)
 *
 * Below a node are the nodes that it leads to: first the side branches, connected by lines, and
 * then, in the same column, the longest one. A node that several nodes lead to has a number, and is
 * drawn below the last of them; the others refer to it with an arrow.
 */
CT_API ct_error ct_graph_to_tree(ct_tensors tensors, const ct_graph_options *options,
				 char **result) CT_RETURNS_ERROR;

/** Writes that to a file; `stream` NULL is stdout. */
CT_API ct_error ct_graph_print_tree(ct_tensors tensors, const ct_graph_options *options,
				    FILE *stream) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
