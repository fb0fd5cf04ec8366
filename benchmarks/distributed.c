/*
 * What collectives and data parallel training cost in the group of the environment. Rank 0 prints the
 * median time of a call in microseconds. KEEP THE SAME: distributed.py.
 *
 *     bench_distributed all_reduce ELEMENTS CALLS   of float32
 *     bench_distributed step WIDTH CALLS            a step of DDP: four layers, 64 rows, SGD
 *     bench_distributed compute WIDTH CALLS         the same without communication
 *     bench_distributed communicate WIDTH CALLS     its gradients in one all_reduce()
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

#include "turns.h"

enum { WARM_UP = 10, LAYERS = 4, ROWS = 64, CLASSES = 10 };

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

static void make_step(struct task *task, int64_t width, bool is_parallel)
{
	ct_module *net = CT_SEQUENTIAL(
		CT_NN(Linear, width, width), CT_NN(ReLU), CT_NN(Linear, width, width), CT_NN(ReLU),
		CT_NN(Linear, width, width), CT_NN(ReLU), CT_NN(Linear, width, CLASSES));

	task->net = net;
	if (is_parallel)
		CT_CHECK(ct_ddp_new(net, NULL, &task->net));
	task->optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(task->net), .lr = 0.01);
	task->x = CT_E(randn, CT_L(ROWS, width));
	task->labels = CT_E(randint, CLASSES, CT_L(ROWS));
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

/* The median of some calls, in microseconds. */
static double measure(const struct task *task, int calls)
{
	double *took = calloc((size_t)calls, sizeof *took), median;

	if (took == NULL)
		abort();
	for (int i = 0; i < WARM_UP; i++)
		call(task);
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	for (int i = 0; i < calls; i++) {
		const double begin = now();

		call(task);
		took[i] = (now() - begin) / 1000;
	}
	median = spread_of(took, calls).median;
	free(took);
	return median;
}

static ct_error run(const char *what, int64_t size, int calls)
{
	CT_SCOPE;
	struct task task = { 0 };
	double median;

	CT_TRY(ct_dist_init(NULL));
	if (strcmp(what, "all_reduce") == 0)
		make_all_reduce(&task, size);
	else if (strcmp(what, "communicate") == 0)
		make_all_reduce(&task, gradients_of(size));
	else
		make_step(&task, size, strcmp(what, "step") == 0);
	median = measure(&task, calls);
	if (ct_dist_rank(NULL) == 0)
		printf("%.3f\n", median);
	return NULL;
}

int main(int argc, char **argv)
{
	const int64_t size = argc == 4 ? atoll(argv[2]) : 0;
	const int calls = argc == 4 ? atoi(argv[3]) : 0;

	if (size < 1 || calls < 1) {
		fputs("usage: bench_distributed all_reduce|step|compute|communicate SIZE CALLS\n",
		      stderr);
		return 2;
	}
	CT_CHECK(run(argv[1], size, calls));
	CT_CHECK(ct_dist_destroy());
	return 0;
}
