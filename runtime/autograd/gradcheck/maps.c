/*
 * The functions that gradient checks differentiate: see check.h.
 */
#include "autograd/gradcheck/check.h"
#include "core/base/name_of.h"

ct_error ct_map_call_part(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs)
{
	const struct ct_part *part = self->closure;

	CT_TRY(self->of->call(self->of, inputs, inputs_len, outputs));
	for (int64_t i = 0; i < self->outputs_len; i++) {
		bool is_complex = false;

		if (outputs[i] != NULL)
			CT_TRY(ct_is_complex(outputs[i], &is_complex));
		if (is_complex)
			CT_TRY(part->of(outputs[i], &outputs[i]));
	}
	return NULL;
}

/* The part that moves and the part that does not, as one tensor. */
static ct_error completed(const ct_tensor *part, const ct_tensor *whole, bool is_imaginary,
			  ct_tensor **result)
{
	ct_tensor *still;

	CT_TRY(ct_detach(whole, &still));
	if (is_imaginary) {
		CT_TRY(ct_real(still, &still));
		return ct_complex(still, part, result);
	}
	CT_TRY(ct_imag(still, &still));
	return ct_complex(part, still, result);
}

ct_error ct_map_call_complex(const struct ct_map *self, ct_tensor *const *inputs,
			     int64_t inputs_len, ct_tensor **outputs)
{
	const struct ct_moving_part *part = self->closure;
	CT_LIST(completes, inputs_len);

	for (int64_t i = 0; i < inputs_len; i++) {
		bool is_complex = false;

		completes[i] = inputs[i];
		if (inputs[i] != NULL)
			CT_TRY(ct_is_complex(part->whole[i], &is_complex));
		if (is_complex)
			CT_TRY(completed(inputs[i], part->whole[i], part->is_imaginary,
					 &completes[i]));
	}
	return self->of->call(self->of, completes, inputs_len, outputs);
}

ct_error ct_map_call_gradient(const struct ct_map *self, ct_tensor *const *inputs,
			      int64_t inputs_len, ct_tensor **outputs)
{
	const struct ct_gradient *gradient = self->closure;
	ct_autograd_grad_options options = { 0 };
	CT_LIST(results, self->of->outputs_len);
	CT_LIST(found, self->of->outputs_len);
	CT_LIST(leaves, inputs_len);
	int64_t n = ct_differentiable(inputs, gradient->inputs_len, leaves);

	CT_TRY(self->of->call(self->of, inputs, gradient->inputs_len, results));
	if (ct_differentiable(results, self->of->outputs_len, found) != gradient->outputs_len)
		return ct_error_new(
			CT_ERROR_RUNTIME, CT_NAME_OF(ct_gradgradcheck),
			"the outputs that require a gradient differ from the first call");
	options.grad_outputs = inputs + gradient->inputs_len;
	options.grad_outputs_len = gradient->outputs_len;
	options.create_graph = true;
	options.allow_unused = true;
	return ct_autograd_grad(CT_TENSORS_OF(found, gradient->outputs_len),
				CT_TENSORS_OF(leaves, n), &options, outputs);
}
