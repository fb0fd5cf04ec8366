/*
 * JSON objects, pair by pair.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/error_make.h"
#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "files/safetensors/json.h"

/* Files nest 3 levels. jansson calls itself for each, and some threads have little stack. */
enum { MAX_DEPTH = 16 };

ct_error ct_json_invalid(const struct ct_json *json, const char *at, const char *expected)
{
	return ct_error_new(CT_ERROR_VALUE, json->function,
			    "%s: %s is invalid at byte %lld: %s; the file is damaged or in "
			    "another format",
			    json->file, json->what, (long long)(at - json->begin), expected);
}

/* --- Where values end ------------------------------------------------------------------------ */

static void skip_space(struct ct_json *json)
{
	while (json->at < json->end && strchr(" \t\n\r", *json->at) && *json->at)
		json->at++;
}

static bool json_skip(struct ct_json *json, char character)
{
	skip_space(json);
	if (json->at == json->end || *json->at != character)
		return false;
	json->at++;
	return true;
}

/* `at` is after a string's first quote. Returns what is after its last one; NULL: there is none. */
static const char *after_string(const char *at, const char *end)
{
	for (; at < end; at++) {
		if (*at == '"')
			return at + 1;
		at += *at == '\\' && at + 1 < end;
	}
	return NULL;
}

static ct_error skip_nest(struct ct_json *json)
{
	const char *const begin = json->at;
	int depth = 0;

	do {
		const char c = json->at < json->end ? *json->at : '\0';

		if (json->at == json->end)
			return ct_json_invalid(json, begin, "this bracket is not closed");
		json->at++;
		if (c == '"')
			json->at = after_string(json->at, json->end);
		if (json->at == NULL) {
			json->at = json->end;
			return ct_json_invalid(json, begin, "it ends inside a string");
		}
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
		if (depth > MAX_DEPTH)
			return ct_json_invalid(json, json->at - 1, "too many nested brackets");
	} while (depth > 0);
	return NULL;
}

static ct_error skip_string(struct ct_json *json, const char *expected)
{
	const char *const begin = json->at, *end;

	if (json->at == json->end || *json->at != '"')
		return ct_json_invalid(json, json->at, expected);
	end = after_string(begin + 1, json->end);
	if (end == NULL)
		return ct_json_invalid(json, begin, "it ends inside a string");
	json->at = end;
	return NULL;
}

static ct_error skip_value(struct ct_json *json)
{
	const char *const begin = json->at;

	if (json->at < json->end && (*json->at == '{' || *json->at == '['))
		return skip_nest(json);
	if (json->at < json->end && *json->at == '"')
		return skip_string(json, "expected a string");
	while (json->at < json->end && *json->at && !strchr(" \t\n\r,:]}\"[{", *json->at))
		json->at++;
	return json->at > begin ? NULL : ct_json_invalid(json, begin, "expected a value");
}

/* --- Walking --------------------------------------------------------------------------------- */

ct_error ct_json_decode(const struct ct_json *json, const char *value, size_t n, json_t **result)
{
	char room[CT_SHOWN];
	json_error_t about;

	*result = json_loadb(value, n, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &about);
	if (*result)
		return NULL;
	if (json_error_code(&about) == json_error_out_of_memory)
		return ct_error_prefix(ct_no_memory(json->function, "for %s", json->what),
				       json->file);
	return ct_json_invalid(json, value + (about.position > 0 ? about.position - 1 : 0),
			       ct_shown(about.text, room));
}

ct_error ct_json_enter(struct ct_json *json)
{
	return json_skip(json, '{') ? NULL
				    : ct_json_invalid(json, json->at, "it must begin with {");
}

static ct_error read_key(struct ct_json *json, char **result)
{
	const char *begin;
	json_t *key;

	skip_space(json);
	begin = json->at;
	CT_TRY(skip_string(json, "expected a key in quotes"));
	CT_TRY(ct_json_decode(json, begin, (size_t)(json->at - begin), &key));
	*result = strdup(json_string_value(key));
	json_decref(key);
	return *result ? NULL
		       : ct_error_prefix(ct_no_memory(json->function, "for %s", json->what),
					 json->file);
}

static ct_error json_read_pair(struct ct_json *json, struct ct_json_pair *pair)
{
	CT_TRY(read_key(json, &pair->key));
	if (!json_skip(json, ':'))
		return ct_json_invalid(json, json->at, "expected a colon after a key");
	skip_space(json);
	pair->value = json->at;
	CT_TRY(skip_value(json));
	pair->n = (size_t)(json->at - pair->value);
	return NULL;
}

static ct_error leave(const struct ct_json *json)
{
	return json->at == json->end ? NULL
				     : ct_json_invalid(json, json->at, "text after the last }");
}

ct_error ct_json_next(struct ct_json *json, struct ct_json_pair *pair)
{
	ct_error error;

	*pair = (struct ct_json_pair){ 0 };
	if (json_skip(json, '}')) {
		skip_space(json);
		return leave(json);
	}
	if (json->entered && !json_skip(json, ','))
		return ct_json_invalid(json, json->at, "expected a comma or }");
	json->entered = true;
	error = json_read_pair(json, pair);
	if (error) {
		free(pair->key);
		pair->key = NULL;
	}
	return error;
}

struct ct_json ct_json_inside(const struct ct_json *json, const struct ct_json_pair *pair)
{
	struct ct_json inside = *json;

	inside.at = pair->value;
	inside.end = pair->value + pair->n;
	inside.entered = false;
	return inside;
}

/* --- Writing --------------------------------------------------------------------------------- */

/* The code of the character at `at`, and its number of bytes; 0: it is not UTF-8. */
static int read_character(const unsigned char *at, size_t n, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const int size = *at < 0x80 ? 1 : *at < 0xc0 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;

	if (size == 0 || *at > 0xf4 || (size_t)size > n)
		return 0;
	*code = size == 1 ? *at : *at & (0x7fU >> size);
	for (int i = 1; i < size; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (at[i] & 0x3f);
	}
	if (*code < least[size] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return size;
}

/* The letter of a short escape such as \n; 0: the character has none. */
static char short_escape(uint32_t code)
{
	static const char characters[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *found = code && code < 0x80 ? strchr(characters, (int)code) : NULL;

	return found ? letters[found - characters] : '\0';
}

static void add_escape(struct ct_text *text, uint32_t code)
{
	if (code < 0x10000) {
		ct_text_addf(text, "\\u%04x", code);
		return;
	}
	ct_text_addf(text, "\\u%04x\\u%04x", 0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
}

bool ct_json_add_string(struct ct_text *text, const char *string, size_t n, bool ascii)
{
	ct_text_add(text, "\"");
	for (size_t i = 0; i < n;) {
		uint32_t code = 0;
		const int size = read_character((const unsigned char *)string + i, n - i, &code);

		if (size == 0 || code == 0)
			return false;
		if (short_escape(code))
			ct_text_add_bytes(text, (char[]){ '\\', short_escape(code) }, 2);
		else if (code < 0x20 || (ascii && code > 0x7e))
			add_escape(text, code);
		else
			ct_text_add_bytes(text, string + i, (size_t)size);
		i += (size_t)size;
	}
	ct_text_add(text, "\"");
	return true;
}
