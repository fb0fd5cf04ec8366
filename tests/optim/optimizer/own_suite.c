/*
 * Classes of the program's own, and groups in structs. examples/nn_own_optimizers.c compares two such
 * classes with Python.
 */
#include <math.h>

#include <ctorch/nn/nn.h>
#include <ctorch/optim/optimizer_class.h>

#include "support.h"

/* parameter -= lr * (grad + averages), in which `seen` counts the updates. */
static ct_error update(const ct_optimizer_update *self, ct_tensor *parameter, const ct_tensor *grad)
{
	ct_tensor *sum = ct_optimizer_update_state(self, "sum");

	CT_E(add_, sum, grad);
	CT_E(add_, parameter, sum,
	     .alpha = CT_S(-ct_optimizer_update_option(self, "lr") *
			   CT_ITEM(ct_optimizer_update_state(self, "step")) *
			   ct_optimizer_update_option_at(self, "betas", 1)));
	return CT_DONE();
}

static const ct_optimizer_class summing = {
	.name = "Summing",
	.options = "lr=1e-1, betas=(3, 0.5), nesterov=False, mode='x', limit=None, count=-2, "
		   "low=-inf",
	.state = "step: int, sum",
	.update = update,
};

static ct_tensor *parameter_of(double value, double grad)
{
	ct_tensor *parameter = CT_E(full, CT_L(2), value);

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(parameter, true));
	OK(ct_tensor_set_grad(parameter, CT_E(full, CT_L(2), grad)));
	return parameter;
}

static double first_of(const ct_tensor *tensor)
{
	const double value = CT_ITEM(CT_E(select_int, CT_E(detach, tensor), 0, 0));

	OK(CT_DONE());
	return value;
}

/* The text of an option, which is released. */
static void assert_option(const ct_optimizer *optimizer, int64_t group, const char *name,
			  const char *wanted)
{
	ct_value value;
	char *text;

	OK(ct_optimizer_get(optimizer, group, name, &value));
	OK(ct_value_to_string(&value, &text));
	ck_assert_str_eq(text, wanted);
	ct_free(text);
}

START_TEST(options_are_read_as_python_writes_them)
{
	static const struct {
		const char *name, *text;
	} wanted[] = { { "lr", "0.1" },   { "betas", "(3, 0.5)" }, { "nesterov", "False" },
		       { "mode", "'x'" }, { "limit", "None" },     { "count", "-2" },
		       { "low", "-inf" } };

	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 1);
		ct_optimizer *optimizer = CT_OWN_OPTIMIZER(&summing, CT_PARAMETERS_OF(&p, 1));

		OK(CT_DONE());
		for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
			assert_option(optimizer, 0, wanted[i].name, wanted[i].text);
		ck_assert_str_eq(ct_optimizer_class_name(optimizer), "Summing");
	}
}
END_TEST

START_TEST(options_are_read_in_a_locale_with_a_decimal_comma)
{
	static const ct_optimizer_class half = { .name = "Half",
						 .options = "lr=0.5",
						 .update = update };

	if (!enter_decimal_comma())
		return;
	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 1);
		ct_optimizer *optimizer = CT_OWN_OPTIMIZER(&half, CT_PARAMETERS_OF(&p, 1));

		leave_decimal_comma();
		OK(CT_DONE());
		assert_option(optimizer, 0, "lr", "0.5");
	}
}
END_TEST

/* Adds "limit", unless it is None. */
static ct_error with_limit(const ct_optimizer_update *self, ct_tensor *parameter,
			   const ct_tensor *grad)
{
	const double limit = ct_optimizer_update_option(self, "limit");

	(void)grad;
	CT_E(add_, parameter, isnan(limit) ? 0.25 : limit);
	return CT_DONE();
}

START_TEST(an_option_that_is_none_is_no_float)
{
	static const ct_optimizer_class limited = { .name = "Limited",
						    .options = "limit=None",
						    .update = with_limit };
	const ct_value limit[] = { ct_value_string("limit"), ct_value_int(2) };
	const ct_value others = ct_value_dict(limit, 1);

	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 1), *q = parameter_of(1, 1);
		ct_optimizer *optimizer = CT_OWN_OPTIMIZER(
			&limited, CT_GROUPS(CT_GROUP(CT_PARAMETERS_OF(&p, 1)),
					    CT_GROUP(CT_PARAMETERS_OF(&q, 1), .others = &others)));

		OK(CT_DONE());
		OK(ct_optimizer_step(optimizer));
		ck_assert_double_eq(first_of(p), 1.25);
		ck_assert_double_eq(first_of(q), 3);
	}
}
END_TEST

