/*
 * A model saved as several files and an index, as huggingface_hub does.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/files/safetensors.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/lengths.h"
#include "files/io/error.h"
#include "core/memory/expression.h"
#include "files/safetensors/json.h"
#include "files/safetensors/metadata.h"
#include "files/safetensors/open.h"
#include "files/safetensors/write.h"

/* huggingface_hub's default. */
#define DEFAULT_SHARD INT64_C(5000000000)

#define MAX_SHARDS 99999 /* five digits */

enum { NAME_SIZE = 48 };

struct saving {
	const char *function, *folder;
	ct_value metadata;
	struct ct_st_items items;
	int64_t *shard_of; /* for each item, from 0 */
	int64_t shards;
};

/* --- Which tensor goes where ----------------------------------------------------------------- */

/* huggingface_hub's rule, in the dict's order: tensors fill a shard until the next one would make
 * it too large; a larger one is in a shard of its own. Shards are numbered when they are full,
 * which is when `number_of` gets their number. */
static int64_t split(const struct ct_st_items *items, int64_t most, int64_t *group_of,
		     int64_t *number_of)
{
	int64_t groups = 1, filling = 0, size = 0, shards = 0;
	bool empty = true;

	for (int64_t i = 0; i < items->len; i++) {
		const int64_t nbytes = items->items[i].nbytes;

		group_of[i] = nbytes > most ? groups++ : filling;
		if (nbytes > most) {
			number_of[group_of[i]] = shards++;
			continue;
		}
		if (size > most - nbytes) {
			number_of[filling] = shards++;
			group_of[i] = filling = groups++;
			size = 0;
		}
		size += nbytes;
		empty = false;
	}
	if (!empty)
		number_of[filling] = shards++;
	return shards;
}

static ct_error place(struct saving *saving, int64_t most)
{
	const int64_t n = saving->items.len;
	int64_t *number_of = ct_array_new(n + 1, sizeof *number_of);

	saving->shard_of = ct_array_new(n + 1, sizeof *saving->shard_of);
	if (number_of && saving->shard_of) {
		saving->shards = split(&saving->items, most, saving->shard_of, number_of);
		for (int64_t i = 0; i < n; i++)
			saving->shard_of[i] = number_of[saving->shard_of[i]];
	}
	free(number_of);
	if (number_of == NULL || saving->shard_of == NULL)
		return ct_no_memory(saving->function, "for %lld tensors",
				    (long long)saving->items.len);
	if (saving->shards <= MAX_SHARDS)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, saving->function,
			    "argument 3 (max_shard_nbytes): it would create %lld files, but the "
			    "limit is %d",
			    (long long)saving->shards, MAX_SHARDS);
}

static const char *shard_name(const struct saving *saving, int64_t shard, char room[NAME_SIZE])
{
	if (saving->shards <= 1)
		return CT_ST_FILE;
	snprintf(room, NAME_SIZE, "model-%05d-of-%05d.safetensors", (int)shard + 1,
		 (int)saving->shards);
	return room;
}

/* --- Shards ---------------------------------------------------------------------------------- */

static ct_error save_sharded_add_metadata(const ct_value *from, ct_value *to)
{
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_count(from); i++) {
		CT_TRY(ct_value_dict_item(from, i, &key, &value));
		CT_TRY(ct_value_dict_set(to, key, value));
	}
	return NULL;
}

static ct_error list_shard(const struct saving *saving, int64_t shard, struct ct_st_items *items)
{
	items->items = ct_array_new(saving->items.len + 1, sizeof *items->items);
	if (items->items == NULL)
		return ct_no_memory(saving->function, "for %lld tensors",
				    (long long)saving->items.len);
	items->len = 0;
	for (int64_t i = 0; i < saving->items.len; i++)
		if (saving->shard_of[i] == shard)
			items->items[items->len++] = saving->items.items[i];
	return NULL;
}

