/*
 * prior_functions.c: how sure is a network? An ensemble with randomized prior functions.
 *
 * Each of 16 networks learns from its own bootstrap sample of 24 points, and each has a fixed
 * random network added to it, its prior (Osband, Aslanides, Cassirer: "Randomized Prior Functions
 * for Deep Reinforcement Learning", 2018). Where there are points, all of them agree; elsewhere
 * each follows its prior, so that their spread says what is not known. The drawing shows their mean
 * and a band of two standard deviations.
 *
 * The twin in Python is twins/prior_functions.py; both print the same numbers for the same seed,
 * and so does a run that goes on from its checkpoint.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

enum { POINTS = 24, HIDDEN = 32, GRID = 241 };

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

/* The networks compute on the default device; the host reads numbers only on the CPU. */
static ct_tensor *on_cpu(const ct_tensor *tensor)
{
	return CT_E(to_device, tensor, CT_DEVICE_CPU, ct_tensor_dtype(tensor));
}

/* Noisy points of a sine in two groups, with a gap between them. */
static ct_error make_points(ct_tensor **x, ct_tensor **y)
{
	const ct_tensor *left = CT_E(sub, CT_E(rand, CT_L(POINTS / 2, 1)), 1.5);
	const ct_tensor *right = CT_E(add, CT_E(rand, CT_L(POINTS / 2, 1)), 0.5);
	const ct_tensor *noise = CT_E(mul, CT_E(randn, CT_L(POINTS, 1)), 0.05);

	CT_TRY(CT_FINISH(CT_E(cat, CT_TENSORS(left, right)), x));
	return CT_FINISH(CT_E(add, CT_E(sin, CT_E(mul, *x, 3)), noise), y);
}

/* `losses` becomes the mean loss of each epoch. */
static ct_error train(ct_module *net, ct_dataset *points, int64_t epochs, double *losses)
{
	CT_SCOPE;
	const ct_random_sampler_options bootstrap = { .replacement = true };
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.01);
	ct_sampler *sampler;

	/* One bootstrap sample for the member's whole training. */
	CT_TRY(ct_random_sampler_new(POINTS, &bootstrap, &sampler));
	ct_tensor *drawn;
	ct_dataset *sample;
	CT_TRY(ct_sampler_order(sampler, 0, &drawn));
	CT_TRY(CT_FINISH(on_cpu(drawn), &drawn));
	CT_TRY(ct_subset_new(points, CT_INTS_OF(ct_tensor_data(drawn), POINTS), &sample));
	ct_data_loader *loader = CT_DATA_LOADER(sample, .batch_size = 8, .shuffle = true);

	CT_TRY(CT_DONE());
	for (int64_t epoch = 0; epoch < epochs; epoch++) {
		ct_running_mean mean = { 0 };

		CT_EACH_BATCH (batch, loader) {
			ct_tensor *loss = CT_E(nn_mse_loss, CT_M(net, batch->data), batch->target);

			CT_TRY(ct_optimizer_minimize(optimizer, loss));
			ct_running_mean_add(&mean, CT_ITEM(loss), (double)batch->size);
		}
		losses[epoch] = ct_running_mean_value(&mean);
	}
	return NULL;
}

/* --- the drawing ------------------------------------------------------------------------------ */

static ct_error add_curve(ct_curves *curves, const char *name, int64_t first,
			  const ct_tensor *values)
{
	ct_tensor *numbers;

	CT_TRY(CT_FINISH(CT_E(to_dtype, values, CT_FLOAT64), &numbers));
	const double *at = ct_tensor_data(numbers);

	for (int64_t i = 0; i < ct_tensor_numel(numbers); i++)
		CT_TRY(ct_curves_add(curves, name, first + i, at[i]));
	return NULL;
}

/* Curves have one number for a step, in the order of the steps. */
static ct_error add_points(ct_curves *curves, const ct_tensor *x, const ct_tensor *y)
{
	ct_tensor *sorted, *order, *y_read;

	CT_TRY(CT(sort, &sorted, &order, CT_E(flatten, on_cpu(x))));
	CT_TRY(CT_FINISH(on_cpu(y), &y_read));
	const float *steps = ct_tensor_data(sorted), *values = ct_tensor_data(y_read);
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
	CT_TRY(add_curve(curves, "mean", -(GRID / 2), mean));
	CT_TRY(add_points(curves, x, y));
	CT_TRY(add_curve(curves, "lower", -(GRID / 2), CT_E(sub, mean, twice)));
	CT_TRY(add_curve(curves, "upper", -(GRID / 2), CT_E(add, mean, twice)));
	return ct_curves_save_svg(
		curves, path,
		&(ct_curves_svg_options){ .title = "What networks with random priors know",
					  .x_label = "x",
					  .x_scale = grid_step,
					  .points = "points",
					  .band_lower = "lower",
					  .band_upper = "upper",
					  .band_label = "two standard deviations" });
}

