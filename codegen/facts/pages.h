/* pages.h: where PyTorch documents an operator, from runtime/nn/pages.tsv, and what the others are
 * for, from runtime/nn/purposes.tsv. */
#ifndef CTORCH_GEN_FACTS_PAGES_H
#define CTORCH_GEN_FACTS_PAGES_H

#include "model.h"

/* A line: the operators of a name are this function of Python; in purposes.tsv they are a part of it,
 * or it is a sentence, and a name may end with *. */
struct page {
	const char *base;   /* "add", "add_" */
	const char *python; /* "torch.add"; "torch.Tensor.add_" */
};

struct pages {
	VEC(struct page); /* sorted by base */
};

/* Reads the files of the runtime's folder into the model, if they exist. Reports all errors. */
bool pages_read(struct arena *arena, struct diag *diag, const char *folder, struct model *model);

/* The function of Python that has a page; NULL: none has. */
const char *page_python(const struct model *model, const struct op *op);

/* The same for a name, "add_". */
const char *page_python_of(const struct model *model, const char *base);

/* Its address in the documentation of the model's release. */
const char *page_address(struct arena *arena, const struct model *model, const char *python);

/* purpose.c: for an operator without a page, what it is for, as far as its name says so. */
const char *page_instead(struct arena *arena, const struct model *model, const struct op *op);

#endif
