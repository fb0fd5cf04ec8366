/*
 * Tensors as text, and other texts.
 */
#include <stdio.h>

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

/* In a thread without scopes, so that the calls' own cannot be opened. */
static ct_error call_print(struct attempt *attempt)
{
	FILE *nowhere = fopen("/dev/null", "w");
	ct_error error;

	MUST(nowhere != NULL);
	error = ct_tensor_print(attempt->tensor, nowhere);
	fclose(nowhere);
	return error;
}

START_TEST(printing_without_memory_is_an_error)
{
	try_all(&(struct trial){ .call = call_print, .fewest = 4 });
	try_all(&(struct trial){ .call = call_to_string, .fewest = 5 });
	try_all(&(struct trial){ .call = call_describe, .fewest = 4 });
}
END_TEST

/* --- The other way round ---------------------------------------------------------------------- */

/* More elements than the first room for them. */
static ct_error call_from_text(struct attempt *attempt)
{
	static char text[1000];

	if (text[0] == 0) {
		strcpy(text, "[1");
		for (int i = 0; i < 200; i++)
			strcat(text, ", 2");
		strcat(text, "]");
	}
	return ct_tensor_from_text(text, NULL, &attempt->results[0]);
}

static ct_error call_from_rows(struct attempt *attempt)
{
	return ct_tensor_from_rows(CT_ROWS(CT_FLOAT_ROW(1, 2), CT_FLOAT_ROW(3, 4)), NULL,
				   &attempt->results[0]);
}

START_TEST(tensor_from_text_without_memory_is_an_error)
{
	try_all(&(struct trial){ .call = call_from_text, .fewest = 3 });
	try_all(&(struct trial){ .call = call_from_rows, .fewest = 2 });
}
END_TEST

/* --- What libtorch is ------------------------------------------------------------------------- */

static ct_error call_name(char **text)
{
	return ct_device_name(CT_DEVICE_CPU, text);
}

static ct_error (*asked)(char **text);

static ct_error ask(struct attempt *attempt)
{
	char *text = NULL;

	(void)attempt;
	CT_TRY(asked(&text));
	MUST(text[0] != 0);
	ct_free(text);
	return NULL;
}

START_TEST(answer_without_memory_is_an_error)
{
	static ct_error (*const questions[])(char **) = { call_name, ct_show_config,
							  ct_parallel_info, ct_cpu_capability };

	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
		asked = questions[i];
		try_all(&(struct trial){ .call = ask, .fewest = 1 });
	}
}
END_TEST

Suite *texts_suite(void)
{
	Suite *suite = suite_create("texts without memory");
	TCase *tests = tcase_create("texts without memory");

	tcase_add_test(tests, text_without_memory_is_an_error);
	tcase_add_test(tests, printing_without_memory_is_an_error);
	tcase_add_test(tests, tensor_from_text_without_memory_is_an_error);
	tcase_add_test(tests, answer_without_memory_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
