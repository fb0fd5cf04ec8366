/* dispatcher_schema.h: a schema as libtorch's dispatcher prints it once it is registered. */
#ifndef CTORCH_GEN_AUDIT_DISPATCHER_SCHEMA_H
#define CTORCH_GEN_AUDIT_DISPATCHER_SCHEMA_H

#include "model.h"
#include "util/strbuf.h"

/*
 * With the namespace in front, "aten::". The dispatcher keeps values and few types, so that
 * `int reduction=Mean` is `int reduction=1` there, `int[2] stride=1` `int[2] stride=[1, 1]`,
 * `float eps=1e-05` `float eps=1.0000000000000001e-05`, and a DeviceIndex an int. Quotes inside a
 * string are escaped by some releases, and by some, as 1.13.1, not.
 */
void dispatcher_schema(struct strbuf *out, struct arena *arena, const struct schema *schema,
		       bool has_escapes);

#endif
