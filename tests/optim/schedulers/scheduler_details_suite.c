/*
 * Schedulers: typed calls, calls by name, handles, attributes, groups that are added later.
 */
#define _GNU_SOURCE
#include <math.h>
#include <unistd.h>

#include <ctorch/files/save.h>
#include <ctorch/ops/all.h>

#include "releases.h"
#include "scheduler_cases.h"
#include "scratch.h"
#include "whole_files.h"

static ct_optimizer *optimizer_with(double lr)
{
	const int64_t shape[] = { 1 };
	ct_optimizer *optimizer;
	ct_tensor *parameter;

	OK(ct_zeros(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &parameter));
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(&parameter, 1), .lr = lr);
	OK(CT_DONE());
	return optimizer;
}

static void add_group(ct_optimizer *optimizer)
{
	const int64_t shape[] = { 1 };
	ct_tensor *parameter;

	OK(ct_zeros(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &parameter));
	OK(ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&parameter, 1), NULL));
}

/* --- typed calls ------------------------------------------------------------------------------ */

static double half(double x, void *context)
{
	(void)x;
	return *(const double *)context;
}

static double factor = 0.5;

static ct_lr_scheduler *step_lr(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(StepLR, optimizer, 3, .gamma = 0.7);
}

static ct_lr_scheduler *multi_step(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(MultiStepLR, optimizer, CT_L(3, 5, 5), 0.7);
}

static ct_lr_scheduler *constant(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(ConstantLR, optimizer);
}

static ct_lr_scheduler *linear(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(LinearLR, optimizer, .total_iters = 7);
}

static ct_lr_scheduler *exponential(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(ExponentialLR, optimizer, 0.9);
}

static ct_lr_scheduler *polynomial(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(PolynomialLR, optimizer, 7, 2.0);
}

static ct_lr_scheduler *cosine(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(CosineAnnealingLR, optimizer, 100);
}

static ct_lr_scheduler *restarts(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(CosineAnnealingWarmRestarts, optimizer, 3, .T_mult = 2);
}

static ct_lr_scheduler *cyclic(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(CyclicLR, optimizer, CT_FLOATS(0.1), CT_FLOATS(0.5),
			       .step_size_up = 4);
}

static ct_lr_scheduler *one_cycle(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(OneCycleLR, optimizer, CT_FLOATS(0.5), 20, .three_phase = true);
}

static ct_lr_scheduler *plateau(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(ReduceLROnPlateau, optimizer, "max", .patience = 2);
}

static ct_lr_scheduler *swa(ct_optimizer *optimizer)
{
	return CT_LR_SCHEDULER(SWALR, optimizer, CT_FLOATS(0.05), .anneal_strategy = "linear");
}

/* A typed call, and Python's arguments as a dict in JSON. */
static const struct typed {
	const char *name;
	ct_lr_scheduler *(*make)(ct_optimizer *optimizer);
	const char *kwargs;
} all_typed[] = {
	{ "StepLR", step_lr, "{'step_size': {'int': '3'}, 'gamma': {'float': '0.7'}}" },
	{ "MultiStepLR", multi_step,
	  "{'milestones': {'list': [{'int': '3'}, {'int': '5'}, {'int': '5'}]},"
	  " 'gamma': {'float': '0.7'}}" },
	{ "ConstantLR", constant, "{}" },
	{ "LinearLR", linear, "{'total_iters': {'int': '7'}}" },
	{ "ExponentialLR", exponential, "{'gamma': {'float': '0.9'}}" },
	{ "PolynomialLR", polynomial, "{'total_iters': {'int': '7'}, 'power': {'float': '2'}}" },
	{ "CosineAnnealingLR", cosine, "{'T_max': {'int': '100'}}" },
	{ "CosineAnnealingWarmRestarts", restarts,
	  "{'T_0': {'int': '3'}, 'T_mult': {'int': '2'}}" },
	{ "CyclicLR", cyclic,
	  "{'base_lr': {'float': '0.1'}, 'max_lr': {'float': '0.5'}, 'step_size_up': {'int': '4'}}" },
	{ "OneCycleLR", one_cycle,
	  "{'max_lr': {'float': '0.5'}, 'total_steps': {'int': '20'},"
	  " 'three_phase': {'bool': true}}" },
	{ "ReduceLROnPlateau", plateau, "{'mode': {'str': 'max'}, 'patience': {'int': '2'}}" },
	{ "SWALR", swa, "{'swa_lr': {'float': '0.05'}, 'anneal_strategy': {'str': 'linear'}}" },
};

