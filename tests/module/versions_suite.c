/*
 * Versions of classes in the metadata of state dicts, and the loading of older states, as in
 * tests/fixtures/expected/module.json.
 */
#include <ctorch/nn/utils.h>

#include "support.h"
#include "values.h"

static json_t *cases;
static ct_scope *scope;

static void read_cases(void)
{
	cases = expected_cases("module");
}

static void drop_cases(void)
{
	json_decref(cases);
}

static void begin(void)
{
	scope = open_scope();
}

static void end(void)
{
	OK(ct_scope_close(scope));
}

/* For each case of a kind. */
static void each(const char *kind, void (*test)(const json_t *of_case))
{
	const json_t *of_case;
	size_t i;
	int n = 0;

	json_array_foreach (cases, i, of_case) {
		CT_SCOPE;

		if (strcmp(expected_text(of_case, "kind"), kind) != 0)
			continue;
		test(of_case);
		n++;
	}
	ck_assert_int_gt(n, 0);
}

/* --- Metadata --------------------------------------------------------------------------------- */

typedef struct child_data {
	ct_module *norm, *attention;
} child_data;

typedef struct container_data {
	ct_module *first, *nothing, *again;
} container_data;

typedef struct versioned_data {
	ct_module *inner, *layers, *normed, *parametrized;
} versioned_data;

static ct_module *child_new(void)
{
	child_data *m = CT_MODULE(child_data, "Child", NULL);

	CT_LAYER(m, norm, BatchNorm1d, 3);
	CT_LAYER(m, attention, MultiheadAttention, 4, 2);
	return ct_module_of(m);
}

static ct_module *inner_new(void)
{
	container_data *m = CT_MODULE(container_data, "Container", NULL);

	CT_CHILD(m, first, child_new());
	CT_CHILD(m, nothing, NULL);
	CT_CHILD(m, again, m->first);
	return ct_module_of(m);
}

static ct_module *versioned_new(void)
{
	versioned_data *m = CT_MODULE(versioned_data, "Versioned", NULL, .version = 3);

	CT_CHILD(m, inner, inner_new());
	CT_CHILD(m, layers,
		 CT_SEQUENTIAL(CT_NN(Linear, 2, 2), CT_NN(InstanceNorm2d, 3),
			       CT_NN(LazyBatchNorm2d), CT_NN(SyncBatchNorm, 2),
			       CT_NN(LayerNorm, CT_L(2))));
	CT_LAYER(m, normed, Linear, 2, 2);
	CT_LAYER(m, parametrized, Linear, 2, 2);
	CT_DO(ct_nn_utils_spectral_norm(m->normed, "weight", NULL));
	CT_DO(ct_nn_utils_parametrizations_weight_norm(m->parametrized, "weight", 0));
	return ct_module_of(m);
}

static void assert_metadata(const ct_value *state, const char *text)
{
	ct_value metadata;
	char *got;

	ck_assert(ct_value_is_ordered_dict(state));
	OK(ct_value_dict_attribute(state, "_metadata", &metadata));
	ck_assert(ct_value_is_ordered_dict(&metadata));
	OK(ct_value_to_string(&metadata, &got));
	ck_assert_str_eq(got, text);
	ct_free(got);
}

static void compare_metadata(const json_t *of_case)
{
	const ct_state_dict_options options = { .prefix = expected_text(of_case, "prefix") };
	ct_value state;

	OK(ct_module_state_dict(made(versioned_new()), &options, &state));
	assert_metadata(&state, expected_text(of_case, "metadata"));
	ct_value_free(&state);
}

START_TEST(metadata_is_python_s)
{
	each("metadata", compare_metadata);
}
END_TEST

START_TEST(removed_spectral_norm_is_not_in_the_metadata)
{
	ct_module *linear = made(CT_NN(Linear, 2, 2));
	ct_value state;

	OK(ct_nn_utils_spectral_norm(linear, "weight", NULL));
	OK(ct_nn_utils_remove_spectral_norm(linear, "weight"));
	state = state_of(linear);
	assert_metadata(&state, "OrderedDict([('', {'version': 1})])");
	ct_value_free(&state);
}
END_TEST

/* The last character of a prefix may have several bytes. */
START_TEST(prefix_without_a_dot_loses_its_last_character)
{
	const ct_state_dict_options options = { .prefix = "net\xe2\x82\xac" };
	ct_value state;

	OK(ct_module_state_dict(made(container_new()), &options, &state));
	assert_metadata(&state, "OrderedDict([('net', {'version': 1})])");
	ct_value_free(&state);
}
END_TEST

