/*
 * BMP files as images: 1 to 32 bits, not compressed, with the rows from the bottom or from the top.
 */
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/memory/own_scope.h"
#include "vision/image/channels.h"
#include "vision/image/read.h"

enum {
	FILE_HEADER = 14,
	CORE_HEADER = 12,  /* OS/2's, with sizes of 16 bits and three bytes a color */
	INFO_HEADER = 40,  /* Windows' */
	MASKS_HEADER = 52, /* and longer ones have the masks of red, green and blue */
	ALPHA_HEADER = 56, /* and that of the opacity */
	COLORS = 256,
	RAW = 0, /* "compressions" */
	BIT_FIELDS = 3
};

/* A channel of a pixel of 16 or 32 bits. */
struct field {
	uint32_t mask, most; /* `most`: its largest value */
	int shift;
};

struct decoder {
	const char *function, *name;
	const unsigned char *bytes;
	int64_t n;
	int64_t header; /* its size, without the file's header */
	int64_t width, height, bits, stride, colors, channels;
	bool is_top_down;
	const unsigned char *pixels;
	unsigned char palette[COLORS][3]; /* red, green, blue */
	struct field fields[4];
};

static ct_error bad_bmp(const struct decoder *self, const char *what)
{
	return ct_error_new(CT_ERROR_VALUE, self->function, "%s cannot be read as a BMP: %s",
			    self->name, what);
}

static int64_t number(const struct decoder *self, int64_t at, int len)
{
	int64_t sum = 0;

	for (int i = len; i > 0; i--)
		sum = sum << 8 | self->bytes[at + i - 1];
	return sum;
}

/* Two's complement. */
static int64_t signed_number(const struct decoder *self, int64_t at)
{
	return (int32_t)number(self, at, 4);
}

/* --- the header ------------------------------------------------------------------------------- */

static bool is_header_size(int64_t n)
{
	return n == CORE_HEADER || n == INFO_HEADER || n == MASKS_HEADER || n == ALPHA_HEADER ||
	       n == 64 || n == 108 || n == 124;
}

/* With the row's size in bytes, a multiple of 4. */
static ct_error read_size(struct decoder *self)
{
	const bool is_core = self->header == CORE_HEADER;
	const int64_t at = FILE_HEADER + 4;
	const int64_t height = is_core ? number(self, at + 2, 2) : signed_number(self, at + 4);

	self->width = is_core ? number(self, at, 2) : signed_number(self, at);
	self->is_top_down = height < 0;
	self->height = height < 0 ? -height : height;
	self->bits = number(self, is_core ? at + 6 : at + 10, 2);
	if (self->width < 1 || self->height < 1)
		return bad_bmp(self, "it has no pixels");
	if (self->bits != 1 && self->bits != 4 && self->bits != 8 && self->bits != 16 &&
	    self->bits != 24 && self->bits != 32)
		return bad_bmp(self, "a pixel must have 1, 4, 8, 16, 24 or 32 bits");
	self->stride = (self->width * self->bits + 31) / 32 * 4;
	return NULL;
}

static struct field field_of(uint32_t mask)
{
	struct field field = { mask, mask, 0 };

	while (field.most && (field.most & 1) == 0) {
		field.most >>= 1;
		field.shift++;
	}
	return field;
}

/* Masks are in the header, or after the shortest one. */
static ct_error read_masks(struct decoder *self)
{
	const int64_t at = FILE_HEADER + INFO_HEADER;
	const bool has_alpha = self->header >= ALPHA_HEADER && self->header != 64;

	if (self->bits != 16 && self->bits != 32)
		return bad_bmp(self, "bit masks require 16 or 32 bits per pixel");
	if (self->n < at + (has_alpha ? 16 : 12))
		return bad_bmp(self, "it is truncated");
	for (int i = 0; i < (has_alpha ? 4 : 3); i++) {
		self->fields[i] = field_of((uint32_t)number(self, at + 4 * i, 4));
		if (self->fields[i].most & (self->fields[i].most + 1))
			return bad_bmp(self, "the bits of a mask are not contiguous");
	}
	if (self->header == INFO_HEADER)
		self->header += 12;
	return NULL;
}

static ct_error read_fields(struct decoder *self)
{
	static const uint32_t masks_of_16[] = { 0x7c00, 0x3e0, 0x1f };
	const int64_t compression = self->header == CORE_HEADER ? RAW
								: number(self, FILE_HEADER + 16, 4);

	if (compression != RAW && compression != BIT_FIELDS)
		return bad_bmp(self, "it is compressed");
	if (compression == BIT_FIELDS)
		return read_masks(self);
	for (int i = 0; i < 3; i++)
		self->fields[i] = field_of(self->bits == 16 ? masks_of_16[i] : 0xff0000U >> 8 * i);
	return NULL;
}

static bool is_gray(const struct decoder *self)
{
	for (int64_t i = 0; i < self->colors; i++)
		if (self->palette[i][0] != self->palette[i][1] ||
		    self->palette[i][0] != self->palette[i][2])
			return false;
	return true;
}

