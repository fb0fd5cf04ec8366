/*
 * ct_data: files of archives and folders, as they are.
 */
#ifndef CT_DATA_READ_H
#define CT_DATA_READ_H

#include "data/shared.h"
#include "vision/image/tar.h"

/* Archives, and their current file. */
struct source {
	struct ct_names paths;
	struct ct_tar tar;
	const char *name; /* without "./"; NULL: at the end */
	unsigned char *bytes;
	size_t n;
};

/* The innermost scope closes it. */
ct_error open_source(struct source *self, const char *const *paths, int64_t paths_len);
ct_error next_file(struct source *self);

/* Reads the files of at most `most` images, and decodes none. */
ct_error read_images(const struct options *options, int64_t most, ct_progress *progress,
		     int64_t *count);

#endif
