/*
 * Writing an archive as torch.export.save() does: the same entries in the same order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without memory an element is not added: its table is NULL. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "export/archive/save.h"
#include "export/text/write.h"
#include "files/torch/archive.h"

typedef struct ct_saved_weight weight;

/* The name that Python's torch.export.load() looks for. */
#define MODEL "model"

/* LIMIT DIM: also graph/check_graph.c, which refuses such a file. */
enum { MAX_DIM = 64 };

/* One of the two groups of tensors. */
struct group {
	bool is_constant;
	const char *folder, *prefix, *config;
};

static const struct group groups[] = {
	{ false, "data/weights/", "weight_", "data/weights/" MODEL "_weights_config.json" },
	{ true, "data/constants/", "tensor_", "data/constants/" MODEL "_constants_config.json" },
};

/* A storage, and its number in its group. */
struct numbered_storage {
	const ct_storage *storage; /* the scope's */
	int64_t number;
	UT_hash_handle hh;
};

struct saving {
	const struct ct_saved_export *saved;
	struct numbered_storage *storages[2]; /* of each group, in the order of their numbers */
	int64_t *numbers;                     /* of the storage of each weight */
};

/* --- Storages --------------------------------------------------------------------------------- */

static ct_error saving_no_memory(const struct saving *self)
{
	return ct_no_memory(self->saved->function, "to save a program");
}

static ct_error check_dim(const struct saving *self, const weight *one)
{
	if (ct_tensor_dim(one->tensor) <= MAX_DIM)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, self->saved->function,
			    "'%s' has %lld dimensions; %d is the limit", one->name,
			    (long long)ct_tensor_dim(one->tensor), MAX_DIM);
}

/* Tensors that share a storage share its number. */
static ct_error number_storage(struct saving *self, int64_t i)
{
	struct numbered_storage **group = &self->storages[self->saved->weights[i].is_constant];
	struct numbered_storage *found;
	ct_storage *storage;

	CT_TRY(ct_error_prefix(ct_tensor_storage(self->saved->weights[i].tensor, &storage),
			       self->saved->weights[i].name));
	HASH_FIND_PTR(*group, &storage, found);
	if (found == NULL) {
		found = malloc(sizeof *found);
		if (found == NULL)
			return saving_no_memory(self);
		*found = (struct numbered_storage){ storage, (int64_t)HASH_COUNT(*group), { 0 } };
		HASH_ADD_PTR(*group, storage, found);
		if (found->hh.tbl == NULL) {
			free(found);
			return saving_no_memory(self);
		}
	}
	self->numbers[i] = found->number;
	return NULL;
}

static void free_storages(struct saving *self)
{
	struct numbered_storage *one, *next;

	for (int k = 0; k < 2; k++) {
		HASH_ITER (hh, self->storages[k], one, next) {
			HASH_DEL(self->storages[k], one);
			free(one);
		}
	}
	free(self->numbers);
}

/* --- Descriptions ----------------------------------------------------------------------------- */

static void set_sizes(struct ct_graph_size *to, const int64_t *from, int64_t len)
{
	for (int64_t i = 0; i < len; i++)
		to[i] = (struct ct_graph_size){ .i = from[i] };
}

static void write_weight(struct ct_json_writer *writer, const weight *one, const char *path)
{
	const ct_device device = ct_tensor_device(one->tensor);
	struct ct_graph_size sizes[MAX_DIM], strides[MAX_DIM];
	const struct ct_graph_tensor tensor = {
		.dtype = ct_tensor_dtype(one->tensor),
		.layout = CT_STRIDED,
		.requires_grad = ct_tensor_requires_grad(one->tensor),
		.device = { ct_device_type_name(device.type),
			    device.type == CT_DEVICE_TYPE_CPU ? -1 : device.index },
		.sizes = sizes,
		.strides = strides,
		.dim = ct_tensor_dim(one->tensor),
		.offset = { .i = ct_tensor_storage_offset(one->tensor) },
	};

	set_sizes(sizes, ct_tensor_shape(one->tensor), tensor.dim);
	set_sizes(strides, ct_tensor_strides(one->tensor), tensor.dim);
	ct_json_key(writer, one->name);
	ct_json_open(writer, '{');
	ct_json_key(writer, "path_name");
	ct_json_put_string(writer, path);
	ct_json_key(writer, "is_param");
	ct_json_put_bool(writer, one->is_parameter);
	ct_json_key(writer, "use_pickle");
	ct_json_put_bool(writer, false);
	ct_json_key(writer, "tensor_meta");
	ct_write_tensor_meta(writer, &tensor);
	ct_json_close(writer, '}');
}

