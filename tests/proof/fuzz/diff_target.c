/*
 * `ctorch-gen diff` of two operator lists, which a line of three hyphens separates in the input:
 * either they are compared or an error is reported. The JSON output is valid, its parts agree, and
 * in the opposite direction additions are removals.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "commands/commands.h"
#include "fuzz.h"
#include "options.h"

/* One format of the same comparison; release it with free(). */
static char *compare(char *const *paths, const char *format, int *status)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	char *args[] = { arena_strdup(&arena, paths[0]), arena_strdup(&arena, paths[1]) };
	struct options options = { .headers = PROJECT "/tests/fixtures/codegen/golden/include",
				   .templates = PROJECT "/templates",
				   .format = format,
				   .args = args,
				   .arg_count = 2 };
	struct run run = { &arena, &diag, &options };
	char *text = fuzz_printed(command_diff, &run, status);

	FUZZ_CHECK((*status == EXIT_BAD) == (diag.errors > 0), "status %d, %zu errors", *status,
		   diag.errors);
	FUZZ_CHECK((*status == EXIT_BAD) == !*text, "status %d and on stdout: %s", *status, text);
	arena_free(&arena);
	return text;
}

/* The number of changes of this kind, of functions and methods. */
static json_int_t total(const json_t *json, const char *kind)
{
	const json_t *counts = json_object_get(json_object_get(json, "totals"), kind);

	return json_integer_value(json_object_get(counts, "functions")) +
	       json_integer_value(json_object_get(counts, "methods"));
}

static json_t *load(const char *text)
{
	json_error_t error;
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	FUZZ_CHECK(json, "%d: %s\n%s", error.line, error.text, text);
	return json;
}

/* NULL if the lists cannot be compared. */
static json_t *compare_as_json(char *const *paths)
{
	int status;
	char *text = compare(paths, "json", &status);
	json_t *json = NULL;

	if (status != EXIT_BAD) {
		json = load(text);
		FUZZ_CHECK(json_is_true(json_object_get(json, "compiles")) == (status == EXIT_FINE),
			   "status %d of\n%s", status, text);
		FUZZ_CHECK((total(json, "removed") + total(json, "signature") > 0) ==
				   (status == EXIT_FINDINGS),
			   "status %d of\n%s", status, text);
	}
	free(text);
	return json;
}

/* The formats for people; the golden files test the rest of them. */
static void check_forms(char *const *paths, bool compiles)
{
	static const char *const formats[] = { "text", "markdown" };

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		int status;

		free(compare(paths, formats[i], &status));
		FUZZ_CHECK(status == (compiles ? EXIT_FINE : EXIT_FINDINGS), "status %d as %s",
			   status, formats[i]);
	}
}

static void check(char *const *paths)
{
	char *const backwards[] = { paths[1], paths[0] };
	char *const same[] = { paths[1], paths[1] };
	json_t *forth = compare_as_json(paths), *back = compare_as_json(backwards);
	json_t *none;

	FUZZ_CHECK(!forth == !back, "only %s can be compared", forth ? "forth" : "back");
	if (!forth)
		return;
	FUZZ_CHECK(total(forth, "added") == total(back, "removed") &&
			   total(forth, "removed") == total(back, "added") &&
			   total(forth, "signature") == total(back, "signature"),
		   "other changes back");
	check_forms(paths, json_is_true(json_object_get(forth, "compiles")));
	none = compare_as_json(same);
	FUZZ_CHECK(none && !json_array_size(json_object_get(none, "changes")),
		   "a list differs from itself");
	json_decref(none);
	json_decref(forth);
	json_decref(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = { "old.yaml", "new.yaml" };
	struct fuzz_input input = { data, size };
	char *paths[2] = { NULL };

	for (int i = 0; i < 2; i++) {
		const uint8_t *begin = input.at;
		char *text = fuzz_part(&input);

		/* The command must refuse an input that is not text. */
		paths[i] = strdup(text ? fuzz_file(names[i], text, strlen(text))
				       : fuzz_file(names[i], begin, (size_t)(input.at - begin)));
		free(text);
	}
	check(paths);
	for (int i = 0; i < 2; i++)
		free(paths[i]);
	return 0;
}
