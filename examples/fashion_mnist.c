/*
 * fashion_mnist.c: trains a small network to tell shirts from shoes.
 *
 * Fashion-MNIST is 70,000 pictures of clothes, 28 x 28 grey pixels each, in ten classes. The
 * network is made of modules of torch.nn and has one hidden layer, 784 -> 256 -> 10.
 *
 * Memory: no tensor is freed by hand. run() opens a scope that owns the data set and the network;
 * each training step begins with ct_gc(), which releases the tensors of the previous step. So on an
 * error every function just returns.
 */
#define _GNU_SOURCE
#include <ctorch/ctorch.h>
#include <ctorch/nn.h>
#include <ctorch/optim.h>
#include <ctorch/train.h>

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define DEFAULT_FOLDER "/usr/share/datasets/fashion-mnist" /* where Debian puts them */
#define SIDE 28
#define HIDDEN 256
#define CLASSES 10

struct options {
	const char *folder;
	int64_t epochs;
	int64_t batch;
	double rate;
	double momentum;
	uint64_t seed;
	const char *plot; /* NULL: none */
};

struct dataset {
	ct_tensor *images; /* uint8, n x 28 x 28 */
	ct_tensor *labels; /* int64, n */
};

/* --- Reading IDX, the format of the data set ---------------------------------------------------
 *
 * Two zero bytes, 8 for "the elements are bytes", the number of dimensions; then the size of each
 * dimension in four bytes, the highest first; then the elements.
 */

#define IDX_BYTE 8
#define IDX_MAX_DIMS 3
#define IDX_MAX_BYTES (1 << 30)

static ct_error open_failed(const char *path)
{
	if (errno == ENOENT)
		return ct_error_new(CT_ERROR_RUNTIME, NULL,
				    "%s: no such file; on Debian it is in the package "
				    "dataset-fashion-mnist",
				    path);
	return ct_error_new(CT_ERROR_RUNTIME, NULL, "%s: %s", path, strerror(errno));
}

static ct_error read_failed(gzFile file, const char *path, const char *what)
{
	int code;
	const char *text = gzerror(file, &code);

	if (code == Z_ERRNO)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "%s: %s", path, strerror(errno));
	if (code == Z_OK || code == Z_BUF_ERROR)
		return ct_error_new(CT_ERROR_VALUE, NULL, "%s: truncated: it ends within its %s",
				    path, what);
	return ct_error_new(CT_ERROR_VALUE, NULL, "%s: the file is damaged", text); /* has path */
}

static ct_error read_bytes(gzFile file, const char *path, unsigned char *to, unsigned n)
{
	return gzread(file, to, n) == (int)n ? NULL : read_failed(file, path, "header");
}

static ct_error read_header(gzFile file, const char *path, int64_t dims, int64_t *shape, int64_t *n)
{
	unsigned char magic[4], size[4];

	CT_TRY(read_bytes(file, path, magic, sizeof magic));
	if (magic[0] || magic[1] || magic[2] != IDX_BYTE || magic[3] != dims)
		return ct_error_new(CT_ERROR_VALUE, NULL,
				    "%s: wrong magic number %02x%02x%02x%02x, not the 0000%02x%02x "
				    "of an IDX file of bytes in %d dimensions",
				    path, magic[0], magic[1], magic[2], magic[3], IDX_BYTE,
				    (int)dims, (int)dims);
	*n = 1;
	for (int64_t i = 0; i < dims; i++) {
		CT_TRY(read_bytes(file, path, size, sizeof size));
		shape[i] = (int64_t)size[0] << 24 | size[1] << 16 | size[2] << 8 | size[3];
		*n *= shape[i];
		if (*n < 1 || *n > IDX_MAX_BYTES)
			return ct_error_new(CT_ERROR_VALUE, NULL,
					    "%s: size %lld in its header cannot be right", path,
					    (long long)shape[i]);
	}
	return NULL;
}

/* The rest of the file, which must have `n` bytes. It requests one more, because zlib checks the
 * checksum only when it reads beyond the end. `to` has room for it. */
