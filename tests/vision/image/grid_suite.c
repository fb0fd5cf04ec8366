/*
 * Many images in one, laid out by torchvision's rule.
 */
#define _XOPEN_SOURCE 700

#include <unistd.h>

#include "support.h"

START_TEST(grids_are_laid_out_as_by_the_rule)
{
	json_t *cases = expected_cases("image"), *of_case;
	size_t i, compared = 0;

	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "grid")) {
			const ct_image_grid_options options = grid_options_of(of_case);
			ct_tensor *images = expected_tensor(of_case, "input"), *grid = NULL;
			char what[64];

			snprintf(what, sizeof what, "case %zu of image.json", i);
			OK(ct_image_make_grid(images, &options, &grid));
			assert_expected_tensor(grid, of_case, "result", 0, what);
			ck_assert_ptr_ne(ct_tensor_data(grid), ct_tensor_data(images));
			ct_tensor_free(images);
			ct_tensor_free(grid);
			compared++;
		}
	ck_assert_uint_ge(compared + expected_left_out("image"), 20);
	json_decref(cases);
}
END_TEST

START_TEST(defaults_are_those_of_the_rule)
{
	ct_tensor *images = NULL, *grid = NULL;

	OK(ct_zeros((int64_t[]){ 10, 3, 4, 5 }, 4, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &images));
	OK(ct_image_make_grid(images, NULL, &grid));
	ck_assert_int_eq(ct_tensor_size(grid, 1), 2 * (4 + 2) + 2);
	ck_assert_int_eq(ct_tensor_size(grid, 2), 8 * (5 + 2) + 2);
	OK(ct_image_make_grid(images, NULL, NULL));
	ct_tensor_free(images);
	ct_tensor_free(grid);
}
END_TEST

START_TEST(grid_is_written_as_a_picture)
{
	char path[] = "/tmp/ctorch-grid-XXXXXX";
	ct_tensor *images = floats((float[]){ 0, 1, .5F }, (int64_t[]){ 3, 1, 1, 1, -1 });
	ct_tensor *again = NULL;
	ct_image_grid_options options = { 0 };
	const int file = mkstemp(path);

	MUST(file >= 0 && close(file) == 0);
	options.padding = 1;
	options.pad_value = 0.2;
	options.nrow = 2;
	OK(ct_image_save_grid_png(images, path, &options, NULL));
	OK(ct_image_load_png(path, CT_IMAGE_MODE_GRAY, &again));
	assert_bytes(again, (int64_t[]){ 1, 5, 5, -1 },
		     (const unsigned char[]){ 51, 51, 51, 51,  51, 51, 0,  51, 255, 51, 51, 51, 51,
					      51, 51, 51, 128, 51, 51, 51, 51, 51,  51, 51, 51 });
	unlink(path);
	ct_tensor_free(images);
	ct_tensor_free(again);
}
END_TEST

Suite *grid_suite(void)
{
	Suite *suite = suite_create("grids");
	TCase *tests = tests_of("grids");

	tcase_add_test(tests, grids_are_laid_out_as_by_the_rule);
	tcase_add_test(tests, defaults_are_those_of_the_rule);
	tcase_add_test(tests, grid_is_written_as_a_picture);
	suite_add_tcase(suite, tests);
	return suite;
}
