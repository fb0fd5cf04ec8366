/*
 * Tensors as text, compared with what Python printed, and what printing must leave alone.
 */
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "print_support.h"

Suite *print_suite(void);

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

static ct_printoptions options_of(const json_t *of_case)
{
	const json_t *given = json_object_get(of_case, "options");
	ct_printoptions options = ct_printoptions_defaults();

	if (given == NULL)
		return options;
	options.precision = expected_int(given, "precision");
	options.threshold = expected_int(given, "threshold");
	options.edgeitems = expected_int(given, "edgeitems");
	options.linewidth = expected_int(given, "linewidth");
	options.sci_mode = (ct_sci_mode)expected_int(given, "sci_mode");
	return options;
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

/* Line by line; those that are the same are not shown. */
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
	OK(ct_set_printoptions(&options));
	is_same = prints(of_case, tensor, NULL) && is_same;
	OK(ct_set_printoptions(NULL));
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
	ck_assert_uint_ge(json_array_size(cases), 450);
}
END_TEST

START_TEST(unreadable_dtypes_fail_as_in_python)
{
	ct_tensor *bytes = NULL, *bits = NULL;
	char *text = (char *)UNTOUCHED;
	ct_error error;

	OK(ct_zeros((const int64_t[]){ 2 }, 1, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &bytes));
	OK(ct_view_dtype(bytes, CT_BITS8, &bits));
	error = ct_tensor_to_string(bits, &text);
	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(error, "NotImplementedError: \"_local_scalar_dense_cpu\" not implemented "
				"for 'Bits8'");
	ck_assert_int_eq(ct_error_kind(error), CT_ERROR_NOT_IMPLEMENTED);
	ck_assert_str_eq(ct_error_function(error), "ct_tensor_to_string");
	ct_error_free(error);
	ck_assert_ptr_eq(text, (char *)UNTOUCHED);
	ct_tensor_free(bits);
	ct_tensor_free(bytes);
}
END_TEST

/* Python reads what is behind the memory, and mostly dies. */
START_TEST(elements_behind_the_storage_are_not_read)
{
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2, 3 }), *quantised = NULL;
	char line[CT_SUMMARY_SIZE];

	state_shrink_storage(tensor, 8);
	FAILS(ct_tensor_to_string(tensor, NULL),
	      "RuntimeError: the elements of the tensor take 12 bytes of its storage, which has 8");
	ck_assert_str_eq(ct_tensor_summary(tensor, line, sizeof line),
			 "float32[3] cpu contiguous unreadable");
	state_shrink_storage(tensor, 12);
	OK(ct_tensor_to_string(tensor, NULL));
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &quantised));
	state_shrink_storage(quantised, 2);
	FAILS(ct_tensor_to_string(quantised, NULL),
	      "RuntimeError: the elements of the tensor take 3 bytes of its storage, which has 2");
	FAILS(ct_tensor_describe(quantised, NULL),
	      "RuntimeError: the elements of the tensor take 3 bytes of its storage, which has 2");
	ct_tensor_free(quantised);
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

