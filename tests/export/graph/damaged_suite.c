/*
 * Files that are cut off or have other bytes: an error or a program, but no crash. Sanitizers and
 * valgrind see what else goes wrong.
 */
#include <stdlib.h>
#include <string.h>

#include "export/graph/check.h"
#include "export/text/dot.h"
#include "export/text/print.h"
#include "export/graph/read.h"
#include "export/text/write.h"
#include "program.h"
#include "suites.h"

/* A copy without a NUL after it, so that reading one byte too many is seen. */
static bool is_accepted(const char *json, size_t n)
{
	struct ct_program *program = NULL;
	char *copy = malloc(n ? n : 1);
	ct_error error;

	memcpy(copy, json, n);
	error = ct_program_read(copy, n, "test", "m.json", &program);
	if (error == NULL)
		error = ct_program_check(program, "test", "m.json");
	if (error == NULL) {
		struct ct_text text = { 0 };

		ct_program_write(&text, program);
		ct_program_print(&text, program);
		ck_assert(!text.failed);
		ct_text_release(&text);
	}
	free(copy);
	ct_program_free(program);
	ct_error_free(error);
	return error == NULL;
}

START_TEST(file_that_is_cut_off_is_refused)
{
	char *json = json_of(&(struct parts){ 0 });
	const size_t n = strlen(json);

	for (size_t i = 0; i < n; i++)
		ck_assert_msg(!is_accepted(json, i), "accepted: %zu bytes", i);
	ck_assert(is_accepted(json, n));
	free(json);
}
END_TEST

START_TEST(file_with_another_byte_does_not_crash)
{
	static const char bytes[] = { '\0', '"', '\\', '{', '}', '[',   ']',
				      ',',  ':', '9',  '-', 'x', '\xff' };
	char *json = json_of(&(struct parts){ 0 });
	const size_t n = strlen(json);

	for (size_t i = 0; i < n; i++) {
		const char was = json[i];

		for (size_t j = 0; j < sizeof bytes; j++) {
			json[i] = bytes[j];
			is_accepted(json, n);
		}
		json[i] = was;
	}
	free(json);
}
END_TEST

START_TEST(file_without_a_byte_does_not_crash)
{
	char *json = json_of(&(struct parts){ 0 });
	const size_t n = strlen(json);

	for (size_t i = 0; i < n; i++) {
		char *shorter = malloc(n);

		memcpy(shorter, json, i);
		memcpy(shorter + i, json + i + 1, n - i);
		is_accepted(shorter, n - 1);
		free(shorter);
	}
	free(json);
}
END_TEST

Suite *damaged_suite(void)
{
	Suite *suite = suite_create("damaged files");
	TCase *tests = tcase_create("damaged files");

	tcase_add_test(tests, file_that_is_cut_off_is_refused);
	tcase_add_test(tests, file_with_another_byte_does_not_crash);
	tcase_add_test(tests, file_without_a_byte_does_not_crash);
	tcase_set_timeout(tests, 120);
	suite_add_tcase(suite, tests);
	return suite;
}
