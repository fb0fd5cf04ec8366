/*
 * Pooling: maxima, means, power means; fractional and adaptive windows; max unpooling.
 */
#include <stdio.h>

#include <ctorch/nn/forward.h>

#include "core/base/name_of.h"
#include "nn/functional/give.h"
#include "nn/functional/lists.h"
#include "nn/functional/raise.h"
#include "nn/layers/plain.h"
#include "nn/layers/typed.h"

/* Python's stride=None. */
static ct_ints stride_of(ct_ints stride, ct_ints kernel_size)
{
	return stride.at ? stride : kernel_size;
}

/* --- Values and indices ----------------------------------------------------------------------- */

static ct_error check_outputs(const struct ct_nn_head *head, bool return_indices,
			      int64_t outputs_len)
{
	if (outputs_len < 2 || return_indices)
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, head->klass->of.name,
			    "%s has no second output without return_indices", head->klass->of.name);
}

/*
 * A class whose second output is there with return_indices. The block that follows is the forward
 * function, with the arguments `a`, the input `x`, and the places `y` and `indices`, of which the
 * latter is NULL if it is not asked for. `init` may be NULL.
 */
#define TWO_OUTPUTS(class_name, data, init)                                                        \
	static ct_error class_name##_call(const data *m,                                           \
					  const struct ct_args_nn_##class_name##_ *a,              \
					  const ct_tensor *x, ct_tensor **y, ct_tensor **indices); \
                                                                                                   \
	static ct_error class_name##_forward(void *self, const ct_tensor *x, ct_tensor **y)        \
	{                                                                                          \
		const struct ct_nn_head *head = self;                                              \
                                                                                                   \
		return class_name##_call(self, head->args, x, y, NULL);                            \
	}                                                                                          \
                                                                                                   \
	static ct_error class_name##_forward_all(void *self, const ct_tensor *const *x, int64_t n, \
						 ct_tensor **outputs, int64_t outputs_len)         \
	{                                                                                          \
		const struct ct_nn_head *head = self;                                              \
		const struct ct_args_nn_##class_name##_ *a = head->args;                           \
                                                                                                   \
		(void)n;                                                                           \
		CT_TRY(check_outputs(head, a->return_indices, outputs_len));                       \
		return class_name##_call(self, a, x[0], outputs_len > 0 ? &outputs[0] : NULL,      \
					 outputs_len > 1 ? &outputs[1] : NULL);                    \
	}                                                                                          \
                                                                                                   \
	CT_NN_CLASS(class_name, data, init, class_name##_forward,                                  \
		    .module.forward_all = class_name##_forward_all, .module.inputs_min = 1,        \
		    .module.inputs_max = 1, .module.outputs_max = 2);                              \
                                                                                                   \
	static ct_error class_name##_call(CT_NN_UNUSED const data *m,                              \
					  const struct ct_args_nn_##class_name##_ *a,              \
					  const ct_tensor *x, ct_tensor **y, ct_tensor **indices)

#define MAX_POOL(class_name, op)                                                                \
	TWO_OUTPUTS(class_name, struct ct_nn_head, NULL)                                        \
	{                                                                                       \
		const ct_ints stride = stride_of(a->stride, a->kernel_size);                    \
                                                                                                \
		if (!a->return_indices)                                                         \
			return CT(op, y, x, a->kernel_size, stride, a->padding, a->dilation,    \
				  a->ceil_mode);                                                \
		return CT(op##_with_indices, y, indices, x, a->kernel_size, stride, a->padding, \
			  a->dilation, a->ceil_mode);                                           \
	}

MAX_POOL(MaxPool1d, max_pool1d)
MAX_POOL(MaxPool2d, max_pool2d)
MAX_POOL(MaxPool3d, max_pool3d)

TWO_OUTPUTS(AdaptiveMaxPool1d, struct ct_nn_head, NULL)
{
	return CT(adaptive_max_pool1d, y, indices, x, a->output_size);
}

TWO_OUTPUTS(AdaptiveMaxPool2d, struct ct_nn_head, NULL)
{
	return CT(nn_adaptive_max_pool2d_with_indices, y, indices, x, a->output_size);
}

TWO_OUTPUTS(AdaptiveMaxPool3d, struct ct_nn_head, NULL)
{
	return CT(nn_adaptive_max_pool3d_with_indices, y, indices, x, a->output_size);
}

/* --- Fractional windows ----------------------------------------------------------------------- */

struct fractional {
	struct ct_nn_head head;
	ct_tensor *_random_samples; /* from 0 to 1; NULL: drawn in each call */
};