static void write_config(struct ct_json_writer *writer, const struct saving *self,
			 const struct group *group)
{
	char path[64];

	ct_json_open(writer, '{');
	ct_json_key(writer, "config");
	ct_json_open(writer, '{');
	for (int64_t i = 0; i < self->saved->weights_len; i++) {
		if (self->saved->weights[i].is_constant != group->is_constant)
			continue;
		snprintf(path, sizeof path, "%s%lld", group->prefix, (long long)self->numbers[i]);
		write_weight(writer, &self->saved->weights[i], path);
	}
	ct_json_close(writer, '}');
	ct_json_close(writer, '}');
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* Adds a text that was made, and releases it. */
static ct_error add_made(struct ct_torch_archive *archive, const struct saving *self,
			 const char *name, struct ct_text *text)
{
	const ct_error error = text->failed ? saving_no_memory(self)
					    : ct_torch_archive_add(archive, name, text->data,
								   text->length);

	ct_text_release(text);
	return error;
}

static ct_error add_group(struct ct_torch_archive *archive, const struct saving *self,
			  const struct group *group)
{
	struct ct_text text = { 0 };
	struct ct_json_writer writer = { .text = &text };
	const struct numbered_storage *one = self->storages[group->is_constant];
	char path[64];

	for (; one && !self->saved->is_bare; one = one->hh.next) {
		snprintf(path, sizeof path, "%s%s%lld", group->folder, group->prefix,
			 (long long)one->number);
		CT_TRY(ct_torch_archive_add_storage(archive, path, one->storage));
	}
	write_config(&writer, self, group);
	return add_made(archive, self, group->config, &text);
}

static ct_error read_content(const ct_value *content, const void **bytes, int64_t *nbytes)
{
	const char *text;

	if (content->kind != CT_VALUE_STRING)
		return ct_value_as_bytes(content, bytes, nbytes);
	CT_TRY(ct_value_as_string(content, &text, nbytes));
	*bytes = text;
	return NULL;
}

static ct_error add_extra_file(struct ct_torch_archive *archive, const struct saving *self,
			       const ct_value *name, const ct_value *content)
{
	struct ct_text path = { 0 };
	const void *bytes;
	int64_t nbytes;
	ct_error error;

	CT_TRY(read_content(content, &bytes, &nbytes));
	ct_text_addf(&path, "extra/%s", (const char *)name->object);
	error = path.failed ? saving_no_memory(self)
			    : ct_torch_archive_add(archive, path.data, bytes, (size_t)nbytes);
	ct_text_release(&path);
	return error;
}

static ct_error add_extra_files(struct ct_torch_archive *archive, const struct saving *self)
{
	const ct_value *files = self->saved->extra_files;
	ct_value name, content;

	for (int64_t i = 0; i < ct_value_count(files); i++) {
		CT_TRY(ct_value_dict_item(files, i, &name, &content));
		CT_TRY(add_extra_file(archive, self, &name, &content));
	}
	return NULL;
}

static ct_error add_exported(struct ct_torch_archive *archive, void *context)
{
	const struct saving *self = context;
	struct ct_text program = { 0 };

	CT_TRY(add_group(archive, self, &groups[0]));
	CT_TRY(add_group(archive, self, &groups[1]));
	ct_program_write(&program, self->saved->program);
	CT_TRY(add_made(archive, self, "models/" MODEL ".json", &program));
	if (!self->saved->is_bare)
		CT_TRY(ct_torch_archive_add(archive, "data/sample_inputs/" MODEL ".pt",
					    self->saved->sample_inputs,
					    self->saved->sample_inputs_nbytes));
	CT_TRY(ct_torch_archive_add_text(archive, "archive_format", "pt2"));
	CT_TRY(ct_torch_archive_add_text(archive, "archive_version", "0"));
	if (!self->saved->is_bare)
		CT_TRY(add_extra_files(archive, self));
	CT_TRY(ct_torch_archive_add_text(archive, ".data/version", "6\n"));
	CT_TRY(ct_torch_archive_add_byte_order(archive));
	return ct_torch_archive_add_id(archive);
}

/* --- The archive ------------------------------------------------------------------------------ */

static int64_t total_nbytes(const struct saving *self)
{
	int64_t total = (int64_t)self->saved->sample_inputs_nbytes;

	if (self->saved->is_bare)
		return 0;
	for (int k = 0; k < 2; k++)
		for (const struct numbered_storage *one = self->storages[k]; one;
		     one = one->hh.next)
			total += ct_storage_nbytes(one->storage);
	return total;
}

static ct_error number_all(struct saving *self)
{
	self->numbers = ct_array_new(self->saved->weights_len, sizeof *self->numbers);
	if (self->numbers == NULL)
		return saving_no_memory(self);
	for (int64_t i = 0; i < self->saved->weights_len; i++) {
		CT_TRY(check_dim(self, &self->saved->weights[i]));
		CT_TRY(number_storage(self, i));
	}
	return NULL;
}

static ct_error save_in_scope(struct saving *self, const char *path)
{
	CT_OWN_SCOPE(self->saved->function);
	CT_TRY(number_all(self));
	return ct_torch_archive_write(self->saved->function, path, total_nbytes(self), add_exported,
				      self);
}

ct_error ct_archive_save(const struct ct_saved_export *saved, const char *path)
{
	struct saving self = { .saved = saved };
	const ct_error error = save_in_scope(&self, path);

	free_storages(&self);
	return error;
}

static ct_error describe_in_scope(struct saving *self, struct ct_text *result)
{
	struct ct_json_writer writer = { .text = result };

	CT_OWN_SCOPE(self->saved->function);
	CT_TRY(number_all(self));
	ct_program_write_computation(result, self->saved->program);
	write_config(&writer, self, &groups[0]);
	write_config(&writer, self, &groups[1]);
	return result->failed ? saving_no_memory(self) : NULL;
}

ct_error ct_archive_describe_computation(const struct ct_saved_export *saved,
					 struct ct_text *result)
{
	struct saving self = { .saved = saved };
	const ct_error error = describe_in_scope(&self, result);

	free_storages(&self);
	return error;
}
