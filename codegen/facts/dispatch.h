/* dispatch.h: for which dispatch keys the yaml gives an operator a kernel. */
#ifndef CTORCH_GEN_FACTS_DISPATCH_H
#define CTORCH_GEN_FACTS_DISPATCH_H

#include "model.h"

struct dispatch_table; /* the operators by name, to find those that others delegate to */

struct dispatch_table *dispatch_begin(struct arena *arena, const struct model *model);
void dispatch_end(struct dispatch_table *table);

/*
 * "CPU", "CUDA", "CompositeImplicitAutograd", ... sorted. Those of `dispatch:`, those that an
 * operator has through another (structured_delegate), the two of a ufunc_inner_loop; the composite
 * key for an operator that has none, and for one that autogen derives.
 */
struct names dispatch_keys(const struct dispatch_table *table, const struct op *op);

#endif
