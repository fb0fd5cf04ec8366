/*
 * `ctorch-gen audit --libtorch`: compares schemas with those in libtorch's headers, of which the
 * input is one. The JSON output is valid, and lists the differences exactly if the exit code says
 * that there are any.
 */
#include <stdlib.h>

#include <jansson.h>

#include "commands/commands.h"
#include "fuzz.h"
#include "options.h"

static const char list[] = "# release: 2.15.0\n"
			   "- func: f(Tensor self) -> Tensor\n"
			   "- func: g(str a='\"') -> ()\n";

static void check_json(const char *text, int status)
{
	json_error_t error;
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	size_t n = json_array_size(json_object_get(json, "differences"));

	FUZZ_CHECK(json, "%d: %s\n%s", error.line, error.text, text);
	FUZZ_CHECK((status == EXIT_FINDINGS) == (n > 0), "status %d, %zu differences", status, n);
	json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct options options = { .format = "json",
				   .headers = PROJECT "/tests/fixtures/codegen/golden/include" };
	struct run run = { &arena, &diag, &options };
	int status;
	char *text;

	options.yaml = arena_strdup(&arena, fuzz_file("list.yaml", list, sizeof list - 1));
	fuzz_file("x_ops.h", data, size);
	options.libtorch = fuzz_folder();
	text = fuzz_printed(command_audit, &run, &status);
	FUZZ_CHECK((status == EXIT_BAD) == (diag.errors > 0), "status %d, %zu errors", status,
		   diag.errors);
	if (status != EXIT_BAD)
		check_json(text, status);
	free(text);
	arena_free(&arena);
	return 0;
}
