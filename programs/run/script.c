/*
 * TorchScript.
 */
#include <stdio.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "arrays.h"

static const char *method_of(const struct options *options)
{
	return options->method ? options->method : "forward";
}

static ct_error open_script(const struct options *options, struct model *model)
{
	const ct_jit_load_options load = { .device = options->device };

	model->method = method_of(options);
	return ct_jit_load(options->path, &load, &model->script);
}

static ct_error call_script(struct model *model, const struct call *call, ct_value *result)
{
	struct arrays arrays;
	ct_error error = make_arrays(call, &arrays);

	if (error == NULL)
		error = ct_jit_call(model->script, model->method, arrays.args, arrays.args_len,
				    arrays.names, arrays.named, arrays.named_len, result);
	free_arrays(&arrays);
	return error;
}

static ct_error print_script(const struct model *model)
{
	char *code;

	CT_TRY(ct_jit_code(model->script, model->method, &code));
	fputs(code, stdout);
	ct_free(code);
	return NULL;
}

const struct model_kind script_kind = { "TorchScript", open_script, call_script, print_script,
					NULL };
