/*
 * serving.c: how long requests to a model take, for serving.sh.
 *
 *     bench_serving CASE THREADS REQUESTS
 *
 * THREADS threads answer REQUESTS requests each with one MLP; a request is a row of 64 features,
 * its answer a class. Prints microseconds, the median of all requests and the time that 99 of 100
 * do not exceed; the requests that all threads answer in a second; and microseconds again, of the
 * first request of the process and of the longest first one of a thread. CASE is a name of `cases`
 * below.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

#include "turns.h"

enum { FEATURES = 64, HIDDEN = 128, CLASSES = 10, ROWS = 64, AT_ONCE = 100, MOST_THREADS = 64 };

/* What a thread does before it answers. */
enum mode { RECORD, NO_GRAD, INFERENCE };

static const struct serving_case {
	const char *name;
	enum mode mode;
	bool pinned;     /* each thread stays on one core */
	bool one_scope;  /* one for AT_ONCE requests, not one for each */
	bool no_warm_up; /* the threads start with a model that was never called */
} cases[] = {
	{ "inference", .mode = INFERENCE },
	{ "no_grad", .mode = NO_GRAD },
	{ "recording", .mode = RECORD },
	{ "pinned", .mode = INFERENCE, .pinned = true },
	{ "one_scope", .mode = INFERENCE, .one_scope = true },
	{ "no_warm_up", .mode = INFERENCE, .no_warm_up = true },
};

/* What the threads share; they only read it. */
static struct {
	ct_module *model;
	const ct_tensor *rows;
	pthread_barrier_t start;
} with;

struct worker {
	pthread_t thread;
	const struct serving_case *of;
	double *us; /* of each request */
	int core, requests;
	ct_error error;
};

/* Ends in the innermost scope; the caller's, if it answers several requests in one. */
static ct_error answer_here(int request, int64_t *result)
{
	const ct_tensor *x = CT_E(narrow, with.rows, 0, request % ROWS, 1);
	const ct_tensor *best = CT_E(argmax, CT_M(with.model, x), 1);

	*result = (int64_t)CT_ITEM(best);
	return CT_DONE();
}

static ct_error answer(int request, int64_t *result)
{
	CT_SCOPE;
	return answer_here(request, result);
}

static ct_error answer_all(struct worker *self)
{
	ct_error (*const how)(int, int64_t *) = self->of->one_scope ? answer_here : answer;

	for (int i = 0; i < self->requests; i += AT_ONCE) {
		CT_SCOPE;

		for (int j = i; j < i + AT_ONCE && j < self->requests; j++) {
			const double start = now();
			int64_t result;

			CT_TRY(how(j, &result));
			self->us[j] = (now() - start) * 1e-3;
		}
	}
	return NULL;
}

static ct_error answer_in_mode(struct worker *self)
{
	if (self->of->mode == INFERENCE) {
		CT_INFERENCE_MODE_SCOPE;
		return answer_all(self);
	}
	if (self->of->mode == NO_GRAD) {
		CT_NO_GRAD_SCOPE;
		return answer_all(self);
	}
	return answer_all(self);
}

static void pin(int core)
{
	cpu_set_t cores;

	CPU_ZERO(&cores);
	CPU_SET((size_t)core, &cores);
	pthread_setaffinity_np(pthread_self(), sizeof cores, &cores);
}

static void *work(void *worker)
{
	struct worker *self = worker;

	if (self->of->pinned)
		pin(self->core);
	self->error = ct_set_num_threads(1);
	pthread_barrier_wait(&with.start);
	if (!self->error)
		self->error = answer_in_mode(self);
	return NULL;
}

/* Returns the seconds from the start of all threads to the end of the last. */
static double run(struct worker *workers, int threads)
{
	const int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
	double start;

	pthread_barrier_init(&with.start, NULL, (unsigned)threads + 1);
	for (int i = 0; i < threads; i++) {
		workers[i].core = i % cores;
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
			fprintf(stderr, "bench_serving: cannot start %d threads\n", threads);
			exit(1);
		}
	}
	pthread_barrier_wait(&with.start);
	start = now();
	for (int i = 0; i < threads; i++) {
		pthread_join(workers[i].thread, NULL);
		CT_CHECK(workers[i].error);
	}
	return (now() - start) * 1e-9;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void measure(const struct serving_case *of, int threads, int requests)
{
	const int n = threads * requests;
	double *us = calloc((size_t)n, sizeof *us), cold = 0, first = 0, seconds;
	struct worker workers[MOST_THREADS];

	if (!of->no_warm_up)
		CT_CHECK(answer_in_mode(&(struct worker){ .of = of, .us = &cold, .requests = 1 }));
	for (int i = 0; i < threads; i++)
		workers[i] = (struct worker){ .of = of,
					      .us = us + i * requests,
					      .requests = requests };
	seconds = run(workers, threads);
	for (int i = 0; i < threads; i++)
		first = us[i * requests] > first ? us[i * requests] : first;
	qsort(us, (size_t)n, sizeof *us, ascending);
	printf("%.2f %.2f %.0f %.1f %.1f\n", us[n / 2], us[n - 1 - n / 100], n / seconds, cold,
	       first);
	free(us);
}

static ct_error prepare(void)
{
	CT_TRY(ct_manual_seed(1));
	CT_TRY(ct_set_num_threads(1));
	with.model = CT_SEQUENTIAL(CT_NN(Linear, FEATURES, HIDDEN), CT_NN(ReLU),
				   CT_NN(Linear, HIDDEN, CLASSES));
	with.rows = CT_E(randn, CT_L(ROWS, FEATURES));
	CT_TRY(CT_DONE());
	return ct_module_eval(with.model);
}

int main(int argc, char **argv)
{
	const int threads = argc == 4 ? atoi(argv[2]) : 0, requests = argc == 4 ? atoi(argv[3]) : 0;

	if (threads < 1 || threads > MOST_THREADS || requests < 1) {
		fprintf(stderr, "usage: bench_serving CASE THREADS REQUESTS (1 to %d threads)\n",
			MOST_THREADS);
		return 2;
	}
	CT_SCOPE;
	CT_CHECK(prepare());
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (strcmp(cases[i].name, argv[1]) != 0)
			continue;
		measure(&cases[i], threads, requests);
		return 0;
	}
	fprintf(stderr, "bench_serving: no case '%s'\n", argv[1]);
	return 2;
}
