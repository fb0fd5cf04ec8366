/*
 * torch.nn.functional: pooling, where Python adds something to the operator.
 */
#include <math.h>
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/nn/functions.h>

#include "core/base/lengths.h"
#include "nn/functional/give.h"
#include "nn/functional/lists.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

/* --- Adaptive pooling ------------------------------------------------------------------------- */

/* Of output_size, in `sizes`; CT_NO_INT, Python's None, is the input's. Python checks a tuple, not
 * a number. */
static ct_error fill_in(const char *function, const ct_tensor *input, ct_ints wanted, int64_t n,
			int64_t *sizes)
{
	const int64_t first = ct_tensor_dim(input) - n;

	CT_TRY(ct_nn_expand(function, "output_size", wanted.at, wanted.len, n, sizes));
	if (wanted.len == 1)
		return NULL;
	if (first <= 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "Input dimension should be at least %lld",
			    (long long)n + 1);
	for (int64_t i = 0; i < n; i++)
		if (sizes[i] == CT_NO_INT) {
			CT_TRY(ct_check_sizes(input));
			sizes[i] = ct_sizes_of(input).at[first + i];
		}
	return NULL;
}

ct_error ct_nn_adaptive_avg_pool2d(const ct_tensor *input, const int64_t *output_size,
				   int64_t output_size_len, ct_tensor **result)
{
	const ct_ints wanted = CT_INTS_OF(output_size, output_size_len);
	int64_t sizes[2];

	CT_NN_NEEDS(input, 1);
	CT_TRY(fill_in(__func__, input, wanted, 2, sizes));
	return CT(adaptive_avg_pool2d, result, input, CT_INTS_OF(sizes, 2));
}

ct_error ct_nn_adaptive_avg_pool3d(const ct_tensor *input, const int64_t *output_size,
				   int64_t output_size_len, ct_tensor **result)
{
	const ct_ints wanted = CT_INTS_OF(output_size, output_size_len);
	int64_t sizes[3];

	CT_NN_NEEDS(input, 1);
	CT_TRY(fill_in(__func__, input, wanted, 3, sizes));
	return CT(adaptive_avg_pool3d, result, input, CT_INTS_OF(sizes, 3));
}

ct_error ct_nn_adaptive_max_pool2d_with_indices(const ct_tensor *input, const int64_t *output_size,
						int64_t output_size_len, ct_tensor **result0,
						ct_tensor **result1)
{
	const ct_ints wanted = CT_INTS_OF(output_size, output_size_len);
	int64_t sizes[2];

	CT_NN_NEEDS(input, 1);
	CT_TRY(fill_in(__func__, input, wanted, 2, sizes));
	return CT(adaptive_max_pool2d, result0, result1, input, CT_INTS_OF(sizes, 2));
}

ct_error ct_nn_adaptive_max_pool3d_with_indices(const ct_tensor *input, const int64_t *output_size,
						int64_t output_size_len, ct_tensor **result0,
						ct_tensor **result1)
{
	const ct_ints wanted = CT_INTS_OF(output_size, output_size_len);
	int64_t sizes[3];

	CT_NN_NEEDS(input, 1);
	CT_TRY(fill_in(__func__, input, wanted, 3, sizes));
	return CT(adaptive_max_pool3d, result0, result1, input, CT_INTS_OF(sizes, 3));
}

ct_error ct_nn_adaptive_max_pool1d(const ct_tensor *input, const int64_t *output_size,
				   int64_t output_size_len, ct_tensor **result)
{
	return ct_adaptive_max_pool1d(input, output_size, output_size_len, result, NULL);
}

ct_error ct_nn_adaptive_max_pool2d(const ct_tensor *input, const int64_t *output_size,
				   int64_t output_size_len, ct_tensor **result)
{
	return ct_nn_adaptive_max_pool2d_with_indices(input, output_size, output_size_len, result,
						      NULL);
}

ct_error ct_nn_adaptive_max_pool3d(const ct_tensor *input, const int64_t *output_size,
				   int64_t output_size_len, ct_tensor **result)
{
	return ct_nn_adaptive_max_pool3d_with_indices(input, output_size, output_size_len, result,
						      NULL);
}

