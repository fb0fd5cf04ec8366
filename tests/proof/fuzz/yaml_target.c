/*
 * The reader of operator lists, and the canonical form that `ctorch-gen import` writes: a list that
 * was read and printed can be read again, and then prints the same text. So no fact is lost, and no
 * value can be mistaken for another.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "read/spec.h"

static bool read_spec(struct arena *arena, struct diag *diag, const char *text, struct spec *spec)
{
	size_t before = diag->errors;
	bool fine;

	*spec = (struct spec){ .source = { "list.yaml", text, strlen(text) } };
	fine = spec_parse(arena, diag, spec);
	FUZZ_CHECK(fine == (diag->errors == before), "%zu errors", diag->errors - before);
	return fine;
}

static void check_same(const struct spec *a, const struct spec *b)
{
	FUZZ_CHECK(a->entries.len == b->entries.len, "%zu entries of %zu", b->entries.len,
		   a->entries.len);
	for (size_t i = 0; i < a->entries.len; i++)
		FUZZ_CHECK(!strcmp(a->entries.at[i]->func, b->entries.at[i]->func), "'%s' of '%s'",
			   b->entries.at[i]->func, a->entries.at[i]->func);
}

static void check_canonical(struct arena *arena, struct diag *diag, struct spec *spec)
{
	struct strbuf printed = { 0 }, again = { 0 };
	struct spec second;

	/* As in import, which also checks it. */
	if (!spec->release || !spec_is_release(spec->release))
		spec->release = "2.15.0";
	spec_print(spec, &printed);
	FUZZ_CHECK(read_spec(arena, diag, strbuf_str(&printed), &second),
		   "what was printed is not taken:\n%s", printed.text);
	check_same(spec, &second);
	spec_print(&second, &again);
	FUZZ_CHECK(!strcmp(printed.text, again.text), "first\n%s\nand then\n%s", printed.text,
		   again.text);
	strbuf_free(&printed);
	strbuf_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct spec spec;

	if (!text)
		return 0;
	if (read_spec(&arena, &diag, text, &spec))
		check_canonical(&arena, &diag, &spec);
	arena_free(&arena);
	free(text);
	return 0;
}
