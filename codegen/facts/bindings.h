/* bindings.h: the facts about operators that bindings need, as those of the handwritten headers. */
#ifndef CTORCH_GEN_FACTS_BINDINGS_H
#define CTORCH_GEN_FACTS_BINDINGS_H

#include "headers/facts.h"

/* Those of an argument and of a result, or of their lengths. */
struct facts facts_of_arg(struct arena *arena, const struct arg *arg, bool is_length);
struct facts facts_of_ret(const struct op *op, const struct ret *ret, bool is_length);

/* True for the operator that runs the program's own functions: backward calls hooks. */
bool op_calls_back(const struct op *op);

#endif
