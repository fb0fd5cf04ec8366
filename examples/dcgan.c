/*
 * dcgan.c: two networks learn from each other to draw clothes: a DCGAN on Fashion-MNIST.
 *
 *     dcgan -e 10 -o clothes
 *
 * The generator draws pictures from noise; the discriminator learns which are real. After each
 * epoch, samples-EPOCH.png shows what the generator draws from always the same noise, and
 * checkpoint.pt has all that is needed to go on. The twin in Python is twins/dcgan.py; both print
 * the same losses for the same seed.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

#define DEFAULT_FOLDER "/usr/share/datasets/fashion-mnist" /* where Debian puts it */

enum { SIDE = 64, NOISE = 100, CHANNELS = 32, SAMPLES = 64 };

struct options {
	const char *data, *out;
	int64_t epochs, batch, images; /* images: 0 is all */
	uint64_t seed;
	bool resume;
};

struct gan {
	ct_module *generator, *discriminator;
	ct_optimizer *adam_g, *adam_d;
	ct_tensor *noise; /* of the samples */
	ct_train_state state;
};

/* --- files ------------------------------------------------------------------------------------ */

/* A checkpoint has one optimizer, so the generator's is among the values. */
static ct_error save(const struct gan *g)
{
	CT_SCOPE;
	ct_train_state state = g->state;
	ct_value adam;

	CT_TRY(ct_optimizer_state_dict(g->adam_g, &adam));
	CT_TRY(ct_value_move_to_scope(&adam));
	state.values = &adam;
	return ct_train_save(&state, "checkpoint.pt");
}

static ct_error load(struct gan *g)
{
	CT_SCOPE;
	ct_train_state state = g->state;
	ct_value adam = ct_value_none();

	state.values = &adam;
	CT_TRY(ct_train_load(&state, "checkpoint.pt"));
	CT_TRY(ct_value_move_to_scope(&adam));
	g->state.epoch = state.epoch;
	g->state.step = state.step;
	return ct_optimizer_load_state_dict(g->adam_g, &adam);
}

static ct_error write_samples(const struct gan *g)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	const ct_image_grid_options grid = {
		.normalize = true, .has_value_range = true, .value_min = -1, .value_max = 1
	};
	char path[64];
	ct_tensor *drawn;

	snprintf(path, sizeof path, "samples-%lld.png", (long long)g->state.epoch);
	CT_TRY(CT_FINISH(CT_M(g->generator, g->noise), &drawn));
	return ct_image_save_grid_png(drawn, path, &grid, NULL);
}

/* --- training --------------------------------------------------------------------------------- */

/* Pixels of 0 to 255 become pictures as the generator draws them: larger, with numbers of -1 to
 * 1. */
static ct_tensor *prepare(const ct_tensor *pixels)
{
	ct_tensor *large = CT_E(upsample_bilinear2d, CT_E(to_dtype, pixels, CT_FLOAT32),
				CT_L(SIDE, SIDE), false);

	return CT_E(sub_, CT_E(div_, large, 127.5), 1);
}

#define LOSS(pictures, labels) \
	CT_E(nn_binary_cross_entropy, CT_M(g->discriminator, pictures), labels)

static ct_error descend(ct_optimizer *optimizer, const ct_tensor *loss, double *value)
{
	CT_TRY(ct_optimizer_minimize(optimizer, loss));
	*value = CT_ITEM(loss);
	return CT_DONE();
}

static ct_error train_step(const struct gan *g, const ct_tensor *pictures, double *loss_d,
			   double *loss_g)
{
	const int64_t n = ct_tensor_size(pictures, 0);
	ct_tensor *real = CT_E(ones, CT_L(n)), *fake = CT_E(zeros, CT_L(n));
	ct_tensor *drawn = CT_M(g->generator, CT_E(randn, CT_L(n, NOISE, 1, 1)));
	ct_tensor *loss_real = LOSS(pictures, real);
	ct_tensor *loss_fake = LOSS(CT_E(detach, drawn), fake);

	CT_TRY(descend(g->adam_d, CT_E(add, loss_real, loss_fake), loss_d));
	return descend(g->adam_g, LOSS(drawn, real), loss_g);
}

static ct_error train_epoch(struct gan *g, ct_data_loader *loader, ct_progress *progress)
{
	ct_running_mean mean_d = { 0 }, mean_g = { 0 };
	double loss_d = 0, loss_g = 0;

	CT_EACH_BATCH (batch, loader) {
		CT_TRY(train_step(g, prepare(batch->data), &loss_d, &loss_g));
		g->state.step++;
		CT_TRY(ct_curves_add(g->state.curves, "discriminator", g->state.step, loss_d));
		CT_TRY(ct_curves_add(g->state.curves, "generator", g->state.step, loss_g));
		ct_running_mean_add(&mean_d, loss_d, (double)batch->size);
		ct_running_mean_add(&mean_g, loss_g, (double)batch->size);
		ct_progress_set(progress, "discriminator", loss_d);
		ct_progress_set(progress, "generator", loss_g);
	}
	g->state.epoch++;
	ct_progress_clear(progress);
	printf("epoch %lld: discriminator %.4f, generator %.4f\n", (long long)g->state.epoch,
	       ct_running_mean_value(&mean_d), ct_running_mean_value(&mean_g));
	return NULL;
}

