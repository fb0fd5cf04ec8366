/*
 * The differences between two files, which may have different formats.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "distance.h"
#include "opened.h"
#include "parts.h"
#include "progress.h"
#include "report.h"
#include "text.h"

enum { VALUE_WIDTH = 40 }; /* the longest text of a value */

struct sides {
	const struct options *options;
	const struct entries *a, *b;
	bool only_names;            /* types of keys do not count */
	const struct entry **pairs; /* for each of a: that of b, or NULL */
	bool *is_met;               /* for each of b: a has it, too */
	int64_t same, different, only_a, only_b;
};

/* --- Names ------------------------------------------------------------------------------------ */

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
	const int order = memcmp(a, b, a_len < b_len ? a_len : b_len);

	return order ? order : (a_len > b_len) - (a_len < b_len);
}

static int compare_names(const struct entry *a, const struct entry *b)
{
	return compare_bytes(a->name, a->name_len, b->name, b->name_len);
}

/* A dict can have the keys 3 and '3', and names with dots can be equal: these keep their order. */
static int compare_entries(const void *a, const void *b)
{
	const struct entry *const *x = a, *const *y = b;
	int order = compare_names(*x, *y);

	if (order == 0)
		order = strcmp((*x)->key_types, (*y)->key_types);
	return order ? order : (*x > *y) - (*x < *y);
}

static struct entry **sorted_entries(const struct entries *entries)
{
	struct entry **sorted = need_memory(NULL, entries->len * sizeof(struct entry *));

	for (size_t i = 0; i < entries->len; i++)
		sorted[i] = &entries->items[i];
	qsort(sorted, entries->len, sizeof(struct entry *), compare_entries);
	return sorted;
}

/* Formats other than PyTorch's have only texts as names. */
static int compare_for_pair(const struct sides *sides, const struct entry *a, const struct entry *b)
{
	const int order = compare_names(a, b);

	return order || sides->only_names ? order : strcmp(a->key_types, b->key_types);
}

/* Walks through both in the order of names: each entry has one partner at most. */
static void find_pairs(struct sides *sides)
{
	struct entry **a = sorted_entries(sides->a), **b = sorted_entries(sides->b);

	sides->pairs = need_memory(NULL, sides->a->len * sizeof *sides->pairs);
	sides->is_met = need_memory(NULL, sides->b->len);
	memset(sides->is_met, 0, sides->b->len);
	for (size_t i = 0; i < sides->a->len; i++)
		sides->pairs[i] = NULL;
	for (size_t i = 0, j = 0; i < sides->a->len && j < sides->b->len;) {
		const int order = compare_for_pair(sides, a[i], b[j]);

		if (order == 0) {
			sides->pairs[a[i] - sides->a->items] = b[j];
			sides->is_met[b[j] - sides->b->items] = true;
		}
		i += order <= 0;
		j += order >= 0;
	}
	free(a);
	free(b);
}

/* --- Tensors ---------------------------------------------------------------------------------- */

static bool same_shape(const ct_tensor *a, const ct_tensor *b)
{
	const int64_t n = ct_tensor_dim(a);

	return n == ct_tensor_dim(b) && (n == 0 || memcmp(ct_tensor_shape(a), ct_tensor_shape(b),
							  (size_t)n * sizeof(int64_t)) == 0);
}

static bool has_elements(const ct_tensor *tensor)
{
	return ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU;
}

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

/* Whether the parts have the same shapes and indices. */
static ct_error compare_indices(const struct parts *a, const struct parts *b, bool *are_same)
{
	struct distance distance = { 0 };

	*are_same = a->len == b->len;
	for (int64_t i = 0; i < a->len && *are_same; i++) {
		*are_same = same_shape(a->tensors[i], b->tensors[i]);
		if (*are_same && i < a->indices)
			CT_TRY(add_distances(a->tensors[i], b->tensors[i], &distance));
	}
	*are_same = *are_same && distance.count == 0;
	return NULL;
}

static ct_error compare_parts(const struct parts *a, const struct parts *b, struct text *text)
{
	struct distance distance = { 0 };
	int64_t numel = 0;
	bool are_same;

	CT_TRY(compare_indices(a, b, &are_same));
	if (!are_same) {
		text_add(text, a->indices ? "the indices of the stored values differ"
					  : "the shapes of the components differ");
		return NULL;
	}
	for (int64_t i = a->indices; i < a->len; i++) {
		numel = add_up(numel, ct_tensor_numel(a->tensors[i]));
		CT_TRY(add_distances(a->tensors[i], b->tensors[i], &distance));
	}
	if (distance.count)
		add_measured(text, &distance, numel);
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
	else if (has_elements(left) && has_elements(right) &&
		 (ct_tensor_is_nested(left) || same_shape(left, right)))
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

static ct_error are_equal_storages(const ct_value *a, const ct_value *b, bool *result)
{
	ct_storage *left, *right;

	CT_TRY(ct_value_as_storage(a, &left));
	CT_TRY(ct_value_as_storage(b, &right));
	*result = false;
	if (ct_storage_nbytes(left) != ct_storage_nbytes(right))
		return NULL;
	return ct_storage_equal(left, right, result);
}

/* Python's == does not hold for NaN, also in a list; the texts are equal then. */
static ct_error are_equal(const struct entry *a, const struct entry *b, bool *result)
{
	char *texts[2];

	*result = false;
	if (a->tensor || b->tensor)
		return NULL;
	if (a->value.kind == CT_VALUE_STORAGE && b->value.kind == CT_VALUE_STORAGE)
		return are_equal_storages(&a->value, &b->value, result);
	CT_TRY(ct_value_equal(&a->value, &b->value, result));
	if (*result)
		return NULL;
	CT_TRY(ct_value_to_string(&a->value, &texts[0]));
	ct_error error = ct_value_to_string(&b->value, &texts[1]);

	if (error == NULL) {
		*result = strcmp(texts[0], texts[1]) == 0;
		ct_free(texts[1]);
	}
	ct_free(texts[0]);
	return error;
}

static ct_error compare_values(const struct entry *a, const struct entry *b, struct text *text)
{
	bool is_equal;

	CT_TRY(are_equal(a, b, &is_equal));
	if (is_equal)
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
	hide_progress();
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
		const struct entry *a = &sides->a->items[i], *b = sides->pairs[i];

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

static bool has_key_types(const struct file *file)
{
	return file->kind == CT_FILE_TORCH || file->kind == CT_FILE_TORCHSCRIPT ||
	       file->kind == CT_FILE_TORCH_LEGACY;
}

static int compare_files(struct opened *a, struct opened *b, const struct options *options)
{
	struct sides sides = { .options = options, .a = &a->entries, .b = &b->entries };
	ct_error error;

	sides.only_names = !has_key_types(&a->file) || !has_key_types(&b->file);
	if (!sides.only_names)
		mark_ambiguous(&a->entries, &b->entries);
	find_pairs(&sides);
	begin_reading("comparing",
		      add_up(readable_nbytes(&a->entries), readable_nbytes(&b->entries)),
		      options->quiet);
	error = compare_all(&sides);
	end_progress();
	free(sides.pairs);
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
