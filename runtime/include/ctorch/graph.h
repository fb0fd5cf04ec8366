/**
 * @file
 * The graph that operations leave behind: its nodes, from a tensor on, and drawings of it.
 */
#ifndef CTORCH_GRAPH_H
#define CTORCH_GRAPH_H

#include <stdio.h>

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A function of the graph: what backward does for one recorded operation, Python's
 * torch.autograd.graph.Node.
 *
 * Directions are those of backward. A node's inputs are the gradients by the operation's results;
 * what it computes goes to the next nodes, one for each argument of the operation that may need a
 * gradient, and there to one of their inputs. The graph ends in nodes called AccumulateGrad, each
 * of which adds to the gradient of a leaf.
 *
 * A handle owns one reference: ct_node_free(). Nodes belong to no scope. A node keeps alive what
 * comes after it, so that the next ones are borrowed from it. Two handles on the same node are
 * equal pointers.
 */
typedef struct ct_node ct_node;

/* --- From tensors to nodes ------------------------------------------------------------------- */

/** Python's Tensor.grad_fn: the node of the operation that made the tensor, new; NULL for a
 * leaf. */
CT_API ct_error ct_tensor_grad_fn(const ct_tensor *self, ct_node **result) CT_CALL;

/** Python's torch.autograd.graph.get_gradient_edge(): where the gradient by this tensor goes, which
 * for a leaf is its AccumulateGrad. An error for a tensor that does not require a gradient.
 *
 * @param node      new
 * @param input_nr  which of the node's inputs it is
 */
CT_API ct_error ct_tensor_gradient_edge(const ct_tensor *self, ct_node **node,
					int64_t *input_nr) CT_CALL;

/** The node that backward is executing in this thread, borrowed until it is done, for hooks; NULL
 * outside of backward, and in releases of libtorch before 2.1. */
CT_API ct_node *ct_node_current(void) CT_NOEXCEPT;

/** Another handle on the same node, new; NULL for NULL. */
CT_API ct_node *ct_node_keep(const ct_node *self) CT_NOEXCEPT;

/** Gives a handle up. */
CT_API void ct_node_free(ct_node *self) CT_NOEXCEPT;

/* --- What a node is --------------------------------------------------------------------------
 *
 * These cannot fail. For NULL, and of an input that there is not, they return "", -1, NULL, 0 or
 * the type's NONE.
 */

/** What Python shows of it: "AddBackward0". Stays valid for ever. */
CT_API const char *ct_node_name(const ct_node *self) CT_NOEXCEPT;

/** Number of next nodes, those that are not there included. */
CT_API int64_t ct_node_num_next(const ct_node *self) CT_NOEXCEPT;

/** A next node, borrowed from `self`; NULL where the argument needs no gradient.
 *
 * @param input_nr  which of its inputs the gradient goes to; NULL: not wanted
 */
CT_API ct_node *ct_node_next(const ct_node *self, int64_t index, int64_t *input_nr) CT_NOEXCEPT;

/** Number of inputs: results that the operation had. */
CT_API int64_t ct_node_num_inputs(const ct_node *self) CT_NOEXCEPT;

/** Number of dimensions of an input; -1 also for one that has no shape (nested). */
CT_API int64_t ct_node_input_dim(const ct_node *self, int64_t index) CT_NOEXCEPT;

/** ct_node_input_dim() sizes, borrowed. */
CT_API const int64_t *ct_node_input_shape(const ct_node *self, int64_t index) CT_NOEXCEPT;

CT_API ct_dtype ct_node_input_dtype(const ct_node *self, int64_t index) CT_NOEXCEPT;
CT_API ct_device ct_node_input_device(const ct_node *self, int64_t index) CT_NOEXCEPT;

/** Goes up with each operation that a thread records: of two nodes that are ready, backward
 * executes the later one first. UINT64_MAX for AccumulateGrad. */
CT_API uint64_t ct_node_sequence_nr(const ct_node *self) CT_NOEXCEPT;

/** The leaf that an AccumulateGrad adds to, a new tensor handle; NULL of other nodes. */
CT_API ct_error ct_node_variable(const ct_node *self, ct_tensor **result) CT_CALL;

/* --- All of a graph -------------------------------------------------------------------------- */

/** Called with each node, borrowed. What it makes belongs to a scope of the call's own, as in a hook:
 * it frees nothing, and says ct_scope_keep() of what it wants to keep. An error ends the walk, which
 * returns it unchanged. */
typedef ct_error (*ct_node_visitor)(const ct_node *node, void *context);

/** Visits every node that the tensors depend on, once, each after all the nodes that lead to it:
 * an order in which backward may execute them. Graphs of any depth.
 *
 * @param tensors  at least one; those that have no graph add nothing
 */
CT_API ct_error ct_graph_visit(ct_tensor *const *tensors, int64_t tensors_len,
			       ct_node_visitor visit, void *context) CT_CALL;

/** Names for a drawing. */
typedef struct ct_graph_options {
	ct_tensor *const *named;  /**< tensors that have names: leaves, or those that are drawn */
	const char *const *names; /**< as many; UTF-8 */
	int64_t named_len;
} ct_graph_options;

/** No names. */
CT_API ct_graph_options ct_graph_defaults(void) CT_NOEXCEPT;

/**
 * The graph in the language of graphviz (`dot -Tsvg`): nodes and leaves as boxes, the latter with
 * shape and name, and arrows from what is used to what uses it.
 *
 * @param tensors  at least one
 * @param options  NULL: the defaults
 * @param result   new: ct_free(). The same graph gives the same text.
 */
CT_API ct_error ct_graph_to_dot(ct_tensor *const *tensors, int64_t tensors_len,
				const ct_graph_options *options, char **result) CT_CALL;

/** Writes that to a file; `stream` NULL is stdout. */
CT_API ct_error ct_graph_print_dot(ct_tensor *const *tensors, int64_t tensors_len,
				   const ct_graph_options *options, FILE *stream) CT_CALL;

/**
 * The graph as a tree, for a terminal (UTF-8):
 *
 *     loss ()
 *     SumBackward0
 *     MmBackward0
 *     ├─ AccumulateGrad a (5, 5)
 *     └─ AccumulateGrad b (5, 5)
 *
 * Below a node stands what it leads to: its side branches with a line to them, and then, in the
 * same column, the longest. A node that several lead to has a number, and is drawn below the last
 * of them; the others name it, with an arrow.
 */
CT_API ct_error ct_graph_to_tree(ct_tensor *const *tensors, int64_t tensors_len,
				 const ct_graph_options *options, char **result) CT_CALL;

/** Writes that to a file; `stream` NULL is stdout. */
CT_API ct_error ct_graph_print_tree(ct_tensor *const *tensors, int64_t tensors_len,
				    const ct_graph_options *options, FILE *stream) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
