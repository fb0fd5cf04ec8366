/*
 * torch.nn.utils: what happens after errors, and what has no case in Python: operators that fail,
 * incomplete methods, copies, warnings without a handler.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/nn/nn.h>
#include <ctorch/nn/utils.h>
#include <jansson.h>

#include "failing_operators.h"
#include "support.h"
#include "values.h"
#include "warned.h"

/* --- methods and parametrizations of our own -------------------------------------------------- */

static ct_error evens(const ct_tensor *t, const ct_tensor *mask, void *context, ct_tensor **result)
{
	ct_tensor *made = CT_E(clone, mask);

	(void)t, (void)context;
	CT_E(fill_, CT_E(slice_Tensor, CT_E(view, made, CT_L(-1)), 0, .step = 2), 0);
	return CT_FINISH(made, result);
}

static ct_error last_channel(const ct_tensor *t, const ct_tensor *mask, void *context,
			     ct_tensor **result)
{
	ct_tensor *made = CT_E(clone, mask);

	(void)t, (void)context;
	CT_E(zero_, CT_E(select_int, made, 1, -1));
	return CT_FINISH(made, result);
}

static ct_error nothing(const ct_tensor *t, const ct_tensor *mask, void *context,
			ct_tensor **result)
{
	(void)t, (void)mask, (void)context, (void)result;
	return NULL;
}

static const ct_prune_method evens_method = { .compute_mask = evens };
static const ct_prune_method channel_method = { .compute_mask = last_channel,
						.type = CT_PRUNE_STRUCTURED,
						.dim = 1 };

static ct_error exponential_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(exp, result, x);
}

static const ct_module_class exponential_class = { .name = "Exp", .forward = exponential_forward };

/* --- operators that fail ---------------------------------------------------------------------- */

static ct_error apply_weight_norm(ct_module *m)
{
	return ct_nn_utils_weight_norm(m, "weight", 0);
}

static ct_error remove_weight_norm(ct_module *m)
{
	return ct_nn_utils_remove_weight_norm(m, "weight");
}

static ct_error apply_spectral_norm(ct_module *m)
{
	return ct_nn_utils_spectral_norm(m, "weight", NULL);
}

static ct_error remove_spectral_norm(ct_module *m)
{
	return ct_nn_utils_remove_spectral_norm(m, "weight");
}

/* As it was before version 1 of the norm. */
static ct_error load_old_norm(ct_module *m)
{
	ct_tensor *weight, *orig;
	ct_value state;

	CT_TRY(ct_nn_utils_get_tensor(m, "weight_orig", &orig));
	CT_TRY(CT_FINISH(CT_E(detach, CT_E(div, orig, 2.5)), &weight));
	CT_TRY(ct_module_state_dict(m, NULL, &state));
	make_plain(&state);
	OK(ct_value_dict_remove(&state, ct_value_string("weight_v")));
	OK(ct_value_dict_set(&state, ct_value_string("weight"), ct_value_tensor(weight)));
	OK(ct_value_move_to_scope(&state));
	return ct_module_load_state_dict(m, &state, NULL, NULL);
}

static ct_error prune_own(ct_module *m)
{
	return ct_nn_utils_prune_custom(m, "weight", &channel_method, NULL);
}

static ct_error prune_all_own(ct_module *m)
{
	const ct_prune_parameter weight = { .module = m, .name = "weight" };

	return ct_nn_utils_prune_global_custom(&weight, 1, &evens_method);
}

static ct_error prune_fro(ct_module *m)
{
	return ct_nn_utils_prune_ln_structured_str(m, "weight", ct_scalar_int(1), "fro", 0, NULL);
}

static ct_error unprune(ct_module *m)
{
	return ct_nn_utils_prune_remove(m, "weight");
}

static ct_error transfer_exponential(ct_module *m)
{
	ct_module *from = CT_NN(Linear, 4, 4), *exponential;

	CT_TRY(CT_DONE());
	CT_TRY(ct_module_new(&exponential_class, &exponential));
	CT_TRY(ct_nn_utils_register_parametrization(from, "weight", exponential, NULL));
	return ct_nn_utils_transfer_parametrizations_and_params(from, m, NULL);
}

static ct_error call_and_go_back(ct_module *m)
{
	ct_tensor *y;

	CT_TRY(ct_module_forward(m, CT_E(ones, CT_L(2, 4)), &y));
	return ct_tensor_backward(CT_E(sum, y));
}

