/*
 * The header of a safetensors file.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/error_make.h"
#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/lengths.h"
#include "files/io/error.h"
#include "files/safetensors/header.h"
#include "files/safetensors/json.h"

/* 64 sizes and all else that a tensor needs have fewer; what jansson makes of it stays small. */
enum { MAX_ENTRY = 1 << 16 };

ct_error ct_st_read(const struct ct_st_source *source, int64_t offset, void *bytes, int64_t n)
{
	char *at = bytes;

	if (source->fd < 0 && n)
		memcpy(bytes, source->bytes + offset, (size_t)n);
	while (source->fd >= 0 && n) {
		const ssize_t got = pread(source->fd, at, (size_t)n, offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return ct_file_error(source->function, source->name, "reading it");
		if (got == 0)
			return ct_error_new(CT_ERROR_VALUE, source->function,
					    "%s: another program truncated it", source->name);
		at += got;
		offset += got;
		n -= got;
	}
	return NULL;
}

/* --- One tensor ------------------------------------------------------------------------------ */

/* What is wrong with a tensor; the end of the message says what to do. */
static ct_error invalid(const struct ct_st_source *source, const char *name, const char *format,
			...) CT_PRINTF(3, 4);

static ct_error invalid(const struct ct_st_source *source, const char *name, const char *format,
			...)
{
	char shown[CT_SHOWN], text[300];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ct_error_new(CT_ERROR_VALUE, source->function,
			    "%s: tensor '%s': %s; the file is damaged: fetch or save it again",
			    source->name, ct_shown(name, shown), text);
}

static ct_error read_type(const struct ct_st_source *source, const json_t *info,
			  struct ct_st_tensor *tensor)
{
	const char *name = json_string_value(json_object_get(info, "dtype"));
	char shown[CT_SHOWN], of[CT_SHOWN];

	if (name == NULL)
		return invalid(source, tensor->name, "'dtype' must be a string such as \"F32\"");
	tensor->type = ct_st_type_named(name);
	if (tensor->type)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, source->function,
			    "%s: tensor '%s': unknown type '%s' (expected F32, BF16, I64, ...); "
			    "convert it with the program that wrote it",
			    source->name, ct_shown(tensor->name, of), ct_shown(name, shown));
}

/* Integers from 0 on; false if there is anything else. */
static bool read_sizes(const json_t *array, int64_t *sizes)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		const json_t *size = json_array_get(array, i);

		if (!json_is_integer(size) || json_integer_value(size) < 0)
			return false;
		sizes[i] = json_integer_value(size);
	}
	return true;
}

static ct_error read_shape(const struct ct_st_source *source, const json_t *info,
			   struct ct_st_tensor *tensor)
{
	const json_t *shape = json_object_get(info, "shape");
	const size_t n = json_array_size(shape);

	if (n > CT_ST_MAX_DIM)
		return invalid(source, tensor->name,
			       "'shape' has %zu dimensions, but libtorch's limit is %d", n,
			       CT_ST_MAX_DIM);
	tensor->shape = ct_array_new((int64_t)n, sizeof *tensor->shape);
	if (tensor->shape == NULL)
		return ct_error_prefix(ct_no_memory(source->function, "for its header"),
				       source->name);
	tensor->ndim = (int64_t)n;
	if (!json_is_array(shape) || !read_sizes(shape, tensor->shape))
		return invalid(source, tensor->name,
			       "'shape' must be a list of sizes such as [2, 3], none negative");
	return NULL;
}

static ct_error read_offsets(const struct ct_st_source *source, const json_t *info,
			     struct ct_st_tensor *tensor)
{
	const json_t *offsets = json_object_get(info, "data_offsets");
	int64_t ends[2] = { 0 };

	if (json_array_size(offsets) != 2 || !read_sizes(offsets, ends))
		return invalid(source, tensor->name,
			       "'data_offsets' must be two integers such as [0, 8], none negative");
	tensor->begin = ends[0];
	tensor->end = ends[1];
	if (tensor->end < tensor->begin)
		return invalid(source, tensor->name, "'data_offsets' [%lld, %lld] are reversed",
			       (long long)tensor->begin, (long long)tensor->end);
	return NULL;
}

/* false: it is too large to be true. */
static bool count_bits(const struct ct_st_tensor *tensor, int64_t *bits)
{
	*bits = tensor->type->bits;
	for (int64_t i = 0; i < tensor->ndim; i++)
		if (__builtin_mul_overflow(*bits, tensor->shape[i], bits))
			return false;
	return true;
}

