/*
 * A model in several files, read.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "files/io/signature.h"
#include "files/safetensors/index.h"
#include "files/safetensors/open.h"

/* The tensors that an index places in one file. */
struct shard {
	const struct ct_st_place *places;
	int64_t len;
};

static struct shard shard_at(const struct ct_st_index *index, int64_t begin)
{
	const struct ct_st_place *first = index->places + begin;
	int64_t n = 1;

	while (begin + n < index->len && strcmp(first[n].file, first->file) == 0)
		n++;
	return (struct shard){ first, n };
}

static ct_error differs(const struct ct_st_source *source, const char *name, bool in_file)
{
	char shown[CT_SHOWN];

	return ct_error_new(
		CT_ERROR_VALUE, source->function,
		"%s: %s the tensor '%s', %s; fetch or save all files of the model "
		"again",
		source->name, in_file ? "it has" : "it does not have", ct_shown(name, shown),
		in_file ? "but the index does not list it there" : "but the index lists it there");
}

/* Both are sorted by name. */
static ct_error shards_check_names(const struct ct_st_source *source,
				   const struct ct_st_header *header, const struct shard *shard)
{
	for (int64_t i = 0; i < header->len || i < shard->len; i++) {
		const char *in_file = i < header->len ? header->tensors[i].name : NULL;
		const char *in_index = i < shard->len ? shard->places[i].name : NULL;
		const int order = !in_file ? 1 : !in_index ? -1 : strcmp(in_file, in_index);

		if (order)
			return differs(source, order < 0 ? in_file : in_index, order < 0);
	}
	return NULL;
}

static ct_error read_source(struct ct_st_reading *reading, const struct ct_st_source *source,
			    const struct shard *shard)
{
	struct ct_st_header header;
	ct_error error = ct_st_header_read(source, &header);

	if (error == NULL) {
		ct_st_sort_by_name(&header);
		error = shards_check_names(source, &header, shard);
	}
	if (error == NULL) {
		ct_st_sort_by_data(&header);
		error = ct_st_read_tensors(reading, source, &header);
	}
	ct_st_header_release(&header);
	return error;
}

static ct_error read_shard(struct ct_st_reading *reading, const char *folder,
			   const struct shard *shard)
{
	struct ct_st_source source;
	ct_error error;
	char *path;

	CT_TRY(ct_st_join(reading->function, folder, shard->places->file, &path));
	error = ct_st_open(reading->function, path, &source);
	if (error == NULL) {
		error = read_source(reading, &source, shard);
		error = ct_signature_explain(reading->function, path, source.fd,
					     "a safetensors file", CT_OWN_NONE, error);
		close(source.fd);
	}
	free(path);
	return error;
}

/* A file of which nothing is selected is not opened. */
static bool is_wanted(struct ct_st_reading *reading, const struct shard *shard)
{
	bool wanted = false;

	for (int64_t i = 0; i < shard->len && !(wanted && reading->keys.all); i++)
		wanted |= ct_keys_has(&reading->keys, shard->places[i].name,
				      strlen(shard->places[i].name));
	return wanted;
}

static ct_error read_all(struct ct_st_reading *reading, const char *folder,
			 const struct ct_st_index *index)
{
	struct shard shard;

	for (int64_t i = 0; i < index->len; i += shard.len) {
		shard = shard_at(index, i);
		if (is_wanted(reading, &shard))
			CT_TRY(read_shard(reading, folder, &shard));
	}
	return NULL;
}

ct_error ct_st_read_shards(struct ct_st_reading *reading, const char *path,
			   const struct ct_st_index *index)
{
	const char *slash = strrchr(path, '/');
	char *folder = strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
	ct_error error;

	if (folder == NULL)
		return ct_no_memory(reading->function, "for a path");
	error = read_all(reading, folder, index);
	free(folder);
	return error;
}
