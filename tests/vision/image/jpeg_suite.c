/*
 * JPEG files: pixels as Pillow reads them (tests/fixtures/expected/image_data.py), damaged files,
 * writing.
 */
#include <stdlib.h>
#include <unistd.h>

#include <ctorch/calls/call.h>

#include "scratch.h"
#include "support.h"
#include "whole_files.h"

static ct_scope *scope;

static void open_all(void)
{
	scope = open_scope();
}

static void close_all(void)
{
	OK(ct_scope_close(scope));
}

static ct_tensor *contiguous(const ct_tensor *image)
{
	ct_tensor *result;

	OK(ct_contiguous(image, CT_CONTIGUOUS_FORMAT, &result));
	return result;
}

/* The case of this name; its bytes are new. */
static const json_t *find_case(json_t *cases, const char *what, const char *name,
			       unsigned char **bytes, size_t *n)
{
	json_t *item;
	size_t i;

	json_array_foreach (cases, i, item) {
		if (strcmp(expected_text(item, "what"), what) ||
		    strcmp(expected_text(item, "name"), name))
			continue;
		*bytes = from_hex(expected_text(item, "bytes"), n);
		return item;
	}
	ck_abort_msg("there is no case %s", name);
	return NULL;
}

START_TEST(pixels_are_those_of_pillow)
{
	json_t *cases = expected_cases("image_data"), *item;
	int checked = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		ct_image_load_options options = { .mode = CT_IMAGE_MODE_RGB };
		unsigned char *bytes;
		ct_tensor *image;
		size_t n;

		if (strcmp(expected_text(item, "what"), "jpeg"))
			continue;
		options.min_size = expected_int(item, "min_size");
		bytes = from_hex(expected_text(item, "bytes"), &n);
		OK(ct_image_decode(bytes, (int64_t)n, &options, &image));
		assert_expected_tensor(contiguous(image), item, "image", 0,
				       expected_text(item, "name"));
		free(bytes);
		checked++;
	}
	ck_assert_int_gt(checked, 15);
	json_decref(cases);
}
END_TEST

START_TEST(a_png_is_turned_as_by_pillow)
{
	json_t *cases = expected_cases("image_data"), *item;
	int checked = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		unsigned char *bytes;
		ct_tensor *image, *same;
		size_t n;

		if (strcmp(expected_text(item, "what"), "png"))
			continue;
		bytes = from_hex(expected_text(item, "bytes"), &n);
		OK(ct_image_decode(bytes, (int64_t)n, NULL, &image));
		assert_expected_tensor(image, item, "image", 0, expected_text(item, "name"));
		OK(ct_image_decode_png(bytes, (int64_t)n, CT_IMAGE_MODE_UNCHANGED, &same));
		assert_expected_tensor(same, item, "image", 0, expected_text(item, "name"));
		OK(ct_image_decode(bytes, (int64_t)n,
				   &(ct_image_load_options){ .no_orientation = true }, &image));
		ck_assert_int_eq(ct_tensor_size(image, 1), 4);
		free(bytes);
		checked++;
	}
	ck_assert_int_eq(checked, has_dtype(CT_UINT16) ? 25 : 17);
	json_decref(cases);
}
END_TEST

START_TEST(a_png_with_a_damaged_orientation_is_refused)
{
	json_t *cases = expected_cases("image_data");
	unsigned char *bytes, *chunk;
	ct_tensor *image;
	size_t n;

	find_case(cases, "png", "PNG RGB 6", &bytes, &n);
	for (chunk = bytes; memcmp(chunk, "eXIf", 4) != 0;)
		chunk++;
	chunk[4 + 19] ^= 1; /* 6 becomes 7, while the checksum stays */
	FAILS(ct_image_decode(bytes, (int64_t)n, NULL, &image),
	      "ValueError: the image cannot be read as a PNG: eXIf: CRC error");
	free(bytes);
	json_decref(cases);
}
END_TEST

