/*
 * Multi-layer perceptrons: MLP in torchvision/ops/misc.py.
 */
#include "vision/models/model.h"

static ct_module *new_norm(const char *class_name, int64_t features)
{
	ct_value item = ct_value_int(features);
	const ct_value args = ct_value_list(&item, 1);
	ct_module *norm = NULL;

	CT_DO(ct_nn_new(class_name, &args, NULL, &norm));
	return norm;
}

/* Not all activations have the argument `inplace`, so it is given only where it is true. */
static ct_module *new_activation(const char *class_name, bool inplace)
{
	ct_value pair[2] = { ct_value_string("inplace"), ct_value_bool(true) };
	const ct_value kwargs = ct_value_dict(pair, 1);
	ct_module *activation = NULL;

	CT_DO(ct_nn_new(class_name, NULL, inplace ? &kwargs : NULL, &activation));
	return activation;
}

ct_module *ct_models_new_mlp(const ct_module_class *klass, const ct_mlp_options *o)
{
	ct_module *m = ct_models_sequential(klass);
	int64_t in = o->in_channels;

	if (o->hidden_channels.len == 0)
		return CT_FAIL(CT_ERROR_INDEX, "hidden_channels must not be empty");
	for (int64_t i = 0; i < o->hidden_channels.len; i++) {
		const int64_t out = o->hidden_channels.at[i];
		const bool is_last = i == o->hidden_channels.len - 1;

		ct_models_append(m, CT_NN(Linear, in, out, o->bias));
		if (o->norm_layer && !is_last)
			ct_models_append(m, new_norm(o->norm_layer, out));
		if (!is_last)
			ct_models_append(m, new_activation(o->activation_layer, o->inplace));
		ct_models_append(m, CT_NN(Dropout, o->dropout, o->inplace));
		in = out;
	}
	return m;
}

static ct_module *mlp_make(const void *settings, const void *options)
{
	static const ct_module_class klass = { .name = "MLP",
					       .size = 1,
					       .forward = ct_models_sequential_forward };

	(void)settings;
	return ct_models_new_mlp(&klass, options);
}

static const struct ct_argument mlp_arguments[] = {
	CT_MODEL_ARGUMENT(mlp, in_channels, "int", NULL, INT, false),
	CT_MODEL_ARGUMENT(mlp, hidden_channels, "int[]", NULL, INTS, false),
	CT_MODEL_ARGUMENT(mlp, norm_layer, "str?", "None", STRING, true),
	CT_MODEL_ARGUMENT(mlp, activation_layer, "str", "\"ReLU\"", STRING, false),
	CT_MODEL_ARGUMENT(mlp, inplace, "bool", "False", BOOL, false),
	CT_MODEL_ARGUMENT(mlp, bias, "bool", "True", BOOL, false),
	CT_MODEL_ARGUMENT(mlp, dropout, "float", "0.0", FLOAT, false),
};

CT_MODEL_DEFINE(mlp, mlp, "MLP",
		"(*, int in_channels, int[] hidden_channels, str? norm_layer=None, "
		"str activation_layer=\"ReLU\", bool inplace=False, bool bias=True, "
		"float dropout=0.0)",
		NULL)
