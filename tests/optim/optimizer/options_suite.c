/*
 * Groups, options, hooks, closures, bad input.
 */
#include <math.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/memory.h>
#include <ctorch/nn/nn.h>
#include <ctorch/ops/all.h>

#include "support.h"

static ct_optimizer *made(ct_tensor *params[PARAMETERS])
{
	ct_optimizer *optimizer;

	draw_parameters(CT_FLOAT32, params);
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(params, 1), .lr = 0.5, .momentum = 0.9);
	OK(CT_DONE());
	return optimizer;
}

static double option(const ct_optimizer *optimizer, int64_t group, const char *name)
{
	ct_value value;
	double result;

	OK(ct_optimizer_get(optimizer, group, name, &value));
	OK(ct_value_as_float(&value, &result));
	return result;
}

START_TEST(a_group_has_the_options_of_the_optimizer_but_its_own)
{
	const ct_value own[] = { ct_value_string("lr"), ct_value_float(0.25) };
	const ct_value options = ct_value_dict(own, 1);
	ct_tensor *params[PARAMETERS];

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		OK(ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&params[1], 1),
						&options));
		ck_assert_int_eq(ct_optimizer_group_count(optimizer), 2);
		ck_assert_int_eq(ct_optimizer_parameter_count(optimizer, 1), 1);
		ck_assert_ptr_eq(ct_optimizer_parameter(optimizer, 1, 0), params[1]);
		ck_assert_double_eq(option(optimizer, 0, "lr"), 0.5);
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 1), 0.25);
		ck_assert_double_eq(option(optimizer, 1, "momentum"), 0.9);
		OK(ct_optimizer_set_lr(optimizer, 0.125));
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 1), 0.125);
	}
}
END_TEST

START_TEST(a_tensor_as_lr_is_kept_and_read_in_each_step)
{
	ct_tensor *params[PARAMETERS], *lr, *other;
	ct_value given, args = ct_value_list_new();

	{
		CT_SCOPE;
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		lr = CT_E(full, CT_L(1), 0.25);
		other = CT_E(ones, CT_L(2));
		OK(CT_DONE());
		OK(ct_value_list_append(&args, ct_value_tensor(lr)));
		OK(ct_optimizer_new("SGD", CT_PARAMETERS_OF(params, 1), &args, NULL, &optimizer));
		OK(CT(fill__Scalar, lr, 0.5));
		OK(ct_optimizer_get(optimizer, 0, "lr", &given));
		ck_assert_int_eq(given.kind, CT_VALUE_TENSOR);
		ck_assert_double_eq(CT_ITEM(tensor_in(&given)), 0.5);
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.5);
		OK(ct_value_list_set(&args, 0, ct_value_tensor(other)));
		FAILS_AS_EXPECTED(ct_optimizer_new("SGD", CT_PARAMETERS_OF(params, 1), &args, NULL,
						   &optimizer),
				  "ValueError: Tensor lr must be 1-element");
	}
	ct_value_free(&args);
}
END_TEST

START_TEST(setting_a_rate_fills_the_tensor_that_is_one)
{
	ct_tensor *params[PARAMETERS], *lr;

	{
		CT_SCOPE;
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS_OF(params, 1), .lr = 0.5);
		lr = CT_E(full, CT_L(1), 0.25);
		OK(CT_DONE());
		ck_assert_ptr_null(ct_optimizer_lr_tensor(optimizer, 0));
		OK(ct_optimizer_set_lr_tensor(optimizer, lr));
		ck_assert_ptr_eq(ct_optimizer_lr_tensor(optimizer, 0), lr);
		ck_assert_ptr_null(ct_optimizer_lr_tensor(optimizer, 1));
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.25);
		OK(ct_optimizer_set_lr(optimizer, 0.125));
		ck_assert_double_eq(CT_ITEM(lr), 0.125);
		ck_assert_ptr_eq(ct_optimizer_lr_tensor(optimizer, 0), lr);
		FAILS_WITH(ct_optimizer_set_lr_tensor(optimizer, NULL), CT_ERROR_ARGUMENT,
			   "argument 2 (lr)");
		FAILS_WITH(ct_optimizer_set_lr_tensor(optimizer, CT_E(ones, CT_L(2))),
			   CT_ERROR_VALUE, "Tensor lr must be 1-element");
		ck_assert_ptr_null(ct_optimizer_lr_tensor(NULL, 0));
	}
}
END_TEST

