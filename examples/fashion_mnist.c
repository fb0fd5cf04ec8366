/*
 * fashion_mnist.c: trains a network to tell shirts from shoes, and asks it what is in a picture.
 *
 *     fashion_mnist train --model cnn --epochs 5 --save fashion.pt
 *     fashion_mnist predict fashion.pt shirt.png
 *
 * Fashion-MNIST is 70,000 pictures of clothes, 28 x 28 gray pixels each, in ten classes. The twin
 * in Python is twins/fashion_mnist.py; both print the same losses for the same seed.
 *
 * Memory: no tensor is freed by hand. CT_SCOPE owns what a function makes, and each batch of
 * CT_EACH_BATCH releases the tensors of the batch before it. So on an error every function just
 * returns.
 */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#define DEFAULT_FOLDER "/usr/share/datasets/fashion-mnist" /* where Debian puts them */

enum { SIDE = 28, CLASSES = 10 };

static const char *const classes[CLASSES] = { "T-shirt/top", "Trouser",   "Pullover", "Dress",
					      "Coat",        "Sandal",    "Shirt",    "Sneaker",
					      "Bag",         "Ankle boot" };

struct options {
	const char *folder, *model, *save, *plot; /* save and plot may be NULL */
	int64_t epochs, batch, workers;
	double lr;
	uint64_t seed;
	bool resume;
};

/* --- the networks ----------------------------------------------------------------------------- */

static ct_module *mlp_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Flatten), CT_NN(Linear, SIDE * SIDE, 256), CT_NN(ReLU),
			     CT_NN(Linear, 256, CLASSES));
}

static ct_module *cnn_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Conv2d, 1, 32, CT_L(3), .padding = CT_L(1)),
			     CT_NN(BatchNorm2d, 32), CT_NN(ReLU), CT_NN(MaxPool2d, CT_L(2)),
			     CT_NN(Conv2d, 32, 64, CT_L(3), .padding = CT_L(1)),
			     CT_NN(BatchNorm2d, 64), CT_NN(ReLU), CT_NN(MaxPool2d, CT_L(2)),
			     CT_NN(Flatten), CT_NN(Dropout, 0.25), CT_NN(Linear, 64 * 7 * 7, 128),
			     CT_NN(ReLU), CT_NN(Linear, 128, CLASSES));
}

static ct_module *network_new(const char *model)
{
	return strcmp(model, "cnn") == 0 ? cnn_new() : mlp_new();
}

/* Pixels of 0 to 255 become numbers of 0 to 1. */
static ct_tensor *scale(const ct_tensor *pixels)
{
	return CT_E(div_, CT_E(to_dtype, pixels, CT_FLOAT32), 255);
}

/* --- training --------------------------------------------------------------------------------- */

static ct_error evaluate(ct_module *net, ct_data_loader *loader, double *result)
{
	ct_accuracy found = { 0 };

	CT_NO_GRAD_SCOPE;
	CT_TRY(ct_module_eval(net));
	CT_EACH_BATCH (batch, loader)
		CT_TRY(ct_accuracy_add(&found, CT_M(net, scale(batch->data)), batch->target));
	*result = ct_accuracy_value(&found);
	return ct_module_train(net, true);
}

static ct_error train_epoch(const ct_train_state *run, ct_data_loader *loader,
			    ct_progress *progress, double *mean)
{
	ct_running_mean losses = { 0 };

	CT_EACH_BATCH (batch, loader) {
		ct_tensor *scores = CT_M(run->model, scale(batch->data));
		ct_tensor *loss = CT_E(cross_entropy, scores, batch->target);

		CT_TRY(ct_optimizer_minimize(run->optimizer, loss));
		ct_running_mean_add(&losses, CT_ITEM(loss), (double)batch->size);
		ct_progress_set(progress, "loss", ct_running_mean_value(&losses));
	}
	*mean = ct_running_mean_value(&losses);
	return ct_lr_scheduler_step(run->scheduler);
}

static ct_error train_epochs(ct_train_state *run, const struct options *o, ct_data_loader *train,
			     ct_data_loader *test, ct_progress *progress)
{
	double loss = 0, accuracy = 0;

	while (run->epoch < o->epochs) {
		const double started = ct_progress_seconds(progress);

		CT_TRY(train_epoch(run, train, progress, &loss));
		CT_TRY(evaluate(run->model, test, &accuracy));
		run->epoch++;
		CT_TRY(ct_curves_add(run->curves, "training loss", run->epoch, loss));
		CT_TRY(ct_curves_add(run->curves, "test accuracy", run->epoch, accuracy));
		if (o->save)
			CT_TRY(ct_train_save(run, o->save));
		ct_progress_clear(progress);
		printf("epoch %lld of %lld: loss %.3f, test accuracy %.2f %%, %.1f s\n",
		       (long long)run->epoch, (long long)o->epochs, loss, 100 * accuracy,
		       ct_progress_seconds(progress) - started);
	}
	if (o->plot)
		CT_TRY(ct_curves_save_svg(run->curves, o->plot,
					  &(ct_curves_svg_options){ .x_label = "epoch" }));
	return NULL;
}