/* repr() of the state dict after some steps; to be freed. */
static char *state_after(ct_optimizer *optimizer, ct_lr_scheduler *scheduler, int steps)
{
	const bool by_metric = !strcmp(ct_lr_scheduler_class_name(scheduler), "ReduceLROnPlateau");
	ct_value state;
	char *text;

	for (int i = 0; i < steps; i++) {
		OK(ct_optimizer_step(optimizer));
		OK(by_metric ? ct_lr_scheduler_step_metric(scheduler, 1.0 / (i + 1))
			     : ct_lr_scheduler_step(scheduler));
	}
	OK(ct_lr_scheduler_state_dict(scheduler, &state));
	OK(ct_value_to_string(&state, &text));
	ct_value_free(&state);
	return text;
}

static void assert_typed(const struct typed *typed)
{
	json_t *spec = json_pack("{s:s, s:o, s:[], s:[]}", "class", typed->name, "kwargs",
				 json_loads(typed->kwargs, 0, NULL), "schedulers", "functions");
	ct_optimizer *one = optimizer_with(0.1), *other = optimizer_with(0.1);
	ct_lr_scheduler *by_name, *scheduler = typed->make(one);
	char *got, *wanted;

	OK(CT_DONE());
	OK(make_scheduler(other, spec, &by_name));
	got = state_after(one, scheduler, 9);
	wanted = state_after(other, by_name, 9);
	ck_assert_str_eq(got, wanted);
	ct_free(got);
	ct_free(wanted);
	json_decref(spec);
}

/* The strings above with JSON's quotes. */
static struct typed with_quotes(const struct typed *typed, char text[400])
{
	struct typed result = *typed;

	snprintf(text, 400, "%s", typed->kwargs);
	for (char *at = text; (at = strchr(at, '\''));)
		*at = '"';
	result.kwargs = text;
	return result;
}

START_TEST(typed_calls_are_calls_by_name)
{
	char text[400];

	for (size_t i = 0; i < sizeof all_typed / sizeof *all_typed; i++) {
		const struct typed typed = with_quotes(&all_typed[i], text);
		CT_SCOPE;

		assert_typed(&typed);
	}
}
END_TEST

START_TEST(typed_calls_take_functions_and_schedulers)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *first = CT_LR_SCHEDULER(MultiplicativeLR, optimizer,
						 CT_LR_LAMBDAS({ half, &factor }));
	ct_lr_scheduler *second = CT_LR_SCHEDULER(LambdaLR, optimizer,
						  CT_LR_LAMBDAS({ half, &factor }));
	ct_lr_scheduler *both = CT_LR_SCHEDULER(SequentialLR, optimizer,
						CT_LR_SCHEDULERS(first, second), CT_L(2));
	ct_lr_scheduler *chained = CT_LR_SCHEDULER(ChainedScheduler, CT_LR_SCHEDULERS(both));

	OK(CT_DONE());
	ck_assert_ptr_eq(ct_lr_scheduler_optimizer(chained), optimizer);
	ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.5);
	OK(ct_optimizer_step(optimizer));
	OK(ct_lr_scheduler_step(chained));
	ck_assert_double_eq(ct_lr_scheduler_last_lr(chained, 0), 0.25);
	for (int i = 0; i < 3; i++) {
		OK(ct_lr_scheduler_step(chained));
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.25);
	}
}
END_TEST

