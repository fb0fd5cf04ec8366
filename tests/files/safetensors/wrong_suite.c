/*
 * Files that are not safetensors, truncated, damaged, or made to do harm.
 */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

#define INFO(dtype, shape, offsets) \
	"{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"
#define TENSOR(dtype, shape, offsets) "{\"a\":" INFO(dtype, shape, offsets) "}"
#define INVALID(at, text) \
	"its header is invalid at byte " at ": " text "; the file is damaged or in another format"
#define DAMAGED(name, text) \
	"tensor '" name "': " text "; the file is damaged: fetch or save it again"
#define TIMES8(text) text text text text text text text text

/* The header, how many bytes follow it, and what is wrong. */
static const struct {
	const char *header;
	size_t n;
	const char *message;
} headers[] = {
	/* JSON */
	{ "", 0, "not a safetensors file: its header does not begin with {" },
	{ " {}", 0, "not a safetensors file: its header does not begin with {" },
	{ "[]", 0, "not a safetensors file: its header does not begin with {" },
	{ "\"{\"", 0, "not a safetensors file: its header does not begin with {" },
	{ "{", 0, INVALID("1", "expected a key in quotes") },
	{ "{}}", 0, INVALID("2", "text after the last }") },
	{ "{} {}", 0, INVALID("3", "text after the last }") },
	{ "{,}", 0, INVALID("1", "expected a key in quotes") },
	{ "{\"a", 0, INVALID("1", "it ends inside a string") },
	{ "{\"a\\", 0, INVALID("1", "it ends inside a string") },
	{ "{\"a\"}", 0, INVALID("4", "expected a colon after a key") },
	{ "{\"a\":}", 0, INVALID("5", "expected a value") },
	{ "{\"a\":{\"dtype\"", 0, INVALID("5", "this bracket is not closed") },
	{ "{\"a\":{\"dtype", 0, INVALID("5", "it ends inside a string") },
	{ "{\"a\":{}", 0, DAMAGED("a", "'dtype' must be a string such as \"F32\"") },
	{ "{"
	  "\"a\":" INFO("U8", "[0]", "[0,0]") " \"b\":1}",
	  0, INVALID("53", "expected a comma or }") },
	{ "{"
	  "\"a\":" INFO("U8", "[0]", "[0,0]") ",}",
	  0, INVALID("53", "expected a key in quotes") },
	{ "{\"a\":{\"dtype\":\"U8\",}}", 0, INVALID("19", "string or '}' expected near '}'") },
	{ "{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\"}}", 0,
	  INVALID("25", "duplicate object key near '\"dtype\"'") },
	{ "{\"\xff\":{}}", 0, INVALID("1", "unable to decode byte 0xff near '\"'") },
	{ "{\"\xc0\x80\":{}}", 0, INVALID("1", "unable to decode byte 0xc0 near '\"'") },
	{ "{\"\xed\xa0\x80\":{}}", 0, INVALID("1", "unable to decode byte 0xed near '\"'") },
	{ "{\"\\ud800\":{}}", 0, INVALID("8", "invalid Unicode '\\uD800' near '\"\\ud800\"'") },
	{ "{\"\\u0000\":{}}", 0,
	  INVALID("8", "\\u0000 is not allowed without JSON_ALLOW_NUL near '\"\\u0000\"'") },
	{ "{\"\x01\":{}}", 0, INVALID("1", "control character 0x1 near '\"'") },
	{ "{\"a\":\x1b[0m}", 0, INVALID("5", "invalid token near '?'") },
	{ "{\"a\":" TIMES8("[[") "[" TIMES8("]]") "]}", 0,
	  INVALID("21", "too many nested brackets") },
	/* What a tensor is */
	{ "{\"a\":1}", 0,
	  DAMAGED("a", "it must be an object of 'dtype', 'shape' and "
		       "'data_offsets'") },
	{ "{\"a\":null}", 0,
	  DAMAGED("a", "it must be an object of 'dtype', 'shape' and "
		       "'data_offsets'") },
	{ "{\"a\":{\"shape\":[],\"data_offsets\":[0,1]}}", 1,
	  DAMAGED("a", "'dtype' must be a string such as \"F32\"") },
	{ "{\"a\":{\"dtype\":\"U8\",\"data_offsets\":[0,1]}}", 1,
	  DAMAGED("a", "'shape' must be a list of sizes such as [2, 3], none negative") },
	{ "{\"a\":{\"dtype\":\"U8\",\"shape\":[]}}", 1,
	  DAMAGED("a", "'data_offsets' must be two integers such as [0, 8], none negative") },
	{ TENSOR("F31", "[1]", "[0,4]"), 4,
	  "tensor 'a': unknown type 'F31' (expected F32, BF16, I64, ...); convert it with the "
	  "program that wrote it" },
	{ TENSOR("f32", "[1]", "[0,4]"), 4,
	  "tensor 'a': unknown type 'f32' (expected F32, BF16, I64, ...); convert it with the "
	  "program that wrote it" },
#define NO_SHAPE DAMAGED("a", "'shape' must be a list of sizes such as [2, 3], none negative")
	{ TENSOR("F32", "[-1]", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "[-1,-1]", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "[1.0]", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "[1e0]", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "[true]", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "[\"1\"]", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "1", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "{}", "[0,4]"), 4, NO_SHAPE },
	{ TENSOR("F32", "[9223372036854775808]", "[0,4]"), 4,
	  INVALID("47", "too big integer near '9223372036854775808'") },
	{ TENSOR("F32", "[4611686018427387904]", "[0,4]"), 4,
	  DAMAGED("a", "'shape' is larger than the address space") },
	{ TENSOR("F32", "[4294967296,4294967296]", "[0,0]"), 0,
	  DAMAGED("a", "'shape' is larger than the address space") },
	{ TENSOR("F32", "[4294967296,4294967296,0]", "[0,0]"), 0,
	  DAMAGED("a", "'shape' is larger than the address space") },
	{ TENSOR("U8", "[" TIMES8(TIMES8("1,")) "1]", "[0,1]"), 1,
	  DAMAGED("a", "'shape' has 65 dimensions, but libtorch's limit is 64") },
#define NO_OFFSETS DAMAGED("a", "'data_offsets' must be two integers such as [0, 8], none negative")
	{ TENSOR("F32", "[1]", "[0]"), 4, NO_OFFSETS },
	{ TENSOR("F32", "[1]", "[0,4,8]"), 4, NO_OFFSETS },
	{ TENSOR("F32", "[1]", "[0,4.0]"), 4, NO_OFFSETS },
	{ TENSOR("F32", "[1]", "[-4,0]"), 4, NO_OFFSETS },
	{ TENSOR("F32", "[1]", "{\"0\":4}"), 4, NO_OFFSETS },
	{ TENSOR("F32", "[1]", "[4,0]"), 4, DAMAGED("a", "'data_offsets' [4, 0] are reversed") },
	{ TENSOR("F32", "[2]", "[0,4]"), 4,
	  DAMAGED("a", "'data_offsets' [0, 4] are 4 bytes, but type and shape need 8") },
	{ TENSOR("F32", "[0]", "[0,4]"), 4,
	  DAMAGED("a", "'data_offsets' [0, 4] are 4 bytes, but type and shape need 0") },
	{ TENSOR("F4", "[3]", "[0,1]"), 1,
	  DAMAGED("a", "elements of type F4 must fill whole bytes in the last dimension") },
	{ TENSOR("F4", "[2,1]", "[0,1]"), 1,
	  DAMAGED("a", "elements of type F4 must fill whole bytes in the last dimension") },
	{ TENSOR("F4", "[]", "[0,0]"), 0,
	  DAMAGED("a", "elements of type F4 must fill whole bytes in the last dimension") },
	/* All tensors together */
	{ TENSOR("F32", "[1]", "[0,4]"), 3,
	  "3 bytes follow its header, but its tensors have 4; the file is incomplete: fetch or "
	  "save it again" },
	{ TENSOR("F32", "[1]", "[0,4]"), 5,
	  "5 bytes follow its header, but its tensors have 4; the file is damaged: fetch or save "
	  "it again" },
	{ "{}", 1,
	  "1 bytes follow its header, but its tensors have 0; the file is damaged: fetch "
	  "or save it again" },
	{ TENSOR("U8", "[1]", "[9223372036854775806,9223372036854775807]"), 1,
	  DAMAGED("a", "its data begins at byte 9223372036854775806, but the preceding data ends "
		       "at 0") },
	{ TENSOR("U8", "[1099511627776]", "[0,1099511627776]"), 1,
	  "1 bytes follow its header, but its tensors have 1099511627776; the file is incomplete: "
	  "fetch or save it again" },
	{ "{\"a\":" INFO("U8", "[2]", "[0,2]") ",\"b\":" INFO("U8", "[2]", "[1,3]") "}", 3,
	  DAMAGED("b", "its data begins at byte 1, but the preceding data ends at 2") },
	{ "{\"a\":" INFO("U8", "[2]", "[0,2]") ",\"b\":" INFO("U8", "[2]", "[0,2]") "}", 2,
	  DAMAGED("b", "its data begins at byte 0, but the preceding data ends at 2") },
	{ "{\"a\":" INFO("U8", "[2]", "[0,2]") ",\"b\":" INFO("U8", "[2]", "[3,5]") "}", 5,
	  DAMAGED("b", "its data begins at byte 3, but the preceding data ends at 2") },
	{ "{\"a\":" INFO("U8", "[2]", "[0,2]") ",\"b\":" INFO("U8", "[0]", "[1,1]") "}", 2,
	  DAMAGED("b", "its data begins at byte 1, but the preceding data ends at 2") },
	{ "{\"a\":" INFO("U8", "[1]", "[0,1]") ",\"a\":" INFO("U8", "[1]", "[1,2]") "}", 2,
	  DAMAGED("a", "it appears twice") },
	{ "{\"a\":" INFO("U8", "[1]", "[0,1]") ",\"\\u0061\":" INFO("U8", "[1]", "[1,2]") "}", 2,
	  DAMAGED("a", "it appears twice") },
	{ "{\"\\u001b[31m\\n\":1}", 0,
	  DAMAGED("?[31m?", "it must be an object of 'dtype', 'shape' and 'data_offsets'") },
	/* Metadata */
	{ "{\"__metadata__\":1}", 0, INVALID("16", "it must begin with {") },
	{ "{\"__metadata__\":[]}", 0, INVALID("16", "it must begin with {") },
	{ "{\"__metadata__\":{\"a\":1}}", 0,
	  INVALID("21", "values of \"__metadata__\" must be strings") },
	{ "{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}", 0,
	  INVALID("28", "\"__metadata__\" has a duplicate key") },
	{ "{\"__metadata__\":{},\"__metadata__\":{}}", 0,
	  INVALID("34", "\"__metadata__\" appears twice") },
	{ "{\"__metadata__\":{\"a\":\"\x80\"}}", 0,
	  INVALID("21", "unable to decode byte 0x80 near '\"'") },
};

