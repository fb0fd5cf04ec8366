/* callbacks.h: what the generated functions pass to C for a function of Go: one of these functions,
 * and the number of the function of Go as its context. */
#ifndef GT_CALLBACKS_H
#define GT_CALLBACKS_H

#include <ctorch/ctorch.h>

#include "gt.h"

/* The context of a function that C calls only during the call, and of one that it keeps if the call
 * succeeds. */
void *gt_lent(struct gt_temp *t, const uintptr_t *function);
void *gt_kept(struct gt_temp *t, const uintptr_t *function);
void gt_release(void *function);
ct_lr_lambdas gt_lambdas(struct gt_temp *t, const struct gt_list *functions);

/* A call of a Function: the only one whose frame is written by hand. */
void gt_apply(void *frame, struct gt_temp *t);

/* Releases a tensor when the outermost call of this thread ends. */
void gt_keep_during_call(ct_tensor *tensor);

/* The error of a panic. Its text may begin as that of an error of C does, which C adds again. */
ct_error gt_raise(int32_t error_class, const char *function, const char *text);

/* The panic of a learning rate, which C cannot pass on, becomes the error of the call. */
void gt_take_failure(ct_error *error);
void gt_made_scheduler(ct_error *error, ct_lr_scheduler **made); /* frees it if a rate failed */

ct_error gt_tensor_hook(const ct_tensor *grad, void *function, ct_tensor **replacement);
ct_error gt_leaf_hook(ct_tensor *leaf, void *function);
ct_error gt_node_pre_hook(ct_tensor *const *grads, int64_t n, void *function,
			  ct_tensor **replacements);
ct_error gt_node_post_hook(ct_tensor *const *grad_inputs, int64_t n, ct_tensor *const *grad_outputs,
			   int64_t grad_outputs_len, void *function, ct_tensor **replacements);
ct_error gt_function(ct_tensor *const *inputs, int64_t n, void *function, ct_tensor **outputs,
		     int64_t outputs_len);
ct_error gt_distance(const ct_tensor *x1, const ct_tensor *x2, void *function, ct_tensor **result);
ct_error gt_transform(const ct_tensor *image, ct_generator *generator, void *function,
		      ct_tensor **result);
ct_error gt_forward_pre_hook(ct_module *module, const ct_tensor **inputs, int64_t n,
			     void *function);
ct_error gt_forward_hook(ct_module *module, const ct_tensor *const *inputs, int64_t n,
			 ct_tensor **outputs, int64_t outputs_len, void *function);
ct_error gt_backward_pre_hook(ct_module *module, const ct_tensor **grad_outputs, int64_t n,
			      void *function);
ct_error gt_backward_hook(ct_module *module, const ct_tensor **grad_inputs, int64_t n,
			  const ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
			  void *function);
ct_error gt_closure(void *function, ct_tensor **loss);
ct_error gt_optimizer_hook(ct_optimizer *self, void *function);
double gt_lr_function(double x, void *function);
ct_error gt_traced(const ct_tensor *const *inputs, int64_t n, void *function, ct_value *result);
ct_error gt_sample(ct_value *sample, ct_generator *generator, void *function);

#endif
