/*
 * Tensors as text.
 */
#include "suites.h"
#include "trials.h"

static ct_error call_to_string(struct attempt *attempt)
{
	char *text = NULL;

	CT_TRY(ct_tensor_to_string(attempt->tensor, &text));
	MUST(strncmp(text, "tensor([", 8) == 0);
	ct_free(text);
	return NULL;
}

static ct_error call_describe(struct attempt *attempt)
{
	ct_tensor_statistics statistics;

	CT_TRY(ct_tensor_describe(attempt->tensor, &statistics));
	MUST(statistics.count == 200);
	return NULL;
}

static ct_error call_describe_to_string(struct attempt *attempt)
{
	char *text = NULL;

	CT_TRY(ct_tensor_describe_to_string(attempt->tensor, &text));
	ct_free(text);
	return NULL;
}

START_TEST(text_without_memory_is_an_error)
{
	try_all(&(struct trial){ .prepare = fill_empty, .call = call_to_string, .fewest = 3 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = call_describe, .fewest = 2 });
	try_all(&(struct trial){
		.prepare = fill_empty, .call = call_describe_to_string, .fewest = 3 });
}
END_TEST

Suite *texts_suite(void)
{
	Suite *suite = suite_create("texts without memory");
	TCase *tests = tcase_create("texts without memory");

	tcase_add_test(tests, text_without_memory_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
