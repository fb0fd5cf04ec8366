/*
 * Reading the file that ct_registry writes: operators and symbols, each once and with its place, or
 * errors.
 */
#include <string.h>

#include "fuzz.h"
#include "tools/audit/registry.h"
#include "read/spec.h"

static size_t check_operators(const struct registry *registry)
{
	size_t count = 0;

	for (struct registered *one = registry->operators; one; one = one->hh.next, count++) {
		size_t length = strlen(one->name);

		FUZZ_CHECK(strstr(one->name, "::"), "%s", one->name);
		FUZZ_CHECK(!strncmp(one->schema, one->name, length) && one->schema[length] == '(',
			   "%s has %s", one->name, one->schema);
		FUZZ_CHECK(strchr(one->place, ':'), "%s has no place", one->name);
		for (size_t i = 0; i < one->keys.len; i++)
			FUZZ_CHECK(*one->keys.at[i] && !strchr(one->keys.at[i], ' '), "'%s'",
				   one->keys.at[i]);
		if (!strncmp(one->name, "aten::", 6))
			FUZZ_CHECK(registry_find(registry, one->name + 6) == one, "%s is not found",
				   one->name);
	}
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct registry registry = { 0 };
	size_t operators, lines = 1;
	bool fine = registry_read(&arena, &diag, fuzz_file("registry", data, size), &registry);

	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	operators = check_operators(&registry);
	if (fine) {
		FUZZ_CHECK(spec_is_release(registry.release), "release %s", registry.release);
		FUZZ_CHECK(operators + HASH_COUNT(registry.symbols) + 1 <= lines,
			   "%zu operators in %zu lines", operators, lines);
	}
	registry_free(&registry);
	arena_free(&arena);
	return 0;
}
