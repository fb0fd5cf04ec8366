/*
 * Making models, with options in C or by name with Python's arguments; their list.
 */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "bridge/similar.h"
#include "classes/fill.h"
#include "memory/expression.h"
#include "memory/own_scope.h"
#include "models/model.h"

/* ORDER MODELS: sorted by name. */
#define EACH_MODEL(_)                                                                              \
	_(alexnet)                                                                                 \
	_(dcgan_discriminator)                                                                     \
	_(dcgan_generator)                                                                         \
	_(lenet)                                                                                   \
	_(mlp) _(mobilenet_v2) _(resnet101) _(resnet152) _(resnet18) _(resnet34) _(resnet50)       \
		_(resnext101_32x8d) _(resnext101_64x4d) _(resnext50_32x4d) _(vgg11) _(vgg11_bn)    \
			_(vgg13) _(vgg13_bn) _(vgg16) _(vgg16_bn) _(vgg19) _(vgg19_bn) _(vit_b_16) \
				_(vit_b_32) _(vit_h_14) _(vit_l_16) _(vit_l_32)                    \
					_(wide_resnet101_2) _(wide_resnet50_2)
#define DECLARE(name) extern const struct ct_model ct_model_##name;
#define ADDRESS(name) &ct_model_##name,

EACH_MODEL(DECLARE)

static const struct ct_model *const models[] = { EACH_MODEL(ADDRESS) };

enum { MODELS = sizeof models / sizeof *models };

/* --- making ----------------------------------------------------------------------------------- */

ct_error ct_models_make(const struct ct_model *model, const void *options, ct_module **result)
{
	ct_module *made = NULL;

	if (result == NULL)
		return ct_missing_argument(model->name, 2, "result");
	CT_OWN_SCOPE(model->name);
	CT_TRY(CT_FINISH(model->make(model->settings, options ? options : model->of.defaults),
			 &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

ct_error ct_models_check_size(const char *name, double value)
{
	static const double most = 1 << 20; /* products of three of them fit into an int64_t */

	if (fabs(value) <= most)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, NULL, "%s should be at most %.0f, got %g", name, most,
			    value);
}

/* In whatever case, as Python. */
static const struct ct_model *find(const char *name)
{
	for (size_t i = 0; i < MODELS; i++)
		if (strcasecmp(models[i]->name, name) == 0)
			return models[i];
	return NULL;
}

static ct_error unknown_model(const char *name)
{
	const char *names[MODELS];
	struct ct_text similar = { 0 };
	ct_error error;

	for (size_t i = 0; i < MODELS; i++)
		names[i] = models[i]->name;
	ct_similar_names(name, names, MODELS, &similar);
	error = ct_error_new(CT_ERROR_VALUE, "ct_models_get", "Unknown model %s%s%s", name,
			     similar.data ? "; similar ones are: " : " (ct_models_list() has all)",
			     similar.data ? similar.data : "");
	ct_text_release(&similar);
	return error;
}

ct_error ct_models_get(const char *name, const ct_value *kwargs, ct_module **result)
{
	static const struct ct_class_call call = { .function = "ct_models_get" };
	const struct ct_model *model;
	ct_module *made;
	void *options;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 3 : 1, name ? "result" : "name");
	model = find(name);
	if (model == NULL)
		return unknown_model(name);
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_class_fill(&model->of, &call, NULL, kwargs, &options));
	CT_TRY(ct_models_make(model, options, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

/* --- the list --------------------------------------------------------------------------------- */

static ct_error append_all(ct_value *list)
{
	for (size_t i = 0; i < MODELS; i++) {
		ct_value pairs[4] = { ct_value_string("name"), ct_value_string(models[i]->name),
				      ct_value_string("schema"),
				      ct_value_string(models[i]->of.schema) };

		CT_TRY(ct_value_list_append(list, ct_value_dict(pairs, 2)));
	}
	return NULL;
}

ct_error ct_models_list(ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error;

	if (result == NULL)
		return ct_missing_argument(__func__, 1, "result");
	error = append_all(&list);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}
