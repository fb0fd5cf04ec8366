/*
 * training.c: trains two small networks twice from the same seed with the same calls: once with
 * ct_gc() at the beginning of each step and no frees, once freeing every handle by hand.
 */
#define _GNU_SOURCE
#include "memory.h"
#include "turns.h"

#include <ctorch/ctorch.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CLASSES 10
#define MOST_PARAMETERS 6
#define STEPS_A_TURN 50
#define EARLY 1000 /* steps, after which the memory should not grow */
#define RATE 0.01

struct model {
	const char *name;
	int64_t batch;
	int64_t sample[3]; /* shape of one input */
	int64_t sample_len;
	struct {
		int64_t shape[4];
		int64_t shape_len;
	} parameters[MOST_PARAMETERS];
	int parameter_count;
	ct_error (*step_with_gc)(const struct model *model, ct_tensor *const *p, const ct_tensor *x,
				 const ct_tensor *labels, double *loss);
	ct_error (*step_by_hand)(const struct model *model, ct_tensor *const *p, const ct_tensor *x,
				 const ct_tensor *labels, double *loss);
};

/* --- Common calls ---------------------------------------------------------------------------- */

static ct_error cross_entropy(const ct_tensor *logits, const ct_tensor *labels, ct_tensor **loss)
{
	enum { MEAN = 1, IGNORE_NONE = -100 };

	return ct_cross_entropy_loss(logits, labels, NULL, MEAN, IGNORE_NONE, 0.0, loss);
}

static ct_error convolve(const ct_tensor *x, ct_tensor *const *p, ct_tensor **result)
{
	static const int64_t ones[] = { 1, 1 }, zeros[] = { 0, 0 };

	return ct_conv2d(x, p[0], p[1], ones, 2, zeros, 2, ones, 2, 1, result);
}

static ct_error pool(const ct_tensor *x, ct_tensor **result)
{
	static const int64_t twos[] = { 2, 2 }, ones[] = { 1, 1 }, zeros[] = { 0, 0 };

	return ct_max_pool2d(x, twos, 2, twos, 2, zeros, 2, ones, 2, false, result);
}

/* One step of gradient descent; removes the gradient. */
static ct_error descend(ct_tensor *parameter, const ct_tensor *gradient)
{
	CT_NO_GRAD
	{
		CT_TRY(ct_sub__Tensor(parameter, gradient, ct_scalar_float(RATE), NULL));
	}
	return ct_tensor_set_grad(parameter, NULL);
}

/* --- With ct_gc() ---------------------------------------------------------------------------- */

static ct_error update_with_gc(ct_tensor *const *p, int n)
{
	ct_tensor *gradient;

	for (int i = 0; i < n; i++) {
		CT_TRY(ct_tensor_grad(p[i], &gradient));
		CT_TRY(descend(p[i], gradient));
	}
	return NULL;
}

static ct_error mlp_with_gc(const struct model *model, ct_tensor *const *p, const ct_tensor *x,
			    const ct_tensor *labels, double *loss_value)
{
	ct_tensor *sum1, *hidden1, *sum2, *hidden2, *logits, *loss;

	CT_TRY(ct_gc());
	CT_TRY(ct_linear(x, p[0], p[1], &sum1));
	CT_TRY(ct_relu(sum1, &hidden1));
	CT_TRY(ct_linear(hidden1, p[2], p[3], &sum2));
	CT_TRY(ct_relu(sum2, &hidden2));
	CT_TRY(ct_linear(hidden2, p[4], p[5], &logits));
	CT_TRY(cross_entropy(logits, labels, &loss));
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(update_with_gc(p, model->parameter_count));
	return ct_tensor_item_double(loss, loss_value);
}

