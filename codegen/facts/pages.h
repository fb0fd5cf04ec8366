/* pages.h: where PyTorch documents an operator, from runtime/nn/pages.tsv. */
#ifndef CTORCH_GEN_FACTS_PAGES_H
#define CTORCH_GEN_FACTS_PAGES_H

#include "model.h"

/* A line: the operators of a name are this function of Python. */
struct page {
	const char *base;   /* "add", "add_" */
	const char *python; /* "torch.add"; "torch.Tensor.add_" */
};

struct pages {
	VEC(struct page); /* sorted by base */
};

/* Reads the file of the runtime's folder into the model, if it exists. Reports all errors. */
bool pages_read(struct arena *arena, struct diag *diag, const char *folder, struct model *model);

/* The function of Python that has a page; NULL: none has. */
const char *page_python(const struct model *model, const struct op *op);

/* Its address in the documentation of the model's release. */
const char *page_address(struct arena *arena, const struct model *model, const char *python);

/* For an operator without a page: in one sentence, what it is in relation to another. */
const char *page_instead(struct arena *arena, const struct op *op);

#endif
