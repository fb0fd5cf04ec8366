#include "tools/show/spelling.h"

#include <ctype.h>
#include <stdlib.h>

#include "util/text.h"

/* --- spellings -------------------------------------------------------------------------------- */

/* Prefixes of an operator name, and the part of each that belongs to the name. */
static const struct spelling_prefix of_operators[] = {
	{ "torch.ops.aten.", "" },
	{ "aten::", "" },
	{ "aten.", "" },
	{ "aten/", "" },
	{ "at::_ops::", "" },
	{ "at::Tensor::", "" },
	{ "at::native::", "" },
	{ "at::", "" },
	{ "torch::nn::functional::", "" },
	{ "torch::", "" },
	{ "linalg::", "linalg_" },
	{ "fft::", "fft_" },
	{ "special::", "special_" },
	{ "sparse::", "sparse_" },
	{ "torch._C._nn.", "" },
	{ "torch._C._linalg.", "" },
	{ "torch._C._fft.", "" },
	{ "torch._C._special.", "" },
	{ "torch._C._VariableFunctions.", "" },
	{ "torch._VF.", "" },
	{ "torch.Tensor.", "" },
	{ "torch.", "" },
	{ "nn.functional.", "" },
	{ "F.", "" },
	{ "linalg.", "linalg_" },
	{ "fft.", "fft_" },
	{ "special.", "special_" },
	{ "sparse.", "sparse_" },
	{ "Tensor::", "" },
	{ "Tensor.", "" },
	{ "ct_Tensor_", "" },
	{ "ct_", "" },
};

const char *spelling_replace(struct arena *arena, const struct spelling_prefix *prefixes, size_t n,
			     const char *name)
{
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(prefixes[i].text);

		if (strncmp(name, prefixes[i].text, length))
			continue;
		name += length;
		if (*prefixes[i].becomes)
			return arena_printf(arena, "%s%s", prefixes[i].becomes, name);
	}
	return name;
}

/* at::_ops::add_Tensor::call() */
static const char *without_suffixes(struct arena *arena, const char *name)
{
	static const char *const suffixes[] = { "::call", "::redispatch" };

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
		if (text_ends_with(name, suffixes[i]))
			return arena_strndup(arena, name, strlen(name) - strlen(suffixes[i]));
	return name;
}

/* Characters that may surround a copied name; "(" begins its arguments. */
static const char around[] = " \t\n\"'`&*,;(";

const char *spelling_bare(struct arena *arena, const char *name)
{
	name += strspn(name, around);
	return arena_strndup(arena, name, strcspn(name, around));
}

const char *spelling_plain(struct arena *arena, const char *name)
{
	return spelling_replace(arena, of_operators, sizeof of_operators / sizeof *of_operators,
				without_suffixes(arena, spelling_bare(arena, name)));
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
	static const char unnamed[] = ".default"; /* Python's name for no overload */
	size_t length = strlen(plain);

	if (is_underscored(name, plain) || is_base(name, plain, length))
		return true;
	return length > strlen(unnamed) && !strcmp(plain + length - strlen(unnamed), unnamed) &&
	       !strchr(name, '.') && is_base(name, plain, length - strlen(unnamed));
}

/* --- the closest names ------------------------------------------------------------------------ */

enum {
	NEAREST_AT_MOST = 5,
	WRONG_AT_MOST = 3,   /* letters */
	PART_AT_LEAST = 3,   /* letters */
	NAME_AT_MOST = 1000, /* letters: more than are missing from any name */
};

static const size_t far = (size_t)-1; /* the cost of a name that is not close */

/* Names that are close to `plain`. */
struct search {
	struct arena *arena;
	const char *plain;
	const char *last; /* for "np.add", since there is no operator np: "add"; else plain */
	size_t *row;      /* used by distance() */
	VEC(struct candidate {
		const char *name;
		size_t cost; /* lowest for the closest names */
	});
};

static struct search search_for(struct arena *arena, const char *plain)
{
	return (struct search){ .arena = arena,
				.plain = plain,
				.last = plain,
				.row = arena_alloc(arena, (strlen(plain) + 1) * sizeof(size_t)) };
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* In C, '_' separates the overload name. */
static int letter(char c)
{
	return c == '.' ? '_' : tolower((unsigned char)c);
}

static bool same_letters(const char *a, const char *b, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (letter(a[i]) != letter(b[i]))
			return false;
	return true;
}

/* The number of letters to change, add or remove: the Levenshtein distance. */
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
			bool differs = letter(a[i - 1]) != letter(b[j - 1]);

			row[j] = least(least(above, row[j - 1]) + 1, corner + differs);
			corner = above;
		}
	}
	return row[columns - 1];
}

