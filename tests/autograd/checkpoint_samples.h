/*
 * Functions to checkpoint; those of tests/fixtures/expected/checkpoint.py have the same names
 * there.
 */
#ifndef CHECKPOINT_SAMPLES_H
#define CHECKPOINT_SAMPLES_H

#include "support.h"

/* Fails the test if the name does not exist. The inputs are x and w; the context is an options
 * struct for an inner checkpoint, or NULL. */
ct_checkpoint_function sample_named(const char *name);

/* sin(sin(x)); the context may be a struct calls. */
ct_error sines(ct_tensor *const *inputs, int64_t inputs_len, void *context, ct_tensor **outputs,
	       int64_t outputs_len);

/* Counts calls, and from the second call on calls another function. */
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

/* Calls a function of one input and one output under a checkpoint. */
ct_error under_checkpoint(ct_checkpoint_function function, struct calls *calls, ct_tensor *x,
			  const ct_checkpoint_options *options, ct_tensor **result);

/* Calls backward on the sum. */
ct_error go_back(const ct_tensor *y);

#endif
