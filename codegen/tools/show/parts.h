/* parts.h: lines that `show` prints for operators and for torch.nn. */
#ifndef CTORCH_GEN_TOOLS_SHOW_PARTS_H
#define CTORCH_GEN_TOOLS_SHOW_PARTS_H

#include "model.h"

/* The defaults as a C call writes them. */
void show_defaults(const struct op *op);

/* What Python's words for an argument are in C: `reduction: CT_REDUCTION_MEAN (1) mean`. */
void show_numbers(const struct op *op);

/* A search in the documentation. Only the documentation itself shows which names have their own
 * page, and a search also finds those that are described on another page. */
void show_search(const char *release, const char *words, size_t length);

#endif