START_TEST(modes_determine_the_channels)
{
	static const struct {
		const char *name;
		ct_image_mode mode;
		int64_t channels;
	} cases_of[] = {
		{ "plain", CT_IMAGE_MODE_UNCHANGED, 3 }, { "gray", CT_IMAGE_MODE_UNCHANGED, 1 },
		{ "inks", CT_IMAGE_MODE_UNCHANGED, 3 },  { "plain", CT_IMAGE_MODE_GRAY, 1 },
		{ "inks", CT_IMAGE_MODE_GRAY, 1 },       { "gray", CT_IMAGE_MODE_RGB, 3 },
		{ "plain", CT_IMAGE_MODE_RGB_ALPHA, 4 }, { "gray", CT_IMAGE_MODE_GRAY_ALPHA, 2 },
		{ "inks", CT_IMAGE_MODE_GRAY_ALPHA, 2 },
	};
	json_t *cases = expected_cases("image_data");

	for (size_t i = 0; i < sizeof cases_of / sizeof *cases_of; i++) {
		const ct_image_load_options options = { .mode = cases_of[i].mode };
		unsigned char *bytes;
		ct_tensor *image;
		size_t n;

		find_case(cases, "jpeg", cases_of[i].name, &bytes, &n);
		OK(ct_image_decode(bytes, (int64_t)n, &options, &image));
		ck_assert_int_eq(ct_tensor_size(image, 0), cases_of[i].channels);
		ck_assert_int_eq(ct_tensor_dtype(image), CT_UINT8);
		if (options.mode == CT_IMAGE_MODE_RGB_ALPHA) {
			const ct_tensor *plain = contiguous(image);

			ck_assert_int_eq(((const unsigned char *)ct_tensor_data(
						 plain))[ct_tensor_numel(plain) - 1],
					 255);
		}
		free(bytes);
	}
	json_decref(cases);
}
END_TEST

START_TEST(orientation_can_be_left_alone)
{
	json_t *cases = expected_cases("image_data");
	const ct_image_load_options options = { .no_orientation = true };
	unsigned char *bytes;
	ct_tensor *image;
	size_t n;

	find_case(cases, "jpeg", "orientation 6", &bytes, &n);
	OK(ct_image_decode(bytes, (int64_t)n, NULL, &image));
	ck_assert_int_eq(ct_tensor_size(image, 1), 6);
	OK(ct_image_decode(bytes, (int64_t)n, &options, &image));
	ck_assert_int_eq(ct_tensor_size(image, 1), 4);
	free(bytes);
	json_decref(cases);
}
END_TEST

START_TEST(every_truncation_is_an_error)
{
	json_t *cases = expected_cases("image_data");
	const ct_image_load_options lenient = { .allow_truncated = true };
	unsigned char *bytes;
	ct_tensor *image = UNTOUCHED;
	size_t n;

	find_case(cases, "jpeg", "progressive", &bytes, &n);
	for (size_t length = 0; length < n - 2; length += length < 30 ? 1 : 7) {
		unsigned char *shorter = malloc(length + 1); /* of its own, for AddressSanitizer */
		ct_error error;

		ck_assert_ptr_nonnull(shorter);
		memcpy(shorter, bytes, length);
		error = ct_image_decode(shorter, (int64_t)length, NULL, &image);
		ck_assert_msg(error != NULL, "%zu of %zu bytes: no error", length, n);
		ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_VALUE);
		ct_error_free(error);
		free(shorter);
	}
	ck_assert_ptr_eq(image, UNTOUCHED);
	FAILS(ct_image_decode(bytes, (int64_t)n - 4, NULL, &image),
	      "ValueError: the image cannot be read as a JPEG: Premature end of JPEG file");
	OK(ct_image_decode(bytes, (int64_t)n - 4, &lenient, &image));
	free(bytes);
	json_decref(cases);
}
END_TEST

START_TEST(no_damage_does_harm)
{
	json_t *cases = expected_cases("image_data");
	unsigned char *bytes;
	size_t n;

	find_case(cases, "jpeg", "orientation 8", &bytes, &n);
	for (size_t i = 0; i < n; i++) {
		for (int bit = 0; bit < 8; bit += 3) {
			ct_scope *inner = open_scope();
			ct_tensor *image;

			bytes[i] ^= (unsigned char)(1 << bit);
			ct_error_free(ct_image_decode(bytes, (int64_t)n, NULL, &image));
			bytes[i] ^= (unsigned char)(1 << bit);
			OK(ct_scope_close(inner));
		}
	}
	free(bytes);
	json_decref(cases);
}
END_TEST