static ct_error check_size(const struct ct_st_source *source, const struct ct_st_tensor *tensor)
{
	const int64_t packed = tensor->type->packed, ndim = tensor->ndim;
	int64_t bits;

	if (!count_bits(tensor, &bits))
		return invalid(source, tensor->name, "'shape' is larger than the address space");
	if (bits % 8 || (packed > 1 && (ndim == 0 || tensor->shape[ndim - 1] % packed)))
		return invalid(source, tensor->name,
			       "elements of type %s must fill whole bytes in the last dimension",
			       tensor->type->name);
	if (bits / 8 != tensor->end - tensor->begin)
		return invalid(source, tensor->name,
			       "'data_offsets' [%lld, %lld] are %lld bytes, but type and shape "
			       "need %lld",
			       (long long)tensor->begin, (long long)tensor->end,
			       (long long)(tensor->end - tensor->begin), (long long)(bits / 8));
	return NULL;
}

static ct_error read_info(const struct ct_st_source *source, const json_t *info,
			  struct ct_st_tensor *tensor)
{
	if (!json_is_object(info))
		return invalid(source, tensor->name,
			       "it must be an object of 'dtype', 'shape' and 'data_offsets'");
	CT_TRY(read_type(source, info, tensor));
	CT_TRY(read_shape(source, info, tensor));
	CT_TRY(read_offsets(source, info, tensor));
	return check_size(source, tensor);
}

/* --- All tensors ----------------------------------------------------------------------------- */

static struct ct_st_tensor *header_add(struct ct_st_header *header)
{
	void *more = ct_array_grow(header->tensors, &header->room, header->len + 1,
				   sizeof *header->tensors);

	if (more == NULL)
		return NULL;
	header->tensors = more;
	header->tensors[header->len] = (struct ct_st_tensor){ 0 };
	return &header->tensors[header->len++];
}

static ct_error add_tensor(const struct ct_st_source *source, const struct ct_json *json,
			   struct ct_json_pair *pair, struct ct_st_header *header)
{
	struct ct_st_tensor *tensor = header_add(header);
	ct_error error;
	json_t *info;

	if (tensor == NULL)
		return ct_error_prefix(ct_no_memory(source->function, "for its header"),
				       source->name);
	tensor->name = pair->key;
	pair->key = NULL;
	if (pair->n > MAX_ENTRY)
		return invalid(source, tensor->name,
			       "its description has %zu bytes, but the limit is %d", pair->n,
			       MAX_ENTRY);
	CT_TRY(ct_json_decode(json, pair->value, pair->n, &info));
	error = read_info(source, info, tensor);
	json_decref(info);
	return error;
}

static ct_error header_add_metadata(const struct ct_json *json, const struct ct_json_pair *pair,
				    ct_value *metadata)
{
	const ct_value key = ct_value_string(pair->key);
	ct_error error;
	json_t *text;

	if (*pair->value != '"')
		return ct_json_invalid(json, pair->value,
				       "values of \"" CT_ST_METADATA "\" must be strings");
	if (ct_value_dict_has(metadata, key))
		return ct_json_invalid(json, pair->value,
				       "\"" CT_ST_METADATA "\" has a duplicate key");
	CT_TRY(ct_json_decode(json, pair->value, pair->n, &text));
	error = ct_value_dict_set(metadata, key, ct_value_string(json_string_value(text)));
	json_decref(text);
	return error;
}

static ct_error header_read_metadata(const struct ct_json *json, const struct ct_json_pair *of,
				     ct_value *metadata)
{
	struct ct_json inside = ct_json_inside(json, of);
	struct ct_json_pair pair;
	ct_error error;

	if (!ct_value_is_none(metadata))
		return ct_json_invalid(json, of->value, "\"" CT_ST_METADATA "\" appears twice");
	*metadata = ct_value_dict_new();
	CT_TRY(ct_json_enter(&inside));
	while ((error = ct_json_next(&inside, &pair)) == NULL && pair.key) {
		error = header_add_metadata(&inside, &pair, metadata);
		free(pair.key);
		if (error)
			break;
	}
	return error;
}

static ct_error header_read_pair(const struct ct_st_source *source, const struct ct_json *json,
				 struct ct_json_pair *pair, struct ct_st_header *header)
{
	if (strcmp(pair->key, CT_ST_METADATA) == 0)
		return header_read_metadata(json, pair, &header->metadata);
	return add_tensor(source, json, pair, header);
}

static ct_error header_parse(const struct ct_st_source *source, const char *text, int64_t n,
			     struct ct_st_header *header)
{
	struct ct_json json = { source->function, source->name, "its header", text, text,
				text + n,         false };
	struct ct_json_pair pair;
	ct_error error;

	CT_TRY(ct_json_enter(&json));
	while ((error = ct_json_next(&json, &pair)) == NULL && pair.key) {
		error = header_read_pair(source, &json, &pair, header);
		free(pair.key);
		if (error)
			break;
	}
	return error;
}

/* --- Together -------------------------------------------------------------------------------- */

