#define _GNU_SOURCE
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

char save_folder[SCRATCH_SIZE];
char save_path[64];

void make_save_folder(void)
{
	make_scratch(save_folder);
	snprintf(save_path, sizeof save_path, "%s/a.pt", save_folder);
}

void remove_save_folder(void)
{
	unlink(save_path);
	remove_scratch(save_folder);
}

char *get_file(const char *path, size_t *n)
{
	FILE *file = fopen(path, "rb");
	char *bytes;
	long size;

	ck_assert_msg(file != NULL, "%s cannot be read", path);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	bytes = malloc((size_t)size + 1);
	MUST(bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size);
	fclose(file);
	bytes[size] = '\0';
	*n = (size_t)size;
	return bytes;
}

/* --- Python's files ---------------------------------------------------------------------------- */

/* A later release may have saved what libtorch does not have here. */
static bool is_later(const char *path)
{
	int major, minor;

	MUST(sscanf(path, "../../fixtures/checkpoints/%d.%d", &major, &minor) == 2);
	return !CT_RELEASE_AT_LEAST(major, minor);
}

/* The release's own, or else the one that holds for all releases. */
static void find_description(struct python_file *file)
{
	const char *name = strrchr(file->path, '/') + 1;
	int folder = (int)(name - file->path), len = (int)strcspn(name, ".");

	snprintf(file->description, sizeof file->description, "%.*s%.*s.txt", folder, file->path,
		 len, name);
	if (access(file->description, R_OK) != 0)
		snprintf(file->description, sizeof file->description,
			 "../../fixtures/checkpoints/%.*s.txt", len, name);
}

const struct python_file *python_files(size_t *n)
{
	static struct python_file files[200];
	static size_t len;
	glob_t found;

	if (len == 0) {
		MUST(glob("../../fixtures/checkpoints/*/*.pt", 0, NULL, &found) == 0);
		for (size_t i = 0; i < found.gl_pathc; i++) {
			if (is_later(found.gl_pathv[i])) {
				LEFT_OUT(found.gl_pathv[i], "it is of a later release");
				continue;
			}
			MUST(len < LENGTH(files));
			snprintf(files[len].path, sizeof files[len].path, "%s", found.gl_pathv[i]);
			find_description(&files[len++]);
		}
		globfree(&found);
	}
	*n = len;
	return files;
}