static void assert_refused(const char *file, size_t n, const char *what)
{
	ct_value tensors = ct_value_int(7);
	char message[400];

	snprintf(message, sizeof message, "ValueError: argument 1 (bytes): %s", what);
	FAILS(ct_safetensors_decode(file, (int64_t)n, NULL, &tensors), message);
	/* For a file, the message is the same, with the file's name. */
	put_file(st_path, file, n);
	snprintf(message, sizeof message, "ValueError: %s: %s", st_path, what);
	FAILS(ct_safetensors_load(st_path, NULL, &tensors), message);
	FAILS(ct_safetensors_load(st_path, &(ct_load_options){ .mmap = true }, &tensors), message);
	FAILS(ct_safetensors_metadata(st_path, &tensors), message);
	ck_assert_int_eq(tensors.i, 7);
}

START_TEST(headers_are_checked_strictly)
{
	size_t length;
	char *file = with_header(headers[_i].header, headers[_i].n, &length);

	assert_refused(file, length, headers[_i].message);
	free(file);
}
END_TEST

static const struct {
	unsigned char bytes[8];
	size_t n;
	const char *message;
} lengths[] = {
	{ { 0 }, 0, "not a safetensors file: it has only 0 bytes" },
	{ { 2 }, 7, "not a safetensors file: it has only 7 bytes" },
	{ { 0 }, 8, "not a safetensors file: its header does not begin with {" },
	{ { 1 },
	  8,
	  "it ends inside its header of 1 bytes; the file is incomplete or in another format: "
	  "fetch or save it again" },
	{ { 0x00, 0xe1, 0xf5, 0x05 },
	  8,
	  "it ends inside its header of 100000000 bytes; the file is incomplete or in another "
	  "format: fetch or save it again" },
	{ { 0x01, 0xe1, 0xf5, 0x05 },
	  8,
	  "not a safetensors file: its header would have 100000001 bytes, but the limit is "
	  "100000000" },
	{ { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff },
	  8,
	  "not a safetensors file: its header would have 18446744073709551615 bytes, but the limit "
	  "is 100000000" },
	{ { 'P', 'L', 3, 4, 0, 0, 8, 8 },
	  8,
	  "not a safetensors file: its header would have 578712552184433744 bytes, but the limit is "
	  "100000000" },
};

