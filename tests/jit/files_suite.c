/*
 * Loading and saving TorchScript; files of other kinds.
 */
#include <fcntl.h>
#include <unistd.h>

#include "support.h"
#include "whole_files.h"

/* --- Loading ---------------------------------------------------------------------------------- */

static void check_all(const ct_jit *script, const char *path)
{
	CT_NO_GRAD_SCOPE;
	ct_value references, reference;

	OK(ct_load(path, NULL, &references));
	ck_assert_int_gt(ct_value_count(&references), 0);
	for (int64_t i = 0; i < ct_value_count(&references); i++) {
		OK(ct_value_item(&references, i, &reference));
		check_call(script, &reference);
		check_call(script, &reference);
		check_call(script, &reference);
	}
	ct_value_free(&references);
}

START_TEST(methods_compute_what_python_does)
{
	ct_jit *net = load_script("net.pt"), *plain = load_script("plain.pt");

	check_all(net, FIXTURES "net.ref.pt");
	check_all(plain, FIXTURES "plain.ref.pt");
	ct_jit_free(plain);
	ct_jit_free(net);
}
END_TEST

START_TEST(memory_and_descriptors_are_loaded)
{
	size_t n;
	char *bytes = get_file(FIXTURES "net.pt", &n);
	const int fd = open(FIXTURES "net.pt", O_RDONLY);
	ct_jit *decoded, *opened;

	OK(ct_jit_decode(bytes, (int64_t)n, NULL, &decoded));
	free(bytes);
	OK(ct_jit_load_descriptor(fd, NULL, &opened));
	close(fd);
	check_all(decoded, FIXTURES "net.ref.pt");
	check_all(opened, FIXTURES "net.ref.pt");
	ct_jit_free(decoded);
	ct_jit_free(opened);
}
END_TEST

START_TEST(device_moves_all_tensors)
{
	ct_value parameters;
	ct_tensor *weight;
	ct_jit *net;

	OK(ct_jit_load(FIXTURES "net.pt", &(ct_jit_load_options){ .device = CT_DEVICE_META },
		       &net));
	OK(ct_jit_parameters(net, &parameters));
	OK(ct_value_at_tensor(&parameters, "/fc.weight", &weight));
	ck_assert_int_eq(ct_tensor_device(weight).type, CT_DEVICE_TYPE_META);
	ct_value_free(&parameters);
	ct_jit_free(net);
}
END_TEST

START_TEST(decimal_comma_changes_nothing)
{
	ct_jit *net;

	if (!enter_decimal_comma())
		return;
	net = load_script("net.pt");
	leave_decimal_comma();
	check_all(net, FIXTURES "net.ref.pt");
	ct_jit_free(net);
}
END_TEST

/* --- Extra files and saving ------------------------------------------------------------------- */

static void check_extra(const ct_jit *script, const char *path, const char *expected)
{
	ct_value files, bytes;
	const void *at;
	int64_t n;

	OK(ct_jit_extra_files(script, &files));
	OK(ct_value_at(&files, path, &bytes));
	OK(ct_value_as_bytes(&bytes, &at, &n));
	ck_assert_int_eq(n, (int64_t)strlen(expected));
	ck_assert_int_eq(memcmp(at, expected, (size_t)n), 0);
	ct_value_free(&files);
}

START_TEST(extra_files_are_read)
{
	ct_jit *net = load_script("net.pt"), *plain = load_script("plain.pt");
	ct_value files;

	check_extra(net, "/classes.txt", "red green blue");
	check_extra(net, "/notes~1empty", "");
	OK(ct_jit_extra_files(plain, &files));
	ck_assert_int_eq(ct_value_count(&files), 0);
	ct_value_free(&files);
	ct_jit_free(plain);
	ct_jit_free(net);
}
END_TEST