/* --- Fractional max pooling ------------------------------------------------------------------- */

struct fractional {
	const char *name;
	int64_t dims; /* spatial dimensions */
	ct_error (*op)(const ct_tensor *, const int64_t *, int64_t, const int64_t *, int64_t,
		       const ct_tensor *, ct_tensor **, ct_tensor **);
};

static const struct fractional fractional_2d = { "fractional_max_pool2d", 2,
						 ct_fractional_max_pool2d };
static const struct fractional fractional_3d = { "fractional_max_pool3d", 3,
						 ct_fractional_max_pool3d };

struct fractional_arguments {
	const ct_tensor *input;
	ct_ints kernel_size, output_size;
	ct_floats output_ratio;
	const ct_tensor *samples;
};

static ct_error scale_sizes(const struct fractional *kind, const struct fractional_arguments *a,
			    int64_t *sizes)
{
	double ratios[CT_NN_SPATIAL];

	if (kind->dims == 2 && a->output_ratio.len > 2)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "%s requires output_ratio to either be a single Int or tuple "
			    "of Ints.",
			    kind->name);
	CT_TRY(ct_nn_expand_floats(kind->name, "output_ratio", a->output_ratio.at,
				   a->output_ratio.len, kind->dims, ratios));
	for (int64_t i = 0; i < kind->dims; i++) {
		CT_TRY(ct_size_int(a->input, i - kind->dims, &sizes[i]));
		sizes[i] = (int64_t)((double)sizes[i] * ratios[i]);
	}
	return NULL;
}

/* Where the regions begin: a number for each batch, channel and spatial dimension. */
static ct_error draw_samples(const struct fractional *kind, const ct_tensor *input,
			     ct_tensor **result)
{
	int64_t batches = 1, channels;

	if (ct_tensor_dim(input) != kind->dims + 1)
		CT_TRY(ct_size_int(input, 0, &batches));
	CT_TRY(ct_size_int(input, -kind->dims - 1, &channels));
	return CT(rand, result, CT_L(batches, channels, kind->dims),
		  .dtype = ct_tensor_dtype(input), .device = ct_tensor_device(input));
}

static ct_error pool_fractionally(const struct fractional *kind,
				  const struct fractional_arguments *a, ct_tensor **result0,
				  ct_tensor **result1)
{
	CT_OWN_SCOPE(NULL);
	const int64_t n = kind->dims;
	int64_t kernel[CT_NN_SPATIAL], sizes[CT_NN_SPATIAL];
	ct_tensor *samples = NULL, *values = NULL, *indices = NULL;

	if (a->output_size.at == NULL && a->output_ratio.at == NULL)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "%s requires specifying either an output_size or an "
			    "output_ratio",
			    kind->name);
	if (a->output_size.at)
		CT_TRY(ct_nn_expand(kind->name, "output_size", a->output_size.at,
				    a->output_size.len, n, sizes));
	else
		CT_TRY(scale_sizes(kind, a, sizes));
	CT_TRY(ct_nn_expand(kind->name, "kernel_size", a->kernel_size.at, a->kernel_size.len, n,
			    kernel));
	if (a->samples == NULL)
		CT_TRY(draw_samples(kind, a->input, &samples));
	CT_TRY(kind->op(a->input, kernel, n, sizes, n, samples ? samples : a->samples, &values,
			&indices));
	if (result1)
		CT_TRY(ct_nn_give(indices, result1));
	return result0 ? ct_nn_give(values, result0) : NULL;
}

/* The four functions have the same parameters. */
#define FRACTIONAL_PARAMETERS                                                                    \
	const ct_tensor *input, const int64_t *kernel_size, int64_t kernel_size_len,             \
		const int64_t *output_size, int64_t output_size_len, const double *output_ratio, \
		int64_t output_ratio_len, const ct_tensor *_random_samples
#define FRACTIONAL_ARGUMENTS                                                 \
	(&(struct fractional_arguments){ input,                              \
					 { kernel_size, kernel_size_len },   \
					 { output_size, output_size_len },   \
					 { output_ratio, output_ratio_len }, \
					 _random_samples })

