/*
 * Tensors mapped from files.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"

static char folder[SCRATCH_SIZE];
static char path[sizeof folder + 16];
static const int64_t four[] = { 4 }, two[] = { 2 };

static void make_folder(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/numbers", folder);
}

static void remove_folder(void)
{
	unlink(path);
	remove_scratch(folder);
}

static void put(const float *numbers, size_t n)
{
	FILE *file = fopen(path, "wb");

	MUST(file && fwrite(numbers, sizeof *numbers, n, file) == n && fclose(file) == 0);
}

static float get(int i)
{
	FILE *file = fopen(path, "rb");
	float number;

	MUST(file && fseek(file, i * (long)sizeof number, SEEK_SET) == 0);
	MUST(fread(&number, sizeof number, 1, file) == 1);
	fclose(file);
	return number;
}

static ct_map_options shared(bool grow)
{
	ct_map_options options = { 0 };

	options.shared = true;
	options.grow = grow;
	return options;
}

START_TEST(private_tensor_reads_and_does_not_write)
{
	ct_tensor *tensor;

	put((const float[]){ 1, 2, 3, 4, 5 }, 5);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), NULL, &tensor));
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	OK(ct_zero_(tensor, NULL));
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 0, 0, 0, 0 });
	ck_assert(get(0) == 1);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(shared_tensor_writes_and_sees_writes)
{
	ct_map_options options = shared(false);
	ct_tensor *tensor, *other;

	put((const float[]){ 1, 2, 3, 4 }, 4);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), &options, &tensor));
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), &options, &other));
	((float *)ct_tensor_mutable_data(tensor))[2] = 30;
	assert_floats(other, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 30, 4 });
	OK(ct_tensor_flush_file(tensor));
	ck_assert(get(2) == 30);
	ct_tensor_free(other);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(storage_says_whether_the_file_is_for_all)
{
	const ct_map_options for_all = shared(false);
	const bool yes = true;
	const int64_t n = 4;
	ct_tensor *tensor = NULL;

	put((const float[]){ 1, 2, 3, 4 }, 4);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), NULL, &tensor));
	ck_assert(!storage_is_shared(tensor));
	ct_tensor_free(tensor);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), &for_all, &tensor));
	ck_assert(storage_is_shared(tensor));
	ct_tensor_free(tensor);
	/* libtorch's own mapping. */
	OK(ct_from_file(path, &yes, &n, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	ck_assert(storage_is_shared(tensor));
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(read_only_file_is_mapped_privately_alone)
{
	ct_map_options options = shared(false);
	ct_tensor *tensor;

	put((const float[]){ 1, 2, 3, 4 }, 4);
	MUST(chmod(path, 0400) == 0);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), NULL, &tensor));
	OK(ct_zero_(tensor, NULL));
	ct_tensor_free(tensor);
	if (geteuid() != 0) /* root has access anyway */
		FAILS_WITH(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), &options,
					      &tensor),
			   CT_ERROR_RUNTIME, "Permission denied");
}
END_TEST

START_TEST(offset_need_not_begin_a_page)
{
	ct_map_options options = { 0 };
	float numbers[5000];
	ct_tensor *tensor;

	for (int i = 0; i < 5000; i++)
		numbers[i] = (float)i;
	put(numbers, 5000);
	options.offset = 3 * sizeof(float);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), &options, &tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 3, 4 });
	ct_tensor_free(tensor);
	options.offset = 4998 * sizeof(float);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), &options, &tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 4998, 4999 });
	OK(ct_tensor_flush_file(tensor));
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(tensor_and_its_views_outlive_the_file)
{
	ct_tensor *tensor, *view;

	put((const float[]){ 1, 2, 3, 4 }, 4);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), NULL, &tensor));
	MUST(unlink(path) == 0);
	OK(ct_select_int(tensor, 0, 3, &view));
	ct_tensor_free(tensor);
	ck_assert(value_of(view) == 4);
	ct_tensor_free(view);
}
END_TEST

