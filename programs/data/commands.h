/*
 * ct_data: its commands. What they print on stdout is data; progress is on stderr.
 */
#ifndef CT_DATA_COMMANDS_H
#define CT_DATA_COMMANDS_H

#include <ctorch/ctorch.h>
#include <ctorch/data/data.h>
#include <ctorch/vision/image_data.h>

struct options {
	const char *const *paths;
	int64_t paths_len;
	const char *out; /* NULL: not given */
	int64_t count;   /* --number; 0: all */
	int64_t classes, width, height, quality;
	int64_t batch, workers, size;
	uint64_t seed;
	bool json, quiet;
};

/* --- commands.c -------------------------------------------------------------------------------- */

enum { OPTION_JSON = 'J', OPTION_QUALITY = 'Q' }; /* no letters for users */

struct command {
	const char *name;
	ct_error (*run)(const struct options *options);
	const char *options;                                /* their letters */
	const char *summary;                                /* a line */
	const char *help;                                   /* usage, options, an example */
	enum { NO_OUTPUT, ARCHIVE, PARTS, PICTURE } output; /* PARTS: may be left out */
	int64_t paths_min, paths_max;
	int64_t number, number_max; /* the default, or 0; the largest */
	int64_t size;               /* the default */
};

/* Up to one without a name. */
extern const struct command commands[];

/* --- what they do ------------------------------------------------------------------------------ */

ct_error make_archive(const struct options *options);
ct_error split_archive(const struct options *options);
ct_error interleave_archives(const struct options *options);
ct_error list_vocabulary(const struct options *options);
ct_error show_statistics(const struct options *options);
ct_error measure_pipeline(const struct options *options);
ct_error write_preview(const struct options *options);

#endif
