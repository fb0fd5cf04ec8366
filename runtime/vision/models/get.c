/*
 * Models by name with Python's arguments, and their list.
 */
#include <string.h>
#include <strings.h>

#include "classes/fill.h"
#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/bridge/similar.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "vision/models/model.h"

extern const struct ct_model ct_model_alexnet, ct_model_dcgan_discriminator,
	ct_model_dcgan_generator, ct_model_lenet, ct_model_mlp, ct_model_mobilenet_v2,
	ct_model_resnet101, ct_model_resnet152, ct_model_resnet18, ct_model_resnet34,
	ct_model_resnet50, ct_model_resnext101_32x8d, ct_model_resnext101_64x4d,
	ct_model_resnext50_32x4d, ct_model_vgg11, ct_model_vgg11_bn, ct_model_vgg13,
	ct_model_vgg13_bn, ct_model_vgg16, ct_model_vgg16_bn, ct_model_vgg19, ct_model_vgg19_bn,
	ct_model_vit_b_16, ct_model_vit_b_32, ct_model_vit_h_14, ct_model_vit_l_16,
	ct_model_vit_l_32, ct_model_wide_resnet101_2, ct_model_wide_resnet50_2;

/* Sorted by name. */
static const struct ct_model *const models[] = {
	&ct_model_alexnet,
	&ct_model_dcgan_discriminator,
	&ct_model_dcgan_generator,
	&ct_model_lenet,
	&ct_model_mlp,
	&ct_model_mobilenet_v2,
	&ct_model_resnet101,
	&ct_model_resnet152,
	&ct_model_resnet18,
	&ct_model_resnet34,
	&ct_model_resnet50,
	&ct_model_resnext101_32x8d,
	&ct_model_resnext101_64x4d,
	&ct_model_resnext50_32x4d,
	&ct_model_vgg11,
	&ct_model_vgg11_bn,
	&ct_model_vgg13,
	&ct_model_vgg13_bn,
	&ct_model_vgg16,
	&ct_model_vgg16_bn,
	&ct_model_vgg19,
	&ct_model_vgg19_bn,
	&ct_model_vit_b_16,
	&ct_model_vit_b_32,
	&ct_model_vit_h_14,
	&ct_model_vit_l_16,
	&ct_model_vit_l_32,
	&ct_model_wide_resnet101_2,
	&ct_model_wide_resnet50_2,
};

enum { MODELS = sizeof models / sizeof *models };

/* --- by name ---------------------------------------------------------------------------------- */

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
	ct_similar_names(name, names, MODELS, CT_NAME_OF(ct_models_list), &similar);
	error = ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_models_new), "Unknown model %s%s", name,
			     similar.data ? similar.data : "");
	ct_text_release(&similar);
	return error;
}

ct_error ct_models_new(const char *name, const ct_value *kwargs, ct_module **result)
{
	static const struct ct_class_call call = { .function = __func__ };
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