static ct_error read_rest(gzFile file, const char *path, unsigned char *to, int64_t n)
{
	int code, got = gzread(file, to, (unsigned)n + 1);

	gzerror(file, &code);
	if (got == n + 1)
		return ct_error_new(CT_ERROR_VALUE, NULL,
				    "%s: longer than the sizes in its header say", path);
	return got == n && code == Z_OK ? NULL : read_failed(file, path, "elements or checksum");
}

static ct_error read_file(gzFile file, const char *path, int64_t dims, ct_tensor **result)
{
	int64_t shape[IDX_MAX_DIMS], n = 0;
	ct_tensor *bytes, *elements;

	CT_TRY(read_header(file, path, dims, shape, &n));
	CT_TRY(CT(empty, &bytes, CT_L(n + 1), .dtype = CT_UINT8));
	CT_TRY(read_rest(file, path, ct_tensor_mutable_data(bytes), n));
	CT_TRY(CT(narrow, &elements, bytes, 0, 0, n));
	return CT(view, result, elements, ((ct_ints){ shape, dims }));
}

/* The file's elements as a tensor of bytes. */
static ct_error read_idx(const char *path, int64_t dims, ct_tensor **result)
{
	gzFile file = gzopen(path, "rb"); /* reads files that are not compressed, too */
	ct_error err;

	if (!file)
		return open_failed(path);
	err = read_file(file, path, dims, result);
	gzclose(file);
	return err;
}

/* --- The data set ----------------------------------------------------------------------------- */

static ct_error read_images(const char *path, ct_tensor **images)
{
	CT_TRY(read_idx(path, 3, images));
	if (ct_tensor_size(*images, 1) != SIDE || ct_tensor_size(*images, 2) != SIDE)
		return ct_error_new(CT_ERROR_VALUE, NULL, "%s: images of %lld x %lld, not %d x %d",
				    path, (long long)ct_tensor_size(*images, 1),
				    (long long)ct_tensor_size(*images, 2), SIDE, SIDE);
	return NULL;
}

static ct_error read_labels(const char *path, int64_t n, ct_tensor **labels)
{
	CT_SCOPE; /* the bytes are not needed once they are 64-bit integers */
	ct_tensor *bytes;
	const uint8_t *label;

	CT_TRY(read_idx(path, 1, &bytes));
	if (ct_tensor_numel(bytes) != n)
		return ct_error_new(CT_ERROR_VALUE, NULL, "%s: %lld labels for %lld images", path,
				    (long long)ct_tensor_numel(bytes), (long long)n);
	label = ct_tensor_data(bytes);
	for (int64_t i = 0; i < n; i++)
		if (label[i] >= CLASSES)
			return ct_error_new(CT_ERROR_VALUE, NULL,
					    "%s: label %lld is %d, not 0 to %d", path, (long long)i,
					    label[i], CLASSES - 1);
	CT_TRY(CT(to_dtype, labels, bytes, CT_INT64, .copy = true));
	ct_scope_move_up(*labels);
	return NULL;
}

/* `part` is "train" or "t10k". */
static ct_error read_dataset(const char *folder, const char *part, struct dataset *set)
{
	char path[4096];

	if (strlen(folder) > sizeof path - 64)
		return ct_error_new(CT_ERROR_VALUE, NULL, "the folder's name is too long");
	snprintf(path, sizeof path, "%s/%s-images-idx3-ubyte.gz", folder, part);
	CT_TRY(read_images(path, &set->images));
	snprintf(path, sizeof path, "%s/%s-labels-idx1-ubyte.gz", folder, part);
	return read_labels(path, ct_tensor_size(set->images, 0), &set->labels);
}

/* Pixels of 0 to 255 become numbers of 0 to 1. */
static ct_tensor *scale(const ct_tensor *pixels)
{
	return CT_E(div_, CT_E(to_dtype, pixels, CT_FLOAT32), 255);
}

/* --- The network ------------------------------------------------------------------------------ */