START_TEST(length_of_the_header_is_checked)
{
	assert_refused((const char *)lengths[_i].bytes, lengths[_i].n, lengths[_i].message);
}
END_TEST

START_TEST(wherever_a_file_ends_it_is_an_error)
{
	const json_t *of_case = json_array_get(st_cases, 3);
	ct_value tensors;
	unsigned char *file;
	size_t n;

	file = from_hex(expected_text(of_case, "file"), &n);
	for (size_t i = 0; i < n; i++) {
		/* Memory of exactly this length, so that a sanitizer can detect overruns. */
		unsigned char *cut = malloc(i ? i : 1);

		MUST(cut);
		memcpy(cut, file, i);
		FAILS_WITH(ct_safetensors_decode(cut, (int64_t)i, NULL, &tensors), CT_ERROR_VALUE,
			   i < 8        ? "it has only"
			   : i < n - 64 ? "it ends inside its header"
					: "; the file is incomplete");
		free(cut);
	}
	free(file);
}
END_TEST

/* Changes each byte of a small file in turn: the result is always a dict or an error. */
START_TEST(no_byte_does_harm)
{
	const unsigned char bytes[] = { 0, 0xff, '"', '9', '}', '{', '\\', '-' };
	int dicts = 0, errors = 0;
	unsigned char *file;
	size_t n;

	file = from_hex(expected_text(json_array_get(st_cases, 0), "file"), &n);
	for (size_t i = 0; i < n; i++) {
		const unsigned char was = file[i];

		for (size_t j = 0; j < LENGTH(bytes); j++) {
			ct_error error;
			ct_value dict;

			file[i] = bytes[j];
			error = ct_safetensors_decode(file, (int64_t)n, NULL, &dict);
			if (error == NULL)
				ct_value_free(&dict);
			*(error ? &errors : &dicts) += 1;
			ct_error_free(error);
		}
		file[i] = was;
	}
	ck_assert_int_gt(dicts, 0);
	ck_assert_int_gt(errors, 300);
	free(file);
}
END_TEST

