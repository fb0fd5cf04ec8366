/*
 * Images in samples, and what datasets of images share.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "vision/image/read.h"
#include "vision/image/sample.h"

ct_error ct_image_data_check(const ct_image_data_options *options, const char *function)
{
	CT_TRY(ct_image_check_mode(function, 3, options->mode));
	if (options->min_size < 0 || options->shuffle < 0 || options->max_entry_nbytes < 0)
		return ct_error_new(CT_ERROR_VALUE, function, "%s is negative",
				    options->min_size < 0  ? "min_size"
				    : options->shuffle < 0 ? "shuffle"
							   : "max_entry_nbytes");
	if (options->classes && options->classes_len < 1)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "classes_len is %lld, but must be at least 1",
				    (long long)options->classes_len);
	for (int64_t i = 0; options->classes && i < options->classes_len; i++)
		if (options->classes[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 3 (options): classes[%lld] is NULL",
					    (long long)i);
	return NULL;
}

/* --- decoding --------------------------------------------------------------------------------- */

/* The higher byte of 16 bits, as Pillow reads colors. Gray numbers Pillow limits to 255 instead,
 * so that a picture becomes white. */
static ct_error to_8_bits(const ct_tensor *image, ct_tensor **result)
{
	const int64_t n = ct_tensor_numel(image);
	const uint16_t *from;
	ct_tensor *plain, *bytes;
	unsigned char *to;

	CT_TRY(ct_contiguous(image, CT_CONTIGUOUS_FORMAT, &plain));
	CT_TRY(ct_tensor_empty(CT_INTS_OF(ct_tensor_shape(image), ct_tensor_dim(image)),
			       &(ct_tensor_options){ .dtype = CT_UINT8, .device = CT_DEVICE_CPU },
			       &bytes));
	from = ct_tensor_data(plain);
	to = ct_tensor_mutable_data(bytes);
	for (int64_t i = 0; i < n; i++)
		to[i] = (unsigned char)(from[i] >> 8);
	*result = bytes;
	return NULL;
}

ct_error ct_image_data_decode(const ct_image_data_options *options, const char *function,
			      const char *name, const void *bytes, size_t n, ct_tensor **result)
{
	const ct_image_load_options read = {
		.mode = options->mode ? options->mode : CT_IMAGE_MODE_RGB,
		.min_size = options->min_size,
		.no_orientation = options->no_orientation,
		.allow_truncated = options->allow_truncated,
	};
	ct_tensor *image;

	CT_TRY(ct_image_decode_named(function, name, bytes, n, &read, &image));
	if (ct_tensor_dtype(image) == CT_UINT16)
		return to_8_bits(image, result);
	*result = image;
	return NULL;
}
