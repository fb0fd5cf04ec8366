/*
 * torch.nn.functional: interpolate() and its older names.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/nn/functions.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/warn.h"
#include "nn/functional/lists.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

/* --- The operators ---------------------------------------------------------------------------- */

enum mode { NEAREST, NEAREST_EXACT, AREA, LINEAR, BILINEAR, BICUBIC, TRILINEAR, LANCZOS, MODES };

static const struct {
	const char *name;
	int64_t dim; /* of the only inputs, with batch and channels; 0: 3 to 5 */
	bool has_corners, has_antialias;
} modes[MODES] = {
	[NEAREST] = { "nearest", 0, false, false },
	[NEAREST_EXACT] = { "nearest-exact", 0, false, false },
	[AREA] = { "area", 0, false, false },
	[LINEAR] = { "linear", 3, true, false },
	[BILINEAR] = { "bilinear", 4, true, true },
	[BICUBIC] = { "bicubic", 4, true, true },
	[TRILINEAR] = { "trilinear", 5, true, false },
	[LANCZOS] = { "lanczos", 4, true, true },
};

/* Where sizes and scales are both None, no operator is called. */
struct target {
	int64_t size[CT_NN_SPATIAL];
	double scale[CT_NN_SPATIAL];
	ct_ints sizes;
	ct_floats scales;
};

typedef ct_error (*plain_op)(const ct_tensor *, const int64_t *, int64_t, const double *, int64_t,
			     ct_tensor **);
typedef ct_error (*corners_op)(const ct_tensor *, const int64_t *, int64_t, bool, const double *,
			       int64_t, ct_tensor **);
typedef ct_error (*area_op)(const ct_tensor *, const int64_t *, int64_t, ct_tensor **);

/* By the number of spatial dimensions. */
static const plain_op nearest_ops[] = { NULL, ct_upsample_nearest1d_vec, ct_upsample_nearest2d_vec,
					ct_upsample_nearest3d_vec };
static const plain_op exact_ops[] = { NULL, ct__upsample_nearest_exact1d_vec,
				      ct__upsample_nearest_exact2d_vec,
				      ct__upsample_nearest_exact3d_vec };
static const area_op area_ops[] = { NULL, ct_adaptive_avg_pool1d, ct_nn_adaptive_avg_pool2d,
				    ct_nn_adaptive_avg_pool3d };

static corners_op corners_op_of(enum mode mode, bool antialias)
{
	switch (mode) {
	case LINEAR:
		return ct_upsample_linear1d_vec;
	case BILINEAR:
		return antialias ? ct__upsample_bilinear2d_aa_vec : ct_upsample_bilinear2d_vec;
	case BICUBIC:
		return antialias ? ct__upsample_bicubic2d_aa_vec : ct_upsample_bicubic2d_vec;
	case TRILINEAR:
		return ct_upsample_trilinear3d_vec;
#ifdef CT_OP__upsample_lanczos2d_aa_vec_ /* newer than the others */
	case LANCZOS:
		return ct__upsample_lanczos2d_aa_vec;
#endif
	default:
		return NULL;
	}
}

/* --- Checks ----------------------------------------------------------------------------------- */

/* Python's arguments. */
struct wanted {
	const ct_tensor *input;
	ct_ints size;
	ct_floats scale_factor;
	const char *mode;
	const bool *align_corners, *recompute_scale_factor;
	bool antialias;
};

/* MODES: none of that name. */
static enum mode mode_of(const char *name)
{
	enum mode mode = NEAREST;

	while (mode < MODES && strcmp(modes[mode].name, name) != 0)
		mode++;
	return mode;
}

static bool is_set(const bool *flag)
{
	return flag && *flag;
}

