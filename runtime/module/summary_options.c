/*
 * Options of summaries: defaults and checks.
 */
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>

#include "core/base/option.h"
#include "module/summary.h"

enum { OPTIONS_POSITION = 4 };

static const ct_module_column usual[] = { CT_MODULE_COLUMN_OUTPUT_SIZE,
					  CT_MODULE_COLUMN_NUM_PARAMS };

/* torchinfo's names. */
static const char *const names[CT_COLUMNS] = {
	[CT_MODULE_COLUMN_INPUT_SIZE] = "input_size",
	[CT_MODULE_COLUMN_OUTPUT_SIZE] = "output_size",
	[CT_MODULE_COLUMN_NUM_PARAMS] = "num_params",
	[CT_MODULE_COLUMN_PARAMS_PERCENT] = "params_percent",
	[CT_MODULE_COLUMN_KERNEL_SIZE] = "kernel_size",
	[CT_MODULE_COLUMN_MULT_ADDS] = "mult_adds",
	[CT_MODULE_COLUMN_TRAINABLE] = "trainable",
};

static ct_error refuse(const char *function, const char *field, int64_t value, int64_t least)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument %d (options): %s is %lld, but must be at least %lld",
			    OPTIONS_POSITION, field, (long long)value, (long long)least);
}

static bool needs_inputs(ct_module_column column)
{
	return column == CT_MODULE_COLUMN_INPUT_SIZE || column == CT_MODULE_COLUMN_OUTPUT_SIZE ||
	       column == CT_MODULE_COLUMN_MULT_ADDS;
}

static ct_error check_columns(const ct_module_summary_options *options, bool has_inputs,
			      const char *function)
{
	if (options->columns_len < 0)
		return refuse(function, "columns_len", options->columns_len, 0);
	for (int64_t i = 0; i < options->columns_len; i++) {
		const ct_module_column column = options->columns[i];

		if (column < 0 || column >= CT_COLUMNS)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument %d (options): unknown column %d",
					    OPTIONS_POSITION, (int)column);
		if (needs_inputs(column) && !has_inputs)
			return ct_error_new(CT_ERROR_VALUE, function,
					    "the column %s requires sample inputs, but inputs_len "
					    "is 0",
					    names[column]);
	}
	return NULL;
}

ct_error ct_summary_options_read(const ct_module_summary_options *given, bool has_inputs,
				 const char *function, ct_module_summary_options *result)
{
	const int first = has_inputs ? 0 : 1; /* without inputs there are no output sizes */

	*result = given ? *given : (ct_module_summary_options){ 0 };
	if (result->columns == NULL) {
		if (result->columns_len)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument %d (options): columns must not be NULL, "
					    "since columns_len is %lld",
					    OPTIONS_POSITION, (long long)result->columns_len);
		result->columns = usual + first;
		result->columns_len = 2 - first;
	}
	CT_TRY(check_columns(result, has_inputs, function));
	if (result->column_width < 0)
		return refuse(function, "column_width", result->column_width, 0);
	result->column_width = ct_int_option(result->column_width, 25);
	result->depth = ct_int_option(result->depth, 3);
	return result->depth < 0 ? refuse(function, "depth", result->depth, 0) : NULL;
}