static ct_error cnn_with_gc(const struct model *model, ct_tensor *const *p, const ct_tensor *x,
			    const ct_tensor *labels, double *loss_value)
{
	ct_tensor *map1, *relu1, *pooled, *map2, *relu2, *flat, *logits, *loss;

	CT_TRY(ct_gc());
	CT_TRY(convolve(x, &p[0], &map1));
	CT_TRY(ct_relu(map1, &relu1));
	CT_TRY(pool(relu1, &pooled));
	CT_TRY(convolve(pooled, &p[2], &map2));
	CT_TRY(ct_relu(map2, &relu2));
	CT_TRY(ct_flatten_using_ints(relu2, 1, -1, &flat));
	CT_TRY(ct_linear(flat, p[4], p[5], &logits));
	CT_TRY(cross_entropy(logits, labels, &loss));
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(update_with_gc(p, model->parameter_count));
	return ct_tensor_item_double(loss, loss_value);
}

/* --- By hand --------------------------------------------------------------------------------- */

static ct_error update_by_hand(ct_tensor *const *p, int n)
{
	ct_tensor *gradient;
	ct_error err = NULL;

	for (int i = 0; i < n && !err; i++) {
		CT_TRY(ct_tensor_grad(p[i], &gradient));
		err = descend(p[i], gradient);
		ct_tensor_free(gradient);
	}
	return err;
}

static ct_error mlp_by_hand(const struct model *model, ct_tensor *const *p, const ct_tensor *x,
			    const ct_tensor *labels, double *loss_value)
{
	ct_tensor *sum1 = NULL, *hidden1 = NULL, *sum2 = NULL, *hidden2 = NULL, *logits = NULL,
		  *loss = NULL;
	ct_error err;

	CT_GOTO(done, err, ct_linear(x, p[0], p[1], &sum1));
	CT_GOTO(done, err, ct_relu(sum1, &hidden1));
	CT_GOTO(done, err, ct_linear(hidden1, p[2], p[3], &sum2));
	CT_GOTO(done, err, ct_relu(sum2, &hidden2));
	CT_GOTO(done, err, ct_linear(hidden2, p[4], p[5], &logits));
	CT_GOTO(done, err, cross_entropy(logits, labels, &loss));
	CT_GOTO(done, err, ct_tensor_backward(loss));
	CT_GOTO(done, err, update_by_hand(p, model->parameter_count));
	CT_GOTO(done, err, ct_tensor_item_double(loss, loss_value));
done:
	ct_tensor_free(sum1);
	ct_tensor_free(hidden1);
	ct_tensor_free(sum2);
	ct_tensor_free(hidden2);
	ct_tensor_free(logits);
	ct_tensor_free(loss);
	return err;
}

static ct_error cnn_by_hand(const struct model *model, ct_tensor *const *p, const ct_tensor *x,
			    const ct_tensor *labels, double *loss_value)
{
	ct_tensor *map1 = NULL, *relu1 = NULL, *pooled = NULL, *map2 = NULL, *relu2 = NULL,
		  *flat = NULL, *logits = NULL, *loss = NULL;
	ct_error err;

	CT_GOTO(done, err, convolve(x, &p[0], &map1));
	CT_GOTO(done, err, ct_relu(map1, &relu1));
	CT_GOTO(done, err, pool(relu1, &pooled));
	CT_GOTO(done, err, convolve(pooled, &p[2], &map2));
	CT_GOTO(done, err, ct_relu(map2, &relu2));
	CT_GOTO(done, err, ct_flatten_using_ints(relu2, 1, -1, &flat));
	CT_GOTO(done, err, ct_linear(flat, p[4], p[5], &logits));
	CT_GOTO(done, err, cross_entropy(logits, labels, &loss));
	CT_GOTO(done, err, ct_tensor_backward(loss));
	CT_GOTO(done, err, update_by_hand(p, model->parameter_count));
	CT_GOTO(done, err, ct_tensor_item_double(loss, loss_value));
done:
	ct_tensor_free(map1);
	ct_tensor_free(relu1);
	ct_tensor_free(pooled);
	ct_tensor_free(map2);
	ct_tensor_free(relu2);
	ct_tensor_free(flat);
	ct_tensor_free(logits);
	ct_tensor_free(loss);
	return err;
}

