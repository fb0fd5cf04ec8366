/*
 * State dicts in files.
 */
#include <string.h>

#include <ctorch/safetensors.h>
#include <ctorch/save.h>

#include "memory/expression.h"
#include "module/module.h"

static bool ends_with(const char *path, const char *ending)
{
	const size_t n = strlen(path), of_ending = strlen(ending);

	return n >= of_ending && strcmp(path + n - of_ending, ending) == 0;
}

ct_error ct_module_save(const ct_module *self, const char *path)
{
	ct_error error;
	ct_value state;

	CT_MODULE_CHECK(self);
	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	CT_TRY(ct_module_state_dict(self, NULL, &state));
	if (ends_with(path, ".safetensors"))
		error = ct_safetensors_save(&state, path, NULL);
	else
		error = ct_save(&state, path);
	ct_value_free(&state);
	return error;
}

ct_error ct_module_load(ct_module *self, const char *path, const ct_module_load_options *options,
			ct_value *result)
{
	const ct_load_options to_cpu = { .map_location = CT_DEVICE_CPU };
	ct_value loaded, state;
	ct_error error;

	CT_MODULE_CHECK(self);
	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	CT_TRY(ct_load(path, &to_cpu, &loaded));
	error = ct_value_at(&loaded, options && options->at ? options->at : "", &state);
	if (error == NULL)
		error = ct_module_load_state_dict(self, &state, options ? &options->state : NULL,
						  result);
	ct_value_free(&loaded);
	return error;
}
