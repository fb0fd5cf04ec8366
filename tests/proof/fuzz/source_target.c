/*
 * Reading C and C++: names, each with the line that it is in, in the order of the file, or errors.
 */
#include <string.h>

#include "fuzz.h"
#include "tools/program/file.h"
#include "util/source.h"

/* Whether the line of the text has the name; CT(add) has it without its "ct_". */
static bool has_name(const uint8_t *data, size_t size, const struct mention *mention)
{
	const char *name = mention->name + (mention->kind == MENTION_CT ? strlen("ct_") : 0);
	const uint8_t *line = data, *end;

	for (size_t i = 1; i < mention->line && line; i++) {
		line = memchr(line, '\n', size - (size_t)(line - data));
		line += line != NULL;
	}
	if (!line)
		return false;
	end = memchr(line, '\n', size - (size_t)(line - data));
	return memmem(line, (size_t)((end ? end : data + size) - line), name, strlen(name));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct parts parts = { 0 };
	bool is_object = size >= 4 && (!memcmp(data, "\177ELF", 4) || !memcmp(data, "!<", 2));
	bool fine = program_file_read(&arena, &diag, fuzz_file("input.cpp", data, size), &parts);
	size_t line = 1;

	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	FUZZ_CHECK(is_object || parts.len == fine, "%zu parts", parts.len);
	for (size_t i = 0; !is_object && fine && i < parts.at[0].mentions.len; i++) {
		const struct mention *one = &parts.at[0].mentions.at[i];

		FUZZ_CHECK(one->line >= line, "%s is in line %zu, behind %zu", one->name, one->line,
			   line);
		FUZZ_CHECK(has_name(data, size, one), "%s is not in line %zu", one->name,
			   one->line);
		line = one->line;
	}
	arena_free(&arena);
	return 0;
}
