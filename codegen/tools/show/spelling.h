/* spelling.h: finds operators by the names that people write, and the closest names. */
#ifndef CTORCH_GEN_TOOLS_SHOW_SPELLING_H
#define CTORCH_GEN_TOOLS_SHOW_SPELLING_H

#include "model.h"

/*
 * The operator name in "torch.ops.aten.add.Tensor", "torch.linalg.norm", "at::add",
 * "torch.add(x, y)", "&ct_add" or a whole schema: "add.Tensor", "linalg_norm", "add".
 */
const char *spelling_plain(struct arena *arena, const char *name);

/* A prefix of a name, and what stays of it: "linalg." and "linalg_". */
struct spelling_prefix {
	const char *text, *becomes;
};

/* Goes through the table once and replaces each prefix that the name has then, up to the first of
 * which something stays: "torch::" and after it "linalg::". */
const char *spelling_replace(struct arena *arena, const struct spelling_prefix *prefixes, size_t n,
			     const char *name);

/* Only the name, as it was written: "ct_add" in "&ct_add(" and in "`ct_add`". */
const char *spelling_bare(struct arena *arena, const char *name);

/* True if a plain name means the operator: "add.Tensor", "add_Tensor", "add" (all overloads). */
bool spelling_is(const char *name, const char *plain);

/*
 * The operator names that are closest to a plain name, the closest first. These are names that
 * begin with it or end with its words, names with few wrong letters, the existing overloads if the
 * overload does not exist, and "add" for "np.add" and "ct_tensor_add". If names differ from it only
 * in case or in '.' and '_', only those are returned. The model must have its C names.
 */
struct names spelling_nearest(struct arena *arena, const struct model *model, const char *plain);

/* The same for any list of names. */
struct names spelling_nearest_of(struct arena *arena, const struct names *all, const char *plain);

#endif