ct_error ct_nn_fractional_max_pool2d_with_indices(FRACTIONAL_PARAMETERS, ct_tensor **result0,
						  ct_tensor **result1)
{
	CT_NN_NEEDS(input, 1);
	return pool_fractionally(&fractional_2d, FRACTIONAL_ARGUMENTS, result0, result1);
}

ct_error ct_nn_fractional_max_pool3d_with_indices(FRACTIONAL_PARAMETERS, ct_tensor **result0,
						  ct_tensor **result1)
{
	CT_NN_NEEDS(input, 1);
	return pool_fractionally(&fractional_3d, FRACTIONAL_ARGUMENTS, result0, result1);
}

ct_error ct_nn_fractional_max_pool2d(FRACTIONAL_PARAMETERS, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	return pool_fractionally(&fractional_2d, FRACTIONAL_ARGUMENTS, result, NULL);
}

ct_error ct_nn_fractional_max_pool3d(FRACTIONAL_PARAMETERS, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	return pool_fractionally(&fractional_3d, FRACTIONAL_ARGUMENTS, result, NULL);
}

/* --- Max unpooling ---------------------------------------------------------------------------- */

struct windows {
	int64_t dims;
	int64_t kernel[CT_NN_SPATIAL], stride[CT_NN_SPATIAL], padding[CT_NN_SPATIAL];
};

static ct_error read_windows(const char *function, int64_t dims, ct_ints kernel, ct_ints stride,
			     ct_ints padding, struct windows *windows)
{
	windows->dims = dims;
	CT_TRY(ct_nn_expand(function, "kernel_size", kernel.at, kernel.len, dims, windows->kernel));
	if (stride.at == NULL)
		memcpy(windows->stride, windows->kernel, sizeof windows->stride);
	else
		CT_TRY(ct_nn_expand(function, "stride", stride.at, stride.len, dims,
				    windows->stride));
	return ct_nn_expand(function, "padding", padding.at, padding.len, dims, windows->padding);
}

/* The size of the input of a max_pool with these windows, if none was lost at the end. */
static ct_error default_sizes(const ct_tensor *input, const struct windows *windows, int64_t *sizes)
{
	CT_TRY(ct_check_sizes(input));
	for (int64_t i = 0; i < windows->dims; i++) {
		const int64_t dim = ct_tensor_dim(input) - windows->dims + i;

		if (dim < 0)
			CT_NN_RAISE(CT_ERROR_INDEX, "tuple index out of range");
		sizes[i] = ct_size_plus(
			ct_size_times(ct_sizes_of(input).at[dim] - 1, windows->stride[i]),
			ct_size_plus(windows->kernel[i], ct_size_times(-2, windows->padding[i])));
	}
	return NULL;
}

static ct_error wrong_length(int64_t dims, int64_t length)
{
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "output_size should be a sequence containing %lld or %lld elements, "
		    "but it has a length of '%lld'",
		    (long long)dims, (long long)dims + 2, (long long)length);
}

static ct_error pooling_wrong_size(ct_ints wanted, int64_t dim, int64_t least, int64_t most)
{
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "invalid output_size \"%s\" (dim %lld must be between %lld and %lld)",
		    ct_nn_list_text(wanted).at, (long long)dim, (long long)least, (long long)most);
}

/* The sizes wanted, instead of the default ones; those of batch and channels are ignored. */
static ct_error choose_sizes(const struct windows *windows, ct_ints wanted, int64_t *sizes)
{
	const int64_t dims = windows->dims;

	if (wanted.len == dims + 2)
		wanted = CT_INTS_OF(wanted.at + 2, dims);
	if (wanted.len != dims)
		return wrong_length(dims, wanted.len);
	for (int64_t i = 0; i < dims; i++) {
		const int64_t least = sizes[i] - windows->stride[i];
		const int64_t most = sizes[i] + windows->stride[i];

		if (wanted.at[i] <= least || wanted.at[i] >= most)
			return pooling_wrong_size(wanted, i, least, most);
	}
	memcpy(sizes, wanted.at, (size_t)dims * sizeof *sizes);
	return NULL;
}

