/*
 * Files compared byte by byte with NumPy's, and what is left when one cannot be written.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "npy_support.h"

static void assert_bytes(const json_t *of_case, const char *what, const char *got, size_t got_size)
{
	unsigned char *expected;
	size_t n, at = 0;

	expected = npy_file_of(of_case, "written", &n);
	while (at < n && at < got_size && expected[at] == (unsigned char)got[at])
		at++;
	ck_assert_msg(n == got_size && at == n,
		      "%s of %s: expected %zu bytes, got %zu, different from byte %zu on: %.*s",
		      what, expected_text(of_case, "name"), n, got_size, at, 118, got + 10);
	free(expected);
}

START_TEST(files_are_written_as_numpy_writes_them)
{
	const json_t *of_case;
	size_t i, n;

	json_array_foreach (npy_cases, i, of_case) {
		unsigned char *file = npy_file_of(of_case, "file", &n);
		ct_tensor *tensor;
		int64_t size;
		char *bytes;

		/* The parsed tensor has NumPy's strides. */
		OK(ct_npy_decode(file, (int64_t)n, NULL, &tensor));
		OK(ct_npy_encode(tensor, &bytes, &size));
		assert_bytes(of_case, "ct_npy_encode()", bytes, (size_t)size);
		ct_free(bytes);
		OK(ct_npy_save(tensor, npy_path));
		bytes = get_npy(&n);
		assert_bytes(of_case, "ct_npy_save()", bytes, n);
		free(bytes);
		ct_tensor_free(tensor);
		free(file);
	}
}
END_TEST

START_TEST(view_is_written_as_its_elements)
{
	ct_tensor *tensor = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 }), *view, *got;

	OK(ct_select_int(tensor, 1, 1, &view));
	OK(ct_npy_save(view, npy_path));
	OK(ct_npy_load(npy_path, &got));
	assert_floats(got, (int64_t[]){ 2, -1 }, (double[]){ 2, 5 });
	ct_tensor_free(got);
	ct_tensor_free(view);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(conjugated_and_negated_are_written_as_they_read)
{
	const float numbers[] = { 1, 2, 3, 4 };
	const int64_t shape[] = { 2 };
	ct_tensor *tensor, *conjugated, *imaginary, *got;

	OK(ct_tensor_from_data(numbers, CT_COMPLEX64, CT_INTS_OF(shape, 1), &tensor));
	OK(ct__conj(tensor, &conjugated));
	OK(ct_imag(conjugated, &imaginary));
	OK(ct_npy_save(imaginary, npy_path));
	OK(ct_npy_load(npy_path, &got));
	assert_floats(got, (int64_t[]){ 2, -1 }, (double[]){ -2, -4 });
	ct_tensor_free(got);
	OK(ct_npy_save(conjugated, npy_path));
	OK(ct_npy_load(npy_path, &got));
	ck_assert(((const float *)ct_tensor_data(got))[1] == -2);
	ct_tensor_free(got);
	ct_tensor_free(imaginary);
	ct_tensor_free(conjugated);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(tensor_with_gradient_is_written)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *got;

	OK(ct_tensor_set_requires_grad(tensor, true));
	OK(ct_npy_save(tensor, npy_path));
	OK(ct_npy_load(npy_path, &got));
	ck_assert(!ct_tensor_requires_grad(got));
	ct_tensor_free(got);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(zeros_without_memory_are_written)
{
	const int64_t shape[] = { 2 };
	ct_tensor *zeros, *got;

	OK(ct__efficientzerotensor(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				   &zeros));
	OK(ct_npy_save(zeros, npy_path));
	OK(ct_npy_load(npy_path, &got));
	assert_floats(got, (int64_t[]){ 2, -1 }, (double[]){ 0, 0 });
	ct_tensor_free(got);
	ct_tensor_free(zeros);
}
END_TEST

START_TEST(elements_behind_the_storage_are_not_written)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	OK(ct_storage_resize(storage, 0));
	FAILS(ct_npy_save(tensor, npy_path),
	      "RuntimeError: the elements of the tensor take 8 bytes of its storage, but it has 0");
	ck_assert_int_ne(access(npy_path, F_OK), 0);
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(what_numpy_does_not_have_is_refused)
{
	int64_t ones[65];
	const int64_t shape[] = { 2 };
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *other;

	OK(ct_tensor_from_data("abcd", CT_BFLOAT16, CT_INTS_OF(shape, 1), &other));
	FAILS(ct_npy_save(other, npy_path),
	      "TypeError: Got unsupported ScalarType BFloat16, NumPy has no such dtype; convert "
	      "the tensor to float32, or view it as integers of the same size");
	ct_tensor_free(other);
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &other));
	FAILS_WITH(ct_npy_save(other, npy_path), CT_ERROR_TYPE, "unsupported ScalarType QInt8");
	ct_tensor_free(other);
	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	FAILS(ct_npy_save(other, npy_path),
	      "TypeError: NumPy arrays are strided; call ct_to_dense() first");
	ct_tensor_free(other);
	OK(ct_empty_memory_format(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &other));
	FAILS(ct_npy_save(other, npy_path),
	      "TypeError: NumPy arrays are on the CPU; copy the tensor to the CPU first");
	ct_tensor_free(other);
	OK(ct__nested_tensor_from_tensor_list(&tensor, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &other));
	FAILS(ct_npy_save(other, npy_path),
	      "TypeError: NumPy has no nested arrays; save the components of ct_unbind_int()");
	ct_tensor_free(other);
	/* More dimensions than NumPy supports. */
	for (int64_t i = 0; i < 65; i++)
		ones[i] = 1;
	OK(ct_zeros(ones, 65, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &other));
	FAILS(ct_npy_save(other, npy_path), "TypeError: NumPy supports at most 64 dimensions");
	ct_tensor_free(other);
	FAILS(ct_npy_save(NULL, npy_path),
	      "ArgumentError: ct_npy_save: argument 1 (tensor) must not be NULL");
	FAILS(ct_npy_save(tensor, NULL),
	      "ArgumentError: ct_npy_save: argument 2 (path) must not be NULL");
	FAILS(ct_npy_encode(tensor, NULL, NULL),
	      "ArgumentError: ct_npy_encode: argument 2 (bytes) must not be NULL");
	FAILS(ct_npy_save(tensor, ""), "RuntimeError: '': opening it: No such file or directory");
	ct_tensor_free(tensor);
	ck_assert_int_ne(access(npy_path, F_OK), 0);
}
END_TEST