START_TEST(saved_module_is_the_same)
{
	ct_value pair[2] = { ct_value_string("note.txt"), ct_value_string("from C") };
	const ct_value extra = ct_value_dict(pair, 1);
	ct_jit *net = load_script("net.pt"), *again;
	int64_t n;
	char *bytes;

	OK(ct_jit_save(net, "saved.pt", &extra));
	OK(ct_jit_load("saved.pt", NULL, &again));
	unlink("saved.pt");
	check_all(again, FIXTURES "net.ref.pt");
	check_extra(again, "/note.txt", "from C");
	ct_jit_free(again);

	OK(ct_jit_encode(net, NULL, &bytes, &n));
	OK(ct_jit_decode(bytes, n, NULL, &again));
	ct_free(bytes);
	check_all(again, FIXTURES "net.ref.pt");
	ct_jit_free(again);
	FAILS_WITH(ct_jit_save(net, "no/such/folder.pt", NULL), CT_ERROR_RUNTIME,
		   "No such file or directory");
	ct_jit_free(net);
}
END_TEST

/* --- Weights, without running anything -------------------------------------------------------- */

START_TEST(weights_are_read_as_a_state_dict)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 4, 8), CT_NN(BatchNorm1d, 8), CT_NN(ReLU),
				       CT_NN(Dropout), CT_NN(Linear, 8, 2));
	ct_value references, expected;
	ct_tensor *x, *y, *wanted;
	bool is_equal;

	OK(CT_DONE());
	OK(ct_module_load(net, FIXTURES "plain.pt", NULL, NULL));
	OK(ct_module_eval(net));
	OK(ct_load(FIXTURES "plain.ref.pt", NULL, &references));
	OK(ct_value_at_tensor(&references, "/0/args/0", &x));
	OK(ct_value_at(&references, "/0/result", &expected));
	OK(ct_value_as_tensor(&expected, &wanted));
	OK(ct_module_forward(net, x, &y));
	OK(ct_equal(y, wanted, &is_equal));
	ck_assert(is_equal);
	ct_value_free(&references);
}
END_TEST

