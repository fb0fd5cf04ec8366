/*
 * Images in samples, and what datasets of images share.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ctorch/ctorch.h>

#include "image/read.h"
#include "image/sample.h"

ct_error ct_image_no_memory(const char *function)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory");
}

bool ct_image_has_name(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (strcasecmp(dot, ".jpg") == 0 || strcasecmp(dot, ".jpeg") == 0 ||
		       strcasecmp(dot, ".png") == 0);
}

ct_error ct_image_data_check(const ct_image_data_options *options, const char *function)
{
	CT_TRY(ct_image_check_mode(function, 3, options->mode));
	if (options->min_size < 0 || options->shuffle < 0 || options->max_entry_bytes < 0)
		return ct_error_new(CT_ERROR_VALUE, function, "%s is negative",
				    options->min_size < 0  ? "min_size"
				    : options->shuffle < 0 ? "shuffle"
							   : "max_entry_bytes");
	if (options->classes && options->classes_len < 1)
		return ct_error_new(CT_ERROR_VALUE, function, "classes_len is %lld, less than 1",
				    (long long)options->classes_len);
	for (int64_t i = 0; options->classes && i < options->classes_len; i++)
		if (options->classes[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 3 (options): classes[%lld] is NULL",
					    (long long)i);
	return NULL;
}

/* --- decoding ---------------------------------------------------------------------------------- */

/* The higher byte of 16 bits, as Pillow reads such files. */
static ct_error to_8_bits(const ct_tensor *image, ct_tensor **result)
{
	const int64_t n = ct_tensor_numel(image);
	const uint16_t *from;
	ct_tensor *plain, *bytes;
	unsigned char *to;

	CT_TRY(ct_contiguous(image, CT_CONTIGUOUS_FORMAT, &plain));
	CT_TRY(ct_tensor_empty(ct_tensor_shape(image), ct_tensor_dim(image),
			       &(ct_tensor_options){ .dtype = CT_UINT8 }, &bytes));
	from = ct_tensor_data(plain);
	to = ct_tensor_mutable_data(bytes);
	for (int64_t i = 0; i < n; i++)
		to[i] = (unsigned char)(from[i] >> 8);
	*result = bytes;
	return NULL;
}

ct_error ct_image_data_decode(const ct_image_data_options *options, const char *function,
			      const char *name, const void *bytes, size_t n, ct_tensor **result)
{
	const ct_image_read_options read = {
		.mode = options->mode ? options->mode : CT_IMAGE_RGB,
		.min_size = options->min_size,
		.no_orientation = options->no_orientation,
		.allow_truncated = options->allow_truncated,
	};
	ct_tensor *image;

	CT_TRY(ct_image_decode_named(function, name, bytes, n, &read, &image));
	if (ct_tensor_dtype(image) == CT_UINT16)
		return to_8_bits(image, result);
	*result = image;
	return NULL;
}

/* --- names ------------------------------------------------------------------------------------- */

bool ct_names_add(struct ct_names *self, const char *name, size_t n)
{
	char **longer, *copy = strndup(name, n);

	if (copy && self->len == self->room) {
		const int64_t room = self->room ? self->room * 2 : 64;

		longer = realloc(self->at, (size_t)room * sizeof *longer);
		if (longer == NULL) {
			free(copy);
			return false;
		}
		self->at = longer;
		self->room = room;
	}
	if (copy)
		self->at[self->len++] = copy;
	return copy != NULL;
}

bool ct_names_copy(struct ct_names *self, const char *const *names, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (!ct_names_add(self, names[i], strlen(names[i])))
			return false;
	return true;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void ct_names_sort(struct ct_names *self)
{
	if (self->len)
		qsort(self->at, (size_t)self->len, sizeof *self->at, compare);
}

void ct_names_unite(struct ct_names *self)
{
	int64_t kept = 0;

	for (int64_t i = 0; i < self->len; i++) {
		if (kept && strcmp(self->at[i], self->at[kept - 1]) == 0)
			free(self->at[i]);
		else
			self->at[kept++] = self->at[i];
	}
	self->len = kept;
}

int64_t ct_names_find(const struct ct_names *self, const char *name, size_t n)
{
	for (int64_t i = 0; i < self->len; i++)
		if (strncmp(self->at[i], name, n) == 0 && self->at[i][n] == '\0')
			return i;
	return -1;
}

void ct_names_free(struct ct_names *self)
{
	for (int64_t i = 0; i < self->len; i++)
		free(self->at[i]);
	free(self->at);
	*self = (struct ct_names){ 0 };
}

ct_error ct_names_to_value(const struct ct_names *self, ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < self->len && error == NULL; i++)
		error = ct_value_list_append(&list, ct_value_string(self->at[i]));
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}