START_TEST(old_file_stays_when_the_new_one_cannot_be_written)
{
	struct rlimit old, small;
	ct_tensor *tensor = number(1), *large, *got;

	OK(ct_npy_save(tensor, npy_path));
	OK(ct_zeros((const int64_t[]){ 100000 }, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE,
		    NULL, &large));
	signal(SIGXFSZ, SIG_IGN);
	MUST(getrlimit(RLIMIT_FSIZE, &old) == 0);
	small = old;
	small.rlim_cur = 65536;
	MUST(setrlimit(RLIMIT_FSIZE, &small) == 0);
	ct_error error = ct_npy_save(large, npy_path);
	MUST(setrlimit(RLIMIT_FSIZE, &old) == 0);
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, "writing to it: File too large"), "%s", error);
	ct_error_free(error);
	OK(ct_npy_load(npy_path, &got));
	ck_assert(value_of(got) == 1);
	ct_tensor_free(got);
	ct_tensor_free(large);
	ct_tensor_free(tensor);
}
END_TEST

static void assert_is_link(const char *name)
{
	struct stat about;

	MUST(lstat(name, &about) == 0);
	ck_assert_msg(S_ISLNK(about.st_mode), "%s is no longer a link", name);
}

START_TEST(permissions_and_links_stay)
{
	char link[sizeof npy_path + 8];
	ct_tensor *tensor = number(1);
	struct stat about;

	snprintf(link, sizeof link, "%s.link", npy_path);
	OK(ct_npy_save(tensor, npy_path));
	MUST(chmod(npy_path, 0604) == 0 && symlink(npy_path, link) == 0);
	OK(ct_npy_save(tensor, link));
	assert_is_link(link);
	MUST(stat(npy_path, &about) == 0);
	ck_assert_uint_eq(about.st_mode & 07777, 0604);
	unlink(link);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(owner_of_a_file_that_root_replaces_stays)
{
	ct_tensor *tensor = number(1);
	struct stat about;

	if (geteuid() != 0) {
		printf("left out: only root can give files away\n");
		ct_tensor_free(tensor);
		return;
	}
	OK(ct_npy_save(tensor, npy_path));
	MUST(chown(npy_path, 65534, 65533) == 0 && chmod(npy_path, 0640) == 0);
	OK(ct_npy_save(tensor, npy_path));
	MUST(stat(npy_path, &about) == 0);
	ck_assert_uint_eq(about.st_uid, 65534);
	ck_assert_uint_eq(about.st_gid, 65533);
	ck_assert_uint_eq(about.st_mode & 07777, 0640);
	ct_tensor_free(tensor);
}
END_TEST

/* In its own folder, a user may rename or remove another user's file, but not write to it. */
START_TEST(file_that_may_not_be_written_is_not_replaced)
{
	const bool root = geteuid() == 0;
	ct_tensor *tensor = number(1);
	ct_error error;

	OK(ct_npy_save(tensor, npy_path));
	MUST(chmod(npy_path, 0444) == 0);
	if (root)
		MUST(chown(npy_folder, 65534, 65534) == 0 && seteuid(65534) == 0);
	error = ct_npy_save(tensor, npy_path);
	if (root)
		MUST(seteuid(0) == 0);
	ck_assert_msg(error && strstr(error, "opening it: Permission denied"), "%s",
		      error ? error : "no error");
	ct_error_free(error);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(names_of_any_length_can_be_saved)
{
	char path[sizeof npy_path + 256];
	ct_tensor *tensor = number(1);

	for (int length = 240; length <= 255; length++) {
		snprintf(path, sizeof path, "%s/%0*d", npy_folder, length, 0);
		for (int i = 0; i < 2; i++) /* the second file replaces the first */
			OK(ct_npy_save(tensor, path));
		MUST(unlink(path) == 0);
	}
	snprintf(path, sizeof path, "%s/%0256d", npy_folder, 0);
	FAILS_WITH(ct_npy_save(tensor, path), CT_ERROR_RUNTIME, "File name too long");
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(link_to_no_file_stays_and_leads_to_one_then)
{
	char near[sizeof npy_path + 8], far[sizeof npy_path + 8];
	ct_tensor *tensor = number(7), *got;

	snprintf(near, sizeof near, "%s.near", npy_path);
	snprintf(far, sizeof far, "%s.far", npy_path);
	unlink(npy_path);
	/* One link is relative to its folder, the other is absolute. */
	MUST(symlink(strrchr(far, '/') + 1, near) == 0 && symlink(npy_path, far) == 0);
	OK(ct_npy_save(tensor, near));
	assert_is_link(near);
	assert_is_link(far);
	OK(ct_npy_load(npy_path, &got));
	ck_assert(value_of(got) == 7);
	unlink(near);
	unlink(far);
	ct_tensor_free(got);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(link_that_leads_nowhere_is_an_error)
{
	char loop[sizeof npy_path + 8], missing[sizeof npy_path + 16];
	ct_tensor *tensor = number(7);

	snprintf(loop, sizeof loop, "%s.loop", npy_path);
	snprintf(missing, sizeof missing, "%s/missing/a.npy", npy_folder);
	MUST(symlink(loop, loop) == 0);
	FAILS_WITH(ct_npy_save(tensor, loop), CT_ERROR_RUNTIME,
		   "finding it: Too many levels of symbolic links");
	assert_is_link(loop);
	unlink(loop);
	MUST(symlink(missing, loop) == 0);
	FAILS_WITH(ct_npy_save(tensor, loop), CT_ERROR_RUNTIME,
		   "creating it: No such file or directory");
	assert_is_link(loop);
	unlink(loop);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(device_file_is_written_to)
{
	ct_tensor *tensor = number(1);

	OK(ct_npy_save(tensor, "/dev/null"));
	FAILS(ct_npy_save(tensor, "/dev/full"),
	      "RuntimeError: /dev/full: writing to it: No space left on device");
	FAILS_WITH(ct_npy_save(tensor, npy_folder), CT_ERROR_RUNTIME, "opening it: Is a directory");
	ct_tensor_free(tensor);
}
END_TEST

Suite *npy_write_suite(void)
{
	Suite *suite = suite_create("writing .npy");
	TCase *tests = tests_of("writing .npy");

	tcase_add_checked_fixture(tests, make_npy_folder, remove_npy_folder);
	tcase_add_test(tests, files_are_written_as_numpy_writes_them);
	tcase_add_test(tests, view_is_written_as_its_elements);
	tcase_add_test(tests, conjugated_and_negated_are_written_as_they_read);
	tcase_add_test(tests, tensor_with_gradient_is_written);
	tcase_add_test(tests, zeros_without_memory_are_written);
	tcase_add_test(tests, elements_behind_the_storage_are_not_written);
	tcase_add_test(tests, what_numpy_does_not_have_is_refused);
	tcase_add_test(tests, old_file_stays_when_the_new_one_cannot_be_written);
	tcase_add_test(tests, permissions_and_links_stay);
	tcase_add_test(tests, owner_of_a_file_that_root_replaces_stays);
	tcase_add_test(tests, file_that_may_not_be_written_is_not_replaced);
	tcase_add_test(tests, names_of_any_length_can_be_saved);
	tcase_add_test(tests, link_to_no_file_stays_and_leads_to_one_then);
	tcase_add_test(tests, link_that_leads_nowhere_is_an_error);
	tcase_add_test(tests, device_file_is_written_to);
	suite_add_tcase(suite, tests);
	return suite;
}
