/*
 * memory.c: the cost of scopes for each handle and for a training loop, compared with freeing by
 * hand.
 */
#include "memory.h"
#include "turns.h"

#include <ctorch/ctorch.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#define DEFAULT_ROUNDS 201
#define DEFAULT_STEPS 10000
#define MOST_HANDLES 1000000
#define FEW 10
#define MANY 100000
#define BATCH 10 /* handles freed between two readings of the clock */

static ct_tensor *one; /* a single number */
static ct_tensor **handles;

/* --- The table ------------------------------------------------------------------------------- */

void print_goal(const char *goal, bool held)
{
	printf("   %-8s %s\n", goal, held ? "held" : "MISSED");
	fflush(stdout);
}

static void print_heading(const char *title, const char *base, const char *ours)
{
	printf("\n%-48s %9s %9s %11s   %-17s   %s\n", title, base, ours, "difference", "8 of 10",
	       "goal");
}

static void print_row(const char *name, int64_t n, const struct comparison *of)
{
	char label[64], range[32];

	if (n)
		snprintf(label, sizeof label, "%s, %lld", name, (long long)n);
	else
		snprintf(label, sizeof label, "%s", name);
	snprintf(range, sizeof range, "%.1f to %.1f", of->difference.low, of->difference.high);
	printf("%-48s %9.1f %9.1f %11.1f   %-17s", label, of->base.median, of->ours.median,
	       of->difference.median, range);
}

/* Rounded to the differences between runs: a goal is not missed by less. */
static double rounded(double value, double unit)
{
	int64_t units = (int64_t)(value / unit + (value < 0 ? -.5 : .5));

	return (double)units * unit;
}

/* --- Giving and freeing handles -------------------------------------------------------------- */

static void keep_into(ct_tensor **to, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = ct_tensor_retain(one);
}

static void add_into(ct_tensor **to, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		CT_CHECK(ct_add_Tensor(one, one, ct_scalar_int(1), &to[i]));
}

static void free_all(ct_tensor **list, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		ct_tensor_free(list[i]);
}

/* xorshift64: the same numbers in every run. */
static int64_t random_below(int64_t n)
{
	static uint64_t state = 88172645463325252;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int64_t)(state % (uint64_t)n);
}

static void swap(ct_tensor **a, ct_tensor **b)
{
	ct_tensor *was = *a;

	*a = *b;
	*b = was;
}

enum order { NEWEST_FIRST, OLDEST_FIRST, ANY_ORDER };

/* For a list, in the given order. */
static void arrange(enum order order, ct_tensor **list, int64_t n)
{
	if (order == NEWEST_FIRST)
		for (int64_t i = 0; i < n / 2; i++)
			swap(&list[i], &list[n - 1 - i]);
	if (order == ANY_ORDER)
		for (int64_t i = n; i > 1; i--)
			swap(&list[i - 1], &list[random_below(i)]);
}

/* Many are measured in processor time, so that other processes do not matter. For few, reading that
 * clock would take most of the time. */
static double now_around(int64_t n)
{
	return n < 500 ? now() : processor_now();
}

/* With hundreds of thousands of tensors, glibc's allocator at times spends many times the measured
 * time on returning memory to the system, getting it again and merging small chunks. This makes it
 * keep its memory. */
static void steady_the_allocator(void)
{
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	mallopt(M_MXFAST, 0);
#endif
}

/* --- Filling and closing a scope ------------------------------------------------------------- */

struct filling {
	const char *name;
	void (*give)(ct_tensor **to, int64_t n);
	int64_t n;
	int divide; /* divides the rounds */
};

enum { GIVEN, RELEASED, FILLING_PARTS };

