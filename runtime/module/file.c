/*
 * State dicts in files.
 */
#include <string.h>

#include <ctorch/files/safetensors.h>
#include <ctorch/files/save.h>
#include <ctorch/macros/literals.h>

#include "core/memory/expression.h"
#include "module/file.h"
#include "module/module.h"

static bool file_ends_with(const char *path, const char *ending)
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
	if (file_ends_with(path, ".safetensors"))
		error = ct_safetensors_save(&state, path, NULL);
	else
		error = ct_save(&state, path);
	ct_value_free(&state);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* The part of what was loaded that has the weights, new. */
static ct_error take_state(const ct_value *loaded, const ct_module_load_options *options,
			   ct_value *result)
{
	ct_error error = NULL;
	ct_value state;

	CT_TRY(ct_value_at(loaded, options->at ? options->at : "", &state));
	CT_TRY(ct_value_copy(&state, result));
	if (options->prefix && result->kind == CT_VALUE_DICT)
		error = ct_nn_utils_consume_prefix_in_state_dict_if_present(result,
									    options->prefix);
	if (error)
		ct_value_free(result);
	return error;
}

static ct_error load_state(ct_module *self, const ct_value *loaded,
			   const ct_module_load_options *options, ct_value *result)
{
	ct_error error;
	ct_value state;

	CT_TRY(take_state(loaded, options, &state));
	error = ct_module_load_state_dict(self, &state, &options->state, result);
	ct_value_free(&state);
	return error;
}

ct_error ct_module_load(ct_module *self, const char *path, const ct_module_load_options *options,
			ct_value *result)
{
	const ct_load_options weights = { .map_location = CT_DEVICE_CPU,
					  .skip_unknown = true,
					  .state_dicts = true };
	const ct_module_load_options none = { 0 };
	ct_value loaded;
	ct_error error;

	CT_MODULE_CHECK(self);
	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	if (options == NULL)
		options = &none;
	CT_TRY(ct_load(path, &weights, &loaded));
	error = load_state(self, &loaded, options, result);
	if (error)
		error = ct_module_explain_load(self, ct_error_prefix(error, path), &loaded,
					       options);
	ct_value_free(&loaded);
	return error;
}