static ct_error train(const struct options *o)
{
	CT_SCOPE; /* has the data, the network and all that trains it */
	ct_tensor *images, *labels, *test_images, *test_labels;
	ct_value model = ct_value_string(o->model);
	ct_train_state run = { .values = &model };
	ct_progress *progress;

	CT_TRY(ct_mnist_load(o->folder, true, &images, &labels));
	CT_TRY(ct_mnist_load(o->folder, false, &test_images, &test_labels));
	CT_TRY(ct_manual_seed(o->seed));
	run.model = network_new(o->model);
	run.optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(run.model), .lr = o->lr);
	run.scheduler = CT_LR_SCHEDULER(CosineAnnealingLR, run.optimizer, o->epochs);
	CT_TRY(ct_curves_new(&run.curves));
	CT_TRY(ct_progress_new(&(ct_progress_options){ .total = ct_tensor_size(images, 0),
						       .epochs = o->epochs,
						       .unit = "images",
						       .when = CT_PROGRESS_ALWAYS },
			       NULL, &progress));
	ct_data_loader *loader = CT_DATA_LOADER(
		CT_TENSOR_DATASET(images, labels), .batch_size = o->batch, .shuffle = true,
		.num_workers = (int32_t)o->workers, .progress = progress);
	ct_data_loader *test = CT_DATA_LOADER(CT_TENSOR_DATASET(test_images, test_labels),
					      .batch_size = 1000);
	CT_TRY(CT_DONE());
	if (o->resume)
		CT_TRY(ct_train_load(&run, o->save));
	printf("Fashion-MNIST: %lld images to learn from, %lld to test with; %s\n",
	       (long long)ct_tensor_size(images, 0), (long long)ct_tensor_size(test_images, 0),
	       o->model);
	return train_epochs(&run, o, loader, test, progress);
}

/* --- predicting ------------------------------------------------------------------------------- */

/* The picture as the network knows pictures: gray, 28 x 28, bright on black. */
static ct_error read_picture(const char *path, ct_tensor **result)
{
	ct_tensor *pixels;

	CT_TRY(ct_image_load_png(path, CT_IMAGE_MODE_GRAY, &pixels));
	ct_tensor *numbers = CT_E(unsqueeze, scale(pixels), 0);
	return CT_FINISH(CT_E(_upsample_bilinear2d_aa, numbers, CT_L(SIDE, SIDE), false), result);
}

static ct_error predict_one(const ct_module *net, const char *path)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_tensor *picture, *values, *indices;

	CT_TRY(read_picture(path, &picture));
	CT_TRY(CT(topk, &values, &indices, CT_E(softmax_int, CT_M(net, picture), 1), 3));
	const float *likely = ct_tensor_data(values);
	const int64_t *which = ct_tensor_data(indices);

	printf("%s: %s %.1f %% (or %s %.1f %%, %s %.1f %%)\n", path, classes[which[0]],
	       100.0 * (double)likely[0], classes[which[1]], 100.0 * (double)likely[1],
	       classes[which[2]], 100.0 * (double)likely[2]);
	return NULL;
}

static ct_error predict(const char *file, char **pictures)
{
	CT_SCOPE;
	ct_value checkpoint, model;
	const char *name;

	CT_TRY(ct_load(file, NULL, &checkpoint));
	CT_TRY(ct_value_move_to_scope(&checkpoint));
	CT_TRY(ct_value_at(&checkpoint, "/values", &model));
	CT_TRY(ct_value_as_string(&model, &name, NULL));
	ct_module *net = network_new(name);

	CT_TRY(CT_DONE());
	CT_TRY(ct_module_load(net, file, &(ct_module_load_options){ .at = "/model_state_dict" },
			      NULL));
	CT_TRY(ct_module_eval(net));
	for (; *pictures; pictures++)
		CT_TRY(predict_one(net, *pictures));
	return NULL;
}

/* --- the command line ------------------------------------------------------------------------- */

