/*
 * The schema language: an accepted schema prints as it was written and parses to the same again; a
 * refused one is reported once. The input is a schema, and an operator's name as in `autogen:`.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "read/schema.h"

static void check_name(const char *text)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct strbuf printed = { 0 };
	struct op_name name;
	bool fine = op_name_parse(&arena, &diag, (struct loc){ 0 }, text, &name);

	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	if (fine) {
		op_name_print(&printed, &name);
		/* Blanks are not part of a name. */
		FUZZ_CHECK(strstr(text, " ") || !strcmp(printed.text, text), "'%s' of '%s'",
			   printed.text, text);
	}
	strbuf_free(&printed);
	arena_free(&arena);
}

static void check_questions(const struct schema *schema)
{
	size_t self = schema_self(schema);

	FUZZ_CHECK(self <= schema->args.len, "%zu", self);
	FUZZ_CHECK(schema_kind_name(schema_kind(schema)), "no name");
	FUZZ_CHECK(!schema->name.is_inplace || schema_kind(schema) == KIND_INPLACE, "%s",
		   schema_kind_name(schema_kind(schema)));
	for (size_t i = 0; i < schema->args.len; i++)
		FUZZ_CHECK(*schema->args.at[i].name, "argument %zu has no name", i);
}

static void check_schema(const char *text)
{
	const struct source source = { "schema", text, strlen(text) };
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct strbuf printed = { 0 }, again = { 0 };
	struct schema schema;
	bool fine = schema_parse(&arena, &diag, (struct loc){ &source, 1, 1 }, text, &schema);

	FUZZ_CHECK(diag.errors == !fine, "%zu errors", diag.errors);
	if (fine) {
		schema_print(&printed, &schema);
		FUZZ_CHECK(!strcmp(printed.text, text), "%s", printed.text);
		check_questions(&schema);
		fine = schema_parse(&arena, &diag, (struct loc){ 0 }, printed.text, &schema);
		FUZZ_CHECK(fine, "what was printed is not taken: %s", printed.text);
		schema_print(&again, &schema);
		FUZZ_CHECK(!strcmp(printed.text, again.text), "%s", again.text);
	}
	strbuf_free(&printed);
	strbuf_free(&again);
	arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	if (!text)
		return 0;
	check_name(text);
	check_schema(text);
	free(text);
	return 0;
}
