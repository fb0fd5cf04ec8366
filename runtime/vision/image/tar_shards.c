/*
 * Samples of several files in tar archives, as WebDataset has them.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "vision/image/json.h"
#include "vision/image/tar_data.h"

static const char key_of_name[] = "__key__";
static const char key_of_place[] = "__url__"; /* the archive, for messages, as in WebDataset */

/* --- reading a sample ------------------------------------------------------------------------- */

/* The length of the name up to the first dot of its last part; 0 if there is no dot. */
static size_t key_length(const char *name)
{
	const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
	const char *dot = strchr(last, '.');

	return dot && dot != last ? (size_t)(dot - name) : 0;
}

/* Whether the current file is of the sample that was begun last. */
static bool belongs(const struct ct_tar_pass *self)
{
	const size_t n = key_length(self->tar.name);

	return self->key && self->archive == self->tar.next && strlen(self->key) == n &&
	       strncmp(self->tar.name, self->key, n) == 0;
}

/* Goes to the next file that has a key; `has_file` is false at the end. */
static ct_error find_file(struct ct_tar_pass *self)
{
	while (!self->has_file) {
		CT_TRY(ct_tar_next(&self->tar));
		if (self->tar.name == NULL)
			return NULL;
		self->has_file = key_length(self->tar.name) != 0;
	}
	return NULL;
}

static ct_error add_shard_file(struct ct_tar_pass *self, ct_value *sample)
{
	const char *extension = self->tar.name + key_length(self->tar.name) + 1;
	char name[256], text[420];
	unsigned char *bytes;
	size_t n;
	ct_error error;

	snprintf(name, sizeof name, "%s", extension);
	for (char *at = name; *at; at++)
		*at = (char)tolower((unsigned char)*at); /* as WebDataset does */
	ct_tar_describe(&self->tar, text, sizeof text);
	if (ct_value_dict_has(sample, ct_value_string(name)))
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_tar_shards_new),
				    "%s: the sample has two files with this extension", text);
	CT_TRY(ct_tar_read(&self->tar, &bytes, &n));
	error = ct_value_dict_set(sample, ct_value_string(name), ct_value_bytes(bytes, (int64_t)n));
	free(bytes);
	return error;
}

/* Adds the files that have the same key. */
static ct_error add_files(struct ct_tar_pass *self, ct_value *sample)
{
	ct_error error;

	while (self->has_file && belongs(self)) {
		self->has_file = false;
		error = ct_tar_check_name(&self->tar);
		if (error == NULL)
			error = add_shard_file(self, sample);
		CT_TRY(error);
		CT_TRY(find_file(self));
	}
	return NULL;
}

/* Passes over what is left of a sample that failed. */
static ct_error find_sample(struct ct_tar_pass *self)
{
	CT_TRY(find_file(self));
	while (self->has_file && belongs(self)) {
		self->has_file = false;
		CT_TRY(find_file(self));
	}
	return NULL;
}

static ct_error begin_sample(struct ct_tar_pass *self, ct_value *sample)
{
	const size_t n = key_length(self->tar.name);
	char *key = realloc(self->key, n + 1);

	if (key == NULL)
		return ct_no_memory(CT_NAME_OF(ct_tar_shards_new), NULL);
	memcpy(key, self->tar.name, n);
	key[n] = '\0';
	self->key = key;
	self->archive = self->tar.next;
	CT_TRY(ct_value_dict_set(sample, ct_value_string(key_of_name), ct_value_string(key)));
	return ct_value_dict_set(sample, ct_value_string(key_of_place),
				 ct_value_string(self->tar.path));
}

static ct_error shards_next(void *stream, ct_value *sample)
{
	struct ct_tar_pass *self = stream;
	ct_value made;
	ct_error error;

	CT_TRY(find_sample(self));
	if (!self->has_file)
		return NULL;
	made = ct_value_dict_new();
	error = begin_sample(self, &made);
	if (error == NULL)
		error = add_files(self, &made);
	if (error)
		ct_value_free(&made);
	else
		*sample = made;
	return error;
}

/* --- decoding --------------------------------------------------------------------------------- */

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

/* A whole number; blanks around it do not matter. */
static bool has_nul(const void *bytes, int64_t n)
{
	return n > 0 && memchr(bytes, '\0', (size_t)n) != NULL;
}

static ct_error to_int(const char *place, const void *bytes, int64_t n, ct_value *result)
{
	char text[32], *end;
	long long number;

	snprintf(text, sizeof text, "%.*s", (int)(n < 31 ? n : 31), (const char *)bytes);
	errno = 0;
	number = strtoll(text, &end, 10);
	if (end == text || errno || n > 31 || has_nul(bytes, n) ||
	    end[strspn(end, " \t\r\n")] != '\0')
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_tar_shards_new),
				    "%s: '%s' is not an int", place, text);
	*result = ct_value_int(number);
	return NULL;
}

