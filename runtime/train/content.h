/*
 * What a checkpoint of a run has.
 */
#ifndef CT_TRAIN_CONTENT_H
#define CT_TRAIN_CONTENT_H

#include <stdbool.h>

#include <ctorch/train/train.h>

/* Adds all of a run to a dict. Tensors belong to the innermost scope. */
ct_error ct_train_put_all(const ct_train_state *self, ct_value *dict);

/* Adds the states of the default generators alone. */
ct_error ct_train_put_random(ct_value *dict);

/* Sets the default generators to the states in a dict, or only new ones: a trial. States of devices
 * that are not here are left. */
ct_error ct_train_load_random(const ct_value *dict, const char *path, bool is_trial);

/* What a folder of torch.distributed.checkpoint needs to have a checkpoint: it opens dicts, whose keys
 * become texts, and leaves out empty ones. So what is neither the model nor the optimizer is in tuples
 * of one, which it keeps whole; the numbers of an optimizer's state are texts. */
ct_error ct_train_to_parts(ct_value *dict);

/* The other way, for what ct_load() has read from such a folder. */
ct_error ct_train_from_parts(ct_value *dict);

/* False: the dict is without the key. */
bool ct_train_has(const ct_value *dict, const char *key, ct_value *value);

/* Around an error of what is at a key, which it takes: "PATH: 'epoch': ...". */
ct_error ct_train_at_key(const char *path, const char *key, ct_error error);

/* Returns from the function with an error of what is at `key`. */
#define CT_TRAIN_TRY_AT(key, call)                                   \
	do {                                                         \
		const ct_error error_ = (call);                      \
		if (error_)                                          \
			return ct_train_at_key(path, (key), error_); \
	} while (0)

#endif
