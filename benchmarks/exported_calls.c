/*
 * exported_calls.c: the calls of exported.h.
 */
#include "exported.h"

#include <stdio.h>
#include <string.h>

/* --- The MLP --------------------------------------------------------------------------------- */

/* In Python's nn.Sequential every second layer is a ReLU. */
static void find_mlp(struct calls *self, const ct_module *module)
{
	char path[20];

	for (int i = 0; i < MLP_LAYERS; i++) {
		snprintf(path, sizeof path, "%d.weight", 2 * i);
		CT_CHECK(ct_module_get_parameter(module, path, &self->weights[i]));
		snprintf(path, sizeof path, "%d.bias", 2 * i);
		CT_CHECK(ct_module_get_parameter(module, path, &self->biases[i]));
	}
}

/* A linear layer and what follows it; `x` is freed. */
static ct_error call_hidden(const struct calls *self, int layer, const ct_tensor *x,
			    ct_tensor **result)
{
	ct_tensor *linear;
	ct_error error;

	CT_TRY(ct_linear(x, self->weights[layer], self->biases[layer], &linear));
	error = ct_relu(linear, result);
	ct_tensor_free(linear);
	return error;
}

static ct_error call_mlp(const struct calls *self, const ct_tensor *x, ct_tensor **result)
{
	ct_tensor *first, *second;
	ct_error error;

	CT_TRY(call_hidden(self, 0, x, &first));
	error = call_hidden(self, 1, first, &second);
	ct_tensor_free(first);
	if (error)
		return error;
	error = ct_linear(second, self->weights[2], self->biases[2], result);
	ct_tensor_free(second);
	return error;
}

/* --- The chain ------------------------------------------------------------------------------- */

static ct_error call_chain(const struct calls *self, const ct_tensor *x, ct_tensor **result)
{
	ct_tensor *last = NULL, *relu;
	ct_error error;

	for (int i = 0; i < CHAIN_NODES / 2; i++) {
		error = ct_relu(last ? last : x, &relu);
		ct_tensor_free(last);
		if (error)
			return error;
		error = ct_add_Tensor(relu, self->one, ct_scalar_int(1), &last);
		ct_tensor_free(relu);
		if (error)
			return error;
	}
	*result = last;
	return NULL;
}

calls_function calls_of(const char *name, const ct_export *program, struct calls *self)
{
	const ct_module *module = ct_export_module(program);

	if (strcmp(name, "mlp") == 0) {
		find_mlp(self, module);
		return call_mlp;
	}
	if (strcmp(name, "chain") == 0) {
		CT_CHECK(ct_module_get_buffer(module, "one", &self->one));
		return call_chain;
	}
	return NULL;
}
