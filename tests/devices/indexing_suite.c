/*
 * Subscripts on the device: reading, assigning and adding, by parts and by text, and what backward
 * makes of them. Each case of Python's table, tests/fixtures/expected/index.json.
 */
#include "../tensor/indexing/index_cases.h"

#include "support.h"

START_TEST(reads_and_writes_are_pythons)
{
	index_cases_device = SIM_DEVICE(_i);
	for (int64_t i = 0; i < index_check_count(); i++)
		check_index_case(i);
	ASSERT_COUNT(kernels, gt, 0);
}
END_TEST

/* As in Python, indices and masks may be on the CPU. */
START_TEST(indices_may_be_on_the_cpu)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(reshape, CT_E(arange, 12), CT_L(3, 4)), *there = on_sim(x);
	const ct_tensor *rows = CT_E(arange, 2), *mask = CT_E(gt, x, 5);
	ct_tensor *part, *part_there;

	OK(CT_DONE());
	OK(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT_TENSOR(rows)), &part));
	OK(ct_tensor_index(there, CT_INDEX(CT_INDEX_AT_TENSOR(rows)), &part_there));
	assert_same(part_there, part, "rows");
	OK(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT_TENSOR(mask)), &part));
	OK(ct_tensor_index(there, CT_INDEX(CT_INDEX_AT_TENSOR(mask)), &part_there));
	assert_same(part_there, part, "a mask");
	OK(ct_tensor_index_put_scalar(x, CT_INDEX(CT_INDEX_AT_TENSOR(mask)), ct_scalar_int(0)));
	OK(ct_tensor_index_put_scalar(there, CT_INDEX(CT_INDEX_AT_TENSOR(mask)), ct_scalar_int(0)));
	assert_same(there, x, "an assignment");
}
END_TEST

/* A view takes a value from any device; the rest, as in Python, one of its own. */
START_TEST(values_may_come_from_elsewhere)
{
	CT_SCOPE;
	ct_tensor *x = on_device(CT_E(zeros, CT_L(3, 4)), SIM_DEVICE(1));
	const ct_tensor *value = CT_E(arange, 4, .dtype = CT_FLOAT32);
	ct_tensor *row;
	double sum;

	OK(CT_DONE());
	OK(ct_tensor_index_put_text(x, "1", value));
	OK(ct_tensor_index_put_text(x, "2", on_sim(value)));
	for (int64_t i = 1; i < 3; i++) {
		OK(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT(i)), &row));
		assert_same(row, value, "a row");
	}
	OK(ct_tensor_index_put_text(x, "[0, 2], 1", CT_E(scalar_tensor, 9)));
	sum = CT_ITEM(CT_E(sum, CT_E(select, x, 1, 1)));
	OK(CT_DONE());
	ck_assert_double_eq(sum, 9 + 1 + 9);
}
END_TEST

Suite *indexing_suite(void)
{
	Suite *suite = suite_create("indexing");
	TCase *tests = tests_on_sim("indexing");

	tcase_add_loop_test(tests, reads_and_writes_are_pythons, 0, 2);
	tcase_add_test(tests, indices_may_be_on_the_cpu);
	tcase_add_test(tests, values_may_come_from_elsewhere);
	suite_add_tcase(suite, tests);
	return suite;
}
