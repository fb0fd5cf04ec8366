/*
 * Archives that are damaged, or made to do harm: an error, or a program that runs or fails in an
 * orderly way. Sanitizers and valgrind see what else goes wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char counting[] = "small/counting.pt2", aliases[] = "small/aliases.pt2",
		  model[] = "models/model.json",
		  config[] = "data/weights/model_weights_config.json",
		  constants[] = "data/constants/model_constants_config.json";

static bool succeeds(ct_error error)
{
	const bool result = error == NULL;

	ck_assert_msg(result || strlen(error) > 10, "%s", error);
	ct_error_free(error);
	return result;
}

/* With the inputs that it was exported with. */
static void run_program(ct_export *program)
{
	ct_value inputs, args, items[8], result;
	int64_t n;

	OK(ct_export_sample_inputs(program, &inputs));
	if (ct_value_count(&inputs) == 2) {
		OK(ct_value_item(&inputs, 0, &args));
		n = ct_value_count(&args);
		for (int64_t i = 0; i < n && i < 8; i++)
			OK(ct_value_item(&args, i, &items[i]));
		if (n <= 8 && succeeds(ct_export_call(program, items, n, NULL, NULL, 0, &result)))
			ct_value_free(&result);
	}
	ct_value_free(&inputs);
}

/* What was loaded also runs. */
static void try_program(ct_error error, ct_export **loaded)
{
	CT_SCOPE;

	if (!succeeds(error))
		return;
	run_program(*loaded);
	ct_export_free(*loaded);
}

static void try_bytes(const char *bytes, size_t n)
{
	ct_export *program = NULL;

	try_program(ct_export_decode(bytes, (int64_t)n, NULL, &program), &program);
}

static void refuses(const char *entry, const char *from, const char *to, const char *part)
{
	ct_export *program = NULL;
	ct_error error = load_with(counting, entry, from, to, &program);

	ck_assert_msg(error != NULL, "accepted: %s", to);
	ck_assert_msg(strstr(error, part) && strstr(error, "the bytes"), "%s: %s", to, error);
	ck_assert_ptr_null(program);
	ct_error_free(error);
}

/* --- Bytes ------------------------------------------------------------------------------------ */

/* Every `step`-th byte. */
static void flip_entry(const char *fixture, const char *entry, size_t step)
{
	size_t n;
	char *bytes = entry_of(fixture, entry, &n);
	const struct change changes[] = { { entry, bytes, n, false }, { 0 } };
	ct_export *program;

	for (size_t i = 0; i < n; i += step) {
		bytes[i] ^= (char)(1 << i % 8);
		program = NULL;
		try_program(load_changed(fixture, changes, &program), &program);
		bytes[i] ^= (char)(1 << i % 8);
	}
	free(bytes);
}

START_TEST(other_bits_in_texts_do_not_crash)
{
	flip_entry(counting, config, 1);
	flip_entry(counting, constants, 1);
	flip_entry(counting, model, 1);
}
END_TEST

/* But no loops, which other bits may make endless. */
START_TEST(other_bits_in_higher_order_operators_do_not_crash)
{
	flip_entry("scan.core.pt2", model, 5);
	flip_entry("map_over.training.pt2", model, 5);
	flip_entry("associative_scan.training.pt2", model, 5);
	flip_entry("cond_shape.training.pt2", model, 9);
	flip_entry("autocast_no_grad.training.pt2", model, 9);
	flip_entry("counter.decomposed.pt2", model, 9);
	flip_entry("product_of_integers.training.pt2", model, 5);
	flip_entry("hinted_region.training.pt2", model, 9);
	flip_entry("symbolic_operators.training.pt2", model, 25);
}
END_TEST

/* Headers, directory and padding; the bytes of entries have checksums or no meaning. */
START_TEST(other_bytes_in_the_archive_do_not_crash)
{
	static const char bytes[] = { 0, 1, '\x7f', '\x80', '\xff' };
	struct archive file = archive_of(counting, NULL);

	for (size_t i = 0; i < file.n; i++) {
		const char was = file.bytes[i];

		file.bytes[i] = bytes[i % sizeof bytes];
		try_bytes(file.bytes, file.n);
		file.bytes[i] = was;
	}
	archive_free(&file);
}
END_TEST