/* Blue, green, red, and in all but the oldest files a byte that has no meaning. */
static ct_error read_palette(struct decoder *self)
{
	const int64_t size = self->header == CORE_HEADER ? 3 : 4, at = FILE_HEADER + self->header;
	const int64_t most = INT64_C(1) << self->bits;
	const int64_t used = size == 3 ? 0 : number(self, FILE_HEADER + 32, 4);

	self->colors = used && used < most ? used : most;
	if (self->n < at + self->colors * size)
		return bad_bmp(self, "its palette is truncated");
	for (int64_t i = 0; i < self->colors; i++)
		for (int j = 0; j < 3; j++)
			self->palette[i][j] = self->bytes[at + i * size + 2 - j];
	return NULL;
}

static ct_error find_pixels(struct decoder *self)
{
	const int64_t at = number(self, 10, 4);

	if (at > self->n || self->height > (self->n - at) / self->stride)
		return bad_bmp(self, "it is truncated");
	self->pixels = self->bytes + at;
	return NULL;
}

static ct_error read_bmp_header(struct decoder *self)
{
	if (self->n < 2 || memcmp(self->bytes, "BM", 2) != 0)
		return bad_bmp(self, "it does not begin with BM");
	if (self->n < FILE_HEADER + 4)
		return bad_bmp(self, "it is truncated");
	self->header = number(self, FILE_HEADER, 4);
	if (!is_header_size(self->header))
		return bad_bmp(self, "its header has an unknown type");
	if (self->n < FILE_HEADER + self->header)
		return bad_bmp(self, "it is truncated");
	CT_TRY(read_size(self));
	CT_TRY(read_fields(self));
	if (self->bits <= 8)
		CT_TRY(read_palette(self));
	self->channels = self->bits <= 8 ? (is_gray(self) ? 1 : 3) : self->fields[3].mask ? 4 : 3;
	return find_pixels(self);
}

/* --- the pixels ------------------------------------------------------------------------------- */

/* False: a pixel has a color that the palette does not have. */
static bool read_indices(const struct decoder *self, const unsigned char *from, unsigned char *to)
{
	const int64_t per_byte = 8 / self->bits;

	for (int64_t x = 0; x < self->width; x++, to += self->channels) {
		const int64_t shift = 8 - self->bits * (x % per_byte + 1);
		const int64_t index = from[x / per_byte] >> shift & ((1 << self->bits) - 1);

		if (index >= self->colors)
			return false;
		memcpy(to, self->palette[index], (size_t)self->channels);
	}
	return true;
}

static void read_fields_of_row(const struct decoder *self, const unsigned char *from,
			       unsigned char *to)
{
	const int bytes = (int)self->bits / 8;

	for (int64_t x = 0; x < self->width; x++, from += bytes, to += self->channels) {
		uint32_t pixel = 0;

		for (int i = 0; i < bytes; i++)
			pixel |= (uint32_t)from[i] << 8 * i;
		for (int i = 0; i < self->channels; i++) {
			const struct field *field = &self->fields[i];
			const uint64_t level = (pixel & field->mask) >> field->shift;

			to[i] = (unsigned char)(field->most ? level * 255 / field->most : 0);
		}
	}
}

static ct_error read_bmp_rows(const struct decoder *self, unsigned char *to)
{
	for (int64_t y = 0; y < self->height; y++, to += self->width * self->channels) {
		const int64_t row = self->is_top_down ? y : self->height - 1 - y;
		const unsigned char *from = self->pixels + row * self->stride;

		if (self->bits > 8)
			read_fields_of_row(self, from, to);
		else if (!read_indices(self, from, to))
			return bad_bmp(self, "a pixel has a color that is not in the palette");
	}
	return NULL;
}

static ct_error read_bmp_image(struct decoder *self, const ct_image_load_options *options,
			       ct_tensor **result)
{
	CT_OWN_SCOPE(self->function);
	ct_tensor *levels, *image;

	CT_TRY(read_bmp_header(self));
	CT_TRY(ct_image_check_unpacked(self->function, self->name, self->width, self->height, 4));
	CT_TRY(ct_image_check_pixels(self->function, self->name, options, self->width,
				     self->height));
	CT_TRY(ct_tensor_empty(CT_L(self->height, self->width, self->channels),
			       &(ct_tensor_options){ .dtype = CT_UINT8, .device = CT_DEVICE_CPU },
			       &levels));
	CT_TRY(read_bmp_rows(self, ct_tensor_mutable_data(levels)));
	CT_TRY(ct_image_to_mode(levels, options->mode, &image));
	ct_scope_move_up(image);
	*result = image;
	return NULL;
}

ct_error ct_bmp_decode(const char *function, const char *name, const void *bytes, size_t n,
		       const ct_image_load_options *options, ct_tensor **result)
{
	struct decoder decoder = {
		.function = function, .name = name, .bytes = bytes, .n = (int64_t)n
	};

	return read_bmp_image(&decoder, options, result);
}