static ct_optimizer *adam(const ct_module *network)
{
	return CT_OPTIMIZER(Adam, CT_PARAMETERS(network), .lr = 2e-4,
			    .betas = CT_FLOATS(0.5, 0.999));
}

static ct_error gan_new(struct gan *g)
{
	g->generator = CT_MODEL(dcgan_generator, .nz = NOISE, .ngf = CHANNELS, .nc = 1);
	g->discriminator = CT_MODEL(dcgan_discriminator, .ndf = CHANNELS, .nc = 1);
	g->adam_g = adam(g->generator);
	g->adam_d = adam(g->discriminator);
	g->noise = CT_E(randn, CT_L(SAMPLES, NOISE, 1, 1));
	g->state.model = CT_MODULE_DICT({ "generator", g->generator },
					{ "discriminator", g->discriminator });
	g->state.optimizer = g->adam_d;
	CT_TRY(CT_DONE());
	return ct_curves_new(&g->state.curves);
}

static ct_error run(const struct options *o)
{
	CT_SCOPE;
	struct gan g = { 0 };
	ct_tensor *images, *labels;
	ct_progress *progress;

	CT_TRY(ct_mnist_load(o->data, true, &images, &labels));
	if (o->images > 0 && o->images < ct_tensor_size(images, 0))
		CT_TRY(CT(narrow, &images, images, 0, 0, o->images));
	if ((mkdir(o->out, 0777) != 0 && errno != EEXIST) || chdir(o->out) != 0)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "%s: %s", o->out, strerror(errno));
	CT_TRY(ct_manual_seed(o->seed));
	CT_TRY(gan_new(&g));
	CT_TRY(ct_progress_new(&(ct_progress_options){ .total = ct_tensor_size(images, 0),
						       .epochs = o->epochs,
						       .unit = "images" },
			       NULL, &progress));
	ct_data_loader *loader = CT_DATA_LOADER(CT_TENSOR_DATASET(images), .batch_size = o->batch,
						.shuffle = true, .progress = progress);

	CT_TRY(CT_DONE());
	if (o->resume)
		CT_TRY(load(&g));
	printf("Fashion-MNIST: %lld images\n", (long long)ct_tensor_size(images, 0));
	while (g.state.epoch < o->epochs) {
		CT_TRY(train_epoch(&g, loader, progress));
		CT_TRY(write_samples(&g));
		CT_TRY(save(&g));
	}
	return ct_curves_save_svg(g.state.curves, "losses.svg",
				  &(ct_curves_svg_options){ .title = "Losses" });
}

/* --- the command line ------------------------------------------------------------------------- */

static const char help[] =
	"Usage: dcgan [OPTION]...\n"
	"Trains a DCGAN on the images of Fashion-MNIST.\n"
	"\n"
	"  -d, --data FOLDER   has the data set's IDX files (" DEFAULT_FOLDER ")\n"
	"  -o, --out FOLDER    for pictures, checkpoint and curves (dcgan)\n"
	"  -e, --epochs N      number of passes over all images (5)\n"
	"  -b, --batch N       images in one step (128)\n"
	"  -i, --images N      only the first N images, which takes less time; 0: all (0)\n"
	"  -r, --resume        goes on from the checkpoint\n"
	"  -s, --seed N        of the first weights, the order of the images and the noise (1)\n"
	"  -h, --help          this text\n";

static void usage(const char *what, const char *value)
{
	fprintf(stderr, "dcgan: %s '%s'; see --help\n", what, value);
	exit(2);
}

static int64_t integer(const char *text, int64_t min)
{
	char *end;
	const long long value = strtoll(text, &end, 10);

	if (end == text || *end || value < min || value > 1000000)
		usage("not a number in the range:", text);
	return value;
}

static const struct option names[] = {
	{ "data", required_argument, NULL, 'd' },
	{ "out", required_argument, NULL, 'o' },
	{ "epochs", required_argument, NULL, 'e' },
	{ "batch", required_argument, NULL, 'b' },
	{ "images", required_argument, NULL, 'i' },
	{ "resume", no_argument, NULL, 'r' },
	{ "seed", required_argument, NULL, 's' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static void set(struct options *o, int option)
{
	if (option == 'd')
		o->data = optarg;
	else if (option == 'o')
		o->out = optarg;
	else if (option == 'e')
		o->epochs = integer(optarg, 1);
	else if (option == 'b')
		o->batch = integer(optarg, 1);
	else if (option == 'i')
		o->images = integer(optarg, 0);
	else if (option == 'r')
		o->resume = true;
	else if (option == 's')
		o->seed = (uint64_t)integer(optarg, 0);
	else
		exit(option == 'h' ? (fputs(help, stdout), 0) : 2);
}

int main(int argc, char **argv)
{
	struct options options = {
		.data = DEFAULT_FOLDER, .out = "dcgan", .epochs = 5, .batch = 128, .seed = 1
	};
	int c;

	while ((c = getopt_long(argc, argv, "d:o:e:b:i:rs:h", names, NULL)) != -1)
		set(&options, c);
	if (optind < argc)
		usage("there are only options, not", argv[optind]);
	setvbuf(stdout, NULL, _IOLBF, 0);
	CT_CHECK(run(&options));
	return 0;
}