START_TEST(archive_that_is_cut_off_is_refused)
{
	struct archive file = archive_of(counting, NULL);
	ct_export *program = NULL;

	for (size_t n = 0; n < file.n; n += 7) {
		ct_error error = ct_export_decode(file.bytes, (int64_t)n, NULL, &program);

		ck_assert_msg(error != NULL, "accepted: %zu bytes", n);
		ct_error_free(error);
	}
	archive_free(&file);
}
END_TEST

START_TEST(other_bytes_in_old_archives_do_not_crash)
{
	static const char *const names[] = { "old/2.6/counter.training.pt2",
					     "old/2.8/counter.training.pt2" };

	for (int k = 0; k < 2; k++) {
		struct archive file = archive_of(names[k], NULL);

		for (size_t i = (size_t)k; i < file.n; i += 13) {
			file.bytes[i] ^= (char)(1 << i % 8);
			try_bytes(file.bytes, file.n);
			file.bytes[i] ^= (char)(1 << i % 8);
		}
		archive_free(&file);
	}
}
END_TEST

/* --- Graphs ----------------------------------------------------------------------------------- */

START_TEST(values_that_do_not_exist_are_refused)
{
	refuses(model, "{\"name\": \"other\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}",
		"{\"name\": \"other\", \"arg\": {\"as_tensor\": {\"name\": \"mul\"}}", "mul");
	refuses(model, "{\"name\": \"other\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}",
		"{\"name\": \"other\", \"arg\": {\"as_tensor\": {\"name\": \"add_\"}}", "add_");
	refuses(model, "\"outputs\": [{\"as_tensor\": {\"name\": \"add_\"}}, ",
		"\"outputs\": [{\"as_tensor\": {\"name\": \"nothing\"}}, ", "nothing");
	refuses(model, "\"outputs\": [{\"as_tensor\": {\"name\": \"mul\"}}], \"metadata\"",
		"\"outputs\": [{\"as_tensor\": {\"name\": \"add_\"}}], \"metadata\"", "add_");
	refuses(model, "\"outputs\": [{\"as_tensor\": {\"name\": \"mul\"}}], \"metadata\"",
		"\"outputs\": [{\"as_tensor\": {\"name\": \"x\"}}], \"metadata\"", "x");
}
END_TEST

START_TEST(two_inputs_for_one_argument_are_refused)
{
	refuses(model, "{\"name\": \"other\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}",
		"{\"name\": \"self\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}",
		"'add_' (torch.ops.aten.add_.Tensor)");
	refuses(model, "{\"name\": \"other\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}",
		"{\"name\": \"self\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}",
		"two inputs are for the argument 'self'");
	refuses(model, "{\"name\": \"self\", \"arg\": {\"as_tensor\": {\"name\": \"b_count\"}}",
		"{\"name\": \"\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}, \"kind\": 1}, "
		"{\"name\": \"self\", \"arg\": {\"as_tensor\": {\"name\": \"b_count\"}}",
		"two inputs are for the argument 'self'");
}
END_TEST

START_TEST(signatures_that_lie_are_refused)
{
	refuses(model, "{\"parameter\": {\"arg\": {\"name\": \"p_scale\"}",
		"{\"parameter\": {\"arg\": {\"name\": \"x\"}", "signature");
	refuses(model, "\"buffer_name\": \"count\"", "\"buffer_name\": \"other\"", "'other'");
	refuses(model, "\"buffer_name\": \"count\"", "\"buffer_name\": \"scale\"", "scale");
	refuses(model, "\"buffer_name\": \"count\"", "\"buffer_name\": \"\"", "empty name");
	refuses(model, "\"parameter_name\": \"scale\"", "\"parameter_name\": \"scale.weight\"",
		"scale.weight");
	refuses(model, "\"user_input\": {\"arg\": {\"as_tensor\": {\"name\": \"x\"}}}",
		"\"user_input\": {\"arg\": {\"as_int\": 5}}", "");
	refuses(model, "{\"user_output\": {\"arg\": {\"as_tensor\": {\"name\": \"add_\"}}}}",
		"{\"user_output\": {\"arg\": {\"as_int\": 1}}}", "");
}
END_TEST

