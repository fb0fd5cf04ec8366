#include "compile/level1/level1.h"

#include <stdlib.h>
#include <string.h>

/* --- Counts ----------------------------------------------------------------------------------- */

bool count_is(struct count count, int64_t n)
{
	return !count.c && count.n == n;
}

bool count_equal(struct count a, struct count b)
{
	if (a.n != b.n || !a.c || !b.c)
		return a.n == b.n && !a.c && !b.c;
	return !strcmp(a.c, b.c);
}

const char *count_c(struct arena *arena, struct count count)
{
	if (!count.c)
		return arena_printf(arena, "%lld", (long long)count.n);
	return count.n == 1 ? count.c
			    : arena_printf(arena, "%lld * %s", (long long)count.n, count.c);
}

/* The end of a factor: of a name, a number, or what is in parentheses. */
static const char *factor_end(const char *at)
{
	int depth = 0;

	for (; *at && (depth || strncmp(at, " * ", 3) != 0); at++)
		depth += (*at == '(') - (*at == ')');
	return at;
}

static void take_factors(struct arena *arena, const char *c, struct names *factors);

/* A product in parentheses is more factors. */
static void take_factor(struct arena *arena, const char *c, size_t length, struct names *factors)
{
	const char *factor = arena_strndup(arena, c, length);

	if (length > 2 && factor[0] == '(' && !strpbrk(factor, "+-/%?,:<>=!"))
		take_factors(arena, arena_strndup(arena, c + 1, length - 2), factors);
	else
		vec_push(arena, factors, factor);
}

static void take_factors(struct arena *arena, const char *c, struct names *factors)
{
	while (c && *c) {
		const char *end = factor_end(c);

		take_factor(arena, c, (size_t)(end - c), factors);
		c = *end ? end + 3 : end;
	}
}

const char *count_factors(struct arena *arena, struct count count)
{
	struct names factors = { 0 };
	const char *result = arena_printf(arena, "%lld", (long long)count.n);

	take_factors(arena, count.c, &factors);
	for (size_t i = 0; i < factors.len; i++)
		result = arena_printf(arena, "%s, %s", result, factors.at[i]);
	return result;
}

struct count count_times(struct arena *arena, struct count a, struct count b)
{
	struct count result = { .n = a.n * b.n };
	struct names factors = { 0 };

	if (result.n == 0)
		return result;
	take_factors(arena, a.c, &factors);
	take_factors(arena, b.c, &factors);
	names_sort(&factors);
	for (size_t i = 0; i < factors.len; i++)
		result.c = i ? arena_printf(arena, "%s * %s", result.c, factors.at[i])
			     : factors.at[i];
	return result;
}

struct count count_plus(struct arena *arena, struct count a, struct count b)
{
	if (a.n == 0 || b.n == 0)
		return a.n == 0 ? b : a;
	if ((!a.c && !b.c) || (a.c && b.c && !strcmp(a.c, b.c)))
		return (struct count){ .c = a.c, .n = a.n + b.n };
	return (struct count){
		.n = 1, .c = arena_printf(arena, "(%s + %s)", count_c(arena, a), count_c(arena, b))
	};
}

bool count_of(struct program *program, const struct extent *extent, struct count *result)
{
	struct names factors = { 0 };
	const char *c;

	*result = (struct count){ 0 };
	if (extent_is_fixed(program, extent, &result->n))
		return true;
	c = extent_c(program, extent);
	if (!c)
		return false;
	*result = (struct count){ .n = 1 };
	if (strpbrk(c, "+-/%?,")) {
		result->c = arena_printf(program->arena, "(%s)", c);
		return true;
	}
	take_factors(program->arena, c, &factors);
	for (size_t i = 0; i < factors.len; i++) {
		struct count factor = { .c = factors.at[i], .n = 1 };

		if (factor.c[strspn(factor.c, "0123456789")] == '\0')
			factor = (struct count){ .n = atoll(factor.c) };
		*result = count_times(program->arena, *result, factor);
	}
	return true;
}

/* --- Layouts ---------------------------------------------------------------------------------- */

struct count layout_numel(struct arena *arena, const struct layout *layout)
{
	struct count numel = { .n = 1 };

	for (size_t i = layout->dim; i-- > 0;)
		numel = count_times(arena, layout->sizes[i], numel);
	return numel;
}

void layout_make_contiguous(struct arena *arena, struct layout *layout)
{
	struct count stride = { .n = 1 };

	for (size_t i = layout->dim; i-- > 0;) {
		layout->strides[i] = stride;
		stride = count_times(arena, layout->sizes[i], stride);
	}
	layout->offset = (struct count){ 0 };
}

bool layout_is_contiguous(struct arena *arena, const struct layout *layout)
{
	struct count stride = { .n = 1 };

	for (size_t i = layout->dim; i-- > 0;) {
		if (count_is(layout->sizes[i], 1))
			continue;
		if (!count_equal(layout->strides[i], stride))
			return false;
		stride = count_times(arena, layout->sizes[i], stride);
	}
	return true;
}

bool layout_same_sizes(const struct layout *a, const struct layout *b)
{
	for (size_t i = 0; i < a->dim && i < b->dim; i++)
		if (!count_equal(a->sizes[i], b->sizes[i]))
			return false;
	return a->dim == b->dim;
}

/* The last dimensions of `from` that are one piece: their number of elements and their stride. */
static size_t take_piece(struct arena *arena, const struct layout *from, size_t end,
			 struct count *numel, struct count *stride)
{
	size_t i = end - 1;

	*numel = from->sizes[i];
	*stride = from->strides[i];
	while (i > 0 && (count_is(from->sizes[i - 1], 1) ||
			 count_equal(from->strides[i - 1], count_times(arena, *numel, *stride)))) {
		*numel = count_times(arena, from->sizes[i - 1], *numel);
		i--;
	}
	return i;
}

bool layout_view(struct arena *arena, const struct layout *from, struct layout *to)
{
	size_t end = from->dim, i = to->dim;

	to->offset = from->offset;
	while (end > 0) {
		struct count numel, stride, filled = { .n = 1 };

		end = take_piece(arena, from, end, &numel, &stride);
		while (i > 0 && !count_equal(filled, numel)) {
			i--;
			to->strides[i] = count_times(arena, filled, stride);
			filled = count_times(arena, to->sizes[i], filled);
		}
		if (!count_equal(filled, numel))
			return false;
	}
	while (i > 0) {
		if (!count_is(to->sizes[--i], 1))
			return false;
		to->strides[i] = (struct count){ .n = 1 };
	}
	return true;
}
