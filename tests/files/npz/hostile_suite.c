/*
 * Valid zip archives whose entries are wrong, or made to do harm.
 */
#define _GNU_SOURCE
#include <sys/stat.h>

#include "archive.h"
#include "support.h"

#define ENTRY "'a.npy': "
#define ZIP "not a valid zip archive: "
#define NOT_NUMPYS ENTRY "its header is not NumPy's: "
#define HEADER(descr, shape) "{'descr': " descr ", 'fortran_order': False, 'shape': " shape ", }"

/* --- Arrays ---------------------------------------------------------------------------------- */

/* The header, how many zero bytes follow it, and what is wrong. */
static const struct {
	const char *header;
	size_t n;
	const char *message;
} headers[] = {
	{ HEADER("'|O'", "(1,)"), 8,
	  ENTRY "its elements are of type '|O': Python objects, stored as a pickle: a pickle "
		"can execute any code and is never read" },
	{ HEADER("'<U2'", "(1,)"), 8, ENTRY "its elements are of type '<U2': texts" },
	{ HEADER("[('x', '<f4')]", "(1,)"), 4,
	  ENTRY "it is a structured array; save each field as a separate array" },
	{ HEADER("'<q4'", "(1,)"), 4, ENTRY "its elements are of type '<q4', which is unknown" },
	{ HEADER("'<f4'", "(3,)"), 8, ENTRY "it has 75 bytes, but header and elements need 79" },
	{ HEADER("'<f4'", "(2, 1099511627776)"), 8,
	  ENTRY "it has 89 bytes, but header and elements need 8796093022289" },
	{ HEADER("'<f4'", "(4611686018427387904,)"), 8,
	  NOT_NUMPYS "'shape' is larger than the address space" },
	{ HEADER("'<f4'", "(4294967296, 4294967296, 0)"), 8,
	  NOT_NUMPYS "'shape' is larger than the address space" },
	{ HEADER("'<f4'", "(-1,)"), 8,
	  NOT_NUMPYS "'shape' must be a tuple of sizes such as (2, 3)" },
	{ HEADER("'|b1'", "(2,)") " ", 1,
	  ENTRY "it has 69 bytes, but header and elements need 70" },
	{ "{'descr': '<f4'}", 8, NOT_NUMPYS "'fortran_order' is missing" },
	{ "", 8, NOT_NUMPYS "it must begin with {" },
	{ "__import__('os')", 8, NOT_NUMPYS "it must begin with {" },
};

START_TEST(headers_are_checked)
{
	size_t n;
	unsigned char zeros[8] = { 0 },
		      *npy = make_npy(headers[_i].header, zeros, headers[_i].n, &n);

	for (int deflated = 0; deflated < 2; deflated++) {
		put_entry(npy, n, deflated);
		assert_refused(headers[_i].message);
	}
	free(npy);
}
END_TEST

/* The entry's bytes. */
static const struct {
	const char *bytes;
	size_t n;
	const char *message;
} beginnings[] = {
	{ "\x93NUMPY", 6, ENTRY "not a .npy file: it does not begin with \\x93NUMPY" },
	{ "\x93NUMPY\1\0\1", 9, ENTRY "not a .npy file: it does not begin with \\x93NUMPY" },
	{ "\x93NUMPY\1\0\1\0", 10, ENTRY "it ends inside its header" },
	{ "\x93NUMPY\2\0\1\0\0", 11, ENTRY "it ends inside its header" },
	{ "\x93NUMPY\1\0\xff\xff{}", 12,
	  ENTRY "its header has 65535 bytes, but the limit is 10000" },
	{ "\x93NUMPY\2\0\xff\xff\xff\x7f", 12,
	  ENTRY "its header has 2147483647 bytes, but the limit is 10000" },
	{ "\x93NUMPY\3\0\xff\xff\xff\xff", 12,
	  ENTRY "its header has 4294967295 bytes, but the limit is 10000" },
	{ "\x93NUMPY\4\0\1\0\0\0", 12, ENTRY "unknown format 4.0 (expected 1.0, 2.0 or 3.0)" },
};

START_TEST(beginnings_are_checked)
{
	put_entry(beginnings[_i].bytes, beginnings[_i].n, 0);
	assert_refused(beginnings[_i].message);
}
END_TEST

START_TEST(bool_that_is_none_is_refused)
{
	size_t n;
	/* 74 bytes and the local header of 35: bools need no alignment and are mapped. */
	unsigned char *npy = make_npy(HEADER("'|b1'", "(3,)"), "\0\1\2", 3, &n);

	put_entry(npy, n, 0);
	assert_refused(ENTRY "element 2 is 2, a bool must be 0 or 1");
	free(npy);
}
END_TEST

/* --- Names ----------------------------------------------------------------------------------- */