static const char help[] =
	"Usage: fashion_mnist train [OPTION]... [FOLDER]\n"
	"       fashion_mnist predict MODEL PICTURE.png...\n"
	"Trains a network on the images of Fashion-MNIST, or says what it sees in pictures.\n"
	"\n"
	"FOLDER has the data set's four IDX files (" DEFAULT_FOLDER ").\n"
	"\n"
	"  -m, --model NAME    mlp: one hidden layer; cnn: two convolutions (mlp)\n"
	"  -e, --epochs N      number of passes over all images (3)\n"
	"  -b, --batch N       images in one step (128)\n"
	"  -l, --lr X          learning rate at the beginning (0.001)\n"
	"  -S, --save FILE     writes a checkpoint after each epoch\n"
	"  -r, --resume        goes on from that file\n"
	"  -p, --plot FILE     draws loss and accuracy as SVG\n"
	"  -s, --seed N        of the first weights and of the order of the images (1)\n"
	"  -w, --workers N     threads that prepare batches (0)\n"
	"  -h, --help          this text\n"
	"\n"
	"With OMP_NUM_THREADS=1 in the environment the small steps of the mlp do not wait for a\n"
	"second core; on a busy machine that is much faster.\n";

static void usage(const char *what, const char *value)
{
	fprintf(stderr, "fashion_mnist: %s '%s'; see --help\n", what, value);
	exit(2);
}

static int64_t integer(const char *text, int64_t min, int64_t max, const char *what)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (errno || end == text || *end || value < min || value > max)
		usage(what, text);
	return value;
}

static double positive(const char *text, const char *what)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value > 0 && value < HUGE_VAL))
		usage(what, text);
	return value;
}

static const struct option names[] = {
	{ "model", required_argument, NULL, 'm' },
	{ "epochs", required_argument, NULL, 'e' },
	{ "batch", required_argument, NULL, 'b' },
	{ "lr", required_argument, NULL, 'l' },
	{ "save", required_argument, NULL, 'S' },
	{ "resume", no_argument, NULL, 'r' },
	{ "plot", required_argument, NULL, 'p' },
	{ "seed", required_argument, NULL, 's' },
	{ "workers", required_argument, NULL, 'w' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static void set(struct options *options, int option)
{
	switch (option) {
	case 'm':
		options->model = optarg;
		if (strcmp(optarg, "mlp") != 0 && strcmp(optarg, "cnn") != 0)
			usage("neither mlp nor cnn:", optarg);
		break;
	case 'e':
		options->epochs = integer(optarg, 1, 1000000, "not a number of epochs:");
		break;
	case 'b':
		options->batch = integer(optarg, 1, INT64_MAX, "not a number of images:");
		break;
	case 'l':
		options->lr = positive(optarg, "not a learning rate:");
		break;
	case 'S':
		options->save = optarg;
		break;
	case 'r':
		options->resume = true;
		break;
	case 'p':
		options->plot = optarg;
		break;
	case 's':
		options->seed = (uint64_t)integer(optarg, 0, INT64_MAX, "not a seed:");
		break;
	case 'w':
		options->workers = integer(optarg, 0, 1024, "not a number of threads:");
		break;
	case 'h':
		fputs(help, stdout);
		exit(0);
	default:
		exit(2);
	}
}

static ct_error run(int argc, char **argv, struct options *options)
{
	const char *command;
	int c;

	while ((c = getopt_long(argc, argv, "m:e:b:l:S:rp:s:w:h", names, NULL)) != -1)
		set(options, c);
	command = optind < argc ? argv[optind++] : "";
	if (strcmp(command, "predict") == 0) {
		if (argc - optind < 2)
			usage("predict needs a model and a picture, not only", command);
		return predict(argv[optind], argv + optind + 1);
	}
	if (strcmp(command, "train") != 0)
		usage("neither train nor predict:", command);
	if (optind < argc)
		options->folder = argv[optind++];
	if (optind < argc)
		usage("one folder is enough, not also", argv[optind]);
	if (options->resume && options->save == NULL)
		usage("--resume needs the file of", "--save");
	return train(options);
}

int main(int argc, char **argv)
{
	struct options options = {
		.folder = DEFAULT_FOLDER,
		.model = "mlp",
		.epochs = 3,
		.batch = 128,
		.lr = 0.001,
		.seed = 1,
	};
	ct_error err;

	setvbuf(stdout, NULL, _IOLBF, 0); /* in order with stderr, in a file too */
	err = run(argc, argv, &options);
	if (!err)
		return 0;
	fprintf(stderr, "fashion_mnist: %s\n", err);
	ct_error_free(err);
	return 1;
}