static int header_compare_names(const void *left, const void *right)
{
	const struct ct_st_tensor *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static int header_compare(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

/* Tensors without elements have no place in the data. */
static int compare_data(const void *left, const void *right)
{
	const struct ct_st_tensor *a = left, *b = right;
	int order = header_compare(a->begin, b->begin);

	if (order == 0)
		order = header_compare(a->end, b->end);
	return order ? order : strcmp(a->name, b->name);
}

static void sort(struct ct_st_header *header, int (*order)(const void *, const void *))
{
	if (header->len)
		qsort(header->tensors, (size_t)header->len, sizeof *header->tensors, order);
}

void ct_st_sort_by_name(struct ct_st_header *header)
{
	sort(header, header_compare_names);
}

void ct_st_sort_by_data(struct ct_st_header *header)
{
	sort(header, compare_data);
}

static ct_error header_check_names(const struct ct_st_source *source, struct ct_st_header *header)
{
	ct_st_sort_by_name(header);
	for (int64_t i = 1; i < header->len; i++)
		if (strcmp(header->tensors[i - 1].name, header->tensors[i].name) == 0)
			return invalid(source, header->tensors[i].name, "it appears twice");
	return NULL;
}

/* Every byte of the data belongs to one tensor: no two share some, and nothing is hidden. */
static ct_error check_data(const struct ct_st_source *source, struct ct_st_header *header)
{
	int64_t end = 0;

	ct_st_sort_by_data(header);
	for (int64_t i = 0; i < header->len; i++) {
		const struct ct_st_tensor *tensor = &header->tensors[i];

		if (tensor->begin != end)
			return invalid(source, tensor->name,
				       "its data begins at byte %lld, but the preceding data ends "
				       "at %lld",
				       (long long)tensor->begin, (long long)end);
		end = tensor->end;
	}
	if (end == header->data_nbytes)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, source->function,
			    "%s: %lld bytes follow its header, but its tensors have %lld; the file "
			    "is %s: fetch or save it again",
			    source->name, (long long)header->data_nbytes, (long long)end,
			    end > header->data_nbytes ? "incomplete" : "damaged");
}

static ct_error read_length(const struct ct_st_source *source, int64_t *length)
{
	unsigned char bytes[CT_ST_PREFIX];
	uint64_t n = 0;

	if (source->size < CT_ST_PREFIX)
		return ct_error_new(CT_ERROR_VALUE, source->function,
				    "%s: not a safetensors file: it has only %lld bytes",
				    source->name, (long long)source->size);
	CT_TRY(ct_st_read(source, 0, bytes, CT_ST_PREFIX));
	for (int i = CT_ST_PREFIX - 1; i >= 0; i--)
		n = n << 8 | bytes[i];
	if (n > (uint64_t)CT_ST_MAX_HEADER)
		return ct_error_new(CT_ERROR_VALUE, source->function,
				    "%s: not a safetensors file: its header would have %llu bytes, "
				    "but the limit is %lld",
				    source->name, (unsigned long long)n,
				    (long long)CT_ST_MAX_HEADER);
	*length = (int64_t)n;
	if (*length <= source->size - CT_ST_PREFIX)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, source->function,
			    "%s: it ends inside its header of %lld bytes; the file is incomplete "
			    "or in another format: fetch or save it again",
			    source->name, (long long)n);
}

static ct_error read_text(const struct ct_st_source *source, int64_t n, struct ct_st_header *header)
{
	char *text = malloc(n ? (size_t)n : 1);
	ct_error error;

	if (text == NULL)
		return ct_error_prefix(ct_no_memory(source->function, "for its header"),
				       source->name);
	error = ct_st_read(source, CT_ST_PREFIX, text, n);
	/* Unlike in other JSON, the brace comes first: it identifies the format. */
	if (error == NULL && (n == 0 || *text != '{'))
		error = ct_error_new(CT_ERROR_VALUE, source->function,
				     "%s: not a safetensors file: its header does not begin with {",
				     source->name);
	if (error == NULL)
		error = header_parse(source, text, n, header);
	free(text);
	return error;
}

ct_error ct_st_header_read(const struct ct_st_source *source, struct ct_st_header *header)
{
	int64_t n = 0;

	*header = (struct ct_st_header){ 0 };
	CT_TRY(read_length(source, &n));
	header->data = CT_ST_PREFIX + n;
	header->data_nbytes = source->size - header->data;
	CT_TRY(read_text(source, n, header));
	CT_TRY(header_check_names(source, header));
	return check_data(source, header);
}

void ct_st_header_release(struct ct_st_header *header)
{
	for (int64_t i = 0; i < header->len; i++) {
		free(header->tensors[i].name);
		free(header->tensors[i].shape);
	}
	free(header->tensors);
	ct_value_free(&header->metadata);
	*header = (struct ct_st_header){ 0 };
}
