/*
 * Images written as PNG: the levels that PyTorch computes, in memory and in files.
 */
#define _XOPEN_SOURCE 700

#include <signal.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "support.h"

static ct_tensor *through_memory(const ct_tensor *image, const ct_image_options *options)
{
	ct_tensor *again = NULL;
	void *bytes = NULL;
	int64_t n = 0;

	OK(ct_image_encode_png(image, options, &bytes, &n));
	OK(ct_image_decode_png(bytes, n, CT_IMAGE_MODE_UNCHANGED, &again));
	ct_free(bytes);
	return again;
}

START_TEST(levels_are_those_that_pytorch_computes)
{
	json_t *cases = expected_cases("image"), *of_case;
	size_t i, compared = 0;

	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "levels")) {
			const ct_image_options options = image_options_of(of_case);
			ct_tensor *image = expected_tensor(of_case, "input");
			ct_tensor *again = through_memory(image, &options);
			char what[64];

			snprintf(what, sizeof what, "case %zu of image.json", i);
			assert_expected_tensor(again, of_case, "result", 0, what);
			ct_tensor_free(image);
			ct_tensor_free(again);
			compared++;
		}
	ck_assert_uint_ge(compared + expected_left_out("image"), 50);
	json_decref(cases);
}
END_TEST

START_TEST(file_has_what_memory_has)
{
	const unsigned char pixels[] = { 1, 2, 3, 4, 5, 6 };
	ct_tensor *image = bytes_of(pixels, (int64_t[]){ 3, 1, 2, -1 }), *again = NULL;

	OK(ct_image_save_png(image, picture_path, NULL));
	OK(ct_image_load_png(picture_path, CT_IMAGE_MODE_UNCHANGED, &again));
	assert_bytes(again, (int64_t[]){ 3, 1, 2, -1 }, pixels);
	ck_assert(ct_tensor_is_contiguous(again));
	ct_tensor_free(image);
	ct_tensor_free(again);
}
END_TEST

START_TEST(link_to_no_file_stays_and_leads_to_the_picture)
{
	char link[sizeof picture_path + 8];
	ct_tensor *image = bytes_of((const unsigned char[]){ 1, 2 }, (const int64_t[]){ 1, 2, -1 });
	struct stat about;

	snprintf(link, sizeof link, "%s.link", picture_path);
	unlink(picture_path);
	MUST(symlink("x.png", link) == 0);
	OK(ct_image_save_png(image, link, NULL));
	MUST(lstat(link, &about) == 0 && S_ISLNK(about.st_mode));
	MUST(lstat(picture_path, &about) == 0 && S_ISREG(about.st_mode));
	unlink(link);
	ct_tensor_free(image);
}
END_TEST

START_TEST(any_strides_and_graph_will_do)
{
	ct_tensor *image = floats((float[]){ 0, .2F, .4F, .6F, .8F, 1 }, (int64_t[]){ 2, 3, -1 });
	ct_tensor *turned = NULL, *again;

	OK(ct_tensor_set_requires_grad(image, true));
	OK(ct_t(image, &turned));
	again = through_memory(turned, NULL);
	assert_bytes(again, (int64_t[]){ 1, 3, 2, -1 },
		     (const unsigned char[]){ 0, 153, 51, 204, 102, 255 });
	ct_tensor_free(image);
	ct_tensor_free(turned);
	ct_tensor_free(again);
}
END_TEST

START_TEST(image_is_not_changed)
{
	const unsigned char pixels[] = { 1, 200 };
	ct_image_options options = { 0 };
	ct_tensor *image = bytes_of(pixels, (int64_t[]){ 1, 2, -1 });
	ct_tensor *numbers = floats((float[]){ -3, 5 }, (int64_t[]){ 1, 2, -1 });

	options.bit_depth = 16;
	if (is_refused_dtype(CT_UINT16)) /* the dtype of 16-bit pictures that are read */
		options.bit_depth = 8;
	ct_tensor_free(through_memory(image, &options));
	assert_bytes(image, (int64_t[]){ 1, 2, -1 }, pixels);
	options.normalize = true;
	ct_tensor_free(through_memory(numbers, &options));
	assert_floats(numbers, (int64_t[]){ 1, 2, -1 }, (double[]){ -3, 5 });
	ct_tensor_free(image);
	ct_tensor_free(numbers);
}
END_TEST

START_TEST(compression_changes_the_size_alone)
{
	ct_image_options options = { 0 };
	ct_tensor *image = NULL;
	int64_t sizes[2];
	void *bytes;

	OK(ct_zeros((int64_t[]){ 100, 100 }, 2, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &image));
	for (int i = 0; i < 2; i++) {
		options.compression = i == 0 ? CT_ZERO : 9;
		OK(ct_image_encode_png(image, &options, &bytes, &sizes[i]));
		ct_free(bytes);
	}
	ck_assert_int_gt(sizes[0], 10000);
	ck_assert_int_lt(sizes[1], 1000);
	ct_tensor_free(image);
}
END_TEST

/* A limit on what this process may write to a file simulates a full disk. */
START_TEST(old_picture_stays_when_the_new_one_has_no_room)
{
	ct_tensor *small = bytes_of((const unsigned char[]){ 7 }, (int64_t[]){ 1, 1, -1 });
	ct_tensor *large = NULL, *again = NULL;
	struct rlimit before, limit;

	OK(ct_rand((int64_t[]){ 64, 64 }, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &large));
	OK(ct_image_save_png(small, picture_path, NULL));
	MUST(getrlimit(RLIMIT_FSIZE, &before) == 0);
	limit = before;
	limit.rlim_cur = 1000;
	signal(SIGXFSZ, SIG_IGN);
	MUST(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	FAILS_WITH(ct_image_save_png(large, picture_path, NULL), CT_ERROR_RUNTIME,
		   "File too large");
	MUST(setrlimit(RLIMIT_FSIZE, &before) == 0);
	signal(SIGXFSZ, SIG_DFL);
	OK(ct_image_load_png(picture_path, CT_IMAGE_MODE_UNCHANGED, &again));
	assert_bytes(again, (int64_t[]){ 1, 1, 1, -1 }, (const unsigned char[]){ 7 });
	ct_tensor_free(small);
	ct_tensor_free(large);
	ct_tensor_free(again);
}
END_TEST

Suite *write_suite(void)
{
	Suite *suite = suite_create("pictures written");
	TCase *tests = tests_of("pictures written");

	tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, levels_are_those_that_pytorch_computes);
	tcase_add_test(tests, file_has_what_memory_has);
	tcase_add_test(tests, link_to_no_file_stays_and_leads_to_the_picture);
	tcase_add_test(tests, any_strides_and_graph_will_do);
	tcase_add_test(tests, image_is_not_changed);
	tcase_add_test(tests, compression_changes_the_size_alone);
	tcase_add_test(tests, old_picture_stays_when_the_new_one_has_no_room);
	suite_add_tcase(suite, tests);
	return suite;
}
