/*
 * BMP and WebP files, and what is neither: ct_image_decode(). The mode determines the channels, and
 * the image is as large in each.
 */
#include <ctorch/vision/image.h>

#include "calls.h"

/* Larger images take long. */
enum { MAX_PIXELS = 1 << 16 };

static ct_tensor *decode(const uint8_t *data, size_t size, ct_image_mode mode)
{
	const ct_image_load_options options = { .mode = mode, .max_pixels = MAX_PIXELS };
	ct_tensor *image = FUZZ_UNTOUCHED;
	ct_error error = ct_image_decode(data, (int64_t)size, &options, &image);

	return fuzz_tensor(error, image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ct_tensor *whole, *image;

	data = size ? data : (const uint8_t *)"";
	fuzz_enter();
	whole = decode(data, size, CT_IMAGE_MODE_UNCHANGED);
	for (ct_image_mode mode = CT_IMAGE_MODE_GRAY; whole && mode <= CT_IMAGE_MODE_RGB_ALPHA;
	     mode++) {
		image = decode(data, size, mode);
		FUZZ_CHECK(image != NULL, "not in mode %d", mode);
		FUZZ_CHECK(ct_tensor_size(image, 0) == mode, "%lld channels in mode %d",
			   (long long)ct_tensor_size(image, 0), mode);
		FUZZ_CHECK(ct_tensor_size(image, 1) == ct_tensor_size(whole, 1) &&
				   ct_tensor_size(image, 2) == ct_tensor_size(whole, 2),
			   "another size in mode %d", mode);
		ct_tensor_free(image);
	}
	ct_tensor_free(whole);
	fuzz_leave();
	return 0;
}
