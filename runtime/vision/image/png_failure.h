/*
 * libpng leaves a failed call with longjmp(), after calling us; it calls another function for
 * warnings. The reader and the writer use these.
 */
#ifndef CT_VISION_IMAGE_PNG_FAILURE_H
#define CT_VISION_IMAGE_PNG_FAILURE_H

#include <png.h>

/* The failure. It must outlive the jump. */
struct png_failure {
	char message[160];
};

/* Needs a struct png_failure as libpng's error pointer: stores the message there and jumps to the
 * setjmp() of libpng's caller. */
void ct_png_fail(png_structp png, png_const_charp message);

/* Ignored: libpng can read a picture with these faults. */
void ct_png_warn(png_structp png, png_const_charp message);

#endif
