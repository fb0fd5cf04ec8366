/*
 * distributions.c: what distributions cost, for distributions.sh.
 *
 *     bench_distributions pairs CASE ROUNDS TIMES
 *     bench_distributions time CASE TIMES
 *
 * `pairs` compares a distribution with the same operators, called in C: they take turns of TIMES
 * calls. It prints the microseconds of a call of both, the median of the ratios of all pairs, and the
 * values between which 8 of 10 lie. `time` prints the median of the microseconds of a call. CASE is a
 * name of `cases` below; `_checked` validates the value.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "turns.h"

enum { ELEMENTS = 8, CATEGORIES = 5, AT_ONCE = 100 };

/* What all cases use. */
static struct {
	ct_tensor *loc, *scale, *value;
	ct_tensor *logits, *probs, *index;
	ct_distribution *normal, *categorical, *checked;
} with;

static const double log_root_of_two_pi = 0.91893853320467267;

/* --- by distributions ------------------------------------------------------------------------- */

static ct_tensor *normal_log_prob(void)
{
	return CT_F(ct_distribution_log_prob, with.normal, with.value);
}

static ct_tensor *checked_log_prob(void)
{
	return CT_F(ct_distribution_log_prob, with.checked, with.value);
}

static ct_tensor *normal_rsample(void)
{
	return CT_F(ct_distribution_rsample, with.normal, CT_L());
}

static ct_tensor *categorical_log_prob(void)
{
	return CT_F(ct_distribution_log_prob, with.categorical, with.index);
}

static ct_tensor *categorical_sample(void)
{
	return CT_F(ct_distribution_sample, with.categorical, CT_L());
}

/* --- by operators ----------------------------------------------------------------------------- */

static ct_tensor *plain_normal_log_prob(void)
{
	const ct_tensor *var = CT_E(pow, with.scale, 2), *log_scale = CT_E(log, with.scale);
	const ct_tensor *off = CT_E(neg, CT_E(pow, CT_E(sub, with.value, with.loc), 2));

	return CT_E(sub, CT_E(sub, CT_E(div, off, CT_E(mul, var, 2)), log_scale),
		    log_root_of_two_pi);
}

static ct_tensor *plain_normal_rsample(void)
{
	const ct_tensor *eps = CT_E(normal_, CT_E(empty, CT_L(ELEMENTS), .dtype = CT_FLOAT32));

	return CT_E(add, with.loc, CT_E(mul, eps, with.scale));
}

static ct_tensor *plain_categorical_log_prob(void)
{
	const ct_tensor *value = CT_E(unsqueeze, CT_E(to_dtype, with.index, CT_INT64), -1);
	const ct_tensors both = CT_E(broadcast_tensors, CT_TENSORS(value, with.logits));

	value = CT_E(narrow, both.at[0], -1, 0, 1);
	return CT_E(squeeze_dim, CT_E(gather, both.at[1], -1, value), -1);
}

static ct_tensor *plain_categorical_sample(void)
{
	CT_NO_GRAD_SCOPE;
	const ct_tensor *probs = CT_E(reshape, with.probs, CT_L(-1, CATEGORIES));

	return CT_E(reshape, CT_E(t, CT_E(multinomial, probs, 1, true)), CT_L(ELEMENTS));
}

/* --- the cases -------------------------------------------------------------------------------- */

typedef ct_tensor *compute(void);

static const struct one_case {
	const char *name;
	compute *ours, *plain;
} cases[] = {
	{ "normal_log_prob", normal_log_prob, plain_normal_log_prob },
	{ "normal_log_prob_checked", checked_log_prob, plain_normal_log_prob },
	{ "normal_rsample", normal_rsample, plain_normal_rsample },
	{ "categorical_log_prob", categorical_log_prob, plain_categorical_log_prob },
	{ "categorical_sample", categorical_sample, plain_categorical_sample },
};

static ct_error prepare(void)
{
	CT_TRY(ct_manual_seed(1));
	with.loc = CT_E(randn, CT_L(ELEMENTS));
	with.scale = CT_E(add, CT_E(rand, CT_L(ELEMENTS)), 0.5);
	with.value = CT_E(randn, CT_L(ELEMENTS));
	with.index = CT_E(randint, CATEGORIES, CT_L(ELEMENTS));
	with.normal = CT_DISTRIBUTION(Normal, with.loc, with.scale, .validate_args = false);
	with.checked = CT_DISTRIBUTION(Normal, with.loc, with.scale);
	with.categorical = CT_DISTRIBUTION(Categorical,
					   .logits = CT_E(randn, CT_L(ELEMENTS, CATEGORIES)),
					   .validate_args = false);
	with.logits = CT_F(ct_distribution_get_parameter, with.categorical, "logits");
	with.probs = CT_F(ct_distribution_get_parameter, with.categorical, "probs");
	return CT_DONE();
}

/* Calls in scopes, as a step of a program makes them. */
static void call(compute *function, int times)
{
	for (int i = 0; i < times; i += AT_ONCE) {
		CT_SCOPE;

		for (int j = 0; j < AT_ONCE; j++)
			function();
		CT_CHECK(CT_DONE());
	}
}

/* --- measuring -------------------------------------------------------------------------------- */

struct task {
	const struct one_case *of;
	int times;
};

static void turn(void *task, bool ours, double *parts)
{
	const struct task *t = task;
	const double start = processor_now();

	call(ours ? t->of->ours : t->of->plain, t->times);
	*parts = (processor_now() - start) * 1e-3 / t->times;
}

static void print_pairs(struct task *task, int rounds)
{
	struct comparison result;

	take_turns(turn, task, rounds, 1, &result);
	printf("%.3f %.3f %.3f %.3f %.3f\n", result.ours.median, result.base.median,
	       result.ratio.median, result.ratio.low, result.ratio.high);
}

static void print_time(struct task *task)
{
	enum { TURNS = 15 };
	double us[TURNS];

	turn(task, true, us);
	for (int i = 0; i < TURNS; i++)
		turn(task, true, &us[i]);
	printf("%.3f\n", spread_of(us, TURNS).median);
}

int main(int argc, char **argv)
{
	const bool are_pairs = argc == 5 && !strcmp(argv[1], "pairs");

	if (!are_pairs && (argc != 4 || strcmp(argv[1], "time") != 0)) {
		fprintf(stderr, "usage: bench_distributions pairs CASE ROUNDS TIMES\n"
				"       bench_distributions time CASE TIMES\n");
		return 2;
	}
	CT_SCOPE;
	CT_CHECK(prepare());
	CT_CHECK(ct_set_num_threads(1));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct task task = { &cases[i], atoi(argv[argc - 1]) };

		if (strcmp(cases[i].name, argv[2]) != 0)
			continue;
		if (are_pairs)
			print_pairs(&task, atoi(argv[3]));
		else
			print_time(&task);
		return 0;
	}
	fprintf(stderr, "bench_distributions: no case '%s'\n", argv[2]);
	return 2;
}
