/*
 * Inside the library: writing JSON as Python's json.dumps() does, {"a": [1, 2.0], "b": null}, with
 * escapes for all characters beyond ASCII.
 */
#ifndef CT_EXPORT_TEXT_JSON_WRITE_H
#define CT_EXPORT_TEXT_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"

struct ct_json_writer {
	struct ct_text *text;
	bool needs_comma; /* before the next key or item */
	bool no_metadata; /* the text is about what a program computes, not about where it is from */
};

/* '{' or '[', and its end. */
void ct_json_open(struct ct_json_writer *writer, char bracket);
void ct_json_close(struct ct_json_writer *writer, char bracket);

/* A key, whose value follows. */
void ct_json_key(struct ct_json_writer *writer, const char *key);

/* NULL is null. */
void ct_json_put_string(struct ct_json_writer *writer, const char *string);
void ct_json_put_int(struct ct_json_writer *writer, int64_t number);
/* JSON has no infinities and no NaN: they are the strings "Infinity", "-Infinity" and "NaN". */
void ct_json_put_float(struct ct_json_writer *writer, double number);
void ct_json_put_bool(struct ct_json_writer *writer, bool value);
void ct_json_put_null(struct ct_json_writer *writer);
/* Text that is JSON. */
void ct_json_put_raw(struct ct_json_writer *writer, const char *json);

#endif
