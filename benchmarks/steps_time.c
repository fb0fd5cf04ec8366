/*
 * steps_time.c: runs training steps, and prints what one costs.
 */
#define _GNU_SOURCE
#include "steps_time.h"
#include "turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { WARM_UP = 3 };

static struct rusage usage(void)
{
	struct rusage now;

	getrusage(RUSAGE_SELF, &now);
	return now;
}

int time_steps(step_function step, void *model, int steps)
{
	double *took = calloc((size_t)steps, sizeof *took), first = 0, loss = 0;
	long faults = 0;

	if (took == NULL)
		abort();
	for (int i = -WARM_UP; i < steps; i++) {
		double start = processor_now();

		if (i == 0)
			faults = usage().ru_minflt;
		if (!step(model, i == -WARM_UP ? &first : &loss))
			return 1;
		took[i < 0 ? 0 : i] = processor_now() - start;
	}
	faults = usage().ru_minflt - faults;
	printf("%.4f %.2f %.1f %.4f %.4f\n", spread_of(took, steps).median * 1e-6,
	       (double)faults / steps, (double)usage().ru_maxrss / 1024, first, loss);
	free(took);
	return 0;
}
