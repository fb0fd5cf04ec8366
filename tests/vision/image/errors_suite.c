/*
 * Invalid images, options and files: each error names what is invalid.
 */
#include <math.h>

#include "folder.h"
#include "support.h"

static ct_tensor *zeros(int64_t dim, const int64_t *shape, ct_dtype dtype)
{
	ct_tensor *tensor = NULL;

	OK(ct_zeros(shape, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	return tensor;
}

/* A picture with this shape and dtype must be rejected. */
static void refuses(int64_t dim, const int64_t *shape, ct_dtype dtype, const char *part)
{
	ct_tensor *image = zeros(dim, shape, dtype);
	void *bytes = UNTOUCHED;
	int64_t n = -7;

	FAILS_WITH(ct_image_encode_png(image, NULL, &bytes, &n), CT_ERROR_ARGUMENT, part);
	FAILS_WITH(ct_image_save_png(image, missing_path, NULL), CT_ERROR_ARGUMENT, part);
	ck_assert_ptr_eq(bytes, (void *)UNTOUCHED);
	ck_assert_int_eq(n, -7);
	ct_tensor_free(image);
}

START_TEST(what_is_no_image_is_refused)
{
	refuses(1, (int64_t[]){ 5 }, CT_FLOAT32, "it has 1 dimensions; an image is [C, H, W]");
	refuses(4, (int64_t[]){ 1, 1, 2, 2 }, CT_FLOAT32, "it has 4 dimensions");
	refuses(3, (int64_t[]){ 5, 2, 2 }, CT_FLOAT32, "it has 5 channels, but a PNG has 1 to 4");
	refuses(3, (int64_t[]){ 0, 2, 2 }, CT_FLOAT32, "it has 0 channels");
	refuses(3, (int64_t[]){ 3, 0, 2 }, CT_FLOAT32,
		"dimension 1 has size 0, but a PNG allows 1 to");
	refuses(2, (int64_t[]){ 2, 0 }, CT_FLOAT32, "dimension 1 has size 0");
	refuses(2, (int64_t[]){ 2, 2 }, CT_COMPLEX64, "elements of complex64 cannot be colors");
	FAILS(ct_image_encode_png(NULL, NULL, (void *[1]){ NULL }, &(int64_t){ 0 }),
	      "ArgumentError: ct_image_encode_png: argument 1 (image) must not be NULL");
}
END_TEST

START_TEST(sparse_image_is_refused)
{
	ct_tensor *dense = zeros(2, (int64_t[]){ 2, 2 }, CT_FLOAT32), *sparse = NULL;

	OK(ct_to_sparse(dense, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	FAILS_WITH(ct_image_save_png(sparse, missing_path, NULL), CT_ERROR_ARGUMENT,
		   "it is not strided; call ct_to_dense() first");
	ct_tensor_free(dense);
	ct_tensor_free(sparse);
}
END_TEST

START_TEST(integers_that_do_not_fit_are_refused)
{
	const int64_t shape[] = { 1, 2 };
	ct_image_options options = { 0 };
	ct_tensor *image = NULL;
	void *bytes = NULL;
	int64_t n;

	OK(ct_tensor_from_data((int32_t[]){ -1, 256 }, CT_INT32, CT_INTS_OF(shape, 2), &image));
	FAILS(ct_image_encode_png(image, NULL, &bytes, &n),
	      "ValueError: argument 1 (image): its integers range from -1 to 256, but 8 bits "
	      "allow 0 to 255; use normalize to scale them");
	options.bit_depth = 16;
	FAILS_WITH(ct_image_encode_png(image, &options, &bytes, &n), CT_ERROR_VALUE,
		   "16 bits allow 0 to 65535");
	ct_tensor_free(image);
}
END_TEST

static void refuses_options(ct_image_options options, const char *part)
{
	ct_tensor *image = number(1), *square = NULL;

	OK(ct_view(image, (int64_t[]){ 1, 1 }, 2, &square));
	FAILS_WITH(ct_image_save_png(square, missing_path, &options), CT_ERROR_ARGUMENT, part);
	ct_tensor_free(image);
	ct_tensor_free(square);
}

START_TEST(options_that_are_none_are_refused)
{
	ct_image_options options = { 0 };

	options.bit_depth = 4;
	refuses_options(options, "options: bit_depth is 4, but must be 8 or 16");
	options = (ct_image_options){ 0 };
	options.compression = 10;
	refuses_options(options, "options: compression is 10, but must be from 1 to 9");
	options = (ct_image_options){ 0 };
	options.normalize = options.has_value_range = true;
	options.value_min = 2;
	options.value_max = 1;
	refuses_options(options, "options: empty range: 2 to 1");
	options.value_min = NAN;
	refuses_options(options, "empty range: nan to 1");
}
END_TEST

static void refuses_grid(const ct_tensor *images, ct_image_grid_options options, const char *part)
{
	ct_tensor *grid = UNTOUCHED;

	FAILS_WITH(ct_image_make_grid(images, &options, &grid), CT_ERROR_ARGUMENT, part);
	FAILS_WITH(ct_image_save_grid_png(images, missing_path, &options, NULL), CT_ERROR_ARGUMENT,
		   part);
	ck_assert_ptr_eq(grid, UNTOUCHED);
}

START_TEST(grids_of_nothing_are_refused)
{
	ct_image_grid_options options = { 0 };
	ct_tensor *none = zeros(4, (int64_t[]){ 0, 3, 2, 2 }, CT_FLOAT32);
	ct_tensor *bytes = zeros(4, (int64_t[]){ 2, 3, 2, 2 }, CT_UINT8);
	ct_tensor *deep = zeros(5, (int64_t[]){ 1, 1, 1, 1, 1 }, CT_FLOAT32);
	ct_tensor *dot = zeros(4, (int64_t[]){ 1, 1, 1, 1 }, CT_FLOAT32), *many = NULL;
	ct_tensor *quantized = NULL, *sparse = NULL;

	OK(ct_to_sparse(dot, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	OK(ct_expand(dot, (int64_t[]){ INT64_C(1) << 33, 1, 1, 1 }, 4, false, &many));
	OK(ct_quantize_per_tensor(dot, 1, 0, CT_QINT8, &quantized));
	refuses_grid(NULL, options, "argument 1 (images) must not be NULL");
	refuses_grid(none, options, "it has no elements");
	refuses_grid(deep, options, "it has 5 dimensions; expected [N, C, H, W]");
	refuses_grid(quantized, options, "it is quantized; call ct_dequantize_self()");
	refuses_grid(sparse, options, "it is not strided; call ct_to_dense() first");
	ct_tensor_free(sparse);
	options.nrow = 1;
	options.padding = INT32_MAX;
	refuses_grid(many, options, "the grid would have too many elements");
	options = (ct_image_grid_options){ 0 };
	options.nrow = CT_ZERO;
	refuses_grid(bytes, options, "options: nrow is 0, but must be at least 1");
	options = (ct_image_grid_options){ 0 };
	options.padding = -2;
	refuses_grid(bytes, options, "options: padding is -2");
	options = (ct_image_grid_options){ 0 };
	options.normalize = true;
	refuses_grid(bytes, options, "normalize requires floating point");
	ct_tensor_free(none);
	ct_tensor_free(bytes);
	ct_tensor_free(deep);
	ct_tensor_free(dot);
	ct_tensor_free(many);
	ct_tensor_free(quantized);
}
END_TEST

START_TEST(heat_maps_of_what_is_no_matrix_are_refused)
{
	ct_tensor *line = zeros(1, (int64_t[]){ 3 }, CT_FLOAT32);
	ct_tensor *waves = zeros(2, (int64_t[]){ 2, 2 }, CT_COMPLEX64);
	ct_tensor *fine = zeros(2, (int64_t[]){ 2, 2 }, CT_FLOAT32);

	FAILS_WITH(ct_image_heat_map(NULL, 0, NULL, 1, NULL), CT_ERROR_ARGUMENT,
		   "argument 1 (matrix) must not be NULL");
	FAILS_WITH(ct_image_heat_map(line, 0, NULL, 1, NULL), CT_ERROR_ARGUMENT,
		   "it has 1 dimensions and 3 elements");
	FAILS_WITH(ct_image_heat_map(waves, 0, NULL, 1, NULL), CT_ERROR_ARGUMENT,
		   "complex and quantized values");
	FAILS_WITH(ct_image_heat_map(fine, 4, NULL, 1, NULL), CT_ERROR_ARGUMENT,
		   "argument 2 (colors): unknown color map 4");
	FAILS_WITH(ct_image_heat_map(fine, 0, (double[]){ 1, INFINITY }, 1, NULL),
		   CT_ERROR_ARGUMENT, "empty range: 1 to inf");
	FAILS_WITH(ct_image_heat_map(fine, 0, NULL, 0, NULL), CT_ERROR_ARGUMENT,
		   "argument 4 (scale) is 0, but must be from 1 to 1000");
	ct_tensor_free(line);
	ct_tensor_free(waves);
	ct_tensor_free(fine);
}
END_TEST

START_TEST(files_that_cannot_be_had_say_why)
{
	ct_tensor *image = zeros(2, (int64_t[]){ 2, 2 }, CT_FLOAT32), *read = UNTOUCHED;

	FAILS_WITH(ct_image_load_png(missing_path, 0, &read), CT_ERROR_RUNTIME,
		   "No such file or directory");
	FAILS_WITH(ct_image_save_png(image, missing_path, NULL), CT_ERROR_RUNTIME,
		   "No such file or directory");
	FAILS_WITH(ct_image_save_png(image, "/dev/full", NULL), CT_ERROR_RUNTIME,
		   "No space left on device");
	FAILS_WITH(ct_image_load_png("main.c", 0, &read), CT_ERROR_VALUE,
		   "main.c cannot be read as a PNG: it has no PNG signature");
	FAILS_WITH(ct_image_load_png("main.c", 5, &read), CT_ERROR_ARGUMENT,
		   "argument 2 (mode): unknown mode 5");
	FAILS_WITH(ct_image_load_png(NULL, 0, &read), CT_ERROR_ARGUMENT, "argument 1 (path)");
	FAILS_WITH(ct_image_save_png(image, NULL, NULL), CT_ERROR_ARGUMENT, "argument 2 (path)");
	FAILS_WITH(ct_image_save_grid_png(image, NULL, NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 2 (path)");
	FAILS_WITH(ct_image_decode_png(NULL, 3, 0, &read), CT_ERROR_ARGUMENT,
		   "argument 1 (bytes) must not be NULL");
	FAILS_WITH(ct_image_decode_png("x", -1, 0, &read), CT_ERROR_ARGUMENT,
		   "argument 2 (nbytes)");
	FAILS_WITH(ct_image_encode_png(image, NULL, NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 3 (bytes)");
	ck_assert_ptr_eq(read, UNTOUCHED);
	ct_tensor_free(image);
}
END_TEST

Suite *errors_suite(void)
{
	Suite *suite = suite_create("no pictures");
	TCase *tests = tests_of("no pictures");

	tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, what_is_no_image_is_refused);
	tcase_add_test(tests, sparse_image_is_refused);
	tcase_add_test(tests, integers_that_do_not_fit_are_refused);
	tcase_add_test(tests, options_that_are_none_are_refused);
	tcase_add_test(tests, grids_of_nothing_are_refused);
	tcase_add_test(tests, heat_maps_of_what_is_no_matrix_are_refused);
	tcase_add_test(tests, files_that_cannot_be_had_say_why);
	suite_add_tcase(suite, tests);
	return suite;
}