START_TEST(tensors_as_betas_are_kept_and_read_in_each_step)
{
	ct_tensor *params[PARAMETERS], *beta, *average;
	ct_value pair[2], betas[2], given, state;
	double element;

	{
		CT_SCOPE;
		ct_optimizer *optimizer;
		ct_value kwargs;

		draw_parameters(CT_FLOAT32, params);
		beta = CT_E(full, CT_L(1), 0.5);
		OK(CT_DONE());
		betas[0] = betas[1] = ct_value_tensor(beta);
		pair[0] = ct_value_string("betas");
		pair[1] = ct_value_list(betas, 2);
		kwargs = ct_value_dict(pair, 1);
		OK(ct_optimizer_new("Adam", CT_PARAMETERS_OF(params, 1), NULL, &kwargs,
				    &optimizer));
		OK(CT(fill__Scalar, beta, 0.25));
		OK(ct_optimizer_get(optimizer, 0, "betas", &given));
		ck_assert_str_eq(ct_value_type_name(&given), "tuple");
		OK(ct_value_item(&given, 0, &given));
		ck_assert_int_eq(ct_tensor_dim(tensor_in(&given)), 0);
		OK(ct_tensor_set_grad(params[0], CT_E(ones_like, params[0])));
		OK(ct_optimizer_step(optimizer));
		OK(ct_optimizer_state(optimizer, params[0], "exp_avg", &state));
		average = tensor_in(&state);
		element = CT_ITEM(CT_E(amax, average));
		OK(CT_DONE());
		ck_assert_double_eq(element, 0.75);
	}
}
END_TEST

START_TEST(a_list_of_arguments_by_name_is_refused)
{
	ct_value kwargs = ct_value_list_new();
	ct_tensor *params[PARAMETERS];

	{
		CT_SCOPE;
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		for (int i = 0; i < 4; i++) /* a tensor in any place must not be taken for "lr" */
			OK(ct_value_list_append(&kwargs, ct_value_tensor(params[0])));
		FAILS_AS_EXPECTED(ct_optimizer_new("SGD", CT_PARAMETERS_OF(params, 1), NULL,
						   &kwargs, &optimizer),
				  "TypeError: argument 3 (kwargs) must be a dict, not list");
	}
	ct_value_free(&kwargs);
}
END_TEST

START_TEST(bad_groups_are_refused_and_change_nothing)
{
	ct_tensor *params[PARAMETERS], *sum, *none = NULL;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		FAILS_AS_EXPECTED(
			ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(params, 1), NULL),
			"ValueError: some parameters appear in more than one parameter group");
		OK(ct_sum(params[1], CT_DTYPE_NONE, &sum));
		FAILS_AS_EXPECTED(
			ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&sum, 1), NULL),
			"ValueError: can't optimize a non-leaf Tensor");
		FAILS_AS_EXPECTED(
			ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&none, 1), NULL),
			"TypeError: optimizer can only optimize Tensors, but one of the params is "
			"NoneType");
		ck_assert_int_eq(ct_optimizer_group_count(optimizer), 1);
		ck_assert_ptr_null(CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(NULL, 0), .lr = 0.1));
		FAILS_AS_EXPECTED(CT_DONE(), "ValueError: optimizer got an empty parameter list");
	}
}
END_TEST

/* --- hooks and closures ----------------------------------------------------------------------- */

static ct_error note(ct_optimizer *self, void *context)
{
	char *text = context;

	(void)self;
	strcat(text, "s");
	return NULL;
}

static void released(void *context)
{
	strcat((char *)context, "r");
}

