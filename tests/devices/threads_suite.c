/*
 * Scopes across the threads that autograd has for devices: what a callback creates there is freed,
 * handles and memory of the device alike.
 */
#include <pthread.h>

#include "support.h"

enum { TIMES = 50, PAGE = 4096 };

/* How many callbacks ran in another thread than the program's. */
struct calls {
	pthread_t program;
	int elsewhere;
};

static void note_thread(struct calls *calls)
{
	if (!pthread_equal(pthread_self(), calls->program))
		__atomic_add_fetch(&calls->elsewhere, 1, __ATOMIC_RELAXED);
}

static ct_tensor *leaf_on(ct_device device)
{
	ct_tensor *x = on_device(CT_E(ones, CT_L(1000)), device);

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

/* Doubles the gradient, and leaves handles and an open scope behind. */
static ct_error double_untidily(const ct_tensor *grad, void *calls, ct_tensor **replacement)
{
	ct_storage *storage;
	ct_tensor *x;
	char *text;

	note_thread(calls);
	ct_scope_open();
	for (int i = 0; i < 3; i++)
		CT_TRY(CT(exp, &x, grad));
	CT_TRY(ct_tensor_storage(x, &storage));
	CT_TRY(ct_tensor_to_string(x, &text));
	{
		CT_SCOPE;
		CT_TRY(CT(mul, replacement, grad, 2));
		ct_scope_move_up(*replacement);
	}
	return NULL;
}

static void go_back(ct_tensor *x)
{
	CT_SCOPE;

	OK(ct_tensor_backward(CT_E(sum, CT_E(mul, x, 3))));
}

START_TEST(what_hooks_create_is_freed)
{
	CT_SCOPE;
	struct calls calls = { pthread_self(), 0 };
	ct_tensor *x = leaf_on(SIM_DEVICE(1)), *grad;
	int64_t hook, live;

	OK(ct_tensor_register_hook(x, double_untidily, &calls, NULL, &hook));
	go_back(x);
	live = live_handles();
	for (int i = 1; i < TIMES; i++)
		go_back(x);
	ck_assert_int_eq(live_handles(), live);
	assert_allocated(1, 2 * PAGE); /* the leaf and its gradient */
	ck_assert_int_eq(calls.elsewhere, TIMES);
	OK(ct_tensor_grad(x, &grad));
	assert_same(grad, CT_E(full, CT_L(1000), 6.0 * TIMES), "the gradient");
	OK(CT_DONE());
}
END_TEST

/* Fails every second time, after it has created something. */
static ct_error fail_sometimes(const ct_tensor *grad, void *calls, ct_tensor **replacement)
{
	struct calls *noted = calls;
	ct_tensor *x;

	note_thread(calls);
	CT_TRY(CT(exp, &x, grad));
	if (noted->elsewhere % 2)
		return ct_error_new(CT_ERROR_VALUE, NULL, "call %d", noted->elsewhere);
	return CT(neg, replacement, x);
}

START_TEST(what_failing_hooks_create_is_freed)
{
	CT_SCOPE;
	struct calls calls = { pthread_self(), 0 };
	ct_tensor *x = leaf_on(SIM_DEVICE(0));
	const int64_t live = live_handles();
	int64_t hook;

	OK(ct_tensor_register_hook(x, fail_sometimes, &calls, NULL, &hook));
	for (int i = 0; i < TIMES; i++) {
		CT_SCOPE;
		ct_error error = ct_tensor_backward(CT_E(sum, CT_E(mul, x, 3)));

		ck_assert_int_eq(error != NULL, calls.elsewhere % 2);
		ct_error_free(error);
	}
	ck_assert_int_eq(calls.elsewhere, TIMES);
	ck_assert_int_eq(live_handles(), live);
	assert_allocated(0, 2 * PAGE);
}
END_TEST

/* --- Callbacks of every kind ------------------------------------------------------------------ */

static ct_error forward(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return CT(sin, &outputs[0], inputs[0]);
}

static ct_error backward(ct_function_context *context, ct_tensor *const *grads, ct_tensor **results)
{
	ct_tensor *x;

	note_thread(*(struct calls **)ct_function_data(context));
	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	return CT_FINISH(CT_E(mul, grads[0], CT_E(cos, x)), &results[0]);
}

static ct_error look_at_leaf(ct_tensor *leaf, void *calls)
{
	ct_tensor *grad, *sum;

	note_thread(calls);
	CT_TRY(ct_tensor_grad(leaf, &grad));
	return CT(sum, &sum, grad);
}

static ct_error look_at_node(ct_tensor *const *grads, int64_t grads_len, void *calls,
			     ct_tensor **replacements)
{
	note_thread(calls);
	return grads_len ? CT(neg, &replacements[0], grads[0]) : NULL;
}

/* A function, a hook of its node, one of the leaf: each in the thread of the device. */
static void go_back_through_all(ct_device device, struct calls *calls)
{
	static const ct_function function = { .name = "MySin",
					      .forward = forward,
					      .backward = backward,
					      .data_size = sizeof(struct calls *) };
	CT_SCOPE;
	ct_tensor *x = leaf_on(device), *y, *grad;
	ct_node *node;

	OK(ct_function_apply(&function, &calls, CT_TENSORS(x), &y, 1));
	OK(ct_tensor_grad_fn(y, &node));
	OK(ct_node_register_pre_hook(node, look_at_node, calls, NULL, NULL));
	OK(ct_tensor_register_post_accumulate_hook(x, look_at_leaf, calls, NULL, NULL));
	OK(ct_tensor_backward(CT_E(sum, y)));
	OK(ct_tensor_grad(x, &grad));
	assert_same(grad, CT_E(neg, CT_E(cos, CT_E(ones, CT_L(1000)))), "the gradient");
	OK(CT_DONE());
}

START_TEST(callbacks_of_every_kind_leave_nothing)
{
	struct calls calls = { pthread_self(), 0 };
	const int64_t live = live_handles();

	for (int i = 0; i < TIMES; i++)
		go_back_through_all(SIM_DEVICE(i % 2), &calls);
	ck_assert_int_eq(calls.elsewhere, 3 * TIMES);
	ck_assert_int_eq(live_handles(), live);
	assert_allocated(0, 0);
	assert_allocated(1, 0);
}
END_TEST

/* --- Both devices at once --------------------------------------------------------------------- */

/* One backward whose two halves run in two threads, with hooks in both. */
START_TEST(two_devices_have_scopes_of_their_own)
{
	CT_SCOPE;
	struct calls calls = { pthread_self(), 0 };
	ct_tensor *x = leaf_on(SIM_DEVICE(0)), *y = leaf_on(SIM_DEVICE(1)), *grads[2];
	const int64_t live = live_handles();
	int64_t hook;

	OK(ct_tensor_register_hook(x, double_untidily, &calls, NULL, &hook));
	OK(ct_tensor_register_hook(y, double_untidily, &calls, NULL, &hook));
	for (int i = 0; i < TIMES; i++) {
		CT_SCOPE;
		const ct_tensor *first = CT_E(sum, CT_E(mul, x, 3));
		const ct_tensor *second = CT_E(sum, CT_E(mul, y, 5));

		OK(ct_autograd_backward_tensors(CT_TENSORS(first, second), CT_NO_TENSORS, NULL,
						false, CT_NO_TENSORS));
	}
	ck_assert_int_eq(live_handles(), live);
	ck_assert_int_eq(calls.elsewhere, 2 * TIMES);
	OK(ct_tensor_grad(x, &grads[0]));
	OK(ct_tensor_grad(y, &grads[1]));
	assert_same(grads[0], CT_E(full, CT_L(1000), 6.0 * TIMES), "of the first device");
	assert_same(grads[1], CT_E(full, CT_L(1000), 10.0 * TIMES), "of the second device");
	OK(CT_DONE());
}
END_TEST

/* A handle that a hook takes out of its scope outlives the call, and any thread may free it. */
static ct_error keep(const ct_tensor *grad, void *kept, ct_tensor **replacement)
{
	(void)replacement;
	CT_TRY(CT(clone, (ct_tensor **)kept, grad));
	ct_scope_disown(*(ct_tensor **)kept);
	return NULL;
}

START_TEST(a_handle_may_leave_its_thread)
{
	CT_SCOPE;
	ct_tensor *x = leaf_on(SIM_DEVICE(1)), *kept = NULL;
	int64_t hook;

	OK(ct_tensor_register_hook(x, keep, &kept, NULL, &hook));
	go_back(x);
	ck_assert_ptr_nonnull(kept);
	assert_same(kept, CT_E(full, CT_L(1000), 3.0), "the gradient");
	OK(CT_DONE());
	ct_tensor_free(kept);
}
END_TEST

Suite *threads_suite(void)
{
	Suite *suite = suite_create("threads");
	TCase *tests = tests_on_sim("threads");

	tcase_add_test(tests, what_hooks_create_is_freed);
	tcase_add_test(tests, what_failing_hooks_create_is_freed);
	tcase_add_test(tests, callbacks_of_every_kind_leave_nothing);
	tcase_add_test(tests, two_devices_have_scopes_of_their_own);
	tcase_add_test(tests, a_handle_may_leave_its_thread);
	suite_add_tcase(suite, tests);
	return suite;
}
