/*
 * Text that was written to a stream of the caller's.
 */
#include <errno.h>
#include <string.h>

#include "stream.h"

ct_error ct_stream_end(FILE *stream, const char *function)
{
	if (fflush(stream) == 0 && !ferror(stream))
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, function, "the stream did not take the text: %s",
			    strerror(errno));
}