START_TEST(file_is_made_and_made_longer)
{
	ct_map_options options = shared(true);
	ct_tensor *tensor;
	struct stat about;

	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), &options, &tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 0, 0 });
	((float *)ct_tensor_mutable_data(tensor))[1] = 5;
	ct_tensor_free(tensor);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), &options, &tensor));
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 0, 5, 0, 0 });
	ct_tensor_free(tensor);
	/* The file never shrinks. */
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), &options, &tensor));
	ct_tensor_free(tensor);
	MUST(stat(path, &about) == 0);
	ck_assert_int_eq(about.st_size, 16);
}
END_TEST

START_TEST(full_disk_is_an_error_that_leaves_nothing)
{
	ct_map_options options = shared(true);
	const int64_t huge[] = { INT64_C(1) << 50 };
	struct rlimit old, small;
	ct_tensor *tensor = UNTOUCHED;

	FAILS_WITH(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(huge, 1), &options, &tensor),
		   CT_ERROR_RUNTIME, "extending it: ");
	ck_assert_int_ne(access(path, F_OK), 0);

	put((const float[]){ 1, 2 }, 2);
	signal(SIGXFSZ, SIG_IGN);
	MUST(getrlimit(RLIMIT_FSIZE, &old) == 0);
	small = old;
	small.rlim_cur = 12;
	MUST(setrlimit(RLIMIT_FSIZE, &small) == 0);
	ct_error error = ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), &options,
					    &tensor);
	MUST(setrlimit(RLIMIT_FSIZE, &old) == 0);
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, "extending it: File too large"), "%s", error);
	ct_error_free(error);
	struct stat about;
	MUST(stat(path, &about) == 0);
	ck_assert_int_eq(about.st_size, 8);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

START_TEST(terabyte_that_is_a_hole_can_be_looked_at)
{
#ifdef __SANITIZE_THREAD__
	printf("left out: ThreadSanitizer has no terabyte of addresses for a program\n");
#else
	const int64_t shape[] = { INT64_C(1) << 38 };
	ct_tensor *tensor;
	int fd = open(path, O_RDWR | O_CREAT, 0600);

	MUST(fd >= 0);
	/* Not every file system supports files of this size. */
	if (ftruncate(fd, INT64_C(1) << 40) == 0) {
		OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(shape, 1), NULL, &tensor));
		ck_assert_int_eq(ct_tensor_numel(tensor), shape[0]);
		ck_assert(((const float *)ct_tensor_data(tensor))[shape[0] - 1] == 0);
		ct_tensor_free(tensor);
	}
	close(fd);
#endif
}
END_TEST

START_TEST(no_elements_want_no_bytes)
{
	const int64_t none[] = { 3, 0 };
	ct_tensor *tensor;

	put((const float[]){ 0 }, 0);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(none, 2), NULL, &tensor));
	ck_assert_int_eq(ct_tensor_numel(tensor), 0);
	OK(ct_tensor_flush_file(tensor));
	ct_tensor_free(tensor);
	FAILS_WITH(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), NULL, &tensor),
		   CT_ERROR_ARGUMENT, "has 0 bytes, but offset and shape need 8");
}
END_TEST

