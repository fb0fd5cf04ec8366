/*
 * vae.c: a variational autoencoder learns to draw clothes, or digits.
 *
 *     vae [FOLDER [NAME]]    with the four files of Fashion-MNIST or MNIST
 *
 * With a name, it writes NAME-samples.png, which the network has made up, NAME-copies.png, where each
 * picture is followed by what the network makes of its code, and NAME-loss.svg. The twin in Python is
 * twins/vae.py; both print the same numbers for the same seed.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { EPOCHS = 6, BATCH = 32, PIXELS = 28 * 28, HIDDEN = 128, CODE = 8, SHOWN = 32 };

struct vae {
	ct_module *encoder, *decoder;
};

/* --- the distributions ------------------------------------------------------------------------ */

static ct_distribution *prior(int64_t n)
{
	return CT_DISTRIBUTION(Independent,
			       CT_DISTRIBUTION(Normal, CT_E(zeros, CT_L(n, CODE)), 1.0), 1);
}

/* The codes that a picture may have. */
static ct_distribution *encode(const struct vae *vae, const ct_tensor *x)
{
	ct_tensors halves = CT_E(chunk, CT_M(vae->encoder, x), 2, -1);
	ct_distribution *codes = CT_DISTRIBUTION(Normal, halves.at[0],
						 CT_E(exp, halves.at[1]));

	return CT_DISTRIBUTION(Independent, codes, 1);
}

/* The pictures that a code may have: each pixel is black or white. */
static ct_distribution *decode(const struct vae *vae, const ct_tensor *code)
{
	return CT_DISTRIBUTION(Independent,
			       CT_DISTRIBUTION(Bernoulli, .logits = CT_M(vae->decoder, code)), 1);
}

static ct_tensor *loss_of(const struct vae *vae, const ct_tensor *x)
{
	ct_distribution *codes = encode(vae, x);
	ct_distribution *pictures = decode(vae, CT_F(ct_distribution_rsample, codes, CT_L()));
	ct_tensor *kl = CT_F(ct_distribution_kl_divergence, codes, prior(ct_tensor_size(x, 0)));

	return CT_E(mean, CT_E(sub, kl, CT_F(ct_distribution_log_prob, pictures, x)));
}

/* --- learning --------------------------------------------------------------------------------- */

/* Rows of pixels that are 0 or 1. */
static ct_tensor *load(const char *folder, bool train)
{
	ct_tensor *images = NULL, *labels = NULL;

	CT_DO(ct_mnist_load(folder, train, &images, &labels));
	return CT_E(to_dtype, CT_E(gt, CT_E(flatten, images, 1), 127), CT_FLOAT32);
}

static ct_error train(const struct vae *vae, const ct_tensor *pictures, ct_curves *curves)
{
	ct_module *both = CT_MODULE_LIST(vae->encoder, vae->decoder);
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(both), .lr = 3e-3);
	ct_data_loader *loader = CT_DATA_LOADER(CT_TENSOR_DATASET(pictures), .batch_size = BATCH,
						.shuffle = true);

	for (int epoch = 1; epoch <= EPOCHS; epoch++) {
		ct_running_mean losses = { 0 };

		CT_EACH_BATCH (b, loader) {
			ct_tensor *loss = loss_of(vae, b->data);

			CT_TRY(ct_optimizer_minimize(optimizer, loss));
			ct_running_mean_add(&losses, CT_ITEM(loss), 1);
		}
		printf("epoch %d: loss %.3f\n", epoch, ct_running_mean_value(&losses));
		CT_TRY(ct_curves_add(curves, "loss", epoch, ct_running_mean_value(&losses)));
	}
	return NULL;
}

/* --- pictures --------------------------------------------------------------------------------- */

static ct_error show(const ct_tensor *rows, const char *name, const char *kind)
{
	ct_tensor *images = CT_E(view, rows, CT_L(-1, 1, 28, 28));
	char path[256];

	printf("%s: mean %.5f\n", kind, CT_ITEM(CT_E(mean, images)));
	CT_TRY(CT_DONE());
	if (name == NULL)
		return NULL;
	snprintf(path, sizeof path, "%s-%s.png", name, kind);
	return ct_image_save_grid_png(images, path, NULL, NULL);
}

static ct_error draw(const struct vae *vae, const ct_tensor *pictures, const char *name)
{
	CT_NO_GRAD_SCOPE;
	ct_tensor *codes = CT_F(ct_distribution_sample, prior(SHOWN), CT_L());
	ct_tensor *given = CT_E(slice_Tensor, pictures, 0, 0, SHOWN);
	ct_tensor *copies = CT_F(ct_distribution_mean,
				 decode(vae, CT_F(ct_distribution_mean, encode(vae, given))));

	CT_TRY(show(CT_F(ct_distribution_mean, decode(vae, codes)), name, "samples"));
	return show(CT_E(stack, CT_TENSORS(given, copies), 1), name, "copies");
}

static ct_error run(const char *folder, const char *name)
{
	CT_SCOPE;
	ct_curves *curves;
	char path[256];

	CT_TRY(ct_manual_seed(1));
	const struct vae vae = {
		CT_SEQUENTIAL(CT_NN(Linear, PIXELS, HIDDEN), CT_NN(ReLU),
			      CT_NN(Linear, HIDDEN, 2 * CODE)),
		CT_SEQUENTIAL(CT_NN(Linear, CODE, HIDDEN), CT_NN(ReLU), CT_NN(Linear, HIDDEN, PIXELS)),
	};

	CT_TRY(ct_curves_new(&curves));
	CT_TRY(train(&vae, load(folder, true), curves));
	CT_TRY(draw(&vae, load(folder, false), name));
	if (name == NULL)
		return CT_DONE();
	snprintf(path, sizeof path, "%s-loss.svg", name);
	return ct_curves_save_svg(curves, path, NULL);
}

int main(int argc, char **argv)
{
	CT_CHECK(run(argc > 1 ? argv[1] : "/usr/share/datasets/fashion-mnist",
		     argc > 2 ? argv[2] : NULL));
	return 0;
}
