/*
 * Images of all formats in all modes, as Pillow and torchvision read them, and the classes of
 * archives as ImageFolder has them (tests/fixtures/expected/image_formats.py); hostile BMP files;
 * images that are left out.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/data/data.h>
#include <ctorch/vision/image_data.h>

#include "scratch.h"
#include "support.h"
#include "whole_files.h"

static ct_scope *scope;
static char folder[SCRATCH_SIZE], path[64];

static void open_all(void)
{
	scope = open_scope();
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/a.tar", folder);
}

static void close_all(void)
{
	unlink(path);
	remove_scratch(folder);
	OK(ct_scope_close(scope));
}

static void each_case(const char *what, int least, void (*check)(const json_t *))
{
	json_t *cases = expected_cases("image_formats"), *item;
	int n = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		if (strcmp(expected_text(item, "what"), what))
			continue;
		check(item);
		n++;
	}
	ck_assert_int_ge(n, least);
	json_decref(cases);
}

/* --- pixels ----------------------------------------------------------------------------------- */

static void check_pixels(const json_t *of_case)
{
	const ct_image_load_options options = { .mode = (ct_image_mode)expected_int(of_case,
										    "mode") };
	ct_tensor *image, *plain;
	unsigned char *bytes;
	size_t n;

	bytes = from_hex(expected_text(of_case, "bytes"), &n);
	OK(ct_image_decode(bytes, (int64_t)n, &options, &image));
	OK(ct_contiguous(image, CT_CONTIGUOUS_FORMAT, &plain));
	assert_expected_tensor(plain, of_case, "image", 0, expected_text(of_case, "name"));
	free(bytes);
}

START_TEST(gray_is_that_of_pillow)
{
	each_case("gray", 7, check_pixels);
}
END_TEST

START_TEST(a_bmp_is_read_as_by_pillow)
{
	each_case("bmp", 60, check_pixels);
}
END_TEST

#ifdef CT_HAVE_WEBP
static void check_animation(const json_t *of_case)
{
	ct_tensor *image;
	unsigned char *bytes;
	size_t n;

	bytes = from_hex(expected_text(of_case, "bytes"), &n);
	FAILS(ct_image_decode(bytes, (int64_t)n, NULL, &image),
	      "ValueError: the image cannot be read as a WebP: it is an animation");
	free(bytes);
}

/* A WebP that ends early, or is not allowed to be so large. */
static void check_cut(const json_t *of_case)
{
	ct_tensor *image;
	unsigned char *bytes;
	size_t n;

	bytes = from_hex(expected_text(of_case, "bytes"), &n);
	for (size_t i = 12; i + 8 < n; i += 7) {
		unsigned char *piece = malloc(i); /* so that a sanitizer can detect overruns */

		MUST(piece != NULL);
		memcpy(piece, bytes, i);
		FAILS_WITH(ct_image_decode(piece, (int64_t)i, NULL, &image), CT_ERROR_VALUE,
			   "the image cannot be read as a WebP: it is ");
		free(piece);
	}
	FAILS_WITH(ct_image_decode(bytes, (int64_t)n, &(ct_image_load_options){ .max_pixels = 20 },
				   &image),
		   CT_ERROR_VALUE, "pixels, more than the limit of 20 (max_pixels)");
	free(bytes);
}

START_TEST(a_webp_is_read_as_by_pillow)
{
	each_case("webp", 20, check_pixels);
}
END_TEST

START_TEST(a_damaged_webp_is_refused)
{
	each_case("animation", 1, check_animation);
	each_case("webp", 20, check_cut);
}
END_TEST
#else
START_TEST(a_webp_needs_libwebp)
{
	ct_tensor *image;

	FAILS(ct_image_decode("RIFF....WEBPVP8 ", 16, NULL, &image),
	      "RuntimeError: the image is a WebP, but libctorch_image was built without libwebp");
}
END_TEST
#endif

/* --- hostile BMP files ------------------------------------------------------------------------ */

enum { BMP_SIZE = 54 + 8 + 8 };

/* 2 x 2 pixels of 1 bit, black and white. */
static const unsigned char small[BMP_SIZE] = {
	'B', 'M', 70, 0, 0, 0, 0, 0, 0, 0, 62,  0,   0,   0, 40, 0, 0, 0, 2,   0, 0, 0, 2, 0,
	0,   0,   1,  0, 1, 0, 0, 0, 0, 0, 0,   0,   0,   0, 0,  0, 0, 0, 0,   0, 0, 0, 2, 0,
	0,   0,   0,  0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 64, 0, 0, 0, 128, 0, 0, 0
};

