/*
 * Files of modules and of whole runs: a run that goes on from its checkpoint gives the same numbers
 * as one without a break.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/files/safetensors.h>
#include <ctorch/files/save.h>
#include <ctorch/nn/nn.h>
#include <ctorch/optim/optim.h>

#include "scratch.h"
#include "support.h"
#include "testing.h"

enum { EPOCHS = 6, STEPS = 5 };

static char folder[SCRATCH_SIZE], path[64], other_path[64];

static void make_folder(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/run.pt", folder);
	snprintf(other_path, sizeof other_path, "%s/model.safetensors", folder);
}

static void remove_folder(void)
{
	unlink(path);
	unlink(other_path);
	remove_scratch(folder);
}

/* --- Modules ---------------------------------------------------------------------------------- */

static ct_module *make_net(void)
{
	return CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(BatchNorm1d, 4), CT_NN(Dropout, 0.5),
			     CT_NN(Linear, 4, 2));
}

static void assert_same_states(const ct_module *a, const ct_module *b)
{
	ct_value x, y;
	bool same = false;

	OK(ct_module_state_dict(a, NULL, &x));
	OK(ct_module_state_dict(b, NULL, &y));
	ck_assert_int_gt(ct_value_count(&x), 0);
	for (int64_t i = 0; i < ct_value_count(&x); i++) {
		ct_value name, mine, others;

		OK(ct_value_dict_item(&x, i, &name, &mine));
		OK(ct_value_dict_get(&y, name, &others));
		OK(ct_equal(mine.object, others.object, &same));
		ck_assert_msg(same, "%s differs", (const char *)name.object);
	}
	ct_value_free(&x);
	ct_value_free(&y);
}

START_TEST(modules_are_saved_in_both_formats)
{
	const char *const paths[] = { path, other_path };
	ct_module *net, *again;

	CT_SCOPE;
	net = make_net();
	for (size_t i = 0; i < 2; i++) {
		OK(ct_module_save(net, paths[i]));
		again = make_net();
		OK(ct_module_load(again, paths[i], NULL, NULL));
		assert_same_states(net, again);
	}
}
END_TEST

/* The dict of a whole run, and one that lacks a part. */
START_TEST(module_is_a_part_of_a_file)
{
	const ct_module_load_options options = { .at = "/model_state_dict" };
	ct_train_state run = { .no_random = true };
	ct_module *again;
	ct_value keys;

	CT_SCOPE;
	run.model = make_net();
	OK(ct_train_save(&run, path));
	again = make_net();
	FAILS_WITH(ct_module_load(again, path, NULL, NULL), CT_ERROR_RUNTIME, "Missing key(s)");
	OK(ct_module_load(again, path, &options, &keys));
	assert_same_states(run.model, again);
	ct_value_free(&keys);
	FAILS_WITH(ct_module_load(again, path, &(ct_module_load_options){ .at = "/net" }, NULL),
		   CT_ERROR_KEY, "no 'net' in the dict");
}
END_TEST

START_TEST(file_without_a_name_is_shown)
{
	CT_SCOPE;
	ct_module *net = make_net();

	FAILS(ct_module_save(net, ""), "RuntimeError: '': opening it: No such file or directory");
	FAILS(ct_module_load(net, "", NULL, NULL),
	      "RuntimeError: '': opening it: No such file or directory");
}
END_TEST

/* --- Runs ------------------------------------------------------------------------------------- */

struct run {
	ct_train_state state;
	ct_value values;
	double losses[EPOCHS * STEPS]; /* by step */
};

static void make_run(struct run *run)
{
	ct_train_state *state = &run->state;

	memset(run, 0, sizeof *run);
	state->model = make_net();
	state->optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(state->model), .lr = 0.05);
	state->scheduler = CT_LR_SCHEDULER(StepLR, state->optimizer, 2, .gamma = 0.5);
	OK(ct_grad_scaler_new(&(ct_grad_scaler_options){ .device_type = CT_DEVICE_TYPE_CPU,
							 .growth_interval = 7,
							 .disabled = !HAS_CPU_SCALER },
			      &state->scaler));
	OK(ct_curves_new(&state->curves));
	run->values = ct_value_dict_new();
	OK(ct_value_dict_set(&run->values, ct_value_string("seed"), ct_value_int(17)));
	state->values = &run->values;
}

