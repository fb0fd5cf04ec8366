/*
 * What several models share: classes derived from Sequential, and initial weights.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/tensor/tensor.h>

#include "core/memory/own_scope.h"
#include "core/memory/scopes.h"
#include "nn/layers/class.h"
#include "vision/models/model.h"

/* --- Sequential ------------------------------------------------------------------------------- */

extern const struct ct_nn_code ct_nn_Sequential_code;

ct_error ct_models_sequential_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	return ct_nn_Sequential_code.module.forward(self, x, result);
}

ct_module *ct_models_sequential(const ct_module_class *klass)
{
	ct_module *module = NULL;

	CT_DO(ct_module_new(klass, &module));
	return module;
}

void ct_models_append(ct_module *sequential, ct_module *item)
{
	char name[24];

	snprintf(name, sizeof name, "%lld", (long long)ct_module_child_count(sequential));
	CT_APPEND_AS(sequential, name, item);
}

/* --- forward functions ------------------------------------------------------------------------ */

void ct_models_done(const ct_tensor *x, const ct_tensor *next)
{
	if (x != next && ct_scopes_innermost_owns(x))
		ct_tensor_free((ct_tensor *)x);
}

ct_tensor *ct_models_pass(const ct_module *module, const ct_tensor *x)
{
	ct_tensor *y = CT_M(module, x);

	ct_models_done(x, y);
	return y;
}

/* --- initial weights -------------------------------------------------------------------------- */

bool ct_models_is(const ct_module *module, const char *class_name)
{
	return strcmp(ct_module_class_of(module)->name, class_name) == 0;
}

static void init_weight(const ct_module *module, ct_tensor *weight, double linear_std)
{
	if (ct_models_is(module, "Conv2d"))
		CT_E(nn_init_kaiming_normal_, weight, .mode = "fan_out", .nonlinearity = "relu");
	else if (ct_models_is(module, "Linear"))
		CT_E(nn_init_normal_, weight, 0, linear_std);
	else
		CT_E(nn_init_ones_, weight);
}

static ct_error layers_init_module(ct_module *module, void *context)
{
	const double linear_std = *(const double *)context;

	if (!ct_models_is(module, "Conv2d") && !ct_models_is(module, "BatchNorm2d") &&
	    !(linear_std > 0 && ct_models_is(module, "Linear")))
		return NULL;
	CT_OWN_SCOPE(NULL);
	CT_EACH_PARAMETER(module, p)
	{
		if (strcmp(p->name, "weight") == 0)
			init_weight(module, p->tensor, linear_std);
		else
			CT_E(nn_init_zeros_, p->tensor);
	}
	return CT_DONE();
}

/* Python visits parents first. Only modules without children are drawn, so the order is the same.
 * */
void ct_models_init_weights(ct_module *model, double linear_std)
{
	CT_DO(ct_module_apply(model, layers_init_module, &linear_std));
}
