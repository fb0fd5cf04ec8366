/*
 * Damaged and unfinished checkpoints: one error that names the folder, and no crash.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <unistd.h>

#include "support.h"

static void fails(ct_error_class kind, const char *part)
{
	ct_value value;

	FAILS_WITH(ct_dcp_load(dcp_folder, NULL, &value), kind, part);
	FAILS_WITH(ct_dcp_load(dcp_folder, NULL, &value), kind, dcp_folder);
}

static void remove_part(const char *name)
{
	char path[200];

	snprintf(path, sizeof path, "%s/%s", dcp_folder, name);
	ck_assert_int_eq(unlink(path), 0);
}

/* Replaces the first of two texts of the same length in the metadata. */
static void replace(const char *from, const char *to, size_t length)
{
	size_t n;
	char *bytes = get_part(dcp_folder, ".metadata", &n), *at = memmem(bytes, n, from, length);

	ck_assert_ptr_nonnull(at);
	memcpy(at, to, length);
	put_part(dcp_folder, ".metadata", bytes, n);
	free(bytes);
}

START_TEST(an_unfinished_checkpoint_says_so)
{
	ct_value value;

	copy_two_ranks();
	remove_part(".metadata");
	fails(CT_ERROR_VALUE, "it has no .metadata, which is written last");
	FAILS_WITH(ct_load(dcp_folder, NULL, &value), CT_ERROR_VALUE, "was not finished");
}
END_TEST

START_TEST(a_missing_part_is_named)
{
	copy_two_ranks();
	remove_part("__1_0.distcp");
	fails(CT_ERROR_RUNTIME, "__1_0.distcp");
}
END_TEST

START_TEST(a_part_that_was_cut_off_is_named)
{
	size_t n;
	char *bytes;

	copy_two_ranks();
	bytes = get_part(dcp_folder, "__1_0.distcp", &n);
	put_part(dcp_folder, "__1_0.distcp", bytes, n - 1);
	free(bytes);
	fails(CT_ERROR_VALUE, "of __1_0.distcp, which has only");
}
END_TEST

START_TEST(a_class_of_another_library_is_not_run)
{
	copy_two_ranks();
	replace("BytesStorageMetadata", "BytesStorageMetadatA", 20);
	fails(CT_ERROR_VALUE,
	      "it contains torch.distributed.checkpoint.metadata.BytesStorageMetadatA, which is not "
	      "a class of torch.distributed.checkpoint");
}
END_TEST

START_TEST(a_file_of_another_folder_is_not_opened)
{
	copy_two_ranks();
	replace("__0_0.distcp", "../../a.bcde", 12);
	fails(CT_ERROR_VALUE, "is in '../../a.bcde', which is not a file of the folder");
}
END_TEST

/* Its whole size is 5 x 3, in a tuple of two BININT1. */
START_TEST(chunks_that_leave_a_hole_are_named)
{
	copy_two_ranks();
	replace("K\5K\3\x86", "K\6K\3\x86", 5);
	fails(CT_ERROR_VALUE, "the chunks of 'model.rows' have 15 of its 18 elements");
}
END_TEST

/* The chunk of rank 1 begins at row 3. */
START_TEST(chunks_that_overlap_are_named)
{
	copy_two_ranks();
	replace("K\3K\0\x86", "K\2K\0\x86", 5);
	fails(CT_ERROR_VALUE, "two chunks of 'model.rows' overlap");
}
END_TEST

/* Either the checkpoint is as good as before, or there is an error: not a crash, which the
 * sanitizers see, too. */
static void try_bytes(const char *bytes, size_t n, int *errors)
{
	ct_value value;
	ct_error error;

	put_part(dcp_folder, ".metadata", bytes, n);
	error = ct_dcp_load(dcp_folder, NULL, &value);
	if (error == NULL) {
		ct_value_free(&value);
		return;
	}
	ck_assert_ptr_nonnull(strstr(error, dcp_folder));
	ct_error_free(error);
	++*errors;
}

START_TEST(changed_metadata_are_an_error_or_harmless)
{
	int errors = 0;
	size_t n;
	char *bytes;

	copy_two_ranks();
	bytes = get_part(dcp_folder, ".metadata", &n);
	for (size_t i = 0; i < n; i += 3) {
		bytes[i] ^= (char)(1 << i % 8);
		try_bytes(bytes, n, &errors);
		bytes[i] ^= (char)(1 << i % 8);
	}
	ck_assert_int_gt(errors, (int)n / 6);
	errors = 0;
	for (size_t i = 0; i < n; i += 9)
		try_bytes(bytes, i, &errors);
	ck_assert_int_eq(errors, (int)(n + 8) / 9);
	free(bytes);
}
END_TEST

Suite *wrong_suite(void)
{
	Suite *suite = suite_create("dcp_wrong");
	TCase *tests = tcase_create("wrong");

	tcase_add_checked_fixture(tests, make_dcp_folder, remove_dcp_folder);
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, an_unfinished_checkpoint_says_so);
	tcase_add_test(tests, a_missing_part_is_named);
	tcase_add_test(tests, a_part_that_was_cut_off_is_named);
	tcase_add_test(tests, a_class_of_another_library_is_not_run);
	tcase_add_test(tests, a_file_of_another_folder_is_not_opened);
	tcase_add_test(tests, chunks_that_leave_a_hole_are_named);
	tcase_add_test(tests, chunks_that_overlap_are_named);
	tcase_add_test(tests, changed_metadata_are_an_error_or_harmless);
	suite_add_tcase(suite, tests);
	return suite;
}