static void free_run(struct run *run)
{
	ct_value_free(&run->values);
	ct_curves_free(run->state.curves);
}

/* The data are random, too, and so are the Dropout's choices. */
static void train_step(struct run *run)
{
	ct_train_state *state = &run->state;
	ct_tensor *x, *loss, *scaled;

	CT_SCOPE;
	OK(ct_tensor_randn(CT_L(8, 3), NULL, &x));
	loss = CT_E(mse_loss, CT_M(state->model, x), CT_E(zeros, CT_L(8, 2)));
	MUST(loss);
	run->losses[state->step] = value_of(loss);
	OK(ct_curves_add(state->curves, "loss", state->step, run->losses[state->step]));
	OK(ct_optimizer_zero_grad(state->optimizer));
	OK(ct_grad_scaler_scale(state->scaler, loss, &scaled));
	OK(ct_tensor_backward(scaled));
	OK(ct_grad_scaler_step(state->scaler, state->optimizer));
	OK(ct_grad_scaler_update(state->scaler));
	state->step++;
}

static void train(struct run *run, int64_t epochs)
{
	while (run->state.epoch < epochs) {
		for (int i = 0; i < STEPS; i++)
			train_step(run);
		OK(ct_lr_scheduler_step(run->state.scheduler));
		run->state.epoch++;
	}
}

static void assert_same_runs(const struct run *a, const struct run *b, int64_t from)
{
	char *x, *y;

	for (int64_t i = from; i < EPOCHS * STEPS; i++)
		ck_assert_msg(a->losses[i] == b->losses[i], "step %d: %.17g and %.17g", (int)i,
			      a->losses[i], b->losses[i]);
	assert_same_states(a->state.model, b->state.model);
	OK(ct_curves_to_csv(a->state.curves, &x));
	OK(ct_curves_to_csv(b->state.curves, &y));
	ck_assert_str_eq(x, y);
	ct_free(x);
	ct_free(y);
}

START_TEST(run_goes_on_as_if_there_was_no_break)
{
	struct run whole, first, second;
	ct_value seed;

	CT_SCOPE;
	OK(ct_manual_seed(1));
	make_run(&whole);
	train(&whole, EPOCHS);
	OK(ct_manual_seed(1));
	make_run(&first);
	train(&first, EPOCHS / 2);
	OK(ct_train_save(&first.state, path));
	/* What another process would have: other weights, other random numbers. */
	OK(ct_manual_seed(99));
	make_run(&second);
	OK(ct_value_dict_set(&second.values, ct_value_string("seed"), ct_value_int(0)));
	OK(ct_train_load(&second.state, path));
	ck_assert_int_eq(second.state.epoch, EPOCHS / 2);
	ck_assert_int_eq(second.state.step, EPOCHS / 2 * STEPS);
	OK(ct_value_dict_get(&second.values, ct_value_string("seed"), &seed));
	ck_assert_int_eq(seed.i, 17);
	train(&second, EPOCHS);
	assert_same_runs(&whole, &second, EPOCHS / 2 * STEPS);
	free_run(&whole);
	free_run(&first);
	free_run(&second);
}
END_TEST

START_TEST(checkpoint_without_a_part_changes_nothing)
{
	ct_train_state saved = { .epoch = 3, .no_random = true }, run = { .epoch = 1 };
	ct_module *before;

	CT_SCOPE;
	saved.model = make_net();
	run.model = make_net();
	run.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(run.model), .lr = 0.1);
	MUST(run.optimizer);
	OK(ct_module_deepcopy(run.model, &before));
	OK(ct_train_save(&saved, path));
	FAILS_WITH(ct_train_load(&run, path), CT_ERROR_KEY,
		   "run.pt: it has no 'optimizer_state_dict'");
	ck_assert_int_eq(run.epoch, 1);
	assert_same_states(before, run.model);
}
END_TEST

