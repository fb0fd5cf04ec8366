/*
 * prior_functions.c: how sure is a network? An ensemble with randomised prior functions.
 *
 * Each of 16 networks learns from its own bootstrap sample of 24 points, and each has a fixed random
 * network added to it, its prior (Osband, Aslanides, Cassirer: "Randomized Prior Functions for Deep
 * Reinforcement Learning", 2018). Where there are points, all of them agree; elsewhere each follows
 * its prior, so that their spread says what is not known. The drawing shows their mean and a band of
 * two standard deviations.
 *
 * The twin in Python is twins/prior_functions.py; both print the same numbers for the same seed.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>
#include <ctorch/data.h>
#include <ctorch/nn.h>
#include <ctorch/optim.h>

enum { MEMBERS = 16, POINTS = 24, HIDDEN = 32, GRID = 241 };

static const double prior_scale = 2;
static const double grid_step = 0.025; /* from -3 to 3 */

/* --- the model -------------------------------------------------------------------------------- */

static ct_module *network_new(void)
{
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 1, HIDDEN), CT_NN(SELU),
				       CT_NN(Linear, HIDDEN, HIDDEN), CT_NN(SELU),
				       CT_NN(Linear, HIDDEN, 1));

	CT_EACH_PARAMETER(net, p)
	{
		if (ct_tensor_dim(p->tensor) == 2)
			CT_E(nn_init_xavier_normal_, p->tensor);
		else
			CT_E(nn_init_zeros_, p->tensor);
	}
	return net;
}

typedef struct {
	ct_module *learner, *prior;
} member;

static ct_tensor *member_forward(void *self, ct_tensor *x)
{
	const member *m = self;
	const ct_tensor *prior = CT_E(detach, CT_M(m->prior, x));

	return CT_E(add, CT_M(m->learner, x), CT_E(mul, prior, prior_scale));
}

static ct_module *member_new(void)
{
	member *m = CT_MODULE(member, "Member", member_forward);

	CT_CHILD(m, learner, network_new());
	CT_CHILD(m, prior, network_new());
	return ct_module_of(m);
}

/* --- training --------------------------------------------------------------------------------- */

/* Noisy points of a sine in two groups, with a gap between them. */
static ct_error make_points(ct_tensor **x, ct_tensor **y)
{
	const ct_tensor *left = CT_E(sub, CT_E(rand, CT_L(POINTS / 2, 1)), 1.5);
	const ct_tensor *right = CT_E(add, CT_E(rand, CT_L(POINTS / 2, 1)), 0.5);
	const ct_tensor *noise = CT_E(mul, CT_E(randn, CT_L(POINTS, 1)), 0.05);

	CT_TRY(CT_FINISH(CT_E(cat, CT_TENSORS(left, right)), x));
	return CT_FINISH(CT_E(add, CT_E(sin, CT_E(mul, *x, 3)), noise), y);
}

static ct_error train(ct_module *net, ct_dataset *points, int64_t epochs)
{
	CT_SCOPE;
	const ct_random_sampler_options bootstrap = { .replacement = true };
	ct_optimizer *optimizer = CT_OPTIM(Adam, CT_PARAMETERS(net), .lr = 0.01);
	ct_sampler *sampler;

	/* One bootstrap sample for the member's whole training. */
	CT_TRY(ct_random_sampler(POINTS, &bootstrap, &sampler));
	ct_tensor *drawn;
	ct_dataset *sample;
	CT_TRY(ct_sampler_order(sampler, 0, &drawn));
	CT_TRY(ct_subset(points, ct_tensor_data(drawn), POINTS, &sample));
	ct_data_loader *loader = CT_DATA_LOADER(sample, .batch_size = 8, .shuffle = true);

	CT_TRY(CT_FINISH(NULL, NULL));
	for (int64_t epoch = 0; epoch < epochs; epoch++) {
		CT_EACH_BATCH (batch, loader) {
			ct_tensor *loss = CT_E(mse_loss, CT_M(net, batch->data), batch->target);

			CT_TRY(ct_optimizer_minimize(optimizer, loss));
		}
	}
	return NULL;
}

/* --- the drawing ------------------------------------------------------------------------------ */

static ct_error add_curve(ct_curves *curves, const char *name, const ct_tensor *values)
{
	const float *at = ct_tensor_data(values);

	for (int64_t i = 0; i < GRID; i++)
		CT_TRY(ct_curves_add(curves, name, i - GRID / 2, (double)at[i]));
	return NULL;
}

/* Curves have one number for a step, in the order of the steps. */
static ct_error add_points(ct_curves *curves, const ct_tensor *x, const ct_tensor *y)
{
	ct_tensor *sorted, *order;

	CT_TRY(CT(sort, &sorted, &order, CT_E(flatten, x)));
	const float *steps = ct_tensor_data(sorted), *values = ct_tensor_data(y);
	const int64_t *from = ct_tensor_data(order);

	for (int64_t i = 0; i < POINTS; i++)
		CT_TRY(ct_curves_add(curves, "points", lround((double)steps[i] / grid_step),
				     (double)values[from[i]]));
	return NULL;
}

