/*
 * Files of torch.save() whose zip archive is damaged or made to do harm: headers that lie or
 * differ, entries that another reader would find elsewhere, compressed bytes.
 */
#include <ctorch/files/file.h>

#include "hostile.h"

#define ZIP "not a valid zip archive: "
#define CHECKPOINT "not a valid checkpoint: "
#define WORDS "} 'w' " TENSOR "s ."

/* --- One field -------------------------------------------------------------------------------- */

enum header { LOCAL, CENTRAL, BOTH, END };

/* The entries of begin_checkpoint(). */
enum { PICKLE, VERSION, FLOATS, INDICES, SCALES };

/* The headers of an entry, the field's position in each, what is written, and what is wrong. */
static const struct {
	enum header header;
	int entry, local, central;
	uint64_t value;
	int size;
	const char *message;
} fields[] = {
	{ BOTH, FLOATS, LOCAL_FLAGS, CENTRAL_FLAGS, 1, 2, ZIP "'a/data/0' is encrypted" },
	{ BOTH, PICKLE, LOCAL_FLAGS, CENTRAL_FLAGS, 0x41, 2, ZIP "'a/data.pkl' is encrypted" },
	{ BOTH, PICKLE, LOCAL_FLAGS, CENTRAL_FLAGS, 0x2000, 2, ZIP "'a/data.pkl' is encrypted" },
	{ CENTRAL, PICKLE, 0, CENTRAL_FLAGS, 1, 2, ZIP "'a/data.pkl' is encrypted" },
	{ LOCAL, PICKLE, LOCAL_FLAGS, 0, 1, 2,
	  ZIP "'a/data.pkl' has other flags in its own header" },
	{ LOCAL, PICKLE, LOCAL_METHOD, 0, 8, 2,
	  ZIP "'a/data.pkl' has other flags in its own header" },
	{ CENTRAL, PICKLE, 0, CENTRAL_METHOD, 8, 2,
	  ZIP "'a/data.pkl' has other flags in its own header" },
	{ BOTH, PICKLE, LOCAL_METHOD, CENTRAL_METHOD, 8, 2,
	  ZIP "the compressed bytes of 'a/data.pkl' are damaged" },
	{ BOTH, FLOATS, LOCAL_METHOD, CENTRAL_METHOD, 99, 2,
	  ZIP "'a/data/0' uses the unknown compression method 99" },
	{ BOTH, PICKLE, LOCAL_CRC, CENTRAL_CRC, 7, 4,
	  ZIP "the checksum of 'a/data.pkl' is wrong; the file is damaged" },
	{ BOTH, VERSION, LOCAL_CRC, CENTRAL_CRC, 7, 4,
	  ZIP "the checksum of 'a/version' is wrong; the file is damaged" },
	{ CENTRAL, FLOATS, 0, CENTRAL_CRC, 7, 4,
	  ZIP "'a/data/0' has another size or checksum in its own header" },
	{ LOCAL, FLOATS, LOCAL_CRC, 0, 0, 4,
	  ZIP "'a/data/0' has another size or checksum in its own header" },
	{ LOCAL, FLOATS, LOCAL_SIZE, 0, 17, 4,
	  ZIP "'a/data/0' has another size or checksum in its own header" },
	{ LOCAL, FLOATS, LOCAL_STORED, 0, 0, 4,
	  ZIP "'a/data/0' has another size or checksum in its own header" },
	{ CENTRAL, FLOATS, 0, CENTRAL_STORED, 17, 4,
	  ZIP "'a/data/0' is not compressed but has two sizes" },
	{ CENTRAL, FLOATS, 0, CENTRAL_SIZE, 15, 4,
	  ZIP "'a/data/0' is not compressed but has two sizes" },
	{ CENTRAL, FLOATS, 0, CENTRAL_STORED, 0xfffffffe, 4,
	  ZIP "'a/data/0' is larger than the archive" },
	{ CENTRAL, FLOATS, 0, CENTRAL_STORED, 0xffffffff, 4,
	  ZIP "the extra fields of 'a/data/0' are damaged" },
	{ CENTRAL, FLOATS, 0, CENTRAL_HEADER, 0xffffffff, 4,
	  ZIP "the extra fields of 'a/data/0' are damaged" },
	{ CENTRAL, FLOATS, 0, CENTRAL_HEADER, 0xfffffffe, 4,
	  ZIP "'a/data/0' begins after the entries" },
	{ CENTRAL, FLOATS, 0, CENTRAL_HEADER, 0, 4,
	  ZIP "'a/data/0' has another name in its own header" },
	{ CENTRAL, FLOATS, 0, CENTRAL_HEADER, 1, 4, ZIP "'a/data/0' has no header of its own" },
	{ LOCAL, FLOATS, LOCAL_NAME, 0, 7, 2, ZIP "'a/data/0' has another name in its own header" },
	{ LOCAL, FLOATS, LOCAL_TEXT, 0, 'b', 1,
	  ZIP "'a/data/0' has another name in its own header" },
	{ LOCAL, FLOATS, LOCAL_EXTRA, 0, 99, 2, ZIP "'a/data/0' and 'a/data/i' overlap" },
	{ LOCAL, SCALES, LOCAL_EXTRA, 0, 0xffff, 2, ZIP "'a/data/s' extends into the directory" },
	{ LOCAL, FLOATS, 0, 0, 0, 4, ZIP "'a/data/0' has no header of its own" },
	{ BOTH, FLOATS, LOCAL_TEXT + 7, CENTRAL_TEXT + 7, 'i', 1,
	  ZIP "two entries are named 'a/data/i'" },
	{ BOTH, FLOATS, LOCAL_TEXT + 7, CENTRAL_TEXT + 7, 'I', 1,
	  ZIP "the names of the entries 'a/data/I' and 'a/data/i' differ only in case" },
	{ BOTH, FLOATS, LOCAL_TEXT + 7, CENTRAL_TEXT + 7, 0, 1,
	  ZIP "an entry's name is empty or contains a NUL" },
	{ BOTH, FLOATS, LOCAL_TEXT + 7, CENTRAL_TEXT + 7, 0x1b, 1,
	  "'w': its bytes are missing: there is no entry data/0" },
	{ CENTRAL, SCALES, 0, CENTRAL_NAME, 0, 2,
	  ZIP "an entry's name is empty or contains a NUL" },
	{ CENTRAL, SCALES, 0, CENTRAL_NAME, 9, 2, ZIP "its directory is damaged" },
	{ CENTRAL, SCALES, 0, CENTRAL_EXTRA, 1, 2, ZIP "its directory is damaged" },
	{ CENTRAL, SCALES, 0, CENTRAL_COMMENT, 0xffff, 2, ZIP "its directory is damaged" },
	{ CENTRAL, SCALES, 0, CENTRAL_NAME, 7, 2,
	  ZIP "1 bytes of its directory do not belong to any entry" },
	{ CENTRAL, SCALES, 0, 0, 0, 4, ZIP "its directory is damaged" },
	{ CENTRAL, FLOATS, 0, CENTRAL_DISK, 1, 2, ZIP "it is spread over several disks" },
	{ CENTRAL, VERSION, 0, CENTRAL_ATTRIBUTES, 0xa1ff0000, 4,
	  ZIP "'a/version' is a symbolic link" },
	{ BOTH, PICKLE, LOCAL_TEXT, CENTRAL_TEXT, 'b', 1, CHECKPOINT "it has no entry 'version'" },
	{ BOTH, PICKLE, LOCAL_TEXT + 2, CENTRAL_TEXT + 2, 'x', 1,
	  CHECKPOINT "it is a zip archive, but not from torch.save(): there is no a/data.pkl" },
	{ END, 0, 0, 0, 0, 4, ZIP "it has no end record; the file may be cut off" },
	{ END, 0, 0, END_DISK, 1, 2, ZIP "it is spread over several disks" },
	{ END, 0, 0, END_LEN_HERE, 4, 2, ZIP "it is spread over several disks" },
	{ END, 0, 0, END_LEN_HERE, 0x00040004, 4,
	  ZIP "54 bytes of its directory do not belong to any entry" },
	{ END, 0, 0, END_LEN_HERE, 0x00060006, 4, ZIP "its directory is too small for 6 entries" },
	{ END, 0, 0, END_LEN_HERE, 0xfffefffe, 4,
	  ZIP "its directory is too small for 65534 entries" },
	{ END, 0, 0, END_SIZE, 0, 4, ZIP "its directory does not end where its end record begins" },
	{ END, 0, 0, END_SIZE, 0xffffffff, 4,
	  ZIP "its directory does not end where its end record begins" },
	{ END, 0, 0, END_AT, 0, 4, ZIP "its directory does not end where its end record begins" },
	{ END, 0, 0, END_AT, 0xffffffff, 4,
	  ZIP "its directory does not end where its end record begins" },
	{ END, 0, 0, END_COMMENT, 1, 2, ZIP "it has no end record; the file may be cut off" },
};

