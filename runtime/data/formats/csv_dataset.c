/*
 * Columns of a CSV file as tensors, and its rows as a dataset.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/numbers.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/formats/csv.h"

/* --- columns ---------------------------------------------------------------------------------- */

/* Without blanks around it. The C locale is on. */
static bool is_int(const char *text, int64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoll(text, &end, 10);
	end += strspn(end, " \t");
	return end != text && *end == '\0' && errno == 0;
}

/* Nothing is NaN. Python's numbers: nothing hexadecimal. */
static bool is_double(const char *text, double *number)
{
	char *end;

	text += strspn(text, " \t");
	if (*text == '\0') {
		*number = (double)NAN;
		return true;
	}
	if (strpbrk(text, "xX(") != NULL)
		return false;
	*number = strtod(text, &end);
	end += strspn(end, " \t");
	return end != text && *end == '\0';
}

static bool read_ints(const struct ct_csv *table, int64_t column, int64_t *to)
{
	for (int64_t i = 0; i < table->rows; i++)
		if (!is_int(ct_csv_field(table, i, column), &to[i]))
			return false;
	return true;
}

static bool read_doubles(const struct ct_csv *table, int64_t column, double *to)
{
	for (int64_t i = 0; i < table->rows; i++)
		if (!is_double(ct_csv_field(table, i, column), &to[i]))
			return false;
	return true;
}

/* The numbers of a column as int64 or float64; NULL, and no error: they are texts. */
static ct_error csv_dataset_numbers(const struct ct_csv *table, int64_t column, ct_tensor **result)
{
	ct_tensor *ints, *doubles;
	void *locale;
	bool are_ints, are_doubles;

	*result = NULL;
	if (table->are_texts[column])
		return NULL;
	CT_TRY(ct_data_empty(&table->rows, 1, CT_INT64, &ints));
	CT_TRY(ct_data_empty(&table->rows, 1, CT_FLOAT64, &doubles));
	locale = ct_enter_c_locale();
	are_ints = read_ints(table, column, ct_tensor_mutable_data(ints));
	are_doubles = !are_ints && read_doubles(table, column, ct_tensor_mutable_data(doubles));
	ct_leave_c_locale(locale);
	if (are_ints)
		*result = ints;
	else if (are_doubles)
		*result = doubles;
	return NULL;
}

static ct_error texts(const struct ct_csv *table, int64_t column, ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < table->rows && error == NULL; i++)
		error = ct_value_list_append(&list,
					     ct_value_string(ct_csv_field(table, i, column)));
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

static ct_error categorical(const struct ct_csv *table, const char *path, int64_t column,
			    const ct_csv_options *options, const ct_value *categories,
			    ct_tensor **result)
{
	CT_TRY(ct_csv_encode(table, path, column, options, categories, CT_NAME_OF(ct_csv_load),
			     result));
	return options->one_hot ? ct_csv_one_hot(*result, ct_value_count(categories), result)
				: NULL;
}

/* As ct_csv_load() has it. */
static ct_error read_column(const struct ct_csv *table, const char *path, int64_t column,
			    const ct_csv_options *options, ct_value *result)
{
	ct_tensor *tensor;
	ct_value categories, value;
	bool is_categorical;

	CT_TRY(ct_csv_find_categories(table, column, options, CT_NAME_OF(ct_csv_load),
				      &is_categorical, &categories));
	if (is_categorical)
		CT_TRY(categorical(table, path, column, options, &categories, &tensor));
	else
		CT_TRY(csv_dataset_numbers(table, column, &tensor));
	if (tensor == NULL)
		return texts(table, column, result);
	value = ct_value_tensor(tensor);
	return ct_value_copy(&value, result);
}

