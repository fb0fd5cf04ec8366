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

#include "files/map.h"
#include "memory/expression.h"
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
	return at_key(self, CT_ERROR_VALUE, text);
}

static bool is_ours(const struct ct_loader *self, ct_error error)
{
	const char *function = ct_error_function(error);

	return function && strcmp(function, self->reader.function) == 0;
}

ct_error ct_loader_around(const struct ct_loader *self, ct_error error)
{
	ct_error around;

	if (is_ours(self, error))
		return error;
	around = at_key(self, ct_error_kind(error), error);
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

/* A list of the names, each once. */
static ct_error list_skipped(const struct ct_loader *self, ct_value *result)
{
	char *names = self->reader.skipped.data, *name, *rest;
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (name = names ? strtok_r(names, "\n", &rest) : NULL; name && error == NULL;
	     name = strtok_r(NULL, "\n", &rest))
		error = ct_value_list_append(&list, ct_value_string(name));
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
	error = ct_keys_check(&self->keys, self->reader.function, self->reader.path);
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
	ct_zip_close(&self->zip);
	ct_shared_map_close(self->map);
	ct_arena_free(&self->reader.arena);
	ct_text_release(&self->reader.skipped);
	ct_text_release(&self->key);
	free(self->own_pickle);
	ct_keys_release(&self->keys);
}

ct_error ct_load(const char *path, const ct_load_options *options, ct_value *result)
{
	const ct_load_options none = { 0 };
	struct ct_loader loader = { .reader = { .function = __func__, .path = path },
				    .options = options ? options : &none };
	ct_value loaded;
	ct_error error;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	loader.reader.skip_unknown = loader.options->skip_unknown;
	CT_TRY(ct_keys_read(__func__, 2, loader.options, &loader.keys));
	error = ct_file_open(__func__, path, O_RDONLY, &loader.fd, &loader.file_size);
	if (error) {
		ct_keys_release(&loader.keys);
		return error;
	}
	error = load(&loader, &loaded);
	release(&loader);
	if (error == NULL)
		*result = loaded;
	return error;
}