START_TEST(step_hooks_run_around_a_step)
{
	ct_tensor *params[PARAMETERS];
	char text[16] = "";
	int64_t number;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		OK(ct_optimizer_register_step_hook(optimizer, false, note, text, released,
						   &number));
		OK(ct_optimizer_register_step_hook(optimizer, true, note, text, NULL, NULL));
		OK(ct_optimizer_step(optimizer));
		ck_assert_str_eq(text, "ss");
		ck_assert(ct_optimizer_remove_hook(optimizer, number));
		ck_assert_str_eq(text, "ssr");
		OK(ct_optimizer_step(optimizer));
		ck_assert_str_eq(text, "ssrs");
	}
	ck_assert_str_eq(text, "ssrs");
}
END_TEST

/* A hook of state dicts: its letter follows those of the earlier ones. */
struct letter {
	char *text, letter;
};

static ct_error note_letter(ct_optimizer *self, ct_value *state_dict, void *context)
{
	const struct letter *own = context;
	const size_t n = strlen(own->text);

	(void)self;
	own->text[n] = own->letter;
	own->text[n + 1] = '\0';
	return state_dict == NULL || state_dict->kind == CT_VALUE_DICT
		       ? NULL
		       : ct_error_new(CT_ERROR_TYPE, __func__, "not a state dict");
}

START_TEST(state_hooks_run_in_order_and_prepended_ones_first)
{
	static const ct_state_hook_time times[] = { CT_STATE_HOOK_BEFORE_STATE_DICT,
						    CT_STATE_HOOK_AFTER_STATE_DICT,
						    CT_STATE_HOOK_BEFORE_LOADING,
						    CT_STATE_HOOK_AFTER_LOADING };
	char text[16] = "";
	struct letter letters[8];
	ct_tensor *params[PARAMETERS];
	ct_value state;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		for (int i = 0; i < 8; i++) {
			letters[i] = (struct letter){ text, (char)("aAbBcCdD"[i]) };
			OK(ct_optimizer_register_state_hook(optimizer, times[i / 2], note_letter,
							    &letters[i], NULL, i % 2, NULL));
		}
		OK(ct_optimizer_state_dict(optimizer, &state));
		ck_assert_str_eq(text, "AaBb");
		OK(ct_optimizer_load_state_dict(optimizer, &state));
		ck_assert_str_eq(text, "AaBbCcDd");
		ct_value_free(&state);
	}
}
END_TEST

/* A hook after loading: adds a group with a parameter of its own, and may fail. */
struct adding {
	ct_tensor *parameter;
	bool fails;
};

static ct_error add_group(ct_optimizer *self, ct_value *state_dict, void *context)
{
	const struct adding *own = context;

	(void)state_dict;
	CT_TRY(ct_optimizer_add_param_group(self, CT_PARAMETERS_OF(&own->parameter, 1), NULL));
	return own->fails ? ct_error_new(CT_ERROR_VALUE, __func__, "no more groups") : NULL;
}

START_TEST(a_hook_after_loading_may_add_a_group)
{
	ct_tensor *params[PARAMETERS];
	struct adding own = { 0 };
	ct_value state;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		own.parameter = params[1];
		OK(ct_optimizer_register_state_hook(optimizer, CT_STATE_HOOK_AFTER_LOADING,
						    add_group, &own, NULL, false, NULL));
		OK(ct_optimizer_state_dict(optimizer, &state));
		OK(ct_optimizer_load_state_dict(optimizer, &state));
		ck_assert_int_eq(ct_optimizer_group_count(optimizer), 2);
		ck_assert_ptr_eq(ct_optimizer_parameter(optimizer, 1, 0), params[1]);
		ct_value_free(&state);
	}
}
END_TEST

