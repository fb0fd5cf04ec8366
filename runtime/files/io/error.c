/*
 * Errors of the system about a file.
 */
#include <errno.h>
#include <string.h>

#include "files/io/error.h"

ct_error ct_file_error(const char *function, const char *path, const char *what)
{
	return ct_error_new(errno == ENOMEM ? CT_ERROR_OUT_OF_MEMORY : CT_ERROR_RUNTIME, function,
			    "%s: %s: %s", *path ? path : "''", what, strerror(errno));
}
