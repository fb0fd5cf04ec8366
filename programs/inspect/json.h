/* JSON, ending the program if there is no memory. */
#ifndef CT_INSPECT_JSON_H
#define CT_INSPECT_JSON_H

#include <jansson.h>

#include <ctorch/operators/value.h>

/* The value itself. */
json_t *need_json(json_t *json);

/* Sets a key of an object to a new value. */
void put(json_t *object, const char *key, json_t *value);

/* Appends a new value to an array. */
void append(json_t *array, json_t *value);

json_t *json_of_text(const char *bytes, size_t n);
json_t *json_of_ints(const int64_t *ints, int64_t n);

/* A value; a dict is a text, as Python prints it. */
ct_error json_of_value(const ct_value *value, json_t **result) CT_WARN_UNUSED;

/* A value; a dict whose keys are texts is an object. */
ct_error json_of_data(const ct_value *value, json_t **result) CT_WARN_UNUSED;

/* A number, or the text "nan", "inf" or "-inf". */
json_t *json_of_number(double number);

#endif
