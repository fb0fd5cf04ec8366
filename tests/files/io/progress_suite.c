/*
 * Progress of files that are written or verified, cancelling, and comparing checksums.
 */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

#include "npy_support.h"

enum { CHUNK = 1 << 24 }; /* what file.h promises */

/* What a progress function saw. */
struct seen {
	int calls, stop_at; /* the call that cancels; 0: none */
	int64_t first, last, total, longest;
	bool went_back;
	const ct_tensor *to_save; /* NULL: nothing */
};

static bool note(int64_t done, int64_t total, void *context)
{
	struct seen *seen = context;

	if (seen->calls++ == 0)
		seen->first = done;
	else if (done - seen->last > seen->longest)
		seen->longest = done - seen->last;
	seen->went_back = seen->went_back || done < seen->last;
	seen->last = done;
	seen->total = total;
	if (seen->to_save) {
		char path[sizeof npy_path + 8];

		snprintf(path, sizeof path, "%s.inner", npy_path);
		OK(ct_npy_save(seen->to_save, path));
		MUST(unlink(path) == 0);
	}
	return seen->calls != seen->stop_at;
}

static ct_tensor *zeros(int64_t n)
{
	ct_tensor *result;

	OK(ct_zeros(&n, 1, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &result));
	return result;
}

static int64_t file_size(const char *path)
{
	struct stat about;

	MUST(stat(path, &about) == 0);
	return (int64_t)about.st_size;
}

static int files_in_folder(void)
{
	DIR *stream = opendir(npy_folder);
	const struct dirent *entry;
	int n = 0;

	MUST(stream);
	while ((entry = readdir(stream)))
		n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(stream);
	return n;
}

static void assert_complete(const struct seen *seen, const char *what)
{
	const int64_t size = file_size(npy_path);

	ck_assert_msg(seen->first == 0 && seen->last == size && seen->total == size &&
			      !seen->went_back && seen->longest <= CHUNK,
		      "%s: expected reports from 0 to %lld of as many, at most %d apart; got %d "
		      "from %lld to %lld of %lld, at most %lld apart",
		      what, (long long)size, CHUNK, seen->calls, (long long)seen->first,
		      (long long)seen->last, (long long)seen->total, (long long)seen->longest);
}

START_TEST(progress_of_a_large_file_is_reported_in_steps)
{
	ct_tensor *large = zeros(5 * (CHUNK / 2));
	struct seen seen = { 0 };

	ct_file_set_progress(note, &seen);
	OK(ct_npy_save(large, npy_path));
	assert_complete(&seen, "ct_npy_save");
	ck_assert_int_ge(seen.calls, 4);
	ct_tensor_free(large);
}
END_TEST

START_TEST(every_format_reports)
{
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2, 3 });
	ct_value dict = ct_value_dict_new();
	struct seen seen = { 0 };

	OK(ct_value_dict_set(&dict, ct_value_string("x"), ct_value_tensor(tensor)));
	ct_file_set_progress(note, &seen);
	OK(ct_save(&dict, npy_path));
	assert_complete(&seen, "ct_save");
	seen = (struct seen){ 0 };
	OK(ct_file_verify(npy_path, NULL));
	assert_complete(&seen, "ct_file_verify");
	seen = (struct seen){ 0 };
	OK(ct_safetensors_save(&dict, npy_path, NULL));
	assert_complete(&seen, "ct_safetensors_save");
	seen = (struct seen){ 0 };
	OK(ct_npz_save(&dict, npy_path, false));
	assert_complete(&seen, "ct_npz_save");
	seen = (struct seen){ 0 };
	OK(ct_npz_save(&dict, npy_path, true));
	assert_complete(&seen, "ct_npz_save, compressed");
	seen = (struct seen){ 0 };
	OK(ct_file_verify(npy_path, NULL));
	assert_complete(&seen, "ct_file_verify");
	seen = (struct seen){ 0 };
	OK(ct_npy_save(tensor, npy_path));
	assert_complete(&seen, "ct_npy_save");
	ct_value_free(&dict);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(cancelled_file_leaves_the_old_one)
{
	ct_tensor *old = number(7), *large = zeros(3 * CHUNK), *got;
	struct seen seen = { .stop_at = 2 };
	char message[sizeof npy_path + 80];
	ct_error error;

	OK(ct_npy_save(old, npy_path));
	ct_file_set_progress(note, &seen);
	error = ct_npy_save(large, npy_path);
	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_RUNTIME);
	snprintf(message, sizeof message, "RuntimeError: %s: cancelled after %lld bytes", npy_path,
		 (long long)seen.last);
	ck_assert_str_eq(error, message);
	ct_error_free(error);
	ck_assert_int_eq(seen.calls, 2);
	OK(ct_npy_load(npy_path, &got));
	ck_assert(value_of(got) == 7);
	ck_assert_int_eq(files_in_folder(), 1);
	ct_tensor_free(got);
	ct_tensor_free(large);
	ct_tensor_free(old);
}
END_TEST

START_TEST(file_that_is_cancelled_at_once_does_not_appear)
{
	ct_tensor *tensor = number(1);
	struct seen seen = { .stop_at = 1 };

	ct_file_set_progress(note, &seen);
	FAILS_WITH(ct_npy_save(tensor, npy_path), CT_ERROR_RUNTIME, ": cancelled after 0 bytes");
	ck_assert_int_eq(files_in_folder(), 0);
	ct_tensor_free(tensor);
}
END_TEST

/* A test of a file of one chunk: the last report is before the file gets its name. */
START_TEST(file_that_is_cancelled_at_its_end_does_not_appear)
{
	ct_tensor *tensor = number(1);
	struct seen seen = { .stop_at = 2 };

	ct_file_set_progress(note, &seen);
	FAILS_WITH(ct_npy_save(tensor, npy_path), CT_ERROR_RUNTIME, ": cancelled after 132 bytes");
	ck_assert_int_eq(files_in_folder(), 0);
	ct_tensor_free(tensor);
}
END_TEST

