/*
 * Inside the library: classes that have no parts, so that their arguments are all their data.
 *
 *     CT_NN_PLAIN(ELU, NULL)
 *     {
 *             return CT(elu, result, x, CT_S(a->alpha));
 *     }
 *
 * The block is the forward function, with the arguments `a`, the input `x` and the place `result`.
 * `self` is for ct_nn_is_training(). Instead of NULL, a function may check the arguments when a
 * module is made: CT_NN_CHECK(ELU) { ... } defines ELU_check, with `a`.
 */
#ifndef CT_NN_LAYERS_PLAIN_H
#define CT_NN_LAYERS_PLAIN_H

#include <ctorch/nn/functions.h>

#include "nn/layers/class.h"

#define CT_NN_UNUSED __attribute__((unused))

#define CT_NN_PLAIN(class_name, check)                                                             \
	static ct_error class_name##_call(const void *self,                                        \
					  const struct ct_args_nn_##class_name##_ *a,              \
					  const ct_tensor *x, ct_tensor **result);                 \
	static ct_error class_name##_forward(void *self, const ct_tensor *x, ct_tensor **result)   \
	{                                                                                          \
		return class_name##_call(self, ((const struct ct_nn_head *)self)->args, x,         \
					 result);                                                  \
	}                                                                                          \
	CT_NN_CLASS(class_name, struct ct_nn_head, check, class_name##_forward);                   \
	static ct_error class_name##_call(CT_NN_UNUSED const void *self,                           \
					  CT_NN_UNUSED const struct ct_args_nn_##class_name##_ *a, \
					  const ct_tensor *x, ct_tensor **result)

/* The same for `count` inputs x[0], x[1], ... */
#define CT_NN_PLAIN_OF(count, class_name, check)                                                   \
	static ct_error class_name##_call(const struct ct_args_nn_##class_name##_ *a,              \
					  const ct_tensor *const *x, ct_tensor **result);          \
	static ct_error class_name##_forward(void *self, const ct_tensor *const *x, int64_t n,     \
					     ct_tensor **results, int64_t results_len)             \
	{                                                                                          \
		(void)n;                                                                           \
		return class_name##_call(((const struct ct_nn_head *)self)->args, x,               \
					 results_len ? results : NULL);                            \
	}                                                                                          \
	CT_NN_CLASS(class_name, struct ct_nn_head, check, NULL,                                    \
		    .module.forward_all = class_name##_forward, .module.inputs_min = count,        \
		    .module.inputs_max = count, .module.outputs_max = 1);                          \
	static ct_error class_name##_call(CT_NN_UNUSED const struct ct_args_nn_##class_name##_ *a, \
					  const ct_tensor *const *x, ct_tensor **result)

#define CT_NN_CHECK(class_name)                                                              \
	static ct_error class_name##_check_args(const struct ct_args_nn_##class_name##_ *a); \
	static ct_error class_name##_check(void *self)                                       \
	{                                                                                    \
		return class_name##_check_args(((const struct ct_nn_head *)self)->args);     \
	}                                                                                    \
	static ct_error class_name##_check_args(const struct ct_args_nn_##class_name##_ *a)

static inline bool ct_nn_is_training(const void *self)
{
	return ct_module_is_training(ct_module_of(self));
}

#endif
