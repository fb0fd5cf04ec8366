/*
 * Reading everything and comparing checksums.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/files/file.h>
#include <ctorch/macros/try.h>

#include "actions.h"
#include "opened.h"
#include "progress.h"
#include "report.h"
#include "text.h"

static bool has_checksums(ct_file_kind kind)
{
	return kind == CT_FILE_TORCH || kind == CT_FILE_TORCHSCRIPT || kind == CT_FILE_NPZ ||
	       kind == CT_FILE_EXPORT;
}

static ct_error compare_checksums(const char *path, const struct options *options)
{
	struct text what = { 0 };
	int64_t checksums;
	ct_error error;
	char *name;

	text_add(&what, "reading %s", path);
	begin_progress(what.data, options->quiet);
	error = ct_file_verify(path, &checksums);
	end_progress();
	free(what.data);
	if (error)
		return error;
	name = escaped(path, strlen(path));
	printf("%s: all %lld checksums are correct\n", name, (long long)checksums);
	free(name);
	return NULL;
}

/* Whatever loading would check without reading elements. What is unknown is not damaged. */
static ct_error check_structure(const char *path, const struct options *options, bool is_all)
{
	struct options all = *options;
	struct file file;
	char *name;

	all.skip_unknown = true;
	CT_TRY(open_file(path, &all, SHAPES, &file));
	name = escaped(path, strlen(path));
	if (is_all)
		printf("%s: its structure is correct; files of this format (%s) have no "
		       "checksums\n",
		       name, kind_title(file.kind));
	free(name);
	close_file(&file);
	return NULL;
}

/* A file whose bytes are right can have contents that this library does not know. */
static ct_error verify(const char *path, const struct options *options, bool *is_refused)
{
	ct_file_kind kind;
	ct_error error;

	CT_TRY(find_kind(path, &kind));
	if (!has_checksums(kind))
		return check_structure(path, options, true);
	CT_TRY(compare_checksums(path, options));
	error = check_structure(path, options, false);
	if (is_trouble(error)) {
		say("%s: only its checksums were verified: its contents could not be loaded", path);
		*is_refused = true;
	}
	return NULL;
}

int verify_files(char *const *paths, int n, const struct options *options)
{
	int status = SAME;

	for (int i = 0; i < n; i++) {
		bool is_refused = false;

		if (is_trouble(verify(paths[i], options, &is_refused)) || is_refused)
			status = TROUBLE;
		end_if_cancelled();
	}
	return status;
}
