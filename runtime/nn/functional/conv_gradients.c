/*
 * torch.nn.grad: the gradients of convolutions for their inputs and weights.
 */
#include <ctorch/core/scope.h>
#include <ctorch/nn/functions.h>

#include "nn/functional/give.h"
#include "nn/functional/lists.h"
#include "nn/functional/raise.h"

/* A convolution's arguments, for each of its `n` dimensions. */
struct window {
	int64_t n;
	int64_t stride[CT_NN_SPATIAL], padding[CT_NN_SPATIAL], dilation[CT_NN_SPATIAL];
};

static ct_error read_window(const char *function, int64_t n, ct_ints stride, ct_ints padding,
			    ct_ints dilation, struct window *window)
{
	window->n = n;
	CT_TRY(ct_nn_expand(function, "stride", stride.at, stride.len, n, window->stride));
	CT_TRY(ct_nn_expand(function, "padding", padding.at, padding.len, n, window->padding));
	return ct_nn_expand(function, "dilation", dilation.at, dilation.len, n, window->dilation);
}

/* Only the size of a convolution's own argument counts: one element, seen `size` times. */
static ct_tensor *of_size(const ct_tensor *grad_output, ct_ints size)
{
	return CT_E(expand, CT_E(new_empty, grad_output, CT_L(1)), size);
}

/* `input` or `weight` is NULL; then its gradient, of `size`, is the result. */
static ct_error gradient(const char *function, const ct_tensor *input, const ct_tensor *weight,
			 ct_ints size, const ct_tensor *grad_output, const struct window *window,
			 int64_t groups, ct_tensor **result)
{
	const bool is_of_input = input == NULL;
	const bool mask[3] = { is_of_input, !is_of_input, false };
	const int64_t no_padding = 0;
	const ct_tensor *sized;
	ct_tensor *found = NULL;

	CT_OWN_SCOPE(function);
	sized = of_size(grad_output, size);
	CT_DO(ct_convolution_backward(
		grad_output, is_of_input ? sized : input, is_of_input ? weight : sized, NULL, 0,
		window->stride, window->n, window->padding, window->n, window->dilation, window->n,
		false, &no_padding, 1, groups, mask, is_of_input ? &found : NULL,
		is_of_input ? NULL : &found, NULL));
	return ct_nn_give(found, result);
}

#define GRADIENTS_OF(n)                                                                          \
	ct_error ct_nn_grad_conv##n##d_input(                                                    \
		const int64_t *input_size, int64_t input_size_len, const ct_tensor *weight,      \
		const ct_tensor *grad_output, const int64_t *stride, int64_t stride_len,         \
		const int64_t *padding, int64_t padding_len, const int64_t *dilation,            \
		int64_t dilation_len, int64_t groups, ct_tensor **result)                        \
	{                                                                                        \
		struct window window;                                                            \
                                                                                                 \
		CT_NN_NEEDS(weight, 2);                                                          \
		CT_NN_NEEDS(grad_output, 3);                                                     \
		CT_TRY(read_window(__func__, n, CT_INTS_OF(stride, stride_len),                  \
				   CT_INTS_OF(padding, padding_len),                             \
				   CT_INTS_OF(dilation, dilation_len), &window));                \
		return gradient(__func__, NULL, weight, CT_INTS_OF(input_size, input_size_len),  \
				grad_output, &window, groups, result);                           \
	}                                                                                        \
                                                                                                 \
	ct_error ct_nn_grad_conv##n##d_weight(                                                   \
		const ct_tensor *input, const int64_t *weight_size, int64_t weight_size_len,     \
		const ct_tensor *grad_output, const int64_t *stride, int64_t stride_len,         \
		const int64_t *padding, int64_t padding_len, const int64_t *dilation,            \
		int64_t dilation_len, int64_t groups, ct_tensor **result)                        \
	{                                                                                        \
		struct window window;                                                            \
                                                                                                 \
		CT_NN_NEEDS(input, 1);                                                           \
		CT_NN_NEEDS(grad_output, 3);                                                     \
		CT_TRY(read_window(__func__, n, CT_INTS_OF(stride, stride_len),                  \
				   CT_INTS_OF(padding, padding_len),                             \
				   CT_INTS_OF(dilation, dilation_len), &window));                \
		return gradient(__func__, input, NULL, CT_INTS_OF(weight_size, weight_size_len), \
				grad_output, &window, groups, result);                           \
	}

GRADIENTS_OF(1)
GRADIENTS_OF(2)
GRADIENTS_OF(3)