static void refuse_bmp(int64_t at, int64_t number, int len, const char *what)
{
	unsigned char bytes[BMP_SIZE];
	ct_tensor *image = UNTOUCHED;
	char message[200];

	memcpy(bytes, small, sizeof bytes);
	for (int i = 0; i < len; i++)
		bytes[at + i] = (unsigned char)((uint64_t)number >> 8 * i);
	snprintf(message, sizeof message, "ValueError: the image %s", what);
	FAILS(ct_image_decode(bytes, sizeof bytes, NULL, &image), message);
	ck_assert_ptr_eq(image, UNTOUCHED);
}

START_TEST(a_hostile_bmp_is_refused)
{
	static const char bad[] = "cannot be read as a BMP: ";
	static const struct {
		int64_t at, number;
		int len;
		const char *what;
	} changes[] = {
		{ 10, 0xffffffff, 4, "it is truncated" },
		{ 10, 66, 4, "it is truncated" },
		{ 14, 41, 4, "its header has an unknown type" },
		{ 14, 124, 4, "it is truncated" },
		{ 18, 0, 4, "it has no pixels" },
		{ 18, -1, 4, "it has no pixels" },
		{ 18, INT32_MAX, 4, "it is truncated" },
		{ 22, 0, 4, "it has no pixels" },
		{ 22, INT32_MAX, 4, "it is truncated" },
		{ 22, INT32_MIN, 4, "it is truncated" },
		{ 28, 2, 2, "a pixel must have 1, 4, 8, 16, 24 or 32 bits" },
		{ 28, 8, 2, "a pixel has a color that is not in the palette" },
		{ 30, 1, 4, "it is compressed" },
		{ 30, 3, 4, "bit masks require 16 or 32 bits per pixel" },
		{ 46, 1, 4, "a pixel has a color that is not in the palette" },
	};
	char what[200];

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		snprintf(what, sizeof what, "%s%s", bad, changes[i].what);
		refuse_bmp(changes[i].at, changes[i].number, changes[i].len, what);
	}
}
END_TEST

START_TEST(a_bmp_and_a_png_of_too_many_pixels_are_refused)
{
	static const char message[] =
		"ValueError: the image has 2 x 2 pixels, more than the limit of 3 (max_pixels)";
	const ct_image_load_options few = { .max_pixels = 3 }, enough = { .max_pixels = 4 };
	ct_tensor *image, *result;
	void *png;
	int64_t n;

	FAILS(ct_image_decode(small, sizeof small, &few, &result), message);
	OK(ct_image_decode(small, sizeof small, &enough, &image));
	OK(ct_image_encode_png(image, NULL, &png, &n));
	FAILS(ct_image_decode(png, n, &few, &result), message);
	OK(ct_image_decode(png, n, &enough, &result));
	ct_free(png);
}
END_TEST

START_TEST(a_bmp_that_is_cut_off_anywhere_is_an_error)
{
	ct_tensor *image;

	OK(ct_image_decode(small, sizeof small, NULL, &image));
	assert_bytes(image, (int64_t[]){ 1, 2, 2, -1 }, (unsigned char[]){ 255, 0, 0, 255 });
	for (int64_t n = 2; n < BMP_SIZE; n++) {
		unsigned char *piece = malloc((size_t)n);

		MUST(piece != NULL);
		memcpy(piece, small, (size_t)n);
		FAILS_WITH(ct_image_decode(piece, n, NULL, &image), CT_ERROR_VALUE,
			   "the image cannot be read as a BMP: ");
		free(piece);
	}
}
END_TEST

/* --- archives --------------------------------------------------------------------------------- */

static ct_error compare_labels(const ct_dataset *dataset, const json_t *labels)
{
	ct_data_loader *loader = CT_DATA_LOADER(dataset, .num_workers = 1);
	size_t i = 0;

	CT_TRY(CT_DONE());
	CT_EACH_BATCH (batch, loader) {
		int64_t label;

		CT_TRY(ct_tensor_item_int64(batch->target, &label));
		ck_assert_int_eq(label, json_integer_value(json_array_get(labels, i++)));
	}
	ck_assert_uint_eq(i, json_array_size(labels));
	return NULL;
}

static void check_archive(const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "classes");
	const char *const paths[] = { path };
	ct_image_data_options options = { 0 };
	const char *names[8];
	ct_dataset *dataset;
	ct_value classes, name;
	unsigned char *bytes;
	size_t n;

	bytes = from_hex(expected_text(of_case, "bytes"), &n);
	put_file(path, bytes, n);
	free(bytes);
	OK(ct_tar_vocabulary(CT_STRINGS_OF(paths, 1), NULL, &classes, NULL));
	ck_assert_int_eq(ct_value_count(&classes), (int64_t)json_array_size(wanted));
	for (size_t i = 0; i < json_array_size(wanted); i++) {
		names[i] = json_string_value(json_array_get(wanted, i));
		OK(ct_value_item(&classes, (int64_t)i, &name));
		ck_assert_str_eq(name.object, names[i]);
	}
	ct_value_free(&classes);
	OK(ct_tar_images_new(CT_STRINGS_OF(paths, 1), NULL, &dataset));
	OK(compare_labels(dataset, expected_list(of_case, "labels")));
	options.classes = names;
	options.classes_len = (int64_t)json_array_size(wanted);
	OK(ct_tar_images_new(CT_STRINGS_OF(paths, 1), &options, &dataset));
	if (json_is_true(json_object_get(of_case, "given")))
		OK(compare_labels(dataset, expected_list(of_case, "labels")));
}

