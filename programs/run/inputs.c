#define _GNU_SOURCE

#include "inputs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "inspect/text.h"

/* --- Adding ----------------------------------------------------------------------------------- */

/* Both take the value. */
static ct_error add_positional(struct call *call, ct_value *value)
{
	const ct_error error = ct_value_list_move(&call->args, value);

	if (error)
		ct_value_free(value);
	return error;
}

static ct_error add_named(struct call *call, const char *name, ct_value *value)
{
	const ct_error error = ct_value_dict_move(&call->named, ct_value_string(name), value);

	if (error)
		ct_value_free(value);
	return error;
}

static ct_error add_items(struct call *call, const ct_value *items)
{
	ct_value item;

	for (int64_t i = 0; i < ct_value_count(items); i++) {
		CT_TRY(ct_value_item(items, i, &item));
		CT_TRY(ct_value_list_append(&call->args, item));
	}
	return NULL;
}

static bool is_sequence(const ct_value *value)
{
	return value->kind == CT_VALUE_TUPLE || value->kind == CT_VALUE_LIST ||
	       value->kind == CT_VALUE_TENSORS;
}

/* Python's sample inputs: a tuple of the positional ones, and a dict of the others. */
static bool is_args_and_kwargs(const ct_value *value)
{
	ct_value args, kwargs;

	if (value->kind != CT_VALUE_TUPLE || ct_value_count(value) != 2)
		return false;
	ct_error_free(ct_value_item(value, 0, &args));
	ct_error_free(ct_value_item(value, 1, &kwargs));
	return args.kind == CT_VALUE_TUPLE && kwargs.kind == CT_VALUE_DICT;
}

static ct_error add_args_and_kwargs(struct call *call, const ct_value *value)
{
	ct_value args, kwargs, key, item;

	CT_TRY(ct_value_item(value, 0, &args));
	CT_TRY(ct_value_item(value, 1, &kwargs));
	CT_TRY(add_items(call, &args));
	for (int64_t i = 0; i < ct_value_count(&kwargs); i++) {
		CT_TRY(ct_value_dict_item(&kwargs, i, &key, &item));
		CT_TRY(ct_value_dict_set(&call->named, key, item));
	}
	return NULL;
}

/* --- All at once ------------------------------------------------------------------------------ */

static ct_error add_samples(const struct options *options, const struct model *model,
			    struct call *call)
{
	ct_value samples = ct_value_none();
	ct_error error;

	if (model->program)
		CT_TRY(ct_export_sample_inputs(model->program, &samples));
	if (!is_args_and_kwargs(&samples)) {
		ct_value_free(&samples);
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "%s: the file has no sample inputs; leave out --sample",
				    options->path);
	}
	error = add_args_and_kwargs(call, &samples);
	ct_value_free(&samples);
	return error;
}

static ct_error add_random(const struct options *options, const struct model *model,
			   struct call *call)
{
	ct_value argument, filled;
	ct_error error;

	if (model->program == NULL)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "%s: the file does not say which inputs the model takes; give "
				    "one with --input, such as --input 1x3x224x224:float32:randn",
				    options->path);
	CT_TRY(ct_value_dict_get(&model->description, ct_value_string("arguments"), &argument));
	CT_TRY(fill_argument(model, &argument, NULL, &filled));
	error = is_args_and_kwargs(&filled)
			? add_args_and_kwargs(call, &filled)
			: ct_error_new(CT_ERROR_VALUE, __func__,
				       "%s: the structure of its inputs is unknown", options->path);
	ct_value_free(&filled);
	return error;
}

/* --- One by one ------------------------------------------------------------------------------- */

/* "x" of "x=FILE"; NULL: the text has no name. The value begins at `*value`. */
static char *name_in(const char *text, const char **value)
{
	size_t n = 0;

	while (isalnum((unsigned char)text[n]) || text[n] == '_')
		n++;
	if (n == 0 || text[n] != '=' || isdigit((unsigned char)*text)) {
		*value = text;
		return NULL;
	}
	*value = text + n + 1;
	return strndup(text, n);
}

static ct_error make_input(const struct options *options, const struct model *model,
			   const char *text, const ct_value *argument, ct_value *result)
{
	bool is_file;

	CT_TRY(input_of_file(options, text, &is_file, result));
	return is_file ? NULL : input_of_text(model, text, argument, result);
}

/* Whether a sequence is all inputs and not the first: the model takes several, or its only one is
 * not nested. */
static bool has_all_inputs(const struct model *model, const ct_value *value)
{
	ct_value argument;

	if (!is_sequence(value) || positional_count(model) < 0)
		return false;
	if (positional_count(model) != 1)
		return true;
	return find_argument(model, 0, NULL, &argument) && argument.kind == CT_VALUE_INT;
}

static ct_error add_only(const struct model *model, struct call *call, ct_value *value)
{
	ct_error error;

	if (is_args_and_kwargs(value))
		error = add_args_and_kwargs(call, value);
	else if (has_all_inputs(model, value))
		error = add_items(call, value);
	else
		return add_positional(call, value);
	ct_value_free(value);
	return error;
}

/* The call would refuse it, too, but an input of unknown shape could not be made before. */
static ct_error no_such_input(const struct options *options, const struct model *model,
			      const char *name)
{
	const long long count = (long long)positional_count(model);

	if (name)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "--input: the model has no parameter '%s'; see ct_inspect %s",
				    name, options->path);
	return ct_error_new(CT_ERROR_TYPE, __func__,
			    "--input: the model takes %lld input%s in order, but gets more", count,
			    count == 1 ? "" : "s");
}

static ct_error add_input(const struct options *options, const struct model *model,
			  const char *text, const char *name, struct call *call)
{
	const int64_t position = ct_value_count(&call->args);
	ct_value argument, value;
	const bool is_known = find_argument(model, position, name, &argument);
	ct_error error;

	if (!is_known && positional_count(model) >= 0)
		return no_such_input(options, model, name);
	error = make_input(options, model, text, is_known ? &argument : NULL, &value);
	if (error)
		return prefixed(error, "--input");
	if (name)
		return add_named(call, name, &value);
	return options->inputs.len == 1 ? add_only(model, call, &value)
					: add_positional(call, &value);
}

static ct_error add_inputs(const struct options *options, const struct model *model,
			   struct call *call)
{
	for (int64_t i = 0; i < options->inputs.len; i++) {
		const char *text;
		char *name = name_in(options->inputs.at[i], &text);
		const ct_error error = add_input(options, model, text, name, call);

		free(name);
		if (error)
			return error;
	}
	return NULL;
}

/* --- Devices ---------------------------------------------------------------------------------- */

static ct_error move_call(struct call *call, ct_device device)
{
	ct_value args, named;
	ct_error error;

	CT_TRY(move_to_device(&call->args, device, &args));
	error = move_to_device(&call->named, device, &named);
	if (error) {
		ct_value_free(&args);
		return error;
	}
	free_call(call);
	*call = (struct call){ args, named };
	return NULL;
}

ct_error read_inputs(const struct options *options, const struct model *model, struct call *result)
{
	*result = (struct call){ ct_value_list_new(), ct_value_dict_new() };
	if (options->sample)
		CT_TRY(add_samples(options, model, result));
	else if (options->inputs.len)
		CT_TRY(add_inputs(options, model, result));
	else
		CT_TRY(add_random(options, model, result));
	if (options->device.type == CT_DEVICE_TYPE_NONE)
		return NULL;
	return move_call(result, options->device);
}

void free_call(struct call *call)
{
	ct_value_free(&call->args);
	ct_value_free(&call->named);
}
