/* python_names.h: Python functions that call operators of other names. */
#ifndef CTORCH_GEN_TOOLS_SHOW_PYTHON_NAMES_H
#define CTORCH_GEN_TOOLS_SHOW_PYTHON_NAMES_H

#include "model.h"

struct python_name {
	const char *name;      /* after "torch.": "nn.functional.cross_entropy" */
	const char *operators; /* exact names of schemas, separated by spaces */
	const char *text;      /* how Python calls them */
};

/*
 * The row for a name in any spelling ("F.fold", "torch.nn.functional.fold(x, 2)", "fold" if no
 * operator has that name): from the table here, or from the model's names of torch.nn. NULL if
 * Python passes the call to the operator of the same name. The model must have its C names.
 */
const struct python_name *python_name_find(struct arena *arena, const struct model *model,
					   const char *name);

/* The same for a name without its module: "cross_entropy". */
const struct python_name *python_name_find_bare(struct arena *arena, const struct model *model,
						const char *name);

/*
 * The numbers that an argument of an operator may have, where Python has words: "CT_REDUCTION_MEAN
 * (1) mean" and so on for `reduction`; NULL if there are none.
 */
const char *python_words(const struct op *op, const struct arg *arg);

#endif