/* All numbers are checked before the weights change. */
START_TEST(checkpoint_with_a_wrong_number_changes_nothing)
{
	static const struct {
		const char *key, *part;
	} wrong[] = { { "epoch", "run.pt: 'epoch': " }, { "rng_state", "run.pt: 'rng_state': " } };
	ct_train_state saved = { .epoch = 3 }, run = { .epoch = 1 };
	ct_module *before;
	ct_value dict;

	CT_SCOPE;
	saved.model = make_net();
	run.model = make_net();
	OK(ct_module_deepcopy(run.model, &before));
	for (size_t i = 0; i < 2; i++) {
		OK(ct_train_save(&saved, path));
		OK(ct_load(path, NULL, &dict));
		OK(ct_value_dict_set(&dict, ct_value_string(wrong[i].key), ct_value_string("x")));
		OK(ct_save(&dict, path));
		ct_value_free(&dict);
		FAILS_WITH(ct_train_load(&run, path), CT_ERROR_TYPE, wrong[i].part);
		ck_assert_int_eq(run.epoch, 1);
		assert_same_states(before, run.model);
	}
}
END_TEST

/* The file of a whole run; free() it. */
static char *bytes_of(const struct run *run, size_t *n)
{
	FILE *file;
	char *bytes;

	OK(ct_train_save(&run->state, path));
	file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	fseek(file, 0, SEEK_END);
	*n = (size_t)ftell(file);
	rewind(file);
	bytes = malloc(*n);
	ck_assert_ptr_nonnull(bytes);
	ck_assert(fread(bytes, 1, *n, file) == *n);
	fclose(file);
	return bytes;
}

static void assert_unchanged_by(struct run *run, const struct run *saved, const char *key,
				ct_value wrong, const char *part)
{
	size_t before_len, after_len;
	char *before = bytes_of(run, &before_len), *after;
	ct_value dict;

	OK(ct_train_save(&saved->state, path));
	OK(ct_load(path, NULL, &dict));
	OK(ct_value_dict_set(&dict, ct_value_string(key), wrong));
	OK(ct_save(&dict, path));
	ct_value_free(&dict);
	FAILS_WITH(ct_train_load(&run->state, path), ct_error_class_of(part),
		   strchr(part, ' ') + 1);
	after = bytes_of(run, &after_len);
	ck_assert_msg(before_len == after_len && !memcmp(before, after, after_len),
		      "the run has changed after an error of its %s", key);
	free(before);
	free(after);
}

START_TEST(checkpoint_with_a_wrong_part_changes_nothing)
{
	const ct_value pair[] = { ct_value_string("a"), ct_value_int(1) };
	const ct_value other = ct_value_dict(pair, 1);
	struct run saved, run;

	CT_SCOPE;
	OK(ct_manual_seed(1));
	make_run(&saved);
	train(&saved, 2);
	make_run(&run);
	train(&run, 1);
	assert_unchanged_by(&run, &saved, "model_state_dict", other,
			    "RuntimeError: run.pt: 'model_state_dict': Error(s) in loading");
	assert_unchanged_by(&run, &saved, "optimizer_state_dict", other,
			    "KeyError: run.pt: 'optimizer_state_dict': 'param_groups'");
	assert_unchanged_by(&run, &saved, "scheduler_state_dict", ct_value_int(5),
			    "TypeError: run.pt: 'scheduler_state_dict': state_dict must be a dict");
	if (HAS_CPU_SCALER)
		assert_unchanged_by(&run, &saved, "scaler_state_dict", other,
				    "KeyError: run.pt: 'scaler_state_dict': 'scale'");
	assert_unchanged_by(&run, &saved, "curves", other,
			    "TypeError: run.pt: 'curves': the curve 'a' must be a dict, not int");
	free_run(&saved);
	free_run(&run);
}
END_TEST

static ct_error add_group(ct_optimizer *self, ct_value *state_dict, void *parameter)
{
	ct_tensor *own = parameter;

	(void)state_dict;
	return ct_optimizer_add_param_group(self, CT_PARAMETERS_OF(&own, 1), NULL);
}

