/*
 * EXIF: how a camera was held.
 *
 * A JPEG's marker has "Exif", two zeros and a TIFF header; a PNG's chunk has the header alone. That is
 * II or MM for the order of bytes, 42, and where the first list of entries is. An entry has a tag, a
 * type, a count and a value, in 12 bytes.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "vision/image/read.h"

enum { PREFIX = 6, HEADER = 8, ENTRY = 12, ORIENTATION = 0x0112, SHORT = 3 };

struct tiff {
	const unsigned char *bytes;
	size_t n;
	bool is_big_endian;
};

static unsigned read_2(const struct tiff *self, size_t at)
{
	const unsigned char *b = self->bytes + at;

	if (at + 2 > self->n)
		return 0;
	return self->is_big_endian ? (unsigned)b[0] << 8 | b[1] : (unsigned)b[1] << 8 | b[0];
}

static size_t read_4(const struct tiff *self, size_t at)
{
	const size_t first = read_2(self, at), second = read_2(self, at + 2);

	return self->is_big_endian ? first << 16 | second : second << 16 | first;
}

bool ct_exif_has_prefix(const unsigned char *bytes, size_t n)
{
	return n >= PREFIX && memcmp(bytes, "Exif\0\0", PREFIX) == 0;
}

int ct_exif_orientation(const unsigned char *bytes, size_t n)
{
	struct tiff tiff = { 0 };
	size_t list, count;

	if (ct_exif_has_prefix(bytes, n)) {
		bytes += PREFIX;
		n -= PREFIX;
	}
	if (n < HEADER)
		return 0;
	tiff = (struct tiff){ bytes, n, bytes[0] == 'M' };
	list = read_4(&tiff, 4);
	if (read_2(&tiff, 2) != 42 || list > tiff.n)
		return 0;
	count = read_2(&tiff, list);
	for (size_t at = list + 2; count > 0 && at + ENTRY <= tiff.n; at += ENTRY, count--) {
		const unsigned value = read_2(&tiff, at + 8);

		if (read_2(&tiff, at) == ORIENTATION && read_2(&tiff, at + 2) == SHORT)
			return value >= 1 && value <= 8 ? (int)value : 0;
	}
	return 0;
}

/* As int16, since earlier releases (2.13.0 is one) cannot flip uint16. */
static ct_error flip(const ct_tensor *image, const int64_t *dims, int64_t n, ct_tensor **result)
{
	const ct_dtype dtype = ct_tensor_dtype(image);
	ct_tensor *turned;

	if (dtype != CT_UINT16)
		return ct_flip(image, dims, n, result);
	CT_TRY(ct_view_dtype(image, CT_INT16, &turned));
	CT_TRY(ct_flip(turned, dims, n, &turned));
	return ct_view_dtype(turned, dtype, result);
}

/* As PIL.ImageOps.exif_transpose() does. */
ct_error ct_exif_apply(const ct_tensor *image, int orientation, ct_tensor **result)
{
	static const struct {
		bool transposes, flips_y, flips_x;
	} of[9] = {
		[2] = { .flips_x = true },
		[3] = { .flips_x = true, .flips_y = true },
		[4] = { .flips_y = true },
		[5] = { .transposes = true },
		[6] = { .transposes = true, .flips_x = true },
		[7] = { .transposes = true, .flips_x = true, .flips_y = true },
		[8] = { .transposes = true, .flips_y = true },
	};
	int64_t dims[2], n = 0;
	ct_tensor *turned = (ct_tensor *)image;

	if (of[orientation].transposes)
		CT_TRY(ct_transpose_int(image, -2, -1, &turned));
	if (of[orientation].flips_y)
		dims[n++] = -2;
	if (of[orientation].flips_x)
		dims[n++] = -1;
	if (n)
		CT_TRY(flip(turned, dims, n, &turned));
	*result = turned;
	return NULL;
}