START_TEST(a_custom_scale_goes_through_a_typed_call)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(
		CyclicLR, optimizer, CT_FLOATS(0.25), CT_FLOATS(0.75), .step_size_up = 1,
		.scale_fn = CT_LR_LAMBDAS({ half, &factor }), .cycle_momentum = false);

	OK(CT_DONE());
	OK(ct_optimizer_step(optimizer));
	OK(ct_lr_scheduler_step(scheduler));
	ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.5);
}
END_TEST

/* --- by name ---------------------------------------------------------------------------------- */

#define MAKE(name, args, kwargs) ct_lr_scheduler_new(name, optimizer, args, kwargs, &made)

START_TEST(bad_calls_by_name_are_pythons_errors)
{
	const ct_value three[] = { ct_value_int(3), ct_value_float(0.5), ct_value_int(-1),
				   ct_value_int(2) };
	const ct_value one = ct_value_list(three, 1), four = ct_value_list(three, 4);
	const ct_value unknown[] = { ct_value_string("step"), ct_value_int(4) };
	const ct_value twice[] = { ct_value_string("step_size"), ct_value_int(4) };
	const ct_value by_unknown = ct_value_dict(unknown, 1), by_twice = ct_value_dict(twice, 1);
	const ct_lr_lambda lambda = { half, &factor }, none = { NULL, NULL };
	ct_lr_scheduler *made = NULL;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = optimizer_with(0.5);

		FAILS_AS_EXPECTED(MAKE("StepLR", NULL, NULL),
				  "TypeError: StepLR.__init__() missing 1 required positional "
				  "argument: 'step_size'");
		FAILS_AS_EXPECTED(MAKE("StepLR", &one, &by_unknown),
				  "TypeError: StepLR.__init__() got an unexpected keyword argument "
				  "'step'");
		FAILS_AS_EXPECTED(MAKE("StepLR", &one, &by_twice),
				  "TypeError: StepLR.__init__() got multiple values for argument "
				  "'step_size'");
		FAILS_AS_EXPECTED(MAKE("StepLR", &four, NULL),
				  "TypeError: StepLR.__init__() takes from 3 to 5 positional "
				  "arguments but 6 were given");
		FAILS_AS_EXPECTED(MAKE("LambdaLR", NULL, NULL),
				  "TypeError: LambdaLR.__init__() missing 1 required positional "
				  "argument: 'lr_lambda'");
		FAILS_AS_EXPECTED(ct_lr_scheduler_new_from("MultiplicativeLR", optimizer,
							   (ct_lr_lambdas){ &none, 1 },
							   (ct_lr_schedulers){ NULL, 0 }, NULL,
							   NULL, &made),
				  "TypeError: lr_lambda should be a function, but got NoneType");
		FAILS_WITH(MAKE("StepLr", NULL, NULL), CT_ERROR_KEY,
			   "no class 'StepLr' in this build; similar names are: StepLR");
		FAILS_WITH(
			ct_lr_scheduler_new_from("StepLR", optimizer, (ct_lr_lambdas){ &lambda, 1 },
						 (ct_lr_schedulers){ NULL, 0 }, &one, NULL, &made),
			CT_ERROR_TYPE, "StepLR takes no functions");
		FAILS_WITH(ct_lr_scheduler_new("StepLR", NULL, &one, NULL, &made),
			   CT_ERROR_ARGUMENT, "optimizer");
		FAILS_WITH(ct_lr_scheduler_new(NULL, optimizer, &one, NULL, &made),
			   CT_ERROR_ARGUMENT, "name");
		ck_assert_ptr_null(made);
	}
}
END_TEST

