/*
 * ct_data: what its commands share.
 */
#include <string.h>
#include <sys/stat.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>

#include "data/shared.h"

ct_error begin_progress(const struct options *options, int64_t total, const char *unit,
			ct_progress **result)
{
	const ct_progress_options shown = { .total = total, .unit = unit };

	*result = NULL;
	return options->quiet ? NULL : ct_progress_new(&shown, NULL, result);
}

/* --- what is read ----------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

ct_error find_folder(const struct options *options, bool *result)
{
	for (int64_t i = 0; i < options->paths_len && options->paths_len > 1; i++)
		if (is_folder(options->paths[i]))
			return ct_error_new(CT_ERROR_VALUE, "ct_data",
					    "%s is a folder, which must be the only argument",
					    options->paths[i]);
	*result = is_folder(options->paths[0]);
	return NULL;
}

ct_error open_images(const struct options *options, int64_t shuffle, ct_dataset **result)
{
	const ct_image_data_options read = { .shuffle = shuffle };
	bool is_one;

	CT_TRY(find_folder(options, &is_one));
	if (is_one)
		return ct_image_folder_new(options->paths[0], NULL, result);
	return ct_tar_images_new(CT_STRINGS_OF(options->paths, options->paths_len), &read, result);
}

/* --- archives' names -------------------------------------------------------------------------- */

static const struct {
	const char *end;
	ct_tar_compression compression;
} endings[] = {
	{ ".tar", CT_TAR_PLAIN },     { ".tar.gz", CT_TAR_GZIP },  { ".tgz", CT_TAR_GZIP },
	{ ".tar.bz2", CT_TAR_BZIP2 }, { ".tbz2", CT_TAR_BZIP2 },   { ".tar.xz", CT_TAR_XZ },
	{ ".txz", CT_TAR_XZ },        { ".tar.zst", CT_TAR_ZSTD }, { ".tzst", CT_TAR_ZSTD },
	{ ".tar.lz4", CT_TAR_LZ4 },
};

enum { ENDINGS = sizeof endings / sizeof *endings };

/* ENDINGS: it has none. */
static size_t find_ending(const char *path)
{
	const size_t n = strlen(path);
	size_t i = 0;

	for (; i < ENDINGS; i++) {
		const size_t m = strlen(endings[i].end);

		if (n > m && strcmp(path + n - m, endings[i].end) == 0)
			break;
	}
	return i;
}

const char *ending_of(const char *path)
{
	const size_t i = find_ending(path);

	return i < ENDINGS ? endings[i].end : "";
}

ct_tar_compression compression_of(const char *path)
{
	const size_t i = find_ending(path);

	return i < ENDINGS ? endings[i].compression : CT_TAR_PLAIN;
}
