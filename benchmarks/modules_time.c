/*
 * modules_time.c: times the steps of modules.h, for modules.sh.
 *
 *     bench_modules pairs MODEL ROUNDS STEPS
 *     bench_modules time c|cpp MODEL STEPS
 *     bench_modules count c|cpp MODEL STEPS
 *
 * `pairs` has both sides in this process, which take turns of STEPS steps. It prints the
 * milliseconds of a step in C and in C++, the median of the ratios of all pairs, and the values
 * between which 8 of 10 lie. `time` prints what time_steps() prints; `count` prints nothing, valgrind
 * counts the instructions of its steps.
 */
#include "modules.h"
#include "steps_time.h"
#include "turns.h"

#include <ctorch/ctorch.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct side {
	void *model;
	step_function step;
	double loss; /* of the last step */
	uint64_t turns;
};

static bool make_side(struct side *side, bool in_c, const char *name)
{
	*side = (struct side){ in_c ? c_new(name) : cpp_new(name), in_c ? c_step : cpp_step, 0, 0 };
	return side->model != NULL;
}

/* --- Pairs ----------------------------------------------------------------------------------- */

struct pair {
	const char *name;
	struct side cpp, c;
	int steps; /* of a turn */
};

/* Each turn begins with random numbers of its own: the same for both sides. */
static void take_turn(void *context, bool ours, double *took)
{
	struct pair *pair = context;
	struct side *side = ours ? &pair->c : &pair->cpp;
	double start;

	CT_CHECK(ct_manual_seed(++side->turns));
	start = processor_now();
	for (int i = 0; i < pair->steps; i++)
		side->step(side->model, &side->loss);
	*took = (processor_now() - start) * 1e-6 / pair->steps;
}

/* Attention is computed in another order, so the last digits differ. */
static bool is_same(const struct pair *pair)
{
	return fabs(pair->c.loss - pair->cpp.loss) <= 1e-3 * fabs(pair->cpp.loss);
}

static int compare_pair(struct pair *pair, int rounds)
{
	struct comparison result;

	take_turns(take_turn, pair, rounds, 1, &result);
	if (!is_same(pair)) {
		fprintf(stderr, "bench_modules: %s: the loss is %.6f in C and %.6f in C++\n",
			pair->name, pair->c.loss, pair->cpp.loss);
		return 1;
	}
	printf("%.4f %.4f %.4f %.4f %.4f\n", result.ours.median, result.base.median,
	       result.ratio.median, result.ratio.low, result.ratio.high);
	return 0;
}

/* --- Counting -------------------------------------------------------------------------------- */

/* Not static and not inlined: valgrind knows it by its name. */
void count(struct side *side, int steps);

__attribute__((noinline)) void count(struct side *side, int steps)
{
	for (int i = 0; i < steps; i++)
		side->step(side->model, &side->loss);
}

/* A warm-up first, so that one-time work is not counted. */
static int count_steps(struct side *side, int steps)
{
	for (int i = 0; i < 2; i++)
		side->step(side->model, &side->loss);
	count(side, steps);
	return 0;
}

/* --- The command line ------------------------------------------------------------------------ */

static int run(char **argv)
{
	const bool in_c = strcmp(argv[2], "c") == 0;
	const int steps = atoi(argv[4]);
	struct pair pair = { .name = argv[2], .steps = steps };
	struct side side;

	if (strcmp(argv[1], "pairs") == 0)
		return make_side(&pair.c, true, argv[2]) && make_side(&pair.cpp, false, argv[2])
			       ? compare_pair(&pair, atoi(argv[3]))
			       : 2;
	if (!make_side(&side, in_c, argv[3]))
		return 2;
	if (strcmp(argv[1], "count") == 0)
		return count_steps(&side, steps);
	return time_steps(side.step, side.model, steps);
}

int main(int argc, char **argv)
{
	int status = 2;

	if (argc == 5) {
		CT_SCOPE; /* has the network and the steps */
		status = run(argv);
	}
	if (status == 2)
		fputs("Usage: bench_modules pairs MODEL ROUNDS STEPS\n"
		      "       bench_modules time|count c|cpp MODEL STEPS\n"
		      "It is for modules.sh, which compares what it prints.\n",
		      stderr);
	return status;
}
