/*
 * Files of torch.save() whose zip archive is damaged or made to do harm: compressed bytes, the
 * records of zip64, the end, and every bit.
 */
#include "hostile.h"

#define ZIP "not a valid zip archive: "
#define WORDS "} 'w' " TENSOR "s ."

/* The entries of begin_checkpoint(). */
enum { PICKLE, VERSION, FLOATS };

/* --- Compressed entries ----------------------------------------------------------------------- */

static void begin_compressed(struct archive *archive)
{
	struct bytes pickle = { 0 };

	add_pickle(&pickle, WORDS);
	add_deflated(archive, "a/data.pkl", pickle.data, pickle.n);
	add_text_entry(archive, "a/version", "3\n");
	add_deflated(archive, "a/data/0", one_to_four, sizeof one_to_four);
	free_bytes(&pickle);
}

static void set_both(struct archive *archive, int entry, int local, int central, int64_t more_by)
{
	const size_t at[] = { archive->local[entry] + (size_t)local,
			      archive->central[entry] + (size_t)central };

	for (int i = 0; i < 2; i++) {
		uint32_t number;

		memcpy(&number, archive->file.data + at[i], 4);
		set_number(&archive->file, at[i], (uint64_t)(number + more_by), 4);
	}
}

START_TEST(compressed_entries_are_read_whole)
{
	static const struct {
		int local, central;
		int64_t more_by;
		const char *message;
	} lies[] = {
		{ LOCAL_STORED, CENTRAL_STORED, -1,
		  ZIP "the compressed bytes of 'a/data.pkl' are damaged" },
		{ LOCAL_STORED, CENTRAL_STORED, -20,
		  ZIP "the compressed bytes of 'a/data.pkl' are damaged" },
		{ LOCAL_SIZE, CENTRAL_SIZE, -1,
		  ZIP "the compressed bytes of 'a/data.pkl' are damaged" },
		{ LOCAL_SIZE, CENTRAL_SIZE, 1,
		  ZIP "the compressed bytes of 'a/data.pkl' are damaged" },
		{ LOCAL_SIZE, CENTRAL_SIZE, 100000,
		  ZIP "the compressed bytes of 'a/data.pkl' are damaged" },
		{ LOCAL_CRC, CENTRAL_CRC, 1,
		  ZIP "the checksum of 'a/data.pkl' is wrong; the file is damaged" },
	};
	struct archive archive = { 0 };

	begin_compressed(&archive);
	end_archive(&archive);
	assert_file_loads(&archive.file, "compressed entries");
	free_archive(&archive);
	for (size_t i = 0; i < LENGTH(lies); i++) {
		archive = (struct archive){ 0 };
		begin_compressed(&archive);
		end_archive(&archive);
		set_both(&archive, PICKLE, lies[i].local, lies[i].central, lies[i].more_by);
		assert_file_refused(&archive.file, "ValueError", lies[i].message,
				    "compressed entries that lie");
		free_archive(&archive);
	}
}
END_TEST

/* --- zip64 ------------------------------------------------------------------------------------ */

enum { END64 = 56 + 20, LOCATOR = 20 }; /* before the end record */

/* A field of the record, or of its locator, before the end record. */
static const struct {
	int before, size;
	uint64_t value;
	const char *message;
} fields64[] = {
	{ END64, 4, 0, ZIP "its zip64 record is damaged" },
	{ END64 - 4, 8, 45, ZIP "its zip64 record is damaged" },
	{ END64 - 4, 8, UINT64_MAX, ZIP "its zip64 record is damaged" },
	{ END64 - 16, 4, 1, ZIP "it is spread over several disks" },
	{ END64 - 24, 8, 4, ZIP "it is spread over several disks" },
	{ END64 - 32, 8, 4, ZIP "it is spread over several disks" },
	{ END64 - 40, 8, 0, ZIP "its two end records differ" },
	{ END64 - 40, 8, UINT64_MAX, ZIP "its two end records differ" },
	{ END64 - 48, 8, 0, ZIP "its two end records differ" },
	{ LOCATOR - 4, 4, 1, ZIP "it is spread over several disks" },
	{ LOCATOR - 8, 8, 0, ZIP "its zip64 record is not at the expected offset" },
	{ LOCATOR - 8, 8, UINT64_MAX, ZIP "its zip64 record is not at the expected offset" },
	{ LOCATOR - 16, 4, 2, ZIP "it is spread over several disks" },
};

