/*
 * JPEG files. What is read without an error is read the same when damage is allowed; the mode
 * determines the channels, and a scaled image is no larger.
 */
#include <ctorch/vision/image.h>

#include "calls.h"

/* Larger images take long. */
enum { MAX_PIXELS = 1 << 16 };

static ct_tensor *decode(const uint8_t *data, size_t size, ct_image_load_options options)
{
	ct_tensor *image = FUZZ_UNTOUCHED;
	ct_error error;

	options.max_pixels = MAX_PIXELS;
	error = ct_image_decode_jpeg(data, (int64_t)size, &options, &image);
	return fuzz_tensor(error, image);
}

static void check_modes(const uint8_t *data, size_t size, const ct_tensor *whole)
{
	const ct_image_mode mode = CT_IMAGE_MODE_GRAY + (ct_image_mode)(size % 4);
	ct_tensor *image = decode(data, size, (ct_image_load_options){ .mode = mode });
	ct_tensor *small = decode(data, size, (ct_image_load_options){ .min_size = 1 });
	ct_tensor *lenient = decode(data, size, (ct_image_load_options){ .allow_truncated = true });

	if (image)
		FUZZ_CHECK(ct_tensor_size(image, 0) == mode, "%lld channels in mode %d",
			   (long long)ct_tensor_size(image, 0), mode);
	if (whole && small)
		FUZZ_CHECK(ct_tensor_numel(small) <= ct_tensor_numel(whole), "it is larger");
	if (whole)
		FUZZ_CHECK(lenient && fuzz_same(whole, lenient), "another image");
	ct_tensor_free(image);
	ct_tensor_free(small);
	ct_tensor_free(lenient);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ct_tensor *whole;

	data = size ? data : (const uint8_t *)"";
	fuzz_enter();
	whole = decode(data, size, (ct_image_load_options){ 0 });
	check_modes(data, size, whole);
	ct_tensor_free(whole);
	fuzz_leave();
	return 0;
}