static ct_error take_metadata(ct_module *module, ct_value *state, const char *prefix, void *context)
{
	(void)module, (void)prefix, (void)context;
	ct_value_free(state);
	*state = ct_value_dict_new();
	return NULL;
}

START_TEST(hook_may_take_the_metadata_away)
{
	ct_module *module = made(versioned_new());
	ct_value state, attributes;

	OK(ct_module_register_state_hook(module, CT_STATE_HOOK_BEFORE_STATE_DICT, take_metadata,
					 NULL, NULL, NULL));
	state = state_of(module);
	ck_assert(!ct_value_is_ordered_dict(&state));
	OK(ct_value_dict_attributes(&state, &attributes));
	ck_assert(ct_value_is_none(&attributes));
	ck_assert_int_gt(ct_value_count(&state), 10);
	ct_value_free(&state);
}
END_TEST

/* --- Old states ------------------------------------------------------------------------------- */

static ct_module *batch_norm(bool tracks)
{
	ct_module *module = made(CT_NN(BatchNorm1d, 2, .track_running_stats = tracks));
	ct_tensor *batches;

	OK(ct_module_get_buffer(module, "num_batches_tracked", &batches));
	if (batches)
		OK(CT(fill__Scalar, batches, 5));
	return module;
}

static ct_value without_batches(bool tracks)
{
	ct_value state = state_of(batch_norm(tracks)), key = ct_value_string("num_batches_tracked");

	if (tracks)
		OK(ct_value_dict_remove(&state, key));
	return state;
}

static ct_value statistics(bool affine)
{
	return state_of(
		made(CT_NN(InstanceNorm1d, 2, .affine = affine, .track_running_stats = true)));
}

/* The metadata of a module without children. */
static void set_version(ct_value *state, int64_t version)
{
	const ct_value of_class[] = { ct_value_string("version"), ct_value_int(version) };
	const ct_value of_modules[] = { ct_value_string(""), ct_value_dict(of_class, 1) };

	OK(ct_value_dict_set_attribute(state, "_metadata", ct_value_dict(of_modules, 1)));
}

static ct_module *old_case(const char *name, ct_value *state)
{
	const bool is_batch_norm = strncmp(name, "batches", 7) == 0;
	const bool has_statistics = strcmp(name, "batches_without_statistics") != 0;

	*state = is_batch_norm ? without_batches(has_statistics)
			       : statistics(strncmp(name, "affine", 6) == 0);
	if (strstr(name, "of_version_1"))
		set_version(state, 1);
	else if (strcmp(name, "batches_of_version_2") != 0)
		make_plain(state);
	if (is_batch_norm)
		return batch_norm(has_statistics);
	return made(CT_NN(InstanceNorm1d, 2,
			  .track_running_stats = strcmp(name, "instances_with_statistics") == 0));
}

static void compare_old(const json_t *of_case)
{
	const char *wanted = expected_text(of_case, "error");
	ct_value state;
	ct_module *module = old_case(expected_text(of_case, "name"), &state);
	ct_error error = ct_module_load_state_dict(module, &state, NULL, NULL);
	ct_tensor *batches;

	ck_assert_str_eq(error ? error : "", wanted);
	ct_error_free(error);
	OK(ct_module_get_buffer(module, "num_batches_tracked", &batches));
	ck_assert_double_eq(batches ? value_of(batches) : -1,
			    (double)expected_int(of_case, "batches"));
	ct_value_free(&state);
}

START_TEST(old_states_are_loaded_as_in_python)
{
	each("loaded_old", compare_old);
}
END_TEST

START_TEST(number_of_batches_on_meta_is_zero)
{
	const ct_module_to_options meta = { .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1) };
	const ct_load_state_dict_options assign = { .assign = true };
	ct_module *module = batch_norm(true);
	ct_value state = without_batches(true);
	ct_tensor *batches;

	make_plain(&state);
	OK(ct_module_to(module, &meta));
	OK(ct_module_load_state_dict(module, &state, &assign, NULL));
	OK(ct_module_get_buffer(module, "num_batches_tracked", &batches));
	ck_assert_double_eq(value_of(batches), 0);
	ct_value_free(&state);
}
END_TEST

