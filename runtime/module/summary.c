/*
 * Summaries of modules: the table that torchinfo 1.8.0 prints.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/numbers.h"
#include "core/base/stream.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "module/layers.h"
#include "module/summary.h"

enum { LEAST_NAME_WIDTH = 40, NAME_STEP = 5, PERCENT_WIDTH = 7 };

struct totals {
	int64_t params, trainable;
	int64_t mult_adds;
	int64_t input_bytes, output_bytes, param_bytes;
};

struct table {
	struct ct_text text;
	const struct ct_layers *layers;
	ct_module_summary_options options;
	bool has_inputs;
	int64_t name_width;
	struct totals totals;
};

/* --- totals ----------------------------------------------------------------------------------- */

static int64_t at_least_0(int64_t number)
{
	return number > 0 ? number : 0;
}

static void add_layer(struct totals *totals, const struct ct_layer *layer)
{
	if (layer->is_leaf) {
		totals->mult_adds += layer->mult_adds;
		if (layer->params > 0)
			totals->output_bytes += layer->output_bytes * 2; /* and gradients */
	}
	if (layer->is_recursive)
		return;
	totals->params += at_least_0(layer->is_leaf ? layer->params : layer->own_params);
	totals->trainable += at_least_0(layer->is_leaf ? layer->trainable : layer->own_trainable);
	totals->param_bytes += layer->is_leaf ? layer->param_bytes : 0;
}

static int64_t storage_bytes(const ct_tensor *tensor)
{
	ct_storage *storage = NULL;
	int64_t bytes = 0;

	ct_error_free(tensor ? ct_tensor_storage(tensor, &storage) : NULL);
	if (storage)
		bytes = ct_storage_nbytes(storage);
	ct_storage_free(storage);
	return bytes;
}

static void add_totals(struct table *table, ct_tensors inputs)
{
	for (int64_t i = 0; i < table->layers->len; i++)
		add_layer(&table->totals, table->layers->rows[i]);
	for (int64_t i = 0; i < inputs.len; i++)
		table->totals.input_bytes += storage_bytes(inputs.at[i]);
}

/* --- cells ------------------------------------------------------------------------------------ */

static int64_t characters(const char *text)
{
	int64_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80; /* not within a UTF-8 character */
	return n;
}

/* Fills what was added since `start` up to a width, and a space. */
static void end_cell(struct ct_text *text, size_t start, int64_t width)
{
	if (!text->failed)
		ct_text_add_spaces(text, width - (text->data ? characters(text->data + start) : 0));
	ct_text_add(text, " ");
}

static void end_row(struct ct_text *text)
{
	while (text->length > 0 && text->data[text->length - 1] == ' ')
		text->data[--text->length] = '\0';
	ct_text_add(text, "\n");
}

static void add_number(struct ct_text *text, int64_t number)
{
	char digits[CT_GROUPED_SIZE];

	ct_text_add(text, ct_grouped(number, digits));
}

static void add_sizes(struct ct_text *text, const struct ct_sizes *sizes)
{
	if (sizes->len == 0)
		ct_text_add(text, "--");
	for (int64_t i = 0; i < sizes->len; i++)
		ct_text_addf(text, "%s%lld", i ? ", " : "[", (long long)sizes->at[i]);
	if (sizes->len > 0)
		ct_text_add(text, "]");
}

/* Whether the row stands for all that is in the layer. */
static bool is_whole(const struct table *table, const struct ct_layer *layer)
{
	return layer->is_leaf || layer->place->depth == table->options.depth;
}

static void add_params(struct table *table, const struct ct_layer *layer)
{
	struct ct_text *text = &table->text;

	if (layer->params == 0) {
		ct_text_add(text, "--");
	} else if (layer->is_recursive) {
		ct_text_add(text, "(recursive)");
	} else if (!is_whole(table, layer)) {
		if (layer->own_params > 0)
			add_number(text, layer->own_params);
		else
			ct_text_add(text, "--");
	} else {
		ct_text_add(text, layer->trainable ? "" : "(");
		add_number(text, layer->params);
		ct_text_add(text, layer->trainable ? "" : ")");
	}
}

static void add_percent(struct table *table, const struct ct_layer *layer)
{
	const int64_t params = is_whole(table, layer) ? layer->params : layer->own_params;
	const int64_t all = table->totals.params;

	if (all > 0 && layer->is_recursive)
		ct_text_add(&table->text, "(recursive)");
	else if (all == 0 || params == 0)
		ct_text_addf(&table->text, "%*s", PERCENT_WIDTH, "--");
	else
		ct_text_addf(&table->text, "%*.2f%%", PERCENT_WIDTH - 1,
			     (double)params / (double)all * 100);
}

static ct_error add_kernel_size(struct ct_text *text, const struct ct_layer *layer)
{
	const ct_module *module = ct_place_module(layer->place);
	char *kernel_size = NULL;

	if (module->klass->kernel_size)
		CT_TRY(module->klass->kernel_size(module->data, &kernel_size));
	ct_text_add(text, kernel_size && *kernel_size ? kernel_size : "--");
	ct_free(kernel_size);
	return NULL;
}