/* Nanoseconds per handle. Without a scope they are freed in a scope's order. */
static void fill(void *context, bool in_scope, double *took)
{
	const struct filling *task = context;
	const int64_t n = task->n, times = n < 2000 ? 2000 / n : 1;
	double given = 0, released = 0;

	for (int64_t i = 0; i < times; i++) {
		ct_scope *scope = in_scope ? ct_scope_open() : NULL;
		double start = now_around(n), middle;

		task->give(handles, n);
		given += now_around(n) - start;
		arrange(NEWEST_FIRST, handles, n);
		middle = now_around(n);
		if (in_scope)
			CT_CHECK(ct_scope_close(scope));
		else
			free_all(handles, n);
		released += now_around(n) - middle;
	}
	took[GIVEN] = given / (double)(times * n);
	took[RELEASED] = released / (double)(times * n);
}

static void compare_filling(int rounds, struct filling *task, bool has_goal)
{
	static const char *const names[] = { "given", "released by the close" };
	struct comparison results[FILLING_PARTS];
	char label[64];

	take_turns(fill, task, rounds / task->divide + 1, FILLING_PARTS, results);
	for (int i = 0; i < FILLING_PARTS; i++) {
		snprintf(label, sizeof label, "%s, %s", task->name, names[i]);
		print_row(label, task->n, &results[i]);
		if (has_goal)
			print_goal("<= 10", rounded(results[i].difference.median, .1) <= 10);
		else
			puts("   none");
	}
}

static void compare_fillings(int rounds)
{
	static struct filling tasks[] = {
		{ "ct_tensor_retain", keep_into, 10, 1 },
		{ "ct_tensor_retain", keep_into, 1000, 1 },
		{ "ct_tensor_retain", keep_into, 100000, 2 },
		{ "ct_tensor_retain", keep_into, 1000000, 10 },
		{ "ct_add_Tensor", add_into, 10, 1 },
		{ "ct_add_Tensor", add_into, 1000, 1 },
		{ "ct_add_Tensor", add_into, 100000, 4 },
		{ "ct_add_Tensor", add_into, 1000000, 10 },
	};

	print_heading("ns a handle, and how many the scope had", "no scope", "scope");
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
		/* Not for the former: there only the scope's growth allocates. */
		if (tasks[i].give == add_into)
			steady_the_allocator();
		compare_filling(rounds, &tasks[i], true);
	}
}

/* --- Freeing early ---------------------------------------------------------------------------
 *
 * These are second handles on different tensors that stay alive, so the cost of freeing does not
 * include the allocator's work for 100,000 tensors freed in some order.
 */

static ct_tensor *pool[MANY + BATCH];

struct freeing {
	const char *name;
	/* The time of the releases, nanoseconds each. `live` handles[] exist at the beginning;
	 * BATCH tensors in `fresh` have no handle. Nothing is left. */
	double (*free_some)(enum order order, int64_t live, ct_tensor **fresh);
	enum order order;
	int times; /* with few, to take about as long as with many */
};

static void keep_all(ct_tensor **list, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		ct_tensor_retain(list[i]);
}

static double free_everything(enum order order, int64_t live, ct_tensor **fresh)
{
	double start;

	(void)fresh;
	arrange(order, handles, live);
	start = now_around(live);
	free_all(handles, live);
	return (now_around(live) - start) / (double)live;
}

/* Exchanges the new `fresh` with as many others. `*oldest` is the place of the oldest ones in a
 * ring. */
static void choose(enum order order, ct_tensor **fresh, int64_t live, int64_t *oldest)
{
	for (int64_t i = 0; i < BATCH; i++) {
		if (order == OLDEST_FIRST)
			swap(&fresh[i], &handles[(*oldest)++ % live]);
		if (order == ANY_ORDER)
			swap(&fresh[i], &handles[random_below(live)]);
	}
	arrange(order == NEWEST_FIRST ? order : OLDEST_FIRST, fresh, BATCH);
}

/* Adds one and removes one, often enough for a scope's periodic cleanup. */
static double replace(enum order order, int64_t live, ct_tensor **fresh)
{
	const int64_t n = live * 3 + BATCH;
	int64_t oldest = 0;
	double took = 0, start;

	for (int64_t i = 0; i < n; i += BATCH) {
		keep_all(fresh, BATCH);
		choose(order, fresh, live, &oldest);
		start = now();
		free_all(fresh, BATCH);
		took += now() - start;
	}
	free_everything(NEWEST_FIRST, live, fresh);
	return took / (double)n;
}

