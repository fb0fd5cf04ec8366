/* The command line. */
#ifndef CT_INSPECT_OPTIONS_H
#define CT_INSPECT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum action { LIST, STATISTICS, DIFF, CONVERT, VERIFY };

struct options {
	enum action action;
	bool json;
	const char *out, *to; /* of CONVERT: the new file; "safetensors", or NULL */
	bool force, drop;     /* replace the new file; leave out what it cannot hold */
	bool copy_shared;     /* write what tensors share once for each */
	bool compress;        /* npz */
	bool quiet;           /* no progress, and for DIFF no lines */
	bool skip_unknown;
	const char *const *keys; /* only what has these names, or is below them; NULL: all */
	int64_t keys_len;
};

/* The exit status. */
enum { SAME = 0, DIFFERENT = 1, TROUBLE = 2 };

#endif
