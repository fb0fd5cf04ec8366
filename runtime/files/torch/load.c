/*
 * torch.load(), without running anything: files of torch.save().
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/core/scope.h>

#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "files/io/map.h"
#include "files/torch/loader.h"
#include "files/torch/script.h"

/* --- Results ---------------------------------------------------------------------------------- */

/* A list of the names, each once. */
static ct_error list_skipped(const struct ct_loader *self, ct_value *result)
{
	const struct ct_skipped_name *name = self->reader.skipped;
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (; name && error == NULL; name = name->hh.next)
		error = ct_value_list_append(&list, ct_value_string(name->text));
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

/* From an object to its state. */
static ct_error find_state(const struct ct_loader *self, struct ct_node **root)
{
	if ((*root)->kind != CT_NODE_OBJECT)
		return ct_unpickle_wrong(&self->reader, "it is not an object of the class %s",
					 self->object_class);
	if (strcmp((*root)->global->module, self->object_class) != 0)
		return ct_unpickle_wrong(&self->reader,
					 "it is an object of the class %s, expected %s",
					 (*root)->global->module, self->object_class);
	if ((*root)->state == NULL)
		return ct_unpickle_wrong(&self->reader, "its object has no state");
	*root = (*root)->state;
	return NULL;
}

static ct_error load(struct ct_loader *self, ct_file_kind kind, ct_value *result)
{
	struct ct_node *root;
	ct_error error;

	CT_OWN_SCOPE(self->reader.function);
	CT_TRY((kind == CT_FILE_TORCH_LEGACY ? ct_load_legacy_file : ct_load_zip_file)(self,
										       &root));
	if (self->object_class)
		CT_TRY(find_state(self, &root));
	CT_TRY(ct_loader_convert(self, root, result));
	/* Without its key a tensor was not looked for among those that are wanted. */
	error = self->key.failed
			? ct_unpickle_no_memory(&self->reader)
			: ct_keys_check(&self->keys, self->reader.function, self->reader.path);
	if (error == NULL && self->options->skipped)
		error = list_skipped(self, self->options->skipped);
	if (error)
		ct_value_free(result);
	return error;
}

static void load_release(struct ct_loader *self)
{
	close(self->fd);
	HASH_CLEAR(hh, self->storages);
	ct_skipped_clear(&self->reader);
	ct_script_free(self->code);
	ct_zip_close(&self->zip);
	ct_shared_map_close(self->map);
	ct_arena_free(&self->reader.arena);
	ct_text_release(&self->key);
	free(self->own_pickle);
	ct_keys_release(&self->keys);
}

static ct_error load_opened(const char *function, const struct ct_load_source *source,
			    ct_file_kind kind, const ct_load_options *options, ct_value *result)
{
	struct ct_loader loader = { .reader = { .function = function,
						.path = source->name,
						.skip_unknown = options->skip_unknown ||
								options->state_dicts,
						.list_later = options->state_dicts },
				    .options = options,
				    .fd = source->fd,
				    .begin = source->begin,
				    .file_size = source->size,
				    .object_class = source->object_class };
	ct_value loaded;
	ct_error error = ct_keys_read(function, 2, options, &loader.keys);

	if (source->map)
		loader.map = ct_shared_map_keep(source->map);
	if (error == NULL)
		error = load(&loader, kind, &loaded);
	load_release(&loader);
	if (error == NULL)
		*result = loaded;
	return error;
}

ct_error ct_load_checkpoint(const char *function, const char *path, ct_file_kind kind,
			    const ct_load_options *options, ct_value *result)
{
	struct ct_load_source source = { .name = path };

	CT_TRY(ct_file_open(function, path, O_RDONLY, &source.fd, &source.size));
	return load_opened(function, &source, kind, options, result);
}

ct_error ct_load_opened(const char *function, const struct ct_load_source *source,
			const ct_load_options *options, ct_value *result)
{
	return load_opened(function, source, CT_FILE_TORCH, options, result);
}