static void put_named(const char *first, const char *second)
{
	const struct part parts[] = { { first, "1", 1, 0 }, { second, "2", 1, 0 } };
	struct archive archive = make_archive(parts, 2);

	put_file(npz_path, archive.bytes, archive.n);
	free(archive.bytes);
}

START_TEST(ambiguous_names_are_refused)
{
	put_named("a.npy", "a.npy");
	assert_refused(ZIP "two entries are named 'a.npy'");
	put_named("a", "a.npy");
	assert_refused(ENTRY "another entry has the same name (with or without .npy)");
	put_named("a.npy", "a");
	assert_refused("'a': another entry has the same name (with or without .npy)");
	put_named("a.npy", "\xff\xfe.npy");
	assert_refused("'\xff\xfe.npy': its name is not UTF-8");
}
END_TEST

START_TEST(control_characters_of_names_are_not_shown)
{
	const struct part part = { "\x1b[31m\n.npy", "\x93NUMPY", 6, 0 };
	struct archive archive = make_archive(&part, 1);

	put_file(npz_path, archive.bytes, archive.n);
	assert_refused("'?[31m?.npy': not a .npy file: it does not begin with \\x93NUMPY");
	free(archive.bytes);
}
END_TEST

/* --- Compressed entries ---------------------------------------------------------------------- */

/* An archive of an array of `numel` bytes, compressed; the header is of one digit more or less. */
static struct archive make_compressed(size_t numel)
{
	unsigned char *zeros = calloc(1, numel + 1), *npy;
	struct archive archive;
	char header[100];
	size_t n;

	MUST(zeros);
	snprintf(header, sizeof header, HEADER("'|u1'", "(%zu,)"), numel);
	npy = make_npy(header, zeros, numel, &n);
	archive = make_archive(&(struct part){ "a.npy", npy, n, 1 }, 1);
	free(npy);
	free(zeros);
	return archive;
}

/* Writes the size of the entry in both places. */
static void claim(struct archive *archive, size_t at, uint64_t size)
{
	put_number(archive->bytes + archive->local[0] + at, size, 4);
	put_number(archive->bytes + archive->central[0] + at + 2, size, 4);
	put_file(npz_path, archive->bytes, archive->n);
}

enum { STORED_SIZE = 18, SIZE = 22 };

START_TEST(compressed_bytes_are_checked)
{
	struct archive archive = make_compressed(1000);
	const size_t stored = archive.central[0] - archive.data[0];
	const uint64_t size = 1000 + 10 + strlen(HEADER("'|u1'", "(1000,)"));

	claim(&archive, SIZE, size + 1);
	assert_refused(ZIP "the compressed bytes of 'a.npy' are damaged");
	claim(&archive, SIZE, size - 1);
	assert_refused(ENTRY "it has 1069 bytes, but header and elements need 1070");
	claim(&archive, SIZE, size);
	claim(&archive, STORED_SIZE, stored - 1);
	assert_refused(ZIP "the compressed bytes of 'a.npy' are damaged");
	claim(&archive, STORED_SIZE, stored);
	archive.bytes[archive.data[0]] = 7; /* a kind of block that does not exist */
	put_file(npz_path, archive.bytes, archive.n);
	assert_refused(ZIP "the compressed bytes of 'a.npy' are damaged");
	free(archive.bytes);
}
END_TEST

/* More bytes follow than the entry should have: its checksum cannot be reached. */
START_TEST(bytes_after_the_entry_are_not_read)
{
	struct archive archive = make_compressed(1000);
	char header[100];
	size_t n;
	unsigned char *npy;

	snprintf(header, sizeof header, HEADER("'|u1'", "(%d,)"), 10);
	npy = make_npy(header, "0123456789", 10, &n);
	free(archive.bytes);
	archive = make_archive(&(struct part){ "a.npy", npy, n, 1 }, 1);
	claim(&archive, SIZE, n - 10);
	assert_refused(ENTRY "it has 68 bytes, but header and elements need 78");
	free(archive.bytes);
	free(npy);
}
END_TEST

START_TEST(entry_that_claims_to_grow_without_limit_is_refused)
{
	struct archive archive = make_compressed(1000);
	const unsigned long long stored = archive.central[0] - archive.data[0];
	char message[200];

	claim(&archive, SIZE, 0x7fffffff);
	snprintf(message, sizeof message,
		 ZIP "'a.npy' is too small to decompress to 2147483647 bytes");
	assert_refused(message);
	claim(&archive, SIZE, 1032 * stored + 65);
	snprintf(message, sizeof message, ZIP "'a.npy' is too small to decompress to %llu bytes",
		 1032 * stored + 65);
	assert_refused(message);
	free(archive.bytes);
}
END_TEST

