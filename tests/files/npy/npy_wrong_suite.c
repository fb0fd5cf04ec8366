/*
 * Files that are not NumPy's, truncated, or damaged.
 */
#define _GNU_SOURCE
#include <sys/stat.h>

#include "npy_support.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* A file of format 1.0 with this header and `n` zero bytes; returns its length. */
static int64_t with_header(unsigned char *file, const char *header, size_t n)
{
	size_t length = strlen(header);

	memcpy(file, "\x93NUMPY\1\0", 8);
	file[8] = (unsigned char)length;
	file[9] = (unsigned char)(length >> 8);
	memcpy(file + 10, header, length);
	memset(file + 10 + length, 0, n);
	return (int64_t)(10 + length + n);
}

static const struct {
	const char *header, *message; /* NULL: the header is valid */
} headers[] = {
#define REST "'fortran_order': False, 'shape': (2,)}"
#define NOT_NUMPYS "its header is not NumPy's: "
	{ "{'descr': '<f4', " REST, NULL },
	{ "{'shape':(2,),'fortran_order':True,'descr':\"<f4\"}\n", NULL },
	{ " { 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 2 , ) , } \n", NULL },
	{ "{'descr': '=f4', 'fortran_order': False, 'shape': (2L,)}", NULL },
	{ "{'descr': 'f4', 'fortran_order': False, 'shape': (2, 1,)}", NULL },
	{ "{'descr': '|O', " REST, "its elements are of type '|O': Python objects, stored as a "
				   "pickle: a pickle can execute any code and is never read" },
	{ "{'descr': '|S5', " REST, "its elements are of type '|S5': byte strings" },
	{ "{'descr': '<U5', " REST, "its elements are of type '<U5': texts" },
	{ "{'descr': '<V2', " REST,
	  "its elements are of type '<V2': raw bytes, as ml_dtypes writes bfloat16 and float8; "
	  "save them as float32" },
	{ "{'descr': '<M8[ns]', " REST,
	  "its elements are of type '<M8[ns]': dates; save them as int64" },
	{ "{'descr': '<f16', " REST,
	  "its elements are of type '<f16': floats that PyTorch does not have; save them as "
	  "float64" },
	{ "{'descr': '<c32', " REST,
	  "its elements are of type '<c32': complex numbers that PyTorch "
	  "does not have; save them as complex128" },
	{ "{'descr': '<q4', " REST, "its elements are of type '<q4', which is unknown" },
	{ "{'descr': '|f3', " REST, "its elements are of type '|f3': floats that PyTorch does not "
				    "have; save them as float64" },
	{ "{'descr': '', " REST, "its elements are of type '', which is unknown" },
	{ "{'descr': [('x', '<f4')], " REST,
	  "it is a structured array; save each field as a separate array" },
	{ "{'descr': f4, " REST, NOT_NUMPYS "'descr' must be a string such as '<f4'" },
	{ "{'descr': '<f\\x34', " REST, NOT_NUMPYS "'descr' must be a string such as '<f4'" },
	{ "{'descr': '<f4", NOT_NUMPYS "'descr' must be a string such as '<f4'" },
	{ "", NOT_NUMPYS "it must begin with {" },
	{ "\n {'descr': '<f4', " REST, NOT_NUMPYS "it must begin with {" },
	{ " \t\f\n{'descr': '<f4', " REST, NULL },
	{ "[1]", NOT_NUMPYS "it must begin with {" },
	{ "{", NOT_NUMPYS "it must be a dict with string keys" },
	{ "{}", NOT_NUMPYS "'descr' is missing" },
	{ "{'descr': '<f4', 'shape': (2,)}", NOT_NUMPYS "'fortran_order' is missing" },
	{ "{'descr': '<f4', 'fortran_order': False}", NOT_NUMPYS "'shape' is missing" },
	{ "{'descr': '<f4', 'descr': '<f4', " REST, NOT_NUMPYS "'descr' appears twice" },
	{ "{'descr': '<f4', 'more': 1, " REST, NOT_NUMPYS "the key 'more' is unknown" },
	{ "{'descr' '<f4', " REST, NOT_NUMPYS "expected a colon after a key" },
	{ "{'descr': '<f4' " REST, NOT_NUMPYS "expected a comma between two keys" },
	{ "{'descr': '<f4', " REST " 1", NOT_NUMPYS "unexpected text after the dict" },
	{ "{'descr': '<f4', " REST "\n\n.", NOT_NUMPYS "unexpected text after the dict" },
	{ "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
	  NOT_NUMPYS "'fortran_order' must be True or False" },
	{ "{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (2,)}",
	  NOT_NUMPYS "expected a comma between two keys" },
#define SHAPE(text) "{'descr': '<f4', 'fortran_order': False, 'shape': " text "}"
#define NO_SHAPE NOT_NUMPYS "'shape' must be a tuple of sizes such as (2, 3)"
	{ SHAPE("(2)"), NO_SHAPE },
	{ SHAPE("2"), NO_SHAPE },
	{ SHAPE("[2]"), NO_SHAPE },
	{ SHAPE("(2,"), NO_SHAPE },
	{ SHAPE("(2 3)"), NO_SHAPE },
	{ SHAPE("(,)"), NO_SHAPE },
	{ SHAPE("(2,,3)"), NO_SHAPE },
	{ SHAPE("(-1,)"), NO_SHAPE },
	{ SHAPE("(2.0,)"), NO_SHAPE },
	{ SHAPE("(True,)"), NO_SHAPE },
	{ SHAPE("(0x10,)"), NO_SHAPE },
	{ SHAPE("(2, 03)"), NO_SHAPE },
	{ SHAPE("(2,\v1)"), NO_SHAPE },
	{ SHAPE("(2,\f1,\r\n\t001)"), NO_SHAPE },
	{ SHAPE("(2,\f1,\r\n\t1)"), NULL },
	{ SHAPE("(99999999999999999999,)"), NO_SHAPE },
	{ SHAPE("(9223372036854775807,)"), NOT_NUMPYS "'shape' is larger than the address space" },
	{ SHAPE("(4294967296, 4294967296, 0)"),
	  NOT_NUMPYS "'shape' is larger than the address space" },
	{ SHAPE("(2305843009213693951,)"), /* they just fit, but not the header */
	  NOT_NUMPYS "'shape' is larger than the address space" },
	{ SHAPE("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
		"1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"),
	  NOT_NUMPYS "'shape' has more than 64 dimensions" },
	{ SHAPE("(1000000,)"), "it has 79 bytes, but header and elements need 4000071" },
};

