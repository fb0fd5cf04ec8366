/*
 * Reading object files, shared libraries, programs and archives: names that are valid in C, each
 * defined or required, or errors.
 */
#include <string.h>

#include "fuzz.h"
#include "tools/program/file.h"
#include "util/source.h"

static void check_part(const struct part *part)
{
	FUZZ_CHECK(part->path && *part->path, "a part without a path");
	for (size_t i = 0; i < part->mentions.len; i++) {
		const struct mention *one = &part->mentions.at[i];
		size_t length = strspn(one->name, "abcdefghijklmnopqrstuvwxyz"
						  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

		FUZZ_CHECK(!strncmp(one->name, "ct_", 3) && !one->name[length] && length > 3, "%s",
			   one->name);
		FUZZ_CHECK(!one->line && one->kind != MENTION_NAMED, "%s in line %zu", one->name,
			   one->line);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct parts parts = { 0 };
	bool fine = program_file_read(&arena, &diag, fuzz_file("object", data, size), &parts);

	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	for (size_t i = 0; i < parts.len; i++)
		check_part(&parts.at[i]);
	arena_free(&arena);
	return 0;
}
