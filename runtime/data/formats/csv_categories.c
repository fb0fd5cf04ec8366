/*
 * Columns of texts as numbers: categories, their codes, one-hot.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/utf8.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/formats/csv.h"

/* --- categories ------------------------------------------------------------------------------- */

struct text_at {
	const char *text;
	int64_t row;
};

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct text_at *)a)->text, ((const struct text_at *)b)->text);
}

ct_error ct_csv_number_texts(const struct ct_csv *table, int64_t column, int64_t *labels,
			     ct_value *classes, const char *function)
{
	struct text_at *sorted = ct_array_new(table->rows, sizeof *sorted);
	ct_error error = sorted ? NULL : ct_no_memory(function, NULL);
	int64_t number = -1;

	for (int64_t i = 0; sorted && i < table->rows; i++)
		sorted[i] = (struct text_at){ ct_csv_field(table, i, column), i };
	if (sorted)
		qsort(sorted, (size_t)table->rows, sizeof *sorted, compare);
	for (int64_t i = 0; i < table->rows && error == NULL; i++) {
		if (i == 0 || compare(&sorted[i - 1], &sorted[i])) {
			number++;
			error = ct_value_list_append(classes, ct_value_string(sorted[i].text));
		}
		if (labels)
			labels[sorted[i].row] = number;
	}
	free(sorted);
	return error;
}

static ct_error add_categories(const struct ct_csv *table, const char *path, const char *name,
			       ct_value *dict)
{
	ct_value list = ct_value_list_new();
	int64_t column = 0;
	ct_error error = name ? ct_csv_find(table, path, name, CT_NAME_OF(ct_csv_categories),
					    &column)
			      : ct_missing_argument(CT_NAME_OF(ct_csv_categories), 2, "columns");

	if (error == NULL)
		error = ct_csv_number_texts(table, column, NULL, &list,
					    CT_NAME_OF(ct_csv_categories));
	if (error == NULL)
		error = ct_value_dict_move(dict, ct_value_string(name), &list);
	ct_value_free(&list);
	return error;
}

ct_error ct_csv_categories(const char *path, ct_strings columns, const ct_csv_options *options,
			   ct_value *result)
{
	const ct_csv_options none = { 0 };
	ct_value dict = ct_value_dict_new();
	struct ct_csv table = { 0 };
	ct_error error;

	if (!ct_is_list(columns.at, columns.len) || columns.len == 0)
		return ct_missing_argument(__func__, 2, "columns");
	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	error = ct_csv_read(&table, path, options ? options : &none, __func__);
	for (int64_t i = 0; i < columns.len && error == NULL; i++)
		error = add_categories(&table, path, columns.at[i], &dict);
	ct_csv_free(&table);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

/* --- codes ------------------------------------------------------------------------------------ */

ct_error ct_csv_find_categories(const struct ct_csv *table, int64_t column,
				const ct_csv_options *options, const char *function,
				bool *is_categorical, ct_value *categories)
{
	const ct_value name = ct_value_string(table->names[column]);

	*is_categorical = false;
	*categories = ct_value_none();
	if (options->categories == NULL)
		return NULL;
	if (options->categories->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "options.categories: expected a dict, but got %s",
				    ct_value_type_name(options->categories));
	if (!ct_value_dict_has(options->categories, name))
		return NULL;
	CT_TRY(ct_value_dict_get(options->categories, name, categories));
	*is_categorical = categories->kind == CT_VALUE_LIST || categories->kind == CT_VALUE_TUPLE;
	if (*is_categorical)
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, function,
			    "options.categories['%.60s']: expected a list of strings, but got %s",
			    table->names[column], ct_value_type_name(categories));
}

/* A dict from each category to its code. */
static ct_error number_categories(const ct_value *categories, const char *name,
				  const char *function, ct_value *codes)
{
	ct_value item;

	for (int64_t i = 0; i < ct_value_count(categories); i++) {
		CT_TRY(ct_value_item(categories, i, &item));
		if (item.kind != CT_VALUE_STRING)
			return ct_error_new(CT_ERROR_TYPE, function,
					    "options.categories['%.60s'][%lld]: expected a "
					    "string, but got %s",
					    name, (long long)i, ct_value_type_name(&item));
		if (ct_value_dict_has(codes, item))
			return ct_error_new(CT_ERROR_VALUE, function,
					    "options.categories['%.60s']: '%.60s' appears twice",
					    name, (const char *)item.object);
		CT_TRY(ct_value_dict_set(codes, item, ct_value_int(i)));
	}
	return NULL;
}

static ct_error unknown(const struct ct_csv *table, const char *path, int64_t row, int64_t column,
			int64_t categories, const char *function)
{
	char text[64];

	strncpy(text, ct_csv_field(table, row, column), sizeof text - 1);
	text[sizeof text - 1] = '\0';
	ct_make_printable(text);
	return ct_error_new(
		CT_ERROR_VALUE, function,
		"%s: line %lld, column '%.60s': '%s' is not one of its %lld categories; "
		"options.has_unknown_code assigns a code to unknown strings",
		path, (long long)table->lines[row], table->names[column], text,
		(long long)categories);
}

static ct_error encode_rows(const struct ct_csv *table, const char *path, int64_t column,
			    const ct_csv_options *options, const ct_value *codes,
			    const char *function, int64_t *to)
{
	ct_value code;

	for (int64_t i = 0; i < table->rows; i++) {
		const ct_value text = ct_value_string(ct_csv_field(table, i, column));

		if (ct_value_dict_has(codes, text)) {
			CT_TRY(ct_value_dict_get(codes, text, &code));
			to[i] = code.i;
		} else if (options->has_unknown_code) {
			to[i] = options->unknown_code;
		} else {
			return unknown(table, path, i, column, ct_value_count(codes), function);
		}
	}
	return NULL;
}

ct_error ct_csv_encode(const struct ct_csv *table, const char *path, int64_t column,
		       const ct_csv_options *options, const ct_value *categories,
		       const char *function, ct_tensor **result)
{
	ct_value codes = ct_value_dict_new();
	ct_tensor *made;
	ct_error error = number_categories(categories, table->names[column], function, &codes);

	if (error == NULL)
		error = ct_data_empty(&table->rows, 1, CT_INT64, &made);
	if (error == NULL)
		error = encode_rows(table, path, column, options, &codes, function,
				    ct_tensor_mutable_data(made));
	ct_value_free(&codes);
	if (error == NULL)
		*result = made;
	return error;
}

ct_error ct_csv_one_hot(const ct_tensor *codes, int64_t categories, ct_tensor **result)
{
	const int64_t shape[] = { ct_tensor_numel(codes), categories };
	const int64_t *from = ct_tensor_data(codes);
	ct_tensor *made;
	int64_t *to;

	CT_TRY(ct_data_empty(shape, 2, CT_INT64, &made));
	CT_TRY(ct_zero_(made, NULL));
	to = ct_tensor_mutable_data(made);
	for (int64_t i = 0; i < shape[0]; i++)
		if (from[i] >= 0 && from[i] < categories)
			to[i * categories + from[i]] = 1;
	*result = made;
	return NULL;
}
