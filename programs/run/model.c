#define _GNU_SOURCE

#include "model.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <ctorch/files/file.h>
#include <ctorch/files/save.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

/* --- Kinds ------------------------------------------------------------------------------------ */

/* What can be done with each kind of file. */
static const struct {
	ct_file_kind file;
	const struct model_kind *alone;      /* without --class; NULL: see `advice` */
	const struct model_kind *with_class; /* NULL: it has no weights */
	const char *advice;
} kinds[] = {
	{ CT_FILE_EXPORT, &exported_kind, NULL, "it is a whole program; leave --class out" },
	{ CT_FILE_TORCHSCRIPT, &script_kind, &weights_kind, NULL },
	{ CT_FILE_AOTI, &package_kind, NULL, "it is compiled code; leave --class out" },
	{ CT_FILE_TORCH, NULL, &weights_kind, NULL },
	{ CT_FILE_TORCH_LEGACY, NULL, &weights_kind, NULL },
	{ CT_FILE_TORCH_INDEX, NULL, &weights_kind, NULL },
	{ CT_FILE_DISTRIBUTED, NULL, &weights_kind, NULL },
	{ CT_FILE_SAFETENSORS, NULL, &weights_kind, NULL },
	{ CT_FILE_SAFETENSORS_INDEX, NULL, &weights_kind, NULL },
	{ CT_FILE_NPZ, NULL, &weights_kind, NULL },
	{ CT_FILE_NPY, NULL, NULL, "it has one array, and no model" },
};

static const char only_weights[] =
	"it has weights, but not what to compute with them; give the model's class, such as --class "
	"resnet18, or export the model in Python with torch.export.save()";

static ct_error refuse_kind(const char *path, ct_file_kind kind, const char *text)
{
	return ct_error_new(CT_ERROR_VALUE, __func__, "%s: a file of the kind %s: %s", path,
			    ct_file_kind_name(kind), text);
}

/* ct_load() knows what such files are. */
static ct_error refuse_unknown(const char *path)
{
	ct_value value;

	CT_TRY(ct_load(path, NULL, &value));
	ct_value_free(&value);
	return ct_error_new(CT_ERROR_VALUE, __func__, "%s: unknown file format", path);
}

static ct_error choose_kind(const struct options *options, ct_file_kind file,
			    const struct model_kind **result)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (kinds[i].file != file)
			continue;
		*result = options->class_name ? kinds[i].with_class : kinds[i].alone;
		if (*result)
			return NULL;
		return refuse_kind(options->path, file,
				   kinds[i].advice ? kinds[i].advice : only_weights);
	}
	return refuse_unknown(options->path);
}

/* The library's errors about a path speak of its argument. */
static ct_error find_file_kind(const char *path, ct_file_kind *result)
{
	struct stat about;

	if (stat(path, &about))
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "%s: %s", path, strerror(errno));
	if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
		return ct_error_new(CT_ERROR_VALUE, __func__, "%s: not a regular file", path);
	return ct_file_find_kind(path, result);
}

ct_error open_model(const struct options *options, struct model *result)
{
	ct_file_kind file;

	*result = (struct model){ .kind = NULL };
	CT_TRY(find_file_kind(options->path, &file));
	CT_TRY(choose_kind(options, file, &result->kind));
	return result->kind->open(options, result);
}

void close_model(struct model *model)
{
	ct_export_free(model->program);
	ct_jit_free(model->script);
	ct_aoti_free(model->package);
	ct_module_free(model->module);
	ct_value_free(&model->description);
}

ct_error call_model(struct model *model, const struct call *call, ct_value *result)
{
	return model->kind->call(model, call, result);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

/* An item of the description; None without one. */
static ct_value described(const struct model *model, const char *key)
{
	ct_value item = ct_value_none();

	if (model->description.kind == CT_VALUE_DICT)
		ct_error_free(ct_value_dict_get(&model->description, ct_value_string(key), &item));
	return item;
}

static bool item_of(const ct_value *list, int64_t index, ct_value *result)
{
	if (index < 0 || index >= ct_value_count(list))
		return false;
	ct_error_free(ct_value_item(list, index, result));
	return true;
}

int64_t positional_count(const struct model *model)
{
	const ct_value arguments = described(model, "arguments");
	ct_value args;

	return item_of(&arguments, 0, &args) ? ct_value_count(&args) : -1;
}

/* The position of a parameter; -1: none has the name. */
static int64_t position_of(const struct model *model, const char *name)
{
	const ct_value names = described(model, "argument_names");
	const char *text;
	ct_value item;

	for (int64_t i = 0; item_of(&names, i, &item); i++) {
		ct_error error = ct_value_as_string(&item, &text, NULL);

		if (error == NULL && strcmp(text, name) == 0)
			return i;
		ct_error_free(error);
	}
	return -1;
}

bool find_argument(const struct model *model, int64_t position, const char *name, ct_value *result)
{
	const ct_value arguments = described(model, "arguments");
	ct_value args, kwargs;

	if (!item_of(&arguments, 0, &args) || !item_of(&arguments, 1, &kwargs))
		return false;
	if (name == NULL)
		return item_of(&args, position, result);
	if (!ct_value_dict_has(&kwargs, ct_value_string(name)))
		return item_of(&args, position_of(model, name), result);
	ct_error_free(ct_value_dict_get(&kwargs, ct_value_string(name), result));
	return true;
}

bool find_leaf(const struct model *model, int64_t leaf, ct_value *result)
{
	const ct_value inputs = described(model, "inputs");

	return item_of(&inputs, leaf, result);
}
