/*
 * Loading: a model in several files of torch.save(), as Hugging Face publishes them:
 * pytorch_model-00001-of-00002.bin, ..., and pytorch_model.bin.index.json, which says where each
 * tensor is.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "files/safetensors/index.h"
#include "files/safetensors/open.h"
#include "files/torch/loader.h"

/* A model that is being loaded. */
struct loading {
	const char *function, *path; /* of the index */
	const ct_load_options *options;
	struct ct_keys keys;
	struct ct_st_index index;
	ct_value tensors; /* a dict, by name */
	ct_value skipped; /* a list of names */
};

/* The tensors that the index places in one file. */
struct shard {
	const struct ct_st_place *places;
	int64_t len;
};

/* --- One file --------------------------------------------------------------------------------- */

static struct shard shard_at(const struct ct_st_index *index, int64_t begin)
{
	const struct ct_st_place *first = index->places + begin;
	int64_t n = 1;

	while (begin + n < index->len && strcmp(first[n].file, first->file) == 0)
		n++;
	return (struct shard){ first, n };
}

/* Whether the key is a tensor's name, or a part of it that ends at a dot. */
static bool selects(const char *key, const struct shard *shard)
{
	const size_t n = strlen(key);

	for (int64_t i = 0; i < shard->len; i++) {
		const char *name = shard->places[i].name;

		if (strncmp(name, key, n) == 0 && (name[n] == '\0' || name[n] == '.'))
			return true;
	}
	return false;
}

/* Those of the options' keys that select something in the file. `*keys` is new (free()). */
static ct_error choose_keys(struct loading *loading, const struct shard *shard, const char ***keys,
			    int64_t *len)
{
	const ct_load_options *options = loading->options;

	*len = 0;
	*keys = ct_array_new(options->keys_len, sizeof **keys);
	if (*keys == NULL)
		return ct_no_memory(loading->function, "for the keys of %s", loading->path);
	for (int64_t i = 0; i < options->keys_len; i++)
		if (selects(options->keys[i], shard))
			(*keys)[(*len)++] = options->keys[i];
	return NULL;
}

static ct_error load_shards_wrong(const struct loading *loading, const char *file, const char *name,
				  const char *what)
{
	char shown[CT_SHOWN];

	return ct_error_new(CT_ERROR_VALUE, loading->function,
			    "%s: the tensor '%s' of '%s' %s; fetch or save all files of the model "
			    "again",
			    loading->path, ct_shown(name, shown), file, what);
}

/* A whole file has exactly what the index says. */
static ct_error check_names(const struct loading *loading, const struct shard *shard,
			    const ct_value *tensors)
{
	for (int64_t i = 0; i < shard->len; i++)
		if (!ct_value_dict_has(tensors, ct_value_string(shard->places[i].name)))
			return load_shards_wrong(loading, shard->places->file,
						 shard->places[i].name,
						 "is in the index, but not in the file");
	return NULL;
}

