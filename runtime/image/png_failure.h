/*
 * libpng leaves a failed call by longjmp(), after a callback of ours; it calls another one when it
 * only warns. What both the reader and the writer give it for that.
 */
#ifndef CT_IMAGE_PNG_FAILURE_H
#define CT_IMAGE_PNG_FAILURE_H

#include <png.h>

/* What went wrong. It must outlive the jump. */
struct png_failure {
	char message[160];
};

/* With a struct png_failure as libpng's error pointer: the message goes there, and libpng's caller
 * back to its setjmp(). */
void ct_png_fail(png_structp png, png_const_charp message);

/* A picture with faults that libpng gets over is a picture. */
void ct_png_warn(png_structp png, png_const_charp message);

#endif