START_TEST(field_that_lies_is_found)
{
	const enum header header = fields[_i].header;
	struct archive archive = { 0 };
	char what[100];

	make_checkpoint(&archive, WORDS);
	if (header == LOCAL || header == BOTH)
		set_number(&archive.file,
			   archive.local[fields[_i].entry] + (size_t)fields[_i].local,
			   fields[_i].value, fields[_i].size);
	if (header == CENTRAL || header == BOTH)
		set_number(&archive.file,
			   archive.central[fields[_i].entry] + (size_t)fields[_i].central,
			   fields[_i].value, fields[_i].size);
	if (header == END)
		set_number(&archive.file, archive.end + (size_t)fields[_i].central,
			   fields[_i].value, fields[_i].size);
	snprintf(what, sizeof what, "header %d of entry %d, fields at %d and %d, value %#llx",
		 header, fields[_i].entry, fields[_i].local, fields[_i].central,
		 (unsigned long long)fields[_i].value);
	assert_file_refused(&archive.file, "ValueError", fields[_i].message, what);
	free_archive(&archive);
}
END_TEST

/* --- Entries ---------------------------------------------------------------------------------- */

static void add_words(struct archive *archive, const char *name)
{
	struct bytes pickle = { 0 };

	add_pickle(&pickle, WORDS);
	add_entry(archive, name, pickle.data, pickle.n);
	free_bytes(&pickle);
}