START_TEST(classes_of_an_archive_are_those_of_its_folders)
{
	each_case("archive", 6, check_archive);
}
END_TEST

/* --- images that are left out ----------------------------------------------------------------- */

static char warned[500];
static int warnings;

static void note_warning(const ct_warning *warning, void *context)
{
	(void)context;
	snprintf(warned, sizeof warned, "%s", warning->message);
	warnings++;
}

static const char *const files[] = { "a/1.bmp", "a/2.gif",  "a/sub/3.GIF",
				     "b/4.bmp", "b/5.tiff", "b/readme" };
enum { FILES = sizeof files / sizeof *files };

static void put_files(void)
{
	ct_tar_writer *writer;

	OK(ct_tar_writer_new(path, CT_TAR_PLAIN, &writer));
	for (int i = 0; i < FILES; i++)
		OK(ct_tar_writer_add(writer, files[i], small, sizeof small));
	OK(ct_tar_writer_close(writer));
}

static void put_folder(char *whole, size_t size, const char *name, bool remove)
{
	snprintf(whole, size, "%s/%s", folder, name);
	if (remove)
		rmdir(whole);
	else
		MUST(mkdir(whole, 0700) == 0);
}

static void put_folders(bool remove)
{
	static const char *const folders[] = { "a", "a/sub", "b" };
	char whole[200];

	for (int i = 0; i < 3 && !remove; i++)
		put_folder(whole, sizeof whole, folders[i], false);
	for (int i = 0; i < FILES; i++) {
		snprintf(whole, sizeof whole, "%s/%s", folder, files[i]);
		if (remove)
			unlink(whole);
		else
			put_file(whole, small, sizeof small);
	}
	for (int i = 2; i >= 0 && remove; i--)
		put_folder(whole, sizeof whole, folders[i], true);
}

static void assert_warned(int times, const char *function, const char *place)
{
	char text[300];

	snprintf(text, sizeof text,
		 "%s: %s: skipping images in unsupported formats: 2 .gif, 1 .tiff", function,
		 place);
	ck_assert_int_eq(warnings, times);
	ck_assert_str_eq(warned, text);
	warnings = 0;
	*warned = '\0';
}

START_TEST(images_of_other_formats_are_counted)
{
	const char *const paths[] = { path }, *const classes[] = { "a", "b" };
	const ct_image_data_options given = { .classes = classes, .classes_len = 2 };
	json_t *labels = json_pack("[ii]", 0, 1);
	ct_dataset *dataset;

	OK(ct_set_warning_handler(note_warning, NULL, NULL));
	put_folders(false);
	OK(ct_image_folder_new(folder, NULL, &dataset));
	assert_warned(1, "ct_image_folder_new", folder);
	put_folders(true);
	put_files();
	OK(ct_tar_images_new(CT_STRINGS_OF(paths, 1), NULL, &dataset));
	OK(compare_labels(dataset, labels));
	assert_warned(1, "ct_tar_images_new", path);
	OK(ct_tar_images_new(CT_STRINGS_OF(paths, 1), &given, &dataset));
	ck_assert_int_eq(warnings, 0);
	OK(compare_labels(dataset, labels));
	OK(compare_labels(dataset, labels));
	assert_warned(1, "ct_tar_images_new", path);
	OK(ct_set_warning_handler(NULL, NULL, NULL));
	json_decref(labels);
}
END_TEST

Suite *formats_suite(void)
{
	Suite *suite = suite_create("formats");
	TCase *tests = tests_of("formats");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, gray_is_that_of_pillow);
	tcase_add_test(tests, a_bmp_is_read_as_by_pillow);
#ifdef CT_HAVE_WEBP
	tcase_add_test(tests, a_webp_is_read_as_by_pillow);
	tcase_add_test(tests, a_damaged_webp_is_refused);
#else
	tcase_add_test(tests, a_webp_needs_libwebp);
#endif
	tcase_add_test(tests, a_hostile_bmp_is_refused);
	tcase_add_test(tests, a_bmp_and_a_png_of_too_many_pixels_are_refused);
	tcase_add_test(tests, a_bmp_that_is_cut_off_anywhere_is_an_error);
	tcase_add_test(tests, classes_of_an_archive_are_those_of_its_folders);
	tcase_add_test(tests, images_of_other_formats_are_counted);
	suite_add_tcase(suite, tests);
	return suite;
}