/* An output to be copied into what is no tensor, or is none. */
START_TEST(mutations_of_what_is_no_tensor_are_refused)
{
	refuses(model, "{\"user_output\": {\"arg\": {\"as_tensor\": {\"name\": \"add_\"}}}}",
		"{\"buffer_mutation\": {\"arg\": {\"name\": \"add_\"}, \"buffer_name\": "
		"\"scale\"}}",
		"scale");
	refuses(model, "{\"user_output\": {\"arg\": {\"as_tensor\": {\"name\": \"add_\"}}}}",
		"{\"user_input_mutation\": {\"arg\": {\"name\": \"add_\"}, \"user_input_name\": "
		"\"nothing\"}}",
		"nothing");
}
END_TEST

/* The program of small/aliases.pt2, in which x is a number, and an output is to be copied into it. */
static char *program_that_writes_to_a_number(void)
{
	static const char *const changes[][2] = {
		{ "\"inputs\": [{\"as_tensor\": {\"name\": \"x\"}}",
		  "\"inputs\": [{\"as_sym_int\": {\"as_name\": \"x\"}}" },
		{ "\"outputs\": [{\"as_tensor\": {\"name\": \"x\"}}",
		  "\"outputs\": [{\"as_tensor\": {\"name\": \"add\"}}" },
		{ "{\"name\": \"self\", \"arg\": {\"as_tensor\": {\"name\": \"x\"}}",
		  "{\"name\": \"self\", \"arg\": {\"as_tensor\": {\"name\": \"y\"}}" },
		{ "\"user_input\": {\"arg\": {\"as_tensor\": {\"name\": \"x\"}}}",
		  "\"user_input\": {\"arg\": {\"as_sym_int\": {\"as_name\": \"x\"}}}" },
		{ "{\"user_output\": {\"arg\": {\"as_tensor\": {\"name\": \"x\"}}}}",
		  "{\"user_input_mutation\": {\"arg\": {\"name\": \"add\"}, \"user_input_name\": "
		  "\"x\"}}" },
		{ "\"tensor_values\": {\"x\":", "\"tensor_values\": {\"unused\":" },
	};
	/* The tree of outputs has a leaf fewer. */
	static const char tree[] = "\"out_spec\": \"[1, {\\\"type\\\": \\\"builtins.tuple\\\", "
				   "\\\"context\\\": \\\"null\\\", \\\"children_spec\\\": [",
			  leaf[] = "{\\\"type\\\": null, \\\"context\\\": null, "
				   "\\\"children_spec\\\": []}, ";
	char *json = entry_of(aliases, model, NULL), *next, whole[sizeof tree + sizeof leaf];

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		next = with(json, changes[i][0], changes[i][1]);
		free(json);
		json = next;
	}
	snprintf(whole, sizeof whole, "%s%s", tree, leaf);
	next = with(json, whole, tree);
	free(json);
	return next;
}

START_TEST(mutation_of_a_number_is_refused)
{
	char *json = program_that_writes_to_a_number();
	const struct change changes[] = { { model, json, 0, false }, { 0 } };
	ct_export *program = NULL;

	FAILS_WITH(load_changed(aliases, changes, &program), CT_ERROR_VALUE,
		   "an output belongs to 'x', which is no such input");
	free(json);
}
END_TEST

static ct_error run_with(const char *from, const char *to)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2)), **results;
	ct_export *program;
	ct_error error;
	int64_t n;

	OK(load_with(counting, model, from, to, &program));
	error = ct_export_run(program, CT_TENSORS(x), &results, &n);
	ct_export_free(program);
	return error;
}

/* equal() returns a bool, which mul() would then get for a tensor. */
START_TEST(results_of_another_kind_are_refused)
{
	FAILS_WITH(run_with("torch.ops.aten.add_.Tensor", "torch.ops.aten.equal.default"),
		   CT_ERROR_TYPE, "the value 'add_' is of another type than the graph says");
	FAILS_WITH(run_with("torch.ops.aten.add_.Tensor", "torch.ops.aten.is_same_size.default"),
		   CT_ERROR_TYPE, "the value 'add_' is of another type than the graph says");
	FAILS_WITH(run_with("torch.ops.aten.add_.Tensor", "_operator.add"), CT_ERROR_RUNTIME, "");
}
END_TEST