#define TIMES8(text) text text text text text text text text
#define LONG_TEXT TIMES8(TIMES8("3"))

/* Another entry after those of begin_checkpoint(), and what is wrong; NULL: nothing. */
static const struct {
	const char *name, *text, *message;
} more[] = {
	{ "a/data.pkl", "N.", ZIP "two entries are named 'a/data.pkl'" },
	{ "a/DATA.pkl", "N.",
	  ZIP "the names of the entries 'a/data.pkl' and 'a/DATA.pkl' differ only in case" },
	{ "A/data/0", "",
	  ZIP "the names of the entries 'a/data/0' and 'A/data/0' differ only in case" },
	{ "a/byteorder", "middle", CHECKPOINT "its byte order is 'middle'" },
	{ "a/byteorder", "little\x1b[0m", CHECKPOINT "its byte order is 'little?[0m'" },
	{ "a/byteorder", "1" LONG_TEXT, CHECKPOINT "its entry 'byteorder' is too long" },
	{ "a/byteorder", "little", NULL },
	{ "a/byteorder", "", NULL },
	{ "b/data.pkl", "not a pickle", NULL }, /* another root: as PyTorch, the first one counts */
	{ "b/byteorder", "middle", NULL },
	{ "/etc/passwd", "absolute", NULL }, /* nothing is written anywhere */
	{ "../../a", "", NULL },
	{ "a", "", NULL },
	{ "a/code/__torch__.py", "import os; os.system('id')", NULL },
	{ "a/data.pkl/", "", NULL },
};

