/*
 * Loading: a zip archive, PyTorch's form of files since 1.6. Its entries are in a folder, which
 * usually has the file's name:
 *
 *     archive/data.pkl    the pickle
 *     archive/data/0      the bytes of a storage
 *     archive/byteorder   "little" or "big"; since 2.1
 *     archive/version     a number
 *
 * What torch.jit.save() writes has also constants.pkl and code/.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "files/io/signature.h"
#include "files/torch/loader.h"

/* The longest name of an archive's entry, and the longest short text. */
enum { MAX_NAME = 1024, MAX_TEXT = 64 };

/* The form that PyTorch 2.15 reads. */
enum { MIN_VERSION = 1, MAX_VERSION = 10 };

/* So many bytes of a pickle for one of its compressed bytes count for the limits of memory. */
enum { COUNTED_GROWTH = 16 };

/* PyTorch aligns the bytes of storages to this, in archives and in memory. On bytes that are aligned
 * to less, kernels may add in another order. */
enum { PYTORCH_ALIGNMENT = 64 };

static const char pickle_name[] = CT_PICKLE_NAME, expected[] = "a file of torch.save()";

/* --- Entries ----------------------------------------------------------------------------------- */

const struct ct_zip_entry *ct_loader_entry(const struct ct_loader *self, const char *folder,
					   const char *name, size_t name_len)
{
	const size_t folder_len = strlen(folder);
	char path[MAX_NAME];

	if (self->root_len + folder_len + name_len >= sizeof path)
		return NULL;
	memcpy(path, self->root, self->root_len);
	memcpy(path + self->root_len, folder, folder_len);
	memcpy(path + self->root_len + folder_len, name, name_len);
	path[self->root_len + folder_len + name_len] = '\0';
	return ct_zip_find(&self->zip, path);
}

static const struct ct_zip_entry *find_named(const struct ct_loader *self, const char *name)
{
	return ct_loader_entry(self, "", name, strlen(name));
}

static bool has_entry(const void *zip, const char *name)
{
	return ct_zip_has_in_folder(zip, name) || ct_zip_find(zip, name);
}

static ct_error no_pickle(const struct ct_loader *self)
{
	if (ct_file_kind_by_entries(&self->zip) == CT_FILE_AOTI)
		CT_TRY(ct_file_kind_explain(self->reader.function, self->reader.path, expected,
					    &self->zip));
	CT_TRY(ct_signature_of_archive(self->reader.function, self->reader.path, expected,
				       has_entry, &self->zip));
	return ct_unpickle_wrong(&self->reader,
				 "it is a zip archive, but not from torch.save(): there is no "
				 "%.*s%s",
				 self->root_len ? (int)self->root_len : 7,
				 self->root_len ? self->root : "FOLDER/", pickle_name);
}

/* The folder of all entries: as in PyTorch, that of the first one. */
static ct_error find_root(struct ct_loader *self)
{
	const char *name = self->zip.len ? self->zip.entries[0].name : "",
		   *slash = strchr(name, '/');

	self->root = name;
	self->root_len = slash ? (size_t)(slash + 1 - name) : 0;
	return find_named(self, pickle_name) ? NULL : no_pickle(self);
}

/* A short text without the newline after it; "" if there is no such entry. */
static ct_error read_text(const struct ct_loader *self, const char *name, char text[MAX_TEXT])
{
	const struct ct_zip_entry *entry = find_named(self, name);

	memset(text, 0, MAX_TEXT);
	if (entry == NULL)
		return NULL;
	if (entry->size >= MAX_TEXT)
		return ct_unpickle_wrong(&self->reader, "its entry '%s' is too long", name);
	CT_TRY(ct_zip_read(&self->zip, entry, text));
	text[strcspn(text, "\n")] = '\0';
	return NULL;
}

static ct_error check_version(const struct ct_loader *self)
{
	char text[MAX_TEXT], *end;
	long version;

	CT_TRY(read_text(self, "version", text));
	if (*text == '\0')
		CT_TRY(read_text(self, ".data/version", text));
	if (*text == '\0')
		return ct_unpickle_wrong(&self->reader, "it has no entry 'version'");
	version = strtol(text, &end, 10);
	if (*end || version < MIN_VERSION || version > MAX_VERSION)
		return ct_unpickle_wrong(&self->reader,
					 "its format is version '%s' (expected %d to %d)", text,
					 MIN_VERSION, MAX_VERSION);
	return NULL;
}