static void add_mult_adds(struct table *table, const struct ct_layer *layer)
{
	int64_t sum = layer->is_leaf ? layer->mult_adds : 0;

	if (layer->mult_adds == 0 || !is_whole(table, layer)) {
		ct_text_add(&table->text, "--");
		return;
	}
	for (int64_t i = layer->row + 1; i < layer->end && !layer->is_leaf; i++)
		if (table->layers->rows[i]->is_leaf)
			sum += table->layers->rows[i]->mult_adds;
	add_number(&table->text, sum);
}

static const char *trainable(const struct ct_layer *layer)
{
	if (layer->params == 0)
		return "--";
	if (layer->trainable == 0)
		return "False";
	return layer->trainable == layer->params ? "True" : "Partial";
}

static ct_error add_cell(struct table *table, const struct ct_layer *layer, ct_module_column column)
{
	struct ct_text *text = &table->text;

	switch ((enum ct_module_column_value)column) {
	case CT_MODULE_COLUMN_INPUT_SIZE:
		add_sizes(text, &layer->input);
		break;
	case CT_MODULE_COLUMN_OUTPUT_SIZE:
		add_sizes(text, &layer->output);
		break;
	case CT_MODULE_COLUMN_NUM_PARAMS:
		add_params(table, layer);
		break;
	case CT_MODULE_COLUMN_PARAMS_PERCENT:
		add_percent(table, layer);
		break;
	case CT_MODULE_COLUMN_KERNEL_SIZE:
		return add_kernel_size(text, layer);
	case CT_MODULE_COLUMN_MULT_ADDS:
		add_mult_adds(table, layer);
		break;
	case CT_MODULE_COLUMN_TRAINABLE:
		ct_text_add(text, trainable(layer));
		break;
	}
	return NULL;
}

/* --- rows ------------------------------------------------------------------------------------- */

static void add_branches(struct ct_text *text, int64_t depth, bool ascii_only)
{
	for (int64_t i = 1; i < depth; i++)
		ct_text_add(text, ascii_only ? "|    " : "│    ");
	if (depth > 0)
		ct_text_add(text, ascii_only ? "+ " : depth == 1 ? "├─" : "└─");
}

/* "Linear (fc1): 1-2" */
static void add_name(struct ct_text *text, const struct ct_layer *layer,
		     const ct_module_summary_options *options)
{
	const struct ct_place *place = layer->place;

	ct_text_add(text, layer->class_name);
	if (options->var_names) {
		ct_text_add(text, " (");
		ct_text_add(text, place->name);
		ct_text_add(text, ")");
	}
	if (!options->no_depth && place->depth > 0)
		ct_text_addf(text, ": %lld-%lld", (long long)place->depth, (long long)layer->index);
}

static ct_error add_row(struct table *table, const struct ct_layer *layer)
{
	struct ct_text *text = &table->text;
	size_t start = text->length;

	add_branches(text, layer->place->depth, table->options.ascii_only);
	add_name(text, layer, &table->options);
	end_cell(text, start, table->name_width);
	for (int64_t i = 0; i < table->options.columns_len; i++) {
		start = text->length;
		CT_TRY(add_cell(table, layer, table->options.columns[i]));
		end_cell(text, start, table->options.column_width);
	}
	end_row(text);
	return NULL;
}

static ct_error add_rows(struct table *table)
{
	for (int64_t i = 0; i < table->layers->len; i++) {
		const struct ct_layer *layer = table->layers->rows[i];

		if (layer->place->depth > table->options.depth ||
		    (layer->is_recursive && table->options.hide_recursive_layers))
			continue;
		CT_TRY(add_row(table, layer));
	}
	return NULL;
}

/* Names that are longer than usual make their column wider, in steps. */
static void measure_names(struct table *table)
{
	struct ct_text name = { 0 };
	int64_t widest = 0;

	for (int64_t i = 0; i < table->layers->len; i++) {
		const struct ct_layer *layer = table->layers->rows[i];
		int64_t width = layer->place->depth * NAME_STEP + 1;

		add_name(&name, layer, &table->options);
		width += name.data ? characters(name.data) : 0;
		widest = width > widest ? width : widest;
		table->text.failed = table->text.failed || name.failed;
		ct_text_release(&name);
	}
	table->name_width = widest < LEAST_NAME_WIDTH
				    ? LEAST_NAME_WIDTH
				    : (widest + NAME_STEP - 1) / NAME_STEP * NAME_STEP;
}

/* --- around the rows -------------------------------------------------------------------------- */