START_TEST(bool_that_is_none_is_refused)
{
	size_t length;
	char *file = with_header(TENSOR("BOOL", "[3]", "[0,3]"), 3, &length);
	ct_value tensors = ct_value_int(7);
	char message[200];

	file[length - 1] = 2;
	put_file(st_path, file, length);
	snprintf(message, sizeof message,
		 "ValueError: %s: tensor 'a': element 2 is 2, a bool must be 0 or 1; the file is "
		 "damaged: fetch or save it again",
		 st_path);
	FAILS(ct_safetensors_load(st_path, NULL, &tensors), message);
	FAILS(ct_safetensors_load(st_path, &(ct_load_options){ .mmap = true }, &tensors), message);
	ck_assert_int_eq(tensors.i, 7);
	free(file);
}
END_TEST

/* A header of brackets, which would take jansson 50 times its own size and much stack. */
START_TEST(hostile_header_takes_little_memory)
{
	const size_t n = 30000000;
	char *header = malloc(n + 1);
	struct rusage before, after;
	ct_value tensors;

	MUST(header);
	memset(header, '[', n);
	for (size_t i = 1; i < n; i += 3)
		memcpy(header + i, "[],", i + 3 <= n ? 3 : 0);
	memcpy(header, "{\"a\":{\"shape\":[", 15);
	memcpy(header + n - 5, "0]}}", 5);
	put_header(st_path, header, 0);
	getrusage(RUSAGE_SELF, &before);
	FAILS_WITH(ct_safetensors_load(st_path, NULL, &tensors), CT_ERROR_VALUE,
		   "bytes, but the limit is 65536");
	getrusage(RUSAGE_SELF, &after);
	ck_assert_int_lt(after.ru_maxrss - before.ru_maxrss, 3 * (long)n / 1024);
	free(header);
}
END_TEST

