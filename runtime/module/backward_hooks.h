/*
 * Inside the library: the backward hooks of a call of a module.
 */
#ifndef CT_MODULE_BACKWARD_HOOKS_H
#define CT_MODULE_BACKWARD_HOOKS_H

#include <ctorch/nn/module.h>

struct ct_backward_call;

/* First of all: lists the hooks, so that those are called which the module had before its forward
 * pre-hooks ran. `*result` is NULL if there are none. */
ct_error ct_backward_hooks_list(ct_module *module, struct ct_backward_call **result) CT_WARN_UNUSED;
/* Before the forward function: replaces the inputs by tensors from which backward calls the hooks.
 * NULL is accepted, as below. */
ct_error ct_backward_hooks_enter(struct ct_backward_call *call, const ct_tensor **inputs,
				 int64_t inputs_len) CT_WARN_UNUSED;
/* After it: replaces the outputs, and releases those that were there. */
ct_error ct_backward_hooks_leave(struct ct_backward_call *call, const ct_tensor *const *inputs,
				 ct_tensor **outputs, int64_t outputs_len) CT_WARN_UNUSED;
/* At the end, also after an error: releases the inputs that were made, unless they are outputs. */
void ct_backward_hooks_end(struct ct_backward_call *call, const ct_tensor *const *inputs,
			   ct_tensor *const *outputs, int64_t outputs_len);

#endif
