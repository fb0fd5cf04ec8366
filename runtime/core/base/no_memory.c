#define _GNU_SOURCE /* vasprintf() */
#include "core/base/no_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

ct_error ct_no_memory(const char *function, const char *format, ...)
{
	char *what = NULL;
	ct_error error;
	va_list args;

	va_start(args, format);
	if (format == NULL || vasprintf(&what, format, args) < 0)
		what = NULL;
	va_end(args);
	error = ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory%s%s", what ? " " : "",
			     what ? what : "");
	free(what);
	return error;
}
