/*
 * The name of a program's code in a cache.
 */
#define _GNU_SOURCE /* st_mtim */

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <ctorch/core/version.h>
#include <ctorch/macros/try.h>

#include "export/compile/code.h"
#include "export/program/instance.h"

/* A text with its end, so that no two lists of texts are the same bytes. */
static void hash_text(struct ct_sha256 *sum, const char *text)
{
	ct_sha256_add(sum, text, strlen(text) + 1);
}

static void hash_words(struct ct_sha256 *sum, const struct ct_words *words)
{
	for (size_t i = 0; i < words->len; i++)
		hash_text(sum, words->at[i]);
	hash_text(sum, "");
}

/* ctorch-compile has no other name for what it is when it is being changed. */
static void hash_file(struct ct_sha256 *sum, const char *path)
{
	struct stat about = { 0 };
	char text[80] = "";

	if (stat(path, &about) == 0)
		snprintf(text, sizeof text, "%lld %lld.%09ld", (long long)about.st_size,
			 (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
	hash_text(sum, text);
}

/* The first processor's name and instructions: what -march=native means. */
static void hash_processor(struct ct_sha256 *sum)
{
	static const char *const keys[] = { "model name", "flags", "Features", "CPU part" };
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[8192];

	while (file && fgets(line, sizeof line, file) && *line != '\n')
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
			if (strncmp(line, keys[i], strlen(keys[i])) == 0)
				hash_text(sum, line);
	if (file)
		fclose(file);
}

ct_error ct_code_key(const struct ct_code_making *self, char result[CT_SHA256_HEX + 1])
{
	struct ct_text text = { 0 };
	struct ct_sha256 sum;
	ct_error error = ct_export_describe_computation(self->program, self->function, &text);

	if (error) {
		ct_text_release(&text);
		return error;
	}
	ct_sha256_init(&sum);
	hash_text(&sum, text.data);
	ct_text_release(&text);
	hash_text(&sum, ct_version());
	hash_text(&sum, ct_libtorch_version());
	hash_words(&sum, &self->tools.writer);
	hash_file(&sum, self->tools.writer.at[0]);
	hash_words(&sum, &self->tools.compiler);
	hash_text(&sum, self->tools.version.data);
	hash_words(&sum, &self->flags);
	hash_words(&sum, &self->cflags);
	hash_processor(&sum);
	ct_sha256_end(&sum, result);
	return NULL;
}
