/*
 * Sums of terms, and what all expressions in normal form share: memory and errors.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "export/symbolic/normal.h"
#include "export/symbolic/value.h"

/* --- Errors and memory ------------------------------------------------------------------------ */

static bool fail_normal(struct ct_normal *self, ct_error error)
{
	if (self->error)
		ct_error_free(error);
	else
		self->error = error;
	return false;
}

bool ct_normal_overflow(struct ct_normal *self)
{
	return fail_normal(self, ct_symbolic_overflow());
}

void *ct_normal_new(struct ct_normal *self, int64_t count, size_t size)
{
	void *memory = ct_arena_new(self->arena, (size_t)count * size);

	if (memory == NULL)
		fail_normal(self, ct_no_memory(NULL, "for an expression"));
	return memory;
}

void *ct_normal_grow(struct ct_normal *self, void *list, int64_t len, int64_t *room, size_t size)
{
	const int64_t more = *room ? 2 * *room : 2;
	void *grown;

	if (len < *room)
		return list;
	grown = ct_normal_new(self, more, size);
	if (grown == NULL)
		return NULL;
	if (len > 0)
		memcpy(grown, list, (size_t)len * size);
	*room = more;
	return grown;
}

const char *ct_normal_keep(struct ct_normal *self, struct ct_text *text)
{
	char *copy = text->failed ? NULL : ct_arena_new(self->arena, text->length + 1);

	if (copy == NULL)
		fail_normal(self, ct_no_memory(NULL, "for an expression"));
	else if (text->length > 0)
		memcpy(copy, text->data, text->length);
	ct_text_release(text);
	return copy;
}

/* --- Texts ------------------------------------------------------------------------------------ */

void ct_normal_print_sum(const struct ct_normal_sum *sum, struct ct_text *text)
{
	if (sum->terms_len == 0)
		ct_text_add(text, "0");
	for (int64_t i = 0; i < sum->terms_len; i++) {
		const struct ct_normal_term *term = &sum->terms[i];

		if (i > 0)
			ct_text_add(text, " + ");
		ct_text_addf(text, "%lld", (long long)term->coefficient.over);
		if (term->coefficient.under != 1)
			ct_text_addf(text, "/%lld", (long long)term->coefficient.under);
		if (*term->text) {
			ct_text_add(text, "*");
			ct_text_add(text, term->text);
		}
	}
}

static bool is_unit(struct ct_symbolic_fraction fraction)
{
	return fraction.over == 1 && fraction.under == 1;
}

const char *ct_normal_sum_text(struct ct_normal *self, const struct ct_normal_sum *sum)
{
	struct ct_text text = { 0 };

	/* A condition that is no sum of anything. */
	if (sum->terms_len == 1 && is_unit(sum->terms[0].coefficient) && *sum->terms[0].text)
		return sum->terms[0].text;
	ct_normal_print_sum(sum, &text);
	return ct_normal_keep(self, &text);
}

/* --- Terms ------------------------------------------------------------------------------------ */

bool ct_normal_append(struct ct_normal *self, struct ct_normal_sum *sum, struct ct_normal_term term)
{
	struct ct_normal_term *terms;

	if (term.coefficient.over == 0)
		return true;
	terms = ct_normal_grow(self, sum->terms, sum->terms_len, &sum->terms_room, sizeof *terms);
	if (terms == NULL)
		return false;
	sum->terms = terms;
	sum->terms[sum->terms_len++] = term;
	return true;
}

static int compare_terms(const void *a, const void *b)
{
	return strcmp(((const struct ct_normal_term *)a)->text,
		      ((const struct ct_normal_term *)b)->text);
}

/* Sorts the terms, and adds those that have the same factors. */
bool ct_normal_collect(struct ct_normal *self, struct ct_normal_sum *sum)
{
	int64_t kept = 0;

	if (sum->terms_len > 1)
		qsort(sum->terms, (size_t)sum->terms_len, sizeof *sum->terms, compare_terms);
	for (int64_t i = 0; i < sum->terms_len; i++) {
		struct ct_normal_term *last = kept > 0 ? &sum->terms[kept - 1] : NULL;

		if (last && strcmp(last->text, sum->terms[i].text) == 0) {
			if (!ct_symbolic_fraction_plus(last->coefficient, sum->terms[i].coefficient,
						       &last->coefficient))
				return ct_normal_overflow(self);
		} else {
			if (last && last->coefficient.over == 0)
				kept--;
			sum->terms[kept++] = sum->terms[i];
		}
	}
	if (kept > 0 && sum->terms[kept - 1].coefficient.over == 0)
		kept--;
	sum->terms_len = kept;
	return true;
}

bool ct_normal_number(struct ct_normal *self, struct ct_symbolic_fraction number,
		      struct ct_normal_sum *result)
{
	*result = (struct ct_normal_sum){ 0 };
	return ct_normal_append(self, result, (struct ct_normal_term){ number, NULL, 0, "" });
}

/* One factor. */
bool ct_normal_factor_of(struct ct_normal *self, const char *text, struct ct_normal_sum *result)
{
	struct ct_normal_factor *factor = text ? ct_normal_new(self, 1, sizeof *factor) : NULL;

	if (factor == NULL)
		return false;
	*factor = (struct ct_normal_factor){ text, 1, NULL };
	*result = (struct ct_normal_sum){ 0 };
	return ct_normal_append(self, result, (struct ct_normal_term){ { 1, 1 }, factor, 1, text });
}

bool ct_normal_is_number(const struct ct_normal_sum *sum, struct ct_symbolic_fraction *number)
{
	*number = sum->terms_len ? sum->terms[0].coefficient
				 : (struct ct_symbolic_fraction){ 0, 1 };
	return sum->terms_len == 0 || (sum->terms_len == 1 && *sum->terms[0].text == '\0');
}

bool ct_normal_scale(struct ct_normal *self, const struct ct_normal_sum *sum,
		     struct ct_symbolic_fraction number, struct ct_normal_sum *result)
{
	*result = (struct ct_normal_sum){ 0 };
	for (int64_t i = 0; i < sum->terms_len; i++) {
		struct ct_normal_term term = sum->terms[i];

		if (!ct_symbolic_fraction_times(term.coefficient, number, &term.coefficient))
			return ct_normal_overflow(self);
		if (!ct_normal_append(self, result, term))
			return false;
	}
	return true;
}