START_TEST(a_step_updates_with_options_and_state_of_the_class)
{
	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 2), *q = parameter_of(5, 4);
		ct_optimizer *optimizer = CT_OWN_OPTIMIZER(
			&summing,
			CT_GROUPS(
				CT_GROUP(CT_PARAMETERS_OF(&p, 1), .lr = 0.5),
				CT_GROUP(CT_PARAMETERS_OF(&q, 1), .betas = CT_FLOATS(0, CT_ZERO))),
			.lr = 0.25);
		ct_value value;
		int64_t steps;

		OK(CT_DONE());
		OK(ct_optimizer_step(optimizer));
		ck_assert_double_eq(first_of(p), 1 - 0.5 * 1 * 0.5 * 2);
		ck_assert_double_eq(first_of(q), 5 - 0.25 * 1 * -1 * 4);
		OK(ct_optimizer_step(optimizer));
		ck_assert_double_eq(first_of(p), 0.5 - 0.5 * 2 * 0.5 * 4);
		OK(ct_optimizer_state(optimizer, p, "step", &value));
		OK(ct_value_as_int(&value, &steps));
		ck_assert_int_eq(steps, 2);
		assert_option(optimizer, 0, "lr", "0.5");
		assert_option(optimizer, 1, "lr", "0.25");
	}
}
END_TEST

START_TEST(a_state_dict_continues)
{
	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 2), *q = parameter_of(1, 2);
		ct_optimizer *one = CT_OWN_OPTIMIZER(&summing, CT_PARAMETERS_OF(&p, 1), .lr = 0.5);
		ct_optimizer *other = CT_OWN_OPTIMIZER(&summing, CT_PARAMETERS_OF(&q, 1));
		ct_value state;

		OK(CT_DONE());
		OK(ct_optimizer_step(one));
		CT_DO(CT(set_data, q, CT_E(clone, CT_E(detach, p))));
		OK(CT_DONE());
		OK(ct_optimizer_state_dict(one, &state));
		OK(ct_optimizer_load_state_dict(other, &state));
		ct_value_free(&state);
		for (int i = 0; i < 3; i++) {
			OK(ct_optimizer_step(one));
			OK(ct_optimizer_step(other));
			ck_assert_double_eq(first_of(q), first_of(p));
		}
	}
}
END_TEST

static ct_error asks_for_more(const ct_optimizer_update *self, ct_tensor *parameter,
			      const ct_tensor *grad)
{
	(void)grad;
	CT_E(add_, parameter, ct_optimizer_update_option(self, "rho"));
	return CT_DONE();
}

START_TEST(a_name_that_the_class_lacks_is_an_error_of_the_step)
{
	static const ct_optimizer_class asking = { .name = "Asking",
						   .options = "lr=1",
						   .update = asks_for_more };

	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 2);
		ct_optimizer *optimizer = CT_OWN_OPTIMIZER(&asking, CT_PARAMETERS_OF(&p, 1));

		OK(CT_DONE());
		FAILS_WITH(ct_optimizer_step(optimizer), CT_ERROR_KEY,
			   "Asking has no option 'rho'");
		ck_assert_double_eq(first_of(p), 1);
	}
}
END_TEST

/* Adds 1, or the negative of it, by a text; reads all names from the same memory. */
static ct_error by_mode(const ct_optimizer_update *self, ct_tensor *parameter,
			const ct_tensor *grad)
{
	char name[8] = "factor";
	const double factor = ct_optimizer_update_option(self, name);
	const char *mode;

	(void)grad;
	strcpy(name, "mode");
	mode = ct_optimizer_update_option_text(self, name);
	strcpy(name, "lr");
	CT_E(add_, parameter,
	     (mode && !strcmp(mode, "down") ? -1 : 1) * factor *
		     ct_optimizer_update_option(self, name));
	return CT_DONE();
}

