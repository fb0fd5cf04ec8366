/*
 * Files that people have, loaded into a module by one call.
 */
#define _GNU_SOURCE
#include <string.h>

#include <ctorch/nn/module.h>
#include <ctorch/nn/nn.h>

#include "support.h"

#define FOLDER "../../fixtures/modules/"

/* The module of tests/fixtures/modules/write.py: plain(). */
static ct_module *make_net(int64_t outputs)
{
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 2, 3), CT_NN(BatchNorm1d, 3),
				       CT_NN(Linear, 3, outputs),
				       CT_NN(Linear, 2, 2, .bias = false));

	OK(CT_DONE());
	return net;
}

static char *described_state(const ct_module *net)
{
	ct_value state;
	char *text;

	OK(ct_module_state_dict(net, NULL, &state));
	text = describe_tensors(&state);
	ct_value_free(&state);
	return text;
}

static char *described_file(void)
{
	ct_value state;
	char *text;

	OK(ct_load(FOLDER "state.pt", NULL, &state));
	text = describe_tensors(&state);
	ct_value_free(&state);
	return text;
}

static const struct {
	const char *file, *at, *prefix;
} files[] = {
	{ "state.pt", NULL, NULL },       { "inside.pt", "/net", NULL },
	{ "graph.pt", NULL, NULL },       { "parallel.pt", NULL, "module." },
	{ "script.pt", NULL, NULL },      { "traced.pt", NULL, NULL },
	{ "shards", NULL, NULL },         { "shards/pytorch_model.bin.index.json", NULL, NULL },
	{ "prefix.pt", NULL, "module." }, { "nested.pt", "/model", NULL },
	{ "state.pt", NULL, "module." },
};

START_TEST(one_call_loads_what_python_saved)
{
	char *wanted = described_file(), *got, path[100];
	ct_module_load_options options = { 0 };
	ct_module *net;

	for (size_t i = 0; i < LENGTH(files); i++) {
		CT_SCOPE;
		net = make_net(2);
		options.at = files[i].at;
		options.prefix = files[i].prefix;
		snprintf(path, sizeof path, FOLDER "%s", files[i].file);
		OK(ct_module_load(net, path, &options, NULL));
		got = described_state(net);
		assert_described(got, wanted, path);
		free(got);
	}
	free(wanted);
}
END_TEST

/* The error has the file's name and ends with `hint`, and the module is as it was. */
static void assert_not_loaded(ct_module *net, const char *file,
			      const ct_module_load_options *options, const char *text,
			      const char *hint)
{
	char path[100], *before = described_state(net), *after;
	ct_error error;

	snprintf(path, sizeof path, FOLDER "%s", file);
	error = ct_module_load(net, path, options, NULL);
	ck_assert_msg(error != NULL, "%s was loaded", path);
	ck_assert_msg(strstr(error, path) && strstr(error, text), "%s: %s", path, error);
	if (hint)
		ck_assert_pstr_eq(ct_error_hint(error), hint);
	else
		ck_assert_ptr_null(ct_error_hint(error));
	ct_error_free(error);
	after = described_state(net);
	assert_described(after, before, path);
	free(before);
	free(after);
}

START_TEST(hint_has_the_options_that_find_the_weights)
{
	CT_SCOPE;
	ct_module *net = make_net(2);

	assert_not_loaded(net, "prefix.pt", NULL, "Missing key(s)",
			  "In C: 10 of the module's 10 keys match with .prefix = \"module.\"");
	assert_not_loaded(net, "nested.pt", NULL, "Missing key(s)",
			  "In C: 10 of the module's 10 keys match with .at = \"/model\"");
	assert_not_loaded(net, "nested.pt", &(ct_module_load_options){ .at = "/modell" },
			  "no 'modell' in the dict",
			  "In C: 10 of the module's 10 keys match with .at = \"/model\"");
	assert_not_loaded(net, "parallel.pt", &(ct_module_load_options){ .at = "/net" }, "no 'net'",
			  "In C: 10 of the module's 10 keys match with .prefix = \"module.\"");
	assert_not_loaded(net, "state.pt", &(ct_module_load_options){ .at = "/net" }, "no 'net'",
			  "In C: 10 of the module's 10 keys match with no options");
}
END_TEST

