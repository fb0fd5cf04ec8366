#include "opened.h"

#include "report.h"

bool open_and_list(const char *path, const struct options *options, enum depth depth,
		   struct opened *result)
{
	ct_error error = open_file(path, options, depth, &result->file);

	if (is_trouble(error)) {
		if (is_only_unknown(path, options))
			remark("the rest of the file can be read with --skip-unknown, which runs "
			       "nothing either");
		return false;
	}
	list_skipped(&result->file);
	error = list_entries(&result->file, options, &result->entries);
	if (!is_trouble(error))
		return true;
	close_opened(result);
	return false;
}

void close_opened(struct opened *opened)
{
	free_entries(&opened->entries);
	close_file(&opened->file);
}
