/*
 * The warning for a scope that a loop fills.
 */
#include <string.h>

#include <ctorch/nn/nn.h>
#include <ctorch/optim/optim.h>
#include <ctorch/tensor/settings.h>

#include "support.h"

/* What the library warned of last, and how often. */
static struct {
	int count;
	char text[1000];
} warned;

static void note(const ct_warning *warning, void *context)
{
	(void)context;
	warned.count++;
	snprintf(warned.text, sizeof warned.text, "%s", warning->message);
}

static void begin(void)
{
	memset(&warned, 0, sizeof warned);
	OK(ct_set_warning_handler(note, NULL, NULL));
}

static void end(void)
{
	OK(ct_set_warning_handler(NULL, NULL, NULL));
}

static void expect(int count, const char *words)
{
	if (warned.count != count)
		ck_abort_msg("%d warnings instead of %d, the last: %s", warned.count, count,
			     warned.text);
	if (words && strstr(warned.text, words) == NULL)
		ck_abort_msg("'%s' is not in: %s", words, warned.text);
}

static ct_tensor *ones(void)
{
	ct_tensor *made = NULL;

	OK(ct_tensor_ones(CT_L(2), NULL, &made));
	return made;
}

enum { FEW = 9000, MANY = 30000 };

START_TEST(a_call_that_fills_a_scope_is_named_once_with_its_line)
{
	char place[64];

	begin();
	for (int again = 0; again < 2; again++) {
		CT_SCOPE;
		const ct_tensor *x = ones();

		for (int i = 0; i < MANY; i++) {
			snprintf(place, sizeof place, "growth_suite.c:%d (ct_relu) fills",
				 __LINE__ + 1);
			CT_E(relu, x);
		}
	}
	expect(1, place);
	expect(1, "CT_EACH_STEP, or CT_SCOPE inside the loop");
	end();
}
END_TEST

START_TEST(a_call_without_a_macro_is_named_by_its_function)
{
	CT_SCOPE;
	const ct_tensor *x = ones();
	ct_tensor *y;

	begin();
	for (int i = 0; i < MANY; i++)
		OK(ct_sigmoid(x, &y));
	expect(1, "ct_sigmoid, called from ");
	expect(1, "growth_suite.c:");
	end();
}
END_TEST

START_TEST(a_module_s_tensors_count_for_the_call_of_the_module)
{
	char place[64];

	CT_SCOPE;
	ct_tensor *x = ones();
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 2, 2), CT_NN(ReLU), CT_NN(Linear, 2, 1));

	begin();
	for (int i = 0; i < MANY; i++) {
		snprintf(place, sizeof place, "growth_suite.c:%d (", __LINE__ + 1);
		CT_M(net, x);
	}
	OK(CT_DONE());
	expect(1, place);
	end();
}
END_TEST

START_TEST(the_bytes_of_a_shared_storage_count_once)
{
	CT_SCOPE;
	ct_tensor *x;

	begin();
	OK(ct_tensor_zeros(CT_L(1000, 1000), NULL, &x));
	for (int i = 0; i < MANY; i++)
		CT_E(view, x, CT_L(-1));
	expect(1, "tensors (4.0 MB)");
	end();
}
END_TEST

START_TEST(a_scope_inside_a_large_one_is_watched)
{
	CT_SCOPE;
	const ct_tensor *x = ones();

	begin();
	for (int i = 0; i < MANY; i++)
		CT_E(relu, x);
	for (int again = 0; again < 3; again++) {
		CT_SCOPE;
		for (int i = 0; i < MANY; i++)
			if (again == 1)
				CT_E(exp, x);
			else
				CT_E(sin, x);
	}
	expect(3, "(ct_exp)");
	end();
}
END_TEST

START_TEST(what_is_released_kept_or_of_a_step_does_not_count)
{
	static ct_tensor *kept[MANY];
	CT_SCOPE;
	const ct_tensor *x = ones();

	begin();
	for (int i = 0; i < MANY; i++)
		ct_tensor_free(CT_E(relu, x));
	for (int i = 0; i < MANY; i++) {
		kept[i] = CT_E(relu, x);
		ct_scope_disown(kept[i]);
	}
	for (int i = 0; i < MANY; i++) {
		CT_SCOPE;
		CT_E(relu, x);
	}
	for (int i = 0; i < MANY; i++)
		ct_tensor_free_unscoped(kept[i]);
	for (int i = 0; i < FEW; i++)
		CT_E(relu, x);
	expect(0, NULL);
	end();
}
END_TEST

static ct_error steps(bool release, const char **place)
{
	static char text[64];

	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(4, 2));
	ct_module *net = CT_NN(Linear, 2, 1);
	ct_optimizer *sgd = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 0.01);

	*place = text;
	for (int i = 0; i < 1500; i++) {
		ct_scope *scope = release ? ct_scope_open() : NULL;

		snprintf(text, sizeof text, "growth_suite.c:%d (", __LINE__ + 1);
		CT_TRY(ct_optimizer_minimize(sgd, CT_E(mean, CT_M(net, x))));
		CT_TRY(ct_scope_close(scope));
	}
	return CT_DONE();
}

START_TEST(a_training_loop_without_steps_is_named_before_it_has_many_tensors)
{
	const char *place;

	begin();
	OK(steps(true, &place));
	expect(0, NULL);
	OK(steps(false, &place));
	expect(1, place);
	end();
}
END_TEST

START_TEST(the_warning_can_be_switched_off)
{
	CT_SCOPE;
	const ct_tensor *x = ones();

	begin();
	ck_assert(ct_memory_is_growth_warning_enabled());
	ct_memory_set_growth_warning_enabled(false);
	for (int i = 0; i < MANY; i++)
		CT_E(neg, x);
	ck_assert(!ct_memory_is_growth_warning_enabled());
	ct_memory_set_growth_warning_enabled(true);
	expect(0, NULL);
	end();
}
END_TEST

/* The handler is called in the middle of a call, and may do everything. */
static void make_tensors(const ct_warning *warning, void *context)
{
	CT_SCOPE;

	note(warning, context);
	for (int i = 0; i < MANY; i++)
		ones();
}

START_TEST(the_handler_may_fill_a_scope_of_its_own)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	const ct_tensor *x = ones();

	begin();
	OK(ct_set_warning_handler(make_tensors, NULL, NULL));
	for (int i = 0; i < MANY; i++)
		CT_E(chunk, x, 2);
	expect(1, "(ct_chunk) fills");
	ck_assert_int_eq(live_handles(), before + 1 + 2 * MANY);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	end();
}
END_TEST

Suite *growth_suite(void)
{
	Suite *suite = suite_create("growth");
	TCase *growth = tests_of("growth");

	tcase_add_test(growth, a_call_that_fills_a_scope_is_named_once_with_its_line);
	tcase_add_test(growth, a_call_without_a_macro_is_named_by_its_function);
	tcase_add_test(growth, a_module_s_tensors_count_for_the_call_of_the_module);
	tcase_add_test(growth, the_bytes_of_a_shared_storage_count_once);
	tcase_add_test(growth, a_scope_inside_a_large_one_is_watched);
	tcase_add_test(growth, what_is_released_kept_or_of_a_step_does_not_count);
	tcase_add_test(growth, a_training_loop_without_steps_is_named_before_it_has_many_tensors);
	tcase_add_test(growth, the_warning_can_be_switched_off);
	tcase_add_test(growth, the_handler_may_fill_a_scope_of_its_own);
	suite_add_tcase(suite, growth);
	return suite;
}
