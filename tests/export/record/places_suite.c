/*
 * The places of nodes: errors of a recorded program name the line of C.
 */
#include <string.h>
#include <time.h>

#include "support.h"

static int line;

static ct_error multiply(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *table;

	(void)inputs_len, (void)context, (void)outputs_len;
	line = __LINE__ + 2;
	table = CT_E(reshape, inputs[0], CT_L(-1));
	outputs[0] = CT_E(gather, table, 0, inputs[1]);
	return CT_DONE();
}

START_TEST(an_error_of_a_node_names_the_line_of_c)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), *places = CT_E(zeros, CT_L(1), .dtype = CT_INT64),
		  *far = CT_E(full, CT_L(1), 9, .dtype = CT_INT64), **none;
	char place[64];
	int64_t none_len;
	ct_export *program;

	OK(record_one(multiply, CT_TENSORS(x, places), NULL, &program));
	snprintf(place, sizeof place, "places_suite.c:%d", line);
	FAILS_WITH(ct_export_run(program, CT_TENSORS(x, far), &none, &none_len), CT_ERROR_RUNTIME,
		   place);
	ct_export_free(program);
}
END_TEST

enum { CALLS = 2000 };

static ct_error call_often(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			   ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	outputs[0] = inputs[0];
	for (int i = 0; i < CALLS; i++)
		CT_TRY(CT(add, outputs, outputs[0], 1));
	return NULL;
}

/* 0.1 seconds, and 8 if each address is looked up anew. */
START_TEST(places_of_a_loop_are_found_once)
{
	CT_SCOPE;
	const clock_t start = clock();
	ct_export *program;

	OK(record_one(call_often, CT_TENSORS(CT_E(ones, CT_L(2))), NULL, &program));
	ck_assert_int_eq(ct_export_node_count(program), CALLS);
	ck_assert_int_lt((clock() - start) / CLOCKS_PER_SEC, 3);
	ct_export_free(program);
}
END_TEST

Suite *places_suite(void)
{
	Suite *suite = suite_create("places");
	TCase *tests = tests_of("places");

	tcase_add_test(tests, an_error_of_a_node_names_the_line_of_c);
	tcase_add_test(tests, places_of_a_loop_are_found_once);
	suite_add_tcase(suite, tests);
	return suite;
}
