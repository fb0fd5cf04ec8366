/*
 * Inside libctorch_image: reading files.
 */
#ifndef CT_VISION_IMAGE_READ_H
#define CT_VISION_IMAGE_READ_H

#include <stddef.h>

#include <ctorch/vision/image.h>

/* The limit of an unpacked image, and of a file; a small file can unpack to any size. */
#define CT_IMAGE_LIMIT ((int64_t)1 << 30)

/* Reads a whole file; release `*bytes` with free(). */
ct_error ct_image_file_read(const char *function, const char *path, unsigned char **bytes,
			    size_t *n) CT_WARN_UNUSED;

ct_error ct_image_check_mode(const char *function, int position, ct_image_mode mode) CT_WARN_UNUSED;

/* Errors for more pixels than the options allow, and for more memory than CT_IMAGE_LIMIT; `pixel`
 * is in bytes. */
ct_error ct_image_check_pixels(const char *function, const char *name,
			       const ct_image_load_options *options, int64_t width,
			       int64_t height) CT_WARN_UNUSED;
ct_error ct_image_check_unpacked(const char *function, const char *name, int64_t width,
				 int64_t height, int64_t pixel) CT_WARN_UNUSED;

/* Decode what is in memory; `name` is for messages. */
ct_error ct_png_decode(const char *function, const char *name, const void *bytes, size_t n,
		       const ct_image_load_options *options, ct_tensor **result) CT_WARN_UNUSED;
ct_error ct_jpeg_decode(const char *function, const char *name, const void *bytes, size_t n,
			const ct_image_load_options *options, ct_tensor **result) CT_WARN_UNUSED;
ct_error ct_bmp_decode(const char *function, const char *name, const void *bytes, size_t n,
		       const ct_image_load_options *options, ct_tensor **result) CT_WARN_UNUSED;
ct_error ct_webp_decode(const char *function, const char *name, const void *bytes, size_t n,
			const ct_image_load_options *options, ct_tensor **result) CT_WARN_UNUSED;
/* Any of them, by what it begins with. */
ct_error ct_image_decode_named(const char *function, const char *name, const void *bytes, size_t n,
			       const ct_image_load_options *options,
			       ct_tensor **result) CT_WARN_UNUSED;

/* Whether these are EXIF data as in a JPEG's APP1 marker, which may have others. */
bool ct_exif_has_prefix(const unsigned char *bytes, size_t n);

/* The orientation, 1 to 8, in EXIF data with the prefix or without; 0: they have none. */
int ct_exif_orientation(const unsigned char *bytes, size_t n);

/* The image turned and mirrored as the orientation says, a handle of the innermost scope. */
ct_error ct_exif_apply(const ct_tensor *image, int orientation, ct_tensor **result) CT_WARN_UNUSED;

#endif