static void *load_deep(void *context)
{
	static char header[40010] = "{\"a\":";
	ct_value tensors;

	(void)context;
	memset(header + 5, '[', 20000);
	memset(header + 20005, ']', 20000);
	put_header(st_path, header, 0);
	FAILS_WITH(ct_safetensors_load(st_path, NULL, &tensors), CT_ERROR_VALUE,
		   "too many nested brackets");
	return NULL;
}

START_TEST(deep_nesting_needs_no_stack)
{
	run_on_small_stack(load_deep, NULL);
}
END_TEST

START_TEST(what_is_no_file_is_refused)
{
	ct_value tensors = ct_value_int(7);
	char message[300];

	snprintf(message, sizeof message, "RuntimeError: %s: opening it: No such file or directory",
		 st_path);
	FAILS(ct_safetensors_load(st_path, NULL, &tensors), message);
	FAILS(ct_safetensors_metadata(st_path, &tensors), message);
	FAILS(ct_safetensors_load("/dev/zero", NULL, &tensors),
	      "ArgumentError: ct_safetensors_load: argument 1 (path): /dev/zero is not a regular "
	      "file");
	snprintf(message, sizeof message,
		 "ValueError: %s: the folder has neither model.safetensors.index.json nor "
		 "model.safetensors; pass the path of the file",
		 st_folder);
	FAILS(ct_safetensors_load(st_folder, NULL, &tensors), message);
	MUST(mkfifo(st_path, 0600) == 0); /* which has no writer */
	FAILS_WITH(ct_safetensors_load(st_path, NULL, &tensors), CT_ERROR_ARGUMENT,
		   "is not a regular file");
	ck_assert_int_eq(tensors.i, 7);
}
END_TEST

START_TEST(missing_arguments_are_named)
{
	ct_value tensors;

	FAILS(ct_safetensors_load(NULL, NULL, &tensors),
	      "ArgumentError: ct_safetensors_load: argument 1 (path) must not be NULL");
	FAILS(ct_safetensors_load("x", NULL, NULL),
	      "ArgumentError: ct_safetensors_load: argument 3 (result) must not be NULL");
	FAILS(ct_safetensors_metadata(NULL, &tensors),
	      "ArgumentError: ct_safetensors_metadata: argument 1 (path) must not be NULL");
	FAILS(ct_safetensors_metadata("x", NULL),
	      "ArgumentError: ct_safetensors_metadata: argument 2 (result) must not be NULL");
	FAILS(ct_safetensors_decode(NULL, 1, NULL, &tensors),
	      "ArgumentError: ct_safetensors_decode: argument 1 (bytes) must not be NULL");
	FAILS(ct_safetensors_decode("", -1, NULL, &tensors),
	      "ArgumentError: ct_safetensors_decode: argument 2 (nbytes) must not be negative");
	FAILS(ct_safetensors_decode(NULL, 0, NULL, &tensors),
	      "ValueError: argument 1 (bytes): not a safetensors file: it has only 0 bytes");
	FAILS(ct_safetensors_decode("", 0, NULL, NULL),
	      "ArgumentError: ct_safetensors_decode: argument 4 (result) must not be NULL");
}
END_TEST

Suite *wrong_suite(void)
{
	Suite *suite = suite_create("safetensors that are wrong");
	TCase *tests = tests_of("safetensors that are wrong");

	tcase_add_checked_fixture(tests, make_st_folder, remove_st_folder);
	tcase_add_loop_test(tests, headers_are_checked_strictly, 0, (int)LENGTH(headers));
	tcase_add_loop_test(tests, length_of_the_header_is_checked, 0, (int)LENGTH(lengths));
	tcase_add_test(tests, wherever_a_file_ends_it_is_an_error);
	tcase_add_test(tests, no_byte_does_harm);
	tcase_add_test(tests, bool_that_is_none_is_refused);
	tcase_add_test(tests, hostile_header_takes_little_memory);
	tcase_add_test(tests, deep_nesting_needs_no_stack);
	tcase_add_test(tests, what_is_no_file_is_refused);
	tcase_add_test(tests, missing_arguments_are_named);
	suite_add_tcase(suite, tests);
	return suite;
}