START_TEST(parts_must_have_the_same_optimizer)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5), *other = optimizer_with(0.25);
	ct_lr_scheduler *mine = CT_LR_SCHEDULER(ConstantLR, optimizer);
	ct_lr_scheduler *others = CT_LR_SCHEDULER(ConstantLR, other);

	OK(CT_DONE());
	ck_assert_ptr_null(
		CT_LR_SCHEDULER(SequentialLR, optimizer, CT_LR_SCHEDULERS(mine, others), CT_L(3)));
	FAILS_AS_EXPECTED(
		CT_DONE(),
		"ValueError: SequentialLR expects all schedulers to belong to the same "
		"optimizer, but got scheduler ConstantLR at index 1 has SGD (\n"
		"Parameter Group 0\n    dampening: 0\n    differentiable: False\n"
		"    foreach: None\n    fused: None\n    initial_lr: 0.25\n"
		"    lr: 0.08333333333333333\n    maximize: False\n    momentum: 0\n"
		"    nesterov: False\n    weight_decay: 0\n), which is different from SGD.");
}
END_TEST

static bool has_class(const ct_value *classes, const char *wanted, const char *schema)
{
	ct_value one, name, text;
	const char *got, *begins;

	for (int64_t i = 0; i < ct_value_count(classes); i++) {
		OK(ct_value_item(classes, i, &one));
		OK(ct_value_dict_get(&one, ct_value_string("name"), &name));
		OK(ct_value_dict_get(&one, ct_value_string("schema"), &text));
		OK(ct_value_as_string(&name, &got, NULL));
		OK(ct_value_as_string(&text, &begins, NULL));
		if (!strcmp(got, wanted))
			return !strncmp(begins, schema, strlen(schema));
	}
	return false;
}

START_TEST(classes_are_listed)
{
	ct_value classes;

	OK(ct_lr_scheduler_list_classes(&classes));
	ck_assert_int_eq(ct_value_count(&classes), 16);
	ck_assert(has_class(&classes, "StepLR", "StepLR(Optimizer optimizer, int step_size,"));
	ck_assert(has_class(&classes, "SWALR", "SWALR(Optimizer optimizer, "));
	ct_value_free(&classes);
	OK(ct_optimizer_list_classes(&classes));
	ck_assert(has_class(&classes, "SGD", "SGD(Parameters params, float lr=0.001,"));
	ct_value_free(&classes);
}
END_TEST

/* --- steps ------------------------------------------------------------------------------------ */

START_TEST(steps_of_the_wrong_kind_are_errors)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *by_metric = CT_LR_SCHEDULER(ReduceLROnPlateau, optimizer);
	ct_lr_scheduler *first = CT_LR_SCHEDULER(ConstantLR, optimizer);
	ct_lr_scheduler *sequential = CT_LR_SCHEDULER(SequentialLR, optimizer,
						      CT_LR_SCHEDULERS(first), CT_INTS_OF(NULL, 0));
	ct_lr_scheduler *chained = CT_LR_SCHEDULER(ChainedScheduler, CT_LR_SCHEDULERS(first));

	OK(CT_DONE());
	FAILS_AS_EXPECTED(ct_lr_scheduler_step(by_metric),
			  "TypeError: ReduceLROnPlateau.step() missing 1 required positional "
			  "argument: 'metrics'");
	FAILS_WITH(ct_lr_scheduler_step_epoch(by_metric, 3), CT_ERROR_TYPE, "'metrics'");
	FAILS_WITH(ct_lr_scheduler_step_metric(first, 3), CT_ERROR_TYPE, "takes no metric");
	FAILS_AS_EXPECTED(ct_lr_scheduler_step_epoch(sequential, 3),
			  "TypeError: SequentialLR.step() takes 1 positional argument but 2 were "
			  "given");
	FAILS_AS_EXPECTED(ct_lr_scheduler_step_epoch(chained, 3),
			  "TypeError: ChainedScheduler.step() takes 1 positional argument but 2 "
			  "were given");
}
END_TEST

