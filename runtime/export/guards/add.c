/*
 * Adding guards to those in the making.
 */
#include "core/base/text.h"
#include "export/guards/build.h"

/* The text of a guard, which its message has. */
static const char *text_of_guard(struct ct_guard_builder *self, const struct ct_symbolic *tree)
{
	struct ct_text text = { 0 };

	ct_symbolic_print(tree, &text);
	return ct_guard_keep(self, &text);
}

/* The code follows when all references are known, since they move. */
bool ct_guard_add_tree(struct ct_guard_builder *self, struct ct_symbolic *tree)
{
	struct ct_guard *guards;
	const char *text;

	if (!ct_guard_resolve(self, tree))
		return false;
	text = text_of_guard(self, tree);
	guards = text ? ct_guard_grow(self, self->guards, self->guards_len, &self->guards_room,
				      sizeof *guards)
		      : NULL;
	if (guards == NULL)
		return false;
	self->guards = guards;
	guards[self->guards_len++] = (struct ct_guard){ tree, { NULL, 0 }, text };
	return true;
}

bool ct_guard_add(struct ct_guard_builder *self, struct ct_text *text)
{
	struct ct_symbolic *tree = NULL;
	ct_error err;

	if (text->failed) {
		ct_text_release(text);
		return ct_guard_fail_memory(self);
	}
	err = ct_symbolic_read(text->data, self->arena, &tree);
	ct_text_release(text);
	return err ? ct_guard_fail(self, err) : ct_guard_add_tree(self, tree);
}
