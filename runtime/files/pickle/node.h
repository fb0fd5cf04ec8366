/*
 * Inside the library: what a pickle describes, as a graph of nodes.
 *
 * A pickle is a program for a machine with a stack. Python's runs constructors while it reads; ours
 * only builds nodes. Whatever a constructor would make is a node with its arguments, which becomes a
 * value when the whole pickle is known (convert.c).
 */
#ifndef CT_FILES_PICKLE_NODE_H
#define CT_FILES_PICKLE_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/operators/value.h>

struct ct_pickle_global;
struct ct_saved_storage; /* files/torch/loader.h */

enum ct_node_kind {
	CT_NODE_NONE,
	CT_NODE_BOOL,    /* in `i` */
	CT_NODE_INT,     /* in `i` */
	CT_NODE_UINT,    /* above 2^63 - 1: its bits in `i` */
	CT_NODE_BIG_INT, /* any other integer: its decimal digits in `bytes` */
	CT_NODE_HUGE,    /* an integer of more than CT_BIG_INT_BYTES bytes */
	CT_NODE_FLOAT,   /* in `re` */
	CT_NODE_COMPLEX, /* in `re` and `im` */
	CT_NODE_STRING,  /* UTF-8: `bytes` */
	CT_NODE_BYTES,
	CT_NODE_LIST,
	CT_NODE_TUPLE,
	CT_NODE_DICT, /* key, value, key, value, ... */
	CT_NODE_SET,
	CT_NODE_CONSTANT, /* a dtype, a device, ...: `value` */
	CT_NODE_GLOBAL,   /* a function or a class: `global` */
	CT_NODE_STORAGE,  /* `storage` */
	CT_NODE_TENSOR,   /* made by `global` from `arguments` */
	CT_NODE_ARRAY,    /* NumPy's array or dtype: likewise, and `state` */
	CT_NODE_OBJECT,   /* of a class of TorchScript: its attributes in `state` */
	CT_NODE_SKIPPED   /* not data, made by `global`, or by NULL, from `arguments`, perhaps with
			     attributes in `state` */
};

struct ct_node {
	enum ct_node_kind kind;
	bool is_ordered; /* an OrderedDict */
	bool is_counter;
	bool is_open; /* it is being converted, so that it would contain itself */
	union {
		int64_t i;
		struct {
			double re, im;
		};
		struct {
			const char *bytes; /* in the pickle or the arena; no NUL after it */
			size_t n;
		};
		struct {
			struct ct_node **items;
			size_t len, room;
		};
		ct_value value; /* borrows nothing */
		struct ct_saved_storage *storage;
		struct {
			const struct ct_pickle_global *global;
			struct ct_node *arguments; /* a tuple */
			ct_tensor *tensor;         /* once it is made; the scope's */
		};
	};
	struct ct_node *state; /* what __setstate__() would get, or NULL */
};

#endif