static ct_error is_placed(const struct loading *loading, const struct shard *shard, ct_value key)
{
	const char *name;

	CT_TRY(ct_value_as_string(&key, &name, NULL));
	for (int64_t low = 0, high = shard->len; low < high;) {
		const int64_t middle = low + (high - low) / 2;
		const int order = strcmp(name, shard->places[middle].name);

		if (order == 0)
			return NULL;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return load_shards_wrong(loading, shard->places->file, name, "is not in the index");
}

static ct_error add_tensors(struct loading *loading, const struct shard *shard,
			    const ct_value *tensors)
{
	ct_value key, value;

	if (tensors->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_VALUE, loading->function,
				    "%s: the file '%s' has no dict of tensors", loading->path,
				    shard->places->file);
	if (loading->keys.all)
		CT_TRY(check_names(loading, shard, tensors));
	for (int64_t i = 0; i < ct_value_count(tensors); i++) {
		CT_TRY(ct_value_dict_item(tensors, i, &key, &value));
		CT_TRY(is_placed(loading, shard, key));
		CT_TRY(ct_value_dict_set(&loading->tensors, key, value));
	}
	return NULL;
}

/* What several files skip is listed once for each. */
static ct_error add_skipped(struct loading *loading, const ct_value *skipped)
{
	ct_error error = NULL;
	ct_value name;

	for (int64_t i = 0; i < ct_value_count(skipped) && error == NULL; i++) {
		error = ct_value_item(skipped, i, &name);
		if (error == NULL)
			error = ct_value_list_append(&loading->skipped, name);
	}
	return error;
}

static ct_error load_file(struct loading *loading, const struct shard *shard, const char *path,
			  const ct_load_options *options)
{
	ct_error error;
	ct_file_kind kind;
	ct_value tensors;

	CT_TRY(ct_file_begins_as(loading->function, path, &kind));
	if (kind != CT_FILE_TORCH && kind != CT_FILE_TORCH_LEGACY)
		return ct_load_unknown(loading->function, path);
	CT_TRY(ct_load_checkpoint(loading->function, path, kind, options, &tensors));
	error = add_tensors(loading, shard, &tensors);
	ct_value_free(&tensors);
	return error;
}

static ct_error load_shard(struct loading *loading, const struct shard *shard, const char *path)
{
	ct_load_options options = *loading->options;
	ct_value skipped = ct_value_none();
	const char **keys;
	ct_error error;

	CT_TRY(choose_keys(loading, shard, &keys, &options.keys_len));
	options.keys = loading->keys.all ? NULL : keys;
	options.skipped = options.skipped ? &skipped : NULL;
	error = load_file(loading, shard, path, &options);
	if (error == NULL)
		error = add_skipped(loading, &skipped);
	ct_value_free(&skipped);
	free(keys);
	return error;
}

/* --- All files -------------------------------------------------------------------------------- */

/* A file of which nothing is selected is not opened. */
static bool is_wanted(struct loading *loading, const struct shard *shard)
{
	bool wanted = false;

	for (int64_t i = 0; i < shard->len; i++)
		wanted |= ct_keys_has(&loading->keys, shard->places[i].name,
				      strlen(shard->places[i].name));
	return wanted;
}

static ct_error load_named(struct loading *loading, const struct shard *shard)
{
	const char *slash = strrchr(loading->path, '/');
	char *folder = strndup(loading->path, slash ? (size_t)(slash - loading->path) + 1 : 0);
	char *path = NULL;
	ct_error error;

	if (folder == NULL)
		return ct_no_memory(loading->function, "for a path");
	error = ct_st_join(loading->function, folder, shard->places->file, &path);
	if (error == NULL)
		error = load_shard(loading, shard, path);
	free(path);
	free(folder);
	return error;
}

static ct_error load_all(struct loading *loading)
{
	struct shard shard;

	for (int64_t i = 0; i < loading->index.len; i += shard.len) {
		shard = shard_at(&loading->index, i);
		if (is_wanted(loading, &shard))
			CT_TRY(load_named(loading, &shard));
	}
	return ct_keys_check(&loading->keys, loading->function, loading->path);
}

static ct_error read_index(struct loading *loading)
{
	struct ct_st_source source;
	ct_error error;

	CT_TRY(ct_st_open(loading->function, loading->path, &source));
	error = ct_st_index_read(&source, ".bin", &loading->index);
	close(source.fd);
	return error;
}

static ct_error load_index(const char *function, const char *path, const ct_load_options *options,
			   ct_value *result)
{
	struct loading loading = { .function = function, .path = path, .options = options };
	ct_error error;

	CT_TRY(ct_keys_read(function, 2, options, &loading.keys));
	loading.tensors = ct_value_ordered_dict_new();
	loading.skipped = ct_value_list_new();
	error = read_index(&loading);
	if (error == NULL)
		error = load_all(&loading);
	ct_st_index_release(&loading.index);
	ct_keys_release(&loading.keys);
	if (error == NULL && options->skipped) {
		*options->skipped = loading.skipped;
		loading.skipped = ct_value_none();
	}
	ct_value_free(&loading.skipped);
	if (error)
		ct_value_free(&loading.tensors);
	else
		*result = loading.tensors;
	return error;
}

static bool is_index(const char *path)
{
	const size_t n = strlen(path), m = strlen(CT_TORCH_INDEX_END);

	return n >= m && strcmp(path + n - m, CT_TORCH_INDEX_END) == 0;
}

static ct_error load_any(const char *function, const char *path, const ct_load_options *options,
			 ct_value *result)
{
	ct_file_kind kind;

	if (is_index(path))
		return load_index(function, path, options, result);
	CT_TRY(ct_file_begins_as(function, path, &kind));
	if (kind != CT_FILE_TORCH && kind != CT_FILE_TORCH_LEGACY)
		return ct_load_unknown(function, path);
	return ct_load_checkpoint(function, path, kind, options, result);
}

ct_error ct_load_shards(const char *function, const char *path, const ct_load_options *options,
			ct_value *result)
{
	char *file = NULL;
	ct_file_kind kind;
	ct_error error;

	if (is_index(path))
		return load_index(function, path, options, result);
	CT_TRY(ct_find_shards(function, path, &file, &kind));
	if (file == NULL) /* removed in between */
		return ct_load_unknown(function, path);
	error = load_any(function, file, options, result);
	free(file);
	return error;
}
