/*
 * What is restored when a checkpointed function is called again.
 */
#include "checkpoint_samples.h"

/* What each call found. */
struct found {
	int calls;
	bool recorded[4];
	ct_device device[4];
	double drawn[4];
};

static ct_error look_around(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			    ct_tensor **outputs, int64_t outputs_len)
{
	struct found *found = context;
	int i = found->calls++;
	ct_tensor_options on_cpu = { 0 };
	ct_tensor *drawn;

	on_cpu.device = CT_DEVICE_CPU;
	found->recorded[i] = ct_autograd_is_grad_enabled();
	found->device[i] = ct_default_device();
	CT_TRY(ct_tensor_rand(CT_L(1), &on_cpu, &drawn));
	CT_TRY(ct_tensor_item_double(drawn, &found->drawn[i]));
	return sines(inputs, inputs_len, NULL, outputs, outputs_len);
}

static double draw(void)
{
	ct_tensor *drawn;
	double value;

	OK(ct_tensor_rand(CT_L(1), NULL, &drawn));
	value = value_of(drawn);
	ct_tensor_free(drawn);
	return value;
}

static ct_tensor *sum_of_look_around(struct found *found, const ct_checkpoint_options *options,
				     ct_device device)
{
	ct_tensor *x = ones_leaf(), *y = NULL, *sum;
	ct_error err = NULL;

	CT_DEFAULT_DEVICE(err, device)
	{
		OK(ct_checkpoint(look_around, found, NULL, CT_TENSORS(x), options, &y, 1));
	}
	OK(err);
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	ct_tensor_free(y);
	ct_tensor_free(x);
	return sum;
}

START_TEST(default_device_and_recording_are_as_before)
{
	struct found found = { 0 };
	ct_tensor *sum = sum_of_look_around(&found, NULL, CT_DEVICE(CT_DEVICE_TYPE_META, -1));
	bool was = ct_autograd_is_grad_enabled();
	ct_error err;

	ct_autograd_set_grad_enabled(false);
	err = ct_tensor_backward(sum);
	ct_autograd_set_grad_enabled(was);
	OK(err);
	ck_assert_int_eq(found.calls, 2);
	ck_assert(found.recorded[1]);
	ck_assert_int_eq(found.device[1].type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_default_device().type, CT_DEVICE_TYPE_CPU);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(same_numbers_are_drawn_and_the_generator_goes_on)
{
	struct found found = { 0 };
	ct_tensor *sum;
	double next, wanted;

	OK(ct_manual_seed(3));
	draw();
	wanted = draw();
	OK(ct_manual_seed(3));
	sum = sum_of_look_around(&found, NULL, CT_DEVICE_NONE);
	OK(ct_tensor_backward(sum));
	next = draw();
	ck_assert_double_eq(found.drawn[0], found.drawn[1]);
	ck_assert_double_eq(next, wanted);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(numbers_need_not_be_preserved)
{
	ct_checkpoint_options options = { 0 };
	struct found found = { 0 };
	ct_tensor *sum;

	options.no_preserve_rng_state = true;
	OK(ct_manual_seed(3));
	sum = sum_of_look_around(&found, &options, CT_DEVICE_NONE);
	OK(ct_tensor_backward(sum));
	ck_assert_double_ne(found.drawn[0], found.drawn[1]);
	ct_tensor_free(sum);
}
END_TEST

Suite *checkpoint_surroundings_suite(void)
{
	Suite *suite = suite_create("checkpoint_surroundings");
	TCase *tests = tests_of("checkpoint_surroundings");

	tcase_add_test(tests, default_device_and_recording_are_as_before);
	tcase_add_test(tests, same_numbers_are_drawn_and_the_generator_goes_on);
	tcase_add_test(tests, numbers_need_not_be_preserved);
	suite_add_tcase(suite, tests);
	return suite;
}
