/*
 * What ddp.py does, and the same lines: losses, gradients, parameters and buffers of DDP in many
 * uses. `ddp print` prints the lines, for beside.sh; otherwise they must be those of
 * tests/fixtures/expected/nn_ddp.json.
 */
#include <math.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

#include "expected.h"
#include "gpt.h"

enum { BATCH = 8, STEPS = 3, LINE = 128, LINES = 96 };

static int64_t me, size;

static ct_tensor *wave(ct_ints shape, double k)
{
	int64_t n = 1;

	for (int64_t i = 0; i < shape.len; i++)
		n *= shape.at[i];
	return CT_E(reshape,
		    CT_E(mul, CT_E(sin, CT_E(mul, CT_E(arange, n, .dtype = CT_FLOAT32), k)), 0.3),
		    shape);
}

/* --- Models ----------------------------------------------------------------------------------- */

typedef struct {
	ct_module *first, *left, *right;
	bool is_right;
} branches;

static ct_tensor *branches_forward(void *self, ct_tensor *x)
{
	const branches *m = self;

	return CT_M(m->is_right ? m->right : m->left, CT_E(relu, CT_M(m->first, x)));
}

static ct_module *branches_new(void)
{
	branches *m = CT_MODULE(branches, "Branches", branches_forward);

	CT_LAYER(m, first, Linear, 64, 32);
	CT_LAYER(m, left, Linear, 32, 10);
	CT_LAYER(m, right, Linear, 32, 10);
	return ct_module_of(m);
}

static ct_module *mlp_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Linear, 64, 512), CT_NN(ReLU), CT_NN(Linear, 512, 512),
			     CT_NN(ReLU), CT_NN(Linear, 512, 10));
}

static ct_module *cnn_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Conv2d, 1, 4, CT_L(3)), CT_NN(BatchNorm2d, 4), CT_NN(ReLU),
			     CT_NN(Flatten), CT_NN(Linear, 144, 10));
}

static ct_module *tied_new(void)
{
	ct_module *net = CT_SEQUENTIAL(CT_NN(Embedding, 10, 16),
				       CT_NN(Linear, 16, 10, .bias = false));

	CT_TIE(net, "1.weight", "0.weight");
	return net;
}

static ct_module *sparse_new(void)
{
	return CT_SEQUENTIAL(CT_NN(Embedding, 10, 16, .sparse = true), CT_NN(Linear, 16, 10));
}

/* --- Cases ------------------------------------------------------------------------------------ */

struct use {
	const char *name;
	ct_module *(*model)(void);
	ct_ddp_options options;
	ct_ddp_compression compression;
	bool is_view; /* parameters_as_bucket_view of the optimizer */
};

/* In the order of ddp.py. */
static const struct use uses[] = {
	{ .name = "mlp", .model = mlp_new },
	{ .name = "view",
	  .model = mlp_new,
	  .options = { .bucket_cap_mb = 0.25, .gradient_as_bucket_view = true } },
	{ .name = "cnn", .model = cnn_new },
	{ .name = "tied", .model = tied_new },
	{ .name = "sparse", .model = sparse_new },
	{ .name = "unused", .model = branches_new, .options.find_unused_parameters = true },
	{ .name = "static", .model = branches_new, .options.static_graph = true },
	{ .name = "accumulate", .model = mlp_new },
	{ .name = "fp16", .model = cnn_new, .compression = CT_DDP_FP16 },
	{ .name = "bf16", .model = cnn_new, .compression = CT_DDP_BF16 },
	{ .name = "hook", .model = mlp_new },
	{ .name = "uneven", .model = cnn_new },
	{ .name = "remaining", .model = mlp_new },
	{ .name = "zero", .model = mlp_new },
	{ .name = "zero_view", .model = mlp_new, .is_view = true },
	{ .name = "zero_uneven", .model = mlp_new },
	{ .name = "gpt", .model = gpt_new },
	{ .name = "zero_gpt", .model = gpt_new },
	{ .name = "zero_gpt_uneven", .model = gpt_new, .is_view = true },
};

static bool is(const struct use *use, const char *name)
{
	return strcmp(use->name, name) == 0;
}

static bool is_uneven(const struct use *use)
{
	return strstr(use->name, "uneven") || is(use, "remaining");
}

