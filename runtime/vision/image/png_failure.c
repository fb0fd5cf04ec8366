#include <setjmp.h>
#include <stdio.h>

#include "vision/image/png_failure.h"

void ct_png_fail(png_structp png, png_const_charp message)
{
	struct png_failure *failure = png_get_error_ptr(png);

	snprintf(failure->message, sizeof failure->message, "%s", message);
	png_longjmp(png, 1);
}

void ct_png_warn(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
}