START_TEST(zip64_record_that_lies_is_found)
{
	struct archive archive = { 0 };
	char what[80];

	begin_checkpoint(&archive, WORDS);
	end_archive64(&archive);
	assert_file_loads(&archive.file, "zip64");
	set_number(&archive.file, archive.end - (size_t)fields64[_i].before, fields64[_i].value,
		   fields64[_i].size);
	snprintf(what, sizeof what, "zip64, %d bytes before the end record", fields64[_i].before);
	assert_file_refused(&archive.file, "ValueError", fields64[_i].message, what);
	free_archive(&archive);
}
END_TEST

/* The old record may leave a number to that of zip64. */
START_TEST(zip64_numbers_are_checked)
{
	static const struct {
		int before, field, size;
		uint64_t value;
		const char *message;
	} lies[] = {
		{ END64 - 24, END_LEN, 2, UINT64_MAX / 2,
		  ZIP "its directory is too small for 9223372036854775807 entries" },
		{ END64 - 40, END_SIZE, 4, UINT64_MAX,
		  ZIP "its directory does not end where its end record begins" },
		{ END64 - 48, END_AT, 4, UINT64_MAX,
		  ZIP "its directory does not end where its end record begins" },
		{ END64 - 48, END_AT, 4, 0,
		  ZIP "its directory does not end where its end record begins" },
	};

	for (size_t i = 0; i < LENGTH(lies); i++) {
		struct archive archive = { 0 };

		begin_checkpoint(&archive, WORDS);
		end_archive64(&archive);
		set_number(&archive.file, archive.end + (size_t)lies[i].field, UINT32_MAX,
			   lies[i].size);
		if (lies[i].field == END_LEN) {
			set_number(&archive.file, archive.end + END_LEN_HERE, UINT32_MAX, 4);
			set_number(&archive.file, archive.end - END64 + 32, lies[i].value, 8);
		}
		set_number(&archive.file, archive.end - (size_t)lies[i].before, lies[i].value, 8);
		assert_file_refused(&archive.file, "ValueError", lies[i].message, "zip64");
		free_archive(&archive);
	}
}
END_TEST

/* Sizes and positions of an entry in an extra field. */
START_TEST(extra_fields_are_checked)
{
	static const struct {
		int kind, n;
		uint64_t values[3];
		const char *message;
	} extras[] = {
		{ 1, 24, { 16, 16, 0 }, ZIP "'a/data/0' has another name in its own header" },
		{ 1, 24, { 17, 16, 0 }, ZIP "'a/data/0' is not compressed but has two sizes" },
		{ 1,
		  24,
		  { UINT64_MAX, UINT64_MAX, 0 },
		  ZIP "'a/data/0' is larger than the archive" },
		{ 1, 24, { 16, 16, UINT64_MAX }, ZIP "'a/data/0' begins after the entries" },
		{ 1, 16, { 16, 16, 0 }, ZIP "the extra fields of 'a/data/0' are damaged" },
		{ 2, 24, { 16, 16, 0 }, ZIP "the extra fields of 'a/data/0' are damaged" },
		{ 1, 25, { 16, 16, 0 }, ZIP "the extra fields of 'a/data/0' are damaged" },
	};

	for (size_t i = 0; i < LENGTH(extras); i++) {
		struct archive archive = { 0 };
		struct bytes *extra = &archive.entries[FLOATS].extra;
		size_t at;

		begin_checkpoint(&archive, WORDS);
		add_number(extra, (uint64_t)extras[i].kind, 2);
		add_number(extra, (uint64_t)extras[i].n, 2);
		for (int j = 0; j < 3; j++)
			add_number(extra, extras[i].values[j], 8);
		end_archive(&archive);
		at = archive.central[FLOATS];
		set_number(&archive.file, at + CENTRAL_STORED, UINT64_MAX, 8);
		set_number(&archive.file, at + CENTRAL_HEADER, UINT32_MAX, 4);
		assert_file_refused(&archive.file, "ValueError", extras[i].message,
				    "an extra field");
		if (extras[i].n == 24 && i == 0) {
			set_number(&archive.file, at + CENTRAL_TEXT + strlen("a/data/0") + 20,
				   archive.local[FLOATS], 8);
			assert_file_loads(&archive.file, "an extra field");
		}
		free_archive(&archive);
	}
}
END_TEST

