/*
 * Inside the library: nested lists of numbers, as in Python, for conversion to a tensor.
 */
#ifndef CT_TENSOR_TENSOR_NESTED_H
#define CT_TENSOR_TENSOR_NESTED_H

#include "tensor/tensor/maker.h"

/* ORDER: each kind of number includes the ones before it. */
enum ct_node_kind {
	CT_NODE_LIST,
	CT_NODE_TUPLE,
	CT_NODE_BOOL,
	CT_NODE_INT,
	CT_NODE_BIG, /* an integer beyond int64_t */
	CT_NODE_FLOAT,
	CT_NODE_COMPLEX,
};

/* A list is followed by its items, each by its own. */
struct ct_node {
	enum ct_node_kind kind;
	bool is_unsigned; /* BIG: a uint64_t, whose bits are in `i` */
	int64_t i;        /* BOOL, INT, BIG; the length of a list */
	double re;        /* BIG, FLOAT, COMPLEX */
	double im;        /* COMPLEX */
	size_t parent;    /* during building: the enclosing list, or its own index */
};

struct ct_nested {
	struct ct_node *at;
	size_t len;
	int64_t room;
	size_t open; /* index of the innermost list that is open */
	int depth;   /* number of open lists */
};

/* The first two fail if there is no memory. */
ct_error ct_nested_add(struct ct_nested *nested, struct ct_node node,
		       const char *function) CT_RETURNS_ERROR;
ct_error ct_nested_open(struct ct_nested *nested, enum ct_node_kind kind,
			const char *function) CT_RETURNS_ERROR;
void ct_nested_close(struct ct_nested *nested);
void ct_nested_free(struct ct_nested *nested);

/* Python's torch.tensor() of the first node. */
ct_error ct_nested_to_tensor(struct ct_origin by, const struct ct_nested *nested,
			     const ct_tensor_options *wish, ct_tensor **result) CT_RETURNS_ERROR;

#endif