START_TEST(a_failed_hook_after_loading_leaves_the_optimizer_unchanged)
{
	ct_tensor *params[PARAMETERS];
	struct adding own = { .fails = true };
	ct_value state;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		own.parameter = params[1];
		OK(ct_optimizer_register_state_hook(optimizer, CT_STATE_HOOK_AFTER_LOADING,
						    add_group, &own, NULL, false, NULL));
		OK(ct_optimizer_state_dict(optimizer, &state));
		OK(ct_optimizer_set_lr(optimizer, 0.125));
		FAILS_AS_EXPECTED(ct_optimizer_load_state_dict(optimizer, &state),
				  "ValueError: no more groups");
		ct_value_free(&state);
		ck_assert_int_eq(ct_optimizer_group_count(optimizer), 1);
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.125);
		OK(ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&params[1], 1), NULL));
		ck_assert_int_eq(ct_optimizer_group_count(optimizer), 2);
	}
}
END_TEST

static ct_error closure(void *context, ct_tensor **loss)
{
	ct_tensor *const *params = context;

	ck_assert(ct_autograd_is_grad_enabled());
	CT_TRY(ct_sum(params[0], CT_DTYPE_NONE, loss));
	return ct_tensor_backward(*loss);
}

START_TEST(a_closure_computes_loss_and_gradients)
{
	ct_tensor *params[PARAMETERS], *loss, *before, *moved;
	double difference;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		OK(ct_detach(params[0], &before));
		OK(ct_clone(before, CT_MEMORY_FORMAT_NONE, &before));
		OK(ct_optimizer_step_closure(optimizer, closure, params, &loss));
		moved = CT_E(sub, before, params[0]);
		difference = CT_ITEM(CT_E(amax, CT_E(abs, CT_E(sub, moved, 0.5))));
		OK(CT_DONE());
		ck_assert_double_lt(difference, 1e-6);
		difference = CT_ITEM(loss) - CT_ITEM(CT_E(sum, before));
		OK(CT_DONE());
		ck_assert_double_eq(difference, 0);
	}
}
END_TEST

/* --- what a function of the program may release ----------------------------------------------- */

static ct_error release_optimizer(ct_optimizer *self, void *context)
{
	(void)context;
	ct_optimizer_free(self);
	return NULL;
}

static ct_error release_optimizer_of_state(ct_optimizer *self, ct_value *state_dict, void *context)
{
	(void)state_dict;
	return release_optimizer(self, context);
}

/* Makes one whose release adds an r to the text; its parameter has a gradient. */
static ct_optimizer *made_with_note(const char *class_name, char *text, ct_tensor **param)
{
	ct_tensor *params[PARAMETERS], *loss;
	ct_optimizer *optimizer;

	draw_parameters(CT_FLOAT32, params);
	OK(ct_optimizer_new(class_name, CT_PARAMETERS_OF(params, 1), NULL, NULL, &optimizer));
	OK(ct_optimizer_register_step_hook(optimizer, true, note, text, released, NULL));
	OK(closure(params, &loss));
	*param = params[0];
	text[0] = '\0';
	return optimizer;
}

static const char *const all_classes[] = { "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW",
					   "Adamax",   "ASGD",      "LBFGS",   "Muon", "NAdam",
					   "RAdam",    "RMSprop",   "Rprop",   "SGD" };

static void assert_released_in_hook(const char *class_name, bool after)
{
	char text[16];
	ct_tensor *param, *before;
	bool same;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made_with_note(class_name, text, &param);

		OK(ct_detach(param, &before));
		OK(ct_clone(before, CT_MEMORY_FORMAT_NONE, &before));
		OK(ct_optimizer_register_step_hook(optimizer, after, release_optimizer, NULL, NULL,
						   NULL));
		OK(ct_optimizer_step_closure(optimizer, closure, &param, NULL));
		ck_assert_msg(!strcmp(text, "sr"), "%s: %s", class_name, text);
		OK(ct_equal(param, before, &same));
		ck_assert_msg(!same, "%s: no step", class_name);
	}
}

START_TEST(a_step_hook_may_release_the_optimizer)
{
	for (size_t i = 0; i < sizeof all_classes / sizeof *all_classes; i++) {
		assert_released_in_hook(all_classes[i], false);
		assert_released_in_hook(all_classes[i], true);
	}
}
END_TEST