/* --- Names ------------------------------------------------------------------------------------ */

/* "a.a.a...": a module in a module in a module, far too deep for a walk that calls itself. */
START_TEST(deep_names_do_not_crash)
{
	enum { DEPTH = 100000 };
	char *name = malloc(2 * DEPTH + 64), *json = entry_of(counting, model, NULL), *end, *edited;
	char *list = entry_of(counting, config, NULL), *listed;
	ct_export *program = NULL;

	end = name + sprintf(name, "\"");
	for (int i = 0; i < DEPTH; i++)
		end += sprintf(end, "a.");
	sprintf(end, "b\"");
	edited = with(json, "\"scale\"", name);
	listed = with(list, "\"scale\"", name);
	{
		const struct change changes[] = { { model, edited, 0, false },
						  { config, listed, 0, false },
						  { 0 } };

		try_program(load_changed(counting, changes, &program), &program);
	}
	free(name);
	free(json);
	free(list);
	free(edited);
	free(listed);
}
END_TEST

START_TEST(strange_names_do_not_crash)
{
	static const char *const names[] = { "\".\"",    "\"a.\"",        "\".a\"",
					     "\"a..b\"", "\"a\\u0000b\"", "\"\\ud800\"",
					     "\"%s%n\"", "\"count\"",     "\"count.x\"",
					     "\"a b\"" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *json = entry_of(counting, model, NULL),
		     *list = entry_of(counting, config, NULL);
		char *edited = with(json, "\"parameter_name\": \"scale\"", "\"parameter_name\": @");
		char *whole = with(edited, "@", names[i]),
		     *listed = with(list, "\"scale\"", names[i]);
		const struct change changes[] = { { model, whole, 0, false },
						  { config, listed, 0, false },
						  { 0 } };
		ct_export *program = NULL;

		try_program(load_changed(counting, changes, &program), &program);
		free(json);
		free(list);
		free(edited);
		free(whole);
		free(listed);
	}
}
END_TEST

/* --- Pickles ---------------------------------------------------------------------------------- */

/* It is read only when it is asked for. */
START_TEST(pickles_with_functions_are_not_executed)
{
	static const char call[] = "\x80\x02"
				   "cos\nsystem\n"
				   "X\x04\0\0\0true\x85R.";
	const struct change changes[] = {
		{ "data/sample_inputs/model.pt", call, sizeof call - 1, false }, { 0 }
	};
	ct_export *program = NULL;
	ct_value inputs;
	ct_error error = load_changed(counting, changes, &program);

	ck_assert_msg(error == NULL, "%s", error);
	error = ct_export_sample_inputs(program, &inputs);
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, "sample inputs"), "%s", error);
	ct_error_free(error);
	ct_export_free(program);
}
END_TEST

Suite *hostile_suite(void)
{
	Suite *suite = suite_create("hostile archives");
	TCase *tests = tests_of("hostile archives");

	tcase_set_timeout(tests, 300);
	tcase_add_test(tests, other_bits_in_texts_do_not_crash);
	tcase_add_test(tests, other_bits_in_higher_order_operators_do_not_crash);
	tcase_add_test(tests, other_bytes_in_the_archive_do_not_crash);
	tcase_add_test(tests, archive_that_is_cut_off_is_refused);
	tcase_add_test(tests, other_bytes_in_old_archives_do_not_crash);
	tcase_add_test(tests, values_that_do_not_exist_are_refused);
	tcase_add_test(tests, two_inputs_for_one_argument_are_refused);
	tcase_add_test(tests, signatures_that_lie_are_refused);
	tcase_add_test(tests, mutations_of_what_is_no_tensor_are_refused);
	tcase_add_test(tests, mutation_of_a_number_is_refused);
	tcase_add_test(tests, results_of_another_kind_are_refused);
	tcase_add_test(tests, deep_names_do_not_crash);
	tcase_add_test(tests, strange_names_do_not_crash);
	tcase_add_test(tests, pickles_with_functions_are_not_executed);
	suite_add_tcase(suite, tests);
	return suite;
}
