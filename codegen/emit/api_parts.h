/* api_parts.h: the keys of ctorch_api.json about what a module class consists of. */
#ifndef CTORCH_GEN_EMIT_API_PARTS_H
#define CTORCH_GEN_EMIT_API_PARTS_H

#include "util/arena.h"
#include "util/json.h"

/* "parameters", "children" or "contents" of a class, from its text in classes.yaml. */
void api_add_parts(struct arena *arena, struct json *json, const char *key, const char *text);

#endif