static ct_error check_byte_order(struct ct_loader *self)
{
	const char *const here = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big";
	char text[MAX_TEXT];

	CT_TRY(read_text(self, "byteorder", text));
	if (*text && strcmp(text, "little") && strcmp(text, "big"))
		return ct_unpickle_wrong(&self->reader, "its byte order is '%s'", text);
	/* Files without the entry are of little-endian machines. */
	self->swap = strcmp(*text ? text : "little", here) != 0;
	return NULL;
}

/* --- Storages ---------------------------------------------------------------------------------- */

static ct_error find_record(const struct ct_loader *self, const struct ct_saved_storage *storage,
			    const struct ct_zip_entry **result)
{
	*result = ct_loader_entry(self, "data/", storage->key, storage->key_len);
	if (*result == NULL)
		return ct_loader_wrong(self, "its bytes are missing: there is no entry data/%.*s",
				       (int)storage->key_len, storage->key);
	if ((*result)->size != (uint64_t)storage->nbytes)
		return ct_loader_wrong(self, "the entry data/%.*s has %llu bytes, expected %lld",
				       (int)storage->key_len, storage->key,
				       (unsigned long long)(*result)->size,
				       (long long)storage->nbytes);
	return NULL;
}

static ct_error zip_file_find(struct ct_loader *self, const struct ct_saved_storage *storage,
			      int64_t *position)
{
	const bool is_aligned = self->begin % PYTORCH_ALIGNMENT == 0;
	const struct ct_zip_entry *entry;

	CT_TRY(find_record(self, storage, &entry));
	*position = entry->method == CT_ZIP_STORED && is_aligned
			    ? self->begin + (int64_t)entry->data
			    : -1;
	return NULL;
}

static ct_error zip_file_read(struct ct_loader *self, const struct ct_saved_storage *storage,
			      void *bytes)
{
	const struct ct_zip_entry *entry;

	CT_TRY(find_record(self, storage, &entry));
	return ct_zip_read(&self->zip, entry, bytes);
}

/* --- The whole --------------------------------------------------------------------------------- */

static size_t counted_size(const struct ct_zip_entry *entry)
{
	const uint64_t most = COUNTED_GROWTH * entry->stored_size;

	return (size_t)(entry->size < most ? entry->size : most);
}

ct_error ct_loader_read_entry(struct ct_loader *self, const struct ct_zip_entry *entry,
			      unsigned char **result)
{
	if (ct_zip_is_bomb(entry))
		return ct_unpickle_wrong(&self->reader, "its %s would grow from %llu to %llu bytes",
					 entry->name + self->root_len,
					 (unsigned long long)entry->stored_size,
					 (unsigned long long)entry->size);
	return ct_zip_read_new(&self->zip, entry, result);
}

static ct_error read_pickle(struct ct_loader *self, struct ct_node **result)
{
	const struct ct_zip_entry *entry = find_named(self, pickle_name);
	size_t used;

	CT_TRY(ct_loader_read_entry(self, entry, &self->own_pickle));
	self->pickle = self->own_pickle;
	ct_unpickle_limit(&self->reader, counted_size(entry));
	self->values_left = CT_VALUES_PER_BYTE * counted_size(entry) + CT_VALUES_AT_LEAST;
	CT_TRY(ct_unpickle(&self->reader, self->pickle, (size_t)entry->size, &used, result));
	if (used < entry->size)
		return ct_unpickle_wrong(&self->reader, "bytes follow its pickle");
	return NULL;
}

ct_error ct_load_zip_file(struct ct_loader *self, struct ct_node **result)
{
	self->find = zip_file_find;
	self->read = zip_file_read;
	self->reader.persistent = ct_loader_storage;
	/* By its name it may be a part of a distributed checkpoint, which is no proper archive. */
	CT_TRY(ct_signature_explain(
		self->reader.function, self->reader.path, self->fd, expected, CT_OWN_ZIP,
		ct_zip_open_part(self->reader.function, self->reader.path, self->fd, self->begin,
				 self->file_size, &self->zip)));
	CT_TRY(ct_zip_check_case(&self->zip)); /* libtorch's reader does not distinguish them */
	if (self->options->mmap && self->map == NULL)
		CT_TRY(ct_shared_map_open(self->reader.function, self->reader.path, self->fd,
					  self->file_size, &self->map));
	CT_TRY(find_root(self));
	CT_TRY(check_version(self));
	CT_TRY(check_byte_order(self));
	self->reader.is_script = self->object_class || find_named(self, CT_CONSTANTS_NAME);
	return read_pickle(self, result);
}
