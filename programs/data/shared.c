/*
 * ct_data: what its commands share.
 */
#include <string.h>
#include <sys/stat.h>

#include "data/commands.h"

ct_error begin_progress(const struct options *options, int64_t total, const char *unit,
			ct_progress **result)
{
	const ct_progress_options shown = { .total = total, .unit = unit };

	*result = NULL;
	return options->quiet ? NULL : ct_progress_new(&shown, NULL, result);
}

static bool is_folder(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

ct_error open_images(const struct options *options, int64_t shuffle, ct_dataset **result)
{
	const ct_image_data_options read = { .shuffle = shuffle };

	if (options->paths_len == 1 && is_folder(options->paths[0]))
		return ct_image_folder(options->paths[0], NULL, result);
	return ct_tar_images(options->paths, options->paths_len, &read, result);
}

bool ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text), m = strlen(end);

	return n >= m && strcmp(text + n - m, end) == 0;
}