START_TEST(more_entries_are_refused_or_ignored)
{
	struct archive archive = { 0 };

	begin_checkpoint(&archive, WORDS);
	add_text_entry(&archive, more[_i].name, more[_i].text);
	end_archive(&archive);
	if (more[_i].message)
		assert_file_refused(&archive.file, "ValueError", more[_i].message, more[_i].name);
	else
		assert_file_loads(&archive.file, more[_i].name);
	/* Likewise, and no more: verifying does not read the pickle. */
	if (more[_i].message && strncmp(more[_i].message, ZIP, strlen(ZIP)) == 0)
		FAILS_WITH(ct_file_verify(hostile_path, NULL), CT_ERROR_VALUE, more[_i].message);
	free_archive(&archive);
}
END_TEST

static const struct {
	const char *version, *message;
} versions[] = {
	{ "", CHECKPOINT "it has no entry 'version'" },
	{ "\n", CHECKPOINT "it has no entry 'version'" },
	{ "0\n", CHECKPOINT "its format is version '0' (expected 1 to 10)" },
	{ "11\n", CHECKPOINT "its format is version '11' (expected 1 to 10)" },
	{ "-3\n", CHECKPOINT "its format is version '-3' (expected 1 to 10)" },
	{ "3x\n", CHECKPOINT "its format is version '3x' (expected 1 to 10)" },
	{ "0x3", CHECKPOINT "its format is version '0x3' (expected 1 to 10)" },
	{ "99999999999999999999",
	  CHECKPOINT "its format is version '99999999999999999999' (expected 1 to 10)" },
	{ LONG_TEXT, CHECKPOINT "its entry 'version' is too long" },
	{ "10\n", NULL },
	{ "3", NULL },
};

START_TEST(version_is_checked)
{
	struct archive archive = { 0 };

	add_words(&archive, "a/data.pkl");
	add_text_entry(&archive, "a/version", versions[_i].version);
	add_entry(&archive, "a/data/0", one_to_four, sizeof one_to_four);
	end_archive(&archive);
	if (versions[_i].message)
		assert_file_refused(&archive.file, "ValueError", versions[_i].message,
				    versions[_i].version);
	else
		assert_file_loads(&archive.file, versions[_i].version);
	free_archive(&archive);
}
END_TEST

START_TEST(names_can_be_long)
{
	static char name[0x10000] = "a/";
	struct archive archive = { 0 };

	memset(name + 2, 'x', sizeof name - 3);
	begin_checkpoint(&archive, WORDS);
	add_text_entry(&archive, name, "");
	end_archive(&archive);
	assert_file_loads(&archive.file, "a name of 65535 characters");
	free_archive(&archive);

	archive = (struct archive){ 0 };
	add_text_entry(&archive, name, "");
	add_words(&archive, "a/data.pkl");
	end_archive(&archive);
	memset(archive.file.data + archive.local[0] + LOCAL_TEXT, 'x', 0xffff);
	memset(archive.file.data + archive.central[0] + CENTRAL_TEXT, 'x', 0xffff);
	assert_file_refused(&archive.file, "ValueError",
			    CHECKPOINT "it is a zip archive, but not from torch.save(): there is "
				       "no FOLDER/data.pkl",
			    "a name of 65535 characters without a folder");
	free_archive(&archive);
}
END_TEST

#define EXPORT(entry)                                                                             \
	"not a file of torch.save(), but a .pt2 file, of torch.export (a zip archive with " entry \
	"); load it with ct_export_load()"

