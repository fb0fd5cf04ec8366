/*
 * The cost of many hooks: each costs as much as one among few.
 */
#include <stdlib.h>

#include "support.h"

enum {
	FEW = 2000,
	TIMES = 16,
	/* Quadratic time would take 256 times as long for 16 times as many. */
	TOLERATED = TIMES * 4
};

struct costs {
	double registering, firing, removing;
};

static ct_tensor *x;
static ct_node *node; /* receives the gradient of x */
static int64_t *hooks;
static int runs, released;

static void make_leaf(void)
{
	x = leaf(1, 2, 3);
	OK(ct_tensor_gradient_edge(x, &node, NULL));
}

static void free_leaf(void)
{
	ct_node_free(node);
	ct_tensor_free(x);
}

static void make_room(void)
{
	hooks = malloc(FEW * TIMES * sizeof *hooks);
	ck_assert_ptr_nonnull(hooks);
}

static void free_room(void)
{
	free(hooks);
}

static ct_error count_run(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)context, (void)replacement;
	runs++;
	return NULL;
}

static ct_error count_node_run(ct_tensor *const *grads, int64_t grads_len, void *context,
			       ct_tensor **replacements)
{
	(void)grads, (void)grads_len, (void)context, (void)replacements;
	runs++;
	return NULL;
}

static void add_to_tensor(int64_t *hook)
{
	OK(ct_tensor_register_hook(x, count_run, &released, count_release, hook));
}

static void add_to_node(int64_t *hook)
{
	OK(ct_node_register_pre_hook(node, count_node_run, &released, count_release, hook));
}

static void backward(void)
{
	ct_tensor *sum = sum_of_squares(x);

	OK(ct_tensor_backward(sum));
	ct_tensor_free(sum);
}

/* Measures a tensor that never had hooks. The hook that was registered first is removed first: all
 * others follow it. */
static struct costs costs_of(int n, void (*add)(int64_t *hook))
{
	double begin, registered, fired, removed;

	make_leaf();
	begin = thread_seconds();
	for (int i = 0; i < n; i++)
		add(&hooks[i]);
	registered = thread_seconds();
	runs = 0;
	backward();
	ck_assert_int_eq(runs, n);
	fired = thread_seconds();
	released = 0;
	for (int i = 0; i < n; i++)
		ck_assert(ct_hook_remove(hooks[i]));
	removed = thread_seconds();
	ck_assert_int_eq(released, n);
	free_leaf();
	return (struct costs){ registered - begin, fired - registered, removed - fired };
}

static void least_of(double *least, double seconds)
{
	if (*least == 0 || seconds < *least)
		*least = seconds;
}

static struct costs least_costs_of(int n, void (*add)(int64_t *hook))
{
	struct costs least = { 0 };

	for (int i = 0; i < 3; i++) {
		struct costs now = costs_of(n, add);

		least_of(&least.registering, now.registering);
		least_of(&least.firing, now.firing);
		least_of(&least.removing, now.removing);
	}
	return least;
}

static void assert_linear(const char *what, double few, double many)
{
	ck_assert_msg(many < TOLERATED * few, "%s: %d take %g s, and %d take %g s", what, FEW, few,
		      FEW * TIMES, many);
}

static void assert_costs_are_linear(void (*add)(int64_t *hook))
{
	struct costs few = least_costs_of(FEW, add), many = least_costs_of(FEW * TIMES, add);

	assert_linear("registering", few.registering, many.registering);
	assert_linear("firing", few.firing, many.firing);
	assert_linear("removing", few.removing, many.removing);
}

START_TEST(a_hook_among_many_costs_what_one_among_few_does)
{
	assert_costs_are_linear(add_to_tensor);
}
END_TEST

START_TEST(so_does_a_hook_of_a_node)
{
	assert_costs_are_linear(add_to_node);
}
END_TEST

Suite *hook_costs_suite(void)
{
	Suite *suite = suite_create("hook_costs");
	TCase *tests = tcase_create("many hooks");

	tcase_add_checked_fixture(tests, make_room, free_room);
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, a_hook_among_many_costs_what_one_among_few_does);
	tcase_add_test(tests, so_does_a_hook_of_a_node);
	suite_add_tcase(suite, tests);
	return suite;
}