START_TEST(a_text_among_the_options_is_read_by_any_copy_of_its_name)
{
	static const ct_optimizer_class moded = { .name = "Moded",
						  .options = "lr=0.5, factor=3, mode=None",
						  .update = by_mode };
	const ct_value mode[] = { ct_value_string("mode"), ct_value_string("down") };
	const ct_value number[] = { ct_value_string("mode"), ct_value_int(1) };
	const ct_value down = ct_value_dict(mode, 1), one = ct_value_dict(number, 1);

	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 1), *q = parameter_of(1, 1), *r = parameter_of(1, 1);
		ct_optimizer *optimizer = CT_OWN_OPTIMIZER(
			&moded, CT_GROUPS(CT_GROUP(CT_PARAMETERS_OF(&p, 1)),
					  CT_GROUP(CT_PARAMETERS_OF(&q, 1), .others = &down)));
		ct_optimizer *wrong = CT_OWN_OPTIMIZER(
			&moded, CT_GROUPS(CT_GROUP(CT_PARAMETERS_OF(&r, 1), .others = &one)));

		OK(CT_DONE());
		OK(ct_optimizer_step(optimizer));
		ck_assert_double_eq(first_of(p), 2.5);
		ck_assert_double_eq(first_of(q), -0.5);
		FAILS_WITH(ct_optimizer_step(wrong), CT_ERROR_TYPE, "int");
	}
}
END_TEST

static void refuse(const char *options, const char *state, ct_error_class kind, const char *text)
{
	/* A class lives forever, as the library wants. */
	ct_optimizer_class *class = calloc(1, sizeof *class);

	*class = (ct_optimizer_class){
		.name = "Wrong", .options = options, .state = state, .update = update
	};
	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 2);
		ct_optimizer *optimizer = (ct_optimizer *)UNTOUCHED;

		FAILS_WITH(ct_optimizer_new_of(class, CT_PARAMETERS_OF(&p, 1), NULL, &optimizer),
			   kind, text);
		ck_assert_ptr_eq(optimizer, (ct_optimizer *)UNTOUCHED);
	}
	free(class);
}

START_TEST(a_class_that_cannot_be_read_is_an_error)
{
	refuse("lr", NULL, CT_ERROR_VALUE, "expected '=' and a default at '', in 'lr'");
	refuse("lr=", NULL, CT_ERROR_VALUE, "expected a value at ''");
	refuse("lr=1 betas=2", NULL, CT_ERROR_VALUE, "expected ',' at 'betas=2'");
	refuse("betas=(1, 2", NULL, CT_ERROR_VALUE, "expected ',' or ')'");
	refuse("mode='x", NULL, CT_ERROR_VALUE, "expected a text");
	refuse("=1", NULL, CT_ERROR_VALUE, "expected a name at '=1'");
	refuse("nesterov=True False", NULL, CT_ERROR_VALUE, "expected ',' at 'False'");
	refuse("nesterov=Falsehood", NULL, CT_ERROR_VALUE, "expected a value at 'Falsehood'");
	refuse("lr=Nonesuch", NULL, CT_ERROR_VALUE, "expected a value at 'Nonesuch'");
	refuse("1lr=2", NULL, CT_ERROR_VALUE, "expected a name at '1lr=2'");
	refuse("lr=1, lr=2", NULL, CT_ERROR_VALUE,
	       "each name once, but there is a second one at 'lr=2'");
	refuse("count=9223372036854775808", NULL, CT_ERROR_VALUE,
	       "expected an int of at most 64 bits, or a float at '9223372036854775808'");
	refuse("mode='a\\'b'", NULL, CT_ERROR_VALUE, "expected a text without a backslash");
}
END_TEST

START_TEST(state_is_names_with_commas_between_them)
{
	refuse("lr=1", "a_name_that_is_much_too_long", CT_ERROR_VALUE,
	       "the state of Wrong: expected a name of at most 19 letters, digits and '_' at "
	       "'a_name_that_is_much_too_long'");
	refuse("lr=1", "a,b,c,d,e,f,g,h,i,j,k,l,m", CT_ERROR_VALUE, "at most 12 names at 'm'");
	refuse("lr=1", "a b", CT_ERROR_VALUE, "expected ',' at ' b', in 'a b'");
	refuse("lr=1", "a,,b", CT_ERROR_VALUE, "expected a name of at most");
	refuse("lr=1", "a, ", CT_ERROR_VALUE, "expected a name after ',' at ', '");
	refuse("lr=1", " a", CT_ERROR_VALUE, "expected a name of at most");
	refuse("lr=1", "1a", CT_ERROR_VALUE, "at '1a'");
	refuse("lr=1", "a-b", CT_ERROR_VALUE, "expected ',' at '-b'");
	refuse("lr=1", "exp, sum: int", CT_ERROR_VALUE, "expected ',' at ': int'");
	refuse("lr=1", "step: float", CT_ERROR_VALUE, "expected ',' or ': int' at ': float'");
	refuse("lr=1", "a, b, a", CT_ERROR_VALUE,
	       "each name once, but there is a second one at 'a'");
	refuse(NULL, NULL, CT_ERROR_ARGUMENT, "needs a name, options and an update function");
}
END_TEST

