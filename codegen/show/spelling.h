/* spelling.h: operators by the names that people write, and the nearest ones to a wrong name. */
#ifndef CTORCH_GEN_SHOW_SPELLING_H
#define CTORCH_GEN_SHOW_SPELLING_H

#include "model.h"

/*
 * What is left of "torch.ops.aten.add.Tensor", "torch.linalg.norm", "at::add", "torch.add(x, y)",
 * "&ct_add" or a whole schema: "add.Tensor", "linalg_norm", "add".
 */
const char *spelling_plain(struct arena *arena, const char *name);

/* The name alone, as it was written: "ct_add" of "&ct_add(" and of "`ct_add`". */
const char *spelling_bare(struct arena *arena, const char *name);

/* Whether a plain name means the operator: "add.Tensor", "add_Tensor", "add" (each overload). */
bool spelling_is(const char *name, const char *plain);

/*
 * The operators' names that come nearest to a plain one, the nearest first: those that it is the
 * beginning or the last words of, those of which few letters are wrong, for an overload that there
 * is not the others of that name, and for "np.add" and "ct_tensor_add" what is named "add". Beside those that differ in
 * capitals or in '.' and '_' alone there are no others. The model has its C names.
 */
struct names spelling_nearest(struct arena *arena, const struct model *model, const char *plain);

/* The same among any names. */
struct names spelling_nearest_of(struct arena *arena, const struct names *all, const char *plain);

#endif
