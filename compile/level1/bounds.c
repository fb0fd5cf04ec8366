#include "compile/level1/level1.h"

#include <string.h>

#include "compile/options.h"

/*
 * Sizes, strides and offsets come from the archive, which may be wrong: what loops read and write is
 * in the memory of its array. If sizes vary, that may be known only in the run.
 */

/* Where elements are, from the first one on. */
struct place {
	size_t dim;
	struct count sizes[LOOP_DIMS + 1], strides[LOOP_DIMS + 1];
	struct count offset;
};

enum answer { NO, YES, UNKNOWN };

static struct place place_of(const struct layout *layout)
{
	struct place place = { .dim = layout->dim, .offset = layout->offset };

	for (size_t i = 0; i < layout->dim; i++) {
		place.sizes[i] = layout->sizes[i];
		place.strides[i] = layout->strides[i];
	}
	return place;
}

static void add_dimension(struct place *place, struct count size, struct count stride)
{
	place->sizes[place->dim] = size;
	place->strides[place->dim++] = stride;
}

static void drop_dimension(struct place *place, size_t at)
{
	place->dim--;
	place->sizes[at] = place->sizes[place->dim];
	place->strides[at] = place->strides[place->dim];
}

/* --- Answers ---------------------------------------------------------------------------------- */

static bool is_fixed(const struct place *place)
{
	bool fixed = !place->offset.c;

	for (size_t i = 0; i < place->dim; i++)
		fixed = fixed && !place->sizes[i].c && !place->strides[i].c;
	return fixed;
}

/* The number of elements up to the last one. False: it is not in any memory. */
static bool end_of(const struct place *place, int64_t *end)
{
	int64_t last = place->offset.n, more;

	for (size_t i = 0; i < place->dim; i++)
		if (count_is(place->sizes[i], 0)) {
			*end = 0;
			return true;
		}
	for (size_t i = 0; i < place->dim; i++)
		if (place->sizes[i].n < 0 || place->strides[i].n < 0 ||
		    __builtin_mul_overflow(place->sizes[i].n - 1, place->strides[i].n, &more) ||
		    __builtin_add_overflow(last, more, &last))
			return false;
	*end = last + 1;
	return place->offset.n >= 0 && last < INT64_C(1) << 48;
}

/* Two dimensions that are one: of rows that follow each other. */
static bool merge_once(struct arena *arena, struct place *place)
{
	for (size_t i = 0; i < place->dim; i++)
		for (size_t j = 0; j < place->dim; j++)
			if (i != j &&
			    count_equal(place->strides[i],
					count_times(arena, place->sizes[j], place->strides[j]))) {
				place->sizes[j] = count_times(arena, place->sizes[i],
							      place->sizes[j]);
				drop_dimension(place, i);
				return true;
			}
	return false;
}

static void drop_ones(struct place *place)
{
	for (size_t i = place->dim; i-- > 0;)
		if (count_is(place->sizes[i], 1) || count_is(place->strides[i], 0))
			drop_dimension(place, i);
}

static enum answer compare_fixed(const struct place *place, const struct place *memory)
{
	int64_t end, have;

	return end_of(place, &end) && end_of(memory, &have) && end <= have ? YES : NO;
}

/* Dimensions that both have, which may vary, need not be compared. */
static enum answer compare(struct place place, struct place memory)
{
	if (is_fixed(&place) && is_fixed(&memory))
		return compare_fixed(&place, &memory);
	for (size_t i = place.dim; i-- > 0;)
		for (size_t j = 0; j < memory.dim; j++)
			if (count_equal(place.sizes[i], memory.sizes[j]) &&
			    count_equal(place.strides[i], memory.strides[j])) {
				drop_dimension(&place, i);
				drop_dimension(&memory, j);
				break;
			}
	return is_fixed(&place) && is_fixed(&memory) && compare_fixed(&place, &memory) == YES
		       ? YES
		       : UNKNOWN;
}

static enum answer is_inside(struct arena *arena, struct place place, struct place memory)
{
	enum answer answer;

	drop_ones(&place);
	drop_ones(&memory);
	answer = compare(place, memory);
	if (answer != UNKNOWN)
		return answer;
	while (merge_once(arena, &place) || merge_once(arena, &memory))
		;
	return compare(place, memory);
}

/* --- Checks ----------------------------------------------------------------------------------- */

/* In the run: "CT_L(s0, 8), CT_L(8, 1)" */
static const char *place_text(struct level1 *self, const struct place *place)
{
	const char *sizes = "1", *strides = "1";

	for (size_t i = 0; i < place->dim; i++) {
		sizes = arena_printf(self->arena, "%s, %s", sizes,
				     count_c(self->arena, place->sizes[i]));
		strides = arena_printf(self->arena, "%s, %s", strides,
				       count_c(self->arena, place->strides[i]));
	}
	return arena_printf(self->arena, "CT_L(%s), CT_L(%s)", sizes, strides);
}

/* What the run makes, or makes sure of, for an array. */
static struct place memory_of(struct level1 *self, const struct array *root)
{
	struct place memory = place_of(&root->layout);

	if (root->memory == MEMORY_BUFFER) {
		memory = (struct place){ 0 };
		add_dimension(&memory, layout_numel(self->arena, &root->layout),
			      (struct count){ .n = 1 });
	}
	memory.offset = (struct count){ 0 };
	return memory;
}

