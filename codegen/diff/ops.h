/* ops.h: what differs between two operators that have the same C name. */
#ifndef CTORCH_GEN_DIFF_OPS_H
#define CTORCH_GEN_DIFF_OPS_H

#include "diff/diff.h"

/* `before` and `after` are filled in; adds the details and tells the gravest kind that applies. */
enum change_kind diff_ops(struct arena *arena, struct change *change);

#endif