START_TEST(a_step_without_a_closure_outlives_its_optimizer)
{
	char text[16];
	ct_tensor *param;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made_with_note("Adam", text, &param);

		OK(ct_optimizer_register_step_hook(optimizer, false, release_optimizer, NULL, NULL,
						   NULL));
		OK(ct_optimizer_step(optimizer));
		ck_assert_str_eq(text, "sr");
	}
}
END_TEST

static ct_error release_and_compute(void *context, ct_tensor **loss)
{
	ct_optimizer **optimizer = context;
	ct_tensor *param = ct_optimizer_parameter(*optimizer, 0, 0);

	CT_TRY(closure(&param, loss));
	ct_optimizer_free(*optimizer);
	return NULL;
}

START_TEST(a_closure_may_release_the_optimizer)
{
	static const char *const names[] = { "SGD", "Adam" };
	char text[16];
	ct_tensor *param, *loss;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		{
			CT_SCOPE;
			ct_optimizer *optimizer = made_with_note(names[i], text, &param);

			OK(ct_optimizer_step_closure(optimizer, release_and_compute, &optimizer,
						     &loss));
			ck_assert_str_eq(text, "sr");
			ck_assert_int_eq(ct_tensor_dim(loss), 0);
		}
	}
}
END_TEST

START_TEST(a_state_hook_may_release_the_optimizer)
{
	static const ct_state_hook_time times[] = { CT_STATE_HOOK_BEFORE_STATE_DICT,
						    CT_STATE_HOOK_AFTER_STATE_DICT,
						    CT_STATE_HOOK_BEFORE_LOADING,
						    CT_STATE_HOOK_AFTER_LOADING };
	char text[16];
	ct_tensor *param;
	ct_value state, other;

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		{
			CT_SCOPE;
			ct_optimizer *optimizer = made_with_note("Adam", text, &param);

			OK(ct_optimizer_state_dict(optimizer, &state));
			OK(ct_optimizer_register_state_hook(optimizer, times[i],
							    release_optimizer_of_state, NULL, NULL,
							    false, NULL));
			if (i < 2) {
				OK(ct_optimizer_state_dict(optimizer, &other));
				ct_value_free(&other);
			} else {
				OK(ct_optimizer_load_state_dict(optimizer, &state));
			}
			ck_assert_str_eq(text, "r");
			ct_value_free(&state);
		}
	}
}
END_TEST

static double release_scheduler(double epoch, void *context)
{
	ct_lr_scheduler **scheduler = context;

	if (epoch > 0)
		ct_lr_scheduler_free(*scheduler);
	return 0.5;
}

START_TEST(a_function_of_a_scheduler_may_release_it)
{
	ct_tensor *params[PARAMETERS];

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);
		ct_lr_scheduler *scheduler;
		const ct_lr_lambda lambda = { release_scheduler, &scheduler };

		scheduler = CT_LR_SCHEDULER(LambdaLR, optimizer, (ct_lr_lambdas){ &lambda, 1 });
		OK(CT_DONE());
		OK(ct_optimizer_step(optimizer));
		OK(ct_lr_scheduler_step(scheduler));
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.25);
	}
}
END_TEST

/* --- gradients -------------------------------------------------------------------------------- */

START_TEST(gradients_are_dropped_or_set_to_zero)
{
	ct_tensor *params[PARAMETERS], *grad, *loss;
	double left;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		OK(closure(params, &loss));
		OK(ct_optimizer_zero_grad_in_place(optimizer));
		OK(ct_tensor_grad(params[0], &grad));
		left = CT_ITEM(CT_E(sum, CT_E(abs, grad)));
		OK(CT_DONE());
		ck_assert_double_eq(left, 0);
		OK(ct_optimizer_zero_grad(optimizer));
		OK(ct_tensor_grad(params[0], &grad));
		ck_assert_ptr_null(grad);
	}
}
END_TEST

