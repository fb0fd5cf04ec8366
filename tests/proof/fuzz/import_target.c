/*
 * `ctorch-gen import` of a wheel: either a file is written, which the generator can read, or an
 * error is reported and nothing is written.
 *
 * An input that begins like a zip file is the wheel. From any other one a wheel is made: up to four
 * parts, separated by lines of three hyphens, become the operator list, the tags, and two files
 * with the release. So the inputs reach the readers of the members without having to guess a
 * checksum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zip.h>

#include "commands/commands.h"
#include "fuzz.h"
#include "options.h"
#include "read/schema.h"
#include "util/source.h"
#include "read/spec.h"

static const char *const members[] = {
	"torchgen/packaged/ATen/native/native_functions.yaml",
	"torchgen/packaged/ATen/native/tags.yaml",
	"torch/version.py",
	"torch/include/torch/headeronly/version.h",
};

enum { MEMBERS = sizeof members / sizeof *members };

static void add_member(zip_t *zip, const char *name, const char *text)
{
	zip_source_t *source = zip_source_buffer(zip, text, strlen(text), 0);

	FUZZ_CHECK(source && zip_file_add(zip, name, source, 0) >= 0, "%s", zip_strerror(zip));
}

static const char *make_wheel(char *const *texts)
{
	const char *path = fuzz_file("input.whl", "", 0);
	zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

	FUZZ_CHECK(zip, "a wheel cannot be made in %s", path);
	for (int i = 0; i < MEMBERS; i++)
		if (texts[i])
			add_member(zip, members[i], texts[i]);
	FUZZ_CHECK(!zip_close(zip), "%s", zip_strerror(zip));
	return path;
}

/* The written file must be an operator list that spec.c and schema.c accept. */
static void check_written(struct arena *arena, const char *path)
{
	struct diag diag = { 0 };
	struct spec spec = { 0 };
	struct strbuf again = { 0 };
	struct schema schema;

	FUZZ_CHECK(source_read(arena, &diag, path, &spec.source), "%s was not written", path);
	FUZZ_CHECK(spec_parse(arena, &diag, &spec), "it cannot be read:\n%s", spec.source.text);
	for (size_t i = 0; i < spec.entries.len; i++)
		FUZZ_CHECK(schema_parse(arena, &diag, spec.entries.at[i]->loc,
					spec.entries.at[i]->func, &schema),
			   "its schema cannot be read: %s", spec.entries.at[i]->func);
	for (size_t i = 0; i < spec.entries.len; i++) {
		const struct value *tags = &spec.entries.at[i]->values[KEY_TAGS];

		for (size_t j = 0; j < tags->len; j++)
			FUZZ_CHECK(names_has(&spec.tags, tags->at[j].text),
				   "the head lacks the tag '%s':\n%s", tags->at[j].text,
				   spec.source.text);
	}
	FUZZ_CHECK(spec.release && spec_is_release(spec.release), "the release is '%s'",
		   spec.release);
	spec_print(&spec, &again);
	FUZZ_CHECK(!strcmp(again.text, spec.source.text), "first\n%s\nand then\n%s",
		   spec.source.text, again.text);
	strbuf_free(&again);
}

static void import(const char *wheel)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	char *args[] = { arena_strdup(&arena, wheel) };
	struct options options = { .args = args, .arg_count = 1 };
	struct run run = { &arena, &diag, &options };
	int status;

	options.out = arena_printf(&arena, "%s/list.yaml", fuzz_folder());
	unlink(options.out);
	status = command_import(&run);
	FUZZ_CHECK((status == EXIT_FINE) == (diag.errors == 0), "status %d, %zu errors", status,
		   diag.errors);
	if (status == EXIT_FINE)
		check_written(&arena, options.out);
	else
		FUZZ_CHECK(access(options.out, F_OK), "something was written");
	arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	char *parts[MEMBERS];

	if (size > 1 && !memcmp(data, "PK", 2)) {
		import(fuzz_file("input.whl", data, size));
		return 0;
	}
	for (int i = 0; i < MEMBERS; i++)
		parts[i] = input.left ? fuzz_part(&input) : NULL;
	import(make_wheel(parts));
	for (int i = 0; i < MEMBERS; i++)
		free(parts[i]);
	return 0;
}