/* By the name of an entry, in a folder or in none. */
START_TEST(archives_of_other_programs_are_named)
{
	static const struct {
		const char *entry, *message;
	} archives[] = {
		{ "p/archive_format", EXPORT("archive_format") },
		{ "serialized_exported_program.json", EXPORT("serialized_exported_program.json") },
		{ "model.weights.h5",
		  "not a file of torch.save(), but a Keras model (a zip archive with "
		  "model.weights.h5); in Python, write its arrays with numpy.savez()" },
		{ "MAR-INF/MANIFEST.json",
		  "not a file of torch.save(), but a .mar archive, of TorchServe (a zip archive "
		  "with MANIFEST.json); unpack it and load the file inside" },
	};

	for (size_t i = 0; i < LENGTH(archives); i++) {
		struct archive archive = { 0 };

		add_text_entry(&archive, archives[i].entry, "");
		end_archive(&archive);
		assert_file_refused(&archive.file, "ValueError", archives[i].message,
				    archives[i].entry);
		free_archive(&archive);
	}
}
END_TEST

/* An entry in the bytes of another one. */
START_TEST(entries_in_entries_are_refused)
{
	struct archive inner = { 0 }, archive = { 0 };

	add_entry(&inner, "a/data/9", one_to_four, sizeof one_to_four);
	begin_checkpoint(&archive, WORDS);
	add_entry(&archive, "a/outer", inner.file.data, inner.file.n);
	add_entry(&archive, "a/data/9", one_to_four, sizeof one_to_four);
	end_archive(&archive);
	set_number(&archive.file, archive.central[6] + CENTRAL_HEADER,
		   archive.local[5] + LOCAL_TEXT + strlen("a/outer"), 4);
	assert_file_refused(&archive.file, "ValueError", ZIP "'a/outer' and 'a/data/9' overlap",
			    "an entry in an entry");
	free_archive(&archive);
	free_archive(&inner);
}
END_TEST

/* The local header may have zeros, since size and checksum follow the bytes. */
START_TEST(descriptors_are_supported)
{
	struct archive archive = { 0 };

	begin_checkpoint(&archive, WORDS);
	end_archive(&archive);
	set_number(&archive.file, archive.local[FLOATS] + LOCAL_FLAGS, 8, 2);
	set_number(&archive.file, archive.central[FLOATS] + CENTRAL_FLAGS, 8, 2);
	set_number(&archive.file, archive.local[FLOATS] + LOCAL_CRC, 0, 8);
	assert_file_loads(&archive.file, "a descriptor");
	set_number(&archive.file, archive.local[FLOATS] + LOCAL_CRC, 7, 4);
	assert_file_refused(&archive.file, "ValueError",
			    ZIP "'a/data/0' has another size or checksum in its own header",
			    "a descriptor, and another checksum before the bytes");
	free_archive(&archive);
}
END_TEST

/* A mapping reads the elements later, and so without their checksum. */
START_TEST(checksums_of_elements_are_compared)
{
	struct archive archive = { 0 };
	ct_value result = ct_value_int(7);
	char message[200];

	make_checkpoint(&archive, WORDS);
	archive.file.data[archive.data[FLOATS]] ^= 1;
	put_bytes(&archive.file);
	snprintf(message, sizeof message,
		 "ValueError: %s: " ZIP "the checksum of 'a/data/0' is wrong; the file is damaged",
		 hostile_path);
	FAILS(ct_load(hostile_path, NULL, &result), message);
	ck_assert_int_eq(result.i, 7);
	OK(ct_load(hostile_path, &(ct_load_options){ .mmap = true }, &result));
	ct_value_free(&result);
	free_archive(&archive);
}
END_TEST

Suite *wrong_zip_suite(void)
{
	Suite *suite = suite_create("archives that are wrong");
	TCase *tests = tests_of("archives that are wrong");

	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, field_that_lies_is_found, 0, (int)LENGTH(fields));
	tcase_add_loop_test(tests, more_entries_are_refused_or_ignored, 0, (int)LENGTH(more));
	tcase_add_loop_test(tests, version_is_checked, 0, (int)LENGTH(versions));
	tcase_add_test(tests, names_can_be_long);
	tcase_add_test(tests, archives_of_other_programs_are_named);
	tcase_add_test(tests, entries_in_entries_are_refused);
	tcase_add_test(tests, descriptors_are_supported);
	tcase_add_test(tests, checksums_of_elements_are_compared);
	suite_add_tcase(suite, tests);
	return suite;
}
