/*
 * Outputs beside expected ones.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "inputs.h"
#include "inspect/distance.h"
#include "inspect/json.h"
#include "inspect/table.h"
#include "inspect/text.h"

/* How one output compares. */
struct result {
	enum { BIT_EQUAL, WITHIN, DIFFERS } answer;
	char *why;                /* it cannot be compared by elements; NULL: it can */
	struct distance distance; /* of tensors */
};

/* --- One output ------------------------------------------------------------------------------- */

static void say_why(struct result *result, const char *what, const char *is, const char *expected)
{
	*result = (struct result){ DIFFERS,
				   formatted("%s %s, expected %s", what, is, expected),
				   { 0 } };
}

static bool same_shape(const ct_tensor *a, const ct_tensor *b)
{
	return ct_tensor_dim(a) == ct_tensor_dim(b) &&
	       memcmp(ct_tensor_shape(a), ct_tensor_shape(b),
		      (size_t)ct_tensor_dim(a) * sizeof(int64_t)) == 0;
}

static bool same_bits(const ct_tensor *a, const ct_tensor *b)
{
	const int64_t n = ct_tensor_numel(a) * ct_tensor_element_size(a);

	return n == 0 || memcmp(ct_tensor_data(a), ct_tensor_data(b), (size_t)n) == 0;
}

static ct_error is_within(const struct options *options, const ct_tensor *output,
			  const ct_tensor *expected, bool *result)
{
	const ct_dtype dtype = ct_dtype_is_complex(ct_tensor_dtype(output)) ? CT_COMPLEX128
									    : CT_FLOAT64;
	ct_tensor *a, *b;
	ct_error error;

	CT_TRY(ct_to_dtype(output, dtype, false, false, CT_MEMORY_FORMAT_NONE, &a));
	error = ct_to_dtype(expected, dtype, false, false, CT_MEMORY_FORMAT_NONE, &b);
	if (error == NULL) {
		error = ct_allclose(a, b, options->relative, options->absolute, true, result);
		ct_tensor_free(b);
	}
	ct_tensor_free(a);
	return error;
}

/* Two contiguous tensors on the CPU. */
static ct_error compare_plain(const struct options *options, const ct_tensor *output,
			      const ct_tensor *expected, struct result *result)
{
	bool within = false;

	if (same_bits(output, expected)) {
		result->answer = BIT_EQUAL;
		return NULL;
	}
	CT_TRY(add_distances(output, expected, &result->distance));
	if (options->has_tolerance)
		CT_TRY(is_within(options, output, expected, &within));
	result->answer = within ? WITHIN : DIFFERS;
	return NULL;
}

static char *shape_text(const ct_tensor *tensor)
{
	struct text text = { 0 };

	text_add_ints(&text, ct_tensor_shape(tensor), ct_tensor_dim(tensor));
	return text.data;
}

static ct_error compare_tensors(const struct options *options, const ct_tensor *output,
				const ct_tensor *expected, struct result *result)
{
	ct_tensor *a, *b;
	ct_error error;

	if (ct_tensor_dtype(output) != ct_tensor_dtype(expected)) {
		say_why(result, "dtype", ct_dtype_name(ct_tensor_dtype(output)),
			ct_dtype_name(ct_tensor_dtype(expected)));
		return NULL;
	}
	if (!same_shape(output, expected)) {
		char *is = shape_text(output), *wanted = shape_text(expected);

		say_why(result, "shape", is, wanted);
		free(is);
		free(wanted);
		return NULL;
	}
	CT_TRY(plain_copy(output, &a));
	error = plain_copy(expected, &b);
	if (error == NULL) {
		error = compare_plain(options, a, b, result);
		ct_tensor_free(b);
	}
	ct_tensor_free(a);
	return error;
}

static ct_error compare_values(const ct_value *output, const ct_value *expected,
			       struct result *result)
{
	char *is, *wanted;
	bool same;
	ct_error error;

	CT_TRY(ct_value_equal(output, expected, &same));
	if (same && output->kind == expected->kind) {
		result->answer = BIT_EQUAL;
		return NULL;
	}
	CT_TRY(ct_value_to_string(output, &is));
	error = ct_value_to_string(expected, &wanted);
	if (error == NULL) {
		say_why(result, "value", is, wanted);
		ct_free(wanted);
	}
	ct_free(is);
	return error;
}

static ct_error compare_leaf(const struct options *options, const struct leaf *output,
			     const struct leaf *expected, struct result *result)
{
	*result = (struct result){ .answer = DIFFERS };
	if (tensor_of(output) && tensor_of(expected))
		return compare_tensors(options, tensor_of(output), tensor_of(expected), result);
	if (!tensor_of(output) && !tensor_of(expected))
		return compare_values(&output->value, &expected->value, result);
	say_why(result, "type", ct_value_type_name(&output->value),
		ct_value_type_name(&expected->value));
	return NULL;
}

