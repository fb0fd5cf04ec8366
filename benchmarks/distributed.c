/*
 * What collectives and data parallel training cost in the group of the environment; rank 0 prints it.
 * KEEP THE SAME: distributed.py.
 *
 *     bench_distributed all_reduce ELEMENTS CALLS   of float32
 *     bench_distributed step WIDTH CALLS            of DDP: four layers, 64 rows, SGD
 *
 * The median time of a call in microseconds, and how many messages and bytes a rank sends in a call,
 * the mean of all ranks (distributed.py prints the time alone).
 *
 *     bench_distributed overlap WIDTH CALLS [ROWS [MIB]]
 *
 * How the time of a step compares with that of its computations and of one all_reduce of its
 * gradients, one after the other, in each of CALLS rounds: the median, the values between which 8 of
 * 10 lie, and the median times of the three in microseconds. MIB: the size of DDP's buckets.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

#include "turns.h"

enum { WARM_UP = 10, LAYERS = 4, ROWS = 64, CLASSES = 10 };

/* --- What is sent ----------------------------------------------------------------------------- */

/* Each of gloo's messages begins with so many bytes. Some have no more: they say that a rank is
 * ready. */
enum { HEADER = 48 };

static atomic_llong messages, bytes;

/* gloo sends with nothing else. */
ssize_t writev(int fd, const struct iovec *parts, int n)
{
	const ssize_t sent = syscall(SYS_writev, fd, parts, n);

	if (sent > 0 && parts[0].iov_len == HEADER)
		atomic_fetch_add(&messages, 1);
	if (sent > 0)
		atomic_fetch_add(&bytes, sent);
	return sent;
}

/* --- What is measured ------------------------------------------------------------------------- */

/* What a call needs; NULL: nothing. */
struct task {
	ct_tensor *tensor, *x, *labels;
	ct_module *net;
	ct_optimizer *optimizer;
};

static void make_all_reduce(struct task *task, int64_t elements)
{
	CT_CHECK(ct_tensor_zeros(CT_L(elements), NULL, &task->tensor));
}

/* Without options it does not communicate. */
static void make_step(struct task *task, int64_t width, int64_t rows, const ct_ddp_options *options)
{
	ct_module *net = CT_SEQUENTIAL(
		CT_NN(Linear, width, width), CT_NN(ReLU), CT_NN(Linear, width, width), CT_NN(ReLU),
		CT_NN(Linear, width, width), CT_NN(ReLU), CT_NN(Linear, width, CLASSES));

	task->net = net;
	if (options)
		CT_CHECK(ct_ddp_new(net, options, &task->net));
	task->optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(task->net), .lr = 0.01);
	task->x = CT_E(randn, CT_L(rows, width));
	task->labels = CT_E(randint, CLASSES, CT_L(rows));
	CT_CHECK(CT_DONE());
}

static int64_t gradients_of(int64_t width)
{
	return (LAYERS - 1) * (width * width + width) + CLASSES * (width + 1);
}

static void call(const struct task *task)
{
	CT_SCOPE;
	if (task->net)
		CT_CHECK(ct_optimizer_minimize(
			task->optimizer,
			CT_E(cross_entropy, CT_M(task->net, task->x), task->labels)));
	else
		CT_CHECK(ct_dist_all_reduce(task->tensor, NULL, NULL));
}

struct cost {
	double us, messages, bytes; /* the median; of a rank */
};

static double mean_over_ranks(double number)
{
	CT_SCOPE;
	ct_tensor *mean;

	CT_CHECK(ct_tensor_from_data(&number, CT_FLOAT64, CT_L(1), &mean));
	CT_CHECK(ct_dist_all_reduce(mean, &(ct_dist_options){ .op = CT_DIST_AVG }, NULL));
	return CT_ITEM(mean);
}

static double time_of(const struct task *task)
{
	const double begin = now();

	call(task);
	return (now() - begin) / 1000;
}

static double *times(int n)
{
	double *result = calloc((size_t)n, sizeof *result);

	if (result == NULL)
		abort();
	return result;
}

static struct cost measure(const struct task *task, int calls)
{
	double *took = times(calls), sent_messages, sent_bytes;
	struct cost result;

	for (int i = 0; i < WARM_UP; i++)
		call(task);
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	sent_messages = -(double)messages;
	sent_bytes = -(double)bytes;
	for (int i = 0; i < calls; i++)
		took[i] = time_of(task);
	sent_messages += (double)messages;
	sent_bytes += (double)bytes;
	result.us = spread_of(took, calls).median;
	result.messages = mean_over_ranks(sent_messages) / calls;
	result.bytes = mean_over_ranks(sent_bytes) / calls;
	free(took);
	return result;
}

/* Times a step, its computations alone, and its communication alone. */
static void measure_overlap(const struct task *tasks, int rounds)
{
	double *ratios = times(rounds), *took[3];
	struct spread ratio;

	for (int part = 0; part < 3; part++)
		took[part] = times(rounds);
	for (int i = -WARM_UP / 2; i < rounds; i++) {
		for (int part = 0; part < 3; part++) {
			CT_CHECK(ct_dist_barrier(NULL, NULL));
			took[part][i < 0 ? 0 : i] = time_of(&tasks[part]);
		}
		if (i >= 0)
			ratios[i] = took[0][i] / (took[1][i] + took[2][i]);
	}
	ratio = spread_of(ratios, rounds);
	if (ct_dist_rank(NULL) == 0)
		printf("%.3f %.3f %.3f %.0f %.0f %.0f\n", ratio.median, ratio.low, ratio.high,
		       spread_of(took[0], rounds).median, spread_of(took[1], rounds).median,
		       spread_of(took[2], rounds).median);
	for (int part = 0; part < 3; part++)
		free(took[part]);
	free(ratios);
}

static ct_error run(const char *what, int64_t size, int calls, int64_t rows, double mib)
{
	CT_SCOPE;
	const ct_ddp_options options = { .bucket_cap_mb = mib };
	struct task tasks[3] = { 0 };
	struct cost cost;

	CT_TRY(ct_dist_init(NULL));
	if (strcmp(what, "overlap") == 0) {
		make_step(&tasks[0], size, rows, &options);
		make_step(&tasks[1], size, rows, NULL);
		make_all_reduce(&tasks[2], gradients_of(size));
		measure_overlap(tasks, calls);
		return NULL;
	}
	if (strcmp(what, "all_reduce") == 0)
		make_all_reduce(&tasks[0], size);
	else
		make_step(&tasks[0], size, rows, &options);
	cost = measure(&tasks[0], calls);
	if (ct_dist_rank(NULL) == 0)
		printf("%.3f %.1f %.0f\n", cost.us, cost.messages, cost.bytes);
	return NULL;
}

int main(int argc, char **argv)
{
	const int64_t size = argc >= 4 ? atoll(argv[2]) : 0;
	const int calls = argc >= 4 ? atoi(argv[3]) : 0;

	if (size < 1 || calls < 1) {
		fputs("usage: bench_distributed all_reduce|step|overlap SIZE CALLS [ROWS [MIB]]\n",
		      stderr);
		return 2;
	}
	CT_CHECK(run(argv[1], size, calls, argc > 4 ? atoll(argv[4]) : ROWS,
		     argc > 5 ? atof(argv[5]) : 0));
	CT_CHECK(ct_dist_destroy());
	return 0;
}
