#include "programs.h"

#include <ctorch/export/program.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

/* A model's part of a value of the whole archive. */
typedef ct_error (*add_model)(const char *path, const char *model, ct_device device,
			      ct_value *result);

static ct_error add_weights(const char *path, const char *model, ct_device device, ct_value *dict)
{
	const ct_export_load_options options = { .model = model, .device = device };
	ct_value weights;
	ct_error error;

	CT_TRY(ct_export_load_weights(path, &options, &weights));
	error = ct_value_dict_move(dict, ct_value_string(model), &weights);
	if (error)
		ct_value_free(&weights);
	return error;
}

static ct_error add_description(const char *path, const char *model, ct_device device,
				ct_value *list)
{
	ct_value description;
	ct_error error;

	(void)device;
	CT_TRY(ct_export_describe(path, model, &description));
	error = ct_value_list_move(list, &description);
	if (error)
		ct_value_free(&description);
	return error;
}

static ct_error add_all(const char *path, const char *const *models, int64_t len, ct_device device,
			add_model add, ct_value *result)
{
	for (int64_t i = 0; i < len; i++)
		CT_TRY(add(path, models[i], device, result));
	return NULL;
}

ct_error load_programs(const char *path, ct_device device, ct_value *result)
{
	const ct_export_load_options options = { .device = device };
	const char *const *models;
	ct_value dict;
	ct_error error;
	int64_t len;

	CT_TRY(ct_export_list_models(path, &models, &len));
	if (len == 1) {
		ct_free((void *)models);
		return ct_export_load_weights(path, &options, result);
	}
	dict = ct_value_dict_new();
	error = add_all(path, models, len, device, add_weights, &dict);
	ct_free((void *)models);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

ct_error describe_programs(const char *path, ct_value *result)
{
	const ct_device any = { 0 };
	const char *const *models;
	ct_value list;
	ct_error error;
	int64_t len;

	CT_TRY(ct_export_list_models(path, &models, &len));
	list = ct_value_list_new();
	error = add_all(path, models, len, any, add_description, &list);
	ct_free((void *)models);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}
