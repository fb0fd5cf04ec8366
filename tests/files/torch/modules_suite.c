/*
 * Modules that Python saved whole, and models in several files, read as state dicts.
 */
#include <string.h>

#include "support.h"

#define FOLDER "../../fixtures/modules/"

static const struct {
	const char *file, *description;
} wholes[] = {
	{ "whole.pt", "whole.txt" },       { "whole.legacy.pt", "whole.txt" },
	{ "inside.pt", "inside.txt" },     { "graph.pt", "graph.txt" },
	{ "parallel.pt", "parallel.txt" }, { "script.pt", "script.txt" },
	{ "traced.pt", "traced.txt" },
};

static void assert_loads(const char *file, const char *description, const ct_load_options *options)
{
	char path[100], *got, *wanted;
	ct_value value;
	size_t n;

	snprintf(path, sizeof path, FOLDER "%s", description);
	wanted = get_file(path, &n);
	snprintf(path, sizeof path, FOLDER "%s", file);
	OK(ct_load(path, options, &value));
	got = describe(&value);
	assert_described(got, wanted, path);
	ct_value_free(&value);
	free(got);
	free(wanted);
}

START_TEST(whole_modules_are_pythons_state_dicts)
{
	for (size_t i = 0; i < LENGTH(wholes); i++) {
		assert_loads(wholes[i].file, wholes[i].description,
			     &(ct_load_options){ .state_dicts = true });
		assert_loads(wholes[i].file, wholes[i].description,
			     &(ct_load_options){ .state_dicts = true, .mmap = true });
	}
}
END_TEST

START_TEST(state_dicts_have_the_names_that_keys_select)
{
	const char *const keys[] = { "net.1.weight", "net.3" };
	ct_value value, net;

	OK(ct_load(FOLDER "inside.pt",
		   &(ct_load_options){ .state_dicts = true, .keys = keys, .keys_len = 2 }, &value));
	OK(ct_value_at(&value, "/net", &net));
	ck_assert_int_eq(ct_value_count(&net), 2);
	ck_assert(ct_value_dict_has(&net, ct_value_string("1.weight")));
	ck_assert(ct_value_dict_has(&net, ct_value_string("3.weight")));
	ct_value_free(&value);
}
END_TEST

START_TEST(whole_module_is_refused_without_the_option)
{
	ct_value value;

	FAILS(ct_load(FOLDER "whole.pt", NULL, &value),
	      "ValueError: " FOLDER "whole.pt: it contains an object of "
	      "torch.nn.modules.container.Sequential, which is not data; "
	      "code in a file is never run (for a whole module, save "
	      "net.state_dict() in Python, or use .state_dicts; "
	      "skip_unknown loads other objects as None)");
}
END_TEST

/* What is in modules beside their tensors is not looked at. */
START_TEST(other_objects_are_refused_or_listed)
{
	ct_load_options options = { .state_dicts = true };
	ct_value value, skipped;
	char *text;

	FAILS(ct_load(FOLDER "nested.pt", &options, &value),
	      "ValueError: " FOLDER "nested.pt: it contains an object of __main__.Arguments, "
	      "which is not data; code in a file is never run (for a whole "
	      "module, save net.state_dict() in Python, or use "
	      ".state_dicts; skip_unknown loads other objects as None)");
	options.skip_unknown = true;
	options.skipped = &skipped;
	OK(ct_load(FOLDER "nested.pt", &options, &value));
	OK(ct_value_to_string(&skipped, &text));
	ck_assert_str_eq(text, "['__main__.Arguments']");
	ct_free(text);
	ct_value_free(&skipped);
	ct_value_free(&value);
	OK(ct_load(FOLDER "whole.pt", &options, &value));
	ck_assert_int_eq(ct_value_count(&skipped), 0);
	ct_value_free(&skipped);
	ct_value_free(&value);
}
END_TEST

/* --- Several files ---------------------------------------------------------------------------- */

static void assert_tensors_of_state(const char *path, const ct_load_options *options)
{
	ct_value value, state;
	char *got, *wanted;

	OK(ct_load(path, options, &value));
	OK(ct_load(FOLDER "state.pt", NULL, &state));
	got = describe_tensors(&value);
	wanted = describe_tensors(&state);
	assert_described(got, wanted, path);
	free(got);
	free(wanted);
	ct_value_free(&value);
	ct_value_free(&state);
}

START_TEST(shards_are_one_dict)
{
	ct_file_kind kind;

	assert_tensors_of_state(FOLDER "shards", NULL);
	assert_tensors_of_state(FOLDER "shards/pytorch_model.bin.index.json", NULL);
	assert_tensors_of_state(FOLDER "shards", &(ct_load_options){ .mmap = true });
	OK(ct_file_find_kind(FOLDER "shards", &kind));
	ck_assert_int_eq(kind, CT_FILE_TORCH_INDEX);
	ck_assert_str_eq(ct_file_kind_name(kind), "torch.save index");
}
END_TEST

START_TEST(keys_select_across_shards)
{
	const char *const keys[] = { "0", "3.weight" }, *const wrong[] = { "0.weight", "none" };
	ct_value value;

	OK(ct_load(FOLDER "shards", &(ct_load_options){ .keys = keys, .keys_len = 2 }, &value));
	ck_assert_int_eq(ct_value_count(&value), 3);
	ct_value_free(&value);
	FAILS(ct_load(FOLDER "shards", &(ct_load_options){ .keys = wrong, .keys_len = 2 }, &value),
	      "KeyError: " FOLDER "shards/pytorch_model.bin.index.json has no tensor 'none', nor "
	      "any whose name begins with it and a dot");
}
END_TEST

Suite *modules_suite(void)
{
	Suite *suite = suite_create("whole modules");
	TCase *tests = tests_of("whole modules");

	tcase_add_test(tests, whole_modules_are_pythons_state_dicts);
	tcase_add_test(tests, state_dicts_have_the_names_that_keys_select);
	tcase_add_test(tests, whole_module_is_refused_without_the_option);
	tcase_add_test(tests, other_objects_are_refused_or_listed);
	tcase_add_test(tests, shards_are_one_dict);
	tcase_add_test(tests, keys_select_across_shards);
	suite_add_tcase(suite, tests);
	return suite;
}
