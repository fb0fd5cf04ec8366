/*
 * train_exported.c: a network that Python exported learns to name patterns, and goes back to Python.
 *
 * It loads an archive of torch.export.save(), which has the network's graph and its weights, and
 * trains the weights on stripes and checks that it draws itself. No class of the network is needed
 * here: the file says what to compute. ct_export_save() writes the trained program, which Python
 * loads.
 *
 *     twins/train_exported.py export resnet18.pt2
 *     train_exported -o trained.pt2 resnet18.pt2
 *     twins/train_exported.py train resnet18.pt2 trained.pt2
 *
 * The last line trains in Python, prints the same numbers for the same seed, and compares the
 * weights with those in trained.pt2.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

enum { SIDE = 32, BATCH = 16, CLASSES = 3, TEST_BATCHES = 8 };

struct options {
	const char *model;
	const char *output, *plot; /* may be NULL */
	int64_t steps;
	uint64_t seed;
};

/* --- The pictures ----------------------------------------------------------------------------- */

/* Noisy pictures, (BATCH, 3, SIDE, SIDE), of a pattern in any color and width. Label 0 is stripes
 * down, 1 stripes across, 2 checks. */
static ct_tensor *patterns(ct_tensor **labels)
{
	ct_tensor *color, *drawn, *place, *frequency, *x, *y, *label, *picture;

	*labels = CT_E(randint, CLASSES, CT_L(BATCH));
	color = CT_E(rand, CT_L(BATCH, 3, 1, 1));
	drawn = CT_E(rand, CT_L(3, BATCH, 1, 1, 1));
	place = CT_E(to_dtype, CT_E(arange, SIDE), CT_FLOAT32);
	frequency = CT_E(add, CT_E(mul, CT_E(select, drawn, 0, 0), 0.6), 0.6);
	x = CT_E(mul, place, frequency);
	x = CT_E(sin, CT_E(add, x, CT_E(mul, CT_E(select, drawn, 0, 1), 6)));
	y = CT_E(mul, CT_E(unsqueeze, place, 1), frequency);
	y = CT_E(sin, CT_E(add, y, CT_E(mul, CT_E(select, drawn, 0, 2), 6)));
	label = CT_E(view, *labels, CT_L(-1, 1, 1, 1));
	picture = CT_E(where_self, CT_E(eq, label, 1), y, CT_E(mul, x, y));
	picture = CT_E(where_self, CT_E(eq, label, 0), x, picture);
	return CT_E(add, CT_E(mul, color, picture),
		    CT_E(mul, CT_E(randn, CT_L(BATCH, 3, SIDE, SIDE)), 0.1));
}

/* --- Training --------------------------------------------------------------------------------- */

static ct_error train_step(ct_module *net, ct_optimizer *optimizer, double *loss_value)
{
	ct_tensor *labels, *pictures = patterns(&labels), *loss;

	loss = CT_E(cross_entropy, CT_M(net, pictures), labels);
	CT_TRY(ct_optimizer_minimize(optimizer, loss));
	return ct_tensor_item_double(loss, loss_value);
}

static ct_error train(ct_module *net, const struct options *o, ct_curves *curves)
{
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 1e-3);
	ct_progress *progress;
	double loss = 0;

	CT_TRY(ct_progress_new(&(ct_progress_options){ .total = o->steps }, NULL, &progress));
	CT_EACH_STEP (i, 1, o->steps) {
		CT_TRY(train_step(net, optimizer, &loss));
		CT_TRY(ct_curves_add(curves, "loss", i, loss));
		ct_progress_set(progress, "loss", loss);
		ct_progress_add(progress, 1);
		if (i % 20 == 0) {
			ct_progress_clear(progress);
			printf("step %lld: loss %.4f\n", (long long)i, loss);
		}
	}
	ct_progress_clear(progress);
	return NULL;
}

/* Prints the fraction of new pictures whose pattern the network names. */
static ct_error print_accuracy(ct_module *net, const char *when)
{
	CT_NO_GRAD_SCOPE;
	ct_accuracy found = { 0 };

	for (int i = 0; i < TEST_BATCHES; i++) {
		CT_SCOPE;
		ct_tensor *labels, *pictures = patterns(&labels);

		CT_TRY(ct_accuracy_add(&found, CT_M(net, pictures), labels));
	}
	printf("%s: accuracy %.1f %%\n", when, 100 * ct_accuracy_value(&found));
	return NULL;
}

static ct_error train_and_save(ct_export *program, const struct options *o)
{
	CT_SCOPE;
	ct_module *net = ct_export_module(program);
	ct_curves *curves;

	CT_TRY(ct_manual_seed(o->seed));
	CT_TRY(ct_curves_new(&curves));
	CT_TRY(print_accuracy(net, "before"));
	CT_TRY(train(net, o, curves));
	CT_TRY(print_accuracy(net, "after"));
	if (o->plot)
		CT_TRY(ct_curves_save_svg(curves, o->plot,
					  &(ct_curves_svg_options){ .title = "Training loss" }));
	return o->output ? ct_export_save(program, o->output) : NULL;
}

static ct_error run(const struct options *o)
{
	ct_export *program;
	ct_error error;

	CT_TRY(ct_export_load(o->model, NULL, &program));
	error = train_and_save(program, o);
	ct_export_free(program);
	return error;
}

/* --- The command line ------------------------------------------------------------------------- */

static const char help[] =
	"Usage: train_exported [OPTION]... MODEL\n"
	"Trains a network that Python exported to name patterns, and prints its accuracy.\n"
	"\n"
	"MODEL is an archive of torch.export.save(), which takes pictures of (N, 3, 32, 32) and returns\n"
	"scores of (N, 3); examples/twins/train_exported.py writes one of a ResNet-18:\n"
	"  python3 train_exported.py export resnet18.pt2\n"
	"\n"
	"  -n, --steps N      of 16 pictures each (60)\n"
	"  -o, --output FILE  where to save the trained program, for Python or for this one\n"
	"  -p, --plot FILE    draws the loss as SVG\n"
	"  -s, --seed N       of the pictures (1)\n"
	"  -h, --help         this text\n";

static uint64_t integer(const char *text)
{
	char *end;
	long long value = strtoll(text, &end, 10);

	if (end == text || *end || value < 0 || value > 1000000000) {
		fprintf(stderr, "train_exported: not a number of 0 to 1000000000: '%s'\n", text);
		exit(2);
	}
	return (uint64_t)value;
}

static void parse(int argc, char **argv, struct options *options)
{
	static const struct option names[] = { { "steps", required_argument, NULL, 'n' },
					       { "output", required_argument, NULL, 'o' },
					       { "plot", required_argument, NULL, 'p' },
					       { "seed", required_argument, NULL, 's' },
					       { "help", no_argument, NULL, 'h' },
					       { NULL, 0, NULL, 0 } };
	int c;

	while ((c = getopt_long(argc, argv, "n:o:p:s:h", names, NULL)) != -1) {
		if (c == 'n')
			options->steps = (int64_t)integer(optarg);
		else if (c == 'o')
			options->output = optarg;
		else if (c == 'p')
			options->plot = optarg;
		else if (c == 's')
			options->seed = integer(optarg);
		else
			exit(c == 'h' ? fputs(help, stdout) < 0 : 2);
	}
	if (argc - optind != 1) {
		fputs("train_exported: expected MODEL; see train_exported --help\n", stderr);
		exit(2);
	}
	options->model = argv[optind];
}

int main(int argc, char **argv)
{
	struct options options = { .steps = 60, .seed = 1 };

	parse(argc, argv, &options);
	CT_CHECK(run(&options));
	return 0;
}