/* --- Showing ---------------------------------------------------------------------------------- */

static const char *const answers[] = { "bit-equal", "within the tolerance", "DIFFERENT" };

enum { OUTPUT, DIFFERENT_ELEMENTS, ABSOLUTE, RELATIVE, ANSWER, COLUMNS };

static void show_row(struct table *table, const struct leaf *leaf, const struct result *result)
{
	struct row *row = add_row(table);
	struct text answer = { 0 };

	text_add(&answer, "%s", answers[result->answer]);
	if (result->why) {
		text_add(&answer, ": ");
		text_add_escaped(&answer, result->why, strlen(result->why));
	}
	row->cells[OUTPUT] = escaped(leaf->name, strlen(leaf->name));
	if (!result->why) {
		row->cells[DIFFERENT_ELEMENTS] = formatted("%lld",
							   (long long)result->distance.count);
		row->cells[ABSOLUTE] = formatted("%.4g", result->distance.absolute);
		row->cells[RELATIVE] = formatted("%.4g", result->distance.relative);
	}
	row->cells[ANSWER] = answer.data;
}

static void report_row(json_t *array, const struct leaf *leaf, const struct result *result)
{
	static const char *const names[] = { "bit-equal", "within tolerance", "different" };
	json_t *object = need_json(json_object());

	append(array, object);
	put(object, "name", json_of_text(leaf->name, strlen(leaf->name)));
	put(object, "result", json_string(names[result->answer]));
	if (result->why) {
		put(object, "reason", json_of_text(result->why, strlen(result->why)));
		return;
	}
	put(object, "different", json_integer(result->distance.count));
	put(object, "max_absolute", json_of_number(result->distance.absolute));
	put(object, "max_relative", json_of_number(result->distance.relative));
}

/* --- All outputs ------------------------------------------------------------------------------ */

static ct_error compare_all(const struct options *options, const struct leaves *outputs,
			    const struct leaves *expected, struct table *table, json_t *array,
			    bool *same)
{
	for (int64_t i = 0; i < outputs->len; i++) {
		struct result result;

		CT_TRY(compare_leaf(options, &outputs->items[i], &expected->items[i], &result));
		*same = *same && result.answer != DIFFERS;
		if (array)
			report_row(array, &outputs->items[i], &result);
		else
			show_row(table, &outputs->items[i], &result);
		free(result.why);
	}
	return NULL;
}

static ct_error compare_leaves(const struct options *options, const struct leaves *outputs,
			       const struct leaves *expected, json_t *report, bool *same)
{
	struct table table = {
		.columns = COLUMNS,
		.titles = { "OUTPUT", "DIFFERENT", "MAX ABS", "MAX REL", "" },
		.right = { [DIFFERENT_ELEMENTS] = true, [ABSOLUTE] = true, [RELATIVE] = true }
	};
	json_t *array = report ? need_json(json_array()) : NULL;
	ct_error error;

	if (outputs->len != expected->len) {
		json_decref(array);
		return ct_error_new(
			CT_ERROR_VALUE, __func__,
			"--compare: the number of values in the files is %lld, but that of "
			"outputs is %lld",
			(long long)expected->len, (long long)outputs->len);
	}
	if (report)
		put(report, "compare", array);
	error = compare_all(options, outputs, expected, &table, array, same);
	if (!report)
		print_table(&table);
	return error;
}

/* The values of the files, which the leaves borrow, go to `values`. */
static ct_error load_expected(const struct options *options, ct_value *values,
			      struct leaves *leaves)
{
	bool is_file;

	for (int64_t i = 0; i < options->expected.len; i++) {
		const char *path = options->expected.at[i];
		ct_value value, item;

		CT_TRY(input_of_file(options, path, &is_file, &value));
		if (!is_file)
			return ct_error_new(CT_ERROR_VALUE, __func__, "there is no file '%s'",
					    path);
		CT_TRY(ct_value_list_move(values, &value));
		CT_TRY(ct_value_item(values, i, &item));
		CT_TRY(add_leaves(&item, leaves));
	}
	return NULL;
}

ct_error compare_outputs(const struct options *options, const struct leaves *outputs,
			 json_t *report, bool *same)
{
	ct_value values = ct_value_list_new();
	struct leaves expected = { 0 };
	ct_error error = load_expected(options, &values, &expected);

	*same = true;
	if (error == NULL)
		error = compare_leaves(options, outputs, &expected, report, same);
	free_leaves(&expected);
	ct_value_free(&values);
	return error;
}
