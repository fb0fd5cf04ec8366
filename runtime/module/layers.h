/*
 * Inside the library: what goes through the modules of a module in one call, for summaries and
 * drawings.
 *
 * The rules are those of torchinfo 1.8.0, where they are not obvious: a module that occurs at
 * several places is listed as at the last of them; a container that is not called is listed before
 * its first child, and once more whenever it is returned to.
 */
#ifndef CT_MODULE_LAYERS_H
#define CT_MODULE_LAYERS_H

#include "module/module.h"

struct ct_layer;
struct ct_watch;

/* Where a module occurs. A module that has several parents or names has several places. */
struct ct_place {
	struct ct_watch *watch; /* of the module */
	const char *name;       /* in its parent; of the whole: its class */
	int64_t depth;          /* 0: the whole */
	int64_t number;         /* of the module: the same at all its places, from 0 */
	struct ct_place *parent;
	struct ct_layer *container; /* if it was listed without a call */
};

/* The shape of a tensor. */
struct ct_sizes {
	int64_t *at;
	int64_t len; /* 0: also if there was no tensor */
};

/* A row: a module that was called, or a container. */
struct ct_layer {
	struct ct_place *place;
	const char *class_name;
	bool is_leaf;      /* without children */
	bool is_recursive; /* listed before */
	int64_t params, trainable, param_bytes;
	int64_t mult_adds;
	struct ct_sizes input, output;
	int64_t output_bytes;

	/* Set when the list is complete. */
	int64_t row;                       /* the last one, if it has several */
	int64_t end;                       /* the row after its descendants */
	int64_t index;                     /* among the rows of its depth, from 1 */
	int64_t own_params, own_trainable; /* those that no layer in it has; negative if shared */

	struct ct_layer *next;
};

struct ct_layers {
	const char *function; /* for errors */
	struct ct_visits visits;
	struct ct_place *places;
	struct ct_watch *watches; /* a hash table by module */
	int64_t modules;
	struct ct_layer *all; /* a list, to be freed */
	struct ct_layer **rows;
	int64_t len, room;
};

/* Calls the module and lists its layers; without inputs, lists its modules. On an error there is
 * nothing to free. */
ct_error ct_layers_make(const ct_module *self, ct_tensors inputs, bool train, const char *function,
			struct ct_layers *layers) CT_WARN_UNUSED;
void ct_layers_free(struct ct_layers *layers);

/* The module of a place. */
ct_module *ct_place_module(const struct ct_place *place);

/* How often it was called; if it was, `*last` is the last call. */
int64_t ct_place_calls(const struct ct_place *place, const struct ct_layer **last);

/* --- layer_numbers.c -------------------------------------------------------------------------- */

/* Counts the parameters in it. */
ct_error ct_layer_count_params(struct ct_layer *layer, const ct_module *module) CT_WARN_UNUSED;

/* Adds the multiplications of a call, whose output sizes it has. */
ct_error ct_layer_add_mult_adds(struct ct_layer *layer, const ct_module *module) CT_WARN_UNUSED;

/* "1,234,567" */
#define CT_GROUPED_SIZE 32
const char *ct_grouped(int64_t number, char text[CT_GROUPED_SIZE]);

#endif
