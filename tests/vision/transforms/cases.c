/*
 * The cases of tests/fixtures/expected/transforms.json.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

json_t *transform_cases(void)
{
	return expected_cases("transforms");
}

/* The same elements with other strides, as a decoder leaves them. */
static ct_tensor *with_strides(const ct_tensor *image, const json_t *of_case)
{
	int64_t n, *strides = expected_ints(of_case, "strides", &n);
	ct_tensor *made = NULL;

	OK(ct_tensor_empty_strided(CT_INTS_OF(ct_tensor_shape(image), n), CT_INTS_OF(strides, n),
				   &(ct_tensor_options){ .dtype = ct_tensor_dtype(image) }, &made));
	OK(CT(copy_, made, image));
	free(strides);
	return made;
}

ct_tensor *image_named(const json_t *cases, const char *name)
{
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *one = json_array_get(cases, i);

		if (!strcmp(expected_text(one, "kind"), "image") &&
		    !strcmp(expected_text(one, "name"), name))
			return with_strides(expected_tensor(one, "image"), one);
	}
	ck_abort_msg("there is no image %s", name);
}

ct_error make_transform(const json_t *of_case, ct_transform **result)
{
	const json_t *transform = json_object_get(of_case, "transform");
	ct_value args = decode(json_object_get(transform, "args"));
	ct_value kwargs = decode(json_object_get(transform, "kwargs"));
	ct_error error = ct_transform_new(expected_text(transform, "class"), &args, &kwargs,
					  result);

	ct_value_free(&args);
	ct_value_free(&kwargs);
	return error;
}

ct_generator *seeded(uint64_t seed)
{
	ct_generator *generator;

	OK(ct_generator_new((ct_device){ CT_DEVICE_TYPE_CPU, -1 }, &generator));
	OK(ct_generator_manual_seed(generator, seed));
	return generator;
}

const char *title_of(const json_t *of_case)
{
	static char title[200];
	const json_t *transform = json_object_get(of_case, "transform");

	snprintf(title, sizeof title, "case %d: %s of %s", (int)expected_int(of_case, "place"),
		 expected_text(transform, "class"), expected_text(of_case, "image"));
	return title;
}