static ct_module *network_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Flatten), CT_NN(Linear, SIDE * SIDE, HIDDEN), CT_NN(ReLU),
			     CT_NN(Linear, HIDDEN, CLASSES));
}

/* The fraction of the images whose class the network finds. */
static ct_error accuracy(const ct_module *net, const struct dataset *set, double *result)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_accuracy found = { 0 };

	CT_TRY(ct_accuracy_add(&found, CT_M(net, scale(set->images)), set->labels));
	*result = ct_accuracy_value(&found);
	return NULL;
}

/* --- Training --------------------------------------------------------------------------------- */

struct training {
	const struct options *options;
	struct dataset set, test;
	ct_module *net;
	ct_optimizer *optimizer;
	int64_t total; /* images, in all epochs */
	ct_progress *progress;
	ct_curves *curves;
};

/* Trains on the images and labels whose numbers are in `index`. The learning rate falls to 0 during
 * the training. */
static ct_error train_batch(struct training *t, const ct_tensor *index, double *loss_value)
{
	double done = (double)ct_progress_done(t->progress) / (double)t->total;
	ct_tensor *images = scale(CT_E(index_select, t->set.images, 0, index));
	ct_tensor *labels = CT_E(index_select, t->set.labels, 0, index);
	ct_tensor *loss = CT_E(cross_entropy_loss, CT_M(t->net, images), labels);

	CT_TRY(ct_optimizer_zero_grad(t->optimizer));
	CT_TRY(ct_autograd_backward(loss));
	CT_TRY(ct_optimizer_set_lr(t->optimizer, t->options->rate * (1 - done)));
	CT_TRY(ct_optimizer_step(t->optimizer));
	return ct_tensor_item_double(loss, loss_value);
}

/* Trains on every image once, in a new random order; returns the mean loss. */
static ct_error train_epoch(struct training *t, double *mean)
{
	CT_SCOPE; /* has the order; each step is a scope inside it */
	int64_t n, images = ct_tensor_size(t->set.images, 0);
	ct_running_mean losses = { 0 };
	double loss;
	ct_tensor *order;

	CT_TRY(CT(randperm, &order, images));
	for (int64_t start = 0; start < images; start += n) {
		n = images - start < t->options->batch ? images - start : t->options->batch;
		CT_TRY(ct_gc());
		CT_TRY(train_batch(t, CT_E(narrow, order, 0, start, n), &loss));
		ct_running_mean_add(&losses, loss, (double)n);
		ct_progress_set(t->progress, "loss", ct_running_mean_value(&losses));
		ct_progress_add(t->progress, n);
	}
	*mean = ct_running_mean_value(&losses);
	return ct_gc_finish();
}

static ct_error train(struct training *t)
{
	const long long epochs = t->options->epochs;
	double loss = 0, part = 0, started;

	for (int64_t epoch = 1; epoch <= epochs; epoch++) {
		started = ct_progress_seconds(t->progress);
		CT_TRY(train_epoch(t, &loss));
		CT_TRY(accuracy(t->net, &t->test, &part));
		CT_TRY(ct_curves_add(t->curves, "training loss", epoch, loss));
		CT_TRY(ct_curves_add(t->curves, "test accuracy", epoch, part));
		ct_progress_clear(t->progress);
		printf("epoch %lld of %lld: loss %.3f, test accuracy %.1f %%, %.1f s\n",
		       (long long)epoch, epochs, loss, 100 * part,
		       ct_progress_seconds(t->progress) - started);
	}
	printf("final test accuracy: %.2f %%\n", 100 * part);
	return NULL;
}

static ct_error begin(struct training *t)
{
	const int64_t images = ct_tensor_size(t->set.images, 0);

	CT_TRY(ct_manual_seed(t->options->seed));
	t->net = network_new();
	t->optimizer = CT_OPTIM(SGD, CT_PARAMETERS(t->net), t->options->rate, t->options->momentum);
	t->total = images * t->options->epochs;
	CT_TRY(CT_FINISH(NULL, NULL));
	CT_TRY(ct_curves_new(&t->curves));
	return ct_progress_new(&(ct_progress_options){ .total = images,
						       .epochs = t->options->epochs,
						       .unit = "images",
						       .when = CT_PROGRESS_ALWAYS },
			       NULL, &t->progress);
}