static bool check(struct level1 *self, const struct array *root, struct place place)
{
	const struct place memory = memory_of(self, root);
	const char *text;

	if (root->memory == MEMORY_NONE)
		return true;
	switch (is_inside(self->arena, place, memory)) {
	case YES:
		return true;
	case NO:
		diag_error(self->program->diag, (struct loc){ 0 }, NULL,
			   "%s: the sizes and strides of the graph's tensors are wrong: one lies "
			   "outside the memory of '%s'",
			   self->program->options->archive, root->name);
		return false;
	case UNKNOWN:
		break;
	}
	text = arena_printf(self->arena, "CT_TRY(check_place(%s, %s, %s));\n",
			    count_c(self->arena, place.offset), place_text(self, &place),
			    place_text(self, &memory));
	if (!strstr(strbuf_str(&self->checks), text))
		strbuf_add(&self->checks, text);
	return true;
}

/* --- What loops touch ------------------------------------------------------------------------- */

static bool check_step(struct level1 *self, const struct loop *loop, const struct step *step)
{
	struct place place = { .offset = step->offset };
	bool ok = true;

	for (size_t i = 0; step->kind == STEP_LOAD && i < loop->dim; i++)
		add_dimension(&place, loop->sizes[i], step->strides[i]);
	if (step->kind == STEP_LOAD && step->args_len)
		add_dimension(&place, step->limit, step->gather);
	if (step->kind == STEP_LOAD)
		ok = check(self, step->value, place);
	place = (struct place){ 0 };
	for (size_t i = 0; step->store && i < loop->dim; i++)
		add_dimension(&place, loop->sizes[i], step->store_strides[i]);
	return ok && (!step->store || check(self, step->store, place));
}

static bool check_matrix(struct level1 *self, const struct matrix *matrix, struct count batch,
			 struct count rows, struct count columns)
{
	struct place place = { .offset = matrix->offset };

	add_dimension(&place, batch, matrix->batch);
	add_dimension(&place, matrix->is_transposed ? columns : rows, matrix->distance);
	add_dimension(&place, matrix->is_transposed ? rows : columns, (struct count){ .n = 1 });
	return check(self, matrix->value, place);
}

static bool check_product(struct level1 *self, const struct product *of)
{
	struct layout result = { .dim = 3, .sizes = { of->batch, of->m, of->n } };
	struct layout bias = { .dim = 1, .sizes = { of->n } };

	layout_make_contiguous(self->arena, &result);
	layout_make_contiguous(self->arena, &bias);
	if (of->bias)
		bias.offset = of->bias->layout.offset;
	return check_matrix(self, &of->a, of->batch, of->m, of->k) &&
	       check_matrix(self, &of->b, of->batch, of->k, of->n) &&
	       check(self, of->result, place_of(&result)) &&
	       (!of->bias || check(self, of->bias->root, place_of(&bias)));
}

static bool check_mask(struct level1 *self, const struct attention *of)
{
	const struct count *query = of->query->layout.sizes, *key = of->key->layout.sizes;
	const struct count sizes[] = { query[0], query[1], query[2], key[2] };
	struct place place = { .offset = of->mask->layout.offset };

	for (size_t i = 0; i < 4; i++)
		add_dimension(&place, sizes[i], of->mask_strides[i]);
	return check(self, of->mask->root, place);
}

/* All have the batches and heads of the query; keys and values have the keys' rows. */
static bool check_attention(struct level1 *self, const struct attention *of)
{
	const struct array *arrays[] = { of->query, of->key, of->value, of->result };
	const struct count *query = of->query->layout.sizes, *key = of->key->layout.sizes;
	const struct count rows[] = { query[2], key[2], key[2], query[2] };
	const struct count widths[] = { query[3], query[3], of->value->layout.sizes[3],
					of->value->layout.sizes[3] };
	bool ok = true;

	for (size_t i = 0; ok && i < sizeof arrays / sizeof *arrays; i++) {
		struct place place = place_of(&arrays[i]->layout);

		place.sizes[0] = query[0];
		place.sizes[1] = query[1];
		place.sizes[2] = rows[i];
		place.sizes[3] = widths[i];
		ok = check(self, arrays[i]->root, place);
	}
	return ok && (!of->mask || check_mask(self, of));
}

/* Tensors on buffers, which calls read. */
static bool check_wrapped(struct level1 *self)
{
	bool ok = true;

	for (int64_t i = 0; ok && i < self->function->graph->values_len; i++) {
		const struct array *value = &self->values[i];

		if (value->is_wrapped && value->root->memory == MEMORY_BUFFER)
			ok = check(self, value->root, place_of(&value->layout));
	}
	return ok;
}

bool check_bounds(struct level1 *self)
{
	bool ok = check_wrapped(self);

	for (size_t i = 0; i < self->loops.len; i++) {
		const struct loop *loop = self->loops.at[i];

		for (size_t j = 0; ok && j < loop->steps.len; j++)
			ok = check_step(self, loop, &loop->steps.at[j]);
		for (size_t j = 0; ok && j < loop->products.len; j++)
			ok = check_product(self, loop->products.at[j]);
		for (size_t j = 0; ok && j < loop->attentions.len; j++)
			ok = check_attention(self, loop->attentions.at[j]);
	}
	return ok;
}
