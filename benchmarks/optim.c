/*
 * optim.c: times the steps of optim.h, for optim.sh.
 *
 *     bench_optim pairs CLASS big|tiny ROUNDS STEPS
 *     bench_optim time CLASS big|tiny default|fused STEPS
 *
 * `pairs` has C and C++ in this process, which take turns of STEPS steps. It prints the
 * microseconds of a step in C and in C++, the median of the ratios of all pairs, and the values
 * between which 8 of 10 lie. `time` prints the median of the microseconds of a step in C, and the
 * sum of the parameters.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/optim/optim.h>

#include "optim.h"
#include "turns.h"

enum { WARM_UP = 3 };

/* --- in C ------------------------------------------------------------------------------------- */

static ct_error draw(ct_tensor **parameters, int n, int64_t elements)
{
	CT_TRY(ct_manual_seed(1));
	for (int i = 0; i < n; i++) {
		ct_tensor *grad;

		CT_TRY(CT(randn, &parameters[i], CT_L(elements)));
		CT_TRY(ct_tensor_set_requires_grad(parameters[i], true));
		CT_TRY(CT(randn_like, &grad, parameters[i]));
		CT_TRY(ct_tensor_set_grad(parameters[i], grad));
	}
	return NULL;
}

static ct_error make(const char *name, ct_parameters parameters, bool is_fused,
		     ct_optimizer **result)
{
	const ct_value pairs[] = { ct_value_string("lr"),       ct_value_float(1e-3),
				   ct_value_string("fused"),    ct_value_bool(is_fused),
				   ct_value_string("momentum"), ct_value_float(0.9) };
	const ct_value kwargs = ct_value_dict(pairs, strcmp(name, "SGD") ? 2 : 3);

	return ct_optimizer_new(name, parameters, NULL, &kwargs, result);
}

void *c_optimizer(const char *name, bool is_big, bool is_fused)
{
	ct_tensor *parameters[BIG_TENSORS];
	const int n = is_big ? BIG_TENSORS : TINY_TENSORS;
	ct_optimizer *optimizer = NULL;

	CT_CHECK(draw(parameters, n, is_big ? BIG_ELEMENTS : TINY_ELEMENTS));
	CT_CHECK(make(name, CT_PARAMETERS_OF(parameters, n), is_fused, &optimizer));
	return optimizer;
}

void c_optimizer_step(void *optimizer)
{
	CT_CHECK(ct_optimizer_step(optimizer));
}

double c_sum(void *optimizer)
{
	double sum = 0;

	CT_NO_GRAD_SCOPE;
	for (int64_t i = 0; i < ct_optimizer_parameter_count(optimizer, 0); i++)
		sum += CT_ITEM(CT_E(sum, CT_E(abs, ct_optimizer_parameter(optimizer, 0, i))));
	CT_CHECK(CT_DONE());
	return sum;
}

/* --- pairs ------------------------------------------------------------------------------------ */

struct pair {
	void *c, *cpp;
	int steps; /* of a turn */
};

static void take_turn(void *context, bool ours, double *took)
{
	const struct pair *pair = context;
	const double start = processor_now();

	for (int i = 0; i < pair->steps; i++) {
		if (ours)
			c_optimizer_step(pair->c);
		else
			cpp_optimizer_step(pair->cpp);
	}
	*took = (processor_now() - start) * 1e-3 / pair->steps;
}

static int compare_pair(struct pair *pair, int rounds)
{
	struct comparison result;
	double c, cpp;

	take_turns(take_turn, pair, rounds, 1, &result);
	c = c_sum(pair->c);
	cpp = cpp_sum(pair->cpp);
	if (fabs(c - cpp) > 1e-4 * cpp) {
		fprintf(stderr, "bench_optim: the parameters sum to %.6f in C and %.6f in C++\n", c,
			cpp);
		return 1;
	}
	printf("%.2f %.2f %.4f %.4f %.4f\n", result.ours.median, result.base.median,
	       result.ratio.median, result.ratio.low, result.ratio.high);
	return 0;
}

/* --- one side --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	const double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

static int time_steps(void *optimizer, int steps)
{
	double *took = malloc((size_t)steps * sizeof *took);

	if (took == NULL)
		return 1;
	for (int i = -WARM_UP; i < steps; i++) {
		const double start = processor_now();

		c_optimizer_step(optimizer);
		if (i >= 0)
			took[i] = (processor_now() - start) * 1e-3;
	}
	qsort(took, (size_t)steps, sizeof *took, by_size);
	printf("%.2f %.4f\n", took[steps / 2], c_sum(optimizer));
	free(took);
	return 0;
}

static int run(char **argv)
{
	const bool is_big = strcmp(argv[3], "big") == 0;
	const int steps = atoi(argv[5]);
	struct pair pair;

	if (strcmp(argv[1], "time") == 0)
		return time_steps(c_optimizer(argv[2], is_big, strcmp(argv[4], "fused") == 0),
				  steps);
	pair = (struct pair){ c_optimizer(argv[2], is_big, false), cpp_optimizer(argv[2], is_big),
			      steps };
	return pair.cpp ? compare_pair(&pair, atoi(argv[4])) : 2;
}

int main(int argc, char **argv)
{
	int status = 2;

	if (argc == 6) {
		CT_SCOPE; /* has the optimizer */
		status = run(argv);
	}
	if (status == 2)
		fputs("Usage: bench_optim pairs CLASS big|tiny ROUNDS STEPS\n"
		      "       bench_optim time CLASS big|tiny default|fused STEPS\n"
		      "It is for optim.sh, which compares what it prints.\n",
		      stderr);
	return status;
}
