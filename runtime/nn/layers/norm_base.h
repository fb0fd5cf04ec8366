/*
 * Inside the library: Python's _NormBase, what batch and instance normalizations have in common.
 */
#ifndef CT_NN_LAYERS_NORM_BASE_H
#define CT_NN_LAYERS_NORM_BASE_H

#include "nn/layers/class.h"

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

/* For a lazy class: registers uninitialized parts, which the first input makes; `infer` is
 * ct_norm_infer() and then ct_nn_become(). */
ct_error ct_norm_init_lazy(struct ct_norm *norm, struct ct_norm_options options,
			   ct_error (*infer)(void *self, const ct_tensor *x));
ct_error ct_norm_infer(struct ct_norm *norm, const ct_tensor *x);

#define CT_LAZY_NORM_OPTIONS(args)                                                               \
	((struct ct_norm_options){ 0, (args)->eps, (args)->momentum, (args)->affine,             \
				   (args)->track_running_stats, (args)->bias, (args)->device,    \
				   (args)->dtype })

/* A lazy class with the data and the forward function of a plain one. */
#define CT_LAZY_NORM(class_name, upgrade_function)                                                 \
	static ct_error Lazy##class_name##_infer(void *self, const ct_tensor *x)                   \
	{                                                                                          \
		struct ct_norm *norm = self;                                                       \
		const struct ct_norm_options *o = &norm->options;                                  \
                                                                                                   \
		CT_TRY(ct_norm_infer(norm, x));                                                    \
		return ct_nn_become(norm, #class_name,                                             \
				    &(struct ct_args_nn_##class_name##_){                          \
					    .num_features = o->num_features,                       \
					    .eps = o->eps,                                         \
					    .momentum = o->momentum,                               \
					    .affine = o->affine,                                   \
					    .track_running_stats = o->track_running_stats,         \
					    .bias = o->bias,                                       \
					    .device = o->device,                                   \
					    .dtype = o->dtype });                                  \
	}                                                                                          \
                                                                                                   \
	static ct_error Lazy##class_name##_init(void *self)                                        \
	{                                                                                          \
		struct ct_norm *norm = self;                                                       \
		const struct ct_args_nn_Lazy##class_name##_ *a = norm->head.args;                  \
                                                                                                   \
		return ct_norm_init_lazy(norm, CT_LAZY_NORM_OPTIONS(a), Lazy##class_name##_infer); \
	}                                                                                          \
                                                                                                   \
	CT_NN_CLASS(Lazy##class_name, struct ct_norm, Lazy##class_name##_init,                     \
		    class_name##_forward, CT_NORM_VERSION(upgrade_function))

/* Python's _version of these classes. */
#define CT_NORM_VERSION(upgrade_function) .module.version = 2, .module.upgrade = upgrade_function

/* Version 2 added num_batches_tracked. */
ct_error ct_norm_upgrade(const void *self, ct_value *state, const char *prefix, int64_t version);

/* Python's reset_parameters() and reset_running_stats(). */
ct_error ct_norm_reset(void *self);
ct_error ct_norm_reset_statistics(struct ct_norm *norm);

/* The data of a module that is one of the BatchNorm classes; NULL for another. */
struct ct_norm *ct_batch_norm_of(const ct_module *module);

/* The momentum of this call: that of the options, 0 if there is none. */
double ct_norm_momentum(const struct ct_norm *norm);

/* An error unless `x` has `least` or `most` dimensions: "expected 2D or 3D input (got 4D input)" */
ct_error ct_norm_check_dim(const struct ct_norm *norm, const ct_tensor *x, int64_t least,
			   int64_t most);

#endif