/* A header alone says how large an image is. */
START_TEST(a_huge_image_is_refused_before_it_is_read)
{
	json_t *cases = expected_cases("image_data");
	const ct_image_load_options few = { .max_pixels = 100 }, small = { .min_size = 1 };
	unsigned char *bytes, *frame;
	ct_tensor *image;
	size_t n;

	find_case(cases, "jpeg", "plain", &bytes, &n);
	FAILS(ct_image_decode(bytes, (int64_t)n, &few, &image),
	      "ValueError: the image has 19 x 14 pixels, more than the limit of 100 (max_pixels)");
	for (frame = bytes; frame[0] != 0xff || frame[1] != 0xc0;)
		frame++;
	memset(frame + 5, 0xc3, 4);
	FAILS(ct_image_decode(bytes, (int64_t)n, NULL, &image),
	      "ValueError: the image has 50115 x 50115 pixels, more than the limit of 178956970 "
	      "(max_pixels)");
	frame[1] = 0xc2; /* progressive: libjpeg would hold all coefficients */
	FAILS(ct_image_decode(bytes, (int64_t)n, &small, &image),
	      "ValueError: the image has 50115 x 50115 pixels, more than the limit of 178956970 "
	      "(max_pixels)");
	free(bytes);
	json_decref(cases);
	FAILS(ct_image_decode("GIF89a", 6, NULL, &image),
	      "ValueError: the image is not a PNG, JPEG, WebP or BMP");
	FAILS(ct_image_decode("", 0, NULL, &image),
	      "ValueError: the image is not a PNG, JPEG, WebP or BMP");
}
END_TEST

/* Each scan takes as long as a whole image. */
START_TEST(many_scans_are_refused)
{
	enum { COPIES = 200 };
	json_t *cases = expected_cases("image_data");
	const ct_image_load_options lenient = { .allow_truncated = true };
	unsigned char *bytes, *longer;
	ct_tensor *image;
	size_t n, scan;

	find_case(cases, "jpeg", "progressive", &bytes, &n);
	for (scan = n; bytes[scan - 2] != 0xff || bytes[scan - 1] != 0xda;) /* the last one */
		scan--;
	scan -= 2;
	longer = malloc(n + COPIES * (n - scan));
	ck_assert_ptr_nonnull(longer);
	memcpy(longer, bytes, n - 2); /* without the end of the image */
	for (size_t i = 0; i < COPIES; i++)
		memcpy(longer + n - 2 + i * (n - 2 - scan), bytes + scan, n - 2 - scan);
	n = n - 2 + COPIES * (n - 2 - scan);
	memcpy(longer + n, "\xff\xd9", 2);
	FAILS(ct_image_decode(longer, (int64_t)n + 2, &lenient, &image),
	      "ValueError: the image cannot be read as a JPEG: it has more than 100 scans");
	free(longer);
	free(bytes);
	json_decref(cases);
}
END_TEST

START_TEST(other_files_are_no_jpegs)
{
	json_t *cases = expected_cases("image_data");
	const char png[] = "\x89PNG\r\n\x1a\n";
	unsigned char *bytes;
	ct_tensor *image;
	size_t n;

	find_case(cases, "jpeg", "plain", &bytes, &n);
	OK(ct_image_decode_jpeg(bytes, (int64_t)n, NULL, &image));
	FAILS(ct_image_decode_jpeg(png, 8, NULL, &image),
	      "ValueError: the image cannot be read as a JPEG: Not a JPEG file: starts with 0x89 "
	      "0x50");
	FAILS(ct_image_decode_jpeg(NULL, 8, NULL, &image),
	      "ArgumentError: ct_image_decode_jpeg: argument 1 (bytes) must not be NULL");
	FAILS_WITH(ct_image_load_jpeg("/nowhere.jpg", NULL, &image), CT_ERROR_RUNTIME,
		   "/nowhere.jpg: opening it: No such file or directory");
	free(bytes);
	json_decref(cases);
}
END_TEST

START_TEST(compression_is_torchvisions)
{
	json_t *cases = expected_cases("image_data"), *item;
	int checked = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		ct_generator *generator;
		ct_transform *transform;
		ct_tensor *got, *next;
		int64_t number = -1;

		if (strcmp(expected_text(item, "what"), "compressed"))
			continue;
		OK(ct_generator_new(CT_DEVICE_CPU, &generator));
		OK(ct_generator_manual_seed(generator, (uint64_t)expected_int(item, "seed")));
		OK(ct_image_jpeg_transform_new(expected_int(item, "low"),
					       expected_int(item, "high"), &transform));
		OK(ct_transform_apply(transform, expected_tensor(item, "given"), generator, &got));
		assert_expected_tensor(got, item, "result", 0, expected_text(item, "name"));
		OK(CT(randint_generator, &next, 1000, CT_L(1), generator));
		OK(ct_tensor_item_int64(next, &number));
		ck_assert_int_eq(number, expected_int(item, "next"));
		checked++;
	}
	ck_assert_int_eq(checked, 12);
	json_decref(cases);
}
END_TEST