static ct_error add_column(const struct ct_csv *table, const char *path, int64_t column,
			   const ct_csv_options *options, ct_value *dict)
{
	ct_scope *scope = ct_scope_open_named("column");
	ct_value value = ct_value_none();
	ct_error error = read_column(table, path, column, options, &value);

	if (error == NULL)
		error = ct_value_dict_move(dict, ct_value_string(table->names[column]), &value);
	ct_value_free(&value);
	ct_scope_leave(scope);
	return error;
}

/* The column with this place in the options; all if they have none. */
static ct_error chosen(const struct ct_csv *table, const char *path, const ct_csv_options *options,
		       int64_t place, const char *function, int64_t *column)
{
	*column = place;
	if (options->columns == NULL)
		return NULL;
	if (options->columns[place] == NULL)
		return ct_missing_argument(function, 3, "columns");
	return ct_csv_find(table, path, options->columns[place], function, column);
}

static int64_t count_chosen(const struct ct_csv *table, const ct_csv_options *options)
{
	return options->columns ? options->columns_len : table->columns;
}

static ct_error add_columns(const struct ct_csv *table, const char *path,
			    const ct_csv_options *options, ct_value *dict)
{
	for (int64_t i = 0; i < count_chosen(table, options); i++) {
		int64_t column = 0;

		CT_TRY(chosen(table, path, options, i, CT_NAME_OF(ct_csv_load), &column));
		CT_TRY(add_column(table, path, column, options, dict));
	}
	return NULL;
}

ct_error ct_csv_load(const char *path, const ct_csv_options *options, ct_value *result)
{
	const ct_csv_options none = { 0 }, *o = options ? options : &none;
	ct_value dict = ct_value_dict_new();
	struct ct_csv table = { 0 };
	ct_error error;

	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	error = ct_csv_read(&table, path, o, __func__);
	if (error == NULL)
		error = add_columns(&table, path, o, &dict);
	ct_csv_free(&table);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

/* --- datasets --------------------------------------------------------------------------------- */

static ct_error make_target(const struct ct_csv *table, const char *path, int64_t column,
			    const ct_csv_options *options, ct_value *classes, ct_tensor **result)
{
	ct_tensor *read, *labels;
	ct_value categories;
	bool is_categorical;

	CT_TRY(ct_csv_find_categories(table, column, options, CT_NAME_OF(ct_csv_dataset_new),
				      &is_categorical, &categories));
	if (is_categorical) {
		CT_TRY(ct_csv_encode(table, path, column, options, &categories,
				     CT_NAME_OF(ct_csv_dataset_new), result));
		return ct_value_copy(&categories, classes);
	}
	CT_TRY(csv_dataset_numbers(table, column, &read));
	if (read && ct_tensor_dtype(read) == CT_FLOAT64)
		return CT(to_dtype, result, read, CT_FLOAT32);
	if (read) {
		*result = read;
		return NULL;
	}
	CT_TRY(ct_data_empty(&table->rows, 1, CT_INT64, &labels));
	*classes = ct_value_list_new();
	CT_TRY(ct_csv_number_texts(table, column, ct_tensor_mutable_data(labels), classes,
				   CT_NAME_OF(ct_csv_dataset_new)));
	*result = labels;
	return NULL;
}

/* How many columns of the data it becomes. */
static ct_error count_wide(const struct ct_csv *table, int64_t column,
			   const ct_csv_options *options, int64_t *result)
{
	ct_value categories;
	bool is_categorical;

	CT_TRY(ct_csv_find_categories(table, column, options, CT_NAME_OF(ct_csv_dataset_new),
				      &is_categorical, &categories));
	*result = is_categorical && options->one_hot ? ct_value_count(&categories) : 1;
	return NULL;
}

/* [rows] or, one-hot, [rows, categories]. */
static ct_error make_feature(const struct ct_csv *table, const char *path, int64_t column,
			     const ct_csv_options *options, ct_tensor **result)
{
	ct_value categories;
	bool is_categorical;

	CT_TRY(ct_csv_find_categories(table, column, options, CT_NAME_OF(ct_csv_dataset_new),
				      &is_categorical, &categories));
	if (is_categorical) {
		CT_TRY(ct_csv_encode(table, path, column, options, &categories,
				     CT_NAME_OF(ct_csv_dataset_new), result));
		return options->one_hot
			       ? ct_csv_one_hot(*result, ct_value_count(&categories), result)
			       : NULL;
	}
	CT_TRY(csv_dataset_numbers(table, column, result));
	if (*result)
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_csv_dataset_new),
			    "%s: column '%.60s' contains text; leave it out of `columns`, make it "
			    "the target, or give its categories (ct_csv_categories())",
			    path, table->names[column]);
}

