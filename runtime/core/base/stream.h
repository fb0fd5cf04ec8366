/*
 * Inside the library: text for a stream of the caller.
 *
 * The text is collected first and then written, and the results of the calls that write it show
 * whether that worked. ferror() would not: it includes earlier failures, and must not be cleared,
 * since the stream is the caller's.
 */
#ifndef CT_CORE_BASE_STREAM_H
#define CT_CORE_BASE_STREAM_H

#include <stdio.h>

#include <ctorch/core/error.h>

#include "core/base/text.h"

struct ct_output {
	FILE *text; /* to be written to */
	char *data;
	size_t length;
};

/* An OutOfMemoryError of `function` if there is no memory. */
ct_error ct_output_begin(struct ct_output *output, const char *function) CT_WARN_UNUSED;

/* Completes the text, which the caller then frees. If there is already an error, returns it and
 * frees `data`. */
ct_error ct_output_close(struct ct_output *output, ct_error error,
			 const char *function) CT_WARN_UNUSED;

/* Closes it and writes the text to the stream. */
ct_error ct_output_end(struct ct_output *output, FILE *stream, ct_error error,
		       const char *function) CT_WARN_UNUSED;

/* Writes and flushes, since only then is a full disk or a broken pipe reported. A RuntimeError of
 * `function` if any of the text was lost. */
ct_error ct_stream_write(FILE *stream, const char *text, size_t length,
			 const char *function) CT_WARN_UNUSED;

/* Writes a text so, and releases it; NULL: to stdout. If there is already an error, only releases and
 * returns it. An OutOfMemoryError of `function` if something is missing. */
ct_error ct_text_write(struct ct_text *text, FILE *stream, ct_error error,
		       const char *function) CT_WARN_UNUSED;

#endif