static ct_error output_sizes(const ct_tensor *input, const struct windows *windows, ct_ints wanted,
			     int64_t *sizes)
{
	CT_TRY(default_sizes(input, windows, sizes));
	if (wanted.at)
		CT_TRY(choose_sizes(windows, wanted, sizes));
	for (int64_t i = 0; i < windows->dims; i++)
		if (sizes[i] < 0)
			CT_NN_RAISE(CT_ERROR_VALUE,
				    "max_unpooling: output_size must contain non-negative "
				    "spatial dimensions, but got output_size[%lld]=%lld",
				    (long long)i, (long long)sizes[i]);
	return NULL;
}

ct_error ct_nn_max_unpool1d(const ct_tensor *input, const ct_tensor *indices,
			    const int64_t *kernel_size, int64_t kernel_size_len,
			    const int64_t *stride, int64_t stride_len, const int64_t *padding,
			    int64_t padding_len, const int64_t *output_size,
			    int64_t output_size_len, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(indices, 2);
	CT_OWN_SCOPE(__func__);
	struct windows windows;
	int64_t sizes[2] = { 0, 1 };
	ct_tensor *y;

	CT_TRY(read_windows(__func__, 1, CT_INTS_OF(kernel_size, kernel_size_len),
			    CT_INTS_OF(stride, stride_len), CT_INTS_OF(padding, padding_len),
			    &windows));
	CT_TRY(output_sizes(input, &windows, CT_INTS_OF(output_size, output_size_len), sizes));
	y = CT_E(max_unpool2d, CT_E(unsqueeze, input, -1), CT_E(unsqueeze, indices, -1),
		 CT_INTS_OF(sizes, 2));
	return ct_nn_give(CT_E(squeeze_dim, y, -1), result);
}

ct_error ct_nn_max_unpool2d(const ct_tensor *input, const ct_tensor *indices,
			    const int64_t *kernel_size, int64_t kernel_size_len,
			    const int64_t *stride, int64_t stride_len, const int64_t *padding,
			    int64_t padding_len, const int64_t *output_size,
			    int64_t output_size_len, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	struct windows windows;
	int64_t sizes[2];

	CT_TRY(read_windows(__func__, 2, CT_INTS_OF(kernel_size, kernel_size_len),
			    CT_INTS_OF(stride, stride_len), CT_INTS_OF(padding, padding_len),
			    &windows));
	CT_TRY(output_sizes(input, &windows, CT_INTS_OF(output_size, output_size_len), sizes));
	return CT(max_unpool2d, result, input, indices, CT_INTS_OF(sizes, 2));
}

ct_error ct_nn_max_unpool3d(const ct_tensor *input, const ct_tensor *indices,
			    const int64_t *kernel_size, int64_t kernel_size_len,
			    const int64_t *stride, int64_t stride_len, const int64_t *padding,
			    int64_t padding_len, const int64_t *output_size,
			    int64_t output_size_len, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	struct windows windows;
	int64_t sizes[3];

	CT_TRY(read_windows(__func__, 3, CT_INTS_OF(kernel_size, kernel_size_len),
			    CT_INTS_OF(stride, stride_len), CT_INTS_OF(padding, padding_len),
			    &windows));
	CT_TRY(output_sizes(input, &windows, CT_INTS_OF(output_size, output_size_len), sizes));
	return CT(max_unpool3d, result, input, indices, CT_INTS_OF(sizes, 3),
		  CT_INTS_OF(windows.stride, 3), CT_INTS_OF(windows.padding, 3));
}

/* --- Power-average pooling -------------------------------------------------------------------- */

static ct_tensor *max_pool(int64_t dims, const ct_tensor *x, ct_ints kernel, ct_ints stride,
			   bool ceil_mode)
{
	const ct_ints none = { NULL, 0 };

	if (stride.at == NULL)
		stride = none;
	if (dims == 1)
		return CT_E(max_pool1d, x, kernel, stride, .ceil_mode = ceil_mode);
	if (dims == 2)
		return CT_E(max_pool2d, x, kernel, stride, .ceil_mode = ceil_mode);
	return CT_E(max_pool3d, x, kernel, stride, .ceil_mode = ceil_mode);
}

