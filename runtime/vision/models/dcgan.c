/*
 * The generator and the discriminator of PyTorch's example DCGAN: examples/dcgan/main.py.
 */
#include <string.h>

#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "vision/models/model.h"

typedef struct {
	ct_module *main;
} network;

/* --- initial weights -------------------------------------------------------------------------- */

static ct_error dcgan_init_module(ct_module *module, void *context)
{
	const bool is_norm = strstr(ct_module_class_of(module)->name, "BatchNorm") != NULL;

	(void)context;
	if (!is_norm && strstr(ct_module_class_of(module)->name, "Conv") == NULL)
		return NULL;
	CT_E(nn_init_normal_, CT_F(ct_module_get_parameter, module, "weight"), is_norm, 0.02);
	if (is_norm)
		CT_E(nn_init_zeros_, CT_F(ct_module_get_parameter, module, "bias"));
	return CT_DONE();
}

/* --- the generator ---------------------------------------------------------------------------- */

static ct_error generator_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	return ct_module_forward(((const network *)self)->main, x, result);
}

/* Makes pictures larger by 2, from 4 x 4 on. */
static void add_enlarging(ct_module *main, int64_t inputs, int64_t outputs, int64_t stride)
{
	CT_APPEND(main, CT_NN(ConvTranspose2d, inputs, outputs, CT_L(4), CT_L(stride),
			      CT_L(stride - 1), .bias = false));
	CT_APPEND(main, CT_NN(BatchNorm2d, outputs));
	CT_APPEND(main, CT_NN(ReLU, true));
}

static ct_module *generator_make(const ct_dcgan_options *o)
{
	network *m = CT_MODULE(network, "Generator", generator_forward);

	CT_LAYER(m, main, Sequential);
	add_enlarging(m->main, o->nz, o->ngf * 8, 1);
	for (int64_t n = 8; n > 1; n /= 2)
		add_enlarging(m->main, o->ngf * n, o->ngf * n / 2, 2);
	CT_APPEND(m->main,
		  CT_NN(ConvTranspose2d, o->ngf, o->nc, CT_L(4), CT_L(2), CT_L(1), .bias = false));
	CT_APPEND(m->main, CT_NN(Tanh));
	return ct_module_of(m);
}

/* --- the discriminator ------------------------------------------------------------------------ */

static ct_error discriminator_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const network *m = self;

	CT_OWN_SCOPE(NULL);
	x = CT_E(view, CT_M(m->main, x), CT_L(-1, 1));
	return ct_nn_give(CT_E(squeeze_dim, x, 1), result);
}

static ct_module *discriminator_make(const ct_dcgan_options *o)
{
	network *m = CT_MODULE(network, "Discriminator", discriminator_forward);

	CT_LAYER(m, main, Sequential);
	for (int64_t n = 1; n <= 8; n *= 2) {
		CT_APPEND(m->main, CT_NN(Conv2d, n == 1 ? o->nc : o->ndf * n / 2, o->ndf * n,
					 CT_L(4), CT_L(2), CT_L(1), .bias = false));
		if (n > 1)
			CT_APPEND(m->main, CT_NN(BatchNorm2d, o->ndf * n));
		CT_APPEND(m->main, CT_NN(LeakyReLU, 0.2, true));
	}
	CT_APPEND(m->main, CT_NN(Conv2d, o->ndf * 8, 1, CT_L(4), CT_L(1), CT_L(0), .bias = false));
	CT_APPEND(m->main, CT_NN(Sigmoid));
	return ct_module_of(m);
}

/* --- the models ------------------------------------------------------------------------------- */

static ct_module *dcgan_make(const void *settings, const void *options)
{
	const ct_dcgan_options *o = options;
	ct_module *model;

	CT_DO(ct_models_check_size(settings ? "ngf" : "ndf", (double)(settings ? o->ngf : o->ndf)));
	if (ct_expression_failed())
		return NULL;
	model = settings ? generator_make(options) : discriminator_make(options);
	CT_DO(ct_module_apply(model, dcgan_init_module, NULL));
	return model;
}

static const struct ct_argument dcgan_arguments[] = {
	CT_MODEL_ARGUMENT(dcgan, nz, "int", "100", INT, false),
	CT_MODEL_ARGUMENT(dcgan, ngf, "int", "64", INT, false),
	CT_MODEL_ARGUMENT(dcgan, ndf, "int", "64", INT, false),
	CT_MODEL_ARGUMENT(dcgan, nc, "int", "3", INT, false),
};

#define SCHEMA "(*, int nz=100, int ngf=64, int ndf=64, int nc=3)"

CT_MODEL_DEFINE(dcgan_generator, dcgan, "Generator", SCHEMA, "generator")
CT_MODEL_DEFINE(dcgan_discriminator, dcgan, "Discriminator", SCHEMA, NULL)