/* A call and the release of its result. */
static double use_temporaries(enum order order, int64_t live, ct_tensor **fresh)
{
	const int64_t n = 5000, before = 500; /* until the code is warm again */
	double start = 0, took;
	ct_tensor *temporary;

	for (int64_t i = -before; i < n; i++) {
		if (i == 0)
			start = now_around(n);
		add_into(&temporary, 1);
		ct_tensor_free(temporary);
	}
	took = now_around(n) - start;
	free_everything(order, live, fresh);
	return took / (double)n;
}

static double free_early(const struct freeing *task, bool in_scope, int64_t live)
{
	ct_scope *scope = in_scope ? ct_scope_open() : NULL;
	ct_tensor *fresh[BATCH];
	double took;

	memcpy(handles, pool, (size_t)live * sizeof *handles);
	memcpy(fresh, pool + live, sizeof fresh);
	keep_all(handles, live);
	took = task->free_some(task->order, live, fresh);
	CT_CHECK(ct_scope_close(scope));
	return took;
}

enum { AT_FEW, AT_MANY, FREEING_PARTS };

static void free_in_turn(void *context, bool in_scope, double *took)
{
	const struct freeing *task = context;

	for (int i = 0; i < task->times; i++)
		took[AT_FEW] += free_early(task, in_scope, FEW) / task->times;
	took[AT_MANY] = free_early(task, in_scope, MANY);
}

/* These tensors do not fit the caches, and freeing them takes longer without a scope, too: only the
 * difference, in whole nanoseconds, must not grow. */
static void compare_freeing(int rounds, struct freeing *task)
{
	struct comparison results[FREEING_PARTS];
	double few, many;

	take_turns(free_in_turn, task, rounds / 4 + 1, FREEING_PARTS, results);
	few = rounded(results[AT_FEW].difference.median, 1);
	many = rounded(results[AT_MANY].difference.median, 1);
	print_row(task->name, FEW, &results[AT_FEW]);
	puts("   none");
	print_row(task->name, MANY, &results[AT_MANY]);
	print_goal("<= that", many <= few);
}

static void compare_freeings(int rounds)
{
	static struct freeing tasks[] = {
		{ "ct_add_Tensor and freeing its result", use_temporaries, NEWEST_FIRST, 2 },
		{ "one comes, the newest goes", replace, NEWEST_FIRST, 200 },
		{ "one comes, the oldest goes", replace, OLDEST_FIRST, 200 },
		{ "one comes, any goes", replace, ANY_ORDER, 200 },
		{ "all go, the newest first", free_everything, NEWEST_FIRST, 200 },
		{ "all go, the oldest first", free_everything, OLDEST_FIRST, 200 },
		{ "all go, in any order", free_everything, ANY_ORDER, 200 },
	};

	print_heading("ns a handle freed, and how many there were", "no scope", "scope");
	add_into(pool, MANY + BATCH);
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
		compare_freeing(rounds, &tasks[i]);
	free_all(pool, MANY + BATCH);
}

/* --- Other calls ----------------------------------------------------------------------------- */

static void do_nothing(void) {}

static void open_and_close(void)
{
	CT_CHECK(ct_scope_close(ct_scope_open()));
}

static void begin_step(void)
{
	CT_CHECK(ct_gc());
}

static void make(void)
{
	ct_tensor_free(ct_tensor_retain(one));
}

static void make_in_scope(void)
{
	ct_scope *scope = ct_scope_open();

	ct_tensor_retain(one);
	CT_CHECK(ct_scope_close(scope));
}

/* A function that returns a new tensor. */
static void make_and_keep(void)
{
	ct_scope *scope = ct_scope_open();
	ct_tensor *result = ct_tensor_retain(one);

	ct_scope_disown(result);
	CT_CHECK(ct_scope_close(scope));
	ct_tensor_free(result);
}

static void make_and_move_up(void)
{
	ct_scope *scope = ct_scope_open();
	ct_tensor *result = ct_tensor_retain(one);

	ct_scope_move_up(result);
	CT_CHECK(ct_scope_close(scope));
	ct_tensor_free(result);
}

