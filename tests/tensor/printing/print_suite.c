/*
 * Tensors as text, compared with what Python printed, and the streams that it is written to.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <wchar.h>

#include "print_support.h"

/* --- As Python ------------------------------------------------------------------------------- */

static json_t *cases;

static void load_cases(void)
{
	cases = expected_cases("print");
}

static void drop_cases(void)
{
	json_decref(cases);
}

static int64_t option(const json_t *given, const char *name)
{
	const int64_t number = expected_int(given, name);

	return number == 0 ? CT_ZERO : number;
}

/* Where sci_mode is -1 for Python's None. */
static ct_printoptions options_of(const json_t *of_case)
{
	const json_t *given = json_object_get(of_case, "options");

	if (given == NULL)
		return (ct_printoptions){ 0 };
	return (ct_printoptions){ option(given, "precision"), option(given, "threshold"),
				  option(given, "edgeitems"), option(given, "linewidth"),
				  (ct_sci_mode)expected_int(given, "sci_mode") + 1 };
}

static void show_line(const char *mark, const char *text, int line)
{
	for (; line > 0 && text; line--) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	if (text)
		printf("%s %.*s\n", mark, (int)strcspn(text, "\n"), text);
}

static int count_lines(const char *text)
{
	int lines = 1;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

/* Line by line; equal lines are not shown. */
static void show_difference(const char *name, const char *wanted, const char *got)
{
	const char *w = wanted, *g = got;
	const int lines = count_lines(wanted) > count_lines(got) ? count_lines(wanted)
								 : count_lines(got);

	printf("printed otherwise than by Python: %s (- expected, + got)\n", name);
	for (int i = 0; i < lines; i++) {
		size_t wanted_length = w ? strcspn(w, "\n") : 0, length = g ? strcspn(g, "\n") : 0;

		if (w == NULL || g == NULL || wanted_length != length ||
		    strncmp(w, g, length) != 0) {
			show_line("-", wanted, i);
			show_line("+", got, i);
		}
		w = w && w[wanted_length] ? w + wanted_length + 1 : NULL;
		g = g && g[length] ? g + length + 1 : NULL;
	}
}

static bool prints(const json_t *of_case, const ct_tensor *tensor, const ct_printoptions *options)
{
	const char *wanted = expected_text(of_case, "text");
	char *text = NULL;
	ct_error error = ct_tensor_to_string_with(tensor, options, &text);
	bool is_same = error == NULL && strcmp(text, wanted) == 0;

	if (!is_same)
		show_difference(expected_text(of_case, "name"), wanted, error ? error : text);
	ct_error_free(error);
	ct_free(text);
	return is_same;
}

static bool case_prints(const json_t *of_case)
{
	const ct_printoptions options = options_of(of_case);
	const char *usual = json_string_value(json_object_get(of_case, "default"));
	ct_scope *scope = open_scope();
	ct_tensor *tensor = tensor_of_case(of_case);
	bool is_same;

	if (usual)
		state_set_default_dtype(expected_dtype(usual));
	is_same = prints(of_case, tensor, &options);
	OK(ct_printoptions_set_current(&options));
	is_same = prints(of_case, tensor, NULL) && is_same;
	OK(ct_printoptions_set_current(NULL));
	state_set_default_dtype(CT_FLOAT32);
	ct_scope_leave(scope);
	state_leave_dual_level();
	return is_same;
}

START_TEST(every_tensor_is_printed_as_by_python)
{
	size_t wrong = 0;

	for (size_t i = 0; i < json_array_size(cases); i++)
		wrong += !case_prints(json_array_get(cases, i));
	ck_assert_msg(wrong == 0, "%zu of %zu tensors are printed otherwise than by Python", wrong,
		      json_array_size(cases));
	ck_assert_uint_ge(json_array_size(cases) + expected_left_out("print"), 450);
}
END_TEST

static void assert_unreadable(const ct_tensor *self, const char *name)
{
	const ct_printoptions options[2] = {
		{ 0 },
		{ .edgeitems = CT_ZERO, .threshold = CT_ZERO },
	};
	char *text = (char *)UNTOUCHED, message[120];

	snprintf(message, sizeof message,
		 NO_KERNEL ": \"_local_scalar_dense_cpu\" not implemented for '%s'", name);
	for (int i = 0; i < 2; i++) {
		ct_error error = ct_tensor_to_string_with(self, &options[i], &text);

		ck_assert_ptr_nonnull(error);
		ck_assert_str_eq(error, message);
		ck_assert_int_eq(ct_error_class_of(error), NO_KERNEL_KIND);
		ck_assert_str_eq(ct_error_function(error), "ct_tensor_to_string_with");
		ct_error_free(error);
		ck_assert_ptr_eq(text, (char *)UNTOUCHED);
	}
}

START_TEST(unreadable_dtypes_fail_as_in_python)
{
	static const struct {
		ct_dtype dtype;
		const char *name;
		int64_t dim;
	} unreadable[] = { { CT_BITS8, "Bits8", 1 },
			   { CT_BITS8, "Bits8", 0 },
			   { CT_FLOAT4_E2M1FN_X2, "Float4_e2m1fn_x2", 0 } };
	const int64_t two = 2;
	ct_tensor *bytes, *bits;

	for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
		if (is_refused_dtype(unreadable[i].dtype))
			continue;
		OK(ct_zeros(&two, unreadable[i].dim, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			    &bytes));
		OK(ct_view_dtype(bytes, unreadable[i].dtype, &bits));
		assert_unreadable(bits, unreadable[i].name);
		ct_tensor_free(bits);
		ct_tensor_free(bytes);
	}
}
END_TEST