START_TEST(checkpoint_with_a_wrong_model_takes_back_the_group_of_a_hook)
{
	const ct_value pair[] = { ct_value_string("a"), ct_value_int(1) };
	ct_tensor *parameter;
	struct run saved, run;

	CT_SCOPE;
	OK(ct_manual_seed(1));
	make_run(&saved);
	make_run(&run);
	OK(ct_tensor_zeros(CT_L(2), NULL, &parameter));
	OK(ct_optimizer_register_state_hook(run.state.optimizer, CT_STATE_HOOK_AFTER_LOADING,
					    add_group, parameter, NULL, false, NULL));
	assert_unchanged_by(&run, &saved, "model_state_dict", ct_value_dict(pair, 1),
			    "RuntimeError: run.pt: 'model_state_dict': Error(s) in loading");
	ck_assert_int_eq(ct_optimizer_group_count(run.state.optimizer), 1);
	OK(add_group(run.state.optimizer, NULL, parameter));
	ck_assert_int_eq(ct_optimizer_group_count(run.state.optimizer), 2);
	free_run(&saved);
	free_run(&run);
}
END_TEST

START_TEST(random_numbers_can_be_left_alone)
{
	ct_train_state run = { .epoch = 3 };
	ct_tensor *wanted, *got;
	bool same;

	CT_SCOPE;
	run.model = make_net();
	OK(ct_train_save(&run, path));
	OK(ct_manual_seed(5));
	OK(ct_tensor_randn(CT_L(4), NULL, &wanted));
	OK(ct_manual_seed(5));
	run.no_random = true;
	OK(ct_train_load(&run, path));
	OK(ct_tensor_randn(CT_L(4), NULL, &got));
	OK(ct_equal(wanted, got, &same));
	ck_assert(same);
}
END_TEST

START_TEST(early_stopping_goes_on_from_a_checkpoint)
{
	static const double losses[] = { 3, 2, 2.5, 1.95, 2.6, 2.7 };
	ct_early_stopping first = { .patience = 4, .min_delta = 0.1 };
	ct_early_stopping second = { .patience = 4, .min_delta = 0.1 };
	ct_train_state run = { .no_random = true, .stopping = &first };

	OK(ct_train_save(&run, path)); /* before the first number */
	for (int i = 0; i < 3; i++)
		ck_assert(!ct_early_stopping_update(&first, losses[i]));
	OK(ct_train_save(&run, path));
	run.stopping = &second;
	OK(ct_train_load(&run, path));
	ck_assert_int_eq(second.seen, 3);
	ck_assert_int_eq(second.best_at, 1);
	ck_assert_double_eq(second.best, 2);
	for (int i = 3; i < 6; i++)
		ck_assert_int_eq(ct_early_stopping_update(&second, losses[i]), i == 5);
}
END_TEST

START_TEST(a_broken_state_dict_of_early_stopping_is_refused)
{
	const ct_value broken = { .kind = CT_VALUE_DICT, .i = 4 };
	ct_early_stopping stopping = { .patience = 2 };

	FAILS(ct_early_stopping_load_state_dict(&stopping, &broken),
	      "ArgumentError: ct_value_at: argument 1 (self): '' is a list that is NULL and "
	      "not empty");
}
END_TEST

START_TEST(checkpoint_without_early_stopping_leaves_it)
{
	ct_train_state run = { .no_random = true };
	ct_early_stopping stopping = { .patience = 2 };
	ct_value dict, wrong = ct_value_dict_new();

	OK(ct_train_save(&run, path));
	ct_early_stopping_update(&stopping, 5);
	run.stopping = &stopping;
	OK(ct_train_load(&run, path));
	ck_assert_int_eq(stopping.seen, 1);
	OK(ct_value_dict_set(&wrong, ct_value_string("seen"), ct_value_int(7)));
	OK(ct_load(path, NULL, &dict));
	OK(ct_value_dict_move(&dict, ct_value_string("early_stopping"), &wrong));
	OK(ct_save(&dict, path));
	ct_value_free(&dict);
	FAILS_WITH(ct_train_load(&run, path), CT_ERROR_KEY,
		   "run.pt: 'early_stopping': no 'waiting' in the dict");
	ck_assert_int_eq(stopping.seen, 1);
	ck_assert_double_eq(stopping.best, 5);
}
END_TEST