START_TEST(what_is_no_image_for_a_jpeg_is_refused)
{
	ct_tensor *image, *floats, *got = UNTOUCHED;
	ct_transform *transform = NULL;

	OK(CT(zeros, &image, CT_L(2, 4, 4), .dtype = CT_UINT8));
	OK(CT(zeros, &floats, CT_L(3, 4, 4)));
	FAILS(ct_image_jpeg(image, 50, &got), "TypeError: the image must have the shape "
					      "[..., C, H, W] with 1 or 3 channels");
	FAILS(ct_image_jpeg(floats, 50, &got),
	      "TypeError: the image must be a uint8 tensor on the CPU; ct_transform_to_dtype() "
	      "converts floating point ones");
	OK(CT(zeros, &image, CT_L(0, 3, 4, 4), .dtype = CT_UINT8));
	FAILS(ct_image_jpeg(image, 0, &got),
	      "ValueError: quality must be an integer from 1 to 100, not 0");
	ck_assert_ptr_eq(got, UNTOUCHED);
	OK(ct_image_jpeg(image, 1, &got));
	ck_assert_int_eq(ct_tensor_dim(got), 4);
	FAILS(ct_image_jpeg_transform_new(60, 50, &transform),
	      "ValueError: quality must be an integer from 1 to 100, got quality = [60, 50]");
	ck_assert_ptr_null(transform);
}
END_TEST

START_TEST(written_files_can_be_read)
{
	char folder[SCRATCH_SIZE], path[64];
	ct_tensor *image, *read, *difference, *gray, *alpha;
	double most = 1e9;
	void *bytes;
	int64_t n, small;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/x.jpg", folder);
	OK(CT(linspace, &image, CT_S(0), CT_S(1), 3 * 16 * 24));
	image = CT_E(view, image, CT_L(3, 16, 24));
	OK(ct_image_save_jpeg(image, path, 95));
	OK(ct_image_load(path, NULL, &read));
	OK(CT_FINISH(CT_E(max, CT_E(abs, CT_E(sub, CT_E(mul, image, 255), read))), &difference));
	OK(ct_tensor_item_double(difference, &most));
	ck_assert_double_lt(most, 6);
	OK(ct_image_encode_jpeg(image, 95, &bytes, &n));
	OK(ct_image_encode_jpeg(image, 10, &bytes, &small));
	ck_assert_int_lt(small, n);
	OK(CT(narrow, &gray, image, 0, 0, 1));
	OK(ct_image_encode_jpeg(gray, 0, &bytes, &n));
	OK(ct_image_decode(bytes, n, NULL, &read));
	ck_assert_int_eq(ct_tensor_size(read, 0), 1);
	OK(CT(narrow, &alpha, image, 0, 0, 2));
	FAILS(ct_image_encode_jpeg(alpha, 0, &bytes, &n),
	      "ValueError: an image of 2 channels has an alpha channel, which JPEG does not "
	      "support");
	FAILS(ct_image_encode_jpeg(image, 101, &bytes, &n),
	      "ValueError: quality is 101, but must be from 1 to 100, or 0 for the default (75)");
	unlink(path);
	remove_scratch(folder);
}
END_TEST

Suite *jpeg_suite(void)
{
	Suite *suite = suite_create("jpeg");
	TCase *tests = tests_of("jpeg");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, pixels_are_those_of_pillow);
	tcase_add_test(tests, a_png_is_turned_as_by_pillow);
	tcase_add_test(tests, a_png_with_a_damaged_orientation_is_refused);
	tcase_add_test(tests, modes_determine_the_channels);
	tcase_add_test(tests, orientation_can_be_left_alone);
	tcase_add_test(tests, every_truncation_is_an_error);
	tcase_add_test(tests, no_damage_does_harm);
	tcase_add_test(tests, a_huge_image_is_refused_before_it_is_read);
	tcase_add_test(tests, many_scans_are_refused);
	tcase_add_test(tests, other_files_are_no_jpegs);
	tcase_add_test(tests, compression_is_torchvisions);
	tcase_add_test(tests, what_is_no_image_for_a_jpeg_is_refused);
	tcase_add_test(tests, written_files_can_be_read);
	suite_add_tcase(suite, tests);
	return suite;
}