/* Steps on the sum of squares, by three calls or by one. */
static ct_tensor *after_steps(bool at_once)
{
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer = made(params);

	for (int i = 0; i < 3; i++) {
		ct_tensor *loss = CT_E(sum, CT_E(square, params[0]));

		if (at_once) {
			OK(ct_optimizer_minimize(optimizer, loss));
			continue;
		}
		OK(ct_optimizer_zero_grad(optimizer));
		OK(ct_tensor_backward(loss));
		OK(ct_optimizer_step(optimizer));
	}
	return params[0];
}

START_TEST(minimize_is_three_calls)
{
	bool equal;

	{
		CT_SCOPE;
		OK(ct_equal(after_steps(false), after_steps(true), &equal));
	}
	ck_assert(equal);
}
END_TEST

START_TEST(minimize_without_a_loss_changes_nothing)
{
	ct_tensor *params[PARAMETERS], *loss, *grad;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		OK(closure(params, &loss));
		FAILS(ct_optimizer_minimize(optimizer, NULL),
		      "ArgumentError: ct_optimizer_minimize: argument 2 (loss) must not be NULL");
		OK(ct_tensor_grad(params[0], &grad));
		ck_assert_ptr_nonnull(grad);
	}
}
END_TEST

/* --- handles ---------------------------------------------------------------------------------- */

START_TEST(an_optimizer_belongs_to_its_scope)
{
	ct_tensor *params[PARAMETERS];
	ct_optimizer *kept = NULL;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = made(params);

		kept = ct_optimizer_retain(optimizer);
		ct_scope_disown_object(kept);
	}
	ck_assert_str_eq(ct_optimizer_class_name(kept), "SGD");
	{
		CT_SCOPE;

		OK(ct_optimizer_step(kept));
	}
	ct_optimizer_free(kept);
}
END_TEST

START_TEST(missing_arguments_are_errors)
{
	ct_value value;

	FAILS(ct_optimizer_step(NULL),
	      "ArgumentError: ct_optimizer_step: argument 1 (self) must not be NULL");
	FAILS(ct_optimizer_get(NULL, 0, "lr", &value),
	      "ArgumentError: ct_optimizer_get: argument 1 (self) must not be NULL");
	ck_assert_int_eq(ct_optimizer_group_count(NULL), 0);
	ck_assert_ptr_null(ct_optimizer_parameter(NULL, 0, 0));
	ct_optimizer_free(NULL);
}
END_TEST

/* --- memory ----------------------------------------------------------------------------------- */

static ct_memory_usage used_after(ct_optimizer *optimizer, int steps)
{
	ct_memory_usage thread, process;

	for (int i = 0; i < steps; i++)
		OK(ct_optimizer_step(optimizer));
	ct_memory_stats(&thread, &process);
	process.handles = thread.handles;
	return process;
}

START_TEST(memory_is_steady_over_many_steps)
{
	ct_tensor *params[PARAMETERS], *grad;

	{
		CT_SCOPE;
		ct_memory_usage few, many;
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS_OF(params, PARAMETERS),
					 .amsgrad = true, .weight_decay = 0.1);
		OK(CT_DONE());
		for (int i = 0; i < PARAMETERS; i++) {
			OK(CT(ones_like, &grad, params[i]));
			OK(ct_tensor_set_grad(params[i], grad));
		}
		few = used_after(optimizer, 100);
		many = used_after(optimizer, 10000);
		ck_assert_int_eq(many.handles, few.handles);
		ck_assert_int_le(many.allocated_bytes, few.allocated_bytes + (1 << 20));
	}
}
END_TEST

