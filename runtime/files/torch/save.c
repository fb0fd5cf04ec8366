/*
 * torch.save().
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/files/save.h>
#include <ctorch/tensor/storage.h>

#include "core/base/no_memory.h"
#include "core/base/recording.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "files/torch/archive.h"
#include "files/torch/saver.h"

static ct_error add_entries(struct ct_torch_archive *archive, void *context)
{
	const struct ct_saver *saver = context;
	const struct ct_written_storage *storage;

	CT_TRY(ct_torch_archive_add(archive, "data.pkl", saver->pickler.bytes.data,
				    saver->pickler.bytes.length));
	CT_TRY(ct_torch_archive_add_text(archive, ".format_version", "1"));
	CT_TRY(ct_torch_archive_add_text(archive, ".storage_alignment", "64"));
	CT_TRY(ct_torch_archive_add_byte_order(archive));
	for (storage = saver->storages; storage; storage = storage->hh.next)
		CT_TRY(ct_torch_archive_add_storage(archive, storage->name, storage->storage));
	CT_TRY(ct_torch_archive_add_text(archive, "version", "3\n"));
	return ct_torch_archive_add_id(archive);
}

static ct_error write_archive(struct ct_saver *saver, const char *path)
{
	int64_t total = (int64_t)saver->pickler.bytes.length;
	const struct ct_written_storage *storage;

	for (storage = saver->storages; storage; storage = storage->hh.next)
		total += ct_storage_nbytes(storage->storage);
	return ct_torch_archive_write(saver->function, path, total, add_entries, saver);
}

static ct_error pickle(struct ct_saver *saver, const ct_value *value, const char *path)
{
	CT_TRY(ct_check_not_recorded());
	ct_pickle_begin(&saver->pickler);
	CT_TRY(ct_save_value(saver, value));
	ct_pickle_op(&saver->pickler, CT_PICKLE_STOP);
	return saver->pickler.failed || saver->pickler.bytes.failed
		       ? ct_no_memory(saver->function, "to write %s", path)
		       : NULL;
}

static ct_error save(struct ct_saver *saver, const ct_value *value, const char *path)
{
	CT_OWN_SCOPE(saver->function);
	CT_TRY(pickle(saver, value, path));
	return write_archive(saver, path);
}

static ct_error encode(struct ct_saver *saver, const ct_value *value, const char *name,
		       char **result, size_t *nbytes)
{
	CT_OWN_SCOPE(saver->function);
	CT_TRY(pickle(saver, value, name));
	return ct_torch_archive_encode(saver->function, name, add_entries, saver, result, nbytes);
}

/* Without storages, which are outside a pickle. */
static ct_error pickle_alone(struct ct_saver *saver, const ct_value *value)
{
	CT_OWN_SCOPE(saver->function);
	CT_TRY(pickle(saver, value, "the pickle"));
	if (saver->storages)
		return ct_error_new(CT_ERROR_TYPE, saver->function,
				    "a tensor cannot be in a pickle: use ct_save_encode()");
	return NULL;
}

static void save_release(struct ct_saver *saver)
{
	struct ct_written_storage *storage, *next;

	HASH_ITER (hh, saver->storages, storage, next) {
		HASH_DEL(saver->storages, storage);
		free(storage);
	}
	ct_pickler_free(&saver->pickler);
	ct_text_release(&saver->key);
}

ct_error ct_save(const ct_value *value, const char *path)
{
	struct ct_saver saver = { .function = __func__ };
	const ct_value none = ct_value_none();
	ct_error error;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	error = save(&saver, value ? value : &none, path);
	save_release(&saver);
	return error;
}

ct_error ct_torch_encode(const char *function, const char *name, const ct_value *value,
			 char **result, size_t *nbytes)
{
	struct ct_saver saver = { .function = function };
	const ct_error error = encode(&saver, value, name, result, nbytes);

	save_release(&saver);
	return error;
}

static ct_error give_bytes(const char *function, const char *bytes, size_t n, char **result,
			   int64_t *nbytes)
{
	char *copy = ct_given_new(n);

	if (copy == NULL)
		return ct_no_memory(function, "for %zu bytes", n);
	memcpy(copy, bytes, n);
	*result = copy;
	*nbytes = (int64_t)n;
	return NULL;
}

ct_error ct_save_encode(const ct_value *value, char **bytes, int64_t *nbytes)
{
	const ct_value none = ct_value_none();
	ct_error error;
	char *made;
	size_t n;

	if (bytes == NULL || nbytes == NULL)
		return ct_missing_argument(__func__, bytes ? 3 : 2, bytes ? "nbytes" : "bytes");
	CT_TRY(ct_torch_encode(__func__, "archive", value ? value : &none, &made, &n));
	error = give_bytes(__func__, made, n, bytes, nbytes);
	free(made);
	return error;
}

ct_error ct_pickle_encode(const ct_value *value, char **bytes, int64_t *nbytes)
{
	struct ct_saver saver = { .function = __func__ };
	const ct_value none = ct_value_none();
	ct_error error;

	if (bytes == NULL || nbytes == NULL)
		return ct_missing_argument(__func__, bytes ? 3 : 2, bytes ? "nbytes" : "bytes");
	error = pickle_alone(&saver, value ? value : &none);
	if (error == NULL)
		error = give_bytes(__func__, saver.pickler.bytes.data, saver.pickler.bytes.length,
				   bytes, nbytes);
	save_release(&saver);
	return error;
}
