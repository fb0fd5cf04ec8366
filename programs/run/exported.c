/*
 * Programs of torch.export.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "arrays.h"

static ct_error open_exported(const struct options *options, struct model *model)
{
	const ct_export_load_options load = { .model = options->model, .device = options->device };

	if (options->method && strcmp(options->method, "forward") != 0)
		return ct_error_new(
			CT_ERROR_VALUE, __func__,
			"%s: a program of torch.export has no method '%s', only forward",
			options->path, options->method);
	CT_TRY(ct_export_load(options->path, &load, &model->program));
	return ct_export_describe(options->path, options->model, &model->description);
}

static ct_error call_exported(struct model *model, const struct call *call, ct_value *result)
{
	struct arrays arrays;
	ct_error error = make_arrays(call, &arrays);

	if (error == NULL)
		error = ct_export_call(model->program, arrays.args, arrays.args_len, arrays.names,
				       arrays.named, arrays.named_len, result);
	free_arrays(&arrays);
	return error;
}

static ct_error print_exported(const struct model *model)
{
	return ct_export_print(model->program, stdout);
}

static ct_error draw_exported(const struct model *model)
{
	return ct_export_draw(model->program, stdout);
}

const struct model_kind exported_kind = { "torch.export", open_exported, call_exported,
					  print_exported, draw_exported };