START_TEST(print_to_a_stream_that_refuses_is_an_error)
{
	ct_tensor *tensor = number(3);
	FILE *stream = fopen("/dev/null", "r");

	ck_assert_ptr_nonnull(stream);
	FAILS(ct_tensor_print(tensor, stream), "RuntimeError: the stream did not take the text");
	fclose(stream);
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

/* --- Options --------------------------------------------------------------------------------- */

START_TEST(profiles_are_pythons)
{
	ct_printoptions options = { 0 };

	OK(ct_printoptions_profile(CT_PRINT_SHORT, &options));
	ck_assert_int_eq(options.precision, 2);
	ck_assert_int_eq(options.threshold, 1000);
	ck_assert_int_eq(options.edgeitems, 2);
	ck_assert_int_eq(options.linewidth, 80);
	ck_assert_int_eq(options.sci_mode, CT_SCI_MODE_AUTO);
	OK(ct_printoptions_profile(CT_PRINT_FULL, &options));
	ck_assert_int_eq(options.precision, 4);
	ck_assert(options.threshold == CT_PRINT_ALL);
	OK(ct_printoptions_profile(CT_PRINT_DEFAULT, NULL));
	FAILS(ct_printoptions_profile(3, &options), "ArgumentError: ct_printoptions_profile: "
						    "argument 1 (profile): there is no profile 3");
	FAILS(ct_printoptions_profile(-1, &options),
	      "ArgumentError: ct_printoptions_profile: "
	      "argument 1 (profile): there is no profile -1");
}
END_TEST

START_TEST(options_that_were_set_are_read_back)
{
	ct_printoptions options = { 7, 8, 9, 10, CT_SCI_MODE_ON }, got;

	OK(ct_set_printoptions(&options));
	got = ct_get_printoptions();
	ck_assert_int_eq(got.precision, 7);
	ck_assert_int_eq(got.threshold, 8);
	ck_assert_int_eq(got.edgeitems, 9);
	ck_assert_int_eq(got.linewidth, 10);
	ck_assert_int_eq(got.sci_mode, CT_SCI_MODE_ON);
	OK(ct_set_printoptions(NULL));
	ck_assert_int_eq(ct_get_printoptions().precision, 4);
}
END_TEST

static ct_error set(int64_t precision, int64_t threshold, int64_t edgeitems, int64_t linewidth,
		    ct_sci_mode sci_mode)
{
	ct_printoptions options = { precision, threshold, edgeitems, linewidth, sci_mode };

	return ct_set_printoptions(&options);
}

START_TEST(bad_options_are_refused)
{
	ct_tensor *tensor = number(3);
	ct_printoptions bad = ct_printoptions_defaults();
	char *text = (char *)UNTOUCHED;

	bad.precision = -1;
	FAILS(set(-1, 0, 0, 0, 0), "ArgumentError: ct_set_printoptions: argument 1 (options): "
				   "precision is -1, it must be at least 0 and at most 1074");
	FAILS(set(1075, 0, 0, 0, 0), "ArgumentError: ct_set_printoptions: argument 1 (options): "
				     "precision is 1075, it must be at least 0 and at most 1074");
	FAILS(set(0, -1, 0, 0, 0), "ArgumentError: ct_set_printoptions: argument 1 (options): "
				   "threshold is -1, it must be at least 0");
	FAILS(set(0, 0, -2, 0, 0), "ArgumentError: ct_set_printoptions: argument 1 (options): "
				   "edgeitems is -2, it must be at least 0");
	FAILS(set(0, 0, 0, INT64_MIN, 0),
	      "ArgumentError: ct_set_printoptions: argument 1 (options): "
	      "linewidth is -9223372036854775808, it must be at least 0");
	FAILS(set(0, 0, 0, 0, 2), "ArgumentError: ct_set_printoptions: argument 1 (options): "
				  "sci_mode is 2, it must be at least -1 and at most 1");
	ck_assert_int_eq(ct_get_printoptions().threshold, 1000);
	FAILS(ct_tensor_to_string_with(tensor, &bad, &text),
	      "ArgumentError: ct_tensor_to_string_with: argument 2 (options): "
	      "precision is -1, it must be at least 0 and at most 1074");
	FAILS(ct_tensor_print_with(tensor, &bad, stdout),
	      "ArgumentError: ct_tensor_print_with: argument 2 (options): "
	      "precision is -1, it must be at least 0 and at most 1074");
	ck_assert_ptr_eq(text, UNTOUCHED);
	ct_tensor_free(tensor);
}
END_TEST

/* Each profile is a whole one: its precision and its edgeitems belong together. */
static void *set_and_get(void *context)
{
	const ct_print_profile profile = *(const int32_t *)context;
	ct_printoptions options, got;

	CT_CHECK(ct_printoptions_profile(profile, &options));
	for (int i = 0; i < 20000; i++) {
		CT_CHECK(ct_set_printoptions(&options));
		got = ct_get_printoptions();
		MUST((got.precision == 2 && got.edgeitems == 2) ||
		     (got.precision == 4 && got.edgeitems == 3));
	}
	return NULL;
}

START_TEST(options_of_two_threads_do_not_mix)
{
	int32_t profiles[2] = { CT_PRINT_SHORT, CT_PRINT_DEFAULT };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, set_and_get, &profiles[i]), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	OK(ct_set_printoptions(NULL));
}
END_TEST

