/*
 * Writing the header of a safetensors file, byte for byte as Python's library does.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "files/safetensors/header.h"
#include "files/safetensors/json.h"
#include "files/safetensors/write.h"

/* The last types first, so that all data are aligned; then by name. */
static int header_write_compare(const void *left, const void *right)
{
	const struct ct_st_item *a = left, *b = right;

	if (a->type != b->type)
		return a->type > b->type ? -1 : 1;
	return strcmp(a->name, b->name);
}

static ct_error header_write_add_string(const char *function, struct ct_text *text,
					const char *string, size_t n)
{
	char shown[CT_SHOWN];

	if (ct_json_add_string(text, string, n, false))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "the name or string '%s' is not UTF-8, or contains a NUL",
			    ct_shown(string, shown));
}

static ct_error header_write_add_metadata(const char *function, struct ct_text *text,
					  const ct_value *metadata)
{
	ct_value key, value;

	if (ct_value_is_none(metadata))
		return NULL;
	ct_text_add(text, "\"" CT_ST_METADATA "\":{");
	for (int64_t i = 0; i < ct_value_count(metadata); i++) {
		CT_TRY(ct_value_dict_item(metadata, i, &key, &value));
		ct_text_add(text, i ? "," : "");
		CT_TRY(header_write_add_string(function, text, key.object, (size_t)key.i));
		ct_text_add(text, ":");
		CT_TRY(header_write_add_string(function, text, value.object, (size_t)value.i));
	}
	ct_text_add(text, "}");
	return NULL;
}

static void add_shape(struct ct_text *text, const struct ct_st_item *item)
{
	const int64_t *shape = ct_tensor_shape(item->tensor);
	const int64_t ndim = ct_tensor_dim(item->tensor);

	for (int64_t i = 0; i < ndim; i++)
		ct_text_addf(text, "%s%lld", i ? "," : "",
			     (long long)(shape[i] * (i == ndim - 1 ? item->type->packed : 1)));
}

static ct_error add_item(const char *function, struct ct_text *text, const struct ct_st_item *item,
			 int64_t begin)
{
	if (text->data[text->length - 1] != '{')
		ct_text_add(text, ",");
	CT_TRY(header_write_add_string(function, text, item->name, strlen(item->name)));
	ct_text_addf(text, ":{\"dtype\":\"%s\",\"shape\":[", item->type->name);
	add_shape(text, item);
	ct_text_addf(text, "],\"data_offsets\":[%lld,%lld]}", (long long)begin,
		     (long long)(begin + item->nbytes));
	return NULL;
}

static void put_length(unsigned char *at, uint64_t n)
{
	for (int i = 0; i < CT_ST_PREFIX; i++)
		at[i] = (unsigned char)(n >> 8 * i);
}

/* Pads the header, so that the data are aligned, and fills in its length. */
static ct_error finish(const char *function, struct ct_text *text)
{
	ct_text_add(text, "}");
	ct_text_add_spaces(text, (int64_t)(-text->length % CT_ST_PREFIX));
	if (text->failed)
		return ct_no_memory(function, "for the header");
	if (text->length > (size_t)(CT_ST_MAX_HEADER + CT_ST_PREFIX))
		return ct_error_new(CT_ERROR_VALUE, function,
				    "the header would have %zu bytes, but the format's limit is "
				    "%lld; use shorter names or less metadata, or several files",
				    text->length, (long long)CT_ST_MAX_HEADER);
	put_length((unsigned char *)text->data, text->length - CT_ST_PREFIX);
	return NULL;
}

ct_error ct_st_header_write(const char *function, struct ct_st_items *items,
			    const ct_value *metadata, struct ct_text *text)
{
	int64_t begin = 0;

	if (items->len)
		qsort(items->items, (size_t)items->len, sizeof *items->items, header_write_compare);
	ct_text_add_spaces(text, CT_ST_PREFIX); /* for the length */
	ct_text_add(text, "{");
	CT_TRY(header_write_add_metadata(function, text, metadata));
	for (int64_t i = 0; i < items->len && !text->failed; i++) {
		CT_TRY(add_item(function, text, &items->items[i], begin));
		begin += items->items[i].nbytes;
	}
	return finish(function, text);
}
