/*
 * PNG files. An image that is read unchanged, written and read again is the same; every other mode
 * has the channels in its name. Under libFuzzer the chunks' checksums are corrected, since hardly
 * any input would get past them otherwise, and few images are large, since those take long.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/vision/image.h>
#include <zlib.h>

#include "calls.h"

static uint32_t big_endian(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static ct_tensor *decode(const void *data, size_t size, ct_image_mode mode)
{
	ct_tensor *image = FUZZ_UNTOUCHED;
	ct_error error = ct_image_decode_png(data, (int64_t)size, mode, &image);

	return fuzz_tensor(error, image);
}

static void check_written(const ct_tensor *image)
{
	void *bytes = NULL;
	int64_t n = 0;
	ct_tensor *again;

	FUZZ_MUST(ct_image_encode_png(image, NULL, &bytes, &n));
	again = decode(bytes, (size_t)n, CT_IMAGE_MODE_UNCHANGED);
	FUZZ_CHECK(again && fuzz_same(image, again), "another picture");
	ct_tensor_free(again);
	ct_free(bytes);
}

static void check_modes(const uint8_t *data, size_t size, const ct_tensor *unchanged)
{
	ct_image_mode mode = CT_IMAGE_MODE_GRAY + (ct_image_mode)(size % 4);
	ct_tensor *image = decode(data, size, mode);

	FUZZ_CHECK(!image == !unchanged, "in mode %d it is %s", mode, image ? "read" : "refused");
	if (image)
		FUZZ_CHECK(ct_tensor_shape(image)[0] == mode, "%lld channels in mode %d",
			   (long long)ct_tensor_shape(image)[0], mode);
	ct_tensor_free(image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path;
	ct_tensor *image, *loaded = FUZZ_UNTOUCHED;
	ct_error error;

	path = fuzz_file("input.png", data, size);
	fuzz_enter();
	image = decode(size ? data : (const uint8_t *)"", size, CT_IMAGE_MODE_UNCHANGED);
	error = ct_image_load_png(path, CT_IMAGE_MODE_UNCHANGED, &loaded);
	loaded = fuzz_tensor(error, loaded);
	FUZZ_CHECK(!image == !loaded, "memory is %s, a file is not", image ? "read" : "refused");
	if (image)
		check_written(image);
	check_modes(data, size, image);
	ct_tensor_free(loaded);
	ct_tensor_free(image);
	fuzz_leave();
	return 0;
}

/* --- for libFuzzer ---------------------------------------------------------------------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static void mend_checksums(uint8_t *data, size_t size)
{
	for (size_t at = 8; at + 12 <= size;) {
		size_t length = big_endian(data + at);
		uint32_t sum;

		if (length > size - at - 12)
			return;
		sum = (uint32_t)crc32(0, data + at + 4, (uInt)length + 4);
		for (size_t i = 0; i < 4; i++)
			data[at + 8 + length + i] = (uint8_t)(sum >> (24 - 8 * i));
		at += length + 12;
	}
}

/* Limits width and height in the first chunk, IHDR, to 10 bits. */
static void mend_sizes(uint8_t *data, size_t size)
{
	if (size < 24)
		return;
	for (size_t at = 16; at < 24; at += 4) {
		data[at] = data[at + 1] = 0;
		data[at + 2] &= 3;
	}
}

/* Now and then, wrong checksums and huge images are inputs, too. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	size = LLVMFuzzerMutate(data, size, max_size);
	if (seed % 256)
		mend_sizes(data, size);
	if (seed % 16)
		mend_checksums(data, size);
	return size;
}
