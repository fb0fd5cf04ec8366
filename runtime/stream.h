/*
 * Inside the library: text that was written to a stream of the caller's.
 */
#ifndef CT_STREAM_H
#define CT_STREAM_H

#include <stdio.h>

#include <ctorch/error.h>

/* After the last write: flushes the stream, since a full disk or a broken pipe shows only then. A
 * RuntimeError of `function` if any of the text was lost. */
ct_error ct_stream_end(FILE *stream, const char *function) CT_WARN_UNUSED;

#endif