static ct_error run(const struct options *options)
{
	CT_SCOPE; /* has the data set and the network */
	struct training t = { .options = options };

	CT_TRY(read_dataset(options->folder, "train", &t.set));
	CT_TRY(read_dataset(options->folder, "t10k", &t.test));
	printf("Fashion-MNIST: %lld images to learn from, %lld to test with\n",
	       (long long)ct_tensor_size(t.set.images, 0),
	       (long long)ct_tensor_size(t.test.images, 0));
	CT_TRY(begin(&t));
	CT_TRY(train(&t));
	if (options->plot)
		return ct_curves_save_svg(t.curves, options->plot,
					  &(ct_curves_svg_options){ .x_label = "epoch" });
	return NULL;
}

/* --- The command line ------------------------------------------------------------------------- */

static const char help[] =
	"Usage: fashion_mnist [OPTION]... [FOLDER]\n"
	"Trains a small network on the images of Fashion-MNIST and prints its accuracy.\n"
	"\n"
	"FOLDER has the data set's four IDX files (" DEFAULT_FOLDER ").\n"
	"\n"
	"  -e, --epochs N      number of passes over all images (3)\n"
	"  -b, --batch N       images in one step (128)\n"
	"  -r, --rate X        learning rate at the beginning (0.1)\n"
	"  -m, --momentum X    0 to below 1 (0.9)\n"
	"  -p, --plot FILE     draws loss and accuracy as SVG\n"
	"  -s, --seed N        of the first weights and of the order of the images (1)\n"
	"  -h, --help          this text\n"
	"\n"
	"With OMP_NUM_THREADS=1 in the environment the small steps do not wait for a second\n"
	"core; on a busy machine that is much faster.\n";

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

/* Within [0, below). */
static double number(const char *text, double below, const char *what)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0 && value < below))
		usage(what, text);
	return value;
}

static void parse(int argc, char **argv, struct options *options)
{
	static const struct option names[] = {
		{ "epochs", required_argument, NULL, 'e' },
		{ "batch", required_argument, NULL, 'b' },
		{ "rate", required_argument, NULL, 'r' },
		{ "momentum", required_argument, NULL, 'm' },
		{ "plot", required_argument, NULL, 'p' },
		{ "seed", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "e:b:r:m:p:s:h", names, NULL)) != -1) {
		switch (c) {
		case 'e':
			options->epochs = integer(optarg, 1, 1000000, "not a number of epochs:");
			break;
		case 'b':
			options->batch = integer(optarg, 1, INT64_MAX, "not a number of images:");
			break;
		case 'r':
			options->rate = number(optarg, HUGE_VAL, "not a learning rate:");
			break;
		case 'm':
			options->momentum = number(optarg, 1, "not a momentum:");
			break;
		case 'p':
			options->plot = optarg;
			break;
		case 's':
			options->seed = (uint64_t)integer(optarg, 0, INT64_MAX, "not a seed:");
			break;
		case 'h':
			fputs(help, stdout);
			exit(0);
		default:
			exit(2);
		}
	}
	if (optind < argc)
		options->folder = argv[optind++];
	if (optind < argc)
		usage("one folder is enough, not also", argv[optind]);
}

int main(int argc, char **argv)
{
	struct options options = {
		.folder = DEFAULT_FOLDER,
		.epochs = 3,
		.batch = 128,
		.rate = 0.1,
		.momentum = 0.9,
		.seed = 1,
	};
	ct_error err;

	parse(argc, argv, &options);
	setvbuf(stdout, NULL, _IOLBF, 0); /* in order with stderr, in a file too */
	err = run(&options);
	if (!err)
		return 0;
	fprintf(stderr, "fashion_mnist: %s\n", err);
	ct_error_free(err);
	return 1;
}
