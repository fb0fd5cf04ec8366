/*
 * Text for a stream of the caller; see stream.h.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include <errno.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/stream.h"

ct_error ct_output_begin(struct ct_output *output, const char *function)
{
	*output = (struct ct_output){ NULL, NULL, 0 };
	output->text = open_memstream(&output->data, &output->length);
	return output->text ? NULL : ct_no_memory(function, "for the text");
}

ct_error ct_output_close(struct ct_output *output, ct_error error, const char *function)
{
	/* This stream is ours, so ferror() is about this text. */
	bool failed = ferror(output->text) != 0;

	failed |= fclose(output->text) != 0;
	if (error == NULL && failed)
		error = ct_no_memory(function, "for the text");
	if (error) {
		free(output->data);
		output->data = NULL;
	}
	return error;
}

ct_error ct_output_end(struct ct_output *output, FILE *stream, ct_error error, const char *function)
{
	CT_TRY(ct_output_close(output, error, function));
	error = ct_stream_write(stream, output->data, output->length, function);
	free(output->data);
	return error;
}

/* When a line-buffered stream loses a text that ends with a newline, fwrite() of glibc does not
 * report it. It does for a text that ends inside a line, and putc() does for the newline. */
static size_t length_before_newlines(FILE *stream, const char *text, size_t length)
{
	if (__flbf(stream))
		while (length > 0 && text[length - 1] == '\n')
			length--;
	return length;
}

static bool put(FILE *stream, const char *text, size_t length)
{
	const size_t first = length_before_newlines(stream, text, length);

	if (fwrite(text, 1, first, stream) != first)
		return false;
	for (size_t i = first; i < length; i++)
		if (putc(text[i], stream) == EOF)
			return false;
	return fflush(stream) == 0;
}

static bool put_at_once(FILE *stream, const char *text, size_t length)
{
	bool done;

	flockfile(stream);
	done = put(stream, text, length);
	funlockfile(stream);
	return done;
}

ct_error ct_stream_write(FILE *stream, const char *text, size_t length, const char *function)
{
	const char *reason;

	errno = 0;
	if (put_at_once(stream, text, length))
		return NULL;
	/* For this error the C library sets no errno. */
	reason = fwide(stream, 0) > 0 ? "it is a wide-character stream" : strerror(errno);
	return ct_error_new(CT_ERROR_RUNTIME, function, "could not write to the stream: %s",
			    reason);
}

ct_error ct_text_write(struct ct_text *text, FILE *stream, ct_error error, const char *function)
{
	if (error == NULL && text->failed)
		error = ct_no_memory(function, "for a string");
	if (error == NULL)
		error = ct_stream_write(stream ? stream : stdout, text->data, text->length, function);
	ct_text_release(text);
	return error;
}
