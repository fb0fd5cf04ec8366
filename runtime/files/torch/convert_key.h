/*
 * Loading: the keys on the way to a value, for messages and for the options' keys.
 */
#ifndef CT_FILES_TORCH_CONVERT_KEY_H
#define CT_FILES_TORCH_CONVERT_KEY_H

#include "files/torch/loader.h"

/* Appends ".7", or a dict's key, to the loader's key; returns its length before. */
size_t ct_loader_enter_index(struct ct_loader *self, long long index);
size_t ct_loader_enter_key(struct ct_loader *self, const struct ct_node *key);
void ct_loader_leave(struct ct_loader *self, size_t before);

/* `*result`: Python's name of the type of a key or an item of a set that a ct_value cannot have,
 * perhaps followed by a reason, as in "int (of more than 255 bytes)"; NULL: it can. An error if the
 * pickle repeats too much. */
ct_error ct_loader_wrong_key(struct ct_loader *self, const struct ct_node *node,
			     const char **result) CT_WARN_UNUSED;

/* An error about `what`, which is of such a type; with skip_unknown the type is listed instead,
 * without the reason. */
ct_error ct_loader_leave_out(struct ct_loader *self, const char *type,
			     const char *what) CT_WARN_UNUSED;

#endif