START_TEST(shape_errors_name_the_file_and_change_nothing)
{
	CT_SCOPE;
	ct_module *net = make_net(5);

	assert_not_loaded(
		net, "state.pt", NULL,
		"size mismatch for 2.weight: copying a param with shape torch.Size([2, 3]) "
		"from checkpoint, the shape in current model is torch.Size([5, 3]).",
		NULL);
	assert_not_loaded(net, "inside.pt", &(ct_module_load_options){ .at = "/net" },
			  "size mismatch for 2.weight", NULL);
	assert_not_loaded(net, "shards", NULL, "size mismatch for 2.weight", NULL);
}
END_TEST

/* --- The prefix ------------------------------------------------------------------------------- */

START_TEST(prefix_is_consumed_as_in_python)
{
	ct_value state, version, pair[2];
	char *text;

	OK(ct_load(FOLDER "parallel.pt", &(ct_load_options){ .state_dicts = true }, &state));
	pair[0] = ct_value_string("first");
	OK(ct_value_dict_set(&state, pair[0], ct_value_int(7)));
	OK(ct_nn_utils_consume_prefix_in_state_dict_if_present(&state, "module."));
	OK(ct_value_dict_item(&state, 0, &pair[0], &pair[1]));
	OK(ct_value_to_string(&pair[0], &text));
	ck_assert_str_eq(text, "'first'");
	ct_free(text);
	ck_assert_int_eq(ct_value_count(&state), 11);
	ck_assert(ct_value_dict_has(&state, ct_value_string("3.weight")));
	OK(ct_value_dict_attribute(&state, "_metadata", &version));
	ck_assert_int_eq(ct_value_count(&version), 5);
	OK(ct_value_to_string(&version, &text));
	ck_assert_str_eq(text, "OrderedDict([('', {'version': 1}), ('0', {'version': 1}), "
			       "('1', {'version': 2}), ('2', {'version': 1}), "
			       "('3', {'version': 1})])");
	ct_free(text);
	ct_value_free(&state);
}
END_TEST

START_TEST(prefix_of_what_is_not_a_dict_is_an_error)
{
	ct_value list = ct_value_list_new(), dict = ct_value_dict_new(), inner, outer[2];

	FAILS_WITH(ct_nn_utils_consume_prefix_in_state_dict_if_present(&list, "module."),
		   CT_ERROR_TYPE, "expected a dict");
	FAILS_WITH(ct_nn_utils_consume_prefix_in_state_dict_if_present(NULL, "module."),
		   CT_ERROR_ARGUMENT, "argument 1 (state) must not be NULL");
	FAILS_WITH(ct_nn_utils_consume_prefix_in_state_dict_if_present(&dict, NULL),
		   CT_ERROR_ARGUMENT, "argument 2 (prefix) must not be NULL");
	outer[0] = ct_value_string("a");
	outer[1] = ct_value_int(1);
	inner = ct_value_dict(outer, 1);
	FAILS_WITH(ct_nn_utils_consume_prefix_in_state_dict_if_present(&inner, "module."),
		   CT_ERROR_ARGUMENT, "is borrowed, and only an owning value");
	ct_value_free(&list);
	ct_value_free(&dict);
}
END_TEST

Suite *module_files_suite(void)
{
	Suite *suite = suite_create("files loaded into modules");
	TCase *tests = tests_of("files loaded into modules");

	tcase_add_test(tests, one_call_loads_what_python_saved);
	tcase_add_test(tests, hint_has_the_options_that_find_the_weights);
	tcase_add_test(tests, shape_errors_name_the_file_and_change_nothing);
	tcase_add_test(tests, prefix_is_consumed_as_in_python);
	tcase_add_test(tests, prefix_of_what_is_not_a_dict_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