/* A text is a C string, so that a NUL would cut it. */
static ct_error to_text(const char *place, const void *bytes, int64_t n, ct_value *result)
{
	char *text;
	ct_value value;
	ct_error error;

	if (has_nul(bytes, n))
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_tar_shards_new),
				    "%s: it contains a NUL byte, which a string cannot hold",
				    place);
	text = malloc((size_t)n + 1);
	if (text == NULL)
		return ct_no_memory(CT_NAME_OF(ct_tar_shards_new), NULL);
	memcpy(text, bytes, (size_t)n);
	text[n] = '\0';
	value = ct_value_string(text);
	error = ct_value_copy(&value, result);
	free(text);
	return error;
}

static ct_error to_image(const struct ct_tar_data *self, const char *place, const void *bytes,
			 int64_t n, ct_value *result)
{
	ct_tensor *image;
	ct_value value;

	CT_TRY(ct_image_data_decode(&self->options, CT_NAME_OF(ct_tar_shards_new), place, bytes,
				    (size_t)n, &image));
	value = ct_value_tensor(image);
	return ct_value_copy(&value, result);
}

/* What the end of the key says that the bytes are; None: they stay bytes, in WebDataset also
 * `null`. */
static ct_error decode_file(const struct ct_tar_data *self, const char *place, const char *key,
			    const ct_value *file, ct_value *result)
{
	static const char *const images[] = { "jpg",  "jpeg", "png", "bmp",
#ifdef CT_HAVE_WEBP
					      "webp",
#endif
					      NULL };
	static const char *const ints[] = { "cls", "cls2", "index", "inx", "id", NULL };
	static const char *const texts[] = { "txt", "text", "transcript", NULL };
	static const char *const objects[] = { "json", "jsn", NULL };
	const char *dot = strrchr(key, '.'), *kind = dot ? dot + 1 : key;
	const void *bytes;
	int64_t n;

	if (file->kind != CT_VALUE_BYTES)
		return NULL;
	CT_TRY(ct_value_as_bytes(file, &bytes, &n));
	if (is_one_of(kind, images))
		return to_image(self, place, bytes, n, result);
	if (is_one_of(kind, ints))
		return to_int(place, bytes, n, result);
	if (is_one_of(kind, objects))
		return ct_image_json_decode(CT_NAME_OF(ct_tar_shards_new), place, bytes, (size_t)n,
					    result);
	return is_one_of(kind, texts) ? to_text(place, bytes, n, result) : NULL;
}

static ct_error decode_key(const struct ct_tar_data *self, ct_value *sample, int64_t index,
			   const char *url, const char *name)
{
	ct_value key, file, decoded = ct_value_none();
	char place[640];
	ct_error error;

	CT_TRY(ct_value_dict_item(sample, index, &key, &file));
	snprintf(place, sizeof place, "%.200s: %.200s.%.200s", url, name, (const char *)key.object);
	CT_TRY(decode_file(self, place, key.object, &file, &decoded));
	if (ct_value_is_none(&decoded))
		return NULL;
	error = ct_value_dict_move(sample, key, &decoded);
	ct_value_free(&decoded);
	return error;
}

static ct_error tar_shards_decode(ct_value *sample, ct_generator *generator, void *context)
{
	const struct ct_tar_data *self = context;
	ct_value name, url;

	(void)generator;
	CT_TRY(ct_value_dict_get(sample, ct_value_string(key_of_name), &name));
	CT_TRY(ct_value_dict_get(sample, ct_value_string(key_of_place), &url));
	for (int64_t i = 0; i < ct_value_count(sample); i++)
		CT_TRY(decode_key(self, sample, i, url.object, name.object));
	return ct_value_dict_remove(sample, ct_value_string(key_of_place));
}

ct_error ct_tar_shards_new(ct_strings paths, const ct_image_data_options *options,
			   ct_dataset **result)
{
	const ct_image_data_options none = { 0 }, *o = options ? options : &none;
	const ct_dataset_functions functions = {
		.name = "TarShards",
		.open = ct_tar_pass_open,
		.next = shards_next,
		.close = ct_tar_pass_close,
		.free = ct_tar_data_drop,
	};
	struct ct_tar_data *self;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 3 (result) must not be NULL");
	CT_TRY(ct_tar_data_new(paths.at, paths.len, o, __func__, &self));
	return ct_tar_data_finish(self, &functions, tar_shards_decode, o, result);
}
