/*
 * ct_data: its commands. What they print on stdout is data; progress is on stderr.
 */
#ifndef CT_DATA_COMMANDS_H
#define CT_DATA_COMMANDS_H

#include <ctorch/ctorch.h>
#include <ctorch/data.h>
#include <ctorch/image_data.h>

struct options {
	const char *const *paths;
	int64_t paths_len;
	const char *out; /* NULL: not given */
	int64_t count;   /* --number */
	int64_t classes, width, height, quality;
	int64_t batch, workers, size;
	uint64_t seed;
	bool json, quiet;
};

ct_error make_archive(const struct options *options);
ct_error split_archive(const struct options *options);
ct_error interleave_archives(const struct options *options);
ct_error list_vocabulary(const struct options *options);
ct_error show_statistics(const struct options *options);
ct_error measure_pipeline(const struct options *options);
ct_error write_preview(const struct options *options);

/* --- shared.c ---------------------------------------------------------------------------------- */

/* A progress line; NULL with --quiet. It belongs to the innermost scope. */
ct_error begin_progress(const struct options *options, int64_t total, const char *unit,
			ct_progress **result);

/* The images of the archives, or of the folder, that were given. */
ct_error open_images(const struct options *options, int64_t shuffle, ct_dataset **result);

bool ends_with(const char *text, const char *end);

#endif