static ct_error write_shard(const struct saving *saving, int64_t shard, const ct_value *metadata)
{
	struct ct_st_items items = { 0 };
	char name[NAME_SIZE], *path;
	ct_error error;

	CT_TRY(ct_st_join(saving->function, saving->folder, shard_name(saving, shard, name),
			  &path));
	error = list_shard(saving, shard, &items);
	if (error == NULL) {
		error = ct_st_write_file(saving->function, path, &items, metadata);
		free(items.items);
	}
	free(path);
	return error;
}

static ct_error write_shards(const struct saving *saving)
{
	ct_value metadata = ct_value_dict_new();
	ct_error error = ct_value_dict_set(&metadata, ct_value_string("format"),
					   ct_value_string("pt"));
	int64_t shard = 0;

	if (error == NULL && saving->shards <= 1)
		error = save_sharded_add_metadata(&saving->metadata, &metadata);
	do {
		if (error == NULL)
			error = write_shard(saving, shard, &metadata);
	} while (++shard < saving->shards && error == NULL);
	ct_value_free(&metadata);
	return error;
}

/* --- The index ------------------------------------------------------------------------------- */

static ct_error save_sharded_add_string(const struct saving *saving, struct ct_text *text,
					const char *string, size_t n)
{
	char shown[CT_SHOWN];

	if (ct_json_add_string(text, string, n, true))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, saving->function,
			    "the name or string '%s' is not UTF-8, or contains a NUL",
			    ct_shown(string, shown));
}

static void begin_pair(struct ct_text *text, bool first)
{
	ct_text_add(text, first ? "\n    " : ",\n    ");
}

static ct_error add_about(const struct saving *saving, struct ct_text *text, const ct_value *about)
{
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_count(about); i++) {
		CT_TRY(ct_value_dict_item(about, i, &key, &value));
		begin_pair(text, i == 0);
		CT_TRY(save_sharded_add_string(saving, text, key.object, (size_t)key.i));
		ct_text_add(text, ": ");
		if (value.kind == CT_VALUE_INT)
			ct_text_addf(text, "%lld", (long long)value.i);
		else
			CT_TRY(save_sharded_add_string(saving, text, value.object,
						       (size_t)value.i));
	}
	return NULL;
}

static ct_error add_map(const struct saving *saving, struct ct_text *text)
{
	char name[NAME_SIZE];
	bool first = true;

	for (int64_t shard = 0; shard < saving->shards; shard++) {
		shard_name(saving, shard, name);
		for (int64_t i = 0; i < saving->items.len; i++) {
			const char *of = saving->items.items[i].name;

			if (saving->shard_of[i] != shard)
				continue;
			begin_pair(text, first);
			first = false;
			CT_TRY(save_sharded_add_string(saving, text, of, strlen(of)));
			ct_text_addf(text, ": \"%s\"", name);
		}
	}
	return NULL;
}

/* The size, and the caller's metadata. */
static ct_error make_about(const struct saving *saving, ct_value *about)
{
	int64_t size = 0;

	for (int64_t i = 0; i < saving->items.len; i++)
		size += saving->items.items[i].nbytes;
	*about = ct_value_dict_new();
	CT_TRY(ct_value_dict_set(about, ct_value_string("total_size"), ct_value_int(size)));
	return save_sharded_add_metadata(&saving->metadata, about);
}

/* As json.dump(..., indent=2) prints it. */
static ct_error format_index(const struct saving *saving, struct ct_text *text)
{
	ct_value about;
	ct_error error = make_about(saving, &about);

	ct_text_add(text, "{\n  \"metadata\": {");
	if (error == NULL)
		error = add_about(saving, text, &about);
	ct_text_add(text, "\n  },\n  \"weight_map\": {");
	if (error == NULL)
		error = add_map(saving, text);
	ct_text_add(text, "\n  }\n}");
	ct_value_free(&about);
	return error == NULL && text->failed ? ct_no_memory(saving->function, "for %lld tensors",
							    (long long)saving->items.len)
					     : error;
}