START_TEST(single_number_has_no_shape)
{
	ct_tensor *tensor;

	put((const float[]){ 7 }, 1);
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_NO_INTS, NULL, &tensor));
	ck_assert_int_eq(ct_tensor_dim(tensor), 0);
	ck_assert(value_of(tensor) == 7);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(wrong_arguments_are_named)
{
	const int64_t negative[] = { -1 }, huge[] = { INT64_C(1) << 40, INT64_C(1) << 40 },
		      large[] = { INT64_MAX / 8 };
	ct_map_options options = { 0 };
	ct_tensor *tensor = UNTOUCHED;
	char message[300];

#define WHERE "ArgumentError: ct_tensor_map_file: argument "
	put((const float[]){ 1, 2, 3 }, 3);
	FAILS(ct_tensor_map_file(NULL, CT_FLOAT32, CT_INTS_OF(two, 1), NULL, &tensor),
	      WHERE "1 (path) must not be NULL");
	FAILS_WITH(ct_tensor_map_file(path, 99, CT_INTS_OF(two, 1), NULL, &tensor),
		   CT_ERROR_ARGUMENT, "argument 2 (dtype)");
	FAILS(ct_tensor_map_file(path, CT_QINT8, CT_INTS_OF(two, 1), NULL, &tensor),
	      WHERE "2 (dtype): qint8 is a quantized dtype; quantize a floating-point tensor "
		    "instead");
	FAILS(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(negative, 1), NULL, &tensor),
	      WHERE "3 (shape): element 0 is -1, but must not be negative");
	FAILS(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(huge, 2), NULL, &tensor),
	      WHERE "3 (shape): larger than the address space");
	FAILS_WITH(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(NULL, 1), NULL, &tensor),
		   CT_ERROR_ARGUMENT, "argument 3 (shape)");
	snprintf(message, sizeof message,
		 WHERE "1 (path): %s has 12 bytes, but offset and shape need 16", path);
	FAILS(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(four, 1), NULL, &tensor), message);
	options.offset = 2;
	FAILS(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), &options, &tensor),
	      WHERE "4 (options): offset is 2, but must be a multiple of 4 for this dtype");
	options.offset = -4;
	FAILS(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), &options, &tensor),
	      WHERE "4 (options): offset is -4, but must not be negative");
	options.offset = INT64_MAX / 2 + 1;
	FAILS(ct_tensor_map_file(path, CT_FLOAT64, CT_INTS_OF(large, 1), &options, &tensor),
	      "ArgumentError: ct_tensor_map_file: offset and shape exceed the maximum file size");
	options = (ct_map_options){ 0 };
	options.grow = true;
	FAILS(ct_tensor_map_file(path, CT_FLOAT32, CT_INTS_OF(two, 1), &options, &tensor),
	      WHERE "4 (options): grow requires a shared mapping");
	FAILS(ct_tensor_map_file("/dev/zero", CT_FLOAT32, CT_INTS_OF(two, 1), NULL, &tensor),
	      WHERE "1 (path): /dev/zero is not a regular file");
	FAILS_WITH(ct_tensor_map_file("/proc/none/such", CT_FLOAT32, CT_INTS_OF(two, 1), NULL,
				      &tensor),
		   CT_ERROR_RUNTIME, "/proc/none/such: opening it: No such file or directory");
	FAILS(ct_tensor_flush_file(NULL),
	      "ArgumentError: ct_tensor_flush_file: argument 1 (self) must not be NULL");
	ck_assert_ptr_eq(tensor, UNTOUCHED);
#undef WHERE
}
END_TEST

START_TEST(memory_that_is_no_file_needs_no_flush)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });

	OK(ct_tensor_flush_file(tensor));
	ct_tensor_free(tensor);
}
END_TEST

Suite *mapped_suite(void)
{
	Suite *suite = suite_create("mapped");
	TCase *tests = tests_of("mapped");

	tcase_add_checked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, private_tensor_reads_and_does_not_write);
	tcase_add_test(tests, shared_tensor_writes_and_sees_writes);
	tcase_add_test(tests, storage_says_whether_the_file_is_for_all);
	tcase_add_test(tests, read_only_file_is_mapped_privately_alone);
	tcase_add_test(tests, offset_need_not_begin_a_page);
	tcase_add_test(tests, tensor_and_its_views_outlive_the_file);
	tcase_add_test(tests, file_is_made_and_made_longer);
	tcase_add_test(tests, full_disk_is_an_error_that_leaves_nothing);
	tcase_add_test(tests, terabyte_that_is_a_hole_can_be_looked_at);
	tcase_add_test(tests, no_elements_want_no_bytes);
	tcase_add_test(tests, single_number_has_no_shape);
	tcase_add_test(tests, wrong_arguments_are_named);
	tcase_add_test(tests, memory_that_is_no_file_needs_no_flush);
	suite_add_tcase(suite, tests);
	return suite;
}
