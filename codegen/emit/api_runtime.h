/* api_runtime.h: what ctorch_api.json says about the handwritten headers. */
#ifndef CTORCH_GEN_EMIT_API_RUNTIME_H
#define CTORCH_GEN_EMIT_API_RUNTIME_H

#include "emit/emit.h"
#include "headers/facts.h"
#include "util/json.h"

/* Reads the constants of ctorch/core/release.h, which this run has generated. */
bool api_scan_release(struct emitter *e, struct api *release);

/* All sections except the operators. */
void api_add_runtime(const struct emitter *e, const struct api *release, struct json *json);

/* The keys that a parameter of any function has: "direction", "nullable", ... */
void api_add_facts(struct json *json, const struct facts *facts);

#endif
