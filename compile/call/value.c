#include "compile/call/call.h"

#include "compile/expression.h"

typedef struct ct_graph_argument argument;

/* Lists of numbers, with the macro and the item's type in C. */
static const struct list_form {
	enum ct_graph_arm arm, sym_arm;
	enum held held;
	const char *maker, *macro;
} list_forms[] = {
	{ CT_ARM_INTS, CT_ARM_SYM_INTS, HELD_INT, "ct_value_ints", "CT_INTS" },
	{ CT_ARM_FLOATS, CT_ARM_SYM_FLOATS, HELD_FLOAT, "ct_value_floats", "CT_FLOATS" },
	{ CT_ARM_BOOLS, CT_ARM_SYM_BOOLS, HELD_BOOL, "ct_value_bools", "CT_BOOLS" },
	{ CT_ARM_TENSORS, CT_ARM_OPTIONAL_TENSORS, HELD_TENSOR, "ct_value_tensors", "CT_TENSORS" },
};

static bool write_plain_list(struct statement *self, const struct list_form *form,
			     const argument *from, struct strbuf *out)
{
	if (from->items_len == 0) {
		strbuf_printf(out, "%s(%s_OF(NULL, 0))", form->maker, form->macro);
		return true;
	}
	strbuf_printf(out, "%s(%s(", form->maker, form->macro);
	for (int64_t i = 0; i < from->items_len; i++) {
		const char *c = argument_c(self, &from->items[i], form->held);

		if (!c)
			return false;
		strbuf_printf(out, "%s%s", i ? ", " : "", c);
	}
	strbuf_add(out, "))");
	return true;
}

static bool write_items(struct statement *self, const argument *from, struct strbuf *out)
{
	const bool is_dict = from->arm == CT_ARM_STRING_TO_ARGUMENT;

	if (from->items_len == 0) {
		strbuf_add(out, is_dict ? "ct_value_dict(NULL, 0)" : "ct_value_list(NULL, 0)");
		return true;
	}
	strbuf_add(out, is_dict ? "ct_value_dict((ct_value[]){ " : "ct_value_list((ct_value[]){ ");
	for (int64_t i = 0; i < from->items_len; i++) {
		strbuf_add(out, i ? ", " : "");
		if (is_dict) {
			strbuf_add(out, "ct_value_string(");
			write_text(out, from->names[i]);
			strbuf_add(out, "), ");
		}
		if (!write_value(self, &from->items[i], out))
			return false;
	}
	strbuf_printf(out, " }, %lld)", (long long)from->items_len);
	return true;
}

static bool write_list(struct statement *self, const argument *from, struct strbuf *out)
{
	for (size_t i = 0; i < sizeof list_forms / sizeof *list_forms; i++)
		if (list_forms[i].arm == from->arm || list_forms[i].sym_arm == from->arm)
			return write_plain_list(self, &list_forms[i], from, out);
	return write_items(self, from, out);
}

static bool wrap(struct strbuf *out, const char *maker, const char *c)
{
	if (c)
		strbuf_printf(out, "ct_value_%s(%s)", maker, c);
	return c != NULL;
}

static bool write_single(struct statement *self, const argument *from, struct strbuf *out)
{
	static const char *const makers[] = { [HELD_TENSOR] = "tensor",
					      [HELD_INT] = "int",
					      [HELD_FLOAT] = "float",
					      [HELD_BOOL] = "bool",
					      [HELD_TEXT] = "string" };
	const enum held held = argument_held(self->node->in, from);

	if (held == HELD_OBJECT)
		return false;
	if (held != HELD_NOTHING)
		return wrap(out, makers[held], argument_c(self, from, held));
	switch (from->arm) {
	case CT_ARM_SCALAR_TYPE:
		return wrap(out, "dtype", dtype_name_c(self->program, (ct_dtype)from->i));
	case CT_ARM_LAYOUT:
		return wrap(out, "layout", layout_name_c(self->program, (ct_layout)from->i));
	case CT_ARM_MEMORY_FORMAT:
		return wrap(out, "memory_format", memory_format_name_c((ct_memory_format)from->i));
	case CT_ARM_DEVICE:
		return wrap(out, "device", device_c(self, from));
	case CT_ARM_COMPLEX:
		return wrap(out, "scalar", scalar_c(self, from));
	default:
		strbuf_add(out, "ct_value_none()");
		return true;
	}
}

bool write_value(struct statement *self, const argument *from, struct strbuf *out)
{
	return ct_arm_is_list(from->arm) ? write_list(self, from, out)
					 : write_single(self, from, out);
}
