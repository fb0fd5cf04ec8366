/* dispatch.h: the dispatch keys for which the yaml gives an operator a kernel. */
#ifndef CTORCH_GEN_FACTS_DISPATCH_H
#define CTORCH_GEN_FACTS_DISPATCH_H

#include "model.h"

struct dispatch_table; /* the operators by name, to find the target of a structured_delegate */

struct dispatch_table *dispatch_begin(struct arena *arena, const struct model *model);
void dispatch_end(struct dispatch_table *table);

/*
 * "CPU", "CUDA", "CompositeImplicitAutograd", ... sorted. These are the keys in `dispatch:`, those
 * of the operator's structured_delegate, and CPU and CUDA for a ufunc_inner_loop. An operator with
 * none of these, or one that autogen derives, has a composite key.
 */
struct names dispatch_keys(const struct dispatch_table *table, const struct op *op);

#endif
