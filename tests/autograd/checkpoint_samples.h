/*
 * Functions to put under checkpoint; those of tests/data/expected/checkpoint.py by their names
 * there.
 */
#ifndef CHECKPOINT_SAMPLES_H
#define CHECKPOINT_SAMPLES_H

#include "support.h"

/* Ends the program for a name that is none. Inputs are x and w, the context an options struct for
 * a checkpoint inside, or NULL. */
ct_checkpoint_function sample_named(const char *name);

/* sin(sin(x)); the context may be a struct calls. */
ct_error sines(ct_tensor *const *inputs, int64_t inputs_len, void *context, ct_tensor **outputs,
	       int64_t outputs_len);

/* Counts calls, and from the second one on calls another function. */
struct calls {
	int calls;
	ct_checkpoint_function first, then;
	int released;
	ct_error (*meanwhile)(struct calls *self); /* NULL: nothing */
};
ct_error changing(ct_tensor *const *inputs, int64_t inputs_len, void *context, ct_tensor **outputs,
		  int64_t outputs_len);
void count_released(void *calls);

/* A float32 leaf of three ones. */
ct_tensor *ones_leaf(void);

/* The checkpoint's only output, of one input. */
ct_error under_checkpoint(ct_checkpoint_function function, struct calls *calls, ct_tensor *x,
			  const ct_checkpoint_options *options, ct_tensor **result);

/* backward of the sum. */
ct_error go_back(const ct_tensor *y);

#endif
