/*
 * Loading distributed checkpoints.
 */
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/shown.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "files/dcp/group.h"
#include "files/io/keys.h"
#include "files/io/place.h"

enum { MAX_DIM = 64 };

/* --- A whole folder ---------------------------------------------------------------------------- */

struct loading {
	struct ct_dcp_folder folder;
	const ct_load_options *options;
	struct ct_keys keys;
	struct ct_dcp_nest *nest;
	ct_value skipped; /* a list of names */
};

static ct_error load_tensor(struct loading *self, const struct ct_dcp_entry *entry,
			    ct_value *result)
{
	const ct_device device = ct_place_next(self->options);
	ct_value value;
	ct_tensor *tensor;

	CT_OWN_SCOPE(self->folder.function);
	if (device.type == CT_DEVICE_TYPE_META) {
		CT_TRY(ct_empty_memory_format(entry->size, entry->dim, entry->dtype, CT_LAYOUT_NONE,
					      device, NULL, CT_MEMORY_FORMAT_NONE, &tensor));
	} else {
		CT_TRY(ct_dcp_read_tensor(&self->folder, entry, &tensor));
		CT_TRY(ct_place_move(ct_tensor_retain(tensor), device, &tensor));
	}
	value = ct_value_tensor(tensor);
	return ct_value_copy(&value, result);
}

static ct_error add_skipped(struct loading *self, const ct_value *names)
{
	ct_value name;

	for (int64_t i = 0; i < ct_value_count(names); i++) {
		CT_TRY(ct_value_item(names, i, &name));
		CT_TRY(ct_value_list_append(&self->skipped, name));
	}
	return NULL;
}

static ct_error load_value(struct loading *self, const struct ct_dcp_entry *entry, ct_value *result)
{
	ct_load_options options = *self->options;
	ct_value skipped = ct_value_none();
	ct_error error;

	options.skipped = options.skipped ? &skipped : NULL;
	CT_TRY(ct_dcp_read_value(&self->folder, entry, &options, result));
	error = add_skipped(self, &skipped);
	ct_value_free(&skipped);
	if (error)
		ct_value_free(result);
	return error;
}

static ct_error load_entry(struct loading *self, const struct ct_dcp_entry *entry)
{
	ct_value value;
	ct_error error;

	if (!ct_keys_has(&self->keys, entry->key, strlen(entry->key)))
		return NULL;
	CT_TRY((entry->is_tensor ? load_tensor : load_value)(self, entry, &value));
	error = ct_dcp_nest_add(self->nest, entry->path, entry->path_len, &value);
	ct_value_free(&value);
	return error;
}

/* Lists may have missing items, but not many more than the checkpoint has values. */
static int64_t most_items(const struct ct_dcp_folder *folder)
{
	return 16 * (int64_t)HASH_COUNT(folder->entries) + 4096;
}

static ct_error load(struct loading *self, const char *path, ct_value *result)
{
	struct ct_dcp_folder *folder = &self->folder;

	CT_TRY(ct_dcp_read_metadata(folder));
	CT_TRY(ct_dcp_nest_new(folder->function, path, most_items(folder), &self->nest));
	for (struct ct_dcp_entry *entry = folder->entries; entry; entry = entry->hh.next)
		CT_TRY(load_entry(self, entry));
	CT_TRY(ct_keys_check(&self->keys, folder->function, path));
	return ct_dcp_nest_finish(self->nest, result);
}

ct_error ct_dcp_load(const char *path, const ct_load_options *options, ct_value *result)
{
	const ct_load_options none = { 0 };
	struct loading loading = { .folder = { .function = __func__, .path = path } };
	ct_value loaded;
	ct_error error;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	loading.options = options ? options : &none;
	CT_TRY(ct_place_check(__func__, 2, loading.options));
	CT_TRY(ct_keys_read(__func__, 2, loading.options, &loading.keys));
	loading.skipped = ct_value_list_new();
	error = load(&loading, path, &loaded);
	if (error == NULL) {
		*result = loaded;
		if (loading.options->skipped) {
			*loading.options->skipped = loading.skipped;
			loading.skipped = ct_value_none();
		}
	}
	ct_value_free(&loading.skipped);
	ct_dcp_nest_free(loading.nest);
	ct_keys_release(&loading.keys);
	ct_dcp_folder_release(&loading.folder);
	return error;
}