START_TEST(options_and_parameters_are_checked)
{
	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 2);
		const ct_parameters parameters = CT_PARAMETERS_OF(&p, 1);
		ct_optimizer *optimizer = (ct_optimizer *)UNTOUCHED, *made;

		FAILS(ct_optimizer_new_of(&summing, parameters,
					  &(ct_param_group_options){ .momentum = 0.9 }, &optimizer),
		      "TypeError: Summing.__init__() got an unexpected keyword argument "
		      "'momentum'");
		FAILS(ct_optimizer_new_of(&summing, (ct_parameters){ 0 }, NULL, &optimizer),
		      "ValueError: optimizer got an empty parameter list");
		FAILS(ct_optimizer_print(NULL, NULL),
		      "ArgumentError: ct_optimizer_print: argument 1 (self) must not be NULL");
		FAILS_WITH(ct_optimizer_new_of(NULL, parameters, NULL, &optimizer),
			   CT_ERROR_ARGUMENT, "must not be NULL");
		ck_assert_ptr_eq(optimizer, (ct_optimizer *)UNTOUCHED);
		/* As in Python, a group among others may be empty. */
		OK(ct_optimizer_new_of(
			&summing,
			CT_GROUPS(CT_GROUP(CT_PARAMETERS_OF(&p, 0)), CT_GROUP(parameters)), NULL,
			&made));
		OK(ct_optimizer_new_of(&summing, parameters, NULL, &made));
		FAILS_WITH(
			ct_optimizer_add_param_group(made, CT_GROUPS(CT_GROUP(parameters)), NULL),
			CT_ERROR_ARGUMENT, "CT_GROUPS() is for a new optimizer");
		FAILS_WITH(ct_optimizer_add_group(made, parameters, NULL), CT_ERROR_VALUE,
			   "more than one parameter group");
	}
}
END_TEST

START_TEST(groups_of_an_optimizer_of_pytorch_have_options_of_their_own)
{
	const ct_value nesterov[] = { ct_value_string("nesterov"), ct_value_bool(true) };
	const ct_value others = ct_value_dict(nesterov, 1);

	{
		CT_SCOPE;
		ct_tensor *p = parameter_of(1, 2), *q = parameter_of(1, 2), *r = parameter_of(1, 2);
		ct_optimizer *optimizer = CT_OPTIMIZER(
			SGD,
			CT_GROUPS(CT_GROUP(CT_PARAMETERS_OF(&p, 1), .lr = 0.5, .others = &others),
				  CT_GROUP(CT_PARAMETERS_OF(&q, 1), .momentum = CT_ZERO)),
			.lr = 0.25, .momentum = 0.75);

		CT_ADD_GROUP(optimizer, CT_PARAMETERS_OF(&r, 1), .weight_decay = 0.125);
		OK(CT_DONE());
		assert_option(optimizer, 0, "lr", "0.5");
		assert_option(optimizer, 0, "momentum", "0.75");
		assert_option(optimizer, 0, "nesterov", "True");
		assert_option(optimizer, 1, "lr", "0.25");
		assert_option(optimizer, 1, "momentum", "0.0");
		assert_option(optimizer, 1, "nesterov", "False");
		assert_option(optimizer, 2, "weight_decay", "0.125");
		assert_option(optimizer, 2, "lr", "0.25");
	}
}
END_TEST

Suite *own_suite(void)
{
	Suite *suite = suite_create("optimizers of the program's own");
	TCase *tests = tests_of("optimizers of the program's own");

	tcase_add_test(tests, options_are_read_as_python_writes_them);
	tcase_add_test(tests, options_are_read_in_a_locale_with_a_decimal_comma);
	tcase_add_test(tests, an_option_that_is_none_is_no_float);
	tcase_add_test(tests, a_step_updates_with_options_and_state_of_the_class);
	tcase_add_test(tests, a_state_dict_continues);
	tcase_add_test(tests, a_name_that_the_class_lacks_is_an_error_of_the_step);
	tcase_add_test(tests, a_text_among_the_options_is_read_by_any_copy_of_its_name);
	tcase_add_test(tests, a_class_that_cannot_be_read_is_an_error);
	tcase_add_test(tests, state_is_names_with_commas_between_them);
	tcase_add_test(tests, options_and_parameters_are_checked);
	tcase_add_test(tests, groups_of_an_optimizer_of_pytorch_have_options_of_their_own);
	suite_add_tcase(suite, tests);
	return suite;
}