static bool is_divided(const struct use *use)
{
	return strncmp(use->name, "zero", 4) == 0;
}

static bool has_adam(const struct use *use)
{
	return is_divided(use) || strncmp(use->name, "adam", 4) == 0;
}

static ct_tensor *tokens(int64_t rank, int64_t step)
{
	return CT_E(remainder, CT_E(add, CT_E(mul, CT_E(arange, BATCH), 3), rank + step), 10);
}

static ct_tensor *inputs(const struct use *use, int64_t rank, int64_t step)
{
	const double k = 0.77 + 0.05 * (double)step + 0.1 * (double)rank;

	if (use->model == tied_new || use->model == sparse_new)
		return tokens(rank, step);
	if (use->model == gpt_new)
		return CT_E(reshape, tokens(rank, step), CT_L(2, BATCH / 2));
	if (use->model == cnn_new)
		return wave(CT_L(BATCH, 1, 8, 8), k);
	return wave(CT_L(BATCH, 64), k);
}

static ct_error mean_hook(const ct_ddp_bucket *bucket, void *context, ct_dist_work **work,
			  ct_tensor **result)
{
	int64_t *calls = context;

	++*calls;
	MUST(*result == bucket->buffer && bucket->len > 0);
	CT_TRY(CT(div_, bucket->buffer, (double)size));
	return ct_dist_all_reduce(bucket->buffer, NULL, work);
}

static int64_t hook_calls, hook_releases;

static void hook_released(void *context)
{
	MUST(context == &hook_calls);
	hook_releases++;
}

/* --- Lines ------------------------------------------------------------------------------------ */

static char lines[LINES][LINE];
static size_t lines_len;

static uint64_t add_digits(uint64_t before, const ct_tensor *tensor)
{
	const ct_tensor *doubles = CT_E(contiguous,
					CT_E(to_dtype, CT_E(detach, tensor), CT_FLOAT64));
	const uint64_t *bits;
	uint64_t sum = 0;

	CT_CHECK(CT_DONE());
	bits = ct_tensor_data(doubles);
	for (int64_t i = 0; i < ct_tensor_numel(doubles); i++)
		sum += bits[i] * (uint64_t)(i % 8191 + 1);
	return before * 31 + sum;
}

struct sums {
	double gradients, states;
	uint64_t digits;
};

static double sum_of(const ct_tensor *tensor)
{
	return CT_ITEM(CT_E(sum, CT_E(to_dtype, CT_E(detach, tensor), CT_FLOAT64)));
}

static void add_gradients(const ct_named_tensor *parameters, int64_t n, struct sums *sums)
{
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *gradient;

		CT_CHECK(ct_tensor_grad(parameters[i].tensor, &gradient));
		if (gradient == NULL)
			continue;
		if (ct_tensor_layout(gradient) != CT_STRIDED)
			gradient = CT_E(to_dense, gradient);
		sums->gradients += sum_of(gradient);
		sums->digits = add_digits(sums->digits, gradient);
	}
}

static void add_states(const ct_named_tensor *states, int64_t n, struct sums *sums)
{
	for (int64_t i = 0; i < n; i++) {
		sums->states += sum_of(states[i].tensor);
		sums->digits = add_digits(sums->digits, states[i].tensor);
	}
}

/* A hash of the parameters and buffers after the last step. */
static uint64_t last_states;

static void note(const struct use *use, const ct_module *net, int64_t step, double loss)
{
	ct_named_tensor *parameters, *buffers;
	int64_t parameters_len, buffers_len;
	struct sums sums = { 0 }, states = { 0 };

	CT_CHECK(ct_module_named_parameters(net, NULL, &parameters, &parameters_len));
	CT_CHECK(ct_module_named_buffers(net, NULL, &buffers, &buffers_len));
	add_gradients(parameters, parameters_len, &sums);
	add_states(parameters, parameters_len, &sums);
	add_states(buffers, buffers_len, &sums);
	add_states(parameters, parameters_len, &states);
	add_states(buffers, buffers_len, &states);
	last_states = states.digits;
	MUST(lines_len < LINES);
	snprintf(lines[lines_len++], LINE, "%s %d %.9g %.9g %.9g %016llx", use->name, (int)step,
		 loss, sums.gradients, sums.states, (unsigned long long)sums.digits);
	ct_free(parameters);
	ct_free(buffers);
}