/* --- The models ------------------------------------------------------------------------------ */

static const struct model models[] = {
	{ .name = "MLP 64-128-128-10, batch 32",
	  .batch = 32,
	  .sample = { 64 },
	  .sample_len = 1,
	  .parameters = { { { 128, 64 }, 2 },
			  { { 128 }, 1 },
			  { { 128, 128 }, 2 },
			  { { 128 }, 1 },
			  { { CLASSES, 128 }, 2 },
			  { { CLASSES }, 1 } },
	  .parameter_count = 6,
	  .step_with_gc = mlp_with_gc,
	  .step_by_hand = mlp_by_hand },
	{ .name = "two convolutions, 12 x 12, batch 8",
	  .batch = 8,
	  .sample = { 1, 12, 12 },
	  .sample_len = 3,
	  .parameters = { { { 8, 1, 3, 3 }, 4 },
			  { { 8 }, 1 },
			  { { 16, 8, 3, 3 }, 4 },
			  { { 16 }, 1 },
			  { { CLASSES, 144 }, 2 },
			  { { CLASSES }, 1 } },
	  .parameter_count = 6,
	  .step_with_gc = cnn_with_gc,
	  .step_by_hand = cnn_by_hand },
};

static ct_error make_parameter(const int64_t *shape, int64_t shape_len, ct_tensor **parameter)
{
	CT_TRY(ct_zeros(shape, shape_len, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			parameter));
	CT_TRY(ct_uniform_(*parameter, -0.1, 0.1, NULL, NULL));
	return ct_tensor_set_requires_grad(*parameter, true);
}

static ct_error make_parameters(const struct model *model, ct_tensor **p)
{
	CT_TRY(ct_manual_seed(1));
	for (int i = 0; i < model->parameter_count; i++)
		CT_TRY(make_parameter(model->parameters[i].shape, model->parameters[i].shape_len,
				      &p[i]));
	return NULL;
}

static ct_error make_batch(const struct model *model, ct_tensor **x, ct_tensor **labels)
{
	int64_t shape[4] = { model->batch };

	memcpy(shape + 1, model->sample, sizeof model->sample);
	CT_TRY(ct_randn(shape, model->sample_len + 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			NULL, x));
	return ct_randint(CLASSES, shape, 1, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			  labels);
}

/* --- Comparing the two ----------------------------------------------------------------------- */

struct side {
	ct_tensor *parameters[MOST_PARAMETERS];
	double *losses; /* of each step */
	int64_t done;   /* steps */
};

struct training {
	const struct model *model;
	int64_t steps;
	ct_tensor *x, *labels;
	struct side sides[2]; /* by hand, with ct_gc() */
	int64_t early;        /* the step after which `resident` is measured first */
	double resident[2];   /* KiB, then and at the end */
};

static double resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long long pages = 0;

	if (!file || fscanf(file, "%*d %lld", &pages) != 1) {
		fputs("bench_memory: /proc/self/statm cannot be read\n", stderr);
		exit(1);
	}
	fclose(file);
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1024;
}

/* Microseconds of processor time per step: a turn is long enough for another process to
 * interrupt. */
static void train(void *context, bool with_gc, double *took)
{
	struct training *training = context;
	const struct model *model = training->model;
	struct side *side = &training->sides[with_gc];
	double start = processor_now();

	for (int i = 0; i < STEPS_A_TURN; i++)
		CT_CHECK((with_gc ? model->step_with_gc : model->step_by_hand)(
			model, side->parameters, training->x, training->labels,
			&side->losses[side->done++]));
	if (with_gc)
		CT_CHECK(ct_gc_finish());
	*took = (processor_now() - start) * 1e-3 / STEPS_A_TURN;
	if (training->sides[0].done == training->early &&
	    training->sides[1].done == training->early)
		training->resident[0] = resident_kib();
}