START_TEST(a_group_that_is_added_has_no_base_rate)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(StepLR, optimizer, 3);

	OK(CT_DONE());
	OK(ct_optimizer_step(optimizer));
	add_group(optimizer);
	FAILS_AS_EXPECTED(ct_lr_scheduler_step_epoch(scheduler, 4),
			  "ValueError: zip() argument 2 is shorter than argument 1");
	OK(ct_lr_scheduler_step(scheduler));
	ck_assert_double_eq(ct_lr_scheduler_last_lr(scheduler, 1), 0.5);
}
END_TEST

START_TEST(a_group_that_is_added_gets_the_smallest_rate_of_all)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(ReduceLROnPlateau, optimizer, .patience = 0,
						     .min_lr = CT_FLOATS(0.125));

	OK(CT_DONE());
	add_group(optimizer);
	OK(ct_lr_scheduler_step_metric(scheduler, 1));
	OK(ct_lr_scheduler_step_metric(scheduler, 2));
	ck_assert_double_eq(ct_optimizer_lr(optimizer, 1), 0.125);
}
END_TEST

START_TEST(smallest_rates_of_each_group_do_not_fit_one_that_is_added)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *scheduler;

	add_group(optimizer);
	scheduler = CT_LR_SCHEDULER(ReduceLROnPlateau, optimizer, .patience = 0,
				    .min_lr = CT_FLOATS(0.1, 0.1));
	OK(CT_DONE());
	add_group(optimizer);
	OK(ct_lr_scheduler_step_metric(scheduler, 1));
	FAILS_AS_EXPECTED(
		ct_lr_scheduler_step_metric(scheduler, 2),
		"RuntimeError: The number of param groups in the `optimizer` (3) differs from when "
		"`ReduceLROnPlateau` was initialized (2), usually due to a new param group being "
		"added to the optimizer. Please modify the `min_lrs` field to match the length of the "
		"`optimizer` param groups.");
}
END_TEST

/* --- attributes and state dicts --------------------------------------------------------------- */

START_TEST(attributes_are_read)
{
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(StepLR, optimizer, 3);
	ct_value value;

	OK(CT_DONE());
	OK(ct_lr_scheduler_get(scheduler, "last_epoch", &value));
	ck_assert_int_eq(value.kind, CT_VALUE_INT);
	ck_assert_int_eq(value.i, 0);
	FAILS_AS_EXPECTED(ct_lr_scheduler_get(scheduler, "best", &value),
			  "AttributeError: 'StepLR' object has no attribute 'best'");
	ck_assert_double_eq(ct_lr_scheduler_last_lr(scheduler, 0), 0.5);
	ck_assert_double_nan(ct_lr_scheduler_last_lr(scheduler, 1));
	ck_assert_double_nan(ct_lr_scheduler_last_lr(scheduler, -1));
	ck_assert_double_nan(ct_lr_scheduler_last_lr(NULL, 0));
}
END_TEST

/* Loading must fail so, and change nothing. */
#define REFUSES(scheduler, state_dict, wanted)                                                     \
	do {                                                                                       \
		char *before_ = state_after(NULL, scheduler, 0), *after_;                          \
		FAILS_AS_EXPECTED(ct_lr_scheduler_load_state_dict(scheduler, state_dict), wanted); \
		after_ = state_after(NULL, scheduler, 0);                                          \
		ck_assert_str_eq(after_, before_);                                                 \
		ct_free(after_);                                                                   \
		ct_free(before_);                                                                  \
	} while (0)