static ct_tensor *avg_pool(int64_t dims, const ct_tensor *x, ct_ints kernel, ct_ints stride,
			   bool ceil_mode)
{
	if (dims == 1)
		return CT_E(avg_pool1d, x, kernel, stride, .ceil_mode = ceil_mode);
	if (dims == 2)
		return CT_E(avg_pool2d, x, kernel, stride, .ceil_mode = ceil_mode);
	return CT_E(avg_pool3d, x, kernel, stride, .ceil_mode = ceil_mode);
}

static double float_of(ct_scalar number)
{
	return number.kind == CT_SCALAR_FLOAT ? number.re : (double)number.i;
}

static ct_error zero_norm(ct_scalar norm_type)
{
	CT_NN_RAISE(CT_ERROR_VALUE, "norm_type must be a non-zero value, but got %s",
		    norm_type.kind == CT_SCALAR_FLOAT ? ct_nn_float_text(norm_type.re).at : "0");
}

/* (the sum of x^p over a window)^(1/p), from the mean. */
static ct_tensor *norm_pool(int64_t dims, const ct_tensor *input, ct_scalar norm_type,
			    ct_ints kernel, ct_ints stride, bool ceil_mode)
{
	const ct_tensor *mean = avg_pool(dims, CT_E(pow, input, norm_type), kernel, stride,
					 ceil_mode);
	const ct_tensor *sign = CT_E(sign, mean);
	const ct_tensor *size = CT_E(relu, CT_E(abs, mean));
	int64_t elements = 1;

	for (int64_t i = 0; i < dims; i++)
		elements = ct_size_times(elements, kernel.at[i]);
	return CT_E(pow, CT_E(mul, CT_E(mul, sign, size), elements), 1.0 / float_of(norm_type));
}

static ct_error lp_pool(int64_t dims, const ct_tensor *input, ct_scalar norm_type, ct_ints kernel,
			ct_ints stride, bool ceil_mode, ct_tensor **result)
{
	CT_OWN_SCOPE(NULL);
	const double p = float_of(norm_type);
	int64_t sizes[CT_NN_SPATIAL];
	ct_tensor *y;

	CT_TRY(ct_nn_expand(NULL, "kernel_size", kernel.at, kernel.len, dims, sizes));
	kernel = CT_INTS_OF(sizes, dims);
	if (p == 0)
		return zero_norm(norm_type);
	if (!isinf(p))
		y = norm_pool(dims, input, norm_type, kernel, stride, ceil_mode);
	else if (p > 0)
		y = max_pool(dims, CT_E(abs, input), kernel, stride, ceil_mode);
	else
		y = CT_E(neg,
			 max_pool(dims, CT_E(neg, CT_E(abs, input)), kernel, stride, ceil_mode));
	return ct_nn_give(y, result);
}

ct_error ct_nn_lp_pool1d(const ct_tensor *input, ct_scalar norm_type, int64_t kernel_size,
			 const int64_t *stride, int64_t stride_len, bool ceil_mode,
			 ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	return lp_pool(1, input, norm_type, CT_INTS_OF(&kernel_size, 1),
		       CT_INTS_OF(stride, stride_len), ceil_mode, result);
}

ct_error ct_nn_lp_pool2d(const ct_tensor *input, ct_scalar norm_type, const int64_t *kernel_size,
			 int64_t kernel_size_len, const int64_t *stride, int64_t stride_len,
			 bool ceil_mode, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	return lp_pool(2, input, norm_type, CT_INTS_OF(kernel_size, kernel_size_len),
		       CT_INTS_OF(stride, stride_len), ceil_mode, result);
}

ct_error ct_nn_lp_pool3d(const ct_tensor *input, ct_scalar norm_type, const int64_t *kernel_size,
			 int64_t kernel_size_len, const int64_t *stride, int64_t stride_len,
			 bool ceil_mode, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	return lp_pool(3, input, norm_type, CT_INTS_OF(kernel_size, kernel_size_len),
		       CT_INTS_OF(stride, stride_len), ceil_mode, result);
}
