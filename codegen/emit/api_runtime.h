/* api_runtime.h: what ctorch_api.json says about the handwritten headers. */
#ifndef CTORCH_GEN_EMIT_API_RUNTIME_H
#define CTORCH_GEN_EMIT_API_RUNTIME_H

#include "emit/emit.h"
#include "headers/facts.h"
#include "util/json.h"

/* Reads the constants of ctorch/core/release.h, which this run has generated. */
bool api_scan_release(struct emitter *e, struct api *release);

/* All keys except the operators and classes. */
void api_add_runtime(const struct emitter *e, const struct api *release, struct json *json);

/* api_types.c: the sections about types. */
void api_add_types(const struct emitter *e, struct json *json);
void api_add_enums(const struct emitter *e, struct json *json);
void api_add_structs(const struct emitter *e, struct json *json);
void api_add_type_docs(const struct emitter *e, struct json *json);
void api_add_handles(const struct emitter *e, struct json *json);

#endif