/* A dict that a checkpoint has, with metadata that nobody would write. */
START_TEST(metadata_of_another_kind_is_no_version)
{
	const ct_value pair[] = { ct_value_string(""), ct_value_int(2) };
	const ct_value odd[] = { ct_value_none(), ct_value_int(2), ct_value_dict(pair, 1),
				 ct_value_list(pair, 2) };
	ct_value state = without_batches(true);

	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		OK(ct_value_dict_set_attribute(&state, "_metadata", odd[i]));
		OK(ct_module_load_state_dict(batch_norm(true), &state, NULL, NULL));
	}
	ct_value_free(&state);
}
END_TEST

/* --- A class of one's own --------------------------------------------------------------------- */

typedef struct scale_data {
	ct_tensor *scale;
} scale_data;

/* Before version 2 the scale was called "factor"; a negative version is refused. */
static ct_error upgrade_scale(const void *self, ct_value *state, const char *prefix,
			      int64_t version)
{
	char old[64], new[64];
	ct_value value;

	(void)self;
	if (version < 0)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "version %lld of %s",
				    (long long)version, prefix);
	snprintf(old, sizeof old, "%sfactor", prefix);
	snprintf(new, sizeof new, "%sscale", prefix);
	CT_TRY(ct_value_dict_get(state, ct_value_string(old), &value));
	CT_TRY(ct_value_dict_set(state, ct_value_string(new), value));
	return ct_value_dict_remove(state, ct_value_string(old));
}

static ct_module *scale_new(void)
{
	scale_data *m = CT_MODULE(scale_data, "Scale", NULL, .version = 2,
				  .upgrade = upgrade_scale);

	CT_PARAMETER(m, scale, CT_E(ones, CT_L(1)));
	return ct_module_of(m);
}

START_TEST(class_upgrades_its_old_states)
{
	ct_module *module = made(CT_SEQUENTIAL(scale_new()));
	ct_tensor *seven, *scale;
	ct_value state = ct_value_ordered_dict_new();

	OK(CT(full, &seven, CT_L(1), 7.0));
	OK(ct_value_dict_set(&state, ct_value_string("0.factor"), ct_value_tensor(seven)));
	OK(ct_module_load_state_dict(module, &state, NULL, NULL));
	OK(ct_module_get_parameter(module, "0.scale", &scale));
	ck_assert_double_eq(value_of(scale), 7);
	ck_assert(ct_value_dict_has(&state, ct_value_string("0.factor")));
	ct_value_free(&state);
	state = state_of(module);
	OK(ct_module_load_state_dict(module, &state, NULL, NULL));
	ct_value_free(&state);
}
END_TEST

START_TEST(runtime_error_of_an_upgrade_is_listed)
{
	ct_module *module = made(scale_new());
	ct_value state = state_of(module);

	set_version(&state, -1);
	OK(ct_value_dict_set(&state, ct_value_string("factor"), ct_value_int(1)));
	FAILS(ct_module_load_state_dict(module, &state, NULL, NULL),
	      "RuntimeError: Error(s) in loading state_dict for Scale:\n\tUnexpected key(s) in "
	      "state_dict: \"factor\". \n\tversion -1 of ");
	set_version(&state, 1);
	OK(ct_value_dict_remove(&state, ct_value_string("factor")));
	FAILS(ct_module_load_state_dict(module, &state, NULL, NULL),
	      "KeyError: no key 'factor' in the dict");
	ct_value_free(&state);
}
END_TEST

Suite *versions_suite(void)
{
	Suite *suite = suite_create("versions of state dicts");
	TCase *tests = tests_of("versions of state dicts");

	tcase_add_unchecked_fixture(tests, read_cases, drop_cases);
	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, metadata_is_python_s);
	tcase_add_test(tests, removed_spectral_norm_is_not_in_the_metadata);
	tcase_add_test(tests, prefix_without_a_dot_loses_its_last_character);
	tcase_add_test(tests, hook_may_take_the_metadata_away);
	tcase_add_test(tests, old_states_are_loaded_as_in_python);
	tcase_add_test(tests, number_of_batches_on_meta_is_zero);
	tcase_add_test(tests, metadata_of_another_kind_is_no_version);
	tcase_add_test(tests, class_upgrades_its_old_states);
	tcase_add_test(tests, runtime_error_of_an_upgrade_is_listed);
	suite_add_tcase(suite, tests);
	return suite;
}
