/*
 * Inputs from images.
 */
#define _GNU_SOURCE

#include <string.h>
#include <strings.h>

#include <ctorch/ctorch.h>
#ifdef CT_HAVE_IMAGES
#include <ctorch/vision/image.h>
#endif

#include "inputs.h"

bool is_image(const char *path)
{
	static const char *const endings[] = { ".png", ".jpg", ".jpeg", ".webp", ".bmp" };
	const size_t n = strlen(path);

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		const size_t m = strlen(endings[i]);

		if (n > m && strcasecmp(path + n - m, endings[i]) == 0)
			return true;
	}
	return false;
}

/* --- Presets ---------------------------------------------------------------------------------- */

/* torchvision's presets of weights resize the shorter side and crop the middle. */
static const struct preset {
	const char *name;
	int64_t resize, crop; /* 0: not */
	bool is_normalized;
	bool is_gray;
} presets[] = {
	{ "float", 0, 0, false, false },           { "gray", 0, 0, false, true },
	{ "normalize", 0, 0, true, false },        { "imagenet", 256, 224, true, false },
	{ "imagenet-232", 232, 224, true, false }, { "imagenet-384", 384, 384, true, false },
};

static const struct preset *find_preset(const char *name)
{
	for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
		if (strcmp(presets[i].name, name ? name : "float") == 0)
			return &presets[i];
	return NULL;
}

ct_error check_preset(const char *name)
{
	if (find_preset(name))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, __func__,
			    "--transform: '%s' is not one of float, gray, normalize, imagenet, "
			    "imagenet-232 and imagenet-384",
			    name);
}

#ifdef CT_HAVE_IMAGES

/* As torchvision.transforms._presets.ImageClassification. */
static ct_error transform(const struct preset *preset, const ct_tensor *image, ct_tensor **result)
{
	if (preset->resize)
		CT_TRY(ct_transform_apply(CT_T(Resize, CT_L(preset->resize)), image, NULL,
					  (ct_tensor **)&image));
	if (preset->crop)
		CT_TRY(ct_transform_apply(CT_T(CenterCrop, CT_L(preset->crop)), image, NULL,
					  (ct_tensor **)&image));
	CT_TRY(ct_transform_apply(CT_T(ToTensor), image, NULL, (ct_tensor **)&image));
	if (preset->is_normalized)
		CT_TRY(ct_transform_apply(CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD), image,
					  NULL, (ct_tensor **)&image));
	CT_TRY(CT_DONE());
	return ct_unsqueeze(image, 0, result);
}

ct_error input_of_image(const struct options *options, const char *path, ct_value *result)
{
	const struct preset *preset = find_preset(options->transform);
	const ct_image_load_options load = {
		.mode = preset->is_gray ? CT_IMAGE_MODE_GRAY : CT_IMAGE_MODE_RGB,
	};
	ct_tensor *image, *batch, *contiguous;
	ct_value borrowed;

	CT_SCOPE;
	CT_TRY(ct_image_load(path, &load, &image));
	CT_TRY(prefixed(transform(preset, image, &batch), path));
	CT_TRY(ct_contiguous(batch, CT_CONTIGUOUS_FORMAT, &contiguous));
	borrowed = ct_value_tensor(contiguous);
	return ct_value_copy(&borrowed, result);
}

#else

ct_error input_of_image(const struct options *options, const char *path, ct_value *result)
{
	(void)options;
	(void)result;
	return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, __func__,
			    "%s: this ct_run was built without libctorch_image, which reads images",
			    path);
}

#endif
