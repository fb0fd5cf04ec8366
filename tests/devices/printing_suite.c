/*
 * Printing tensors of the device. The texts are those of PyTorch 2.15 after
 * torch.utils.rename_privateuse1_backend("sim").
 */
#include <math.h>

#include "support.h"

static void assert_text(const ct_tensor *tensor, const char *wanted)
{
	char *text;

	OK(CT_DONE());
	OK(ct_tensor_to_string(tensor, &text));
	ck_assert_str_eq(text, wanted);
	ct_free(text);
}

START_TEST(the_device_comes_before_the_dtype)
{
	CT_SCOPE;
	const double odd[] = { 1.5, NAN, -INFINITY };
	ct_tensor *x;

	assert_text(on_sim(CT_E(mul, CT_E(arange_start, 1, 3), 1.25)),
		    "tensor([1.2500, 2.5000], device='" SIM_NAME ":0')");
	assert_text(on_sim(CT_E(scalar_tensor, 2.5)), "tensor(2.5000, device='" SIM_NAME ":0')");
	assert_text(on_sim(CT_E(arange, 3, .dtype = CT_INT32)),
		    "tensor([0, 1, 2], device='" SIM_NAME ":0', dtype=torch.int32)");
	assert_text(on_sim(CT_E(lt, CT_E(arange, 2), 1)),
		    "tensor([ True, False], device='" SIM_NAME ":0')");
	OK(ct_tensor_from_data(odd, CT_FLOAT64, CT_L(3), &x));
	assert_text(on_sim(x), "tensor([1.5000,    nan,   -inf], device='" SIM_NAME
			       ":0', dtype=torch.float64)");
	assert_text(on_sim(CT_E(complex, CT_E(arange, 2, .dtype = CT_FLOAT32),
				CT_E(full, CT_L(2), 2.0))),
		    "tensor([0.+2.j, 1.+2.j], device='" SIM_NAME ":0')");
}
END_TEST

START_TEST(empty_tensors_show_their_size_and_device)
{
	CT_SCOPE;

	assert_text(CT_E(empty, CT_L(0, 3), .device = SIM_DEVICE(0)),
		    "tensor([], device='" SIM_NAME ":0', size=(0, 3))");
	assert_text(CT_E(empty, CT_L(0), .device = SIM_DEVICE(0)),
		    "tensor([], device='" SIM_NAME ":0')");
	assert_text(CT_E(empty, CT_L(0), .dtype = CT_INT64, .device = SIM_DEVICE(0)),
		    "tensor([], device='" SIM_NAME ":0', dtype=torch.int64)");
}
END_TEST

START_TEST(autograd_comes_last)
{
	CT_SCOPE;
	ct_tensor *x = on_sim(CT_E(arange_start, 1, 3, .dtype = CT_FLOAT32));

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	assert_text(x, "tensor([1., 2.], device='" SIM_NAME ":0', requires_grad=True)");
	assert_text(CT_E(mul, x, x),
		    "tensor([1., 4.], device='" SIM_NAME ":0', grad_fn=<MulBackward0>)");
}
END_TEST

START_TEST(views_show_their_elements)
{
	CT_SCOPE;
	const ct_tensor *x = on_sim(CT_E(reshape, CT_E(arange, 6), CT_L(2, 3)));
	const ct_tensor *z = on_sim(
		CT_E(complex, CT_E(arange, 2, .dtype = CT_FLOAT32), CT_E(full, CT_L(2), 2.0)));

	assert_text(CT_E(t, x), "tensor([[0, 3],\n"
				"        [1, 4],\n"
				"        [2, 5]], device='" SIM_NAME ":0')");
	assert_text(CT_E(conj, z), "tensor([0.-2.j, 1.-2.j], device='" SIM_NAME ":0')");
}
END_TEST