/* With these counters a dict is refused. */
static void assert_no_run(int64_t seen, int64_t waiting, int64_t best_at)
{
	ct_early_stopping stopping = { .seen = seen, .waiting = waiting, .best_at = best_at };
	ct_early_stopping loaded = { .seen = 1 };
	ct_value state;

	OK(ct_early_stopping_state_dict(&stopping, &state));
	FAILS_WITH(ct_early_stopping_load_state_dict(&loaded, &state), CT_ERROR_VALUE,
		   "inconsistent state: ");
	ck_assert_int_eq(loaded.seen, 1);
	ct_value_free(&state);
}

START_TEST(early_stopping_refuses_what_is_not_its_state)
{
	ct_early_stopping loaded = { .seen = 1 };
	ct_value list = ct_value_list_new();

	assert_no_run(INT64_MAX, 0, 0);
	assert_no_run(-1, -1, 0);
	assert_no_run(3, -1, 0);
	assert_no_run(3, 4, 0);
	assert_no_run(3, 1, -1);
	assert_no_run(3, 1, 4);
	FAILS(ct_early_stopping_load_state_dict(&loaded, &list),
	      "TypeError: state_dict must be a dict, not list");
	ck_assert_int_eq(loaded.seen, 1);
	ct_value_free(&list);
}
END_TEST

START_TEST(wrong_calls_are_errors)
{
	ct_train_state run = { .no_random = true };
	ct_value list = ct_value_list_new();

	FAILS(ct_train_save(NULL, path),
	      "ArgumentError: ct_train_save: argument 1 (state) must not be NULL");
	FAILS(ct_train_load(NULL, path),
	      "ArgumentError: ct_train_load: argument 1 (state) must not be NULL");
	FAILS(ct_early_stopping_state_dict(NULL, &list),
	      "ArgumentError: ct_early_stopping_state_dict: argument 1 (self) must not be NULL");
	FAILS(ct_module_save(NULL, path),
	      "ArgumentError: ct_module_save: argument 1 (self) must not be NULL");
	OK(ct_save(&list, path));
	FAILS_WITH(ct_train_load(&run, path), CT_ERROR_VALUE,
		   "run.pt: not a checkpoint: expected a dict, but got list");
	FAILS(ct_train_load(&run, NULL),
	      "ArgumentError: ct_train_load: argument 2 (path) must not be NULL");
}
END_TEST

Suite *checkpoint_suite(void)
{
	Suite *suite = suite_create("checkpoints of runs");
	TCase *tests = tests_of("checkpoints of runs");

	tcase_add_checked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, modules_are_saved_in_both_formats);
	tcase_add_test(tests, module_is_a_part_of_a_file);
	tcase_add_test(tests, run_goes_on_as_if_there_was_no_break);
	tcase_add_test(tests, checkpoint_without_a_part_changes_nothing);
	tcase_add_test(tests, checkpoint_with_a_wrong_number_changes_nothing);
	tcase_add_test(tests, checkpoint_with_a_wrong_part_changes_nothing);
	tcase_add_test(tests, checkpoint_with_a_wrong_model_takes_back_the_group_of_a_hook);
	tcase_add_test(tests, random_numbers_can_be_left_alone);
	tcase_add_test(tests, early_stopping_goes_on_from_a_checkpoint);
	tcase_add_test(tests, a_broken_state_dict_of_early_stopping_is_refused);
	tcase_add_test(tests, checkpoint_without_early_stopping_leaves_it);
	tcase_add_test(tests, early_stopping_refuses_what_is_not_its_state);
	tcase_add_test(tests, file_without_a_name_is_shown);
	tcase_add_test(tests, wrong_calls_are_errors);
	suite_add_tcase(suite, tests);
	return suite;
}
