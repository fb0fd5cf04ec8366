/*
 * What the datasets of tar archives share.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "vision/image/tar_data.h"
#include "core/base/no_memory.h"

ct_error ct_tar_check_paths(const char *const *paths, int64_t paths_len, const char *function)
{
	for (int64_t i = 0; paths && i < paths_len; i++)
		if (paths[i] == NULL)
			paths = NULL;
	if (paths && paths_len > 0)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument 1 (paths): there must be at least one, and none NULL");
}

void ct_tar_data_drop(void *data)
{
	struct ct_tar_data *self = data;

	if (atomic_fetch_sub_explicit(&self->references, 1, memory_order_acq_rel) != 1)
		return;
	ct_names_free(&self->paths);
	ct_names_free(&self->classes);
	free(self->root);
	free(self);
}

ct_error ct_tar_data_new(const char *const *paths, int64_t paths_len,
			 const ct_image_data_options *options, const char *function,
			 struct ct_tar_data **result)
{
	struct ct_tar_data *self;

	CT_TRY(ct_tar_check_paths(paths, paths_len, function));
	CT_TRY(ct_image_data_check(options, function));
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_no_memory(function, NULL);
	self->references = 1;
	self->function = function;
	self->options = *options;
	self->options.classes = NULL;
	if (self->options.max_entry_nbytes == 0)
		self->options.max_entry_nbytes = CT_MAX_ENTRY_BYTES;
	if (!ct_names_copy(&self->paths, paths, paths_len)) {
		ct_tar_data_drop(self);
		return ct_no_memory(function, NULL);
	}
	*result = self;
	return NULL;
}

ct_error ct_tar_pass_open(void *data, ct_generator *generator, void **stream)
{
	const struct ct_tar_data *self = data;
	struct ct_tar_pass *pass = calloc(1, sizeof *pass);
	ct_error error;

	if (pass == NULL)
		return ct_no_memory(self->function, NULL);
	pass->data = self;
	error = ct_tar_open(&pass->tar, &self->paths,
			    self->options.shuffle_archives ? generator : NULL,
			    self->options.max_entry_nbytes, self->function);
	if (error)
		ct_tar_pass_close(pass);
	else
		*stream = pass;
	return error;
}

void ct_tar_pass_close(void *stream)
{
	struct ct_tar_pass *self = stream;

	ct_tar_close(&self->tar);
	free(self->key);
	free(self);
}

static ct_error decorate(ct_dataset *raw, struct ct_tar_data *self, ct_sample_function decode,
			 const ct_image_data_options *options, ct_dataset **result)
{
	if (options->num_shards)
		CT_TRY(ct_shard_dataset_new(raw, options->num_shards, options->shard_index, &raw));
	if (options->shuffle)
		CT_TRY(ct_shuffle_dataset_new(raw, options->shuffle, &raw));
	atomic_fetch_add_explicit(&self->references, 1, memory_order_relaxed);
	return ct_map_dataset_new(raw, decode, self, ct_tar_data_drop, result);
}

ct_error ct_tar_data_finish(struct ct_tar_data *self, const ct_dataset_functions *functions,
			    ct_sample_function decode, const ct_image_data_options *options,
			    ct_dataset **result)
{
	ct_scope *scope = ct_scope_open_named("archives");
	ct_dataset *raw, *made = NULL;
	ct_error error = ct_dataset_new(functions, self, &raw);

	if (error == NULL)
		error = decorate(raw, self, decode, options, &made);
	if (error == NULL) {
		ct_scope_move_object_up(made);
		*result = made;
	}
	ct_scope_leave(scope);
	return error;
}
