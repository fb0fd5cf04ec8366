/*
 * DataParallel and Container: what Python's do without a second device.
 */
#include "core/base/warn.h"
#include "nn/layers/plain.h"

/* --- DataParallel ----------------------------------------------------------------------------- */

struct data_parallel {
	CT_NN_HEAD(DataParallel);
	ct_module *module;
};

static ct_error data_parallel_init(void *self)
{
	struct data_parallel *m = self;

	CT_CHILD(m, module, (ct_module *)m->args->module);
	return CT_DONE();
}

static ct_error data_parallel_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct data_parallel *m = self;

	return ct_module_forward(m->module, x, result);
}

static ct_error data_parallel_forward_all(void *self, const ct_tensor *const *inputs,
					  int64_t inputs_len, ct_tensor **outputs,
					  int64_t outputs_len)
{
	const struct data_parallel *m = self;

	return ct_module_forward_all(m->module, CT_TENSORS_OF(inputs, inputs_len), outputs,
				     outputs_len);
}

CT_NN_CLASS(DataParallel, struct data_parallel, data_parallel_init, data_parallel_forward,
	    .module.forward_all = data_parallel_forward_all, .module.inputs_max = INT32_MAX,
	    .module.outputs_max = INT32_MAX);

/* --- Container -------------------------------------------------------------------------------- */

static ct_error container_init(void *self)
{
	(void)self;
	ct_warn("`nn.Container` is deprecated. All of its functionality is now implemented in "
		"`nn.Module`. Subclass that instead.");
	return NULL;
}

CT_NN_CLASS(Container, struct ct_nn_head, container_init, NULL);