/* Python's text of a float or a tuple of floats. */
static struct ct_nn_text ratio_text(ct_floats ratio)
{
	struct ct_nn_text text;
	size_t at = 0;

	if (ratio.len == 1)
		return ct_nn_float_text(ratio.at[0]);
	for (int64_t i = 0; i < ratio.len; i++)
		at += (size_t)snprintf(text.at + at, sizeof text.at - at, "%s%s", i ? ", " : "(",
				       ct_nn_float_text(ratio.at[i]).at);
	snprintf(text.at + at, sizeof text.at - at, ")");
	return text;
}

static ct_error pooling_check_sizes(const char *class_name, int64_t dims, ct_ints output_size,
				    ct_floats ratio)
{
	double expanded[CT_NN_SPATIAL];

	if (output_size.at == NULL && ratio.at == NULL)
		return ct_error_new(CT_ERROR_VALUE, class_name,
				    "%s requires specifying either an output size, or a pooling "
				    "ratio",
				    class_name);
	if (output_size.at && ratio.at)
		return ct_error_new(CT_ERROR_VALUE, class_name,
				    "only one of output_size and output_ratio may be specified");
	if (ratio.at == NULL)
		return NULL;
	CT_TRY(ct_nn_expand_floats(class_name, "output_ratio", ratio.at, ratio.len, dims,
				   expanded));
	for (int64_t i = 0; i < dims; i++)
		if (!(expanded[i] > 0 && expanded[i] < 1))
			return ct_error_new(CT_ERROR_VALUE, class_name,
					    "output_ratio must be between 0 and 1 (got %s)",
					    ratio_text(ratio).at);
	return NULL;
}

static ct_error fractional_2d_init(void *self)
{
	struct fractional *m = self;
	const struct ct_args_nn_FractionalMaxPool2d_ *a = m->head.args;

	CT_BUFFER(m, _random_samples, a->_random_samples);
	CT_TRY(CT_DONE());
	return pooling_check_sizes("FractionalMaxPool2d", 2, a->output_size, a->output_ratio);
}

TWO_OUTPUTS(FractionalMaxPool2d, struct fractional, fractional_2d_init)
{
	return CT(nn_fractional_max_pool2d_with_indices, y, indices, x, a->kernel_size,
		  a->output_size, a->output_ratio, m->_random_samples);
}

static struct ct_nn_text kernel_text(ct_ints kernel)
{
	struct ct_nn_text text;

	if (kernel.len != 1)
		return ct_nn_tuple_text(kernel);
	snprintf(text.at, sizeof text.at, "%lld", (long long)kernel.at[0]);
	return text;
}

static ct_error fractional_3d_init(void *self)
{
	struct fractional *m = self;
	const struct ct_args_nn_FractionalMaxPool3d_ *a = m->head.args;

	for (int64_t i = 0; i < a->kernel_size.len; i++)
		if (a->kernel_size.at[i] <= 0)
			return CT_RAISED(CT_ERROR_VALUE,
					 "kernel_size must be greater than 0, but got %s",
					 kernel_text(a->kernel_size).at);
	CT_BUFFER(m, _random_samples, a->_random_samples);
	CT_TRY(CT_DONE());
	return pooling_check_sizes("FractionalMaxPool3d", 3, a->output_size, a->output_ratio);
}

TWO_OUTPUTS(FractionalMaxPool3d, struct fractional, fractional_3d_init)
{
	return CT(nn_fractional_max_pool3d_with_indices, y, indices, x, a->kernel_size,
		  a->output_size, a->output_ratio, m->_random_samples);
}

/* --- Max unpooling ---------------------------------------------------------------------------- */

/* `options` is the output_size, a ct_ints. */
#define MAX_UNPOOL(class_name, op)                                                                \
	static ct_error class_name##_to_size(void *self, const ct_tensor *const *inputs,          \
					     int64_t inputs_len, ct_tensor **outputs,             \
					     int64_t outputs_len, const void *options)            \
	{                                                                                         \
		const struct ct_args_nn_##class_name##_ *a =                                      \
			((const struct ct_nn_head *)self)->args;                                  \
                                                                                                  \
		(void)inputs_len;                                                                 \
		return CT(op, outputs_len ? outputs : NULL, inputs[0], inputs[1], a->kernel_size, \
			  a->stride, a->padding, *(const ct_ints *)options);                      \
	}                                                                                         \
                                                                                                  \
	static ct_error class_name##_forward(void *self, const ct_tensor *const *inputs,          \
					     int64_t inputs_len, ct_tensor **outputs,             \
					     int64_t outputs_len)                                 \
	{                                                                                         \
		return class_name##_to_size(self, inputs, inputs_len, outputs, outputs_len,       \
					    &(const ct_ints){ NULL, 0 });                         \
	}                                                                                         \
                                                                                                  \
	CT_NN_CLASS(class_name, struct ct_nn_head, NULL, NULL,                                    \
		    .module.forward_all = class_name##_forward, .module.inputs_min = 2,           \
		    .module.inputs_max = 2, .module.outputs_max = 1)

