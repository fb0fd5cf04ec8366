/*
 * Calls of ctorch/nn/forward.h by the module's class, for the cases of modules_suite.c.
 */
#ifndef NN_TYPED_CALLS_H
#define NN_TYPED_CALLS_H

#include <ctorch/nn/module.h>
#include <jansson.h>

/* As ct_module_forward_all(), with Python's keyword arguments that are not tensors. */
ct_error typed_call(const ct_module *module, ct_tensor *const *inputs, int64_t n,
		    ct_tensor **outputs, int64_t m, const json_t *options);

#endif
