/*
 * Files of torch.save() whose zip archive is damaged or made to do harm: headers that lie or differ,
 * entries that another reader would find elsewhere, compressed bytes.
 */
#include "hostile.h"

#define ZIP "not a valid zip archive: "
#define CHECKPOINT "not a valid checkpoint: "
#define WORDS "} 'w' " TENSOR "s ."

/* --- One field --------------------------------------------------------------------------------- */

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
	  ZIP "'a/data/0' is compressed by method 99, which is unknown" },
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
	  ZIP "two entries are called 'a/data/i'" },
	{ BOTH, FLOATS, LOCAL_TEXT + 7, CENTRAL_TEXT + 7, 'I', 1,
	  ZIP "'a/data/I' and 'a/data/i' are two entries, but differ only in case" },
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
	  ZIP "1 bytes of its directory belong to no entry" },
	{ CENTRAL, SCALES, 0, 0, 0, 4, ZIP "its directory is damaged" },
	{ CENTRAL, FLOATS, 0, CENTRAL_DISK, 1, 2, ZIP "it is spread over several disks" },
	{ CENTRAL, VERSION, 0, CENTRAL_ATTRIBUTES, 0xa1ff0000, 4,
	  ZIP "'a/version' is a symbolic link" },
	{ BOTH, PICKLE, LOCAL_TEXT, CENTRAL_TEXT, 'b', 1, CHECKPOINT "it has no entry 'version'" },
	{ BOTH, PICKLE, LOCAL_TEXT + 2, CENTRAL_TEXT + 2, 'x', 1,
	  CHECKPOINT "it is a zip archive, but not one of torch.save(): there is no a/data.pkl" },
	{ END, 0, 0, 0, 0, 4, ZIP "it has no end record; the file may be cut off" },
	{ END, 0, 0, END_DISK, 1, 2, ZIP "it is spread over several disks" },
	{ END, 0, 0, END_LEN_HERE, 4, 2, ZIP "it is spread over several disks" },
	{ END, 0, 0, END_LEN_HERE, 0x00040004, 4,
	  ZIP "54 bytes of its directory belong to no entry" },
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

/* --- Entries ----------------------------------------------------------------------------------- */

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
	{ "a/data.pkl", "N.", ZIP "two entries are called 'a/data.pkl'" },
	{ "a/DATA.pkl", "N.",
	  ZIP "'a/data.pkl' and 'a/DATA.pkl' are two entries, but differ only in case" },
	{ "A/data/0", "",
	  ZIP "'a/data/0' and 'A/data/0' are two entries, but differ only in case" },
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
			    CHECKPOINT "it is a zip archive, but not one of torch.save(): there is "
				       "no FOLDER/data.pkl",
			    "a name of 65535 characters without a folder");
	free_archive(&archive);
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

/* --- Compressed entries ------------------------------------------------------------------------ */

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

/* --- zip64 ------------------------------------------------------------------------------------- */

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
	{ LOCATOR - 8, 8, 0, ZIP "its zip64 record is not where it should be" },
	{ LOCATOR - 8, 8, UINT64_MAX, ZIP "its zip64 record is not where it should be" },
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

/* --- The end ----------------------------------------------------------------------------------- */

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

#define NOT_SAVED                                                                              \
	"not a file of torch.save(): it begins neither like a zip archive nor with PyTorch's " \
	"magic number"

START_TEST(wherever_an_archive_ends_it_is_an_error)
{
	struct archive archive = { 0 };
	char what[40];

	make_checkpoint(&archive, WORDS);
	for (size_t i = 0; i < archive.file.n; i++) {
		/* Memory of exactly this length, so that a sanitizer can detect overruns. */
		snprintf(what, sizeof what, "the first %zu bytes", i);
		assert_file_refused(&(struct bytes){ archive.file.data, i, 0 }, "ValueError",
				    i < 4 ? NOT_SAVED
					  : ZIP "it has no end record; the file may be cut off",
				    what);
	}
	free_archive(&archive);
}
END_TEST

START_TEST(what_begins_otherwise_is_refused)
{
	static const char *const files[] = { "PK\5\6",          "PK",        "x",
					     "\x80\2}.",        "\x93NUMPY", "\x89HDF",
					     "#!/bin/sh\nid\n", "\x1f\x8b",  "{}" };
	struct archive archive = { 0 };

	for (size_t i = 0; i < LENGTH(files); i++)
		assert_file_refused(
			&(struct bytes){ (unsigned char *)files[i], strlen(files[i]), 0 },
			"ValueError", NOT_SAVED, files[i]);
	/* Python's zipfile finds the archive after other bytes; then there are two files in one. */
	add_bytes(&archive.file, "\x80\2}.", 4);
	make_checkpoint(&archive, WORDS);
	assert_file_refused(&archive.file, "ValueError", NOT_SAVED, "bytes before an archive");
	free_archive(&archive);
}
END_TEST

/* Each bit is either covered by a checksum, or compared with another header, or it says nothing about the
 * values: times, versions, attributes, names of entries that the pickle does not use. A mapping compares
 * no checksums of elements, so that it is left out. */
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
			ck_assert_msg(ct_error_kind(error) == CT_ERROR_VALUE, "bit %zu: %s", i,
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
	tcase_add_test(tests, entries_in_entries_are_refused);
	tcase_add_test(tests, descriptors_are_supported);
	tcase_add_test(tests, checksums_of_elements_are_compared);
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