/* Python reads beyond the memory, and usually crashes. */
START_TEST(elements_behind_the_storage_are_not_read)
{
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2, 3 }), *quantized = NULL;
	char line[CT_SUMMARY_SIZE];

	state_shrink_storage(tensor, 8);
	FAILS(ct_tensor_to_string(tensor, NULL),
	      "RuntimeError: the elements of the tensor take 12 bytes of its storage, but it has "
	      "8");
	ck_assert_str_eq(ct_tensor_summary_into(tensor, line, sizeof line),
			 "float32[3] cpu contiguous unreadable");
	state_shrink_storage(tensor, 12);
	OK(ct_tensor_to_string(tensor, NULL));
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &quantized));
	state_shrink_storage(quantized, 2);
	FAILS(ct_tensor_to_string(quantized, NULL),
	      "RuntimeError: the elements of the tensor take 3 bytes of its storage, but it has 2");
	FAILS(ct_tensor_describe(quantized, NULL),
	      "RuntimeError: the elements of the tensor take 3 bytes of its storage, but it has 2");
	ct_tensor_free(quantized);
	ct_tensor_free(tensor);
}
END_TEST

/* --- Streams --------------------------------------------------------------------------------- */

START_TEST(print_writes_the_text_and_a_newline)
{
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2.5f, -3 });
	char printed[256];
	FILE *stream = tmpfile();
	size_t n;

	ck_assert_ptr_nonnull(stream);
	OK(ct_tensor_print(tensor, stream));
	OK(ct_tensor_print_with(NULL, NULL, stream));
	rewind(stream);
	n = fread(printed, 1, sizeof printed - 1, stream);
	printed[n] = '\0';
	fclose(stream);
	ck_assert_str_eq(printed, "tensor([ 1.0000,  2.5000, -3.0000])\nNone\n");
	ct_tensor_free(tensor);
}
END_TEST

/* Prints to stdout, which is `file` meanwhile. */
static ct_error print_into(FILE *file, const ct_tensor *tensor)
{
	int out = dup(STDOUT_FILENO);
	ct_error error;

	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	error = ct_tensor_print(tensor, NULL);
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
	return error;
}

START_TEST(print_without_a_stream_writes_to_stdout)
{
	char printed[64] = "";
	FILE *file = tmpfile();

	ck_assert_ptr_nonnull(file);
	OK(print_into(file, NULL));
	rewind(file);
	ck_assert_uint_eq(fread(printed, 1, sizeof printed - 1, file), strlen("None\n"));
	ck_assert_str_eq(printed, "None\n");
	fclose(file);
}
END_TEST

#define NOT_TAKEN "RuntimeError: could not write to the stream: "