START_TEST(memory_of_every_class_is_steady)
{
	static const struct {
		const char *name;
		double momentum;
	} classes[] = { { "Adadelta", 0 },  { "Adafactor", 0 }, { "Adagrad", 0 }, { "Adamax", 0 },
			{ "ASGD", 0 },      { "NAdam", 0 },     { "RAdam", 0 },   { "Rprop", 0 },
			{ "RMSprop", 0.9 }, { "SGD", 0.9 } };
	ct_tensor *params[PARAMETERS], *grad;

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		const ct_value pair[] = { ct_value_string("momentum"),
					  ct_value_float(classes[i].momentum) };
		const ct_value kwargs = ct_value_dict(pair, classes[i].momentum > 0);

		{
			CT_SCOPE;
			ct_memory_usage few, many;
			ct_optimizer *optimizer;

			draw_parameters(CT_FLOAT32, params);
			OK(ct_optimizer_new(classes[i].name, CT_PARAMETERS_OF(&params[1], 1), NULL,
					    &kwargs, &optimizer));
			OK(CT(ones_like, &grad, params[1]));
			OK(ct_tensor_set_grad(params[1], grad));
			few = used_after(optimizer, 100);
			many = used_after(optimizer, 10000);
			ck_assert_int_eq(many.handles, few.handles);
			ck_assert_msg(many.allocated_bytes <= few.allocated_bytes + (1 << 18),
				      "%s needs more memory after more steps", classes[i].name);
		}
	}
}
END_TEST

static ct_module *net_with_gradients(void)
{
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(Tanh), CT_NN(Linear, 4, 2));

	OK(CT_DONE());
	OK(ct_tensor_backward(CT_E(sum, CT_M(net, CT_E(ones, CT_L(2, 3))))));
	return net;
}

/* The norm of all gradients of a module, by the function for lists. */
static double norm_of_gradients(const ct_module *net, double limit)
{
	const ct_tensor *list[4];
	ct_tensor *norm;
	int64_t n = 0;

	CT_EACH_PARAMETER(net, p)
	list[n++] = p->tensor;
	ck_assert_int_eq(n, 4);
	OK(CT_FINISH(CT_E(nn_utils_clip_grad_norm_, CT_TENSORS_OF(list, n), limit), &norm));
	return CT_ITEM(norm);
}

START_TEST(gradients_of_a_module_are_clipped_by_their_norm)
{
	CT_SCOPE;
	ct_module *net = net_with_gradients();
	const double before = norm_of_gradients(net, INFINITY);
	ct_tensor *norm, *weight;

	OK(ct_parameters_clip_grad_norm_(CT_PARAMETERS(net), before / 2, &norm));
	ck_assert_double_eq(CT_ITEM(norm), before);
	ck_assert_double_eq_tol(norm_of_gradients(net, INFINITY), before / 2, 1e-4);
	OK(ct_parameters_clip_grad_norm_(CT_PARAMETERS(net), before / 4, NULL));
	ck_assert_double_eq_tol(norm_of_gradients(net, INFINITY), before / 4, 1e-4);
	OK(ct_module_get_parameter(net, "2.weight", &weight));
	OK(ct_parameters_clip_grad_norm_(CT_PARAMETERS_OF(&weight, 1), 0.25, NULL));
	OK(ct_parameters_clip_grad_norm_(CT_PARAMETERS_OF(&weight, 1), 1, &norm));
	ck_assert_double_eq_tol(CT_ITEM(norm), 0.25, 1e-4);
}
END_TEST

START_TEST(gradients_of_a_module_are_clipped_by_their_values)
{
	CT_SCOPE;
	ct_module *net = net_with_gradients();
	double largest = 0;

	OK(ct_parameters_clip_grad_value_(CT_PARAMETERS(net), 0.125));
	CT_EACH_PARAMETER(net, p)
	{
		ct_tensor *grad;

		OK(ct_tensor_grad(p->tensor, &grad));
		largest = fmax(largest, CT_ITEM(CT_E(max, CT_E(abs, grad))));
	}
	ck_assert_double_eq(largest, 0.125);
	FAILS_WITH(ct_parameters_clip_grad_value_(CT_PARAMETERS_OF(NULL, 1), 1), CT_ERROR_ARGUMENT,
		   "argument 1 (parameters) must not be NULL");
	FAILS_WITH(ct_parameters_clip_grad_norm_(CT_PARAMETERS_OF(NULL, 1), 1, NULL),
		   CT_ERROR_ARGUMENT, "argument 1 (parameters) must not be NULL");
}
END_TEST

