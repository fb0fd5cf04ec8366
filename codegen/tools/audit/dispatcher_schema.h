/* dispatcher_schema.h: a schema in the form in which libtorch's dispatcher prints it. */
#ifndef CTORCH_GEN_TOOLS_AUDIT_DISPATCHER_SCHEMA_H
#define CTORCH_GEN_TOOLS_AUDIT_DISPATCHER_SCHEMA_H

#include "model.h"
#include "util/strbuf.h"

/*
 * Begins with the namespace, "aten::". The dispatcher stores values and fewer types, so it prints
 * `int reduction=Mean` as `int reduction=1`, `int[2] stride=1` as `int[2] stride=[1, 1]`,
 * `float eps=1e-05` as `float eps=1.0000000000000001e-05`, and a DeviceIndex as an int. Some
 * releases escape quotes inside a string; others, such as 1.13.1, do not.
 */
void dispatcher_schema(struct strbuf *out, struct arena *arena, const struct schema *schema,
		       bool has_escapes);

#endif
