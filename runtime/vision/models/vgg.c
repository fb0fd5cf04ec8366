/*
 * VGG: torchvision/models/vgg.py.
 */
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "vision/models/model.h"

/* --- configurations --------------------------------------------------------------------------- */

enum { END, POOL = -1 };

/* The channels of convolutions, and the places of pooling. */
static const int64_t a[] = { 64,  POOL, 128,  POOL, 256, 256,  POOL,
			     512, 512,  POOL, 512,  512, POOL, END };
static const int64_t b[] = { 64,   64,  POOL, 128,  128, POOL, 256,  256,
			     POOL, 512, 512,  POOL, 512, 512,  POOL, END };
static const int64_t d[] = { 64,  64,  POOL, 128,  128, POOL, 256, 256,  256, POOL,
			     512, 512, 512,  POOL, 512, 512,  512, POOL, END };
static const int64_t e[] = { 64,  64,  POOL, 128, 128,  POOL, 256, 256, 256, 256,  POOL,
			     512, 512, 512,  512, POOL, 512,  512, 512, 512, POOL, END };

struct vgg_settings {
	const int64_t *layers;
	bool batch_norm;
};

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *features, *avgpool, *classifier;
} vgg;

static ct_error vgg_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const vgg *m = self;

	CT_OWN_SCOPE(NULL);
	x = ct_models_pass(m->avgpool, CT_M(m->features, x));
	return ct_nn_give(CT_M(m->classifier, CT_E(flatten, x, 1)), result);
}

static ct_module *vgg_new_features(const struct vgg_settings *settings)
{
	ct_module *features = CT_NN(Sequential);
	int64_t channels = 3;

	for (const int64_t *layer = settings->layers; *layer != END; layer++) {
		if (*layer == POOL) {
			CT_APPEND(features, CT_NN(MaxPool2d, CT_L(2), CT_L(2)));
			continue;
		}
		CT_APPEND(features, CT_NN(Conv2d, channels, *layer, CT_L(3), .padding = CT_L(1)));
		if (settings->batch_norm)
			CT_APPEND(features, CT_NN(BatchNorm2d, *layer));
		CT_APPEND(features, CT_NN(ReLU, true));
		channels = *layer;
	}
	return features;
}

static ct_module *vgg_make(const void *settings, const void *options)
{
	const ct_vgg_options *o = options;
	vgg *m = CT_MODULE(vgg, "VGG", vgg_forward);

	CT_CHILD(m, features, vgg_new_features(settings));
	CT_LAYER(m, avgpool, AdaptiveAvgPool2d, CT_L(7, 7));
	CT_CHILD(m, classifier,
		 CT_SEQUENTIAL(CT_NN(Linear, 512 * 7 * 7, 4096), CT_NN(ReLU, true),
			       CT_NN(Dropout, o->dropout), CT_NN(Linear, 4096, 4096),
			       CT_NN(ReLU, true), CT_NN(Dropout, o->dropout),
			       CT_NN(Linear, 4096, o->num_classes)));
	if (o->init_weights)
		ct_models_init_weights(ct_module_of(m), 0.01);
	return ct_module_of(m);
}

/* --- the models ------------------------------------------------------------------------------- */

static const struct ct_argument vgg_arguments[] = {
	CT_MODEL_ARGUMENT(vgg, num_classes, "int", "1000", INT, false),
	CT_MODEL_ARGUMENT(vgg, init_weights, "bool", "True", BOOL, false),
	CT_MODEL_ARGUMENT(vgg, dropout, "float", "0.5", FLOAT, false),
};

#define VGG(name, layers, batch_norm)                                                           \
	CT_MODEL_DEFINE(name, vgg, "VGG",                                                       \
			"(*, int num_classes=1000, bool init_weights=True, float dropout=0.5)", \
			(&(const struct vgg_settings){ layers, batch_norm }))

VGG(vgg11, a, false)
VGG(vgg11_bn, a, true)
VGG(vgg13, b, false)
VGG(vgg13_bn, b, true)
VGG(vgg16, d, false)
VGG(vgg16_bn, d, true)
VGG(vgg19, e, false)
VGG(vgg19_bn, e, true)
