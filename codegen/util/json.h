/*
 * json.h: writes JSON that people can read.
 *
 *     { "format": 1,              a flat object, with a json_line() before "enums"
 *       "enums": {                a tall object: each member begins a line
 *         "ct_dtype": { "CT_UINT8": 0, "CT_INT8": 1 }
 *       } }
 *
 * This file takes care of commas, line breaks and escapes. `key` is the name of a member of an
 * object, and NULL for an element of an array.
 */
#ifndef CTORCH_GEN_UTIL_JSON_H
#define CTORCH_GEN_UTIL_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "util/names.h"
#include "util/strbuf.h"

enum { JSON_DEPTH_AT_MOST = 32 };

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

/* Each element and the closing bracket begin a line. */
void json_tall_object(struct json *json, const char *key);
void json_tall_array(struct json *json, const char *key);

/* Closes the innermost open object or array. Closing the outermost one adds a newline. */
void json_end(struct json *json);

/* Begins a new line before whatever follows: an element or the end. */
void json_line(struct json *json);

void json_text(struct json *json, const char *key, const char *text); /* NULL: null */
void json_count(struct json *json, const char *key, size_t count);
void json_integer(struct json *json, const char *key, long long value);
void json_number(struct json *json, const char *key, double value); /* finite; "1.0", "1e-05" */
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);
void json_names(struct json *json, const char *key, const struct names *names);

/* Adds nothing if `text` is NULL. */
void json_text_if(struct json *json, const char *key, const char *text);

#endif
