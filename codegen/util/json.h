/*
 * json.h: writes JSON that people read, too.
 *
 *     { "format": 1,              a flat object, with a json_line() before "enums"
 *       "enums": {                a tall one: each member begins a line
 *         "ct_dtype": { "CT_UINT8": 0, "CT_INT8": 1 }
 *       } }
 *
 * Commas, line breaks and escapes are this file's business. `key` is the member's in an object and
 * NULL for an element of an array.
 */
#ifndef CTORCH_GEN_UTIL_JSON_H
#define CTORCH_GEN_UTIL_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "util/names.h"
#include "util/strbuf.h"

enum { JSON_DEPTH_AT_MOST = 16 };

struct json {
	struct strbuf *out;
	size_t depth; /* open objects and arrays */
	struct {
		char close; /* '}' or ']' */
		bool is_tall;
		bool has_any;
	} open[JSON_DEPTH_AT_MOST];
	bool breaks; /* json_line() was called */
};

/* Elements are separated by ", ". */
void json_object(struct json *json, const char *key);
void json_array(struct json *json, const char *key);

/* Each element begins a line, and the closing bracket does. */
void json_tall_object(struct json *json, const char *key);
void json_tall_array(struct json *json, const char *key);

/* Closes what was opened last. The outermost one ends the text with a newline. */
void json_end(struct json *json);

/* What comes next, an element or the end, begins a line. */
void json_line(struct json *json);

void json_text(struct json *json, const char *key, const char *text); /* NULL: null */
void json_count(struct json *json, const char *key, size_t count);
void json_integer(struct json *json, const char *key, long long value);
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);
void json_names(struct json *json, const char *key, const struct names *names);

/* No member at all for NULL. */
void json_text_if(struct json *json, const char *key, const char *text);

#endif
