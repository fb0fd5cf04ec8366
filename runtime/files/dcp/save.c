/*
 * Saving distributed checkpoints.
 *
 * All processes exchange four times: what they have; in which generation of files it goes; where each
 * has written its items; whether the metadata was written. After each, an error of one of them ends
 * the call on all.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/shown.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "files/dcp/group.h"
#include "files/dcp/plan.h"
#include "files/io/error.h"
#include "files/io/place.h"
#include "files/io/write.h"
#include "files/safetensors/open.h"
#include "files/torch/saver.h"

enum { FILE_NAME = 64 };

struct saving {
	const char *function, *path;
	const ct_dcp_options *options;
	int64_t rank;
	struct ct_dcp_leaves leaves;
	struct ct_dcp_folder folder;
	int64_t generation; /* the second number of the names of files */
	int64_t at;         /* bytes that this process has written */
	ct_value written;   /* for each of its items: its key, its offsets, its begin, its length */
};

/* --- The folder, by rank 0 --------------------------------------------------------------------- */

static void name_file(const struct saving *self, int64_t rank, char name[FILE_NAME])
{
	snprintf(name, FILE_NAME, "__%lld_%lld.distcp", (long long)rank,
		 (long long)self->generation);
}

/* The generation of a file of a checkpoint; -1 for other files. */
static int64_t generation_of(const char *name)
{
	long long rank, generation;
	int end = 0;

	if (sscanf(name, "__%lld_%lld.distcp%n", &rank, &generation, &end) != 2 || end == 0 ||
	    name[end] || generation < 0 || generation == INT64_MAX)
		return -1;
	return generation;
}

/* The first generation after those that the folder has. */
static ct_error find_generation(struct saving *self)
{
	DIR *folder = opendir(self->path);
	const struct dirent *entry;

	if (folder == NULL)
		return ct_file_error(self->function, self->path, "opening the folder");
	while ((entry = readdir(folder)) != NULL)
		if (generation_of(entry->d_name) >= self->generation)
			self->generation = generation_of(entry->d_name) + 1;
	closedir(folder);
	return NULL;
}

static ct_error prepare(struct saving *self)
{
	if (mkdir(self->path, 0777) && errno != EEXIST)
		return ct_file_error(self->function, self->path, "creating the folder");
	return find_generation(self);
}

/* Removes the files of some generations, which no metadata mentions. Files that stay do no harm. */
static void remove_files(const struct saving *self, int64_t first, int64_t last)
{
	DIR *folder = opendir(self->path);
	const struct dirent *entry;

	while (folder && (entry = readdir(folder)) != NULL) {
		const int64_t generation = generation_of(entry->d_name);

		if (generation >= first && generation <= last)
			unlinkat(dirfd(folder), entry->d_name, 0);
	}
	if (folder)
		closedir(folder);
}

/* --- The items of this process ----------------------------------------------------------------- */

/* With its own elements alone, as Python saves it. */
static ct_error plain_tensor(const ct_tensor *tensor, ct_tensor **result)
{
	const int64_t nbytes = ct_tensor_numel(tensor) * ct_dtype_size(ct_tensor_dtype(tensor));
	ct_storage *storage;
	ct_tensor *plain;

	CT_TRY(ct_detach(tensor, &plain));
	if (ct_tensor_device(plain).type != CT_DEVICE_TYPE_CPU)
		CT_TRY(ct_to_device(plain, CT_DEVICE_CPU, ct_tensor_dtype(plain), false, false,
				    CT_MEMORY_FORMAT_NONE, &plain));
	CT_TRY(ct_tensor_storage(plain, &storage));
	if (ct_storage_nbytes(storage) != nbytes)
		CT_TRY(ct_clone(plain, CT_MEMORY_FORMAT_NONE, &plain));
	*result = plain;
	return NULL;
}

static ct_error encode(const struct saving *self, const ct_value *value, char **bytes, size_t *n)
{
	ct_value plain = ct_value_borrow(value);
	ct_tensor *tensor;

	CT_OWN_SCOPE(self->function);
	if (value->kind == CT_VALUE_TENSOR) {
		CT_TRY(plain_tensor(value->object, &tensor));
		plain = ct_value_tensor(tensor);
	}
	return ct_torch_encode(self->function, "archive", &plain, bytes, n);
}