static void *save_number(void *context)
{
	ct_tensor *tensor = number(1);

	(void)context;
	OK(ct_npy_save(tensor, npy_path));
	ct_tensor_free(tensor);
	return NULL;
}

START_TEST(another_thread_does_not_report)
{
	struct seen seen = { .stop_at = 1 };

	ct_file_set_progress(note, &seen);
	run_in_thread(save_number, NULL);
	ck_assert_int_eq(seen.calls, 0);
	ct_file_set_progress(NULL, NULL);
	save_number(NULL);
	ck_assert_int_eq(seen.calls, 0);
}
END_TEST

START_TEST(files_of_the_progress_function_do_not_report)
{
	ct_tensor *tensor = number(1);
	struct seen seen = { .to_save = tensor };

	ct_file_set_progress(note, &seen);
	OK(ct_npy_save(tensor, npy_path));
	ck_assert_int_eq(seen.calls, 2);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(functions_of_a_program_report_too)
{
	struct seen seen = { .stop_at = 2 };

	ck_assert(ct_file_report_progress(1, 2));
	ct_file_set_progress(note, &seen);
	ck_assert(ct_file_report_progress(3, -1));
	ck_assert_int_eq(seen.last, 3);
	ck_assert_int_eq(seen.total, -1);
	ck_assert(!ct_file_report_progress(4, 5));
	ck_assert_int_eq(seen.total, 5);
}
END_TEST

/* --- Checksums -------------------------------------------------------------------------------- */

static void save_two(void)
{
	ct_tensor *tensor = vector(4, (const float[]){ 1, 2, 3, 4 });
	ct_value list = ct_value_list_new();

	OK(ct_value_list_append(&list, ct_value_tensor(tensor)));
	OK(ct_save(&list, npy_path));
	ct_value_free(&list);
	ct_tensor_free(tensor);
}

/* The position of the elements, whose bytes occur once. */
static size_t find_elements(const char *bytes, size_t n)
{
	const float elements[] = { 1, 2, 3, 4 };

	for (size_t i = 0; i + sizeof elements <= n; i++)
		if (memcmp(bytes + i, elements, sizeof elements) == 0)
			return i;
	ck_abort_msg("the elements are not in the file");
}

START_TEST(every_checksum_is_compared)
{
	int64_t checksums = -1;
	char message[sizeof npy_path + 160], *bytes;
	size_t n;

	save_two();
	OK(ct_file_verify(npy_path, &checksums));
	/* data.pkl, .format_version, .storage_alignment, byteorder, data/0, version, the id */
	ck_assert_int_eq(checksums, 7);
	bytes = get_npy(&n);
	bytes[find_elements(bytes, n) + 5] ^= 1;
	put_npy(bytes, n);
	free(bytes);
	snprintf(message, sizeof message,
		 "ValueError: %s: not a valid zip archive: the checksum of 'a/data/0' is wrong; "
		 "the file is damaged",
		 npy_path);
	FAILS(ct_file_verify(npy_path, NULL), message);
}
END_TEST

START_TEST(verifying_can_be_cancelled)
{
	struct seen seen = { .stop_at = 1 };
	int64_t checksums = -1;

	save_two();
	ct_file_set_progress(note, &seen);
	FAILS_WITH(ct_file_verify(npy_path, &checksums), CT_ERROR_RUNTIME, ": cancelled after 0");
	ck_assert_int_eq(checksums, -1);
}
END_TEST

START_TEST(other_files_cannot_be_verified)
{
	char message[sizeof npy_path + 80];

	put_npy("PK\3", 3);
	snprintf(message, sizeof message,
		 "ValueError: %s: not a zip archive; other files have no checksums", npy_path);
	FAILS(ct_file_verify(npy_path, NULL), message);
	put_npy("", 0);
	FAILS(ct_file_verify(npy_path, NULL), message);
	put_npy("PK\3\4 and no directory", 21);
	FAILS_WITH(ct_file_verify(npy_path, NULL), CT_ERROR_VALUE, "it has no end record");
	MUST(unlink(npy_path) == 0);
	FAILS_WITH(ct_file_verify(npy_path, NULL), CT_ERROR_RUNTIME, "No such file or directory");
	FAILS(ct_file_verify(NULL, NULL),
	      "ArgumentError: ct_file_verify: argument 1 (path) must not be NULL");
}
END_TEST

static void forget_progress(void)
{
	ct_file_set_progress(NULL, NULL);
	remove_npy_folder();
}

Suite *progress_suite(void)
{
	Suite *suite = suite_create("progress");
	TCase *tcase = tcase_create("progress");

	tcase_add_checked_fixture(tcase, make_npy_folder, forget_progress);
	tcase_add_test(tcase, progress_of_a_large_file_is_reported_in_steps);
	tcase_add_test(tcase, every_format_reports);
	tcase_add_test(tcase, cancelled_file_leaves_the_old_one);
	tcase_add_test(tcase, file_that_is_cancelled_at_once_does_not_appear);
	tcase_add_test(tcase, file_that_is_cancelled_at_its_end_does_not_appear);
	tcase_add_test(tcase, another_thread_does_not_report);
	tcase_add_test(tcase, files_of_the_progress_function_do_not_report);
	tcase_add_test(tcase, functions_of_a_program_report_too);
	tcase_add_test(tcase, every_checksum_is_compared);
	tcase_add_test(tcase, verifying_can_be_cancelled);
	tcase_add_test(tcase, other_files_cannot_be_verified);
	suite_add_tcase(suite, tcase);
	return suite;
}
