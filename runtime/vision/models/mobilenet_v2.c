/*
 * MobileNetV2: torchvision/models/mobilenetv2.py.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "vision/models/model.h"

/* --- parts ------------------------------------------------------------------------------------ */

struct conv {
	int64_t kernel_size, stride, groups;
};

static ct_module *conv_norm_activation(int64_t inputs, int64_t outputs, const struct conv *conv)
{
	static const ct_module_class klass = { .name = "Conv2dNormActivation",
					       .size = 1,
					       .forward = ct_models_sequential_forward };
	ct_module *m = ct_models_sequential(&klass);

	ct_models_append(m, CT_NN(Conv2d, inputs, outputs, CT_L(conv->kernel_size),
				  CT_L(conv->stride), CT_L((conv->kernel_size - 1) / 2),
				  .groups = conv->groups, .bias = false));
	ct_models_append(m, CT_NN(BatchNorm2d, outputs));
	ct_models_append(m, CT_NN(ReLU6, true));
	return m;
}

typedef struct {
	ct_module *conv;
	bool use_res_connect;
} residual;

static ct_error residual_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const residual *m = self;

	if (!m->use_res_connect)
		return ct_module_forward(m->conv, x, result);
	CT_OWN_SCOPE(NULL);
	return ct_nn_give(CT_E(add, x, CT_M(m->conv, x)), result);
}

static ct_module *inverted_residual(int64_t inputs, int64_t outputs, int64_t stride,
				    int64_t expand_ratio)
{
	const int64_t hidden = inputs * expand_ratio;
	residual *m = CT_MODULE(residual, "InvertedResidual", residual_forward);

	if (stride != 1 && stride != 2)
		return CT_FAIL(CT_ERROR_VALUE, "stride should be 1 or 2 instead of %lld",
			       (long long)stride);
	m->use_res_connect = stride == 1 && inputs == outputs;
	CT_LAYER(m, conv, Sequential);
	if (expand_ratio != 1)
		CT_APPEND(m->conv, conv_norm_activation(inputs, hidden, &(struct conv){ 1, 1, 1 }));
	CT_APPEND(m->conv,
		  conv_norm_activation(hidden, hidden, &(struct conv){ 3, stride, hidden }));
	CT_APPEND(m->conv, CT_NN(Conv2d, hidden, outputs, CT_L(1), .bias = false));
	CT_APPEND(m->conv, CT_NN(BatchNorm2d, outputs));
	return ct_module_of(m);
}

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *features, *classifier;
} mobilenet;

static ct_error mobilenet_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const mobilenet *m = self;

	CT_OWN_SCOPE(NULL);
	x = CT_E(adaptive_avg_pool2d, CT_M(m->features, x), CT_L(1, 1));
	return ct_nn_give(CT_M(m->classifier, CT_E(flatten, x, 1)), result);
}

/* The multiple of `divisor` next to `v`, at most 10 % below it. */
static int64_t make_divisible(double v, int64_t divisor)
{
	const int64_t n = (int64_t)(v + (double)divisor / 2) / divisor * divisor;
	const int64_t at_least = n < divisor ? divisor : n;

	return (double)at_least < 0.9 * v ? at_least + divisor : at_least;
}

enum { EXPANSION, CHANNELS, BLOCKS, STRIDE, SETTINGS };

/* The stride is that of the first block. */
static const int64_t paper[][SETTINGS] = {
	{ 1, 16, 1, 1 }, { 6, 24, 2, 2 },  { 6, 32, 3, 2 },  { 6, 64, 4, 2 },
	{ 6, 96, 3, 1 }, { 6, 160, 3, 2 }, { 6, 320, 1, 1 },
};

static ct_module *mobilenet_v2_new_features(const ct_mobilenet_v2_options *o, ct_ints stages,
					    int64_t last)
{
	int64_t inputs = make_divisible(32 * o->width_mult, o->round_nearest);
	ct_module *features = CT_SEQUENTIAL(
		conv_norm_activation(3, inputs, &(struct conv){ 3, 2, 1 }));

	for (int64_t i = 0; i < stages.len; i += SETTINGS) {
		const int64_t *of = &stages.at[i];
		const int64_t outputs = make_divisible((double)of[CHANNELS] * o->width_mult,
						       o->round_nearest);

		for (int64_t j = 0; j < of[BLOCKS]; j++) {
			CT_APPEND(features, inverted_residual(inputs, outputs, j ? 1 : of[STRIDE],
							      of[EXPANSION]));
			inputs = outputs;
		}
	}
	CT_APPEND(features, conv_norm_activation(inputs, last, &(struct conv){ 1, 1, 1 }));
	return features;
}

static ct_error mobilenet_v2_check_options(const ct_mobilenet_v2_options *o, ct_ints stages)
{
	if (stages.len == 0 || stages.len % SETTINGS != 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "inverted_residual_setting should be non-empty, with 4 elements "
				 "for each stage, got %lld elements",
				 (long long)stages.len);
	for (int64_t i = 0; i < stages.len; i++)
		CT_TRY(ct_models_check_size("a number of inverted_residual_setting",
					    (double)stages.at[i]));
	if (o->round_nearest < 1)
		return CT_RAISED(CT_ERROR_VALUE, "round_nearest should be positive, got %lld",
				 (long long)o->round_nearest);
	CT_TRY(ct_models_check_size("round_nearest", (double)o->round_nearest));
	return ct_models_check_size("width_mult", o->width_mult);
}

static ct_module *mobilenet_v2_make(const void *settings, const void *options)
{
	const ct_mobilenet_v2_options *o = options;
	const ct_ints given = o->inverted_residual_setting;
	const ct_ints stages = given.at ? given
					: (ct_ints){ paper[0], sizeof paper / sizeof **paper };
	mobilenet *m = CT_MODULE(mobilenet, "MobileNetV2", mobilenet_forward);
	int64_t last;

	(void)settings;
	CT_DO(mobilenet_v2_check_options(o, stages));
	if (ct_expression_failed())
		return NULL;
	last = make_divisible(1280 * fmax(1, o->width_mult), o->round_nearest);
	CT_CHILD(m, features, mobilenet_v2_new_features(o, stages, last));
	CT_CHILD(m, classifier,
		 CT_SEQUENTIAL(CT_NN(Dropout, o->dropout), CT_NN(Linear, last, o->num_classes)));
	ct_models_init_weights(ct_module_of(m), 0.01);
	return ct_module_of(m);
}

static const struct ct_argument mobilenet_v2_arguments[] = {
	CT_MODEL_ARGUMENT(mobilenet_v2, num_classes, "int", "1000", INT, false),
	CT_MODEL_ARGUMENT(mobilenet_v2, width_mult, "float", "1.0", FLOAT, false),
	CT_MODEL_ARGUMENT(mobilenet_v2, inverted_residual_setting, "int[]?", "None", INTS, true),
	CT_MODEL_ARGUMENT(mobilenet_v2, round_nearest, "int", "8", INT, false),
	CT_MODEL_ARGUMENT(mobilenet_v2, dropout, "float", "0.2", FLOAT, false),
};

CT_MODEL_DEFINE(mobilenet_v2, mobilenet_v2, "MobileNetV2",
		"(*, int num_classes=1000, float width_mult=1.0, "
		"int[]? inverted_residual_setting=None, int round_nearest=8, float dropout=0.2)",
		NULL)
