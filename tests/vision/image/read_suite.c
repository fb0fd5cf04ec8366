/*
 * PNG files of every kind, which Python wrote byte by byte, and files that are not PNG files.
 */
#include <sys/resource.h>

#include "support.h"

static unsigned char *file_of(const json_t *of_case, int64_t *n)
{
	const char *digits = expected_text(of_case, "bytes");
	unsigned char *bytes;

	*n = (int64_t)strlen(digits) / 2;
	bytes = malloc((size_t)*n);
	MUST(bytes != NULL);
	for (int64_t i = 0; i < *n; i++) {
		unsigned byte;

		MUST(sscanf(digits + 2 * i, "%2x", &byte) == 1);
		bytes[i] = (unsigned char)byte;
	}
	return bytes;
}

START_TEST(files_of_every_kind_are_read)
{
	json_t *cases = expected_cases("image"), *of_case;
	size_t i, compared = 0;

	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "file")) {
			int64_t n;
			unsigned char *bytes = file_of(of_case, &n);
			ct_tensor *image = NULL;

			OK(ct_image_decode_png(
				bytes, n, (ct_image_mode)expected_int(of_case, "mode"), &image));
			assert_expected_tensor(image, of_case, "result", 0,
					       expected_text(of_case, "what"));
			ct_tensor_free(image);
			free(bytes);
			compared++;
		}
	ck_assert_uint_ge(compared + expected_left_out("image"), 30);
	json_decref(cases);
}
END_TEST

static unsigned char *some_picture(int64_t *n)
{
	ct_tensor *image = NULL;
	void *bytes = NULL;

	OK(ct_manual_seed(0));
	OK(ct_rand((int64_t[]){ 3, 9, 9 }, 3, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &image));
	OK(ct_image_encode_png(image, NULL, &bytes, n));
	ct_tensor_free(image);
	return bytes;
}

START_TEST(file_that_is_cut_off_anywhere_is_an_error)
{
	int64_t n;
	unsigned char *bytes = some_picture(&n);
	ct_tensor *image = UNTOUCHED;

	for (int64_t length = 0; length < n; length++) {
		/* Memory that ends there, so that a sanitizer can detect overruns. */
		unsigned char *piece = malloc((size_t)length + 1);

		MUST(piece != NULL);
		memcpy(piece + 1, bytes, (size_t)length);
		FAILS_WITH(ct_image_decode_png(piece + 1, length, CT_IMAGE_MODE_UNCHANGED, &image),
			   CT_ERROR_VALUE, "the image cannot be read as a PNG: ");
		free(piece);
	}
	ck_assert_ptr_eq(image, UNTOUCHED);
	ct_free(bytes);
}
END_TEST

/* A wrong byte gives an error or, if nothing depends on it, the picture. */
START_TEST(file_that_is_damaged_anywhere_does_no_harm)
{
	int64_t n, failed = 0;
	unsigned char *bytes = some_picture(&n);

	for (int64_t i = 0; i < n; i++) {
		ct_tensor *image = NULL;
		ct_error err;

		bytes[i] ^= 0x55;
		err = ct_image_decode_png(bytes, n, CT_IMAGE_MODE_UNCHANGED, &image);
		ck_assert((err == NULL) == (image != NULL));
		failed += err != NULL;
		ct_error_free(err);
		ct_tensor_free(image);
		bytes[i] ^= 0x55;
	}
	ck_assert_int_gt(failed, n * 9 / 10);
	ct_free(bytes);
}
END_TEST

START_TEST(picture_that_unpacks_to_too_much_is_refused)
{
	/* The header of a picture with 100,000 x 100,000 pixels, and its checksum. */
	static const unsigned char bomb[] = {
		0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 0,    0,    0,    13,
		'I',  'H', 'D', 'R', 0x00, 0x01, 0x86, 0xa0, 0x00, 0x01, 0x86, 0xa0,
		8,    0,   0,   0,   0,    0x8d, 0x39, 0x54, 0x14, 0,    0,    0,
		0,    'I', 'D', 'A', 'T',  0x35, 0xaf, 0x06, 0x1e
	};

	FAILS(ct_image_decode_png(bomb, sizeof bomb, CT_IMAGE_MODE_UNCHANGED, NULL),
	      "ValueError: the image would decode to 100000 x 100000 pixels of 1 bytes, but "
	      "the limit is 1 GiB");
}
END_TEST

static long peak_kilobytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/* A picture of 8-bit grayscale that ends after its header. */
static void fill_head(unsigned char head[45], uint32_t width, uint32_t height)
{
	static const unsigned char form[45] = { 0x89, 'P',  'N',      'G',        0x0d, 0x0a, 0x1a,
						0x0a, 0,    0,        0,          13,   'I',  'H',
						'D',  'R',  [24] = 8, [37] = 'I', 'D',  'A',  'T',
						0x35, 0xaf, 0x06,     0x1e };
	const uint32_t sizes[] = { width, height };
	uint32_t sum = UINT32_MAX;

	memcpy(head, form, sizeof form);
	for (int i = 0; i < 8; i++)
		head[16 + i] = (unsigned char)(sizes[i / 4] >> (24 - 8 * (i % 4)));
	for (int i = 12; i < 29; i++) {
		sum ^= head[i];
		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
	}
	for (int i = 0; i < 4; i++)
		head[29 + i] = (unsigned char)(~sum >> (24 - 8 * i));
}

/* A text that claims to have 1.5 GiB costs none, either. */
START_TEST(picture_costs_no_memory_before_its_rows_are_there)
{
	unsigned char head[45];
	long before = peak_kilobytes();

	fill_head(head, 1, 1 << 30);
	FAILS_WITH(ct_image_decode_png(head, sizeof head, CT_IMAGE_MODE_UNCHANGED, NULL),
		   CT_ERROR_VALUE, "the image cannot be read as a PNG: ");
	fill_head(head, 1 << 30, 1);
	FAILS(ct_image_decode_png(head, sizeof head, CT_IMAGE_MODE_UNCHANGED, NULL),
	      "ValueError: the image cannot be read as a PNG: its rows have more than "
	      "16,777,216 pixels");
	fill_head(head, 1, 1);
	head[33] = 0x60;
	memcpy(head + 37, "zTXt", 4);
	FAILS(ct_image_decode_png(head, sizeof head, CT_IMAGE_MODE_UNCHANGED, NULL),
	      "ValueError: the image cannot be read as a PNG: it is truncated");
	ck_assert_int_lt(peak_kilobytes() - before, 500 * 1000);
}
END_TEST

Suite *read_suite(void)
{
	Suite *suite = suite_create("pictures read");
	TCase *tests = tests_of("pictures read");

	tcase_add_test(tests, files_of_every_kind_are_read);
	tcase_add_test(tests, file_that_is_cut_off_anywhere_is_an_error);
	tcase_add_test(tests, file_that_is_damaged_anywhere_does_no_harm);
	tcase_add_test(tests, picture_that_unpacks_to_too_much_is_refused);
	tcase_add_test(tests, picture_costs_no_memory_before_its_rows_are_there);
	suite_add_tcase(suite, tests);
	return suite;
}
