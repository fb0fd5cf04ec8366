/*
 * torch.nn.functional: grids, and columns of images, where Python adds something to the operator.
 */
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/nn/functions.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/warn.h"
#include "nn/functional/lists.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

/* --- Grids ------------------------------------------------------------------------------------ */

/* The position of the word; -1: it is none of them. */
static int position_of(const char *word, const char *const *words, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	return -1;
}

/* Python's align_corners=None is false. */
static bool aligns_corners(const bool *align_corners)
{
	if (align_corners)
		return *align_corners;
	ct_warn("Default grid_sample and affine_grid behavior has changed to align_corners=False "
		"since 1.3.0. Please specify align_corners=True if the old behavior is desired. See "
		"the documentation of grid_sample for details.");
	return false;
}

ct_error ct_nn_grid_sample(const ct_tensor *input, const ct_tensor *grid, const char *mode,
			   const char *padding_mode, const bool *align_corners, ct_tensor **result)
{
	/* In the operator's order: enum ct_interpolation_value, enum ct_padding_mode_value. */
	static const char *const modes[] = { "bilinear", "nearest", "bicubic" };
	static const char *const paddings[] = { "zeros", "border", "reflection" };
	int interpolation, padding;

	CT_NN_NEEDS(mode, 3);
	CT_NN_NEEDS(padding_mode, 4);
	interpolation = position_of(mode, modes, 3);
	padding = position_of(padding_mode, paddings, 3);
	if (interpolation < 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "nn.functional.grid_sample(): expected mode to be 'bilinear', "
			    "'nearest' or 'bicubic', but got: '%s'",
			    mode);
	if (padding < 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "nn.functional.grid_sample(): expected padding_mode to be "
			    "'zeros', 'border', or 'reflection', but got: '%s'",
			    padding_mode);
	return CT(grid_sampler, result, input, grid, interpolation, padding,
		  aligns_corners(align_corners));
}

static ct_error wrong_theta(const ct_tensor *theta, ct_ints size)
{
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "Expected a batch of %s affine matrices of shape %s for size %s. Got "
		    "%s.",
		    size.len == 4 ? "2D" : "3D", size.len == 4 ? "Nx2x3" : "Nx3x4",
		    ct_nn_list_text(size).at, ct_nn_size_text(theta).at);
}

static int64_t least_of(const int64_t *list, int64_t n)
{
	int64_t least = list[0];

	for (int64_t i = 1; i < n; i++)
		least = list[i] < least ? list[i] : least;
	return least;
}

static ct_error check_affine(const ct_tensor *theta, ct_ints size, bool align_corners)
{
	const int64_t spatial = size.len - 2, *shape;

	if (!ct_dtype_is_floating_point(ct_tensor_dtype(theta)))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Expected theta to have floating point type, but got torch.%s",
			    ct_dtype_name(ct_tensor_dtype(theta)));
	if (spatial != 2 && spatial != 3)
		return CT_RAISED(CT_ERROR_NOT_IMPLEMENTED,
				 "affine_grid only supports 4D and 5D sizes, for 2D and 3D "
				 "affine transforms, respectively. Got size %s.",
				 ct_nn_list_text(size).at);
	CT_TRY(ct_check_sizes(theta));
	shape = ct_sizes_of(theta).at;
	if (ct_tensor_dim(theta) != 3 || shape[1] != spatial || shape[2] != spatial + 1)
		return wrong_theta(theta, size);
	if (align_corners && least_of(size.at + 2, spatial) == 1) {
		ct_warn("Since version 1.3.0, affine_grid behavior has changed for unit-size grids "
			"when align_corners=True. This is not an intended use case of affine_grid. See "
			"the documentation of affine_grid for details.");
		return NULL; /* Python's check of the whole size is left out here, too */
	}
	if (least_of(size.at, size.len) <= 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "Expected non-zero, positive output size. Got %s",
			    ct_nn_list_text(size).at);
	return NULL;
}

ct_error ct_nn_affine_grid(const ct_tensor *theta, const int64_t *size, int64_t size_len,
			   const bool *align_corners, ct_tensor **result)
{
	bool align;

	CT_NN_NEEDS(theta, 1);
	CT_NN_NEEDS(size, 2);
	align = aligns_corners(align_corners);
	CT_TRY(check_affine(theta, CT_INTS_OF(size, size_len), align));
	return CT(affine_grid_generator, result, theta, CT_INTS_OF(size, size_len), align);
}

/* --- Columns of images ------------------------------------------------------------------------ */

/* The windows of an image. */
struct columns {
	int64_t kernel[2], dilation[2], padding[2], stride[2];
};

static ct_error read_columns(const char *function, ct_ints kernel, ct_ints dilation,
			     ct_ints padding, ct_ints stride, struct columns *columns)
{
	CT_TRY(ct_nn_expand(function, "kernel_size", kernel.at, kernel.len, 2, columns->kernel));
	CT_TRY(ct_nn_expand(function, "dilation", dilation.at, dilation.len, 2, columns->dilation));
	CT_TRY(ct_nn_expand(function, "padding", padding.at, padding.len, 2, columns->padding));
	return ct_nn_expand(function, "stride", stride.at, stride.len, 2, columns->stride);
}

ct_error ct_nn_unfold(const ct_tensor *input, const int64_t *kernel_size, int64_t kernel_size_len,
		      const int64_t *dilation, int64_t dilation_len, const int64_t *padding,
		      int64_t padding_len, const int64_t *stride, int64_t stride_len,
		      ct_tensor **result)
{
	struct columns to;

	CT_TRY(read_columns(__func__, CT_INTS_OF(kernel_size, kernel_size_len),
			    CT_INTS_OF(dilation, dilation_len), CT_INTS_OF(padding, padding_len),
			    CT_INTS_OF(stride, stride_len), &to));
	return ct_im2col(input, to.kernel, 2, to.dilation, 2, to.padding, 2, to.stride, 2, result);
}

ct_error ct_nn_fold(const ct_tensor *input, const int64_t *output_size, int64_t output_size_len,
		    const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
		    int64_t dilation_len, const int64_t *padding, int64_t padding_len,
		    const int64_t *stride, int64_t stride_len, ct_tensor **result)
{
	struct columns from;
	int64_t size[2];

	CT_TRY(ct_nn_expand(__func__, "output_size", output_size, output_size_len, 2, size));
	CT_TRY(read_columns(__func__, CT_INTS_OF(kernel_size, kernel_size_len),
			    CT_INTS_OF(dilation, dilation_len), CT_INTS_OF(padding, padding_len),
			    CT_INTS_OF(stride, stride_len), &from));
	return ct_col2im(input, size, 2, from.kernel, 2, from.dilation, 2, from.padding, 2,
			 from.stride, 2, result);
}