static void add_header(struct table *table)
{
	static const char *const titles[CT_COLUMNS] = {
		[CT_MODULE_COLUMN_INPUT_SIZE] = "Input Shape",
		[CT_MODULE_COLUMN_OUTPUT_SIZE] = "Output Shape",
		[CT_MODULE_COLUMN_NUM_PARAMS] = "Param #",
		[CT_MODULE_COLUMN_PARAMS_PERCENT] = "Param %",
		[CT_MODULE_COLUMN_KERNEL_SIZE] = "Kernel Shape",
		[CT_MODULE_COLUMN_MULT_ADDS] = "Mult-Adds",
		[CT_MODULE_COLUMN_TRAINABLE] = "Trainable",
	};
	size_t start = table->text.length;

	ct_text_add(&table->text, "Layer (type");
	ct_text_add(&table->text, table->options.var_names ? " (var_name)" : "");
	ct_text_add(&table->text, table->options.no_depth ? ")" : ":depth-idx)");
	end_cell(&table->text, start, table->name_width);
	for (int64_t i = 0; i < table->options.columns_len; i++) {
		start = table->text.length;
		ct_text_add(&table->text, titles[table->options.columns[i]]);
		end_cell(&table->text, start, table->options.column_width);
	}
	end_row(&table->text);
}

static void add_divider(struct table *table, const char *end)
{
	const int64_t width = table->name_width +
			      table->options.columns_len * table->options.column_width;

	for (int64_t i = 0; i < width; i++)
		ct_text_add(&table->text, "=");
	ct_text_add(&table->text, end);
}

static void add_total(struct table *table, const char *what, int64_t number)
{
	ct_text_add(&table->text, what);
	add_number(&table->text, number);
	ct_text_add(&table->text, "\n");
}

/* "Total mult-adds (M): 1,234.50": a whole number without decimals. */
static void add_total_mult_adds(struct table *table)
{
	const double number = (double)table->totals.mult_adds;
	const double unit = number >= 1e12 ? 1e12 : number >= 1e9 ? 1e9 : 1e6;
	const double in_units = number / unit;
	char decimals[32];

	ct_text_addf(&table->text, "Total mult-adds (%s): ",
		     unit == 1e12  ? "T"
		     : unit == 1e9 ? "G"
				   : "M");
	ct_format(decimals, sizeof decimals, "%.2f", in_units);
	add_number(&table->text, strtoll(decimals, NULL, 10));
	if (in_units != (double)(int64_t)in_units)
		ct_text_add(&table->text, strchr(decimals, '.'));
	ct_text_add(&table->text, "\n");
}

static void add_megabytes(struct table *table, const char *what, int64_t bytes)
{
	ct_text_addf(&table->text, "%s (MB): %.2f\n", what, (double)bytes / 1e6);
}

static void add_totals_text(struct table *table)
{
	const struct totals *totals = &table->totals;

	add_total(table, "Total params: ", totals->params);
	add_total(table, "Trainable params: ", totals->trainable);
	add_total(table, "Non-trainable params: ", totals->params - totals->trainable);
	if (table->has_inputs) {
		add_total_mult_adds(table);
		add_divider(table, "\n");
		add_megabytes(table, "Input size", totals->input_bytes);
		add_megabytes(table, "Forward/backward pass size", totals->output_bytes);
		add_megabytes(table, "Params size", totals->param_bytes);
		add_megabytes(table, "Estimated Total Size",
			      totals->input_bytes + totals->output_bytes + totals->param_bytes);
	}
	add_divider(table, "");
}

static ct_error write(struct table *table)
{
	measure_names(table);
	add_divider(table, "\n");
	add_header(table);
	add_divider(table, "\n");
	CT_TRY(add_rows(table));
	add_divider(table, "\n");
	add_totals_text(table);
	return NULL;
}

/* --- the public functions --------------------------------------------------------------------- */

static ct_error summarize(const ct_module *self, ct_tensors inputs,
			  const ct_module_summary_options *options, const char *function,
			  struct ct_text *text)
{
	struct ct_layers layers;
	struct table table = { .layers = &layers, .has_inputs = inputs.len > 0 };
	ct_error error;

	CT_TRY(ct_summary_options_read(options, inputs.len > 0, function, &table.options));
	CT_TRY(ct_layers_make(self, inputs, table.options.train, function, &layers));
	add_totals(&table, inputs);
	error = write(&table);
	ct_layers_free(&layers);
	if (error == NULL && table.text.failed)
		error = ct_no_memory(function, "for a string");
	if (error)
		ct_text_release(&table.text);
	*text = table.text;
	return error;
}

ct_error ct_module_summary(const ct_module *self, ct_tensors inputs,
			   const ct_module_summary_options *options, char **result)
{
	struct ct_text text;

	CT_TRY(summarize(self, inputs, options, __func__, &text));
	return ct_text_give(&text, __func__, result);
}

ct_error ct_module_print_summary(const ct_module *self, ct_tensors inputs,
				 const ct_module_summary_options *options, FILE *stream)
{
	struct ct_text text;

	CT_TRY(summarize(self, inputs, options, __func__, &text));
	ct_text_add(&text, "\n");
	return ct_text_write(&text, stream, NULL, __func__);
}
