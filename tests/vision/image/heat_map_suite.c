/*
 * Heat maps: each value's color.
 */
#include <math.h>

#include "support.h"

START_TEST(values_have_the_colors_between)
{
	ct_tensor *row = floats((float[]){ 0, 1, 2, 3, NAN }, (int64_t[]){ 1, 5, -1 });
	ct_tensor *image = NULL;

	OK(ct_image_heat_map(row, CT_COLOR_MAP_GRAY, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 5, -1 },
		     (const unsigned char[]){ 0, 85, 170, 255, 128, 0, 85, 170, 255, 128, 0, 85,
					      170, 255, 128 });
	ct_tensor_free(image);
	OK(ct_image_heat_map(row, CT_COLOR_MAP_HEAT, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 5, -1 },
		     (const unsigned char[]){ 0, 255, 255, 255, 128, 0, 0, 255, 255, 128, 0, 0, 0,
					      255, 128 });
	ct_tensor_free(image);
	ct_tensor_free(row);
}
END_TEST

START_TEST(viridis_begins_dark_and_ends_yellow)
{
	ct_tensor *row = floats((float[]){ -INFINITY, -5, 0, 5, INFINITY },
				(int64_t[]){ 1, 5, -1 });
	ct_tensor *image = NULL;

	OK(ct_image_heat_map(row, CT_COLOR_MAP_VIRIDIS, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 5, -1 },
		     (const unsigned char[]){ 68, 68, 33, 253, 253, 1, 1, 145, 231, 231, 84, 84,
					      140, 37, 37 });
	ct_tensor_free(image);
	ct_tensor_free(row);
}
END_TEST

START_TEST(zero_is_white_between_signs)
{
	ct_tensor *row = vector(3, (float[]){ 0, -1, 4 }), *matrix_ = NULL, *image = NULL;

	OK(ct_view(row, (int64_t[]){ 1, 3 }, 2, &matrix_));
	OK(ct_image_heat_map(matrix_, CT_COLOR_MAP_SIGNED, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 3, -1 },
		     (const unsigned char[]){ 255, 191, 160, 255, 191, 0, 255, 231, 0 });
	ct_tensor_free(image);
	OK(ct_zero_(matrix_, NULL));
	OK(ct_image_heat_map(matrix_, CT_COLOR_MAP_SIGNED, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 3, -1 },
		     (const unsigned char[]){ 255, 255, 255, 255, 255, 255, 255, 255, 255 });
	ct_tensor_free(row);
	ct_tensor_free(matrix_);
	ct_tensor_free(image);
}
END_TEST

START_TEST(range_and_scale_can_be_chosen)
{
	const unsigned char bytes[] = { 0, 200 };
	ct_tensor *row = bytes_of(bytes, (int64_t[]){ 1, 2, -1 }), *image = NULL;

	OK(ct_image_heat_map(row, CT_COLOR_MAP_GRAY, (double[]){ -100, 100 }, 2, &image));
	assert_bytes(image, (int64_t[]){ 3, 2, 4, -1 },
		     (const unsigned char[]){ 128, 128, 255, 255, 128, 128, 255, 255,
					      128, 128, 255, 255, 128, 128, 255, 255,
					      128, 128, 255, 255, 128, 128, 255, 255 });
	OK(ct_image_heat_map(row, CT_COLOR_MAP_GRAY, NULL, 1, NULL));
	ct_tensor_free(row);
	ct_tensor_free(image);
}
END_TEST

START_TEST(sparse_matrix_has_the_colors_of_its_zeros_too)
{
	ct_tensor *row = floats((float[]){ 0, 1, 0, 3 }, (int64_t[]){ 1, 4, -1 });
	ct_tensor *sparse = NULL, *image = NULL;

	OK(ct_to_sparse(row, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	OK(ct_image_heat_map(sparse, CT_COLOR_MAP_GRAY, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 4, -1 },
		     (const unsigned char[]){ 0, 85, 0, 255, 0, 85, 0, 255, 0, 85, 0, 255 });
	ct_tensor_free(image);
	ct_tensor_free(sparse);
	ct_tensor_free(row);
}
END_TEST

START_TEST(one_value_or_none_has_a_color_too)
{
	ct_tensor *same = floats((float[]){ 7, 7 }, (int64_t[]){ 1, 2, -1 });
	ct_tensor *none = floats((float[]){ NAN, NAN }, (int64_t[]){ 1, 2, -1 }), *image = NULL;

	OK(ct_image_heat_map(same, CT_COLOR_MAP_GRAY, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 2, -1 }, (const unsigned char[6]){ 0 });
	ct_tensor_free(image);
	OK(ct_image_heat_map(none, CT_COLOR_MAP_GRAY, NULL, 1, &image));
	assert_bytes(image, (int64_t[]){ 3, 1, 2, -1 },
		     (const unsigned char[]){ 128, 128, 128, 128, 128, 128 });
	ct_tensor_free(image);
	ct_tensor_free(same);
	ct_tensor_free(none);
}
END_TEST

Suite *heat_map_suite(void)
{
	Suite *suite = suite_create("heat maps");
	TCase *tests = tests_of("heat maps");

	tcase_add_test(tests, values_have_the_colors_between);
	tcase_add_test(tests, viridis_begins_dark_and_ends_yellow);
	tcase_add_test(tests, zero_is_white_between_signs);
	tcase_add_test(tests, range_and_scale_can_be_chosen);
	tcase_add_test(tests, sparse_matrix_has_the_colors_of_its_zeros_too);
	tcase_add_test(tests, one_value_or_none_has_a_color_too);
	suite_add_tcase(suite, tests);
	return suite;
}