static ct_error write_index(const struct saving *saving)
{
	struct ct_text text = { 0 };
	ct_error error;
	char *path;

	CT_TRY(ct_st_join(saving->function, saving->folder, CT_ST_INDEX, &path));
	error = format_index(saving, &text);
	if (error == NULL)
		error = ct_file_write(saving->function, path,
				      &(struct ct_file_piece){ text.data, text.length }, 1);
	ct_text_release(&text);
	free(path);
	return error;
}

/* --- Files of an older model ----------------------------------------------------------------- */

static ct_error remove_file(const struct saving *saving, const char *name)
{
	ct_error error = NULL;
	char *path;

	CT_TRY(ct_st_join(saving->function, saving->folder, name, &path));
	if (unlink(path) && errno != ENOENT)
		error = ct_file_error(saving->function, path, "removing the older model's file");
	free(path);
	return error;
}

/* Whether it is a file that this or another call has written, but not of the new model. */
static bool is_old(const struct saving *saving, const char *name)
{
	char same[NAME_SIZE];
	unsigned shard = 0, of = 0;

	if (strcmp(name, CT_ST_FILE) == 0)
		return saving->shards > 1;
	if (strlen(name) != sizeof "model-00001-of-00001.safetensors" - 1 ||
	    sscanf(name, "model-%5u-of-%5u", &shard, &of) != 2)
		return false;
	snprintf(same, sizeof same, "model-%05u-of-%05u.safetensors", shard, of);
	return strcmp(name, same) == 0 && (saving->shards <= 1 || of != saving->shards);
}

static ct_error remove_old(const struct saving *saving)
{
	DIR *folder = opendir(saving->folder);
	const struct dirent *entry;
	ct_error error = NULL;

	if (folder == NULL)
		return ct_file_error(saving->function, saving->folder, "opening it");
	while (error == NULL && (entry = readdir(folder)))
		if (is_old(saving, entry->d_name))
			error = remove_file(saving, entry->d_name);
	closedir(folder);
	return error;
}

/* An index stays only while all its files are of its model. If the new shards have the names of the
 * old ones, that ends with the first of them. */
static ct_error write_all(const struct saving *saving)
{
	char name[NAME_SIZE], *path;
	bool replaces;

	CT_TRY(ct_st_join(saving->function, saving->folder, shard_name(saving, 0, name), &path));
	replaces = saving->shards > 1 && access(path, F_OK) == 0;
	free(path);
	if (replaces)
		CT_TRY(remove_file(saving, CT_ST_INDEX));
	CT_TRY(write_shards(saving));
	CT_TRY(saving->shards > 1 ? write_index(saving) : remove_file(saving, CT_ST_INDEX));
	return remove_old(saving);
}

/* --- The call -------------------------------------------------------------------------------- */

static ct_error check_folder(const char *function, const char *path)
{
	DIR *folder = opendir(path);

	if (folder == NULL)
		return ct_file_error(function, path, "opening the folder");
	closedir(folder);
	return NULL;
}

static ct_error save(struct saving *saving, const ct_value *tensors, int64_t most,
		     const ct_value *metadata)
{
	CT_TRY(ct_st_check_machine(saving->function));
	CT_TRY(ct_st_metadata_read(saving->function, 4, metadata, &saving->metadata));
	CT_TRY(ct_st_items_read(saving->function, tensors, &saving->items));
	CT_TRY(place(saving, most));
	CT_TRY(check_folder(saving->function, saving->folder));
	return write_all(saving);
}

ct_error ct_safetensors_save_sharded(const ct_value *tensors, const char *folder,
				     int64_t max_shard_nbytes, const ct_value *metadata)
{
	struct saving saving = { .function = __func__, .folder = folder };
	ct_error error;

	if (folder == NULL)
		return ct_missing_argument(__func__, 2, "folder");
	if (max_shard_nbytes < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 3 (max_shard_nbytes) is %lld, but must not be "
				    "negative",
				    (long long)max_shard_nbytes);
	error = save(&saving, tensors, max_shard_nbytes ? max_shard_nbytes : DEFAULT_SHARD,
		     metadata);
	ct_st_items_release(&saving.items);
	ct_value_free(&saving.metadata);
	free(saving.shard_of);
	return error;
}