/* --- Into a state dict ------------------------------------------------------------------------- */

static ct_error check_leaf_size(const struct ct_dcp_folder *folder,
				const struct ct_dcp_entry *entry, const struct ct_dcp_leaf *leaf)
{
	const ct_tensor *tensor = leaf->value.object;
	const int64_t *size = leaf->shard ? leaf->shard->size.at : ct_tensor_shape(tensor);

	if (ct_tensor_dim(tensor) == entry->dim &&
	    memcmp(size, entry->size, (size_t)entry->dim * sizeof *size) == 0)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, folder->function,
			    "%s: the tensor '%s' has another size in the checkpoint than in the "
			    "state dict",
			    folder->path, leaf->key);
}

static ct_error check_leaf(const struct ct_dcp_folder *folder, const struct ct_dcp_leaf *leaf)
{
	const struct ct_dcp_entry *entry = ct_dcp_find_entry(folder, leaf->key);
	const bool is_tensor = leaf->value.kind == CT_VALUE_TENSOR;
	char shown[CT_SHOWN];

	if (entry == NULL)
		return ct_error_new(CT_ERROR_KEY, folder->function, "%s has no '%s'", folder->path,
				    ct_shown(leaf->key, shown));
	if (entry->is_tensor != is_tensor)
		return ct_error_new(CT_ERROR_VALUE, folder->function,
				    "%s: '%s' is %s in the checkpoint, but %s in the state dict",
				    folder->path, ct_shown(leaf->key, shown),
				    is_tensor ? "no tensor" : "a tensor",
				    is_tensor ? "a tensor" : "none");
	return is_tensor ? check_leaf_size(folder, entry, leaf) : NULL;
}

static ct_error load_leaf(const struct ct_dcp_folder *folder, struct ct_dcp_leaf *leaf)
{
	const struct ct_dcp_entry *entry = ct_dcp_find_entry(folder, leaf->key);
	const int64_t zeros[MAX_DIM] = { 0 };
	const ct_load_options none = { 0 };

	if (!entry->is_tensor)
		return ct_dcp_read_value(folder, entry, &none, &leaf->loaded);
	return ct_dcp_read_box(folder, entry, leaf->shard ? leaf->shard->offsets.at : zeros,
			       (ct_tensor *)leaf->value.object);
}

static ct_error load_leaves(struct ct_dcp_folder *folder, struct ct_dcp_leaves *leaves)
{
	CT_TRY(ct_dcp_read_metadata(folder));
	for (struct ct_dcp_leaf *leaf = leaves->leaves; leaf; leaf = leaf->hh.next)
		CT_TRY(check_leaf(folder, leaf));
	for (struct ct_dcp_leaf *leaf = leaves->leaves; leaf; leaf = leaf->hh.next)
		CT_TRY(load_leaf(folder, leaf));
	return NULL;
}

static ct_error load_into(struct ct_dcp_leaves *leaves, const ct_value *state, const char *path,
			  const ct_dcp_options *options, ct_value *result)
{
	struct ct_dcp_folder folder = { .function = leaves->function, .path = path };
	ct_error error = ct_dcp_flatten(leaves->function, state, leaves);

	if (error == NULL)
		error = ct_dcp_match_shards(leaves, options);
	if (error == NULL)
		error = load_leaves(&folder, leaves);
	ct_dcp_folder_release(&folder);
	if (error == NULL)
		error = ct_dcp_replace(leaves, state, result);
	return error;
}

ct_error ct_dcp_load_into(ct_value *state, const char *path, const ct_dcp_options *options)
{
	const ct_dcp_options alone = { 0 };
	struct ct_dcp_leaves leaves = { .function = __func__ };
	ct_value loaded = ct_value_none();
	ct_error error;

	if (state == NULL || path == NULL)
		return ct_missing_argument(__func__, state ? 2 : 1, state ? "path" : "state");
	if (options == NULL)
		options = &alone;
	CT_TRY(ct_dcp_check_options(__func__, 3, options));
	error = load_into(&leaves, state, path, options, &loaded);
	ct_dcp_leaves_release(&leaves);
	error = ct_dcp_agree(__func__, options, error, NULL, NULL);
	if (error) {
		ct_value_free(&loaded);
		return error;
	}
	ct_value_free(state);
	*state = loaded;
	return NULL;
}