/* The learning curve: the mean of the networks, and the range of all. */
static ct_error draw_losses(const char *path, const ct_tensor *losses)
{
	ct_curves *curves;

	CT_TRY(ct_curves_new(&curves));
	CT_TRY(add_curve(curves, "training loss", 1, CT_E(mean_dim, losses, CT_L(0))));
	CT_TRY(add_curve(curves, "smallest", 1, CT_E(amin, losses, CT_L(0))));
	CT_TRY(add_curve(curves, "largest", 1, CT_E(amax, losses, CT_L(0))));
	return ct_curves_save_svg(curves, path,
				  &(ct_curves_svg_options){ .x_label = "epoch",
							    .log_y = true,
							    .band_lower = "smallest",
							    .band_upper = "largest",
							    .band_label = "all networks" });
}

/* --- checkpoints ------------------------------------------------------------------------------ */

struct options {
	const char *plot, *losses, *save; /* may be NULL */
	int64_t epochs, networks;
	uint64_t seed;
	bool resume;
};

/* What has been trained: of each network what it predicts, and its loss in each epoch. */
struct ensemble {
	int64_t trained;
	ct_tensor *predictions; /* [networks, GRID] */
	ct_tensor *losses;      /* [networks, epochs], float64 */
};

static ct_error ensemble_new(const struct options *o, struct ensemble *e)
{
	e->trained = 0;
	CT_TRY(CT(empty, &e->predictions, CT_L(o->networks, GRID), .device = CT_DEVICE_CPU));
	return CT(empty, &e->losses, CT_L(o->networks, o->epochs), .dtype = CT_FLOAT64,
		  .device = CT_DEVICE_CPU);
}

static ct_error save(const struct ensemble *e, const struct options *o)
{
	CT_SCOPE;
	const ct_tensor *predictions = CT_E(narrow, e->predictions, 0, 0, e->trained);
	const ct_tensor *losses = CT_E(narrow, e->losses, 0, 0, e->trained);
	ct_value pairs[] = { ct_value_string("predictions"), ct_value_tensor(predictions),
			     ct_value_string("losses"),      ct_value_tensor(losses),
			     ct_value_string("seed"),        ct_value_int((int64_t)o->seed) };
	ct_value values = ct_value_dict(pairs, 3);
	const ct_train_state state = { .values = &values, .epoch = e->trained };

	CT_TRY(CT_DONE());
	return ct_train_save(&state, o->save);
}

/* The numbers of another run would mean something else. */
static ct_error check(const struct options *o, const ct_tensor *losses, int64_t seed)
{
	if ((uint64_t)seed == o->seed && ct_tensor_size(losses, 1) == o->epochs &&
	    ct_tensor_size(losses, 0) <= o->networks)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, NULL,
			    "%s has %lld networks with --epochs %lld --seed %lld", o->save,
			    (long long)ct_tensor_size(losses, 0),
			    (long long)ct_tensor_size(losses, 1), (long long)seed);
}

static ct_error load(struct ensemble *e, const struct options *o)
{
	CT_SCOPE;
	ct_value values = ct_value_none(), predictions, losses, seed;
	ct_train_state state = { .values = &values };
	ct_tensor *predicted, *lost;
	int64_t number;

	CT_TRY(ct_train_load(&state, o->save));
	CT_TRY(ct_value_move_to_scope(&values));
	CT_TRY(ct_value_at(&values, "/predictions", &predictions));
	CT_TRY(ct_value_at(&values, "/losses", &losses));
	CT_TRY(ct_value_at(&values, "/seed", &seed));
	CT_TRY(ct_value_as_tensor(&predictions, &predicted));
	CT_TRY(ct_value_as_tensor(&losses, &lost));
	CT_TRY(ct_value_as_int(&seed, &number));
	CT_TRY(check(o, lost, number));
	e->trained = ct_tensor_size(lost, 0);
	CT_E(copy_, CT_E(narrow, e->predictions, 0, 0, e->trained), predicted);
	CT_E(copy_, CT_E(narrow, e->losses, 0, 0, e->trained), lost);
	return CT_DONE();
}

/* --- the whole -------------------------------------------------------------------------------- */

static ct_error train_next(struct ensemble *e, const struct options *o, ct_dataset *points,
			   const ct_tensor *grid)
{
	CT_SCOPE;
	ct_module *net = member_new();
	double *losses = (double *)ct_tensor_mutable_data(e->losses) + e->trained * o->epochs;

	CT_TRY(CT_DONE());
	CT_TRY(train(net, points, o->epochs, losses));
	CT_E(copy_, CT_E(select, e->predictions, 0, e->trained),
	     CT_E(detach, CT_E(flatten, CT_M(net, grid))));
	e->trained++;
	return CT_DONE();
}