static ct_error wrong_count(const struct wanted *wanted)
{
	const int64_t dims = ct_tensor_dim(wanted->input) - 2;
	const ct_ints spatial = CT_INTS_OF(dims > 0 ? ct_sizes_of(wanted->input).at + 2 : NULL,
					   dims);

	if (wanted->size.at)
		CT_NN_RAISE(
			CT_ERROR_VALUE,
			"Input and output must have the same number of spatial dimensions, but got "
			"input with spatial dimensions of %s and output size of %s. Please provide "
			"input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, "
			"...,oK) format.",
			ct_nn_list_text(spatial).at, ct_nn_list_text(wanted->size).at);
	CT_NN_RAISE(
		CT_ERROR_VALUE,
		"Input and scale_factor must have the same number of spatial dimensions, but got "
		"input with spatial dimensions of %s and scale_factor of shape %s. Please provide "
		"input tensor in (N, C, d1, d2, ...,dK) format and scale_factor in (s1, s2, "
		"...,sK) format.",
		ct_nn_list_text(spatial).at, ct_nn_floats_text(wanted->scale_factor).at);
}

static ct_error check_which(const struct wanted *wanted, enum mode mode)
{
	const int64_t dims = ct_tensor_dim(wanted->input) - 2;
	const bool has_size = wanted->size.at != NULL, has_scale = wanted->scale_factor.at != NULL;
	const int64_t given = has_size ? wanted->size.len : wanted->scale_factor.len;

	if (mode < MODES && !modes[mode].has_corners && wanted->align_corners)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "align_corners option can only be set with the interpolating "
			    "modes: linear | bilinear | bicubic | trilinear");
	if (has_size && has_scale)
		CT_NN_RAISE(CT_ERROR_VALUE, "only one of size or scale_factor should be defined");
	if (!has_size && !has_scale)
		CT_NN_RAISE(CT_ERROR_VALUE, "either size or scale_factor should be defined");
	if (given != dims && given != 1)
		return wrong_count(wanted);
	if (is_set(wanted->recompute_scale_factor) && has_size)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "recompute_scale_factor is not meaningful with an explicit "
			    "size.");
	return NULL;
}

static ct_error check_antialias(const struct wanted *wanted, enum mode mode)
{
	if (!wanted->antialias ||
	    (mode < MODES && modes[mode].has_antialias && ct_tensor_dim(wanted->input) == 4))
		return NULL;
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "Anti-alias option is restricted to bilinear, bicubic, and lanczos "
		    "modes and requires a 4-D tensor as input");
}

static ct_error check_lanczos(const struct wanted *wanted)
{
	if (is_set(wanted->align_corners))
		CT_NN_RAISE(CT_ERROR_VALUE, "Lanczos mode does not support align_corners=True");
	if (!wanted->antialias)
		CT_NN_RAISE(CT_ERROR_VALUE, "Lanczos mode requires antialias=True");
	return NULL;
}

static ct_error wrong_dim(enum mode mode, int64_t dim, const char *name)
{
	const bool is_linear = mode == LINEAR || mode == BILINEAR || mode == TRILINEAR;

	if (is_linear && dim >= 3 && dim <= 5)
		return CT_RAISED(CT_ERROR_NOT_IMPLEMENTED,
				 "Got %lldD input, but %s mode needs %lldD input", (long long)dim,
				 name, (long long)modes[mode].dim);
	return CT_RAISED(CT_ERROR_NOT_IMPLEMENTED,
			 "Input Error: Only 3D, 4D and 5D input Tensors supported (got %lldD) "
			 "for the modes: nearest | linear | bilinear | bicubic | trilinear | "
			 "lanczos | area | nearest-exact (got %s)",
			 (long long)dim, name);
}

/* --- Sizes ------------------------------------------------------------------------------------ */

/* A number as int(x) makes it, from a size and a factor. */
static int64_t scaled(const ct_tensor *input, int64_t i, double factor)
{
	return (int64_t)((double)ct_sizes_of(input).at[i + 2] * factor);
}

/* For an input of 1 to 3 spatial dimensions: one number is for each. */
static void find_target(const struct wanted *wanted, enum mode mode, struct target *target)
{
	const int64_t dims = ct_tensor_dim(wanted->input) - 2;
	const bool has_scale = wanted->scale_factor.at != NULL;
	const bool recompute = is_set(wanted->recompute_scale_factor) || mode == AREA;

	for (int64_t i = 0; i < dims; i++) {
		if (has_scale)
			target->scale[i] =
				wanted->scale_factor.at[wanted->scale_factor.len == 1 ? 0 : i];
		target->size[i] = has_scale ? recompute ? scaled(wanted->input, i, target->scale[i])
							: 0
					    : wanted->size.at[wanted->size.len == 1 ? 0 : i];
	}
	if (has_scale && !recompute)
		target->scales = (ct_floats){ target->scale, dims };
	else
		target->sizes = CT_INTS_OF(target->size, dims);
}

