/*
 * torch.load(), without running anything.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/scope.h>

#include "base/utf8.h"
#include "files/map.h"
#include "memory/own_scope.h"
#include "save/loader.h"

/* --- Errors ------------------------------------------------------------------------------------ */

/* The path, and the key of the value if it is in a dict or list. */
static ct_error at_key(const struct ct_loader *self, ct_error_class kind, const char *text)
{
	const char *key = self->key.data ? self->key.data : "";

	if (*key == '\0')
		return ct_error_new(kind, self->reader.function, "%s: %s", self->reader.path, text);
	return ct_error_new(kind, self->reader.function, "%s: '%.200s': %s", self->reader.path, key,
			    text);
}

ct_error ct_loader_wrong(const struct ct_loader *self, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	ct_make_printable(text);
	return at_key(self, CT_ERROR_VALUE, text);
}

static bool is_ours(const struct ct_loader *self, ct_error error)
{
	const char *function = ct_error_function(error);

	return function && strcmp(function, self->reader.function) == 0;
}

/* "RuntimeError: text". */
static const char *without_class(const char *text)
{
	const size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

	return strncmp(text + n, ": ", 2) == 0 ? text + n + 2 : text;
}

/* libtorch says in its first line what is wrong, and then, at times, which backends it has. */
ct_error ct_loader_around(const struct ct_loader *self, ct_error error)
{
	const ct_error_class kind = ct_error_kind(error);
	ct_error around;
	char text[300];

	if (is_ours(self, error) || kind == CT_ERROR_OUT_OF_MEMORY || kind == CT_ERROR_ACCELERATOR)
		return error;
	snprintf(text, sizeof text, "%.*s", (int)strcspn(error, "\n"), error);
	around = ct_loader_wrong(self, "%s", without_class(text));
	ct_error_free(error);
	return around;
}

/* --- Files ------------------------------------------------------------------------------------- */

/* How files begin. */
static const char zip_begin[] = "PK\3\4", legacy_begin[] = "\x80\2\x8a\n\x6c\xfc\x9c\x46\xf9";

static ct_error read_graph(struct ct_loader *self, struct ct_node **result)
{
	char begin[sizeof legacy_begin] = "";
	const ssize_t n = pread(self->fd, begin, sizeof begin - 1, 0);

	if (n >= 4 && memcmp(begin, zip_begin, 4) == 0)
		return ct_load_zip_file(self, result);
	if (n == sizeof begin - 1 && memcmp(begin, legacy_begin, sizeof begin - 1) == 0)
		return ct_load_legacy_file(self, result);
	return ct_error_new(CT_ERROR_VALUE, self->reader.function,
			    "%s: not a file of torch.save(): it begins neither like a zip archive "
			    "nor with PyTorch's magic number",
			    self->reader.path);
}

/* --- Results ----------------------------------------------------------------------------------- */

static ct_error check_used_keys(const struct ct_loader *self)
{
	for (int64_t i = 0; i < self->options->keys_len; i++)
		if (!self->used_keys[i])
			return ct_error_new(CT_ERROR_KEY, self->reader.function,
					    "%s: it has no tensor '%.200s' (keys[%lld])",
					    self->reader.path, self->options->keys[i],
					    (long long)i);
	return NULL;
}

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

static ct_error load(struct ct_loader *self, ct_value *result)
{
	struct ct_node *root;
	ct_error error;

	CT_OWN_SCOPE(self->reader.function);
	CT_TRY(read_graph(self, &root));
	CT_TRY(ct_loader_convert(self, root, result));
	/* Without its key a tensor was not looked for among those that are wanted. */
	error = self->key.failed ? ct_unpickle_no_memory(&self->reader) : check_used_keys(self);
	if (error == NULL && self->options->skipped)
		error = list_skipped(self, self->options->skipped);
	if (error)
		ct_value_free(result);
	return error;
}

static void release(struct ct_loader *self)
{
	close(self->fd);
	HASH_CLEAR(hh, self->storages);
	ct_skipped_clear(&self->reader);
	ct_zip_close(&self->zip);
	ct_shared_map_close(self->map);
	ct_arena_free(&self->reader.arena);
	ct_text_release(&self->key);
	free(self->own_pickle);
	free(self->used_keys);
}

static ct_error check_options(const ct_load_options *options)
{
	if (options->keys_len < 0 || (options->keys_len && options->keys == NULL))
		return ct_error_new(CT_ERROR_ARGUMENT, "ct_load",
				    "argument 2 (options): keys_len is %lld, but keys is %s",
				    (long long)options->keys_len, options->keys ? "given" : "NULL");
	for (int64_t i = 0; i < options->keys_len; i++)
		if (options->keys[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, "ct_load",
					    "argument 2 (options): keys[%lld] is NULL",
					    (long long)i);
	return NULL;
}

static ct_error check_arguments(const char *path, const ct_load_options *options,
				const ct_value *result)
{
	if (path == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "ct_load", "argument %s must not be NULL",
				    path == NULL ? "1 (path)" : "3 (result)");
	return check_options(options);
}

ct_error ct_load(const char *path, const ct_load_options *options, ct_value *result)
{
	const ct_load_options none = { 0 };
	struct ct_loader loader = { .reader = { .function = __func__, .path = path },
				    .options = options ? options : &none };
	ct_value loaded;
	ct_error error;

	CT_TRY(check_arguments(path, loader.options, result));
	loader.reader.skip_unknown = loader.options->skip_unknown;
	loader.used_keys = calloc((size_t)loader.options->keys_len + 1, sizeof(bool));
	if (loader.used_keys == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory to read %s", path);
	error = ct_file_open(__func__, path, O_RDONLY, &loader.fd, &loader.file_size);
	if (error) {
		free(loader.used_keys);
		return error;
	}
	error = load(&loader, &loaded);
	release(&loader);
	if (error == NULL)
		*result = loaded;
	return error;
}
