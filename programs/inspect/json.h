/* JSON, ending the program if there is no memory. */
#ifndef CT_INSPECT_JSON_H
#define CT_INSPECT_JSON_H

#include <jansson.h>

/* The value itself. */
json_t *need_json(json_t *json);

/* Sets a key of an object to a new value. */
void put(json_t *object, const char *key, json_t *value);

/* A number, or the text "nan", "inf" or "-inf". */
json_t *json_of_number(double number);

#endif