/* --- The functions ---------------------------------------------------------------------------- */

static ct_error call_plain(plain_op op, const ct_tensor *input, const struct target *to,
			   ct_tensor **result)
{
	return op(input, to->sizes.at, to->sizes.len, to->scales.at, to->scales.len, result);
}

static ct_error call_op(const struct wanted *wanted, enum mode mode, const struct target *to,
			ct_tensor **result)
{
	const int64_t dims = ct_tensor_dim(wanted->input) - 2;

	switch (mode) {
	case NEAREST:
		return call_plain(nearest_ops[dims], wanted->input, to, result);
	case NEAREST_EXACT:
		return call_plain(exact_ops[dims], wanted->input, to, result);
	case AREA:
		return area_ops[dims](wanted->input, to->sizes.at, to->sizes.len, result);
	default:
		return corners_op_of(mode, wanted->antialias)(
			wanted->input, to->sizes.at, to->sizes.len, is_set(wanted->align_corners),
			to->scales.at, to->scales.len, result);
	}
}

static ct_error interpolate(const struct wanted *wanted, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(wanted->input);
	const enum mode mode = mode_of(wanted->mode);
	struct target target = { 0 };

	CT_TRY(check_which(wanted, mode));
	CT_TRY(check_antialias(wanted, mode));
	if (mode == MODES || dim < 3 || dim > 5 || (modes[mode].dim && modes[mode].dim != dim))
		return wrong_dim(mode, dim, wanted->mode);
	if (mode == LANCZOS)
		CT_TRY(check_lanczos(wanted));
	if (modes[mode].has_corners && corners_op_of(mode, wanted->antialias) == NULL)
		return CT_RAISED(CT_ERROR_NOT_IMPLEMENTED,
				 "this release of libtorch has no mode %s", wanted->mode);
	find_target(wanted, mode, &target);
	CT_TRY(CT_DONE());
	return call_op(wanted, mode, &target, result);
}

ct_error ct_nn_interpolate(const ct_tensor *input, const int64_t *size, int64_t size_len,
			   const double *scale_factor, int64_t scale_factor_len, const char *mode,
			   const bool *align_corners, const bool *recompute_scale_factor,
			   bool antialias, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(mode, 4);
	return interpolate(&(struct wanted){ input,
					     { size, size_len },
					     { scale_factor, scale_factor_len },
					     mode,
					     align_corners,
					     recompute_scale_factor,
					     antialias },
			   result);
}

static void interpolate_warn_of_name(const char *name)
{
	ct_warn_of("`nn.functional.%s` is deprecated. Use `nn.functional.interpolate` instead.",
		   name);
}

ct_error ct_nn_upsample(const ct_tensor *input, const int64_t *size, int64_t size_len,
			const double *scale_factor, int64_t scale_factor_len, const char *mode,
			const bool *align_corners, ct_tensor **result)
{
	interpolate_warn_of_name("upsample");
	return ct_nn_interpolate(input, size, size_len, scale_factor, scale_factor_len, mode,
				 align_corners, NULL, false, result);
}

ct_error ct_nn_upsample_nearest(const ct_tensor *input, const int64_t *size, int64_t size_len,
				const double *scale_factor, int64_t scale_factor_len,
				ct_tensor **result)
{
	interpolate_warn_of_name("upsample_nearest");
	return ct_nn_interpolate(input, size, size_len, scale_factor, scale_factor_len, "nearest",
				 NULL, NULL, false, result);
}

ct_error ct_nn_upsample_bilinear(const ct_tensor *input, const int64_t *size, int64_t size_len,
				 const double *scale_factor, int64_t scale_factor_len,
				 ct_tensor **result)
{
	interpolate_warn_of_name("upsample_bilinear");
	return ct_nn_interpolate(input, size, size_len, scale_factor, scale_factor_len, "bilinear",
				 &(const bool){ true }, NULL, false, result);
}
