/*
 * Inside the library: Python's _NormBase, what batch and instance normalisations have in common.
 */
#ifndef CT_NN_NORM_BASE_H
#define CT_NN_NORM_BASE_H

#include "nn/class.h"

/* The arguments, whose structs differ by the class. */
struct ct_norm_options {
	int64_t num_features;
	double eps;
	double momentum; /* CT_NO_FLOAT: a cumulative average */
	bool affine, track_running_stats, bias;
	ct_device device;
	ct_dtype dtype;
};

#define CT_NORM_OPTIONS(args)                                                                 \
	((struct ct_norm_options){ (args)->num_features, (args)->eps, (args)->momentum,       \
				   (args)->affine, (args)->track_running_stats, (args)->bias, \
				   (args)->device, (args)->dtype })

/* The data of these classes. Each part is NULL if the options are without it. */
struct ct_norm {
	struct ct_nn_head head;
	struct ct_norm_options options;
	ct_tensor *weight, *bias;              /* num_features */
	ct_tensor *running_mean, *running_var; /* num_features */
	ct_tensor *num_batches_tracked;        /* an int64 */
};

/* Registers the parts, and gives them their first values. */
ct_error ct_norm_init(struct ct_norm *norm, struct ct_norm_options options);

/* Python's reset_parameters(). */
ct_error ct_norm_reset(void *self);

/* The momentum of this call: that of the options, 0 if there is none. */
double ct_norm_momentum(const struct ct_norm *norm);

/* An error unless `x` has `least` or `most` dimensions: "expected 2D or 3D input (got 4D input)" */
ct_error ct_norm_check_dim(const struct ct_norm *norm, const ct_tensor *x, int64_t least,
			   int64_t most);

#endif