/* --- Callers are not disturbed --------------------------------------------------------------- */

static void assert_text(const ct_tensor *tensor, const char *wanted)
{
	char *text = NULL;

	OK(ct_tensor_to_string(tensor, &text));
	ck_assert_str_eq(text, wanted);
	ct_free(text);
}

/* Prints, in a scope that must not get a handle. */
static void print_unnoticed(const ct_tensor *tensor, const char *wanted)
{
	const int64_t before = live_handles();
	const int64_t version = state_version(tensor);
	ct_scope *scope = open_scope();

	assert_text(tensor, wanted);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(state_version(tensor), version);
}

START_TEST(printing_is_not_noticed_in_any_mode_of_autograd)
{
	ct_tensor *leaf = vector(2, (const float[]){ 1, 2 }), *twice = NULL, *grad = NULL;
	bool was;

	OK(ct_tensor_set_requires_grad(leaf, true));
	OK(ct_mul_Scalar(leaf, ct_scalar_int(2), &twice));
	for (int recording = 0; recording < 2; recording++) {
		was = ct_autograd_set_grad_enabled(recording != 0);
		print_unnoticed(leaf, "tensor([1., 2.], requires_grad=True)");
		print_unnoticed(twice, "tensor([2., 4.], grad_fn=<MulBackward1>)");
		ck_assert_int_eq(ct_autograd_is_grad_enabled(), recording);
		ct_autograd_set_grad_enabled(was);
	}
	OK(ct_tensor_grad(leaf, &grad));
	ck_assert_ptr_null(grad);
	ct_tensor_free(twice);
	ct_tensor_free(leaf);
}
END_TEST

START_TEST(inference_tensors_are_printed_in_and_out_of_that_mode)
{
	ct_tensor *normal = vector(2, (const float[]){ 1, 2 }), *tensor, *big = NULL;

	OK(ct_tensor_set_requires_grad(normal, true));
	state_set_inference(true);
	tensor = vector(2, (const float[]){ 3, 4.5f });
	OK(ct_arange(ct_scalar_int(2000), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &big));
	assert_text(tensor, "tensor([3.0000, 4.5000])");
	assert_text(normal, "tensor([1., 2.], requires_grad=True)");
	state_set_inference(false);
	assert_text(tensor, "tensor([3.0000, 4.5000])");
	assert_text(big, "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])");
	ct_tensor_free(big);
	ct_tensor_free(tensor);
	ct_tensor_free(normal);
}
END_TEST

static void *print_in_thread(void *context)
{
	char *text = NULL;

	CT_CHECK(ct_tensor_to_string(context, &text));
	MUST(strcmp(text, "tensor([1.0000, 2.5000])") == 0);
	ct_free(text);
	return NULL;
}

START_TEST(other_threads_print)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2.5f });

	run_in_thread(print_in_thread, tensor);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(errors_leave_modes_and_scopes_as_they_were)
{
	ct_tensor *bytes = NULL, *bits = NULL;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_zeros((const int64_t[]){ 2 }, 1, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &bytes));
	OK(ct_view_dtype(bytes, CT_UINT4, &bits));
	FAILS_WITH(ct_tensor_to_string(bits, NULL), CT_ERROR_NOT_IMPLEMENTED, "UInt4");
	ck_assert(ct_autograd_is_grad_enabled());
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(the_decimal_point_is_not_the_locales)
{
	static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "ps_AF.UTF-8" };
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2.5f, -3 }), *quantised = NULL;
	char line[CT_SUMMARY_SIZE];
	size_t i = 0;

	while (i < sizeof names / sizeof *names && setlocale(LC_NUMERIC, names[i]) == NULL)
		i++;
	OK(ct_quantize_per_tensor(tensor, 0.5, 3, CT_QUINT8, &quantised));
	assert_text(tensor, "tensor([ 1.0000,  2.5000, -3.0000])");
	assert_text(quantised,
		    "tensor([ 1.0000,  2.5000, -1.5000], size=(3,), dtype=torch.quint8,\n"
		    "       quantization_scheme=torch.per_tensor_affine, scale=0.5, zero_point=3)");
	ck_assert_ptr_nonnull(strstr(ct_tensor_summary(tensor, line, sizeof line), "max 2.5 "));
	setlocale(LC_NUMERIC, "C");
	ct_tensor_free(quantised);
	ct_tensor_free(tensor);
}
END_TEST

