/*
 * Inside the library: what the containers of torch.nn share.
 */
#ifndef CT_NN_CONTAINERS_ITEMS_H
#define CT_NN_CONTAINERS_ITEMS_H

#include <ctorch/nn/container.h>

#include "module/module.h"

/* The classes by the address of their code. */
extern const struct ct_nn_code ct_nn_Sequential_code, ct_nn_ModuleList_code, ct_nn_ModuleDict_code,
	ct_nn_ParameterList_code, ct_nn_ParameterDict_code;

/* A name of a list's item, in the caller's room: "12". */
struct ct_item_name {
	char text[24];
};
struct ct_item_name ct_item_name(int64_t index);

/* Errors unless an argument is of one of two classes; the second may be NULL. */
ct_error ct_items_check(const ct_module *module, const struct ct_nn_code *one,
			const struct ct_nn_code *other, int position, const char *argument,
			const char *function);

/* Python's IndexError; otherwise the index from the beginning. */
ct_error ct_items_index(int64_t index, int64_t len, const char *function, int64_t *result);

/* Python's KeyError of a dict, whose text is the key. */
ct_error ct_items_no_key(const char *key, const char *function);

/* The items of a slice: `count` of them, `step` apart. */
struct ct_item_range {
	int64_t first, step, count;
};
ct_error ct_items_range(ct_index slice, int64_t len, const char *function,
			struct ct_item_range *range);

/* Removes the parts in a range. */
void ct_items_remove(struct ct_parts *parts, enum ct_part_kind kind,
		     const struct ct_item_range *range);

/* Removes what was added behind the first `len` parts. */
void ct_items_cut(struct ct_parts *parts, enum ct_part_kind kind, uint32_t len);

/* Calls the parts "0", "1", ...: first all names are made, so that false (no memory) changes
 * nothing. `removed` will be removed. */
bool ct_items_renumber(struct ct_parts *parts, const struct ct_item_range *removed);

/* A new, empty container of this class, which belongs to the innermost scope. */
ct_error ct_items_new(const struct ct_nn_code *code, ct_module **result);

#endif