static ct_error train_all(struct ensemble *e, const struct options *o, ct_dataset *points,
			  const ct_tensor *grid)
{
	ct_progress *progress;

	CT_TRY(ct_progress_new(&(ct_progress_options){ .total = o->networks,
						       .done = e->trained,
						       .unit = "networks" },
			       NULL, &progress));
	while (e->trained < o->networks) {
		CT_TRY(train_next(e, o, points, grid));
		if (o->save)
			CT_TRY(save(e, o));
		ct_progress_add(progress, 1);
	}
	ct_progress_clear(progress);
	return NULL;
}

static ct_error run(const struct options *o)
{
	CT_SCOPE;
	struct ensemble e;
	ct_tensor *x, *y;

	CT_TRY(ct_manual_seed(o->seed));
	CT_TRY(make_points(&x, &y));
	ct_dataset *points = CT_TENSOR_DATASET(x, y);
	ct_tensor *grid = CT_E(mul, CT_E(arange_start, CT_S(-(GRID / 2)), CT_S(GRID / 2 + 1)),
			       grid_step);

	grid = CT_E(unsqueeze, grid, 1);
	CT_TRY(CT_DONE());
	CT_TRY(ensemble_new(o, &e));
	if (o->resume)
		CT_TRY(load(&e, o));
	CT_TRY(train_all(&e, o, points, grid));
	ct_tensor *mean = CT_E(mean_dim, e.predictions, CT_L(0));
	ct_tensor *spread = CT_E(std_dim, e.predictions, CT_L(0));

	CT_TRY(CT_DONE());
	for (int i = 0; i < GRID; i += 40)
		printf("x = %4.1f: %6.3f +- %.3f\n", (i - GRID / 2) * grid_step,
		       (double)((const float *)ct_tensor_data(mean))[i],
		       (double)((const float *)ct_tensor_data(spread))[i]);
	if (o->losses)
		CT_TRY(draw_losses(o->losses, e.losses));
	return o->plot ? draw(o->plot, mean, spread, x, y) : NULL;
}

static const char help[] =
	"Usage: prior_functions [OPTION]...\n"
	"Fits small networks with random priors to points, and prints what they agree on.\n"
	"\n"
	"  -e, --epochs N      passes over the points (200)\n"
	"  -l, --losses FILE   draws the learning curve as SVG\n"
	"  -n, --networks N    how many networks, at least 2 (16)\n"
	"  -p, --plot FILE     draws mean, band and points as SVG\n"
	"  -S, --save FILE     writes a checkpoint after each network\n"
	"  -r, --resume        goes on from that file\n"
	"  -s, --seed N        of points, weights and samples (1)\n"
	"  -h, --help          this text\n";

static const struct option names[] = {
	{ "epochs", required_argument, NULL, 'e' },
	{ "losses", required_argument, NULL, 'l' },
	{ "networks", required_argument, NULL, 'n' },
	{ "plot", required_argument, NULL, 'p' },
	{ "save", required_argument, NULL, 'S' },
	{ "resume", no_argument, NULL, 'r' },
	{ "seed", required_argument, NULL, 's' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static int64_t integer(const char *text, int64_t min)
{
	char *end;
	const long long value = strtoll(text, &end, 10);

	if (end != text && *end == '\0' && value >= min && value <= 1000000)
		return value;
	fprintf(stderr, "prior_functions: not a number from %d to 1000000: '%s'; see --help\n",
		(int)min, text);
	exit(2);
}

int main(int argc, char **argv)
{
	struct options options = { .epochs = 200, .networks = 16, .seed = 1 };
	int c;

	while ((c = getopt_long(argc, argv, "e:l:n:p:S:rs:h", names, NULL)) != -1) {
		if (c == 'e')
			options.epochs = integer(optarg, 1);
		else if (c == 'l')
			options.losses = optarg;
		else if (c == 'n')
			options.networks = integer(optarg, 2);
		else if (c == 'p')
			options.plot = optarg;
		else if (c == 'S')
			options.save = optarg;
		else if (c == 'r')
			options.resume = true;
		else if (c == 's')
			options.seed = (uint64_t)integer(optarg, 0);
		else
			return c == 'h' ? (fputs(help, stdout), 0) : 2;
	}
	if (options.resume && options.save == NULL) {
		fputs("prior_functions: --resume needs the file of --save\n", stderr);
		return 2;
	}
	CT_CHECK(run(&options));
	return 0;
}