static ct_error note(struct saving *self, const struct ct_dcp_leaf *leaf,
		     const struct ct_dcp_entry *entry, const struct ct_dcp_chunk *chunk, size_t n)
{
	const ct_value items[] = { ct_value_string(leaf->key),
				   ct_value_ints(CT_INTS_OF(chunk->offsets, entry->dim)),
				   ct_value_int(self->at), ct_value_int((int64_t)n) };

	self->at += (int64_t)n;
	return ct_value_list_append(&self->written, ct_value_list(items, 4));
}

static ct_error put_leaf(struct saving *self, struct ct_file_output *output,
			 const struct ct_dcp_leaf *leaf, const struct ct_dcp_entry *entry,
			 const struct ct_dcp_chunk *chunk)
{
	ct_error error;
	char *bytes;
	size_t n;

	error = encode(self, &leaf->value, &bytes, &n);
	if (error) {
		char shown[CT_SHOWN];

		return ct_error_prefix(error, ct_shown(leaf->key, shown));
	}
	error = ct_file_put(output, bytes, n);
	if (error == NULL)
		error = note(self, leaf, entry, chunk, n);
	free(bytes);
	return error;
}

/* The chunk that this process writes for a leaf; NULL if another one does. */
static const struct ct_dcp_chunk *chunk_to_write(struct saving *self,
						 const struct ct_dcp_leaf *leaf,
						 const struct ct_dcp_entry *entry)
{
	static const int64_t zeros[64];
	const int64_t *offsets = leaf->shard ? leaf->shard->offsets.at : zeros;
	const int64_t index = entry->is_tensor ? ct_dcp_find_chunk(&self->folder, entry, offsets, 0)
					       : 0;

	if (index < 0 || entry->chunks[index].writer != self->rank)
		return NULL;
	return &entry->chunks[index];
}

/* As Python, first the values that are not tensors. */
static ct_error put_leaves(struct saving *self, struct ct_file_output *output, bool tensors)
{
	for (struct ct_dcp_leaf *leaf = self->leaves.leaves; leaf; leaf = leaf->hh.next) {
		const struct ct_dcp_entry *entry = ct_dcp_find_entry(&self->folder, leaf->key);
		const struct ct_dcp_chunk *chunk = chunk_to_write(self, leaf, entry);

		if (chunk && entry->is_tensor == tensors)
			CT_TRY(put_leaf(self, output, leaf, entry, chunk));
	}
	return NULL;
}

static ct_error put_all(struct ct_file_output *output, void *context)
{
	CT_TRY(put_leaves(context, output, false));
	return put_leaves(context, output, true);
}

static bool has_items(struct saving *self)
{
	for (struct ct_dcp_leaf *leaf = self->leaves.leaves; leaf; leaf = leaf->hh.next)
		if (chunk_to_write(self, leaf, ct_dcp_find_entry(&self->folder, leaf->key)))
			return true;
	return false;
}

static ct_error own_path(const struct saving *self, char **result)
{
	char name[FILE_NAME];

	name_file(self, self->rank, name);
	return ct_st_join(self->function, self->path, name, result);
}

static ct_error write_own(struct saving *self)
{
	char *path = NULL;
	ct_error error;

	if (!has_items(self))
		return NULL;
	CT_TRY(own_path(self, &path));
	error = ct_file_write_by(self->function, path, -1, put_all, self);
	free(path);
	return error;
}

static void remove_own(const struct saving *self)
{
	char *path = NULL;

	ct_error_free(own_path(self, &path));
	if (path)
		unlink(path);
	free(path);
}

/* --- The metadata, by rank 0 ------------------------------------------------------------------- */

static ct_error place_item(struct saving *self, int64_t rank, const ct_value *note)
{
	struct ct_dcp_chunk *chunk;
	struct ct_dcp_entry *entry;
	int64_t *offsets, index;
	char name[FILE_NAME];
	ct_value items[4];
	const char *key;

	for (int i = 0; i < 4; i++)
		CT_TRY(ct_value_item(note, i, &items[i]));
	CT_TRY(ct_value_as_string(&items[0], &key, NULL));
	entry = ct_dcp_find_entry(&self->folder, key);
	CT_TRY(ct_value_as_ints(&items[1], &offsets, NULL));
	index = entry->is_tensor ? ct_dcp_find_chunk(&self->folder, entry, offsets, 0) : 0;
	ct_free(offsets);
	chunk = &entry->chunks[index];
	name_file(self, rank, name);
	chunk->file = ct_dcp_text(&self->folder, name, strlen(name));
	if (chunk->file == NULL)
		return ct_dcp_no_memory(&self->folder);
	CT_TRY(ct_value_as_int(&items[2], &chunk->begin));
	return ct_value_as_int(&items[3], &chunk->length);
}