START_TEST(headers_are_parsed_strictly)
{
	unsigned char file[600];
	int64_t n = with_header(file, headers[_i].header, 8);
	ct_tensor *tensor = UNTOUCHED;
	char message[400];

	if (headers[_i].message == NULL) {
		OK(ct_npy_decode(file, n, NULL, &tensor));
		ck_assert_int_eq(ct_tensor_numel(tensor), 2);
		ct_tensor_free(tensor);
		return;
	}
	snprintf(message, sizeof message, "ValueError: argument 1 (bytes): %s",
		 headers[_i].message);
	FAILS(ct_npy_decode(file, n, NULL, &tensor), message);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
	/* For a file, the message is the same, with the file's name. */
	put_npy(file, (size_t)n);
	snprintf(message, sizeof message, "ValueError: %s: %s", npy_path, headers[_i].message);
	FAILS(ct_npy_load(npy_path, &tensor), message);
	FAILS(ct_npy_map(npy_path, false, &tensor), message);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

START_TEST(python_3s_integers_have_no_l)
{
	static const char header[] = SHAPE("(2L,)");
	unsigned char file[200] = "\x93NUMPY\3";
	const size_t length = sizeof header - 1;
	ct_tensor *tensor = UNTOUCHED;

	file[8] = (unsigned char)length;
	memcpy(file + 12, header, length);
	FAILS_WITH(ct_npy_decode(file, (int64_t)(12 + length + 8), NULL, &tensor), CT_ERROR_VALUE,
		   NO_SHAPE);
	file[6] = 2;
	OK(ct_npy_decode(file, (int64_t)(12 + length + 8), NULL, &tensor));
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(wherever_a_file_ends_it_is_an_error)
{
	const json_t *of_case = json_array_get(npy_cases, 0);
	unsigned char *file;
	ct_tensor *tensor;
	size_t n;

	file = npy_file_of(of_case, "file", &n);
	for (size_t i = 0; i < n; i++) {
		/* Memory of exactly this length, so that a sanitizer can detect overruns. */
		unsigned char *cut = malloc(i ? i : 1);

		MUST(cut);
		memcpy(cut, file, i);
		FAILS_WITH(ct_npy_decode(cut, (int64_t)i, NULL, &tensor), CT_ERROR_VALUE,
			   i < 10      ? "it does not begin with"
			   : i < n - 1 ? "it ends inside its header"
				       : "header and elements need");
		put_npy(cut, i);
		FAILS_WITH(ct_npy_load(npy_path, &tensor), CT_ERROR_VALUE, "a.npy: ");
		free(cut);
	}
	free(file);
}
END_TEST

/* Changes each byte of a small file in turn: the result is always a tensor or an error. */
START_TEST(no_byte_does_harm)
{
	const unsigned char bytes[] = { 0, 0xff, '\'', '9', ')', '{', 'L', '>' };
	unsigned char *file;
	int tensors = 0, errors = 0;
	size_t n;

	file = npy_file_of(json_array_get(npy_cases, 3), "file", &n);
	for (size_t i = 0; i < n; i++) {
		unsigned char was = file[i];

		for (size_t j = 0; j < LENGTH(bytes); j++) {
			ct_tensor *tensor;
			ct_error error;

			file[i] = bytes[j];
			error = ct_npy_decode(file, (int64_t)n, NULL, &tensor);
			if (error == NULL)
				ct_tensor_free(tensor);
			*(error ? &errors : &tensors) += 1;
			ct_error_free(error);
		}
		file[i] = was;
	}
	ck_assert_int_gt(tensors, 0);
	ck_assert_int_gt(errors, 300);
	free(file);
}
END_TEST

START_TEST(wrong_formats_are_named)
{
	unsigned char file[600];
	int64_t n = with_header(file, headers[0].header, 8);
	ct_tensor *tensor;

	file[6] = 4;
	FAILS(ct_npy_decode(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): unknown format 4.0 (expected 1.0, 2.0 or 3.0)");
	file[6] = 1;
	file[7] = 1;
	FAILS(ct_npy_decode(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): unknown format 1.1 (expected 1.0, 2.0 or 3.0)");
	memcpy(file, "\x93NUMPY\2\0\xff\xff\xff\xff", 12);
	FAILS(ct_npy_decode(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): its header has 4294967295 bytes, but the limit is "
	      "10000");
	memcpy(file, "PK", 2);
	FAILS(ct_npy_decode(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): not a .npy file: it does not begin with "
	      "\\x93NUMPY");
	FAILS_WITH(ct_npy_decode("", 0, NULL, &tensor), CT_ERROR_VALUE, "not a .npy file");
	FAILS(ct_npy_decode("", -1, NULL, &tensor),
	      "ArgumentError: ct_npy_decode: argument 2 (nbytes) must not be negative");
	FAILS(ct_npy_decode(NULL, 1, NULL, &tensor),
	      "ArgumentError: ct_npy_decode: argument 1 (bytes) must not be NULL");
	FAILS_WITH(ct_npy_decode(NULL, 0, NULL, &tensor), CT_ERROR_VALUE, "not a .npy file");
}
END_TEST

START_TEST(bool_that_is_none_is_refused)
{
	unsigned char file[600];
	int64_t n = with_header(file, "{'descr': '|b1', " REST, 2);
	ct_tensor *tensor;

	file[n - 1] = 2;
	FAILS(ct_npy_decode(file, n, NULL, &tensor),
	      "ValueError: argument 1 (bytes): element 1 is 2, a bool must be 0 or 1");
}
END_TEST

START_TEST(misaligned_array_is_loaded_and_not_mapped)
{
	unsigned char file[600];
	int64_t n = with_header(file, "{'descr': '<f4', " REST " ", 8);
	ct_tensor *tensor;
	char message[300];

	if (n % 4 == 0)
		n = with_header(file, "{'descr': '<f4', " REST "  ", 8);
	put_npy(file, (size_t)n);
	OK(ct_npy_load(npy_path, &tensor));
	ct_tensor_free(tensor);
	snprintf(message, sizeof message,
		 "ValueError: %s: its elements begin at byte %d, which is not aligned; use "
		 "ct_npy_load(), which copies them",
		 npy_path, (int)n - 8);
	FAILS(ct_npy_map(npy_path, false, &tensor), message);
}
END_TEST

START_TEST(what_is_no_file_is_refused)
{
	ct_tensor *tensor = UNTOUCHED;
	char message[200];

	snprintf(message, sizeof message, "RuntimeError: %s: opening it: No such file or directory",
		 npy_path);
	FAILS(ct_npy_load(npy_path, &tensor), message);
	FAILS(ct_npy_map(npy_path, false, &tensor), message);
	FAILS(ct_npy_load("/dev/zero", &tensor),
	      "ArgumentError: ct_npy_load: argument 1 (path): /dev/zero is not a regular file");
	/* From format 2.0 on, the header's length takes four bytes. */
	FAILS_WITH(ct_npy_decode("\x93NUMPY\2\0\x10\0", 10, NULL, &tensor), CT_ERROR_VALUE,
		   "it ends inside its header");
	snprintf(message, sizeof message,
		 "ArgumentError: ct_npy_load: argument 1 (path): %s is not a regular file",
		 npy_folder);
	FAILS(ct_npy_load(npy_folder, &tensor), message);
	FAILS(ct_npy_load(NULL, &tensor),
	      "ArgumentError: ct_npy_load: argument 1 (path) must not be NULL");
	FAILS(ct_npy_map(NULL, false, &tensor),
	      "ArgumentError: ct_npy_map: argument 1 (path) must not be NULL");
	MUST(mkfifo(npy_path, 0600) == 0); /* which has no writer */
	FAILS_WITH(ct_npy_load(npy_path, &tensor), CT_ERROR_ARGUMENT, "is not a regular file");
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

Suite *npy_wrong_suite(void)
{
	Suite *suite = suite_create(".npy that is wrong");
	TCase *tests = tests_of(".npy that is wrong");

	tcase_add_checked_fixture(tests, make_npy_folder, remove_npy_folder);
	tcase_add_loop_test(tests, headers_are_parsed_strictly, 0, (int)LENGTH(headers));
	tcase_add_test(tests, python_3s_integers_have_no_l);
	tcase_add_test(tests, wherever_a_file_ends_it_is_an_error);
	tcase_add_test(tests, no_byte_does_harm);
	tcase_add_test(tests, wrong_formats_are_named);
	tcase_add_test(tests, bool_that_is_none_is_refused);
	tcase_add_test(tests, misaligned_array_is_loaded_and_not_mapped);
	tcase_add_test(tests, what_is_no_file_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
