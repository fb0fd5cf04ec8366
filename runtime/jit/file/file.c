/*
 * Recognizes files of torch.jit.save(), and reads the extra files in them.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "files/io/signature.h"
#include "files/torch/loader.h"
#include "jit/file/file.h"

static const char expected[] = "a TorchScript file, of torch.jit.save()";

static ct_error no_script(const struct ct_jit_file *self)
{
	CT_TRY(ct_file_kind_explain(self->function, self->path, expected, &self->zip));
	return ct_error_new(CT_ERROR_VALUE, self->function, "%s: it is a zip archive, but not %s",
			    self->path, expected);
}

/* libtorch reads entries without a limit. */
static ct_error check_sizes(const struct ct_jit_file *self)
{
	for (size_t i = 0; i < self->zip.len; i++) {
		const struct ct_zip_entry *entry = &self->zip.entries[i];

		if (ct_zip_is_bomb(entry))
			return ct_error_new(CT_ERROR_VALUE, self->function,
					    "%s: its entry '%s' would grow from %llu to %llu bytes",
					    self->path, entry->name,
					    (unsigned long long)entry->stored_size,
					    (unsigned long long)entry->size);
	}
	return NULL;
}

/* All entries are in the folder of the first one, as in libtorch. */
static ct_error open_archive(struct ct_jit_file *self)
{
	const char *name, *slash;

	CT_TRY(ct_signature_explain(
		self->function, self->path, self->fd, expected, CT_OWN_ZIP,
		ct_zip_open(self->function, self->path, self->fd, self->size, &self->zip)));
	name = self->zip.len ? self->zip.entries[0].name : "";
	slash = strchr(name, '/');
	self->root_len = slash ? (size_t)(slash + 1 - name) : 0;
	if (ct_file_kind_by_entries(&self->zip) != CT_FILE_TORCHSCRIPT)
		return no_script(self);
	return check_sizes(self);
}

ct_error ct_jit_file_open(const char *function, const char *path, int fd, int64_t size,
			  struct ct_jit_file *result)
{
	ct_error error;

	*result = (struct ct_jit_file){
		.function = function, .path = path, .fd = fd, .size = size
	};
	error = open_archive(result);
	if (error)
		ct_jit_file_close(result);
	return error;
}

void ct_jit_file_close(struct ct_jit_file *self)
{
	ct_zip_close(&self->zip);
	close(self->fd);
}

static ct_error file_add_extra(const struct ct_jit_file *self, const struct ct_zip_entry *entry,
			       const char *name, ct_value *dict)
{
	unsigned char *bytes;
	ct_error error;

	CT_TRY(ct_zip_read_new(&self->zip, entry, &bytes));
	error = ct_value_dict_set(dict, ct_value_string(name),
				  ct_value_bytes(bytes, (int64_t)entry->size));
	free(bytes);
	return error;
}

ct_error ct_jit_file_extra(const struct ct_jit_file *self, ct_value *result)
{
	static const char folder[] = "extra/";
	const size_t n = sizeof folder - 1;
	ct_value dict = ct_value_dict_new();
	ct_error error = NULL;

	for (size_t i = 0; i < self->zip.len && error == NULL; i++) {
		const struct ct_zip_entry *entry = &self->zip.entries[i];
		const char *name = entry->name + self->root_len;

		if (strlen(entry->name) > self->root_len + n && strncmp(name, folder, n) == 0)
			error = file_add_extra(self, entry, name + n, &dict);
	}
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}
