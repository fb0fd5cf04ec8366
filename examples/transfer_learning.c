/*
 * transfer_learning.c: a ResNet-18 that Python trained learns to name patterns.
 *
 * It loads a checkpoint that torch.save(model.state_dict(), FILE) wrote, replaces the last layer,
 * and trains only that one, on stripes and checks that it draws itself. The twin in Python is
 * twins/transfer_learning.py; both print the same numbers for the same seed. A run that goes on
 * from its checkpoint prints what one without a break does.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

enum { SIDE = 32, BATCH = 16, CLASSES = 3, TEST_BATCHES = 8 };

struct options {
	const char *checkpoint;           /* NULL: none */
	const char *output, *save, *plot; /* may be NULL */
	int64_t steps;
	uint64_t seed;
	bool resume;
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

/* The network with a new last layer, which alone has parameters to train. */
static ct_error begin(const struct options *options, ct_module **net, ct_module **fc)
{
	*net = CT_MODEL(resnet18);
	CT_TRY(CT_DONE());
	if (options->checkpoint)
		CT_TRY(ct_module_load(*net, options->checkpoint, NULL, NULL));
	CT_TRY(ct_module_set_requires_grad(*net, false));
	CT_TRY(ct_module_get_submodule(*net, "fc", fc));
	CT_TRY(CT_FINISH(CT_NN(Linear, 512, CLASSES), fc));
	return ct_module_set_submodule(*net, "fc", *fc, true);
}

/* In training mode, so that the averages of batch norm follow the new pictures. */
static ct_error train_step(ct_module *net, ct_optimizer *optimizer, double *loss_value)
{
	ct_tensor *labels, *pictures = patterns(&labels), *loss;

	CT_TRY(ct_module_train(net, true));
	loss = CT_E(cross_entropy, CT_M(net, pictures), labels);
	CT_TRY(ct_optimizer_minimize(optimizer, loss));
	return ct_tensor_item_double(loss, loss_value);
}

/* The fraction of new pictures whose pattern the network names. */
static ct_error accuracy(ct_module *net, double *result)
{
	CT_NO_GRAD_SCOPE;
	ct_accuracy found = { 0 };

	CT_TRY(ct_module_eval(net));
	for (int i = 0; i < TEST_BATCHES; i++) {
		CT_SCOPE;
		ct_tensor *labels, *pictures = patterns(&labels);

		CT_TRY(ct_accuracy_add(&found, CT_M(net, pictures), labels));
	}
	*result = ct_accuracy_value(&found);
	return NULL;
}

static ct_error train(ct_train_state *run, const struct options *o, ct_progress *progress)
{
	double loss = 0;

	CT_EACH_STEP (i, run->step + 1, o->steps) {
		CT_TRY(train_step(run->model, run->optimizer, &loss));
		run->step = i;
		CT_TRY(ct_curves_add(run->curves, "loss", i, loss));
		ct_progress_set(progress, "loss", loss);
		ct_progress_add(progress, 1);
		if (i % 20 == 0) {
			ct_progress_clear(progress);
			printf("step %lld: loss %.4f\n", (long long)i, loss);
		}
		if (o->save && (i % 20 == 0 || i == o->steps))
			CT_TRY(ct_train_save(run, o->save));
	}
	ct_progress_clear(progress);
	return NULL;
}

static ct_error print_accuracy(ct_module *net, const char *when)
{
	double part = 0;

	CT_TRY(accuracy(net, &part));
	printf("%s: accuracy %.1f %%\n", when, 100 * part);
	return NULL;
}

static ct_error run(const struct options *options)
{
	CT_SCOPE;
	ct_train_state run = { 0 };
	ct_progress *progress;
	ct_module *fc;

	CT_TRY(ct_manual_seed(options->seed));
	CT_TRY(begin(options, &run.model, &fc));
	run.optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(fc), .lr = 3e-3);
	CT_TRY(CT_DONE());
	CT_TRY(ct_curves_new(&run.curves));
	CT_TRY(options->resume ? ct_train_load(&run, options->save)
			       : print_accuracy(run.model, "before"));
	CT_TRY(ct_progress_new(&(ct_progress_options){ .total = options->steps, .done = run.step },
			       NULL, &progress));
	CT_TRY(train(&run, options, progress));
	CT_TRY(print_accuracy(run.model, "after"));
	if (options->plot)
		CT_TRY(ct_curves_save_svg(run.curves, options->plot,
					  &(ct_curves_svg_options){ .title = "Training loss" }));
	return options->output ? ct_module_save(run.model, options->output) : NULL;
}

/* --- The command line ------------------------------------------------------------------------- */

static const char help[] =
	"Usage: transfer_learning [OPTION]... [CHECKPOINT]\n"
	"Trains the last layer of a ResNet-18 to name patterns, and prints its accuracy.\n"
	"\n"
	"CHECKPOINT is the state dict of torchvision's resnet18, as Python wrote it:\n"
	"  torch.save(torchvision.models.resnet18(weights=\"DEFAULT\").state_dict(), \"resnet18.pt\")\n"
	"Without it the other layers have random weights.\n"
	"\n"
	"  -n, --steps N      of 16 pictures each (60)\n"
	"  -o, --output FILE  where to save the network's state dict\n"
	"  -p, --plot FILE    draws the loss as SVG\n"
	"  -S, --save FILE    writes a checkpoint every 20 steps, and at the end\n"
	"  -r, --resume       goes on from that file\n"
	"  -s, --seed N       of weights and pictures (1)\n"
	"  -h, --help         this text\n";

static uint64_t integer(const char *text)
{
	char *end;
	long long value = strtoll(text, &end, 10);

	if (end == text || *end || value < 0 || value > 1000000000) {
		fprintf(stderr, "transfer_learning: not a number of 0 to 1000000000: '%s'\n", text);
		exit(2);
	}
	return (uint64_t)value;
}

static void parse(int argc, char **argv, struct options *options)
{
	static const struct option names[] = { { "steps", required_argument, NULL, 'n' },
					       { "output", required_argument, NULL, 'o' },
					       { "plot", required_argument, NULL, 'p' },
					       { "save", required_argument, NULL, 'S' },
					       { "resume", no_argument, NULL, 'r' },
					       { "seed", required_argument, NULL, 's' },
					       { "help", no_argument, NULL, 'h' },
					       { NULL, 0, NULL, 0 } };
	int c;

	while ((c = getopt_long(argc, argv, "n:o:p:S:rs:h", names, NULL)) != -1) {
		if (c == 'n')
			options->steps = (int64_t)integer(optarg);
		else if (c == 'o')
			options->output = optarg;
		else if (c == 'p')
			options->plot = optarg;
		else if (c == 'S')
			options->save = optarg;
		else if (c == 'r')
			options->resume = true;
		else if (c == 's')
			options->seed = integer(optarg);
		else
			exit(c == 'h' ? fputs(help, stdout) < 0 : 2);
	}
	if (optind < argc)
		options->checkpoint = argv[optind];
	if (options->resume && options->save == NULL) {
		fputs("transfer_learning: --resume needs the file of --save\n", stderr);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	struct options options = { .steps = 60, .seed = 1 };

	parse(argc, argv, &options);
	CT_CHECK(run(&options));
	return 0;
}