struct calling {
	const char *name;
	void (*base)(void);
	void (*ours)(void);
	bool inside; /* of a scope that is open all the time */
};

static void call(void *context, bool ours, double *took)
{
	const struct calling *task = context;
	void (*function)(void) = ours ? task->ours : task->base;
	const int n = 2000;
	ct_scope *scope = task->inside ? ct_scope_open() : NULL;
	double start = now_around(n);

	for (int i = 0; i < n; i++)
		function();
	*took = (now_around(n) - start) / n;
	CT_CHECK(ct_gc_finish());
	CT_CHECK(ct_scope_close(scope));
}

static void compare_calls(int rounds)
{
	static struct calling tasks[] = {
		{ "a scope opened and closed", do_nothing, open_and_close, false },
		{ "the same inside another", do_nothing, open_and_close, true },
		{ "ct_gc() in an empty step", do_nothing, begin_step, false },
		{ "a function's scope for one tensor", make, make_in_scope, true },
		{ "the same with ct_scope_disown()", make, make_and_keep, true },
		{ "the same with ct_scope_move_up()", make, make_and_move_up, true },
	};
	struct comparison result;

	print_heading("ns a call", "without", "with");
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
		take_turns(call, &tasks[i], rounds, 1, &result);
		print_row(tasks[i].name, 0, &result);
		puts("   none");
	}
}

/* --- Tracking -------------------------------------------------------------------------------- */

static void fill_tracked(void *context, bool tracked, double *took)
{
	bool was = ct_memory_is_tracking_enabled();
	ct_memory_set_tracking_enabled(tracked);

	fill(context, false, took);
	ct_memory_set_tracking_enabled(was);
}

static void compare_tracking(int rounds)
{
	static struct filling tasks[] = {
		{ "ct_add_Tensor", add_into, 10, 1 },
		{ "ct_add_Tensor", add_into, 1000, 1 },
		{ "ct_add_Tensor", add_into, 100000, 8 },
	};
	static const char *const names[] = { "given", "freed" };
	struct comparison results[FILLING_PARTS];
	char label[64];

	print_heading("ns a handle, without a scope", "untracked", "tracked");
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
		take_turns(fill_tracked, &tasks[i], rounds / tasks[i].divide + 1, FILLING_PARTS,
			   results);
		for (int part = 0; part < FILLING_PARTS; part++) {
			snprintf(label, sizeof label, "%s, %s", tasks[i].name, names[part]);
			print_row(label, tasks[i].n, &results[part]);
			puts("   none");
		}
	}
}

/* --------------------------------------------------------------------------------------------- */

static void print_usage(FILE *stream)
{
	fprintf(stream,
		"Usage: bench_memory [ROUNDS [STEPS]]\n"
		"Measures what scopes cost beside freeing by hand: for a handle (%d rounds; fewer "
		"where one\n"
		"takes long), and for training with ct_gc() (%d steps; 0 for none).\n"
		"OMP_NUM_THREADS=1 in the environment makes the figures steadier.\n",
		DEFAULT_ROUNDS, DEFAULT_STEPS);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : DEFAULT_ROUNDS;
	int64_t steps = argc > 2 ? atoll(argv[2]) : DEFAULT_STEPS;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		print_usage(stdout);
		return 0;
	}
	if (argc > 3 || rounds < 1 || steps < 0) {
		print_usage(stderr);
		return 2;
	}
	handles = calloc(MOST_HANDLES, sizeof *handles);
	if (!handles)
		abort();
	CT_CHECK(ct_ones(NULL, 0, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &one));
	printf("libctorch %s, libtorch %s; medians of %d rounds\n", ct_version(),
	       ct_libtorch_version(), rounds);
	/* First, since growth would not show in the free memory that the others leave. */
	if (steps)
		compare_training(steps);
	compare_fillings(rounds);
	compare_freeings(rounds);
	compare_calls(rounds);
	compare_tracking(rounds);
	putchar('\n');
	ct_tensor_free(one);
	free(handles);
	return 0;
}
