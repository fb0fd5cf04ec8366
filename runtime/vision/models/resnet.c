/*
 * ResNet, ResNeXt and wide ResNet: torchvision/models/resnet.py.
 */
#include "core/base/name_of.h"
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "vision/models/model.h"

struct resnet_settings {
	bool bottleneck;
	int64_t groups, width_per_group; /* those that are not 1 and 64 cannot be changed */
	int64_t blocks[4];               /* in each stage */
};

/* --- blocks ----------------------------------------------------------------------------------- */

/* A BasicBlock has no conv3 and bn3. */
typedef struct {
	ct_module *conv1, *bn1, *conv2, *bn2, *conv3, *bn3, *relu, *downsample;
} block;

static ct_error resnet_block_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const block *m = self;
	ct_tensor *y;

	CT_OWN_SCOPE(NULL);
	y = ct_models_pass(m->relu, ct_models_pass(m->bn1, CT_M(m->conv1, x)));
	y = ct_models_pass(m->bn2, ct_models_pass(m->conv2, y));
	if (m->conv3) {
		y = ct_models_pass(m->conv3, ct_models_pass(m->relu, y));
		y = ct_models_pass(m->bn3, y);
	}
	y = CT_E(add_, y, m->downsample ? CT_M(m->downsample, x) : x);
	return ct_nn_give(CT_M(m->relu, y), result);
}

static ct_module *conv3x3(int64_t inputs, int64_t outputs, int64_t stride, int64_t groups,
			  int64_t dilation)
{
	return CT_NN(Conv2d, inputs, outputs, CT_L(3), CT_L(stride), CT_L(dilation), CT_L(dilation),
		     groups, false);
}

static ct_module *conv1x1(int64_t inputs, int64_t outputs, int64_t stride)
{
	return CT_NN(Conv2d, inputs, outputs, CT_L(1), CT_L(stride), .bias = false);
}

/* What the stages have in common while a network is made. */
struct making {
	const struct resnet_settings *settings;
	const ct_resnet_options *options;
	int64_t inputs;
	int64_t dilation;
};

struct shape {
	int64_t planes, stride, dilation;
};

static int64_t expansion(const struct making *of)
{
	return of->settings->bottleneck ? 4 : 1;
}

static ct_module *basic_block(const struct making *of, const struct shape *shape,
			      ct_module *downsample)
{
	block *m = CT_MODULE(block, "BasicBlock", resnet_block_forward);

	if (of->options->groups != 1 || of->options->width_per_group != 64)
		return CT_FAIL(CT_ERROR_VALUE,
			       "BasicBlock only supports groups=1 and base_width=64");
	if (shape->dilation > 1)
		return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			       "Dilation > 1 not supported in BasicBlock");
	CT_CHILD(m, conv1, conv3x3(of->inputs, shape->planes, shape->stride, 1, 1));
	CT_LAYER(m, bn1, BatchNorm2d, shape->planes);
	CT_LAYER(m, relu, ReLU, true);
	CT_CHILD(m, conv2, conv3x3(shape->planes, shape->planes, 1, 1, 1));
	CT_LAYER(m, bn2, BatchNorm2d, shape->planes);
	if (downsample)
		CT_CHILD(m, downsample, downsample);
	return ct_module_of(m);
}

static ct_module *bottleneck(const struct making *of, const struct shape *shape,
			     ct_module *downsample)
{
	const ct_resnet_options *o = of->options;
	const double base = (double)o->width_per_group / 64;
	const int64_t width = (int64_t)((double)shape->planes * base) * o->groups;
	block *m = CT_MODULE(block, "Bottleneck", resnet_block_forward);

	CT_CHILD(m, conv1, conv1x1(of->inputs, width, 1));
	CT_LAYER(m, bn1, BatchNorm2d, width);
	CT_CHILD(m, conv2, conv3x3(width, width, shape->stride, o->groups, shape->dilation));
	CT_LAYER(m, bn2, BatchNorm2d, width);
	CT_CHILD(m, conv3, conv1x1(width, shape->planes * expansion(of), 1));
	CT_LAYER(m, bn3, BatchNorm2d, shape->planes * expansion(of));
	CT_LAYER(m, relu, ReLU, true);
	if (downsample)
		CT_CHILD(m, downsample, downsample);
	return ct_module_of(m);
}

static ct_module *new_block(const struct making *of, const struct shape *shape,
			    ct_module *downsample)
{
	return of->settings->bottleneck ? bottleneck(of, shape, downsample)
					: basic_block(of, shape, downsample);
}

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *conv1, *bn1, *relu, *maxpool, *layer1, *layer2, *layer3, *layer4, *avgpool, *fc;
} resnet;

static ct_error resnet_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const resnet *m = self;

	CT_OWN_SCOPE(NULL);
	x = ct_models_pass(m->relu, ct_models_pass(m->bn1, CT_M(m->conv1, x)));
	x = ct_models_pass(m->layer1, ct_models_pass(m->maxpool, x));
	x = ct_models_pass(m->layer3, ct_models_pass(m->layer2, x));
	x = ct_models_pass(m->avgpool, ct_models_pass(m->layer4, x));
	return ct_nn_give(CT_M(m->fc, CT_E(flatten, x, 1)), result);
}

