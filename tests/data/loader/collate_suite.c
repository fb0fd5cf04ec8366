/*
 * Samples become batches as by Python's default_collate().
 */
#include "support.h"
#include "testing.h"

/* Collates a list that is given as an array of borrowed values; its text. */
static char *collated(const ct_value *samples, int64_t n)
{
	const ct_value list = ct_value_list(samples, n);
	ct_value own, batch;
	char *text;

	OK(ct_value_copy(&list, &own));
	OK(ct_default_collate(&own, NULL, &batch));
	OK(ct_value_to_string(&batch, &text));
	ct_value_free(&own);
	ct_value_free(&batch);
	return text;
}

static void assert_collated(const ct_value *samples, int64_t n, const char *expected)
{
	char *text = collated(samples, n);

	ck_assert_str_eq(text, expected);
	ct_free(text);
}

static ct_error error_of(const ct_value *samples, int64_t n)
{
	const ct_value list = ct_value_list(samples, n);
	ct_value own, batch;
	ct_error error;

	OK(ct_value_copy(&list, &own));
	error = ct_default_collate(&own, NULL, &batch);
	ct_value_free(&own);
	return error;
}

START_TEST(numbers_become_tensors)
{
	const ct_value ints[] = { ct_value_int(1), ct_value_int(-2) };
	const ct_value floats_[] = { ct_value_float(0.5), ct_value_float(2) };
	const ct_value bools[] = { ct_value_bool(true), ct_value_bool(false) };

	assert_collated(ints, 2, "tensor([ 1, -2])");
	assert_collated(floats_, 2, "tensor([0.5000, 2.0000], dtype=torch.float64)");
	assert_collated(bools, 2, "tensor([ True, False])");
}
END_TEST

START_TEST(texts_stay_texts)
{
	const ct_value texts[] = { ct_value_string("a"), ct_value_string("b") };
	const ct_value bytes[] = { ct_value_bytes("a", 1), ct_value_bytes("bc", 2) };

	assert_collated(texts, 2, "['a', 'b']");
	assert_collated(bytes, 2, "[b'a', b'bc']");
}
END_TEST

START_TEST(containers_are_collated_item_by_item)
{
	const ct_value a[] = { ct_value_int(1), ct_value_string("x") };
	const ct_value b[] = { ct_value_int(2), ct_value_string("y") };
	const ct_value c[] = { ct_value_string("k"), ct_value_tuple(a, 2) };
	const ct_value d[] = { ct_value_string("k"), ct_value_tuple(b, 2) };
	const ct_value tuples[] = { ct_value_tuple(a, 2), ct_value_tuple(b, 2) };
	const ct_value lists[] = { ct_value_list(a, 2), ct_value_list(b, 2) };
	const ct_value dicts[] = { ct_value_dict(c, 1), ct_value_dict(d, 1) };
	const int64_t one[] = { 1, 2 }, two[] = { 3, 4 };
	const ct_value ints[] = { ct_value_ints(CT_INTS_OF(one, 2)),
				  ct_value_ints(CT_INTS_OF(two, 2)) };

	assert_collated(tuples, 2, "(tensor([1, 2]), ['x', 'y'])");
	assert_collated(lists, 2, "[tensor([1, 2]), ['x', 'y']]");
	assert_collated(dicts, 2, "{'k': (tensor([1, 2]), ['x', 'y'])}");
	assert_collated(ints, 2, "[tensor([1, 3]), tensor([2, 4])]");
}
END_TEST

START_TEST(samples_that_differ_are_refused)
{
	const float values[] = { 1, 2, 3 };
	ct_tensor *three = vector(3, values), *two = vector(2, values);
	const ct_value mixed[] = { ct_value_int(1), ct_value_string("x") };
	const ct_value tensors[] = { ct_value_tensor(three), ct_value_tensor(two) };
	const ct_value first[] = { ct_value_string("image"), tensors[0] };
	const ct_value second[] = { ct_value_string("image"), tensors[1] };
	const ct_value third[] = { ct_value_string("picture"), tensors[1] };
	const ct_value a[] = { ct_value_int(1), ct_value_dict(first, 1) };
	const ct_value b[] = { ct_value_int(1), ct_value_dict(second, 1) };
	const ct_value c[] = { ct_value_int(1), ct_value_dict(third, 1) };
	const ct_value d[] = { ct_value_int(1) };
	const ct_value nested[] = { ct_value_tuple(a, 2), ct_value_tuple(b, 2) };
	const ct_value others[] = { ct_value_tuple(a, 2), ct_value_tuple(c, 2) };
	const ct_value shorter[] = { ct_value_tuple(a, 2), ct_value_tuple(d, 1) };
	const ct_value none[] = { ct_value_none() };

	FAILS(error_of(mixed, 2),
	      "TypeError: all of sample 1 of the batch is str, but in sample 0 it is int");
	FAILS(error_of(tensors, 2),
	      "RuntimeError: stack expects each tensor to be equal size: sample 1 of the batch "
	      "has a tensor of float32 [2], but sample 0 has a tensor of float32 [3]");
	FAILS(error_of(nested, 2),
	      "RuntimeError: stack expects each tensor to be equal size, at [1][\"image\"]: "
	      "sample 1 of the batch has a tensor of float32 [2], but sample 0 has a tensor of "
	      "float32 [3]");
	FAILS(error_of(others, 2),
	      "TypeError: [1][\"image\"] of sample 1 of the batch is missing, but in sample 0 it "
	      "is there");
	FAILS(error_of(shorter, 2),
	      "TypeError: all of sample 1 of the batch is one of 1 items, but in sample 0 it is "
	      "one of 2 items");
	FAILS(error_of(none, 1),
	      "TypeError: default_collate: batch must contain tensors, numbers, dicts, lists or "
	      "strings; found NoneType");
	FAILS(error_of(NULL, 0), "TypeError: samples must be a non-empty list");
	ct_tensor_free(three);
	ct_tensor_free(two);
}
END_TEST

Suite *collate_suite(void)
{
	Suite *suite = suite_create("collate");
	TCase *tests = tests_of("collate");

	tcase_add_test(tests, numbers_become_tensors);
	tcase_add_test(tests, texts_stay_texts);
	tcase_add_test(tests, containers_are_collated_item_by_item);
	tcase_add_test(tests, samples_that_differ_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
