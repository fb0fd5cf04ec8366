/*
 * update_bn() of torch.optim.swa_utils.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/calls/call.h>
#include <ctorch/core/scope.h>
#include <ctorch/optim/swa.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "nn/layers/norm_base.h"

/* The BatchNorm modules, and the momentum that each had. */
struct norms {
	struct ct_norm **at;
	double *momenta;
	int64_t len;
};

static ct_error find_norms(const ct_module *self, struct norms *norms)
{
	ct_named_module *modules;
	int64_t n;

	CT_TRY(ct_module_named_modules(self, NULL, &modules, &n));
	*norms = (struct norms){ ct_given_array(n, sizeof(struct ct_norm *)),
				 ct_given_array(n, sizeof(double)), 0 };
	if (norms->at == NULL || norms->momenta == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_update_bn), "for a list of modules");
	for (int64_t i = 0; i < n; i++) {
		struct ct_norm *norm = ct_batch_norm_of(modules[i].module);

		if (norm)
			norms->at[norms->len++] = norm;
	}
	return NULL;
}

/* A cumulative average. */
static ct_error update_bn_begin(struct norms *norms)
{
	for (int64_t i = 0; i < norms->len; i++) {
		CT_TRY(ct_norm_reset_statistics(norms->at[i]));
		norms->momenta[i] = norms->at[i]->options.momentum;
	}
	for (int64_t i = 0; i < norms->len; i++)
		norms->at[i]->options.momentum = CT_NO_FLOAT;
	return NULL;
}

static void end(const struct norms *norms)
{
	for (int64_t i = 0; i < norms->len; i++)
		norms->at[i]->options.momentum = norms->momenta[i];
}

/* With the next batch; `*more` is false after the last. */
static ct_error call_once(ct_module *self, ct_batch_function next, void *context, ct_device device,
			  bool *more)
{
	ct_tensor *batch = NULL, *output;

	CT_OWN_SCOPE(NULL);
	CT_TRY(next(context, &batch));
	*more = batch != NULL;
	if (batch == NULL)
		return NULL;
	if (device.type != CT_DEVICE_TYPE_NONE && device.type != 0)
		CT_TRY(CT(to, &batch, batch, .device = device));
	return ct_module_forward(self, batch, &output);
}

static ct_error call_all(ct_module *self, ct_batch_function next, void *context, ct_device device)
{
	bool more = true;

	while (more)
		CT_TRY(call_once(self, next, context, device, &more));
	return NULL;
}

/* The module and its parts are as before also after an error. */
static ct_error update_bn_update(ct_module *self, struct norms *norms, ct_batch_function next,
				 void *context, ct_device device)
{
	const bool was_training = ct_module_is_training(self);
	ct_error error, later;

	CT_TRY(update_bn_begin(norms));
	error = ct_module_train(self, true);
	if (error == NULL)
		error = call_all(self, next, context, device);
	end(norms);
	later = ct_module_train(self, was_training);
	if (error == NULL)
		return later;
	ct_error_free(later);
	return error;
}

ct_error ct_module_update_bn(ct_module *self, ct_batch_function next, void *context,
			     ct_device device)
{
	struct norms norms;

	CT_MODULE_CHECK(self);
	if (next == NULL)
		return ct_missing_argument(__func__, 2, "next");
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	CT_TRY(find_norms(self, &norms));
	return norms.len ? update_bn_update(self, &norms, next, context, device) : NULL;
}