START_TEST(state_dicts_of_others_are_refused)
{
	const ct_value pairs[] = { ct_value_string("mode"), ct_value_string("low") };
	const ct_value empty = ct_value_dict(NULL, 0), list = ct_value_list(NULL, 0);
	const ct_value bad_mode = ct_value_dict(pairs, 1);
	CT_SCOPE;
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *step = CT_LR_SCHEDULER(StepLR, optimizer, 3);
	ct_lr_scheduler *lambda = CT_LR_SCHEDULER(LambdaLR, optimizer,
						  CT_LR_LAMBDAS({ half, &factor }));
	ct_lr_scheduler *cycle = CT_LR_SCHEDULER(CyclicLR, optimizer, CT_FLOATS(0.1),
						 CT_FLOATS(0.2));
	ct_lr_scheduler *by_metric = CT_LR_SCHEDULER(ReduceLROnPlateau, optimizer);
	ct_lr_scheduler *chained = CT_LR_SCHEDULER(ChainedScheduler, CT_LR_SCHEDULERS(step));

	OK(CT_DONE());
	REFUSES(step, &list, "TypeError: state_dict must be a dict, not list");
	REFUSES(lambda, &empty, "KeyError: 'lr_lambdas'");
	REFUSES(cycle, &empty, "KeyError: '_scale_fn_custom'");
	REFUSES(chained, &empty, "KeyError: '_schedulers'");
	REFUSES(by_metric, &bad_mode, "ValueError: mode low is unknown!");
	OK(ct_lr_scheduler_load_state_dict(step, &empty));
}
END_TEST

/* --- handles ---------------------------------------------------------------------------------- */

START_TEST(a_scheduler_belongs_to_its_scope_and_keeps_its_optimizer)
{
	ct_lr_scheduler *kept = NULL;

	{
		CT_SCOPE;
		ct_optimizer *optimizer = optimizer_with(0.5);
		ct_lr_scheduler *first = CT_LR_SCHEDULER(ExponentialLR, optimizer, 0.5);

		kept = ct_lr_scheduler_retain(
			CT_LR_SCHEDULER(ChainedScheduler, CT_LR_SCHEDULERS(first)));
		OK(CT_DONE());
		ct_scope_disown_object(kept);
	}
	ck_assert_str_eq(ct_lr_scheduler_class_name(kept), "ChainedScheduler");
	OK(ct_optimizer_step(ct_lr_scheduler_optimizer(kept)));
	OK(ct_lr_scheduler_step(kept));
	ck_assert_double_eq(ct_optimizer_lr(ct_lr_scheduler_optimizer(kept), 0), 0.25);
	ct_lr_scheduler_free(kept);
	ct_lr_scheduler_free(NULL);
	ck_assert_ptr_null(ct_lr_scheduler_retain(NULL));
}
END_TEST

START_TEST(missing_arguments_are_errors)
{
	ct_value value;

	FAILS(ct_lr_scheduler_step(NULL),
	      "ArgumentError: ct_lr_scheduler_step: argument 1 (self) must not be NULL");
	FAILS(ct_lr_scheduler_get(NULL, "gamma", &value),
	      "ArgumentError: ct_lr_scheduler_get: argument 1 (self) must not be NULL");
	FAILS(ct_lr_scheduler_load_state_dict(NULL, &value),
	      "ArgumentError: ct_lr_scheduler_load_state_dict: argument 1 (self) must not be NULL");
	ck_assert_ptr_null(ct_lr_scheduler_class_name(NULL));
	ck_assert_ptr_null(ct_lr_scheduler_optimizer(NULL));
}
END_TEST

/* Saves the state of a scheduler, whose pickle is not compressed. */
static void assert_saves_counter(const ct_value *state, const char *path)
{
	static const char begin[] = "ccollections\nCounter\nq";
	static char bytes[1 << 16];
	FILE *file;
	size_t n;

	OK(ct_save(state, path));
	file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	n = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	ck_assert_ptr_nonnull(memmem(bytes, n, begin, sizeof begin - 1));
}

