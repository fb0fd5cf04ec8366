/*
 * The differences between two files, which may have different formats.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/dtype.h>
#include <ctorch/ops.h>
#include <ctorch/tensor.h>

#include "actions.h"
#include "numbers.h"
#include "opened.h"
#include "parts.h"
#include "report.h"
#include "text.h"

/* Of a value's text. */
enum { VALUE_WIDTH = 40 };

struct sides {
	const struct options *options;
	const struct entries *a, *b;
	struct entry **by_name; /* of b, sorted */
	bool *is_met;           /* for each of b: a has it, too */
	int64_t same, different, only_a, only_b;
};

/* --- Names ------------------------------------------------------------------------------------ */

static int compare_entries(const void *a, const void *b)
{
	const struct entry *const *x = a, *const *y = b;
	const size_t n = (*x)->name_len < (*y)->name_len ? (*x)->name_len : (*y)->name_len;
	const int order = memcmp((*x)->name, (*y)->name, n);

	return order ? order
		     : ((*x)->name_len > (*y)->name_len) - ((*x)->name_len < (*y)->name_len);
}

static void sort_names(struct sides *sides)
{
	const size_t n = sides->b->len;

	sides->by_name = need_memory(NULL, n * sizeof(struct entry *));
	sides->is_met = need_memory(NULL, n);
	memset(sides->is_met, 0, n);
	for (size_t i = 0; i < n; i++)
		sides->by_name[i] = &sides->b->items[i];
	qsort(sides->by_name, n, sizeof *sides->by_name, compare_entries);
}

/* NULL if there is none. */
static const struct entry *find(struct sides *sides, const struct entry *entry)
{
	struct entry **found = bsearch(&entry, sides->by_name, sides->b->len, sizeof entry,
				       compare_entries);

	if (found == NULL)
		return NULL;
	sides->is_met[*found - sides->b->items] = true;
	return *found;
}

/* --- Elements --------------------------------------------------------------------------------- */

/* How much the elements of two tensors differ. */
struct distance {
	enum kind kind;
	bool is_unsigned; /* uint64 */
	int64_t count;    /* that differ */
	double absolute, relative;
};

/* NaN equals NaN, and what is infinite or NaN on one side only is infinitely far. */
static void add_distance(struct distance *d, double absolute, double larger)
{
	d->count++;
	if (isnan(absolute))
		absolute = INFINITY;
	if (absolute > d->absolute)
		d->absolute = absolute;
	if (isinf(absolute))
		d->relative = INFINITY;
	else if (larger > 0 && absolute / larger > d->relative)
		d->relative = absolute / larger;
}

static void compare_reals(struct distance *d, double a, double b)
{
	if (a == b || (isnan(a) && isnan(b)))
		return;
	add_distance(d, fabs(a - b), fmax(fabs(a), fabs(b)));
}

/* Doubles do not have all integers. */
static void compare_integers(struct distance *d, int64_t a, int64_t b)
{
	const bool is_less = d->is_unsigned ? (uint64_t)a < (uint64_t)b : a < b;
	const uint64_t apart = is_less ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;

	if (a == b)
		return;
	if (d->is_unsigned)
		add_distance(d, (double)apart, fmax((double)(uint64_t)a, (double)(uint64_t)b));
	else
		add_distance(d, (double)apart, fmax(fabs((double)a), fabs((double)b)));
}

