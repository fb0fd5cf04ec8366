#include "spelling.h"

#include <ctype.h>
#include <stdlib.h>

/* --- names as people write them --------------------------------------------------------------- */

/* What stands in front of an operator's name, and what of it belongs to the name. */
static const struct {
	const char *text, *becomes;
} prefixes[] = {
	{ "torch.ops.", "" },
	{ "aten::", "" },
	{ "aten.", "" },
	{ "at::_ops::", "" },
	{ "at::Tensor::", "" },
	{ "at::", "" },
	{ "torch::nn::functional::", "" },
	{ "torch::", "" },
	{ "torch.nn.functional.", "" },
	{ "torch._C._nn.", "" },
	{ "torch.Tensor.", "" },
	{ "torch.linalg.", "linalg_" },
	{ "torch.fft.", "fft_" },
	{ "torch.special.", "special_" },
	{ "torch.sparse.", "sparse_" },
	{ "torch.", "" },
	{ "F.", "" },
	{ "Tensor::", "" },
	{ "Tensor.", "" },
	{ "ct_Tensor_", "" },
	{ "ct_", "" },
};

/* The first that fits counts, and what is left may have another: "torch.ops." and "aten.". */
static const char *without_prefixes(struct arena *arena, const char *name)
{
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t length = strlen(prefixes[i].text);

		if (strncmp(name, prefixes[i].text, length))
			continue;
		name += length;
		if (*prefixes[i].becomes)
			return arena_printf(arena, "%s%s", prefixes[i].becomes, name);
	}
	return name;
}

const char *spelling_plain(struct arena *arena, const char *name)
{
	const char *plain = without_prefixes(arena, name);

	return arena_strndup(arena, plain, strcspn(plain, "( "));
}

static size_t base_length(const char *name)
{
	return strcspn(name, ".");
}

static bool is_base(const char *name, const char *text, size_t length)
{
	return base_length(name) == length && !strncmp(name, text, length);
}

/* "add_Tensor" for "add.Tensor". */
static bool is_underscored(const char *name, const char *plain)
{
	for (; *name && (*name == *plain || (*name == '.' && *plain == '_')); name++)
		plain++;
	return !*name && !*plain;
}

bool spelling_is(const char *name, const char *plain)
{
	static const char unnamed[] =
		".default"; /* Python's word for the overload without a name */
	size_t length = strlen(plain);

	if (is_underscored(name, plain) || is_base(name, plain, length))
		return true;
	return length > strlen(unnamed) && !strcmp(plain + length - strlen(unnamed), unnamed) &&
	       !strchr(name, '.') && is_base(name, plain, length - strlen(unnamed));
}

/* --- the nearest ------------------------------------------------------------------------------ */

enum {
	NEAREST_AT_MOST = 5,
	WRONG_AT_MOST = 3,   /* letters */
	PREFIX_AT_LEAST = 3, /* letters */
	NAME_AT_MOST = 1000, /* letters: less is missing of any name */
};

struct candidate {
	const char *base;
	size_t cost; /* the nearest have the least */
};

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* How many letters have to be changed, added or left out: Levenshtein's distance. */
static size_t distance(size_t *row, const char *a, const char *b)
{
	size_t columns = strlen(b) + 1;

	for (size_t j = 0; j < columns; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t j = 1; j < columns; j++) {
			size_t above = row[j];
			bool differs = tolower((unsigned char)a[i - 1]) !=
				       tolower((unsigned char)b[j - 1]);

			row[j] = least(least(above, row[j - 1]) + 1, corner + differs);
			corner = above;
		}
	}
	return row[columns - 1];
}

/* A letter in three may be wrong. What is only cut short is nearer than any wrong letter. */
static size_t cost(size_t *row, const char *base, const char *plain)
{
	size_t length = strlen(plain), its_length = strlen(base);
	size_t most = least(WRONG_AT_MOST, length < 6 ? 1 : length / 3), wrong;

	if (length >= PREFIX_AT_LEAST && !strncmp(base, plain, length))
		return its_length - length;
	/* The distance takes long, and is never less than what is missing. */
	if (length <= 1 || its_length > length + most || length > its_length + most)
		return (size_t)-1;
	wrong = distance(row, base, plain);
	return wrong <= most ? NAME_AT_MOST * wrong : (size_t)-1;
}

static int by_cost(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return strcmp(x->base, y->base);
}

struct names spelling_nearest_of(struct arena *arena, const struct names *all, const char *plain)
{
	size_t *row = arena_alloc(arena, (strlen(plain) + 1) * sizeof *row);
	struct {
		VEC(struct candidate);
	} found = { 0 };
	struct names names = { 0 };

	for (size_t i = 0; i < all->len; i++) {
		size_t its_cost = cost(row, all->at[i], plain);

		if (its_cost != (size_t)-1)
			vec_push(arena, &found, (struct candidate){ all->at[i], its_cost });
	}
	if (found.len)
		qsort(found.at, found.len, sizeof *found.at, by_cost);
	for (size_t i = 0; i < found.len && names.len < NEAREST_AT_MOST; i++)
		if (!names_has(&names, found.at[i].base))
			vec_push(arena, &names, found.at[i].base);
	return names;
}

struct names spelling_nearest(struct arena *arena, const struct model *model, const char *plain)
{
	struct names bases = { 0 };

	for (size_t i = 0; i < model->ops.len; i++) {
		const char *name = model->by_symbol[i]->name;

		vec_push(arena, &bases, arena_strndup(arena, name, base_length(name)));
	}
	return spelling_nearest_of(arena, &bases, plain);
}