/* For a name that is cut short. At the front only whole words may be missing, such as a module. */
static size_t letters_missing(const char *name, const char *plain)
{
	size_t length = strlen(plain), its_length = strlen(name);
	size_t rest = its_length - length;

	if (length < PART_AT_LEAST || its_length < length)
		return far;
	if (same_letters(name, plain, length) ||
	    (rest && letter(name[rest - 1]) == '_' && same_letters(name + rest, plain, length)))
		return rest;
	return far;
}

/* The number of letters that may be wrong: up to a third of those that distinguish names. */
static size_t may_be_wrong(size_t letters)
{
	return least(WRONG_AT_MOST, letters < 6 ? 1 : letters / 3);
}

static size_t letters_wrong(size_t *row, const char *name, const char *plain, size_t most)
{
	size_t length = strlen(plain), its_length = strlen(name), wrong;

	/* The distance is slow to compute, and never less than the difference of the lengths. */
	if (length <= 1 || its_length > length + most || length > its_length + most)
		return far;
	wrong = distance(row, name, plain);
	return wrong <= most ? wrong : far;
}

static void add(struct search *search, const char *name, size_t cost)
{
	vec_push(search->arena, search, (struct candidate){ name, cost });
}

static void add_wrong(struct search *search, const char *name, size_t wrong)
{
	if (wrong != far)
		add(search, name, NAME_AT_MOST * wrong);
}

static bool is_same(const char *name, const char *text)
{
	return strlen(name) == strlen(text) && same_letters(name, text, strlen(text));
}

/* A name that is only cut short is closer than one with a wrong letter. */
static void try_name(struct search *search, const char *name)
{
	size_t missing = letters_missing(name, search->plain), wrong;

	if (is_same(name, search->last)) {
		add(search, name, 0);
		return;
	}
	if (missing != far) {
		add(search, name, missing);
		return;
	}
	wrong = letters_wrong(search->row, name, search->plain,
			      may_be_wrong(strlen(search->plain)));
	add_wrong(search, name, wrong);
}

/*
 * "add.names": an overload that does not exist. "ad_Tensor": almost the whole name. An overload
 * name that many operators share does not make two names closer.
 */
static void try_overload(struct search *search, const char *name)
{
	const char *plain = search->plain;
	size_t base = base_length(name);

	if (strchr(plain, '.') && is_base(name, plain, base_length(plain)))
		add_wrong(search, name, distance(search->row, name, plain));
	else
		add_wrong(search, name,
			  letters_wrong(search->row, name, plain, may_be_wrong(base)));
}

static int by_cost(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* If a name has all its letters right, no other name is close. */
static struct names nearest_found(struct search *search)
{
	struct names names = { 0 };

	if (search->len)
		qsort(search->at, search->len, sizeof *search->at, by_cost);
	for (size_t i = 0; i < search->len && names.len < NEAREST_AT_MOST; i++) {
		if (search->at[i].cost && !search->at[0].cost)
			break;
		if (!names_has(&names, search->at[i].name))
			vec_push(search->arena, &names, search->at[i].name);
	}
	return names;
}

struct names spelling_nearest_of(struct arena *arena, const struct names *all, const char *plain)
{
	struct search search = search_for(arena, plain);

	for (size_t i = 0; i < all->len; i++)
		try_name(&search, all->at[i]);
	return nearest_found(&search);
}

/* The part after the last '.', ':' or '/'; the whole text if it begins with an operator name. */
static const char *last_part(const struct model *model, const char *plain)
{
	size_t at = strlen(plain);

	for (size_t i = 0; i < model->ops.len; i++)
		if (is_base(model->ops.at[i]->name, plain, base_length(plain)))
			return plain;
	while (at && !strchr(".:/", plain[at - 1]))
		at--;
	return plain + at;
}

struct names spelling_nearest(struct arena *arena, const struct model *model, const char *plain)
{
	static const char method[] = "tensor_"; /* in "ct_tensor_add", for ct_Tensor_add */
	struct search search = search_for(arena, plain);

	search.last = last_part(model, plain);
	for (size_t i = 0; i < model->ops.len; i++) {
		const char *name = model->by_symbol[i]->name;

		try_name(&search, arena_strndup(arena, name, base_length(name)));
		if (strchr(name, '.'))
			try_overload(&search, name);
	}
	if (search.len)
		return nearest_found(&search);
	if (!strncmp(plain, method, strlen(method)))
		return spelling_nearest(arena, model, plain + strlen(method));
	if (search.last != plain)
		return spelling_nearest(arena, model, search.last);
	return (struct names){ 0 };
}