/* Megabytes of zeros in kilobytes are an array like others; for the meta device they stay compressed,
 * so that it does not notice that a byte among them is wrong. */
START_TEST(compressed_zeros_are_unpacked_only_when_read)
{
	const ct_load_options options = { .map_location = { CT_DEVICE_TYPE_META, -1 } };
	struct archive archive = make_compressed(3000000);
	const size_t middle = (archive.data[0] + archive.central[0]) / 2;
	ct_value arrays;

	put_file(npz_path, archive.bytes, archive.n);
	OK(ct_npz_load(npz_path, NULL, &arrays));
	ck_assert_int_eq(ct_tensor_numel(tensor_named(&arrays, "a")), 3000000);
	ct_value_free(&arrays);
	archive.bytes[middle] ^= 0xff;
	put_file(npz_path, archive.bytes, archive.n);
	free(archive.bytes);
	assert_refused(ZIP "the compressed bytes of 'a.npy' are damaged");
	OK(ct_npz_load(npz_path, &options, &arrays));
	ck_assert_int_eq(ct_tensor_numel(tensor_named(&arrays, "a")), 3000000);
	ct_value_free(&arrays);
}
END_TEST

/* What headers claim (8 GB here) is not allocated: neither entries, nor names, nor elements. */
START_TEST(hostile_sizes_take_no_memory)
{
	struct archive archive = make_two();
	ct_value arrays;
	size_t n;
	unsigned char *npy;

	limit_memory(1 << 30);
	put_number(archive.bytes + archive.end + 8, 0xffffffff, 4);
	put_file(npz_path, archive.bytes, archive.n);
	FAILS_WITH(ct_npz_load(npz_path, NULL, &arrays), CT_ERROR_VALUE, "too small for 65535");
	npy = make_npy(HEADER("'<f8'", "(1000000000,)"), "", 0, &n);
	for (int deflated = 0; deflated < 2; deflated++) {
		put_entry(npy, n, deflated);
		FAILS_WITH(ct_npz_load(npz_path, NULL, &arrays), CT_ERROR_VALUE,
			   "header and elements need 8000000076");
	}
	end_memory_limit();
	free(npy);
	free(archive.bytes);
}
END_TEST

/* --- Other files ----------------------------------------------------------------------------- */

START_TEST(other_files_are_refused)
{
	ct_value arrays = ct_value_int(7);
	char message[300];
	size_t n;
	unsigned char *npy;

	snprintf(message, sizeof message, "RuntimeError: %s: opening it: No such file or directory",
		 npz_path);
	FAILS(ct_npz_load(npz_path, NULL, &arrays), message);
	put_text(npz_path, "");
	assert_refused(ZIP "it has no end record; the file may be cut off");
	put_text(npz_path, "PK");
	assert_refused(ZIP "it has no end record; the file may be cut off");
	npy = make_npy(FLOATS, "12345678", 8, &n);
	put_file(npz_path, npy, n);
	assert_refused(
		"not an .npz archive, but a .npy file, of one array (it begins with 93 4e 55 4d 50 "
		"59 01 00); use ct_npy_load()");
	free(npy);
	FAILS(ct_npz_load("/dev/zero", NULL, &arrays),
	      "ArgumentError: ct_npz_load: argument 1 (path): /dev/zero is not a regular file");
	FAILS(ct_npz_load(NULL, NULL, &arrays),
	      "ArgumentError: ct_npz_load: argument 1 (path) must not be NULL");
	FAILS(ct_npz_load("x", NULL, NULL),
	      "ArgumentError: ct_npz_load: argument 3 (result) must not be NULL");
	ck_assert_int_eq(arrays.i, 7);
}
END_TEST

Suite *hostile_suite(void)
{
	Suite *suite = suite_create("npz that are hostile");
	TCase *tests = tests_of("npz that are hostile");

	tcase_add_checked_fixture(tests, make_npz_folder, remove_npz_folder);
	tcase_add_loop_test(tests, headers_are_checked, 0, (int)LENGTH(headers));
	tcase_add_loop_test(tests, beginnings_are_checked, 0, (int)LENGTH(beginnings));
	tcase_add_test(tests, bool_that_is_none_is_refused);
	tcase_add_test(tests, ambiguous_names_are_refused);
	tcase_add_test(tests, control_characters_of_names_are_not_shown);
	tcase_add_test(tests, compressed_bytes_are_checked);
	tcase_add_test(tests, bytes_after_the_entry_are_not_read);
	tcase_add_test(tests, entry_that_claims_to_grow_without_limit_is_refused);
	tcase_add_test(tests, compressed_zeros_are_unpacked_only_when_read);
	tcase_add_test(tests, hostile_sizes_take_no_memory);
	tcase_add_test(tests, other_files_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
