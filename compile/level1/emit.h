/* emit.h: C of what the passes have made. */
#ifndef CTORCH_COMPILE_LEVEL1_EMIT_H
#define CTORCH_COMPILE_LEVEL1_EMIT_H

#include "compile/level1/level1.h"

/* Adds the function of a loop, and its call. The pointers of the values are set. */
void emit_loop(struct level1 *level1, struct loop *loop, struct strbuf *functions,
	       struct strbuf *call);

/* Adds the statements before a loop: products, attention, new tensors, checks. */
void emit_before(struct level1 *level1, struct loop *loop, struct strbuf *out);

/* "CT_L(2, 3)", "CT_FLOAT32" */
const char *sizes_text(struct level1 *level1, const struct layout *layout);
const char *strides_text(struct level1 *level1, const struct layout *layout);
const char *dtype_name(ct_dtype dtype);

/* Gives the nodes their kernels, and adds to the parts of the program what they need. */
bool emit_all(struct level1 *level1);

#endif
