/*
 * Archives that are truncated or damaged: every field of the zip format.
 */
#include "archive.h"
#include "support.h"

#define ZIP "not a valid zip archive: "
#define OTHER "has another size or checksum in its own header"
#define SPREAD "it is spread over several disks"
#define MISPLACED "its directory does not end where its end record begins"

enum place { LOCAL_A, LOCAL_B, CENTRAL_A, CENTRAL_B, END, DATA_A };

/* In an archive of "a.npy" and "b.npy", each of two float32, a number is overwritten. */
static const struct {
	enum place place;
	size_t at, size;
	uint64_t value;
	const char *message;
} damages[] = {
	{ LOCAL_A, 0, 4, 0, ZIP "'a.npy' has no header of its own" },
	{ LOCAL_A, 6, 2, 1, ZIP "'a.npy' has other flags in its own header" },
	{ LOCAL_A, 8, 2, 8, ZIP "'a.npy' has other flags in its own header" },
	{ LOCAL_A, 14, 4, 1, ZIP "'a.npy' " OTHER },
	{ LOCAL_A, 18, 4, 1, ZIP "'a.npy' " OTHER },
	{ LOCAL_A, 22, 4, 1, ZIP "'a.npy' " OTHER },
	{ LOCAL_A, 26, 2, 4, ZIP "'a.npy' has another name in its own header" },
	{ LOCAL_A, 30, 1, 'A', ZIP "'a.npy' has another name in its own header" },
	{ LOCAL_A, 28, 2, 8, ZIP "'a.npy' and 'b.npy' overlap" },
	{ LOCAL_A, 28, 2, 0xffff, ZIP "'a.npy' extends into the directory" },
	{ LOCAL_B, 0, 4, 0x02014b50, ZIP "'b.npy' has no header of its own" },
	{ LOCAL_B, 28, 2, 1, ZIP "'b.npy' extends into the directory" },
	{ CENTRAL_A, 0, 4, 0x04034b50, ZIP "its directory is damaged" },
	{ CENTRAL_A, 8, 2, 1 << 0, ZIP "'a.npy' is encrypted" },
	{ CENTRAL_A, 8, 2, 1 << 6, ZIP "'a.npy' is encrypted" },
	{ CENTRAL_A, 8, 2, 1 << 13, ZIP "'a.npy' is encrypted" },
	{ CENTRAL_A, 8, 2, 1 << 11, ZIP "'a.npy' has other flags in its own header" },
	{ CENTRAL_A, 10, 2, 12, ZIP "'a.npy' uses the unknown compression method 12" },
	{ CENTRAL_A, 10, 2, 8, ZIP "'a.npy' has other flags in its own header" },
	{ CENTRAL_A, 16, 4, 1, ZIP "'a.npy' " OTHER },
	{ CENTRAL_A, 20, 4, 0x7fffffff, ZIP "'a.npy' is larger than the archive" },
	{ CENTRAL_A, 20, 4, 0xffffffff, ZIP "the extra fields of 'a.npy' are damaged" },
	{ CENTRAL_A, 20, 8, 0, ZIP "'a.npy' " OTHER },
	{ CENTRAL_A, 24, 4, 0x7fffffff, ZIP "'a.npy' is not compressed but has two sizes" },
	{ CENTRAL_A, 24, 4, 0xffffffff, ZIP "the extra fields of 'a.npy' are damaged" },
	{ CENTRAL_A, 28, 2, 0, ZIP "an entry's name is empty or contains a NUL" },
	{ CENTRAL_A, 28, 2, 0xffff, ZIP "its directory is damaged" },
	{ CENTRAL_A, 28, 2, 4, ZIP "its directory is damaged" },
	{ CENTRAL_A, 30, 2, 0xffff, ZIP "its directory is damaged" },
	{ CENTRAL_A, 32, 2, 0xffff, ZIP "its directory is damaged" },
	{ CENTRAL_A, 34, 2, 1, ZIP SPREAD },
	{ CENTRAL_A, 38, 4, 0xa1ff0000, ZIP "'a.npy' is a symbolic link" },
	{ CENTRAL_A, 42, 4, 0x7fffffff, ZIP "'a.npy' begins after the entries" },
	{ CENTRAL_A, 42, 4, 0xffffffff, ZIP "the extra fields of 'a.npy' are damaged" },
	{ CENTRAL_A, 42, 4, 1, ZIP "'a.npy' has no header of its own" },
	{ CENTRAL_A, 46, 1, 0, ZIP "an entry's name is empty or contains a NUL" },
	{ CENTRAL_A, 46, 1, 'b', ZIP "two entries are named 'b.npy'" },
	{ CENTRAL_B, 42, 4, 0, ZIP "'b.npy' has another name in its own header" },
	{ CENTRAL_B, 30, 2, 1, ZIP "its directory is damaged" },
	{ END, 0, 4, 0, ZIP "it has no end record; the file may be cut off" },
	{ END, 4, 2, 1, ZIP SPREAD },
	{ END, 6, 2, 1, ZIP SPREAD },
	{ END, 8, 2, 1, ZIP SPREAD },
	{ END, 8, 4, 0x00010001, ZIP "51 bytes of its directory do not belong to any entry" },
	{ END, 8, 4, 0x00030003, ZIP "its directory is too small for 3 entries" },
	{ END, 8, 4, 0xffffffff, ZIP "its directory is too small for 65535 entries" },
	{ END, 12, 4, 1, ZIP MISPLACED },
	{ END, 12, 4, 0xffffffff, ZIP MISPLACED },
	{ END, 16, 4, 1, ZIP MISPLACED },
	{ END, 16, 4, 0xffffffff, ZIP MISPLACED },
	{ END, 20, 2, 1, ZIP "it has no end record; the file may be cut off" },
	{ DATA_A, 70, 1, 1, ZIP "the checksum of 'a.npy' is wrong; the file is damaged" },
};

