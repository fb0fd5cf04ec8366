/*
 * Inside the library: how an averaged model computes its parameters.
 */
#ifndef CT_OPTIM_AVERAGES_AVERAGES_H
#define CT_OPTIM_AVERAGES_AVERAGES_H

#include <stdatomic.h>

#include <ctorch/calls/call.h>
#include <ctorch/optim/swa.h>

/* What the copies of an averaged model share. */
struct ct_averages {
	ct_averaged_model_options options; /* `decay` is the number itself */
	atomic_int references;
};

/* Tensors of the average, those of the model on the same devices, and how many models there are in the
 * average. */
struct ct_averaged_tensors {
	ct_tensor **averaged, **current;
	int64_t len;
	const ct_tensor *n_averaged;
};

/* Updates the averages. It may change the order of the tensors. */
ct_error ct_averages_update(const struct ct_averages *self,
			    struct ct_averaged_tensors *tensors) CT_WARN_UNUSED;

#endif
