/* ops.h: compares two operators with the same C name. */
#ifndef CTORCH_GEN_TOOLS_DIFF_OPS_H
#define CTORCH_GEN_TOOLS_DIFF_OPS_H

#include "tools/diff/diff.h"

/* Adds the details between `before` and `after` and returns the gravest kind that applies. */
enum change_kind diff_ops(struct arena *arena, struct change *change);

#endif
