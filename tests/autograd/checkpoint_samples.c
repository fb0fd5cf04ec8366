/*
 * Functions to put under checkpoint.
 */
#include "checkpoint_samples.h"

#define PARAMETERS                                                                        \
	ct_tensor *const *inputs, int64_t inputs_len, void *context, ct_tensor **outputs, \
		int64_t outputs_len

static ct_error dropout(PARAMETERS)
{
	ct_tensor *t;

	(void)inputs_len, (void)context, (void)outputs_len;
	CT_TRY(ct_matmul(inputs[0], inputs[1], &t));
	CT_TRY(ct_sin(t, &t));
	CT_TRY(ct_dropout(t, 0.5, true, &t));
	CT_TRY(ct_exp(t, &t));
	return ct_mul_Tensor(t, inputs[0], outputs);
}

static ct_error twice(PARAMETERS)
{
	ct_tensor *t, *u;

	(void)inputs_len, (void)context, (void)outputs_len;
	CT_TRY(ct_mul_Tensor(inputs[0], inputs[0], &t));
	CT_TRY(ct_tanh(t, &t));
	CT_TRY(ct_dropout(t, 0.3, true, &t));
	CT_TRY(ct_matmul(t, inputs[1], &t));
	CT_TRY(ct_dropout(inputs[0], 0.5, true, &u));
	return ct_add_Tensor(t, u, ct_scalar_int(1), outputs);
}

/* The context is the options of the inner checkpoint; NULL: no inner checkpoint. */
static ct_error nested(PARAMETERS)
{
	ct_tensor *inside[2] = { NULL, inputs[1] }, *t;

	(void)inputs_len;
	CT_TRY(ct_sin(inputs[0], &inside[0]));
	if (context)
		CT_TRY(ct_checkpoint(dropout, NULL, NULL, CT_TENSORS_OF(inside, 2), context, &t,
				     1));
	else
		CT_TRY(dropout(inside, 2, NULL, &t, outputs_len));
	CT_TRY(ct_cos(t, &t));
	return ct_mul_Tensor(t, inputs[1], outputs);
}

static ct_error steps(PARAMETERS)
{
	ct_tensor *x = inputs[0];

	(void)inputs_len, (void)context, (void)outputs_len;
	for (int i = 0; i < 2; i++) {
		CT_TRY(ct_matmul(x, inputs[1], &x));
		CT_TRY(ct_tanh(x, &x));
		CT_TRY(ct_dropout(x, 0.5, true, &x));
		CT_TRY(ct_sin(x, &x));
	}
	*outputs = x;
	return NULL;
}

ct_checkpoint_function sample_named(const char *name)
{
	static const struct {
		const char *name;
		ct_checkpoint_function function;
	} samples[] = {
		{ "dropout", dropout }, { "twice", twice }, { "nested", nested }, { "steps", steps }
	};

	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		if (strcmp(samples[i].name, name) == 0)
			return samples[i].function;
	ck_abort_msg("no sample is called %s", name);
	return NULL;
}

ct_error sines(PARAMETERS)
{
	ct_tensor *t;

	(void)inputs_len, (void)outputs_len;
	if (context)
		((struct calls *)context)->calls++;
	CT_TRY(ct_sin(inputs[0], &t));
	return ct_sin(t, outputs);
}

ct_error changing(PARAMETERS)
{
	struct calls *calls = context;

	if (calls->meanwhile)
		CT_TRY(calls->meanwhile(calls));
	return (calls->calls++ ? calls->then : calls->first)(inputs, inputs_len, NULL, outputs,
							     outputs_len);
}

void count_released(void *calls)
{
	((struct calls *)calls)->released++;
}

ct_tensor *ones_leaf(void)
{
	ct_tensor *x = vector(3, (const float[]){ 1, 1, 1 });

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

ct_error under_checkpoint(ct_checkpoint_function function, struct calls *calls, ct_tensor *x,
			  const ct_checkpoint_options *options, ct_tensor **result)
{
	return ct_checkpoint(function, calls, calls ? count_released : NULL, CT_TENSORS(x), options,
			     result, 1);
}

ct_error go_back(const ct_tensor *y)
{
	ct_tensor *sum;
	ct_error err;

	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &sum));
	err = ct_tensor_backward(sum);
	ct_tensor_free(sum);
	return err;
}
