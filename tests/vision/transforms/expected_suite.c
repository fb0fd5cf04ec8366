/*
 * Every class beside torchvision: the same images for the same seeds, the same texts and errors.
 */
#include "support.h"

/* Calls `check` for the cases of a kind, each in a scope of its own. */
static void for_each(const char *kind, void (*check)(const json_t *cases, const json_t *of_case))
{
	json_t *cases = transform_cases();
	int n = 0;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		CT_SCOPE;
		const json_t *of_case = json_array_get(cases, i);

		if (strcmp(expected_text(of_case, "kind"), kind) != 0)
			continue;
		check(cases, of_case);
		n++;
	}
	ck_assert_msg(n > 3, "only %d cases of %s", n, kind);
	json_decref(cases);
}

static void check_result(const json_t *cases, const json_t *of_case)
{
	ct_tensor *image = image_named(cases, expected_text(of_case, "image")), *got;
	ct_transform *transform;
	ct_error error = make_transform(of_case, &transform);

	ct_generator *generator = seeded((uint64_t)expected_int(of_case, "seed"));
	ct_device was;

	ck_assert_msg(error == NULL, "%s: %s", title_of(of_case), error);
	/* Computed on the image's device, whatever the default one is. */
	was = ct_default_device();
	OK(ct_set_default_device((ct_device){ CT_DEVICE_TYPE_META, -1 }));
	error = ct_transform_apply(transform, image, generator, &got);
	OK(ct_set_default_device(was));
	ck_assert_msg(error == NULL, "%s: %s", title_of(of_case), error);
	assert_expected_tensor(got, of_case, "result", 0, title_of(of_case));
}

START_TEST(transforms_give_torchvisions_images)
{
	for_each("result", check_result);
}
END_TEST

static void check_text(const json_t *cases, const json_t *of_case)
{
	ct_transform *transform;
	char *text;

	(void)cases;
	OK(make_transform(of_case, &transform));
	OK(ct_transform_to_string(transform, &text));
	ck_assert_msg(!strcmp(text, expected_text(of_case, "repr")),
		      "%s\nexpected: %s\ngot:      %s", title_of(of_case),
		      expected_text(of_case, "repr"), text);
}

START_TEST(transforms_print_as_in_python)
{
	for_each("result", check_text);
}
END_TEST

/* Some are noticed when the transform is made, others when it is applied. */
static void check_mistake(const json_t *cases, const json_t *of_case)
{
	ct_tensor *image = image_named(cases, expected_text(of_case, "image")), *got = UNTOUCHED;
	ct_transform *transform;
	ct_error error = make_transform(of_case, &transform);

	if (error == NULL)
		error = ct_transform_apply(transform, image, seeded(0), &got);
	ck_assert_msg(error != NULL, "%s: no error", title_of(of_case));
	ck_assert_ptr_eq(got, UNTOUCHED);
	assert_expected_error(error, of_case, title_of(of_case));
	ct_error_free(error);
}

START_TEST(mistakes_are_torchvisions_errors)
{
	for_each("mistake", check_mistake);
}
END_TEST

static void check_batch(const json_t *cases, const json_t *of_case)
{
	const ct_mix_options options = { expected_double(of_case, "alpha"),
					 expected_int(of_case, "num_classes") };
	const bool is_mixup = !strcmp(expected_text(of_case, "class"), "MixUp");
	ct_tensor *images = expected_tensor(of_case, "images"), *new_images;
	ct_tensor *labels = expected_tensor(of_case, "labels"), *new_labels;

	(void)cases;
	OK((is_mixup ? ct_transform_mixup : ct_transform_cutmix)(
		images, labels, seeded((uint64_t)expected_int(of_case, "seed")), &options,
		&new_images, &new_labels));
	assert_expected_tensor(new_images, of_case, "result", 0, expected_text(of_case, "class"));
	assert_expected_tensor(new_labels, of_case, "result_labels", 0,
			       expected_text(of_case, "class"));
}

START_TEST(batches_are_mixed_as_by_torchvision)
{
	for_each("batch", check_batch);
}
END_TEST

static void check_gamma(const json_t *cases, const json_t *of_case)
{
	ct_tensor *image = image_named(cases, expected_text(of_case, "image")), *got;

	OK(ct_transform_adjust_gamma(image, expected_double(of_case, "gamma"),
				     expected_double(of_case, "gain"), &got));
	assert_expected_tensor(got, of_case, "result", 0, expected_text(of_case, "image"));
}

START_TEST(gamma_is_torchvisions)
{
	for_each("gamma", check_gamma);
}
END_TEST

Suite *expected_suite(void)
{
	Suite *suite = suite_create("transforms as torchvision's");
	TCase *tcase = tcase_create("cases");

	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, transforms_give_torchvisions_images);
	tcase_add_test(tcase, transforms_print_as_in_python);
	tcase_add_test(tcase, mistakes_are_torchvisions_errors);
	tcase_add_test(tcase, batches_are_mixed_as_by_torchvision);
	tcase_add_test(tcase, gamma_is_torchvisions);
	suite_add_tcase(suite, tcase);
	return suite;
}
