/*
 * Inside the library: lazy modules, Python's LazyModuleMixin. One begins with uninitialized parts;
 * its first call gives them their sizes, and it becomes a module of its plain class:
 *
 *     static ct_error lazy_infer(void *self, const ct_tensor *x)
 *     {
 *             struct linear *m = self;
 *
 *             if (ct_nn_has_lazy(m)) {
 *                     CT_TRY(ct_nn_materialize(m->weight, CT_L(m->outputs, size of x)));
 *                     CT_TRY(linear_reset(m));
 *             }
 *             return ct_nn_become(m, "Linear", &(struct ct_args_nn_Linear_){ ... });
 *     }
 *
 *     static ct_error lazy_init(void *self)
 *     {
 *             struct linear *m = self;
 *
 *             CT_TRY(ct_nn_lazy_parameter(m, "weight", dtype, device, &m->weight));
 *             return ct_nn_lazy_begin(m, lazy_infer);
 *     }
 *
 *     CT_NN_CLASS(LazyLinear, struct linear, lazy_init, linear_forward);
 *
 * Both classes have the same data and, when the forward function runs, the module is of the plain
 * one already. State dicts, copies and moves know uninitialized parts (module/uninitialized.c).
 */
#ifndef CT_NN_LAYERS_LAZY_H
#define CT_NN_LAYERS_LAZY_H

#include "nn/layers/class.h"

/* Gives all parts their sizes and first values, as the first input has them. */
typedef ct_error (*ct_nn_infer)(void *self, const ct_tensor *input);

/* The next call of the module begins with `infer`, before the hooks that are registered later. */
ct_error ct_nn_lazy_begin(void *self, ct_nn_infer infer);

/* Registers an uninitialized part. */
ct_error ct_nn_lazy_parameter(void *self, const char *name, ct_dtype dtype, ct_device device,
			      ct_tensor **field);
ct_error ct_nn_lazy_buffer(void *self, const char *name, ct_dtype dtype, ct_device device,
			   ct_tensor **field);

/* Whether a part has no size yet. */
bool ct_nn_has_lazy(const void *self);

/* NULL, and what has a size, stays as it is. */
ct_error ct_nn_materialize(ct_tensor *x, ct_ints shape);

#endif
