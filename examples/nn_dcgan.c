/*
 * nn_dcgan.c: a DCGAN pair that learns to draw discs.
 *
 * The twin in Python is twins/nn_dcgan.py; both print the same numbers for the same seed.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/ctorch.h>

enum { NOISE = 16, BASE = 16, SIDE = 16, BATCH = 16, STEPS = 40 };

/* --- the networks ----------------------------------------------------------------------------- */

typedef struct {
	ct_module *main;
} network;

static ct_tensor *generator_forward(void *self, ct_tensor *x)
{
	const network *m = self;

	return CT_M(m->main, CT_E(unflatten_int, x, 1, CT_L(-1, 1, 1)));
}

static ct_module *generator_new(int64_t noise, int64_t base)
{
	network *m = CT_MODULE(network, "Generator", generator_forward);

	CT_CHILD(m, main,
		 CT_SEQUENTIAL(
			 CT_NN(ConvTranspose2d, noise, 2 * base, CT_L(4), .bias = false),
			 CT_NN(BatchNorm2d, 2 * base), CT_NN(ReLU, true),
			 CT_NN(ConvTranspose2d, 2 * base, base, CT_L(4), CT_L(2), CT_L(1),
			       .bias = false),
			 CT_NN(BatchNorm2d, base), CT_NN(ReLU, true),
			 CT_NN(ConvTranspose2d, base, 1, CT_L(4), CT_L(2), CT_L(1), .bias = false),
			 CT_NN(Tanh)));
	return ct_module_of(m);
}

static ct_tensor *discriminator_forward(void *self, ct_tensor *x)
{
	const network *m = self;

	return CT_E(flatten, CT_M(m->main, x));
}

static ct_module *discriminator_new(int64_t base)
{
	network *m = CT_MODULE(network, "Discriminator", discriminator_forward);

	CT_CHILD(m, main,
		 CT_SEQUENTIAL(
			 CT_NN(Conv2d, 1, base, CT_L(4), CT_L(2), CT_L(1), .bias = false),
			 CT_NN(LeakyReLU, 0.2, true),
			 CT_NN(Conv2d, base, 2 * base, CT_L(4), CT_L(2), CT_L(1), .bias = false),
			 CT_NN(BatchNorm2d, 2 * base), CT_NN(LeakyReLU, 0.2, true),
			 CT_NN(Conv2d, 2 * base, 1, CT_L(4), .bias = false)));
	return ct_module_of(m);
}

static ct_error init_weights(ct_module *module, void *context)
{
	const char *name = ct_module_class_of(module)->name;

	(void)context;
	if (strncmp(name, "Conv", 4) == 0) {
		CT_E(nn_init_normal_, CT_F(ct_module_get_parameter, module, "weight"), 0, 0.02);
	} else if (strcmp(name, "BatchNorm2d") == 0) {
		CT_E(nn_init_normal_, CT_F(ct_module_get_parameter, module, "weight"), 1, 0.02);
		CT_E(nn_init_zeros_, CT_F(ct_module_get_parameter, module, "bias"));
	}
	return CT_DONE();
}

/* --- training --------------------------------------------------------------------------------- */

/* Pictures of discs, 1 inside and -1 outside. */
static ct_tensor *discs(void)
{
	ct_tensor *place = CT_E(to_dtype, CT_E(arange, SIDE), CT_FLOAT32);
	ct_tensor *drawn = CT_E(add, CT_E(mul, CT_E(rand, CT_L(3, BATCH, 1, 1, 1)), 6), 5);
	ct_tensor *x = CT_E(sub, place, CT_E(select, drawn, 0, 0));
	ct_tensor *y = CT_E(sub, CT_E(unsqueeze, place, 1), CT_E(select, drawn, 0, 1));
	ct_tensor *radius = CT_E(div, CT_E(select, drawn, 0, 2), 2);
	ct_tensor *inside = CT_E(lt, CT_E(add, CT_E(square, x), CT_E(square, y)),
				 CT_E(square, radius));

	return CT_E(sub, CT_E(mul, CT_E(to_dtype, inside, CT_FLOAT32), 2), 1);
}

#define LOSS(module, pictures, labels) \
	CT_E(nn_binary_cross_entropy_with_logits, CT_M(module, pictures), labels)
#define OPTIMIZER(module) \
	CT_OPTIMIZER(Adam, CT_PARAMETERS(module), .lr = 2e-3, .betas = CT_FLOATS(0.5, 0.999))

static ct_error run(void)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_module *generator = generator_new(NOISE, BASE);
	ct_module *discriminator = discriminator_new(BASE);
	ct_optimizer *optimizer_g = OPTIMIZER(generator), *optimizer_d = OPTIMIZER(discriminator);
	ct_tensor *real = CT_E(ones, CT_L(BATCH)), *fake = CT_E(zeros, CT_L(BATCH));

	CT_TRY(ct_module_apply(generator, init_weights, NULL));
	CT_TRY(ct_module_apply(discriminator, init_weights, NULL));
	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *drawn = CT_M(generator, CT_E(randn, CT_L(BATCH, NOISE)));
		ct_tensor *loss_real = LOSS(discriminator, discs(), real);
		ct_tensor *loss_fake = LOSS(discriminator, CT_E(detach, drawn), fake);
		ct_tensor *loss_d = CT_E(add, loss_real, loss_fake), *loss_g;

		CT_TRY(ct_optimizer_minimize(optimizer_d, loss_d));
		CT_TRY(ct_optimizer_zero_grad(optimizer_g));
		loss_g = LOSS(discriminator, drawn, real);
		CT_TRY(ct_tensor_backward(loss_g));
		CT_TRY(ct_optimizer_step(optimizer_g));
		if (i % 10 == 0)
			printf("step %d: discriminator %.5f, generator %.5f\n", i, CT_ITEM(loss_d),
			       CT_ITEM(loss_g));
	}
	return NULL;
}

int main(void)
{
	CT_CHECK(run());
	return 0;
}