MAX_UNPOOL(MaxUnpool1d, nn_max_unpool1d);
MAX_UNPOOL(MaxUnpool2d, nn_max_unpool2d);
MAX_UNPOOL(MaxUnpool3d, nn_max_unpool3d);

static ct_module_call_function unpool_of(const ct_module *self)
{
	if (ct_nn_is_a(self, &ct_nn_MaxUnpool1d_code))
		return MaxUnpool1d_to_size;
	if (ct_nn_is_a(self, &ct_nn_MaxUnpool2d_code))
		return MaxUnpool2d_to_size;
	return ct_nn_is_a(self, &ct_nn_MaxUnpool3d_code) ? MaxUnpool3d_to_size : NULL;
}

ct_error ct_nn_MaxUnpool_forward(const ct_module *module, const ct_tensor *input,
				 const ct_tensor *indices, ct_ints output_size, ct_tensor **result)
{
	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	if (unpool_of(module) == NULL)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "argument 1 (module) must be a MaxUnpool1d, 2d or 3d, not %s",
				    ct_module_class_of(module)->name);
	CT_NN_NEEDS(input, 2);
	CT_NN_NEEDS(indices, 3);
	CT_NN_NEEDS(result, 5);
	return ct_module_call_with(module, unpool_of(module), &output_size,
				   (const ct_tensor *[]){ input, indices }, 2, result, 1);
}

/* --- Means ------------------------------------------------------------------------------------ */

CT_NN_PLAIN(AvgPool1d, NULL)
{
	return CT(avg_pool1d, result, x, a->kernel_size, stride_of(a->stride, a->kernel_size),
		  a->padding, a->ceil_mode, a->count_include_pad);
}

CT_NN_PLAIN(AvgPool2d, NULL)
{
	return CT(avg_pool2d, result, x, a->kernel_size, stride_of(a->stride, a->kernel_size),
		  a->padding, a->ceil_mode, a->count_include_pad, a->divisor_override);
}

CT_NN_PLAIN(AvgPool3d, NULL)
{
	return CT(avg_pool3d, result, x, a->kernel_size, stride_of(a->stride, a->kernel_size),
		  a->padding, a->ceil_mode, a->count_include_pad, a->divisor_override);
}

CT_NN_PLAIN(AdaptiveAvgPool1d, NULL)
{
	return CT(adaptive_avg_pool1d, result, x, a->output_size);
}

CT_NN_PLAIN(AdaptiveAvgPool2d, NULL)
{
	return CT(nn_adaptive_avg_pool2d, result, x, a->output_size);
}

CT_NN_PLAIN(AdaptiveAvgPool3d, NULL)
{
	return CT(nn_adaptive_avg_pool3d, result, x, a->output_size);
}

/* --- Power means ------------------------------------------------------------------------------ */

static ct_error pooling_check_norm(const char *class_name, double norm_type)
{
	if (norm_type == 0)
		return ct_error_new(CT_ERROR_VALUE, class_name,
				    "norm_type must be a non-zero value, but got %s",
				    ct_nn_float_text(norm_type).at);
	return NULL;
}

CT_NN_CHECK(LPPool1d)
{
	int64_t kernel;

	CT_TRY(pooling_check_norm("LPPool1d", a->norm_type));
	return ct_nn_expand("LPPool1d", "kernel_size", a->kernel_size.at, a->kernel_size.len, 1,
			    &kernel);
}

CT_NN_PLAIN(LPPool1d, LPPool1d_check)
{
	return CT(nn_lp_pool1d, result, x, a->norm_type, a->kernel_size.at[0], a->stride,
		  a->ceil_mode);
}

CT_NN_CHECK(LPPool2d)
{
	return pooling_check_norm("LPPool2d", a->norm_type);
}

CT_NN_PLAIN(LPPool2d, LPPool2d_check)
{
	return CT(nn_lp_pool2d, result, x, a->norm_type, a->kernel_size, a->stride, a->ceil_mode);
}

CT_NN_CHECK(LPPool3d)
{
	return pooling_check_norm("LPPool3d", a->norm_type);
}

CT_NN_PLAIN(LPPool3d, LPPool3d_check)
{
	return CT(nn_lp_pool3d, result, x, a->norm_type, a->kernel_size, a->stride, a->ceil_mode);
}