static size_t place_of(const struct archive *archive, enum place place)
{
	switch (place) {
	case LOCAL_A:
		return archive->local[0];
	case LOCAL_B:
		return archive->local[1];
	case CENTRAL_A:
		return archive->central[0];
	case CENTRAL_B:
		return archive->central[1];
	case END:
		return archive->end;
	default:
		return archive->data[0];
	}
}

START_TEST(every_field_is_checked)
{
	struct archive archive = make_two();
	const size_t at = place_of(&archive, damages[_i].place) + damages[_i].at;
	ct_value arrays = ct_value_int(7);
	char message[300];

	put_number(archive.bytes + at, damages[_i].value, damages[_i].size);
	put_file(npz_path, archive.bytes, archive.n);
	if (damages[_i].place == DATA_A) { /* checksums of what is mapped are not compared */
		snprintf(message, sizeof message, "ValueError: %s: %s", npz_path,
			 damages[_i].message);
		FAILS(ct_npz_load(npz_path, NULL, &arrays), message);
	} else {
		assert_refused(damages[_i].message);
	}
	free(archive.bytes);
}
END_TEST

START_TEST(wherever_a_file_ends_it_is_an_error)
{
	struct archive archive = make_two();

	for (size_t i = 0; i < archive.n; i++) {
		put_file(npz_path, archive.bytes, i);
		assert_refused(ZIP "it has no end record; the file may be cut off");
	}
	free(archive.bytes);
}
END_TEST

/* A part of the file is missing, and its end is complete. */
START_TEST(file_with_a_gap_is_an_error)
{
	struct archive archive = make_two();

	for (size_t i = 0; i < archive.end; i++) {
		ct_value arrays;

		put_file(npz_path, archive.bytes + i + 1, archive.n - i - 1);
		FAILS_WITH(ct_npz_load(npz_path, NULL, &arrays), CT_ERROR_VALUE, npz_path);
		memmove(archive.bytes + 1, archive.bytes, i);
	}
	free(archive.bytes);
}
END_TEST

