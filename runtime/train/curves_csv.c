/*
 * Learning curves as a table.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scalar.h>
#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "train/curves.h"

/* As RFC 4180 has it. */
static void add_field(struct ct_text *text, const char *name)
{
	if (strpbrk(name, ",\"\r\n") == NULL) {
		ct_text_add(text, name);
		return;
	}
	ct_text_add(text, "\"");
	for (; *name; name++) {
		if (*name == '"')
			ct_text_add(text, "\"");
		ct_text_add_bytes(text, name, 1);
	}
	ct_text_add(text, "\"");
}

static void curves_csv_add_head(struct ct_text *text, const ct_curves *self)
{
	ct_text_add(text, "step");
	for (int64_t i = 0; i < self->len; i++) {
		ct_text_add(text, ",");
		add_field(text, self->at[i].name);
	}
	ct_text_add(text, "\n");
}

/* The smallest step from the places on; false: none is left. */
static bool next_step(const ct_curves *self, const int64_t *places, int64_t *step)
{
	bool found = false;

	for (int64_t i = 0; i < self->len; i++) {
		const struct ct_curve *curve = &self->at[i];

		if (places[i] == curve->len || (found && curve->steps[places[i]] >= *step))
			continue;
		*step = curve->steps[places[i]];
		found = true;
	}
	return found;
}

static void add_line(struct ct_text *text, const ct_curves *self, int64_t *places, int64_t step)
{
	ct_text_addf(text, "%lld", (long long)step);
	for (int64_t i = 0; i < self->len; i++) {
		const struct ct_curve *curve = &self->at[i];
		const int64_t before = places[i];

		while (places[i] < curve->len && curve->steps[places[i]] == step)
			places[i]++;
		ct_text_add(text, ",");
		if (places[i] > before)
			ct_text_add_number(text, ct_scalar_float(curve->values[places[i] - 1]));
	}
	ct_text_add(text, "\n");
}

static ct_error make_table(const ct_curves *self, struct ct_text *text, const char *function)
{
	int64_t *places = ct_array_new(self->len, sizeof *places), step = 0;

	if (places == NULL)
		return ct_no_memory(function, "for a table");
	curves_csv_add_head(text, self);
	while (next_step(self, places, &step))
		add_line(text, self, places, step);
	free(places);
	return NULL;
}

ct_error ct_curves_to_csv(const ct_curves *self, char **result)
{
	struct ct_text text = { 0 };

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	CT_TRY(make_table(self, &text, __func__));
	return ct_text_give(&text, __func__, result);
}

ct_error ct_curves_save_csv(const ct_curves *self, const char *path)
{
	struct ct_text text = { 0 };

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	CT_TRY(make_table(self, &text, __func__));
	return ct_curves_write(&text, path, __func__);
}
