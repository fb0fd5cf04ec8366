/* Captured steps beside eager ones: the same weights, and how long a step takes. steps.py is the
 * twin. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "gpu.h"

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static ct_error eager_step(void *context)
{
	CT_SCOPE;
	return training_step(context);
}

static ct_error captured_step(void *context)
{
	return ct_cuda_graphed_step_run(context);
}

/* Microseconds of a step. */
static ct_error measure(ct_error (*step)(void *), void *context, int64_t count, double *result)
{
	double start;

	CT_TRY(ct_device_synchronize(GPU));
	start = now();
	for (int64_t i = 0; i < count; i++)
		CT_TRY(step(context));
	CT_TRY(ct_device_synchronize(GPU));
	*result = 1e6 * (now() - start) / (double)count;
	return NULL;
}

/* The largest difference between the parameters of the two. */
static ct_error largest_difference(const struct training *a, const struct training *b,
				   double *result)
{
	double difference;

	CT_SCOPE;
	*result = 0;
	for (int64_t i = 0; i < ct_optimizer_parameter_count(a->optimizer, 0); i++) {
		const ct_tensor *of_a = ct_optimizer_parameter(a->optimizer, 0, i);

		CT_TRY(ct_tensor_item_double(
			CT_E(max, CT_E(abs, CT_E(sub, of_a,
						 ct_optimizer_parameter(b->optimizer, 0, i)))),
			&difference));
		if (!(difference <= *result)) /* NaN is the largest */
			*result = difference;
		if (isnan(*result))
			break;
	}
	return NULL;
}

static ct_error compare(const char *optimizer, int64_t count)
{
	struct training eager, captured;
	ct_cuda_graphed_step *graphed;
	double eager_us, captured_us, difference, loss;

	CT_SCOPE;
	CT_TRY(training_new(&eager, optimizer));
	CT_TRY(training_new(&captured, optimizer));
	CT_TRY(ct_cuda_graphed_step_new(training_step, &captured, NULL, NULL, &graphed));
	/* Warms up, and captures. */
	for (int i = 0; i < 5; i++) {
		CT_TRY(eager_step(&eager));
		CT_TRY(captured_step(graphed));
	}
	CT_TRY(measure(eager_step, &eager, count, &eager_us));
	CT_TRY(measure(captured_step, graphed, count, &captured_us));
	CT_TRY(largest_difference(&eager, &captured, &difference));
	CT_TRY(ct_tensor_item_double(captured.loss, &loss));
	report(optimizer,
	       ct_cuda_graphed_step_is_captured(graphed) && difference < 1e-3 && isfinite(loss),
	       "eager %.1f us a step, captured %.1f us; parameters differ by %.1e, loss %.4f",
	       eager_us, captured_us, difference, loss);
	return NULL;
}

ct_error do_steps(int64_t count)
{
	static const char *const optimizers[] = { "SGD", "AdamW" };

	for (int i = 0; i < 2; i++) {
		ct_error error = compare(optimizers[i], count ? count : 1000);

		if (error)
			report_error(optimizers[i], error);
	}
	return NULL;
}