/* --- Training --------------------------------------------------------------------------------- */

/* Those of a rank, before DDP makes them the same. */
static void init_parameters(const ct_module *net, int64_t rank)
{
	ct_named_tensor *parameters;
	int64_t n;

	CT_NO_GRAD_SCOPE;
	CT_CHECK(ct_module_named_parameters(net, NULL, &parameters, &n));
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *parameter = parameters[i].tensor;

		CT_E(copy_, parameter,
		     wave(CT_INTS_OF(ct_tensor_shape(parameter), ct_tensor_dim(parameter)),
			  0.11 * (double)(i + 1) + (double)rank));
	}
	CT_CHECK(CT_DONE());
	ct_free(parameters);
}

static ct_tensor *loss_of(const struct use *use, ct_module *net, int64_t rank, int64_t step)
{
	ct_tensor *targets = CT_E(remainder, CT_E(add, CT_E(arange, BATCH), rank + step), 10);

	return CT_E(cross_entropy, CT_M(net, inputs(use, rank, step)),
		    CT_E(to_dtype, targets, CT_INT64));
}

static double forward_backward(const struct use *use, ct_module *net, int64_t step)
{
	ct_tensor *loss = loss_of(use, net, me, step);

	CT_CHECK(CT_DONE());
	CT_CHECK(ct_tensor_backward(loss));
	return CT_ITEM(loss);
}

static void train_step(const struct use *use, ct_module *net, ct_optimizer *optimizer, int64_t step)
{
	CT_SCOPE;
	double loss;

	CT_CHECK(ct_optimizer_zero_grad(optimizer));
	if (strstr(use->name, "unused"))
		((branches *)ct_module_data(ct_ddp_module(net)))->is_right = (step + me) % 2 == 1;
	if (is(use, "accumulate"))
		CT_DDP_NO_SYNC(net)
	forward_backward(use, net, step + 10);
	loss = forward_backward(use, net, step);
	CT_CHECK(ct_optimizer_step(optimizer));
	note(use, net, step, loss);
}

static void train_steps(const struct use *use, ct_module *net, ct_optimizer *optimizer)
{
	const ct_ddp_join_options options = { .divide_by_remaining = is(use, "remaining"),
					      .optimizer = is_divided(use) ? optimizer : NULL };
	const int64_t steps = is_uneven(use) ? STEPS + me : STEPS;

	if (is_uneven(use))
		CT_CHECK(ct_ddp_enter_join(net, &options));
	for (int64_t step = 0; step < steps; step++)
		train_step(use, net, optimizer, step);
	if (is_uneven(use)) {
		CT_CHECK(ct_ddp_leave_join(net));
		note(use, net, 9, 0);
	}
}

static ct_optimizer *optimizer_of(const struct use *use, const ct_module *net)
{
	if (has_adam(use))
		return CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.01);
	return CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 0.1,
			    .momentum = is(use, "sparse") ? 0 : 0.9);
}

/* The mean of both ranks' gradients: halves of numbers are exact. */
static void train_alone(const struct use *use, ct_module *net, int64_t steps)
{
	ct_optimizer *optimizer = optimizer_of(use, net);

	CT_CHECK(CT_DONE());
	for (int64_t step = 0; step < steps; step++) {
		CT_SCOPE;
		CT_CHECK(ct_optimizer_zero_grad(optimizer));
		for (int64_t rank = 0; rank < size; rank++)
			if (step < STEPS + (is_uneven(use) ? rank : 0))
				CT_CHECK(ct_tensor_backward(
					CT_E(div, loss_of(use, net, rank, step), size)));
		CT_CHECK(ct_optimizer_step(optimizer));
	}
}

/* What two ranks have learned with a divided optimizer, one learns without any group. */
static void compare_with_one_process(const struct use *use, const ct_module *net, int64_t steps)
{
	ct_named_tensor *got, *wanted;
	int64_t n, wanted_n;
	ct_module *alone = use->model();

	CT_CHECK(CT_DONE());
	init_parameters(alone, 0);
	train_alone(use, alone, steps);
	CT_CHECK(ct_module_named_parameters(net, NULL, &got, &n));
	CT_CHECK(ct_module_named_parameters(alone, NULL, &wanted, &wanted_n));
	MUST(n == wanted_n);
	for (int64_t i = 0; i < n; i++) {
		bool equal = false;

		CT_CHECK(ct_equal(got[i].tensor, wanted[i].tensor, &equal));
		MUST(equal);
	}
	ct_free(got);
	ct_free(wanted);
}

