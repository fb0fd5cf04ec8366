/* addcost.c: an add of one element with its release, by libctorch and by the shim, in turns. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <ctorch/ctorch.h>

#include "torch_api_generated.h"

enum { ADDS = 20000, TURNS = 31 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void by_libctorch(tensor x)
{
	for (int i = 0; i < ADDS; i++) {
		tensor y;

		CT_CHECK(ct_add_Tensor(x, x, ct_scalar_int(1), &y));
		ct_tensor_free(y);
	}
}

static void by_the_shim(tensor x)
{
	for (int i = 0; i < ADDS; i++) {
		tensor y = NULL;

		atg_add(&y, x, x);
		at_free(y);
	}
}

static double nanoseconds(void (*adds)(tensor x), tensor x)
{
	const double start = now();

	adds(x);
	return (now() - start) / ADDS;
}

static int compare(const void *a, const void *b)
{
	const double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

int main(void)
{
	float one = 1;
	int64_t dims[] = { 1 };
	tensor x = at_tensor_of_data(&one, dims, 1, sizeof one, 6);
	double c[TURNS], shim[TURNS];

	for (int i = 0; i < TURNS; i++) {
		c[i] = nanoseconds(by_libctorch, x);
		shim[i] = nanoseconds(by_the_shim, x);
	}
	qsort(c, TURNS, sizeof *c, compare);
	qsort(shim, TURNS, sizeof *shim, compare);
	printf("add of one element: libctorch %.0f ns, the shim %.0f ns: %.2f times\n", c[TURNS / 2],
	       shim[TURNS / 2], shim[TURNS / 2] / c[TURNS / 2]);
	at_free(x);
	return 0;
}
