/*
 * bench_distributed ELEMENTS CALLS: all_reduce() of float32 in the group of the environment. Rank 0
 * prints the median time of a call in microseconds. KEEP THE SAME: distributed.py.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

#include "turns.h"

enum { WARM_UP = 20 };

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double call(ct_tensor *tensor)
{
	const double begin = now();

	CT_CHECK(ct_dist_all_reduce(tensor, NULL, NULL));
	return (now() - begin) / 1000;
}

int main(int argc, char **argv)
{
	const int64_t elements = argc == 3 ? atoll(argv[1]) : 0;
	const int calls = argc == 3 ? atoi(argv[2]) : 0;
	double *took = calloc((size_t)calls + 1, sizeof *took);
	ct_tensor *tensor;

	if (elements < 1 || calls < 1 || took == NULL) {
		fputs("usage: bench_distributed ELEMENTS CALLS\n", stderr);
		return 2;
	}
	CT_CHECK(ct_dist_init(NULL));
	CT_CHECK(ct_tensor_zeros(CT_L(elements), NULL, &tensor));
	for (int i = 0; i < WARM_UP; i++)
		call(tensor);
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	for (int i = 0; i < calls; i++)
		took[i] = call(tensor);
	qsort(took, (size_t)calls, sizeof *took, ascending);
	if (ct_dist_rank(NULL) == 0)
		printf("%.3f\n", took[calls / 2]);
	ct_tensor_free(tensor);
	free(took);
	CT_CHECK(ct_dist_destroy());
	return 0;
}