static ct_error draw(const char *path, const ct_tensor *mean, const ct_tensor *spread,
		     const ct_tensor *x, const ct_tensor *y)
{
	const ct_tensor *twice = CT_E(mul, spread, 2);
	ct_curves *curves;

	CT_TRY(ct_curves_new(&curves));
	CT_TRY(add_curve(curves, "mean", mean));
	CT_TRY(add_points(curves, x, y));
	CT_TRY(add_curve(curves, "lower", CT_E(sub, mean, twice)));
	CT_TRY(add_curve(curves, "upper", CT_E(add, mean, twice)));
	return ct_curves_save_svg(
		curves, path,
		&(ct_curves_svg_options){ .title = "What 16 networks with random priors know",
					  .x_label = "x",
					  .x_scale = grid_step,
					  .points = "points",
					  .band_lower = "lower",
					  .band_upper = "upper",
					  .band_label = "two standard deviations" });
}

/* --- the whole -------------------------------------------------------------------------------- */

struct options {
	const char *plot;
	int64_t epochs;
	uint64_t seed;
};

static ct_error predict_all(ct_dataset *points, const ct_tensor *grid, int64_t epochs,
			    ct_tensor **predictions)
{
	ct_progress *progress;

	CT_TRY(ct_progress_new(&(ct_progress_options){ .total = MEMBERS, .unit = "networks" }, NULL,
			       &progress));
	for (int i = 0; i < MEMBERS; i++) {
		ct_module *net = member_new();

		CT_TRY(CT_FINISH(NULL, NULL));
		CT_TRY(train(net, points, epochs));
		CT_TRY(CT_FINISH(CT_E(detach, CT_E(flatten, CT_M(net, grid))), &predictions[i]));
		ct_progress_add(progress, 1);
	}
	ct_progress_clear(progress);
	return NULL;
}

static ct_error run(const struct options *o)
{
	CT_SCOPE;
	ct_tensor *x, *y, *predictions[MEMBERS];

	CT_TRY(ct_manual_seed(o->seed));
	CT_TRY(make_points(&x, &y));
	ct_dataset *points = CT_TENSOR_DATASET(x, y);
	ct_tensor *grid = CT_E(mul, CT_E(arange_start, CT_S(-(GRID / 2)), CT_S(GRID / 2 + 1)),
			       grid_step);

	CT_TRY(predict_all(points, CT_E(unsqueeze, grid, 1), o->epochs, predictions));
	ct_tensor *all = CT_E(stack, CT_TENSORS_OF(predictions, MEMBERS));
	ct_tensor *mean = CT_E(mean_dim, all, CT_L(0)), *spread = CT_E(std_dim, all, CT_L(0));

	CT_TRY(CT_FINISH(NULL, NULL));
	for (int i = 0; i < GRID; i += 40)
		printf("x = %4.1f: %6.3f +- %.3f\n", (i - GRID / 2) * grid_step,
		       (double)((const float *)ct_tensor_data(mean))[i],
		       (double)((const float *)ct_tensor_data(spread))[i]);
	return o->plot ? draw(o->plot, mean, spread, x, y) : NULL;
}

static const char help[] =
	"Usage: prior_functions [OPTION]...\n"
	"Fits 16 small networks with random priors to points, and prints what they agree on.\n"
	"\n"
	"  -e, --epochs N      passes over the points (200)\n"
	"  -p, --plot FILE     draws mean, band and points as SVG\n"
	"  -s, --seed N        (1)\n"
	"  -h, --help          this text\n";

static const struct option names[] = {
	{ "epochs", required_argument, NULL, 'e' },
	{ "plot", required_argument, NULL, 'p' },
	{ "seed", required_argument, NULL, 's' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static int64_t integer(const char *text)
{
	char *end;
	const long long value = strtoll(text, &end, 10);

	if (end != text && *end == '\0' && value >= 0 && value <= 1000000)
		return value;
	fprintf(stderr, "prior_functions: not a number from 0 to 1000000: '%s'; see --help\n",
		text);
	exit(2);
}

int main(int argc, char **argv)
{
	struct options options = { .epochs = 200, .seed = 1 };
	int c;

	while ((c = getopt_long(argc, argv, "e:p:s:h", names, NULL)) != -1) {
		if (c == 'e')
			options.epochs = integer(optarg);
		else if (c == 'p')
			options.plot = optarg;
		else if (c == 's')
			options.seed = (uint64_t)integer(optarg);
		else
			return c == 'h' ? (fputs(help, stdout), 0) : 2;
	}
	CT_CHECK(run(&options));
	return 0;
}