/* Sizes in the entry's own header: another reader may know only these. */
START_TEST(extra_fields_before_the_bytes_are_checked)
{
	struct archive archive = { 0 };
	size_t at, extra;

	make_checkpoint(&archive, WORDS);
	at = archive.local[FLOATS] + LOCAL_STORED;
	set_number(&archive.file, at, UINT64_MAX, 8);
	assert_file_refused(&archive.file, "ValueError",
			    ZIP "the extra fields of 'a/data/0' are damaged",
			    "sizes in an extra field that is not there");
	at = archive.local[FLOATS] + LOCAL_TEXT + strlen("a/data/0");
	extra = archive.data[FLOATS] - at;
	set_number(&archive.file, at, 1 | 16 << 16, 4);
	set_number(&archive.file, at + 4, 16, 8);
	set_number(&archive.file, at + 12, 16, 8);
	set_number(&archive.file, at + 20, 'F' | 'B' << 8 | (extra - 24) << 16, 4);
	assert_file_loads(&archive.file, "sizes in an extra field");
	set_number(&archive.file, at + 12, 17, 8);
	assert_file_refused(&archive.file, "ValueError",
			    ZIP "'a/data/0' has another size or checksum in its own header",
			    "another size in an extra field");
	free_archive(&archive);
}
END_TEST

/* --- The end ---------------------------------------------------------------------------------- */

START_TEST(comment_is_no_place_for_another_directory)
{
	static const char end[] = "PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"; /* and a NUL */
	struct archive archive = { 0 };

	make_checkpoint(&archive, WORDS);
	set_number(&archive.file, archive.end + END_COMMENT, 5, 2);
	add_bytes(&archive.file, "hello", 5);
	assert_file_loads(&archive.file, "a comment");
	set_number(&archive.file, archive.end + END_COMMENT, 5 + sizeof end, 2);
	add_bytes(&archive.file, end, sizeof end);
	assert_file_refused(&archive.file, "ValueError", ZIP "it has two end records",
			    "a comment with an end record");
	add_bytes(&archive.file, "x", 1);
	assert_file_refused(&archive.file, "ValueError",
			    ZIP "it has no end record; the file may be cut off",
			    "a byte after the end");
	free_archive(&archive);
}
END_TEST

#define NOT_SAVED "not a file of torch.save(), safetensors, .npz or .npy, but "
#define UNKNOWN(bytes)                                                                     \
	"unknown file format: expected a file of torch.save(), safetensors, .npz or .npy " \
	"(it begins with " bytes ")"
#define PICKLE                                                                                \
	NOT_SAVED                                                                             \
	"a plain pickle of Python (it begins with 80 02 7d 2e); only pickles from "           \
	"torch.save() can be read: in Python, load it and save its arrays with torch.save() " \
	"or numpy.savez(); for a whole model, save net.state_dict()"

START_TEST(wherever_an_archive_ends_it_is_an_error)
{
	static const char *const shortest[] = { "", UNKNOWN("50"), UNKNOWN("50 4b"),
						UNKNOWN("50 4b 03") };
	struct archive archive = { 0 };
	char what[40];

	make_checkpoint(&archive, WORDS);
	for (size_t i = 0; i < archive.file.n; i++) {
		/* Memory of exactly this length, so that a sanitizer can detect overruns. */
		snprintf(what, sizeof what, "the first %zu bytes", i);
		assert_file_refused(&(struct bytes){ archive.file.data, i, 0 }, "ValueError",
				    i == 0  ? "the file is empty"
				    : i < 4 ? shortest[i]
					    : ZIP "it has no end record; the file may be cut off",
				    what);
	}
	free_archive(&archive);
}
END_TEST