static bool same_double(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static void compare_numbers(const struct numbers *numbers, void *context)
{
	struct distance *d = context;

	for (int64_t i = 0; i < numbers->n; i++) {
		if (d->kind == REAL) {
			compare_reals(d, numbers->of[0].real[i], numbers->of[1].real[i]);
		} else if (d->kind == INTEGER) {
			compare_integers(d, numbers->of[0].integer[i], numbers->of[1].integer[i]);
		} else {
			const double re = numbers->of[0].complex[i].re,
				     im = numbers->of[0].complex[i].im,
				     re2 = numbers->of[1].complex[i].re,
				     im2 = numbers->of[1].complex[i].im;

			if (!same_double(re, re2) || !same_double(im, im2))
				add_distance(d, hypot(re - re2, im - im2),
					     fmax(hypot(re, im), hypot(re2, im2)));
		}
	}
}

/* Of two dtypes, the kind that has the elements of both. */
static enum kind common_kind(ct_dtype a, ct_dtype b)
{
	if (kind_of(a) == kind_of(b) &&
	    (kind_of(a) != INTEGER || (a == CT_UINT64) == (b == CT_UINT64)))
		return kind_of(a);
	return kind_of(a) == COMPLEX || kind_of(b) == COMPLEX ? COMPLEX : REAL;
}

static bool same_shape(const ct_tensor *a, const ct_tensor *b)
{
	const int64_t n = ct_tensor_dim(a);

	return n == ct_tensor_dim(b) && (n == 0 || memcmp(ct_tensor_shape(a), ct_tensor_shape(b),
							  (size_t)n * sizeof(int64_t)) == 0);
}

/* Of one part each. */
static ct_error measure_parts(const ct_tensor *a, const ct_tensor *b, struct distance *result)
{
	const ct_tensor *const both[] = { a, b };

	*result = (struct distance){ .kind = common_kind(ct_tensor_dtype(a), ct_tensor_dtype(b)),
				     .is_unsigned = ct_tensor_dtype(a) == CT_UINT64 };
	return for_each_part(both, 2, result->kind, compare_numbers, result);
}

static bool has_elements(const ct_tensor *tensor)
{
	return ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU;
}

/* --- Tensors ---------------------------------------------------------------------------------- */

static void add_measured(struct text *text, const struct distance *d, int64_t numel)
{
	text_add(text, "%lld of ", (long long)d->count);
	text_add_count(text, numel, "element");
	text_add(text, " differ%s, by at most %.4g", numel == 1 || d->count == 1 ? "s" : "",
		 d->absolute);
	text_add(text, " (relative: %.4g)", d->relative);
}

/* Coalesced, so that an order of indices does not matter. */
static ct_error coalesced_parts(const ct_tensor *tensor, struct parts *result)
{
	ct_tensor *coalesced;
	ct_error error;

	if (ct_tensor_is_nested(tensor) || ct_tensor_layout(tensor) != CT_SPARSE_COO)
		return parts_of(tensor, result);
	CT_TRY(ct_coalesce(tensor, &coalesced));
	error = parts_of(coalesced, result);
	ct_tensor_free(coalesced);
	return error;
}

/* Indices must be the same, and values are measured. */
static ct_error compare_parts(const struct parts *a, const struct parts *b, struct text *text)
{
	for (int i = 0; i < a->len; i++) {
		const ct_tensor *left = a->tensors[i], *right = b->tensors[i];
		struct distance distance;

		if (!same_shape(left, right)) {
			text_add(text, "the indices of the stored values differ");
			return NULL;
		}
		if (!has_elements(left) || !has_elements(right))
			return NULL;
		CT_TRY(measure_parts(left, right, &distance));
		if (distance.count == 0)
			continue;
		if (i < a->len - 1)
			text_add(text, "the indices of the stored values differ");
		else
			add_measured(text, &distance, ct_tensor_numel(left));
		return NULL;
	}
	return NULL;
}

static ct_error compare_elements(const ct_tensor *a, const ct_tensor *b, struct text *text)
{
	struct parts left, right;
	ct_error error;

	CT_TRY(coalesced_parts(a, &left));
	error = coalesced_parts(b, &right);
	if (error == NULL) {
		error = compare_parts(&left, &right, text);
		free_parts(&right);
	}
	free_parts(&left);
	return error;
}

/* Nested tensors have no elements that could be measured in order. */
static ct_error compare_whole(const struct entry *a, const struct entry *b, struct text *text)
{
	bool is_equal;

	CT_TRY(ct_value_equal(&a->value, &b->value, &is_equal));
	if (!is_equal)
		text_add(text, "the elements differ");
	return NULL;
}

static bool same_kind(const ct_tensor *a, const ct_tensor *b)
{
	return ct_tensor_is_nested(a) == ct_tensor_is_nested(b) &&
	       ct_tensor_layout(a) == ct_tensor_layout(b);
}

/* What differs, in words; nothing if it is the same. */
static ct_error compare_tensors(const struct entry *a, const struct entry *b, struct text *text)
{
	const ct_tensor *left = a->tensor, *right = b->tensor;
	char *types[] = { shown_type(a), shown_type(b) };
	struct text elements = { 0 };
	ct_error error = NULL;

	if (!same_kind(left, right))
		text_add(text, "another layout");
	else if (ct_tensor_is_nested(left))
		error = compare_whole(a, b, &elements);
	else if (same_shape(left, right))
		error = compare_elements(left, right, &elements);
	if (strcmp(types[0], types[1]) != 0)
		text_add(text, "%s%s -> %s", text->len ? ", " : "", types[0], types[1]);
	else if (elements.len || text->len)
		text_add(text, "%s%s", text->len ? ", " : "", types[0]);
	if (elements.len)
		text_add(text, ": %s", elements.data);
	free(elements.data);
	free(types[0]);
	free(types[1]);
	return error;
}

/* --- Other values ----------------------------------------------------------------------------- */

static ct_error add_value(struct text *text, const struct entry *entry)
{
	char *value;

	if (entry->tensor) {
		value = shown_type(entry);
	} else {
		CT_TRY(shown_value(&entry->value, VALUE_WIDTH, &value));
	}
	text_add(text, "%s", value);
	free(value);
	return NULL;
}

static bool is_nan(const ct_value *value)
{
	return value->kind == CT_VALUE_FLOAT && isnan(value->re);
}

static ct_error compare_values(const struct entry *a, const struct entry *b, struct text *text)
{
	bool is_equal = false;

	if (a->tensor == NULL && b->tensor == NULL)
		CT_TRY(ct_value_equal(&a->value, &b->value, &is_equal));
	if (is_equal || (is_nan(&a->value) && is_nan(&b->value)))
		return NULL;
	CT_TRY(add_value(text, a));
	text_add(text, " -> ");
	return add_value(text, b);
}

/* --- Lines ------------------------------------------------------------------------------------ */

static void print_line(const struct sides *sides, char sign, const struct entry *entry,
		       const char *what)
{
	char *name;

	if (sides->options->quiet)
		return;
	name = shown_name(entry);
	printf("%c %s  %s\n", sign, name, what);
	free(name);
}

static ct_error print_only(const struct sides *sides, char sign, const struct entry *entry)
{
	struct text text = { 0 };
	ct_error error = add_value(&text, entry);

	if (error == NULL)
		print_line(sides, sign, entry, text.data);
	free(text.data);
	return error;
}

static ct_error compare_pair(struct sides *sides, const struct entry *a, const struct entry *b)
{
	struct text text = { 0 };
	ct_error error = a->tensor && b->tensor ? compare_tensors(a, b, &text)
						: compare_values(a, b, &text);

	if (error == NULL && text.len) {
		print_line(sides, '~', a, text.data);
		sides->different++;
	} else if (error == NULL) {
		sides->same++;
	}
	free(text.data);
	return error;
}

static ct_error compare_all(struct sides *sides)
{
	for (size_t i = 0; i < sides->a->len; i++) {
		const struct entry *a = &sides->a->items[i], *b = find(sides, a);

		if (b) {
			CT_TRY(compare_pair(sides, a, b));
			continue;
		}
		CT_TRY(print_only(sides, '-', a));
		sides->only_a++;
	}
	for (size_t i = 0; i < sides->b->len; i++) {
		if (sides->is_met[i])
			continue;
		CT_TRY(print_only(sides, '+', &sides->b->items[i]));
		sides->only_b++;
	}
	return NULL;
}

static void print_summary(const struct sides *sides)
{
	if (sides->options->quiet)
		return;
	printf("%lld the same, %lld different, %lld only in the first file, %lld only in the "
	       "second\n",
	       (long long)sides->same, (long long)sides->different, (long long)sides->only_a,
	       (long long)sides->only_b);
}

static int compare_files(const struct opened *a, const struct opened *b,
			 const struct options *options)
{
	struct sides sides = { .options = options, .a = &a->entries, .b = &b->entries };
	ct_error error;

	sort_names(&sides);
	error = compare_all(&sides);
	free(sides.by_name);
	free(sides.is_met);
	if (is_trouble(error))
		return TROUBLE;
	print_summary(&sides);
	return sides.different || sides.only_a || sides.only_b ? DIFFERENT : SAME;
}

int show_differences(const char *a, const char *b, const struct options *options)
{
	struct opened left = { 0 }, right = { 0 };
	int status;

	if (!open_two(a, b, options, &left, &right))
		return TROUBLE;
	status = compare_files(&left, &right, options);
	close_opened(&right);
	close_opened(&left);
	return status;
}