/* 64-bit records that disagree with the others, or lead elsewhere. */
static const struct {
	size_t at, size; /* in the record of 56 bytes and its locator of 20 */
	uint64_t value;
	const char *message;
} wide[] = {
	{ 0, 4, 0, ZIP "its zip64 record is damaged" },
	{ 4, 8, 45, ZIP "its zip64 record is damaged" },
	{ 16, 4, 1, ZIP SPREAD },
	{ 24, 8, 1, ZIP SPREAD },
	{ 32, 8, 1, ZIP SPREAD },
	{ 24, 16, 1, ZIP SPREAD },
	{ 40, 8, 1, ZIP "its two end records differ" },
	{ 48, 8, 1, ZIP "its two end records differ" },
	{ 48, 8, UINT64_MAX, ZIP "its two end records differ" },
	{ 60, 4, 1, ZIP SPREAD },
	{ 64, 8, 0, ZIP "its zip64 record is not at the expected offset" },
	{ 64, 8, UINT64_MAX, ZIP "its zip64 record is not at the expected offset" },
	{ 72, 4, 2, ZIP SPREAD },
};

/* Puts the two records before the last one. */
static void widen(struct archive *archive)
{
	unsigned char *at = archive->bytes + archive->end;

	memmove(at + 76, at, 22);
	memset(at, 0, 76);
	put_number(at, 0x06064b50, 4);
	put_number(at + 4, 44, 8);
	put_number(at + 24, 2, 8);
	put_number(at + 32, 2, 8);
	put_number(at + 40, archive->end - archive->central[0], 8);
	put_number(at + 48, archive->central[0], 8);
	put_number(at + 56, 0x07064b50, 4);
	put_number(at + 64, archive->end, 8);
	put_number(at + 72, 1, 4);
	archive->n += 76;
}

START_TEST(records_of_64_bits_are_checked)
{
	struct archive archive = make_two();

	widen(&archive);
	put_number(archive.bytes + archive.end + wide[_i].at, wide[_i].value,
		   wide[_i].size < 8 ? wide[_i].size : 8);
	put_file(npz_path, archive.bytes, archive.n);
	assert_refused(wide[_i].message);
	free(archive.bytes);
}
END_TEST

START_TEST(records_of_64_bits_are_read)
{
	struct archive archive = make_two();
	ct_value arrays;

	widen(&archive);
	put_file(npz_path, archive.bytes, archive.n);
	OK(ct_npz_load(npz_path, NULL, &arrays));
	assert_floats(tensor_named(&arrays, "b"), (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_value_free(&arrays);
	free(archive.bytes);
}
END_TEST

/* Changes each byte of a small file in turn: the result is always a dict or an error. */
START_TEST(no_byte_does_harm)
{
	const unsigned char values[] = { 0, 1, 8, 0x7f, 0xff };
	struct archive archive = make_two();
	int dicts = 0, errors = 0;

	for (size_t i = 0; i < archive.n; i++) {
		const unsigned char was = archive.bytes[i];

		for (size_t j = 0; j < LENGTH(values); j++) {
			ct_error error;
			ct_value dict;

			archive.bytes[i] = values[j];
			put_file(npz_path, archive.bytes, archive.n);
			error = ct_npz_load(npz_path, NULL, &dict);
			if (error == NULL)
				ct_value_free(&dict);
			*(error ? &errors : &dicts) += 1;
			ct_error_free(error);
		}
		archive.bytes[i] = was;
	}
	ck_assert_int_gt(dicts, 100); /* times, versions */
	ck_assert_int_gt(errors, 1000);
	free(archive.bytes);
}
END_TEST

Suite *damage_suite(void)
{
	Suite *suite = suite_create("npz that are damaged");
	TCase *tests = tests_of("npz that are damaged");

	tcase_add_checked_fixture(tests, make_npz_folder, remove_npz_folder);
	tcase_add_loop_test(tests, every_field_is_checked, 0, (int)LENGTH(damages));
	tcase_add_test(tests, wherever_a_file_ends_it_is_an_error);
	tcase_add_test(tests, file_with_a_gap_is_an_error);
	tcase_add_loop_test(tests, records_of_64_bits_are_checked, 0, (int)LENGTH(wide));
	tcase_add_test(tests, records_of_64_bits_are_read);
	tcase_add_test(tests, no_byte_does_harm);
	suite_add_tcase(suite, tests);
	return suite;
}
