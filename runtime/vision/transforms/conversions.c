/*
 * Normalize, and classes that convert dtypes.
 */
#include "core/base/name_of.h"
#include "vision/transforms/class.h"
#include "vision/transforms/image.h"

static ct_error setup_normalize(void *args)
{
	const struct ct_args_transforms_Normalize_ *a = args;

	if (a->mean.at && a->mean.len && a->std.at && a->std.len)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "mean and std need a number for each channel");
}

static ct_error apply_normalize(const void *args, const ct_tensor *image, ct_generator *generator,
				ct_tensor **result)
{
	const struct ct_args_transforms_Normalize_ *a = args;

	(void)generator;
	return ct_transform_normalize(image, a->mean, a->std, a->inplace, result);
}

const struct ct_transform_code ct_transforms_Normalize_code = {
	.setup = setup_normalize,
	.apply = apply_normalize,
};

static ct_error apply_to_tensor(const void *args, const ct_tensor *image, ct_generator *generator,
				ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_to_tensor(image, result);
}

const struct ct_transform_code ct_transforms_ToTensor_code = { .apply = apply_to_tensor };

static ct_error check_dtype(void *args)
{
	if (((const struct ct_args_transforms_ToDtype_ *)args)->dtype != CT_DTYPE_NONE)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "dtype must be a dict or a torch.dtype, got None instead");
}

static ct_error apply_to_dtype(const void *args, const ct_tensor *image, ct_generator *generator,
			       ct_tensor **result)
{
	const struct ct_args_transforms_ToDtype_ *a = args;

	(void)generator;
	return ct_transform_to_dtype(image, a->dtype, a->scale, result);
}

const struct ct_transform_code ct_transforms_ToDtype_code = {
	.setup = check_dtype,
	.apply = apply_to_dtype,
};

static ct_error set_dtype(void *args)
{
	struct ct_args_transforms_ConvertImageDtype_ *a = args;

	if (a->dtype == CT_DTYPE_NONE)
		a->dtype = CT_FLOAT32;
	return NULL;
}

static ct_error apply_convert(const void *args, const ct_tensor *image, ct_generator *generator,
			      ct_tensor **result)
{
	const struct ct_args_transforms_ConvertImageDtype_ *a = args;

	(void)generator;
	return ct_transform_to_dtype(image, a->dtype, true, result);
}

const struct ct_transform_code ct_transforms_ConvertImageDtype_code = {
	.setup = set_dtype,
	.apply = apply_convert,
};