static ct_error copy_feature(ct_tensor *feature, ct_tensor *data, int64_t at, int64_t wide)
{
	ct_tensor *place;

	if (ct_tensor_dim(feature) == 1)
		CT_TRY(ct_select_int(data, 1, at, &place));
	else
		CT_TRY(ct_narrow(data, 1, at, wide, &place));
	return ct_copy_(place, feature, false, NULL);
}

/* The columns but the target, side by side. */
static ct_error make_data(const struct ct_csv *table, const char *path,
			  const ct_csv_options *options, int64_t target, ct_tensor **result)
{
	const int64_t count = count_chosen(table, options);
	ct_tensor *data, *feature;
	int64_t shape[] = { table->rows, 0 }, column = 0, wide = 0;

	for (int64_t i = 0; i < count; i++) {
		CT_TRY(chosen(table, path, options, i, CT_NAME_OF(ct_csv_dataset_new), &column));
		CT_TRY(count_wide(table, column, options, &wide));
		shape[1] += column != target ? wide : 0;
	}
	CT_TRY(ct_data_empty(shape, 2, CT_FLOAT32, &data));
	for (int64_t i = 0, at = 0; i < count; i++) {
		CT_TRY(chosen(table, path, options, i, CT_NAME_OF(ct_csv_dataset_new), &column));
		if (column == target)
			continue;
		CT_TRY(count_wide(table, column, options, &wide));
		CT_TRY(make_feature(table, path, column, options, &feature));
		CT_TRY(copy_feature(feature, data, at, wide));
		at += wide;
	}
	*result = data;
	return NULL;
}

static ct_error make_dataset(const struct ct_csv *table, const char *path, const char *target,
			     const ct_csv_options *options, ct_dataset **result, ct_value *classes)
{
	ct_tensor *parts[2];
	int64_t column = -1;

	if (target)
		CT_TRY(ct_csv_find(table, path, target, CT_NAME_OF(ct_csv_dataset_new), &column));
	CT_TRY(make_data(table, path, options, column, &parts[0]));
	if (target)
		CT_TRY(make_target(table, path, column, options, classes, &parts[1]));
	return ct_tensor_dataset_new(CT_TENSORS_OF(parts, target ? 2 : 1), result);
}

static ct_error read_dataset(const char *path, const char *target, const ct_csv_options *options,
			     ct_dataset **result, ct_value *classes)
{
	ct_scope *scope = ct_scope_open_named(CT_NAME_OF(ct_csv_dataset_new));
	struct ct_csv table = { 0 };
	ct_error error = ct_csv_read(&table, path, options, CT_NAME_OF(ct_csv_dataset_new));
	ct_dataset *made = NULL;

	if (error == NULL)
		error = make_dataset(&table, path, target, options, &made, classes);
	ct_csv_free(&table);
	if (error == NULL) {
		ct_scope_move_object_up(made);
		*result = made;
	}
	ct_scope_leave(scope);
	return error;
}

ct_error ct_csv_dataset_new(const char *path, const char *target, const ct_csv_options *options,
			    ct_dataset **result, ct_value *classes)
{
	const ct_csv_options none = { 0 };
	ct_value found = ct_value_none();
	ct_error error;

	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	error = read_dataset(path, target, options ? options : &none, result, &found);
	if (error || classes == NULL)
		ct_value_free(&found);
	else
		*classes = found;
	return error;
}
