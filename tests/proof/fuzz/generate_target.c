/*
 * All steps from an operator list on disk to the files of its C layer: load.c, autogen.c,
 * type_table.c, naming.c and the emitters with the project's own templates. Either everything is
 * written or an error is reported; the JSON is valid, and no comment in the C is closed by its own
 * text.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tools/audit/emit.h"
#include "fuzz.h"
#include "load.h"
#include "name/naming.h"

/* Read once; they are not part of the input. */
static struct arena kept;
static struct diag kept_diag;
static struct templates templates;
static struct api api;

static void read_project(void)
{
	templates = (struct templates){ .arena = &kept, .folder = PROJECT "/templates" };
	FUZZ_CHECK(header_scan(&kept, &kept_diag, PROJECT "/tests/fixtures/codegen/golden/include",
			       &api),
		   "the headers cannot be read");
}

static size_t count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

static void check_file(const struct output_file *file)
{
	const char *text = strbuf_str(&file->text), *dot = strrchr(file->name, '.');
	json_error_t error;

	if (dot && !strcmp(dot, ".json")) {
		json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);

		FUZZ_CHECK(json, "%s:%d: %s\n%s", file->name, error.line, error.text, text);
		json_decref(json);
	} else if (dot && (!strcmp(dot, ".h") || !strcmp(dot, ".cpp"))) {
		FUZZ_CHECK(count(text, "/*") == count(text, "*/"), "in %s:\n%s", file->name, text);
	}
}

static void emit(struct emitter *e)
{
	bool fine = emit_headers(e) && emit_sources(e) && emit_api_json(e) && emit_audit(e) &&
		    emit_build_files(e);

	FUZZ_CHECK(fine, "%zu errors although it could be named", e->diag->errors);
	for (size_t i = 0; i < e->output->files.len; i++)
		check_file(&e->output->files.at[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct model model;
	struct output output = { .arena = &arena, .diag = &diag };
	struct emitter e = { .arena = &arena,
			     .diag = &diag,
			     .model = &model,
			     .api = &api,
			     .templates = &templates,
			     .output = &output };
	bool fine;

	if (!templates.arena)
		read_project();
	templates.diag = &diag;
	fine = model_load(&arena, &diag, fuzz_file("list.yaml", data, size), &model) &&
	       naming_assign(&arena, &diag, &model, &api);
	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	if (fine)
		emit(&e);
	output_free(&output);
	arena_free(&arena);
	return 0;
}