/* Of the three places at either end of a dimension. */
static int64_t shown_place(int64_t i, int64_t size)
{
	return i < 3 || size <= 6 ? i : size - 6 + i;
}

/* Pages of zeros where elements are shown, and none anywhere else: to read another one kills. */
static float *shown_only(const int64_t shape[3], size_t nbytes)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, nbytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			    -1, 0);

	ck_assert_ptr_ne(memory, MAP_FAILED);
	for (int i = 0; i < 6 * 6 * 6; i++) {
		size_t element = 0;

		for (int d = 0, at = i; d < 3; d++, at /= 6) {
			const int64_t size = shape[d], place = at % 6;

			if (place >= size)
				break;
			element = element * (size_t)size + (size_t)shown_place(place, size);
			if (d == 2)
				ck_assert_int_eq(mprotect(memory + element * 4 / page * page, page,
							  PROT_READ),
						 0);
		}
	}
	return (float *)memory;
}

START_TEST(a_summary_does_not_read_the_rest)
{
	static const int64_t shapes[][3] = {
		{ INT64_C(1) << 34, 1, 1 },
		{ 1 << 17, 1 << 17, 1 },
		{ 4096, 2048, 2048 },
	};
	const size_t nbytes = (size_t)4 << 34;
	const int64_t *shape = shapes[_i];
	float *memory = shown_only(shape, nbytes);
	ct_tensor *tensor = NULL;
	char *text = NULL;

	OK(ct_tensor_from_blob(memory, CT_FLOAT32, shape, 3, NULL, 0, NULL, NULL, &tensor));
	OK(ct_tensor_to_string(tensor, &text));
	ck_assert_ptr_nonnull(strstr(text, "..."));
	ct_free(text);
	ct_tensor_free(tensor);
	munmap(memory, nbytes);
}
END_TEST

Suite *print_suite(void)
{
	Suite *suite = suite_create("print");
	TCase *python = tests_of("as_python");
	TCase *streams = tests_of("streams");
	TCase *options = tests_of("options");
	TCase *callers = tests_of("callers");

	tcase_add_unchecked_fixture(python, load_cases, drop_cases);
	tcase_add_test(python, every_tensor_is_printed_as_by_python);
	tcase_add_test(python, unreadable_dtypes_fail_as_in_python);
	tcase_add_test(python, elements_behind_the_storage_are_not_read);
	suite_add_tcase(suite, python);
	tcase_add_test(streams, print_writes_the_text_and_a_newline);
	tcase_add_test(streams, print_without_a_stream_writes_to_stdout);
	tcase_add_test(streams, print_to_a_stream_that_refuses_is_an_error);
	tcase_add_test(streams, text_may_be_dropped);
	suite_add_tcase(suite, streams);
	tcase_add_test(options, profiles_are_pythons);
	tcase_add_test(options, options_that_were_set_are_read_back);
	tcase_add_test(options, bad_options_are_refused);
	tcase_add_test(options, options_of_two_threads_do_not_mix);
	suite_add_tcase(suite, options);
	tcase_add_test(callers, printing_is_not_noticed_in_any_mode_of_autograd);
	tcase_add_test(callers, inference_tensors_are_printed_in_and_out_of_that_mode);
	tcase_add_test(callers, other_threads_print);
	tcase_add_test(callers, errors_leave_modes_and_scopes_as_they_were);
	tcase_add_test(callers, the_decimal_point_is_not_the_locales);
	tcase_add_loop_test(callers, a_summary_does_not_read_the_rest, 0, 3);
	suite_add_tcase(suite, callers);
	return suite;
}