static void train(const struct use *use)
{
	CT_SCOPE;
	const ct_zero_optimizer_options options = { .parameters_as_bucket_view = use->is_view };
	ct_module *net = use->model(), *ddp;
	ct_zero_optimizer *zero = NULL;
	ct_optimizer *optimizer;

	CT_CHECK(CT_DONE());
	init_parameters(net, me);
	CT_CHECK(ct_ddp_new(net, &use->options, &ddp));
	if (use->compression)
		CT_CHECK(ct_ddp_register_compression(ddp, use->compression));
	if (is(use, "hook"))
		CT_CHECK(ct_ddp_register_comm_hook(ddp, mean_hook, &hook_calls, hook_released));
	optimizer = optimizer_of(use, ddp);
	CT_CHECK(CT_DONE());
	if (is_divided(use))
		CT_CHECK(ct_zero_optimizer_new(optimizer, &options, &zero));
	train_steps(use, ddp, optimizer);
	ct_zero_optimizer_free(zero);
	if (is(use, "zero_gpt") && size == 2)
		compare_with_one_process(use, net, STEPS);
	if (is(use, "zero_gpt_uneven") && size == 2)
		compare_with_one_process(use, net, STEPS + 1);
}

/* With parameters that no rank uses in a step, a rank whose inputs have ended updates its part of a
 * divided optimizer as the others update all of theirs. */
static void compare_divided(void)
{
	const size_t before = lines_len;
	struct use use = { .name = "adam_unused_uneven",
			   .model = branches_new,
			   .options.find_unused_parameters = true };
	uint64_t undivided;

	train(&use);
	undivided = last_states;
	use.name = "zero_unused_uneven";
	train(&use);
	MUST(last_states == undivided);
	lines_len = before;
}

/* --- Comparing -------------------------------------------------------------------------------- */

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-3 * fmax(1, fabs(b));
}

/* Other releases and processors have other last digits. */
static bool is_like(const char *line, const char *expected)
{
	double got[3], wanted[3];

	if (!expected_has_other_digits())
		return strcmp(line, expected) == 0;
	MUST(sscanf(line, "%*s %*d %lf %lf %lf", &got[0], &got[1], &got[2]) == 3);
	MUST(sscanf(expected, "%*s %*d %lf %lf %lf", &wanted[0], &wanted[1], &wanted[2]) == 3);
	return is_near(got[0], wanted[0]) && is_near(got[1], wanted[1]) &&
	       is_near(got[2], wanted[2]);
}

static void compare_with(const json_t *expected)
{
	const json_t *wanted = expected_list(expected, "lines");
	int failures = 0;

	MUST(json_array_size(wanted) == lines_len);
	for (size_t i = 0; i < lines_len; i++) {
		const char *line = json_string_value(json_array_get(wanted, i));

		if (is_like(lines[i], line))
			continue;
		fprintf(stderr, "got      %s\nexpected %s\n", lines[i], line);
		failures++;
	}
	MUST(failures == 0);
}

static void compare(void)
{
	json_t *cases = expected_cases("nn_ddp");
	const json_t *one;
	bool is_there = false;
	size_t i;

	json_array_foreach (cases, i, one)
		if (expected_int(one, "ranks") == size && expected_int(one, "rank") == me) {
			compare_with(one);
			is_there = true;
		}
	MUST(is_there);
	json_decref(cases);
}

int main(int argc, char **argv)
{
	CT_CHECK(ct_dist_init(NULL));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
		train(&uses[i]);
	if (argc == 1) /* the other ranks are in C */
		compare_divided();
	MUST(hook_calls > STEPS && hook_releases == 1);
	CT_CHECK(ct_dist_destroy());
	if (argc > 1 && strcmp(argv[1], "print") == 0)
		for (size_t i = 0; i < lines_len; i++)
			puts(lines[i]);
	else
		compare();
	return 0;
}