START_TEST(what_begins_otherwise_is_refused)
{
	static const char *const files[][2] = {
		{ "PK", UNKNOWN("50 4b") },
		{ "x", UNKNOWN("78") },
		{ "\x80\2}.", PICKLE },
		{ "\x93NUMP", UNKNOWN("93 4e 55 4d 50") },
		{ "\x89HDF", UNKNOWN("89 48 44 46") },
		{ "#!/bin/sh\nid\n", UNKNOWN("'#!/bin/sh'") },
	};
	struct archive archive = { 0 };

	for (size_t i = 0; i < LENGTH(files); i++)
		assert_file_refused(
			&(struct bytes){ (unsigned char *)files[i][0], strlen(files[i][0]), 0 },
			"ValueError", files[i][1], files[i][0]);
	/* An archive without entries is NumPy's. */
	assert_file_refused(&(struct bytes){ (unsigned char *)"PK\5\6", 4, 0 }, "ValueError",
			    ZIP "it has no end record; the file may be cut off", "a cut .npz");
	/* Python's zipfile finds the archive after other bytes; then there are two files in one. */
	add_bytes(&archive.file, "\x80\2}.", 4);
	make_checkpoint(&archive, WORDS);
	assert_file_refused(
		&archive.file, "ValueError",
		NOT_SAVED
		"a plain pickle of Python (it begins with 80 02 7d 2e 50 4b 03 04); only pickles "
		"from torch.save() can be read: in Python, load it and save its arrays with "
		"torch.save() or numpy.savez(); for a whole model, save net.state_dict()",
		"bytes before an archive");
	free_archive(&archive);
}
END_TEST

/* Each bit is either covered by a checksum, or compared with another header, or it says nothing
 * about the values: times, versions, attributes, names of entries that the pickle does not use. A
 * mapping compares no checksums of elements, so that it is left out. */
START_TEST(no_bit_changes_the_values)
{
	int loaded = 0, refused = 0;
	struct archive archive = { 0 };
	ct_value result;

	make_checkpoint(&archive, WORDS);
	for (size_t i = 0; i < 8 * archive.file.n; i++) {
		char what[40];
		ct_error error;

		archive.file.data[i / 8] ^= (unsigned char)(1 << i % 8);
		put_bytes(&archive.file);
		error = ct_load(hostile_path, NULL, &result);
		if (error) {
			ck_assert_msg(ct_error_class_of(error) == CT_ERROR_VALUE, "bit %zu: %s", i,
				      error);
			refused++;
		} else {
			ct_value_free(&result);
			snprintf(what, sizeof what, "bit %zu inverted", i);
			assert_file_loads(&archive.file, what);
			loaded++;
		}
		ct_error_free(error);
		archive.file.data[i / 8] ^= (unsigned char)(1 << i % 8);
	}
	ck_assert_int_gt(loaded, 500);
	ck_assert_int_gt(refused, 3000);
	free_archive(&archive);
}
END_TEST

Suite *wrong_zip_end_suite(void)
{
	Suite *suite = suite_create("archives that are wrong at their end");
	TCase *tests = tests_of("archives that are wrong at their end");

	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, compressed_entries_are_read_whole);
	tcase_add_loop_test(tests, zip64_record_that_lies_is_found, 0, (int)LENGTH(fields64));
	tcase_add_test(tests, zip64_numbers_are_checked);
	tcase_add_test(tests, extra_fields_are_checked);
	tcase_add_test(tests, extra_fields_before_the_bytes_are_checked);
	tcase_add_test(tests, comment_is_no_place_for_another_directory);
	tcase_add_test(tests, wherever_an_archive_ends_it_is_an_error);
	tcase_add_test(tests, what_begins_otherwise_is_refused);
	tcase_add_test(tests, no_bit_changes_the_values);
	suite_add_tcase(suite, tests);
	return suite;
}