static const struct change {
	const char *name;
	ct_error (*before)(ct_module *m); /* NULL: nothing */
	ct_error (*change)(ct_module *m);
} changes[] = {
	{ "weight norm", NULL, apply_weight_norm },
	{ "weight norm: call", apply_weight_norm, call_and_go_back },
	{ "weight norm: remove", apply_weight_norm, remove_weight_norm },
	{ "spectral norm", NULL, apply_spectral_norm },
	{ "spectral norm: call", apply_spectral_norm, call_and_go_back },
	{ "spectral norm: remove", apply_spectral_norm, remove_spectral_norm },
	{ "spectral norm: old state", apply_spectral_norm, load_old_norm },
	{ "prune: own", NULL, prune_own },
	{ "prune: own, again", prune_fro, prune_own },
	{ "prune: own, all", NULL, prune_all_own },
	{ "prune: own, all again", prune_own, prune_all_own },
	{ "prune: fro", NULL, prune_fro },
	{ "prune: remove", prune_own, unprune },
	{ "transfer", NULL, transfer_exponential },
};

/* A text for free(). */
static char *keys_of(const ct_module *module)
{
	ct_value state, key, value;
	json_t *keys = json_array();
	const char *name;
	char *result;

	OK(ct_module_state_dict(module, NULL, &state));
	for (int64_t i = 0; i < ct_value_count(&state); i++) {
		OK(ct_value_dict_item(&state, i, &key, &value));
		OK(ct_value_as_string(&key, &name, NULL));
		json_array_append_new(keys, json_string(name));
	}
	ct_value_free(&state);
	result = json_dumps(keys, 0);
	json_decref(keys);
	return result;
}

/* The n-th operator of the change fails; the module is then as before, and works. Returns whether
 * there was such an operator. */
static bool fails_at(const struct change *change, int n)
{
	CT_SCOPE;
	ct_module *m = CT_NN(Linear, 4, 4);
	char *before, *after;
	ct_error error;
	bool failed;

	OK(CT_DONE());
	if (change->before)
		OK(change->before(m));
	before = keys_of(m);
	fail_operator(n);
	error = change->change(m);
	failed = stop_failing();
	ck_assert_msg(failed == (error != NULL), "%s: operator %d: %s", change->name, n,
		      error ? error : "no error");
	after = keys_of(m);
	if (error)
		ck_assert_msg(!strcmp(before, after), "%s: operator %d fails: %s", change->name, n,
			      after);
	OK(call_and_go_back(m));
	free(before);
	free(after);
	ct_error_free(error);
	return failed;
}

START_TEST(after_an_operator_that_fails_the_module_is_as_before)
{
	const struct change *change = &changes[_i];
	const int64_t at_first = live_handles();
	int n = 0;

	note_warnings();
	for (; fails_at(change, n); n++)
		ck_assert_msg(live_handles() == at_first, "%s: operator %d fails: %d handles",
			      change->name, n, (int)(live_handles() - at_first));
	ck_assert_int_eq(live_handles(), at_first);
	ck_assert_msg(n > 0, "%s calls no operator", change->name);
	forget_warnings();
}
END_TEST

/* --- mistakes --------------------------------------------------------------------------------- */

START_TEST(own_method_must_be_complete)
{
	CT_SCOPE;
	ct_module *m = CT_NN(Linear, 4, 4);
	const ct_prune_parameter weight = { .module = m, .name = "weight" };
	ct_prune_method method = { .compute_mask = NULL };

	OK(CT_DONE());
	FAILS_WITH(ct_nn_utils_prune_custom(m, "weight", NULL, NULL), CT_ERROR_ARGUMENT, "method");
	FAILS_WITH(ct_nn_utils_prune_global_custom(&weight, 1, NULL), CT_ERROR_ARGUMENT, "method");
	FAILS_WITH(ct_nn_utils_prune_custom(m, "weight", &method, NULL), CT_ERROR_ARGUMENT,
		   "compute_mask must not be NULL");
	method = (ct_prune_method){ .compute_mask = nothing };
	FAILS_WITH(ct_nn_utils_prune_custom(m, "weight", &method, NULL), CT_ERROR_TYPE,
		   "compute_mask() did not return a mask");
	method = (ct_prune_method){ .compute_mask = evens, .type = (ct_prune_type)3 };
	FAILS_WITH(ct_nn_utils_prune_custom(m, "weight", &method, NULL), CT_ERROR_VALUE,
		   "Unrecognized PRUNING_TYPE 3");
	FAILS_WITH(
		ct_nn_utils_prune_ln_structured_str(m, "weight", ct_scalar_int(1), NULL, 0, NULL),
		CT_ERROR_ARGUMENT, "argument 4 (norm)");
	ck_assert(!ct_nn_utils_prune_is_pruned(m));
	OK(call_and_go_back(m));
}
END_TEST