START_TEST(weights_are_read_without_the_operators_of_the_code)
{
	ct_value value;

	OK(ct_load(FIXTURES "boxes.pt", NULL, &value));
	ct_value_free(&value);
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

START_TEST(missing_operators_are_all_named)
{
	ct_jit *script = NULL;

	FAILS(ct_jit_load(FIXTURES "boxes.pt", NULL, &script),
	      "NotImplementedError: " FIXTURES
	      "boxes.pt: its code calls operators that this process does not have: "
	      "torchvision::nms, torchvision::roi_align; load the library that registers them with "
	      "ct_load_library()");
	ck_assert_ptr_null(script);
}
END_TEST

START_TEST(files_of_other_kinds_say_what_reads_them)
{
	static const struct {
		const char *path, *text;
	} files[] = {
		{ FIXTURES "plain.ref.pt",
		  "not a TorchScript file, of torch.jit.save(), but a file of torch.save(), which "
		  "has no code; load it with ct_load()" },
		{ "../fixtures/exported/small/training.pt2",
		  "but a program of torch.export.save(); load it with ct_export_load()" },
		{ "../fixtures/checkpoints/2.15.0/many.legacy.pt", "load it with ct_load()" },
		{ FIXTURES "write.py", "not a valid zip archive" },
	};
	ct_jit *script = NULL;
	ct_export *program = NULL;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		FAILS_WITH(ct_jit_load(files[i].path, NULL, &script), CT_ERROR_VALUE,
			   files[i].text);
	FAILS_WITH(ct_export_load(FIXTURES "net.pt", NULL, &program), CT_ERROR_VALUE,
		   "but a TorchScript file, of torch.jit.save(); load it with ct_jit_load()");
	FAILS_WITH(ct_jit_load("none.pt", NULL, &script), CT_ERROR_RUNTIME,
		   "No such file or directory");
}
END_TEST

START_TEST(damaged_files_are_errors)
{
	size_t n;
	char *bytes = get_file(FIXTURES "net.pt", &n);
	ct_jit *script = NULL;
	ct_error error;

	for (size_t cut = 0; cut < n; cut += 97) {
		error = ct_jit_decode(bytes, (int64_t)cut, NULL, &script);
		ck_assert_ptr_nonnull(error);
		ct_error_free(error);
	}
	for (size_t at = 0; at < n; at += 41) {
		bytes[at] ^= 0x20;
		error = ct_jit_decode(bytes, (int64_t)n, NULL, &script);
		if (error == NULL)
			ct_jit_free(script);
		ct_error_free(error);
		bytes[at] ^= 0x20;
	}
	free(bytes);
}
END_TEST

/* Code is compressed: here, by more than a hundred. */
START_TEST(small_files_that_grow_are_refused)
{
	enum { LENGTH = 2 << 20 };
	static const char begin[] = "def forward(self):\n    return \"", end[] = "\"\n";
	char *source = malloc(LENGTH + sizeof begin + sizeof end), *bytes;
	ct_jit *made, *script = NULL;
	int64_t n;

	ck_assert_ptr_nonnull(source);
	memcpy(source, begin, sizeof begin - 1);
	memset(source + sizeof begin - 1, 'x', LENGTH);
	memcpy(source + sizeof begin - 1 + LENGTH, end, sizeof end);
	OK(ct_jit_new("Big", &made));
	OK(ct_jit_define(made, source));
	free(source);
	OK(ct_jit_encode(made, NULL, &bytes, &n));
	ck_assert_int_lt(n, LENGTH);
	FAILS_WITH(ct_jit_decode(bytes, n, NULL, &script), CT_ERROR_VALUE,
		   "the bytes: its entry 'archive/code/__torch__.py' would grow from ");
	ct_free(bytes);
	ck_assert_ptr_null(script);
	ct_jit_free(made);
}
END_TEST

START_TEST(missing_arguments_are_errors)
{
	ct_jit *script = NULL;

	FAILS(ct_jit_load(NULL, NULL, &script),
	      "ArgumentError: ct_jit_load: argument 1 (path) must not be NULL");
	FAILS(ct_jit_load("x", NULL, NULL),
	      "ArgumentError: ct_jit_load: argument 3 (result) must not be NULL");
	FAILS(ct_jit_decode("", -1, NULL, &script),
	      "ArgumentError: ct_jit_decode: argument 2 (nbytes): -1 is not a size");
	FAILS_WITH(ct_jit_load_descriptor(-1, NULL, &script), CT_ERROR_RUNTIME,
		   "Bad file descriptor");
	FAILS(ct_jit_extra_files(NULL, NULL),
	      "ArgumentError: ct_jit_extra_files: argument 1 (self) must not be NULL");
	ct_jit_free(NULL);
	ck_assert_ptr_null(ct_jit_retain(NULL));
}
END_TEST

Suite *files_suite(void)
{
	Suite *suite = suite_create("files");
	TCase *tests = tests_of("files");

	tcase_add_test(tests, methods_compute_what_python_does);
	tcase_add_test(tests, memory_and_descriptors_are_loaded);
	tcase_add_test(tests, device_moves_all_tensors);
	tcase_add_test(tests, decimal_comma_changes_nothing);
	tcase_add_test(tests, extra_files_are_read);
	tcase_add_test(tests, saved_module_is_the_same);
	tcase_add_test(tests, weights_are_read_as_a_state_dict);
	tcase_add_test(tests, weights_are_read_without_the_operators_of_the_code);
	tcase_add_test(tests, missing_operators_are_all_named);
	tcase_add_test(tests, files_of_other_kinds_say_what_reads_them);
	tcase_add_test(tests, damaged_files_are_errors);
	tcase_add_test(tests, small_files_that_grow_are_refused);
	tcase_add_test(tests, missing_arguments_are_errors);
	suite_add_tcase(suite, tests);
	return suite;
}