static ct_error place_all(struct saving *self, const ct_value *written)
{
	ct_value of_rank, note;

	for (int64_t rank = 0; rank < ct_value_count(written); rank++) {
		CT_TRY(ct_value_item(written, rank, &of_rank));
		for (int64_t i = 0; i < ct_value_count(&of_rank); i++) {
			CT_TRY(ct_value_item(&of_rank, i, &note));
			CT_TRY(place_item(self, rank, &note));
		}
	}
	return NULL;
}

/* Rank 0 must see the files of all. */
static ct_error finish(struct saving *self, const ct_value *written)
{
	CT_TRY(place_all(self, written));
	CT_TRY(ct_dcp_check_files(&self->folder));
	return ct_dcp_write_metadata(&self->folder);
}

/* --- Steps, which all processes take together -------------------------------------------------- */

static ct_error agree(struct saving *self, ct_error mine, const ct_value *value, ct_value *all)
{
	return ct_dcp_agree(self->function, self->options, mine, value, all);
}

static ct_error describe(struct saving *self, const ct_value *state, ct_value *result)
{
	CT_TRY(ct_dcp_flatten(self->function, state, &self->leaves));
	CT_TRY(ct_dcp_match_shards(&self->leaves, self->options));
	return ct_dcp_describe(&self->leaves, result);
}

static ct_error plan(struct saving *self, const ct_value *state)
{
	ct_value mine = ct_value_none(), all;
	ct_error error = describe(self, state, &mine);

	error = agree(self, error, &mine, &all);
	ct_value_free(&mine);
	CT_TRY(error);
	error = ct_dcp_plan(&self->folder, &all);
	ct_value_free(&all);
	return agree(self, error, NULL, NULL);
}

static ct_error choose_generation(struct saving *self)
{
	const ct_error mine = self->rank == 0 ? prepare(self) : NULL;
	const ct_value generation = ct_value_int(self->generation);
	ct_value all, first;
	ct_error error;

	CT_TRY(agree(self, mine, &generation, &all));
	error = ct_value_item(&all, 0, &first);
	if (error == NULL)
		error = ct_value_as_int(&first, &self->generation);
	ct_value_free(&all);
	return error;
}

static ct_error write_all(struct saving *self)
{
	ct_error error = write_own(self);
	ct_value all;

	error = agree(self, error, &self->written, &all);
	if (error) {
		remove_own(self);
		return error;
	}
	if (self->rank == 0)
		error = finish(self, &all);
	ct_value_free(&all);
	if (self->rank == 0 && error)
		remove_files(self, self->generation, self->generation);
	else if (self->rank == 0)
		remove_files(self, 0, self->generation - 1);
	return agree(self, error, NULL, NULL);
}

static ct_error save(struct saving *self, const ct_value *state)
{
	CT_TRY(plan(self, state));
	CT_TRY(choose_generation(self));
	return write_all(self);
}

ct_error ct_dcp_save(const ct_value *state, const char *path, const ct_dcp_options *options)
{
	const ct_dcp_options alone = { 0 };
	const ct_value none = ct_value_none();
	struct saving saving = { .function = __func__, .path = path };
	ct_error error;

	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	saving.options = options ? options : &alone;
	CT_TRY(ct_dcp_check_options(__func__, 3, saving.options));
	saving.rank = saving.options->exchange ? saving.options->rank : 0;
	saving.leaves.function = saving.folder.function = __func__;
	saving.folder.path = path;
	saving.written = ct_value_list_new();
	error = save(&saving, state ? state : &none);
	ct_value_free(&saving.written);
	ct_dcp_leaves_release(&saving.leaves);
	ct_dcp_folder_release(&saving.folder);
	return error;
}
