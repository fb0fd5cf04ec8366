/*
 * Programs of torch.export.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "inspect/text.h"
#include "model.h"

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

/* The items of a list, or the keys and values of a dict, as arrays. */
struct arrays {
	ct_value *args, *named;
	const char **names;
};

static ct_error fill_arrays(const struct call *call, const struct arrays *arrays)
{
	for (int64_t i = 0; i < ct_value_count(&call->args); i++)
		CT_TRY(ct_value_item(&call->args, i, &arrays->args[i]));
	for (int64_t i = 0; i < ct_value_count(&call->named); i++) {
		ct_value key;

		CT_TRY(ct_value_dict_item(&call->named, i, &key, &arrays->named[i]));
		CT_TRY(ct_value_as_string(&key, &arrays->names[i], NULL));
	}
	return NULL;
}

static ct_error call_exported(struct model *model, const struct call *call, ct_value *result)
{
	const int64_t args = ct_value_count(&call->args), named = ct_value_count(&call->named);
	const struct arrays arrays = { need_memory(NULL, (size_t)args * sizeof(ct_value)),
				       need_memory(NULL, (size_t)named * sizeof(ct_value)),
				       need_memory(NULL, (size_t)named * sizeof(const char *)) };
	ct_error error = fill_arrays(call, &arrays);

	if (error == NULL)
		error = ct_export_call(model->program, arrays.args, args, arrays.names,
				       arrays.named, named, result);
	free(arrays.args);
	free(arrays.named);
	free((void *)arrays.names);
	return error;
}

const struct model_kind exported_kind = { "torch.export", open_exported, call_exported };
