/*
 * Inside the library: JSON objects, pair by pair. jansson reads keys and values; as a whole, a
 * large object would take it many times the memory of the text.
 */
#ifndef CT_FILES_SAFETENSORS_JSON_H
#define CT_FILES_SAFETENSORS_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include <ctorch/core/error.h>

#include "core/base/text.h"

struct ct_json {
	const char *function, *file; /* for errors */
	const char *what;            /* for errors: "its header" */
	const char *begin, *at, *end;
	bool entered; /* a pair was read */
};

struct ct_json_pair {
	char *key; /* UTF-8 without NULs */
	const char *value;
	size_t n; /* bytes of the value */
};

/* Goes into the object that the text must consist of. */
ct_error ct_json_enter(struct ct_json *json) CT_WARN_UNUSED;

/* The next pair, whose key must be released with free(); it is NULL at the end. */
ct_error ct_json_next(struct ct_json *json, struct ct_json_pair *pair) CT_WARN_UNUSED;

/* A value of the text; release it with json_decref(). */
ct_error ct_json_decode(const struct ct_json *json, const char *value, size_t n,
			json_t **result) CT_WARN_UNUSED;

/* A walk through a value that is an object. */
struct ct_json ct_json_inside(const struct ct_json *json, const struct ct_json_pair *pair);

/* An error about the text from `at` on. */
ct_error ct_json_invalid(const struct ct_json *json, const char *at,
			 const char *expected) CT_WARN_UNUSED;

/* A text as JSON: in UTF-8 as serde_json writes it, or in ASCII as Python's json does. False: it is
 * not UTF-8, or has a NUL. */
bool ct_json_add_string(struct ct_text *text, const char *string, size_t n, bool ascii);

#endif