/* Where the device does not fit on the line it begins another one. */
START_TEST(long_tensors_are_summarized_and_wrapped)
{
	NEEDS_TWO_DEVICES;
	CT_SCOPE;

	assert_text(on_sim(CT_E(arange, 1001)),
		    "tensor([   0,    1,    2,  ...,  998,  999, 1000], device='" SIM_NAME ":0')");
	assert_text(on_device(CT_E(mul, CT_E(arange, 10), 1000003), SIM_DEVICE(1)),
		    "tensor([      0, 1000003, 2000006, 3000009, 4000012, 5000015, 6000018, "
		    "7000021,\n"
		    "        8000024, 9000027], device='" SIM_NAME ":1')");
	assert_text(
		on_device(CT_E(mul, CT_E(arange, 12, .dtype = CT_FLOAT64), 1000), SIM_DEVICE(1)),
		"tensor([    0.,  1000.,  2000.,  3000.,  4000.,  5000.,  6000.,  7000.,  "
		"8000.,\n"
		"         9000., 10000., 11000.], device='" SIM_NAME ":1', dtype=torch.float64)");
}
END_TEST

START_TEST(values_show_their_tensors)
{
	CT_SCOPE;
	ct_value pairs[] = { ct_value_string("x"), ct_value_tensor(on_sim(CT_E(ones, CT_L(2)))) };
	const ct_value dict = ct_value_dict(pairs, 1);
	char *text;

	OK(ct_value_to_string(&dict, &text));
	ck_assert_str_eq(text, "{'x': tensor([1., 1.], device='" SIM_NAME ":0')}");
}
END_TEST

/* --- Not Python's ----------------------------------------------------------------------------- */

static void assert_same_statistics(const ct_tensor_statistics *got,
				   const ct_tensor_statistics *wanted)
{
	ck_assert_int_eq(got->count, wanted->count);
	ck_assert_int_eq(got->nans, wanted->nans);
	ck_assert_int_eq(got->infs, wanted->infs);
	ck_assert_int_eq(got->zeros, wanted->zeros);
	ck_assert(is_same_number(got->mean, wanted->mean));
	ck_assert(is_same_number(got->std, wanted->std));
	ck_assert(is_same_number(got->min, wanted->min));
	ck_assert(is_same_number(got->lower_quartile, wanted->lower_quartile));
	ck_assert(is_same_number(got->median, wanted->median));
	ck_assert(is_same_number(got->upper_quartile, wanted->upper_quartile));
	ck_assert(is_same_number(got->max, wanted->max));
}

START_TEST(statistics_are_those_of_the_cpu)
{
	CT_SCOPE;
	const ct_tensor *x = CT_E(div, CT_E(sub, CT_E(arange, 100), 30), 7);
	ct_tensor_statistics here, there;

	OK(CT_DONE());
	OK(ct_tensor_describe(x, &here));
	OK(ct_tensor_describe(on_sim(x), &there));
	assert_same_statistics(&there, &here);
}
END_TEST

START_TEST(lines_for_logs_have_the_device)
{
	CT_SCOPE;
	char line[CT_SUMMARY_SIZE];
	const ct_tensor *x = on_sim(CT_E(ones, CT_L(2, 3)));

	OK(CT_DONE());
	ck_assert_ptr_nonnull(strstr(ct_tensor_summary_into(x, line, sizeof line),
				     "float32[2, 3] " SIM_NAME ":0 "));
}
END_TEST

Suite *printing_suite(void)
{
	Suite *suite = suite_create("printing");
	TCase *tests = tests_on_sim("printing");

	tcase_add_test(tests, the_device_comes_before_the_dtype);
	tcase_add_test(tests, empty_tensors_show_their_size_and_device);
	tcase_add_test(tests, autograd_comes_last);
	tcase_add_test(tests, views_show_their_elements);
	tcase_add_test(tests, long_tensors_are_summarized_and_wrapped);
	tcase_add_test(tests, values_show_their_tensors);
	tcase_add_test(tests, statistics_are_those_of_the_cpu);
	tcase_add_test(tests, lines_for_logs_have_the_device);
	suite_add_tcase(suite, tests);
	return suite;
}