static ct_module *new_stage(struct making *of, int stage, int64_t stride, bool dilate)
{
	struct shape shape = { 64 << stage, stride, of->dilation };
	const int64_t outputs = shape.planes * expansion(of);
	ct_module *layers, *downsample = NULL;

	if (dilate) {
		of->dilation *= stride;
		shape.stride = 1;
	}
	/* Before the block, which draws random numbers, too. */
	if (shape.stride != 1 || of->inputs != outputs)
		downsample = CT_SEQUENTIAL(conv1x1(of->inputs, outputs, shape.stride),
					   CT_NN(BatchNorm2d, outputs));
	layers = CT_SEQUENTIAL(new_block(of, &shape, downsample));
	of->inputs = outputs;
	shape = (struct shape){ shape.planes, 1, of->dilation };
	for (int64_t i = 1; i < of->settings->blocks[stage]; i++)
		CT_APPEND(layers, new_block(of, &shape, NULL));
	return layers;
}

/* `if zero_init_residual`: the last norm of each block. */
static ct_error zero_residual(ct_module *module, void *context)
{
	const bool is_bottleneck = ct_models_is(module, "Bottleneck");

	(void)context;
	if (!is_bottleneck && !ct_models_is(module, "BasicBlock"))
		return NULL;
	CT_E(nn_init_zeros_,
	     CT_F(ct_module_get_parameter, module, is_bottleneck ? "bn3.weight" : "bn2.weight"));
	return CT_DONE();
}

static ct_error check_fixed(const char *name, int64_t usual, int64_t wanted, int64_t given)
{
	if (wanted == usual || wanted == given)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "The parameter '%s' expected value %lld but got %lld instead.", name,
			 (long long)wanted, (long long)given);
}

static ct_error resnet_check_options(const struct resnet_settings *settings,
				     const ct_resnet_options *o)
{
	const int64_t dilations = o->replace_stride_with_dilation.len;

	CT_TRY(check_fixed("groups", 1, settings->groups, o->groups));
	CT_TRY(check_fixed("width_per_group", 64, settings->width_per_group, o->width_per_group));
	CT_TRY(ct_models_check_size("groups", (double)o->groups));
	CT_TRY(ct_models_check_size("width_per_group", (double)o->width_per_group));
	if (dilations != 0 && dilations != 3)
		return CT_RAISED(CT_ERROR_VALUE,
				 "replace_stride_with_dilation should be None or a 3-element "
				 "tuple, got %lld elements",
				 (long long)dilations);
	return NULL;
}

static ct_module *resnet_make(const void *settings, const void *options)
{
	static const int64_t none[3] = { 0 };
	const ct_resnet_options *o = options;
	const int64_t *dilate = o->replace_stride_with_dilation.len
					? o->replace_stride_with_dilation.at
					: none;
	struct making of = { settings, o, .inputs = 64, .dilation = 1 };
	resnet *m = CT_MODULE(resnet, "ResNet", resnet_forward);

	CT_DO(resnet_check_options(settings, o));
	if (ct_expression_failed())
		return NULL;
	CT_LAYER(m, conv1, Conv2d, 3, 64, CT_L(7), CT_L(2), CT_L(3), .bias = false);
	CT_LAYER(m, bn1, BatchNorm2d, 64);
	CT_LAYER(m, relu, ReLU, true);
	CT_LAYER(m, maxpool, MaxPool2d, CT_L(3), CT_L(2), CT_L(1));
	CT_CHILD(m, layer1, new_stage(&of, 0, 1, false));
	CT_CHILD(m, layer2, new_stage(&of, 1, 2, dilate[0]));
	CT_CHILD(m, layer3, new_stage(&of, 2, 2, dilate[1]));
	CT_CHILD(m, layer4, new_stage(&of, 3, 2, dilate[2]));
	CT_LAYER(m, avgpool, AdaptiveAvgPool2d, CT_L(1, 1));
	CT_LAYER(m, fc, Linear, 512 * expansion(&of), o->num_classes);
	ct_models_init_weights(ct_module_of(m), 0);
	if (o->zero_init_residual)
		CT_DO(ct_module_apply(ct_module_of(m), zero_residual, NULL));
	return ct_module_of(m);
}

/* --- the models ------------------------------------------------------------------------------- */

static const struct ct_argument resnet_arguments[] = {
	CT_MODEL_ARGUMENT(resnet, num_classes, "int", "1000", INT, false),
	CT_MODEL_ARGUMENT(resnet, zero_init_residual, "bool", "False", BOOL, false),
	CT_MODEL_ARGUMENT(resnet, groups, "int", "the model's", INT, false),
	CT_MODEL_ARGUMENT(resnet, width_per_group, "int", "the model's", INT, false),
	CT_MODEL_ARGUMENT(resnet, replace_stride_with_dilation, "int[]?", "None", INTS, true),
};

#define RESNET(name, bottleneck, groups, width, ...)                                           \
	CT_MODEL_DEFINE(                                                                       \
		name, resnet, "ResNet",                                                        \
		"(*, int num_classes=1000, bool zero_init_residual=False, int groups=" #groups \
		", int width_per_group=" #width ", int[]? replace_stride_with_dilation=None)", \
		(&(const struct resnet_settings){ bottleneck, groups, width, { __VA_ARGS__ } }))

RESNET(resnet18, false, 1, 64, 2, 2, 2, 2)
RESNET(resnet34, false, 1, 64, 3, 4, 6, 3)
RESNET(resnet50, true, 1, 64, 3, 4, 6, 3)
RESNET(resnet101, true, 1, 64, 3, 4, 23, 3)
RESNET(resnet152, true, 1, 64, 3, 8, 36, 3)
RESNET(resnext50_32x4d, true, 32, 4, 3, 4, 6, 3)
RESNET(resnext101_32x8d, true, 32, 8, 3, 4, 23, 3)
RESNET(resnext101_64x4d, true, 64, 4, 3, 4, 23, 3)
RESNET(wide_resnet50_2, true, 1, 128, 3, 4, 6, 3)
RESNET(wide_resnet101_2, true, 1, 128, 3, 4, 23, 3)
