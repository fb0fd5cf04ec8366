/*
 * Inside libctorch_image: JSON as values.
 */
#ifndef CT_VISION_IMAGE_JSON_H
#define CT_VISION_IMAGE_JSON_H

#include <stddef.h>

#include <ctorch/core/error.h>
#include <ctorch/operators/value.h>

/* A new value, as Python's json.loads() gives it: dicts, lists, texts, ints, floats, bools and None.
 * NaN, infinities and ints of more than 64 bits, which Python accepts, are errors. `name` is for
 * messages. */
ct_error ct_image_json_decode(const char *function, const char *name, const void *bytes, size_t n,
			      ct_value *result) CT_WARN_UNUSED;

#endif
