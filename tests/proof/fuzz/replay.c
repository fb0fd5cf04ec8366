/*
 * Replaces libFuzzer in builds without it: passes to a target every file that is named, and those
 * in the folders that are named. Each is the input of a fixed crash or an example of the language,
 * and none may take long.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

enum { SECONDS_AT_MOST = 60 }; /* for one input; with a sanitizer, on a busy machine */

static int count;

/* Not perror(): LLVMFuzzerInitialize() has replaced stderr. */
static _Noreturn void give_up(const char *path)
{
	dprintf(STDERR_FILENO, "%s: %s\n", path, strerror(errno));
	exit(1);
}

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	struct stat stat;
	uint8_t *bytes;

	if (!file || fstat(fileno(file), &stat))
		give_up(path);
	*size = (size_t)stat.st_size;
	/* Exactly as long as the input, so that a sanitizer detects reads beyond it. */
	bytes = malloc(*size ? *size : 1);
	if (!bytes || fread(bytes, 1, *size, file) != *size)
		give_up(path);
	fclose(file);
	return bytes;
}

/* The last printed name is that of the input that fails. */
static void replay_file(const char *path)
{
	size_t size;
	uint8_t *bytes = read_file(path, &size);

	printf("%s\n", path);
	fflush(stdout);
	alarm(SECONDS_AT_MOST);
	LLVMFuzzerTestOneInput(bytes, size);
	alarm(0);
	free(bytes);
	count++;
}

static int is_no_dot(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void replay_folder(const char *folder)
{
	struct dirent **names;
	int n = scandir(folder, &names, is_no_dot, alphasort);

	if (n < 0)
		give_up(folder);
	for (int i = 0; i < n; i++) {
		size_t length = strlen(folder) + strlen(names[i]->d_name) + 2;
		char *path = malloc(length);

		snprintf(path, length, "%s/%s", folder, names[i]->d_name);
		replay_file(path);
		free(path);
		free(names[i]);
	}
	free(names);
}

int main(int argc, char **argv)
{
	struct stat stat_buffer;

	LLVMFuzzerInitialize(&argc, &argv);
	/* libFuzzer, too, begins with an empty input. */
	LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
	for (int i = 1; i < argc; i++) {
		if (!stat(argv[i], &stat_buffer) && S_ISDIR(stat_buffer.st_mode))
			replay_folder(argv[i]);
		else
			replay_file(argv[i]);
	}
	printf("%d inputs\n", count);
	return count ? 0 : 1;
}