START_TEST(milestones_are_saved_as_a_counter_also_after_loading)
{
	char folder[SCRATCH_SIZE], path[64];
	ct_value state, loaded;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/scheduler.pt", folder);
	{
		CT_SCOPE;
		ct_lr_scheduler *scheduler = multi_step(optimizer_with(0.5));

		OK(CT_DONE());
		OK(ct_lr_scheduler_state_dict(scheduler, &state));
		assert_saves_counter(&state, path);
		OK(ct_load(path, NULL, &loaded));
		assert_equal_values(&loaded, &state, true);
		OK(ct_lr_scheduler_load_state_dict(scheduler, &loaded));
		ct_value_free(&state);
		OK(ct_lr_scheduler_state_dict(scheduler, &state));
		assert_saves_counter(&state, path);
	}
	ct_value_free(&state);
	ct_value_free(&loaded);
	unlink(path);
	remove_scratch(folder);
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 15)
static void save_optimizer_and_schedule(const char *path)
{
	ct_optimizer *optimizer = optimizer_with(0.5);
	ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(MultiStepLR, optimizer, CT_L(2, 5, 5, 9),
						     .gamma = 0.25);
	ct_value pairs[4] = { ct_value_string("optimizer"), ct_value_none(),
			      ct_value_string("scheduler"), ct_value_none() };
	const ct_value both = ct_value_dict(pairs, 2);

	OK(CT_DONE());
	for (int epoch = 0; epoch < 4; epoch++) {
		OK(ct_optimizer_step(optimizer));
		OK(ct_lr_scheduler_step(scheduler));
	}
	OK(ct_optimizer_state_dict(optimizer, &pairs[1]));
	OK(ct_lr_scheduler_state_dict(scheduler, &pairs[3]));
	OK(ct_save(&both, path));
	ct_value_free(&pairs[1]);
	ct_value_free(&pairs[3]);
}

/* With which scripts/prove_files.py lets Python go on. */
START_TEST(a_saved_schedule_is_the_file_that_python_writes)
{
	char folder[SCRATCH_SIZE], path[64], *wanted;
	size_t n;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/schedule.pt", folder); /* it names the archive's folder */
	{
		CT_SCOPE;

		save_optimizer_and_schedule(path);
	}
	wanted = get_file("../fixtures/checkpoints/2.15.0/schedule.pt", &n);
	assert_file(path, wanted, n, "MultiStepLR");
	free(wanted);
	unlink(path);
	remove_scratch(folder);
}
END_TEST
#endif

Suite *scheduler_details_suite(void)
{
	Suite *suite = suite_create("scheduler_details");
	TCase *tests = tests_of("scheduler_details");

	tcase_add_test(tests, typed_calls_are_calls_by_name);
	tcase_add_test(tests, typed_calls_take_functions_and_schedulers);
	tcase_add_test(tests, a_custom_scale_goes_through_a_typed_call);
	tcase_add_test(tests, bad_calls_by_name_are_pythons_errors);
	tcase_add_test(tests, parts_must_have_the_same_optimizer);
	tcase_add_test(tests, classes_are_listed);
	tcase_add_test(tests, steps_of_the_wrong_kind_are_errors);
	tcase_add_test(tests, a_group_that_is_added_has_no_base_rate);
	tcase_add_test(tests, a_group_that_is_added_gets_the_smallest_rate_of_all);
	tcase_add_test(tests, smallest_rates_of_each_group_do_not_fit_one_that_is_added);
	tcase_add_test(tests, attributes_are_read);
	tcase_add_test(tests, state_dicts_of_others_are_refused);
	tcase_add_test(tests, a_scheduler_belongs_to_its_scope_and_keeps_its_optimizer);
	tcase_add_test(tests, missing_arguments_are_errors);
	tcase_add_test(tests, milestones_are_saved_as_a_counter_also_after_loading);
#if CT_RELEASE_AT_LEAST(2, 15)
	tcase_add_test(tests, a_saved_schedule_is_the_file_that_python_writes);
#else
	LEFT_OUT("a saved schedule is the file that Python writes", "it is of 2.15.0");
#endif
	suite_add_tcase(suite, tests);
	return suite;
}
