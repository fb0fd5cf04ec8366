/* api_facts.h: the keys of ctorch_api.json that functions, parameters and fields share. */
#ifndef CTORCH_GEN_EMIT_API_FACTS_H
#define CTORCH_GEN_EMIT_API_FACTS_H

#include "emit/emit.h"
#include "headers/calls.h"
#include "headers/facts.h"
#include "headers/length.h"
#include "types/default_value.h"
#include "util/json.h"

/* "direction", "nullable", "ownership", "free", "owner", "length", "unit", "context", "release", "releases". */
void api_add_facts(struct arena *arena, struct json *json, const struct facts *facts);

/* "thread", "same_thread_as", "scopes", "may_block", "waits_for", "may_call_back". */
void api_add_call_facts(struct json *json, const struct call_facts *facts);

/* A length as an object: { "times": [{ "number": 2 }, { "name": "pairs_len" }] }. */
void api_add_length(struct json *json, const char *key, const struct length *length);

/* "default_value", null for None and without a default. */
void api_add_default(struct json *json, const struct default_value *value);

/* "default_value" of a field of a struct of options; "zero_is_default" is false if 0 is a value. */
void api_add_field_default(const struct emitter *e, struct json *json, const struct member *field);

/* "safe": the name, if it is a word of another language, with what makes it a name there. */
void api_add_safe(const struct emitter *e, struct json *json, const char *name);

/* "camel": "AddTensor" for ct_add_Tensor; "safe": "range_" for ct_range. */
void api_add_names(const struct emitter *e, struct json *json, const char *symbol);

#endif