/* In Python these leave the module without the parameter. */
START_TEST(weight_that_cannot_be_normalized_stays)
{
	CT_SCOPE;
	ct_module *m = CT_NN(Linear, 4, 4, false);
	char name[300];

	OK(CT_DONE());
	note_warnings();
	memset(name, 'n', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	FAILS_WITH(ct_nn_utils_weight_norm(m, "weight", 7), CT_ERROR_INDEX,
		   "Dimension out of range (expected to be in range of [-2, 1], but got 7)");
	FAILS_WITH(ct_nn_utils_weight_norm(m, "bias", 0), CT_ERROR_TYPE,
		   "norm_except_dim(): argument 'v' (position 1) must be Tensor, not NoneType");
	OK(ct_module_register_parameter(m, name, CT_E(zeros, CT_L(4, 4)), NULL));
	FAILS_WITH(ct_nn_utils_weight_norm(m, name, 0), CT_ERROR_VALUE,
		   "the parameter name is too long: nnn");
	FAILS_WITH(ct_nn_utils_spectral_norm(m, name, NULL), CT_ERROR_VALUE,
		   "the parameter name is too long: nnn");
	OK(ct_module_remove(m, name));
	OK(call_and_go_back(m));
	forget_warnings();
}
END_TEST

/* In Python a copy is an error, and so is loading the state of a norm that was removed. */
START_TEST(copy_of_a_normalized_module_is_normalized)
{
	CT_SCOPE;
	ct_module *m = CT_NN(Linear, 4, 4), *copy;
	ct_tensor *weights[2];
	ct_value state;
	bool is_equal;

	OK(CT_DONE());
	OK(apply_spectral_norm(m));
	OK(call_and_go_back(m));
	OK(ct_module_deepcopy(m, &copy));
	OK(ct_nn_utils_get_tensor(m, "weight", &weights[0]));
	OK(ct_nn_utils_get_tensor(copy, "weight", &weights[1]));
	OK(CT(equal, &is_equal, weights[0], weights[1]));
	ck_assert(is_equal);
	OK(remove_spectral_norm(copy));
	OK(call_and_go_back(copy));
	OK(ct_module_state_dict(copy, NULL, &state));
	OK(ct_value_move_to_scope(&state));
	OK(ct_module_load_state_dict(copy, &state, NULL, NULL));
	FAILS_WITH(apply_spectral_norm(m), CT_ERROR_RUNTIME, "Cannot register two");
}
END_TEST

/* --- warnings --------------------------------------------------------------------------------- */

static int count(const char *text, const char *word)
{
	int n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

/* As Python's warnings are shown by default. */
START_TEST(without_a_handler_a_warning_is_once_on_stderr)
{
	CT_SCOPE;
	ct_module *m = CT_NN(Linear, 4, 4);
	json_t *once = json_pack("{s:[s,s]}", "warnings",
				 "`torch.nn.utils.weight_norm` is deprecated in favor of "
				 "`torch.nn.utils.parametrizations.weight_norm`.",
				 "`torch.nn.utils.weight_norm` is deprecated in favor of "
				 "`torch.nn.utils.parametrizations.weight_norm`.");
	char said[4096];
	FILE *file = tmpfile();
	const int stderr_before = dup(STDERR_FILENO);

	OK(CT_DONE());
	MUST(file != NULL && dup2(fileno(file), STDERR_FILENO) >= 0);
	for (int i = 0; i < 3; i++) {
		OK(apply_weight_norm(m));
		OK(remove_weight_norm(m));
	}
	MUST(dup2(stderr_before, STDERR_FILENO) >= 0 && close(stderr_before) == 0);
	rewind(file);
	said[fread(said, 1, sizeof said - 1, file)] = '\0';
	fclose(file);
	ck_assert_msg(count(said, "`torch.nn.utils.weight_norm` is deprecated") == 1,
		      "on stderr: %s", said);
	note_warnings();
	begin_warnings();
	OK(apply_weight_norm(m));
	FAILS_WITH(apply_weight_norm(m), CT_ERROR_RUNTIME, "Cannot register two");
	assert_warnings(once, "a handler gets each");
	forget_warnings();
	json_decref(once);
}
END_TEST

Suite *utils_details_suite(void)
{
	Suite *suite = suite_create("details of utils");
	TCase *tests = tests_of("details");

	tcase_add_loop_test(tests, after_an_operator_that_fails_the_module_is_as_before, 0,
			    sizeof changes / sizeof *changes);
	tcase_add_test(tests, own_method_must_be_complete);
	tcase_add_test(tests, weight_that_cannot_be_normalized_stays);
	tcase_add_test(tests, copy_of_a_normalized_module_is_normalized);
	tcase_add_test(tests, without_a_handler_a_warning_is_once_on_stderr);
	suite_add_tcase(suite, tests);
	return suite;
}