/* Every loss, to the last bit. */
static void check_same(const struct training *training)
{
	const double *by_hand = training->sides[0].losses, *with_gc = training->sides[1].losses;

	for (int64_t i = 0; i < training->steps; i++)
		if (memcmp(&by_hand[i], &with_gc[i], sizeof by_hand[i])) {
			fprintf(stderr,
				"bench_memory: %s: the loss of step %lld is %.17g by hand and "
				"%.17g with ct_gc()\n",
				training->model->name, (long long)i, by_hand[i], with_gc[i]);
			exit(1);
		}
	if (!(by_hand[training->steps - 1] < by_hand[0])) {
		fprintf(stderr, "bench_memory: %s: the loss did not fall\n", training->model->name);
		exit(1);
	}
}

static int64_t live_handles(void)
{
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return process.handles;
}

static void check_live(const struct training *training, int64_t before)
{
	const int64_t after = live_handles();

	if (after == before)
		return;
	fprintf(stderr, "bench_memory: %s: %lld handles before, %lld after\n",
		training->model->name, (long long)before, (long long)after);
	exit(1);
}

static void begin_training(struct training *training)
{
	CT_CHECK(make_batch(training->model, &training->x, &training->labels));
	for (int i = 0; i < 2; i++) {
		struct side *side = &training->sides[i];
		const size_t size = (size_t)training->steps * sizeof *side->losses;

		CT_CHECK(make_parameters(training->model, side->parameters));
		side->losses = malloc(size);
		if (!side->losses)
			abort();
		memset(side->losses, 1, size); /* so that no page of it is added later */
	}
}

static void end_training(struct training *training)
{
	for (int i = 0; i < 2; i++) {
		for (int j = 0; j < training->model->parameter_count; j++)
			ct_tensor_free(training->sides[i].parameters[j]);
		free(training->sides[i].losses);
	}
	ct_tensor_free(training->x);
	ct_tensor_free(training->labels);
}

/* One more tensor in each step would be megabytes. */
static bool is_flat(const struct training *training)
{
	return training->resident[1] - training->resident[0] < 128;
}

static void print_training(const struct training *training, const struct comparison *result)
{
	const double *kib = training->resident, *losses = training->sides[0].losses;

	printf("%-48s %9.2f %9.2f %11.4f   %.3f to %.3f   ", training->model->name,
	       result->base.median, result->ours.median, result->ratio.median, result->ratio.low,
	       result->ratio.high);
	print_goal("<= 1.01", result->ratio.median <= 1.01);
	printf("  KiB resident after %6lld and %6lld steps %6s %9.0f %9.0f %11.0f   %-17s",
	       (long long)training->early, (long long)training->steps, "", kib[0], kib[1],
	       kib[1] - kib[0], "");
	print_goal("flat", is_flat(training));
	printf("  loss of the first step %.4f, of the last %.4f, each the same on both sides\n",
	       losses[0], losses[training->steps - 1]);
}

static void compare_model(const struct model *model, int64_t steps)
{
	const int64_t turns = (steps + STEPS_A_TURN - 1) / STEPS_A_TURN, before = live_handles();
	struct training training = { .model = model, .steps = turns * STEPS_A_TURN };
	struct comparison result;

	training.early = training.steps > EARLY ? EARLY : STEPS_A_TURN;
	begin_training(&training);
	/* take_turns() warms up with one more. */
	take_turns(train, &training, (int)turns - 1, 1, &result);
	training.resident[1] = resident_kib();
	check_same(&training);
	print_training(&training, &result);
	if (!is_flat(&training))
		exit(1);
	end_training(&training);
	check_live(&training, before);
}

void compare_training(int64_t steps)
{
	const int64_t least = 2 * STEPS_A_TURN;

	printf("\n%-48s %9s %9s %11s   %-17s   %s\n", "us a step of training", "by hand", "ct_gc()",
	       "ratio", "8 of 10", "goal");
	for (size_t i = 0; i < sizeof models / sizeof *models; i++)
		compare_model(&models[i], steps > least ? steps : least);
}