START_TEST(gradients_of_a_module_that_does_not_exist_are_not_clipped)
{
	CT_SCOPE;
	ct_tensor *norm = UNTOUCHED;

	FAILS_AS_EXPECTED(ct_parameters_clip_grad_value_(CT_PARAMETERS(NULL), 1),
			  "ArgumentError: ct_parameters_clip_grad_value_: argument 1 (parameters) "
			  "must not be NULL");
	FAILS_WITH(ct_parameters_clip_grad_norm_(CT_PARAMETERS(CT_NN(Linear, -1, 2)), 1, &norm),
		   CT_ERROR_RUNTIME, "negative dimension");
	ck_assert_ptr_eq(norm, UNTOUCHED);
	OK(CT_DONE());
}
END_TEST

START_TEST(an_unknown_class_brings_similar_ones)
{
	CT_SCOPE;
	ct_optimizer *made = (ct_optimizer *)UNTOUCHED;
	ct_tensor *params[PARAMETERS];

	draw_parameters(CT_FLOAT32, params);
	FAILS_WITH(ct_optimizer_new("SDG", CT_PARAMETERS_OF(params, 1), NULL, NULL, &made),
		   CT_ERROR_KEY,
		   "torch.optim has no class 'SDG' in this build; similar names are: SGD");
	FAILS_WITH(
		ct_optimizer_new("NothingLikeIt", CT_PARAMETERS_OF(params, 1), NULL, NULL, &made),
		CT_ERROR_KEY, "in this build (ct_optimizer_list_classes() lists all)");
	ck_assert_ptr_eq(made, UNTOUCHED);
}
END_TEST

Suite *options_suite(void)
{
	Suite *suite = suite_create("options");
	TCase *tests = tcase_create("options");

	tcase_add_test(tests, a_group_has_the_options_of_the_optimizer_but_its_own);
	tcase_add_test(tests, a_tensor_as_lr_is_kept_and_read_in_each_step);
	tcase_add_test(tests, setting_a_rate_fills_the_tensor_that_is_one);
	tcase_add_test(tests, tensors_as_betas_are_kept_and_read_in_each_step);
	tcase_add_test(tests, a_list_of_arguments_by_name_is_refused);
	tcase_add_test(tests, bad_groups_are_refused_and_change_nothing);
	tcase_add_test(tests, step_hooks_run_around_a_step);
	tcase_add_test(tests, state_hooks_run_in_order_and_prepended_ones_first);
	tcase_add_test(tests, a_hook_after_loading_may_add_a_group);
	tcase_add_test(tests, a_failed_hook_after_loading_leaves_the_optimizer_unchanged);
	tcase_add_test(tests, a_closure_computes_loss_and_gradients);
	tcase_add_test(tests, a_step_hook_may_release_the_optimizer);
	tcase_add_test(tests, a_step_without_a_closure_outlives_its_optimizer);
	tcase_add_test(tests, a_closure_may_release_the_optimizer);
	tcase_add_test(tests, a_state_hook_may_release_the_optimizer);
	tcase_add_test(tests, a_function_of_a_scheduler_may_release_it);
	tcase_add_test(tests, gradients_are_dropped_or_set_to_zero);
	tcase_add_test(tests, minimize_is_three_calls);
	tcase_add_test(tests, minimize_without_a_loss_changes_nothing);
	tcase_add_test(tests, an_optimizer_belongs_to_its_scope);
	tcase_add_test(tests, gradients_of_a_module_are_clipped_by_their_norm);
	tcase_add_test(tests, gradients_of_a_module_are_clipped_by_their_values);
	tcase_add_test(tests, gradients_of_a_module_that_does_not_exist_are_not_clipped);
	tcase_add_test(tests, an_unknown_class_brings_similar_ones);
	tcase_add_test(tests, missing_arguments_are_errors);
	tcase_add_test(tests, memory_is_steady_over_many_steps);
	tcase_add_test(tests, memory_of_every_class_is_steady);
	tcase_set_timeout(tests, 60);
	suite_add_tcase(suite, tests);
	return suite;
}
