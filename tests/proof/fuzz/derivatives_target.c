/*
 * Reading a derivatives.yaml: a one-word answer for every operator, or errors. Asking again gives
 * the same answers.
 */
#include <string.h>

#include "facts/derivatives.h"
#include "facts/dispatch.h"
#include "fuzz.h"
#include "load.h"

static bool is_word(const char *word)
{
	return word &&
	       (!strcmp(word, "derivative") || !strcmp(word, "composite") || !strcmp(word, "none"));
}

static void check_operators(struct arena *arena, const struct model *model,
			    const struct derivatives *derivatives)
{
	struct dispatch_table *table = dispatch_begin(arena, model);

	for (size_t i = 0; i < model->ops.len; i++) {
		const struct op *op = model->ops.at[i];
		struct names keys = dispatch_keys(table, op);
		const char *word = derivatives_of(derivatives, op, &keys);

		FUZZ_CHECK(is_word(word), "%s: %s", op->name, word ? word : "nothing");
		FUZZ_CHECK(!strcmp(word, derivatives_of(derivatives, op, &keys)), "%s: not %s",
			   op->name, word);
		FUZZ_CHECK(op->kind != KIND_OUT || !strcmp(word, "none"), "%s: %s", op->name, word);
	}
	dispatch_end(table);
}

/* Read once: it takes longer than any input. */
static const struct model *operators(void)
{
	static struct arena arena;
	static struct diag diag;
	static struct model model;

	if (!model.spec)
		FUZZ_CHECK(model_load(&arena, &diag,
				      PROJECT "/tests/fixtures/codegen/golden/small.yaml", &model),
			   "small.yaml has %zu errors", diag.errors);
	return &model;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct derivatives *derivatives = NULL;
	bool fine = derivatives_read(&arena, &diag, fuzz_file("derivatives.yaml", data, size), true,
				     operators(), &derivatives);

	FUZZ_CHECK(fine == (diag.errors == 0), "%zu errors", diag.errors);
	check_operators(&arena, operators(), derivatives);
	derivatives_free(derivatives);
	arena_free(&arena);
	return 0;
}
