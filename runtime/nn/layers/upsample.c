/*
 * Upsample, and its former variants for pictures.
 */
#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "nn/functional/raise.h"
#include "nn/layers/plain.h"

/* A factor of 0 is none, as in Python. */
static ct_floats upsample_factor_of(ct_floats scale_factor)
{
	if (scale_factor.len == 1 && scale_factor.at[0] == 0)
		return (ct_floats){ NULL, 0 };
	return scale_factor;
}

/* --- print ------------------------------------------------------------------------------------ */

static void add_factor(struct ct_text *text, ct_floats factor)
{
	ct_text_add(text, factor.len == 1 ? "" : "(");
	for (int64_t i = 0; i < factor.len; i++)
		ct_text_addf(text, "%s%s", i ? ", " : "", ct_nn_float_text(factor.at[i]).at);
	ct_text_add(text, factor.len == 1 ? "" : ")");
}

/* "scale_factor=2.0, mode='nearest'", or "size=(4, 6), ..." */
static ct_error print(ct_ints size, ct_floats scale_factor, const char *mode, char **result)
{
	const ct_floats factor = upsample_factor_of(scale_factor);
	struct ct_text text = { 0 };

	if (factor.at) {
		ct_text_add(&text, "scale_factor=");
		add_factor(&text, factor);
	} else if (size.len == 1) {
		ct_text_addf(&text, "size=%lld", (long long)size.at[0]);
	} else {
		ct_text_addf(&text, "size=%s", size.at ? ct_nn_tuple_text(size).at : "None");
	}
	ct_text_addf(&text, ", mode='%s'", mode);
	return ct_text_give(&text, CT_NAME_OF(ct_module_to_string), result);
}

/* --- classes ---------------------------------------------------------------------------------- */

struct upsample {
	CT_NN_HEAD(Upsample);
};

static ct_error upsample_repr(const void *self, char **result)
{
	const struct ct_args_nn_Upsample_ *a = ((const struct upsample *)self)->args;

	return print(a->size, a->scale_factor, a->mode, result);
}

static ct_error upsample_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct ct_args_nn_Upsample_ *a = ((const struct upsample *)self)->args;

	return CT(nn_interpolate, result, x, a->size, upsample_factor_of(a->scale_factor), a->mode,
		  a->align_corners, a->recompute_scale_factor);
}

CT_NN_CLASS(Upsample, struct upsample, NULL, upsample_forward, .extra_repr = upsample_repr);

struct upsample_nearest {
	CT_NN_HEAD(UpsamplingNearest2d);
};

static ct_error upsample_nearest_repr(const void *self, char **result)
{
	const struct ct_args_nn_UpsamplingNearest2d_ *a =
		((const struct upsample_nearest *)self)->args;

	return print(a->size, a->scale_factor, "nearest", result);
}

static ct_error upsample_nearest_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct ct_args_nn_UpsamplingNearest2d_ *a =
		((const struct upsample_nearest *)self)->args;

	return CT(nn_interpolate, result, x, a->size, upsample_factor_of(a->scale_factor),
		  "nearest");
}

CT_NN_CLASS(UpsamplingNearest2d, struct upsample_nearest, NULL, upsample_nearest_forward,
	    .extra_repr = upsample_nearest_repr);

struct upsample_bilinear {
	CT_NN_HEAD(UpsamplingBilinear2d);
};

static ct_error upsample_bilinear_repr(const void *self, char **result)
{
	const struct ct_args_nn_UpsamplingBilinear2d_ *a =
		((const struct upsample_bilinear *)self)->args;

	return print(a->size, a->scale_factor, "bilinear", result);
}

static ct_error upsample_bilinear_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct ct_args_nn_UpsamplingBilinear2d_ *a =
		((const struct upsample_bilinear *)self)->args;

	return CT(nn_interpolate, result, x, a->size, upsample_factor_of(a->scale_factor),
		  "bilinear", .align_corners = true);
}

CT_NN_CLASS(UpsamplingBilinear2d, struct upsample_bilinear, NULL, upsample_bilinear_forward,
	    .extra_repr = upsample_bilinear_repr);
