#include "facts/bindings.h"

#include <string.h>

#include "read/schema.h"
#include "types/type_table.h"

static bool is_pointer_form(const struct type_form *form)
{
	return strchr(form->c_type->text, '*') != NULL;
}

/* `bool[3]`: three. */
static int fixed_length(const struct type *type)
{
	while (type->kind == TYPE_OPTIONAL)
		type = type->element;
	return type->kind == TYPE_LIST ? type->size : 0;
}

struct facts facts_of_arg(struct arena *arena, const struct arg *arg, bool is_length)
{
	struct facts facts = { .direction = "in" };

	if (is_length || !is_pointer_form(arg->form))
		return facts;
	facts.direction = arg->alias && arg->alias->is_write ? "inout" : "in";
	facts.is_pointer = true;
	/* Without a generator, libtorch uses the default one; a name that is NULL is the
	 * wildcard. */
	facts.is_nullable = arg->type->kind == TYPE_OPTIONAL ||
			    type_is(type_without_optional(arg->type), T_GENERATOR) ||
			    type_is(type_without_optional(arg->type), T_DIMNAME);
	facts.ownership = "borrowed";
	facts.length = arg->c_length;
	if (!facts.length && fixed_length(arg->type))
		facts.length = arena_printf(arena, "%d", fixed_length(arg->type));
	return facts;
}

/* A functional operator whose only result is dropped is refused. */
struct facts facts_of_ret(const struct op *op, const struct ret *ret, bool is_length)
{
	struct facts facts = { .direction = "out", .is_pointer = true };

	facts.is_nullable = !is_length && (op->kind != KIND_FUNCTIONAL || op->schema.rets.len > 1);
	if (is_length)
		return facts;
	facts.length = ret->c_length;
	if (ret->form->c_type == &c_tensor_result)
		facts.free = "ct_tensor_free";
	else if (ret->form->c_type == &c_tensors_result)
		facts.free = "ct_tensors_free";
	else if (ret->form->c_type == &c_int64s_result)
		facts.free = "ct_free";
	facts.ownership = facts.free ? "new" : NULL;
	return facts;
}

bool op_calls_back(const struct op *op)
{
	return !strcmp(op->schema.name.base, "_backward");
}
