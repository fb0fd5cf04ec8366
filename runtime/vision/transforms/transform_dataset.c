/*
 * Datasets whose images a transform changes.
 */
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/vision/transform.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"

static ct_error transform_image(const ct_transform *transform, ct_value *image,
				ct_generator *generator)
{
	ct_tensor *before, *after;
	ct_value value;

	CT_TRY(ct_value_as_tensor(image, &before));
	CT_TRY(ct_transform_apply(transform, before, generator, &after));
	ct_value_free(image);
	value = ct_value_tensor(after);
	return ct_value_copy(&value, image);
}

static ct_error no_image(const ct_value *sample)
{
	return ct_error_new(
		CT_ERROR_TYPE, CT_NAME_OF(ct_transform_dataset_new),
		"a sample of type %s has no image: expected a tensor, a tuple or list that begins "
		"with one, or a dict with the key image, jpg, jpeg or png",
		ct_value_type_name(sample));
}

/* The value of a dict that is the image; NULL: there is none. */
static ct_value *find_image(const ct_value *dict)
{
	static const char *const names[] = { "image", "jpg", "jpeg", "png" };
	ct_value *pairs = (ct_value *)dict->object;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		for (int64_t j = 0; j < dict->i; j++)
			if (pairs[2 * j].kind == CT_VALUE_STRING &&
			    strcmp(pairs[2 * j].object, names[i]) == 0)
				return &pairs[2 * j + 1];
	return NULL;
}

static ct_error transform_sample(ct_value *sample, ct_generator *generator, void *context)
{
	ct_value *image = NULL;

	if (sample->kind == CT_VALUE_TENSOR)
		image = sample;
	else if ((sample->kind == CT_VALUE_TUPLE || sample->kind == CT_VALUE_LIST) && sample->i > 0)
		image = (ct_value *)sample->object;
	else if (sample->kind == CT_VALUE_DICT)
		image = find_image(sample);
	if (image == NULL || image->kind != CT_VALUE_TENSOR)
		return no_image(sample);
	return transform_image(context, image, generator);
}

ct_error ct_transform_dataset_new(const ct_dataset *dataset, const ct_transform *transform,
				  ct_dataset **result)
{
	CT_TRY(ct_dataset_check(dataset, __func__, 1, "dataset"));
	if (transform == NULL || result == NULL)
		return ct_missing_argument(__func__, transform ? 3 : 2,
					   transform ? "result" : "transform");
	return ct_map_dataset_named(dataset, transform_sample, ct_counted_share(transform),
				    ct_counted_drop, "the transform of ct_transform_dataset_new",
				    result);
}
