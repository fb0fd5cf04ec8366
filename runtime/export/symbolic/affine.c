/*
 * Expressions that are a symbol times a number plus a number.
 */
#include <string.h>

#include "export/symbolic/normal.h"

/* Goes on from the name found so far, or NULL; false: there are two. */
static bool find_only_name(const struct ct_symbolic *node, const char **name)
{
	if (node->kind == CT_SYMBOLIC_PATH) {
		if (*name && strcmp(*name, node->name) != 0)
			return false;
		*name = node->name;
	}
	for (int64_t i = 0; i < node->items_len; i++) {
		if (!find_only_name(node->items[i], name))
			return false;
	}
	return true;
}

const char *ct_symbolic_only_name(const struct ct_symbolic *self)
{
	const char *name = NULL;

	return find_only_name(self, &name) ? name : NULL;
}

bool ct_symbolic_as_affine(const struct ct_symbolic *self, struct ct_arena *arena,
			   struct ct_symbolic_affine *result)
{
	const char *symbol = ct_symbolic_only_name(self);
	struct ct_symbolic_affine affine = { symbol, { 0, 1 }, { 0, 1 } };
	struct ct_normal normal = { arena, NULL };
	struct ct_normal_sum sum;

	if (symbol == NULL || !ct_normal_sum_of(&normal, self, &sum)) {
		ct_error_free(normal.error);
		return false;
	}
	for (int64_t i = 0; i < sum.terms_len; i++) {
		if (strcmp(sum.terms[i].text, symbol) == 0)
			affine.slope = sum.terms[i].coefficient;
		else if (*sum.terms[i].text == '\0')
			affine.offset = sum.terms[i].coefficient;
		else
			return false;
	}
	if (affine.slope.over == 0)
		return false;
	*result = affine;
	return true;
}
