/*
 * Handles, typed calls, functions of the program, threads, bad arguments.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "support.h"

static ct_tensor *picture(void)
{
	ct_tensor *x = CT_E(remainder, CT_E(mul, CT_E(arange, 3 * 24 * 30), 7), 251);

	x = CT_E(view, CT_E(to_dtype, x, CT_UINT8), CT_L(3, 24, 30));
	OK(CT_FINISH(x, &x));
	return x;
}

/* --- handles ---------------------------------------------------------------------------------- */

START_TEST(a_compose_keeps_its_parts)
{
	const int64_t before = live_handles();
	ct_transform *kept;
	ct_tensor *image, *got;

	{
		CT_SCOPE;
		kept = CT_COMPOSE(CT_T(Resize, CT_L(8)), CT_T(RandomHorizontalFlip, .p = 1));
		OK(CT_DONE());
		ck_assert(ct_scope_move_object_up(kept));
	}
	{
		CT_SCOPE;
		image = picture();
		OK(ct_transform_apply(kept, image, NULL, &got));
		ck_assert_int_eq(ct_tensor_size(got, 1), 8);
		ck_assert_int_eq(ct_tensor_size(got, 2), 10);
	}
	ct_transform_free(kept);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(an_error_of_a_part_waits_for_the_end_of_the_expression)
{
	CT_SCOPE;
	ct_transform *all = CT_COMPOSE(CT_T(GaussianBlur, CT_L(4)), CT_T(ToTensor));

	ck_assert_ptr_null(all);
	FAILS_WITH(CT_DONE(), CT_ERROR_VALUE,
		   "Kernel size value should be an odd and positive number.");
}
END_TEST

START_TEST(what_does_not_change_is_another_handle)
{
	CT_SCOPE;
	ct_transform *same = CT_T(Identity);
	ct_tensor *image = picture(), *got;

	OK(CT_DONE());
	OK(ct_transform_apply(same, image, NULL, &got));
	ck_assert_ptr_eq(got, image);
	ct_tensor_free(got);
	ck_assert_int_eq(ct_tensor_size(image, 0), 3);
}
END_TEST

START_TEST(without_a_generator_the_default_one_draws)
{
	CT_SCOPE;
	ct_transform *crop = CT_T(RandomCrop, CT_L(9));
	ct_tensor *image = picture(), *by_default, *own;
	bool equal = false;

	OK(CT_DONE());
	OK(ct_manual_seed(5));
	OK(ct_transform_apply(crop, image, NULL, &by_default));
	OK(ct_transform_apply(crop, image, seeded(5), &own));
	OK(CT(equal, &equal, by_default, own));
	ck_assert(equal);
}
END_TEST

/* --- functions of the program ----------------------------------------------------------------- */

static ct_error turn(const ct_tensor *image, ct_generator *generator, void *context,
		     ct_tensor **result)
{
	(void)generator;
	++*(int *)context;
	return ct_transform_rotate(image, 90, "nearest", true, (ct_floats){ NULL, 0 },
				   (ct_floats){ NULL, 0 }, result);
}

static void release_count(void *context)
{
	*(int *)context = -1;
}

START_TEST(a_function_is_a_transform)
{
	int calls = 0;
	ct_tensor *got;
	char *text;

	{
		CT_SCOPE;
		ct_transform *turned, *all;

		OK(ct_transform_lambda_new(turn, &calls, release_count, &turned));
		all = CT_COMPOSE(turned, CT_T(CenterCrop, CT_L(5, 4)));
		OK(CT_DONE());
		OK(ct_transform_apply(all, picture(), NULL, &got));
		ck_assert_int_eq(calls, 1);
		ck_assert_int_eq(ct_tensor_size(got, 1), 5);
		ck_assert_str_eq(ct_transform_class_name(turned), "Lambda");
		OK(ct_transform_to_string(all, &text));
		ck_assert_str_eq(text,
				 "Compose(\n      Lambda()\n      CenterCrop(size=(5, 4))\n)");
	}
	ck_assert_int_eq(calls, -1);
}
END_TEST

static ct_error give_nothing(const ct_tensor *image, ct_generator *generator, void *context,
			     ct_tensor **result)
{
	(void)context, (void)image, (void)generator, (void)result;
	return NULL;
}

START_TEST(a_function_that_gives_nothing_is_an_error)
{
	CT_SCOPE;
	ct_tensor *got = UNTOUCHED;
	ct_transform *lambda;

	OK(ct_transform_lambda_new(give_nothing, NULL, NULL, &lambda));
	FAILS_WITH(ct_transform_apply(lambda, picture(), NULL, &got), CT_ERROR_VALUE,
		   "the function of a transform did not return an image");
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 4, IMAGES = 12 };

struct worker {
	const ct_transform *transform;
	const ct_tensor *image;
	uint64_t seed;
	double sums[IMAGES];
};

static void sum_images(struct worker *worker)
{
	CT_SCOPE;
	ct_generator *generator = seeded(worker->seed);

	for (int i = 0; i < IMAGES; i++) {
		ct_tensor *got;

		OK(ct_transform_apply(worker->transform, worker->image, generator, &got));
		worker->sums[i] = CT_ITEM(CT_E(sum, got, .dtype = CT_FLOAT64));
		OK(CT_DONE());
	}
}

static void *work(void *context)
{
	sum_images(context);
	return NULL;
}

START_TEST(threads_with_generators_of_their_own_share_a_transform)
{
	CT_SCOPE;
	ct_transform *all = CT_COMPOSE(CT_T(RandomResizedCrop, CT_L(12)), CT_T(TrivialAugmentWide),
				       CT_T(RandomHorizontalFlip), CT_T(ToTensor),
				       CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
	ct_tensor *image = picture();
	struct worker together[THREADS], alone[THREADS];
	pthread_t threads[THREADS];

	OK(CT_DONE());
	for (int i = 0; i < THREADS; i++) {
		together[i] = (struct worker){ all, image, (uint64_t)i, { 0 } };
		alone[i] = together[i];
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &together[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++) {
		sum_images(&alone[i]);
		for (int j = 0; j < IMAGES; j++)
			ck_assert_double_eq(together[i].sums[j], alone[i].sums[j]);
	}
}
END_TEST

/* --- bad arguments ---------------------------------------------------------------------------- */

START_TEST(bad_arguments_are_named)
{
	CT_SCOPE;
	ct_transform *same = CT_T(Identity), *made = NULL;
	ct_tensor *image = picture(), *got = UNTOUCHED, *flat;
	const ct_value pair[] = { ct_value_string("sizes"), ct_value_int(3) };
	const ct_value kwargs = ct_value_dict(pair, 1);

	OK(CT_DONE());
	flat = CT_E(view, image, CT_L(72, 30));
	FAILS_WITH(ct_transform_apply(NULL, image, NULL, &got), CT_ERROR_ARGUMENT, "1 (self)");
	FAILS_WITH(ct_transform_apply(same, NULL, NULL, &got), CT_ERROR_ARGUMENT, "2 (image)");
	FAILS_WITH(ct_transform_apply(same, flat, NULL, &got), CT_ERROR_TYPE,
		   "expected an image tensor [..., C, H, W], but got 2 dimensions");
	FAILS_WITH(ct_transform_new("Resiz", NULL, NULL, &made), CT_ERROR_KEY,
		   "has no class 'Resiz' in this build; similar names are: Resize");
	FAILS_WITH(ct_transform_new("Resize", NULL, &kwargs, &made), CT_ERROR_TYPE,
		   "Resize.__init__() got an unexpected keyword argument 'sizes'");
	FAILS_WITH(ct_transform_new("Compose", NULL, NULL, &made), CT_ERROR_TYPE,
		   "missing 1 required positional argument: 'transforms'");
	FAILS_WITH(ct_transform_lambda_new(NULL, NULL, NULL, &made), CT_ERROR_ARGUMENT,
		   "1 (function)");
	FAILS_WITH(ct_transform_mixup(image, image, NULL, NULL, &got, &got), CT_ERROR_VALUE,
		   "labels should be index based");
	ck_assert_ptr_eq(got, UNTOUCHED);
	ck_assert_ptr_null(made);
}
END_TEST

START_TEST(children_that_exist_are_given_by_index)
{
	CT_SCOPE;
	ct_transform *children[] = { CT_T(CenterCrop, CT_L(2)), CT_T(Identity) }, *made;
	const ct_value indices[] = { ct_value_int(1), ct_value_int(0) }, odd = ct_value_int(2);
	ct_value list = ct_value_list(indices, 2), args;
	char *text;

	OK(CT_DONE());
	args = ct_value_list(&list, 1);
	OK(ct_transform_new_from("Compose", (ct_transforms){ children, 2 }, &args, NULL, &made));
	OK(ct_transform_to_string(made, &text));
	ck_assert_str_eq(text, "Compose(\n      Identity()\n      CenterCrop(size=(2, 2))\n)");
	ct_free(text);
	list = ct_value_list(&odd, 1);
	FAILS_WITH(ct_transform_new_from("Compose", (ct_transforms){ children, 2 }, &args, NULL,
					 &made),
		   CT_ERROR_INDEX, "there is no object 2: the call gives 2");
	FAILS_WITH(ct_transform_new_from("Compose", (ct_transforms){ NULL, 2 }, &args, NULL, &made),
		   CT_ERROR_ARGUMENT, "2 (transforms)");
}
END_TEST

START_TEST(lists_that_cannot_be_lists_are_refused)
{
	static const int64_t sides[] = { 4, 4 };
	ct_transform *same;

	CT_SCOPE;
	same = CT_T(Identity);
	ck_assert_ptr_null(CT_T(Resize, CT_INTS_OF(sides, -1)));
	FAILS(CT_DONE(), "ArgumentError: Resize: size: a list with a length of -1");
	ck_assert_ptr_null(CT_T(CenterCrop, CT_INTS_OF(NULL, 2)));
	FAILS(CT_DONE(), "ArgumentError: CenterCrop: size: NULL with a length of 2");
	ck_assert_ptr_null(CT_T(Compose, (ct_transforms){ &same, INT64_MIN }));
	FAILS(CT_DONE(), "ArgumentError: Compose: transforms: a list with a length of "
			 "-9223372036854775808");
}
END_TEST

START_TEST(parts_beyond_any_image_are_refused)
{
	CT_SCOPE;
	ct_tensor *image = picture(), *got = UNTOUCHED;

	FAILS_WITH(ct_transform_crop(image, INT64_MAX, 0, 1, 1, &got), CT_ERROR_VALUE,
		   "top is 9223372036854775807, which is larger than any image");
	FAILS_WITH(ct_transform_crop(image, 0, INT64_MIN, 1, 1, &got), CT_ERROR_VALUE, "left is");
	FAILS_WITH(ct_transform_center_crop(image, INT64_MIN, 1, &got), CT_ERROR_VALUE,
		   "height is");
	FAILS_WITH(ct_transform_five_crop(image, 1, INT64_MIN, &got), CT_ERROR_VALUE, "width is");
	FAILS_WITH(ct_transform_erase(image, INT64_MIN, 0, 1, 1, image, false, &got),
		   CT_ERROR_VALUE, "top is");
	ck_assert_ptr_eq(got, UNTOUCHED);
	ck_assert_ptr_null(CT_T(RandomCrop, CT_L(INT64_MIN, 2)));
	FAILS_WITH(CT_DONE(), CT_ERROR_VALUE, "size is -9223372036854775808");
	ck_assert_ptr_null(CT_T(RandomCrop, CT_L(2), CT_L(INT64_MAX)));
	FAILS_WITH(CT_DONE(), CT_ERROR_VALUE, "padding is 9223372036854775807");
}
END_TEST

/* UndefinedBehaviorSanitizer reports a cast. Python refuses some of them, with other errors. */
START_TEST(sizes_that_are_not_numbers_crash_nothing)
{
	CT_SCOPE;
	const ct_floats nans = { (const double[]){ NAN, NAN }, 2 },
			infinite = { (const double[]){ -INFINITY, INFINITY }, 2 };
	ct_transform *made[] = { CT_T(RandomResizedCrop, CT_L(2), .scale = nans),
				 CT_T(RandomResizedCrop, CT_L(2), .ratio = infinite),
				 CT_T(RandomErasing, .p = 1, .scale = nans) };
	ct_tensor *image = picture(), *got;

	OK(CT_DONE());
	for (int i = 0; i < 3; i++)
		ct_error_free(ct_transform_apply(made[i], image, NULL, &got));
}
END_TEST

START_TEST(all_classes_are_listed)
{
	ct_value list;

	OK(ct_transform_list_classes(&list));
	ck_assert_int_ge(ct_value_count(&list), 38);
	ct_value_free(&list);
}
END_TEST

Suite *use_suite(void)
{
	Suite *suite = suite_create("use of transforms");
	TCase *tcase = tcase_create("use");

	tcase_add_test(tcase, a_compose_keeps_its_parts);
	tcase_add_test(tcase, an_error_of_a_part_waits_for_the_end_of_the_expression);
	tcase_add_test(tcase, what_does_not_change_is_another_handle);
	tcase_add_test(tcase, without_a_generator_the_default_one_draws);
	tcase_add_test(tcase, a_function_is_a_transform);
	tcase_add_test(tcase, a_function_that_gives_nothing_is_an_error);
	tcase_add_test(tcase, threads_with_generators_of_their_own_share_a_transform);
	tcase_add_test(tcase, bad_arguments_are_named);
	tcase_add_test(tcase, children_that_exist_are_given_by_index);
	tcase_add_test(tcase, lists_that_cannot_be_lists_are_refused);
	tcase_add_test(tcase, parts_beyond_any_image_are_refused);
	tcase_add_test(tcase, sizes_that_are_not_numbers_crash_nothing);
	tcase_add_test(tcase, all_classes_are_listed);
	suite_add_tcase(suite, tcase);
	return suite;
}