/* In place of the stream's own file. */
static void redirect(FILE *stream, const char *path)
{
	const int fd = open(path, O_WRONLY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_ge(dup2(fd, fileno(stream)), 0);
	close(fd);
}

START_TEST(print_succeeds_again_when_the_stream_takes_text_again)
{
	static const int modes[] = { _IOFBF, _IOLBF, _IONBF };
	FILE *stream = fopen("/dev/full", "w");
	ct_tensor *tensor = number(3);

	ck_assert_ptr_nonnull(stream);
	setvbuf(stream, NULL, modes[_i], BUFSIZ);
	for (int i = 0; i < 2; i++) {
		redirect(stream, "/dev/full");
		FAILS(ct_tensor_print(tensor, stream), NOT_TAKEN "No space left on device");
		redirect(stream, "/dev/null");
		OK(ct_tensor_print(tensor, stream));
		OK(ct_memory_report(stream));
	}
	fclose(stream);
	ct_tensor_free(tensor);
}
END_TEST

/* An earlier error stays set for the caller, who may still read it with ferror(). */
START_TEST(print_does_not_report_what_failed_before)
{
	FILE *stream = fopen("/dev/null", "w");
	ct_tensor *tensor = number(3);

	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(fgetc(stream), EOF);
	ck_assert(ferror(stream));
	OK(ct_tensor_print(tensor, stream));
	OK(ct_memory_report(stream));
	OK(ct_graph_print_tree(CT_TENSORS(tensor), NULL, stream));
	ck_assert(ferror(stream));
	fclose(stream);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(print_names_why_a_pipe_or_a_closed_file_takes_nothing)
{
	FILE *closed = fopen("/dev/null", "w"), *wide = fopen("/dev/null", "w"), *pipe_;
	ct_tensor *tensor = number(3);
	int ends[2];

	signal(SIGPIPE, SIG_IGN);
	ck_assert_int_eq(pipe(ends), 0);
	close(ends[0]);
	pipe_ = fdopen(ends[1], "w");
	close(fileno(closed));
	ck_assert_int_gt(fwide(wide, 1), 0);
	for (int i = 0; i < 2; i++) {
		FAILS(ct_tensor_print(tensor, pipe_), NOT_TAKEN "Broken pipe");
		FAILS(ct_tensor_print(tensor, closed), NOT_TAKEN "Bad file descriptor");
		FAILS(ct_tensor_print(tensor, wide), NOT_TAKEN "it is a wide-character stream");
	}
	fclose(pipe_);
	fclose(closed);
	fclose(wide);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(print_to_a_stream_that_refuses_is_an_error)
{
	static const struct {
		const char *path, *mode, *reason;
	} streams[] = { { "/dev/null", "r", "Bad file descriptor" },
			{ "/dev/full", "w", "No space left on device" } };
	ct_tensor *tensor = number(3);
	char message[100];

	for (int i = 0; i < 2; i++) {
		FILE *stream = fopen(streams[i].path, streams[i].mode);

		ck_assert_ptr_nonnull(stream);
		snprintf(message, sizeof message, "RuntimeError: could not write to the stream: %s",
			 streams[i].reason);
		FAILS(ct_tensor_print(tensor, stream), message);
		fclose(stream);
	}
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(text_may_be_dropped)
{
	ct_tensor *tensor = number(3);

	OK(ct_tensor_to_string(tensor, NULL));
	OK(ct_tensor_to_string_with(NULL, NULL, NULL));
	ct_tensor_free(tensor);
}
END_TEST

Suite *print_suite(void)
{
	Suite *suite = suite_create("print");
	TCase *python = tests_of("as_python");
	TCase *streams = tests_of("streams");

	tcase_add_unchecked_fixture(python, load_cases, drop_cases);
	tcase_add_test(python, every_tensor_is_printed_as_by_python);
	tcase_add_test(python, unreadable_dtypes_fail_as_in_python);
	tcase_add_test(python, elements_behind_the_storage_are_not_read);
	suite_add_tcase(suite, python);
	tcase_add_test(streams, print_writes_the_text_and_a_newline);
	tcase_add_test(streams, print_without_a_stream_writes_to_stdout);
	tcase_add_loop_test(streams, print_succeeds_again_when_the_stream_takes_text_again, 0, 3);
	tcase_add_test(streams, print_does_not_report_what_failed_before);
	tcase_add_test(streams, print_names_why_a_pipe_or_a_closed_file_takes_nothing);
	tcase_add_test(streams, print_to_a_stream_that_refuses_is_an_error);
	tcase_add_test(streams, text_may_be_dropped);
	suite_add_tcase(suite, streams);
	return suite;
}
