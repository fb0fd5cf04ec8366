/*
 * ct_data split, interleave: files of tar archives go to others, as they are. Files that make one
 * sample of WebDataset stay together.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <ctorch/macros/blocks.h>
#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "data/read.h"

enum { MAX_PARTS = 1000, MAX_PATH = 4096 };

/* --- samples ---------------------------------------------------------------------------------- */

/* The length of the name up to the first dot of its last part, as ct_tar_shards_new() has keys. */
static size_t key_length(const char *name)
{
	const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;

	return (size_t)(last - name) + strcspn(last, ".");
}

/* The key of a sample. */
struct key {
	char *text;
};

static void release_key(void *self)
{
	free(((struct key *)self)->text);
}

static ct_error begin_key(struct key *self)
{
	self->text = NULL;
	return ct_scope_defer(self, release_key);
}

static bool has_key(const struct key *self, const char *name)
{
	const size_t n = key_length(name);

	return self->text && strncmp(self->text, name, n) == 0 && self->text[n] == '\0';
}

static ct_error set_key(struct key *self, const char *name)
{
	free(self->text);
	self->text = strndup(name, key_length(name));
	return self->text ? NULL : ct_no_memory("ct_data", NULL);
}

static ct_error copy_to(ct_tar_writer *writer, const struct source *source)
{
	CT_TRY(check_signals());
	return ct_tar_writer_add(writer, source->name, source->bytes, (int64_t)source->n);
}

/* The usual limit is 1024, and an archive that is written needs two. */
static void allow_many_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* --- split ------------------------------------------------------------------------------------ */

/* "NAME-003.tar.gz", from the output's or the archive's name. */
static ct_error name_part(const struct options *o, int64_t i, char path[MAX_PATH])
{
	const char *whole = o->out ? o->out : o->paths[0];
	const char *end = ending_of(whole);
	const int n = (int)(strlen(whole) - strlen(end));

	if (snprintf(path, MAX_PATH, "%.*s-%03lld%s", n, whole, (long long)i, *end ? end : ".tar") <
	    MAX_PATH)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, "ct_data", "the name is too long: %s", whole);
}

static ct_error begin_parts(const struct options *o, ct_tar_writer **writers)
{
	char path[MAX_PATH];

	for (int64_t i = 0; i < o->count; i++) {
		CT_TRY(name_part(o, i, path));
		CT_TRY(ct_tar_writer_new(path, compression_of(path), &writers[i]));
	}
	return NULL;
}

/* Each sample goes to the part after that of the sample before. */
static ct_error fill_parts(const struct options *o, struct source *source, ct_tar_writer **writers,
			   int64_t *samples)
{
	CT_SCOPE;
	ct_progress *progress;
	struct key key;

	CT_TRY(begin_key(&key));
	CT_TRY(begin_progress(o, 0, "files", &progress));
	for (*samples = 0;;) {
		CT_TRY(next_file(source));
		if (source->name == NULL)
			return NULL;
		if (!has_key(&key, source->name)) {
			CT_TRY(set_key(&key, source->name));
			++*samples;
		}
		CT_TRY(copy_to(writers[(*samples - 1) % o->count], source));
		ct_progress_add(progress, 1);
	}
}

ct_error split_archive(const struct options *o)
{
	CT_SCOPE;
	ct_tar_writer *writers[MAX_PARTS];
	struct source source;
	int64_t samples;

	allow_many_files();
	CT_TRY(open_source(&source, o->paths, 1));
	catch_signals();
	CT_TRY(begin_parts(o, writers));
	CT_TRY(fill_parts(o, &source, writers, &samples));
	if (samples < o->count)
		return ct_error_new(CT_ERROR_VALUE, "ct_data",
				    "%s: too few files for %lld parts: %lld", o->paths[0],
				    (long long)o->count, (long long)samples);
	return ct_tar_writers_close(writers, o->count);
}

/* --- interleave ------------------------------------------------------------------------------- */

/* An archive, whose current file has not been copied yet. */
struct input {
	struct source source;
	struct key key; /* of the sample that was copied last */
};

static ct_error open_inputs(const struct options *o, struct input **result)
{
	struct input *inputs = ct_array_new(o->paths_len, sizeof *inputs);

	if (inputs == NULL)
		return ct_no_memory("ct_data", NULL);
	*result = inputs;
	CT_TRY(ct_scope_defer(inputs, free));
	for (int64_t i = 0; i < o->paths_len; i++) {
		CT_TRY(begin_key(&inputs[i].key));
		CT_TRY(open_source(&inputs[i].source, &o->paths[i], 1));
		CT_TRY(next_file(&inputs[i].source));
	}
	return NULL;
}

/* Copies the files of the next sample. */
static ct_error copy_sample(struct input *self, ct_tar_writer *writer, ct_progress *progress)
{
	CT_TRY(set_key(&self->key, self->source.name));
	do {
		CT_TRY(copy_to(writer, &self->source));
		ct_progress_add(progress, 1);
		CT_TRY(next_file(&self->source));
	} while (self->source.name && has_key(&self->key, self->source.name));
	return NULL;
}

ct_error interleave_archives(const struct options *o)
{
	CT_SCOPE;
	struct input *inputs = NULL;
	ct_tar_writer *writer;
	ct_progress *progress;
	int64_t left = o->paths_len;

	allow_many_files();
	CT_TRY(open_inputs(o, &inputs));
	catch_signals();
	CT_TRY(ct_tar_writer_new(o->out, compression_of(o->out), &writer));
	CT_TRY(begin_progress(o, 0, "files", &progress));
	while (left > 0) {
		left = 0;
		for (int64_t i = 0; i < o->paths_len; i++) {
			if (inputs[i].source.name == NULL)
				continue;
			left++;
			CT_TRY(copy_sample(&inputs[i], writer, progress));
		}
	}
	CT_TRY(check_signals());
	return ct_tar_writer_close(writer);
}
