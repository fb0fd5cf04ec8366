/*
 * CrossMapLRN2d: the local response normalization of Torch 7, which has a backward of its own.
 */
#include <ctorch/autograd/custom_function.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/plain.h"
#include "tensor/tensor/sizes.h"

struct settings {
	int64_t size; /* channels around each, itself included */
	double alpha, beta, k;
};

/* The channels from the first of a window to its middle, the latter included. */
static int64_t half_of(const struct settings *settings)
{
	return settings->size / 2 + settings->size % 2;
}

static ct_tensor *channel(const ct_tensor *x, int64_t c)
{
	return CT_E(select_int, x, 1, c);
}

/* --- forward ---------------------------------------------------------------------------------- */

/* Sums of the squares in each window, each from the one before it. */
static ct_tensor *sum_windows(const ct_tensor *squares, int64_t half)
{
	const int64_t channels = ct_size_of(squares, 1);
	ct_tensor *sums = CT_E(empty_like, squares);

	CT_E(zero_, channel(sums, 0));
	for (int64_t c = 0; c < half && c < channels; c++)
		CT_E(add__Tensor, channel(sums, 0), channel(squares, c));
	for (int64_t c = 1; c < channels; c++) {
		ct_tensor *sum = CT_E(copy_, channel(sums, c), channel(sums, c - 1));

		if (c < channels - half + 1)
			CT_E(add__Tensor, sum, channel(squares, c + half - 1));
		if (c > half)
			CT_E(add__Tensor, sum, channel(squares, c - half), .alpha = CT_S(-1));
	}
	return sums;
}

static ct_error cross_map_lrn_compute(ct_function_context *context, ct_tensor *const *inputs,
				      ct_tensor **outputs)
{
	const struct settings *settings = ct_function_data(context);
	const ct_tensor *x = inputs[0];
	ct_tensor *scale, *y;

	if (ct_tensor_dim(x) != 4)
		return CT_RAISED(CT_ERROR_VALUE,
				 "CrossMapLRN2d: Expected input to be 4D, got %lldD instead.",
				 (long long)ct_tensor_dim(x));
	y = CT_E(pow, CT_E(contiguous, x), 2);
	scale = sum_windows(y, half_of(settings));
	CT_E(mul__Scalar, scale, settings->alpha / (double)settings->size);
	CT_E(add__Scalar, scale, settings->k);
	y = CT_E(mul_, CT_E(pow, scale, -settings->beta), x);
	CT_TRY(CT_FINISH(y, &y));
	*outputs = y;
	return ct_function_save_for_backward(context, CT_TENSORS(inputs[0], y, scale));
}

/* --- backward --------------------------------------------------------------------------------- */

struct sample {
	const ct_tensor *x, *y, *scale, *grad; /* C, H, W */
	ct_tensor *grad_x;
};

/* `ratios` has the channels' ratios in `middle`, and zeros around them. */
static void go_back(const struct settings *settings, const struct sample *of, ct_tensor *ratios,
		    ct_tensor *middle)
{
	const int64_t size = settings->size, channels = ct_size_of(of->x, 0);
	const double factor = 2 * settings->alpha * settings->beta / (double)size;
	ct_tensor *sum;

	CT_E(copy_, middle, CT_E(mul, of->grad, of->y));
	CT_E(div_, middle, of->scale);
	sum = CT_E(sum_dim_IntList, CT_E(narrow, ratios, 0, 0, size - 1), CT_L(0));
	for (int64_t c = 0; c < channels; c++) {
		CT_E(add__Tensor, sum, CT_E(select_int, ratios, 0, c + size - 1));
		CT_E(addcmul_, CT_E(select_int, of->grad_x, 0, c), CT_E(select_int, of->x, 0, c),
		     sum, .value = CT_S(-factor));
		CT_E(add__Tensor, sum, CT_E(select_int, ratios, 0, c), .alpha = CT_S(-1));
	}
}

static ct_error cross_map_lrn_backward(ct_function_context *context, ct_tensor *const *grads,
				       ct_tensor **results)
{
	const struct settings *settings = ct_function_data(context);
	ct_tensor *saved[3], *grad_x, *ratios, *middle;
	const int64_t *shape;

	CT_TRY(ct_function_saved_tensors(context, saved, 3));
	shape = ct_sizes_of(saved[0]).at;
	grad_x = CT_E(mul_, CT_E(pow, saved[2], -settings->beta), grads[0]);
	ratios = CT_E(new_zeros, saved[0], CT_L(shape[1] + settings->size - 1, shape[2], shape[3]));
	middle = CT_E(narrow, ratios, 0, half_of(settings), shape[1]);
	for (int64_t n = 0; n < shape[0]; n++) {
		const struct sample sample = { CT_E(select_int, saved[0], 0, n),
					       CT_E(select_int, saved[1], 0, n),
					       CT_E(select_int, saved[2], 0, n),
					       CT_E(select_int, grads[0], 0, n),
					       CT_E(select_int, grad_x, 0, n) };

		go_back(settings, &sample, ratios, middle);
	}
	return CT_FINISH(grad_x, results);
}

static const ct_function lrn = {
	.name = "CrossMapLRN2d",
	.forward = cross_map_lrn_compute,
	.backward = cross_map_lrn_backward,
	.inputs_len = 1,
	.outputs_len = 1,
	.data_size = sizeof(struct settings),
};

/* --- the class -------------------------------------------------------------------------------- */

struct cross_map_lrn {
	CT_NN_HEAD(CrossMapLRN2d);
};

static ct_error cross_map_lrn_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct ct_args_nn_CrossMapLRN2d_ *a = ((const struct cross_map_lrn *)self)->args;
	struct settings settings = { a->size, a->alpha, a->beta, a->k };

	return ct_function_apply(&lrn, &settings, CT_TENSORS((ct_tensor *)x), result, 1);
}

/* In Python the default of k is the integer 1, and printed so. */
static ct_error cross_map_lrn_repr(const void *self, char **result)
{
	const struct ct_args_nn_CrossMapLRN2d_ *a = ((const struct cross_map_lrn *)self)->args;
	struct ct_text text = { 0 };

	ct_text_addf(&text, "%lld, alpha=%s, beta=%s, k=%s", (long long)a->size,
		     ct_nn_float_text(a->alpha).at, ct_nn_float_text(a->beta).at,
		     a->k == 1 ? "1" : ct_nn_float_text(a->k).at);
	return ct_text_give(&text, CT_NAME_OF(ct_module_to_string), result);
}

CT_NN_CLASS(CrossMapLRN2d, struct cross_map_lrn, NULL, cross_map_lrn_forward,
	    .extra_repr = cross_map_lrn_repr);
