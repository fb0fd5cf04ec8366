/*
 * RandomErasing.
 */
#include <math.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

static ct_error setup(void *args)
{
	const struct ct_args_transforms_RandomErasing_ *a = args;

	CT_TRY(ct_transform_check_p(a->p));
	if (a->scale.at == NULL || a->scale.len != 2)
		return CT_RAISED(CT_ERROR_TYPE, "Scale should be a sequence");
	if (a->ratio.at == NULL || a->ratio.len != 2)
		return CT_RAISED(CT_ERROR_TYPE, "Ratio should be a sequence");
	if (a->scale.at[0] < 0 || a->scale.at[1] > 1)
		return CT_RAISED(CT_ERROR_VALUE, "Scale should be between 0 and 1");
	return NULL;
}

/* What the rectangle becomes; without a value random numbers, which are drawn before its place. */
static ct_tensor *draw_value(const struct ct_args_transforms_RandomErasing_ *a,
			     const ct_tensor *image, const int64_t size[2], ct_generator *generator)
{
	if (a->value.at)
		return ct_image_numbers(a->value.at, CT_L(a->value.len, 1, 1), CT_FLOAT32,
					ct_tensor_device(image));
	return CT_E(normal_,
		    CT_E(empty, CT_L(ct_image_channels(image), size[0], size[1]),
			 .device = CT_DEVICE_CPU),
		    .generator = generator);
}

static ct_error erasing_apply(const void *args, const ct_tensor *image, ct_generator *generator,
			      ct_tensor **result)
{
	const struct ct_args_transforms_RandomErasing_ *a = args;
	const int64_t height = ct_image_height(image), width = ct_image_width(image);
	double logs[2], area, ratio;
	int64_t size[2], top, left;
	ct_tensor *value;

	if (a->value.at && a->value.len != 1 && a->value.len != ct_image_channels(image))
		return CT_RAISED(CT_ERROR_VALUE,
				 "If value is a sequence, it should have either a single value or "
				 "%lld (number of inpt channels)",
				 (long long)ct_image_channels(image));
	ct_draw_log_ratio(a->ratio, logs);
	for (int i = 0; i < 10; i++) {
		area = (double)(height * width) *
		       ct_draw_uniform(generator, a->scale.at[0], a->scale.at[1]);
		ratio = ct_draw_ratio(generator, logs);
		size[0] = ct_size_of_number(rint(sqrt(area * ratio)));
		size[1] = ct_size_of_number(rint(sqrt(area / ratio)));
		if (size[0] >= height || size[1] >= width)
			continue;
		value = draw_value(a, image, size, generator);
		top = ct_draw_int(generator, 0, height - size[0] + 1);
		left = ct_draw_int(generator, 0, width - size[1] + 1);
		CT_TRY(CT_FINISH(value, &value));
		return ct_transform_erase(image, top, left, size[0], size[1], value, a->inplace,
					  result);
	}
	CT_TRY(CT_DONE());
	return ct_transform_keep_image(image, result);
}

const struct ct_transform_code ct_transforms_RandomErasing_code = {
	.setup = setup,
	.apply = erasing_apply,
	.p = offsetof(struct ct_args_transforms_RandomErasing_, p),
};
