#include "opened.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "text.h"

/* Which of the keys select something. */
static bool *new_used(const struct options *options)
{
	bool *used = need_memory(NULL, (size_t)options->keys_len);

	memset(used, 0, (size_t)options->keys_len);
	return used;
}

static bool are_used(const char *where, const struct options *options, const bool *used)
{
	bool all = true;

	for (int64_t i = 0; i < options->keys_len; i++) {
		if (used[i])
			continue;
		say("%s: nothing is named '%s'", where, options->keys[i]);
		all = false;
	}
	return all;
}

static bool open_and_select(const char *path, const struct options *options, enum depth depth,
			    bool *used, struct opened *result)
{
	if (is_trouble(open_file(path, options, depth, &result->file))) {
		if (is_only_unknown(path, options))
			say("to leave out what is not data, add --skip-unknown");
		return false;
	}
	list_skipped(&result->file);
	if (!is_trouble(list_entries(&result->file, options, used, &result->entries)))
		return true;
	close_opened(result);
	return false;
}

bool open_and_list(const char *path, const struct options *options, enum depth depth,
		   struct opened *result)
{
	bool *used = new_used(options), opened;

	opened = open_and_select(path, options, depth, used, result);
	if (opened && !are_used(path, options, used)) {
		close_opened(result);
		opened = false;
	}
	free(used);
	return opened;
}

bool open_two(const char *a, const char *b, const struct options *options, struct opened *left,
	      struct opened *right)
{
	bool *used = new_used(options), opened = false;

	if (open_and_select(a, options, MAPPED, used, left)) {
		opened = open_and_select(b, options, MAPPED, used, right);
		if (opened && !are_used("both files", options, used)) {
			close_opened(right);
			opened = false;
		}
		if (!opened)
			close_opened(left);
	}
	free(used);
	return opened;
}

void close_opened(struct opened *opened)
{
	free_entries(&opened->entries);
	close_file(&opened->file);
}
