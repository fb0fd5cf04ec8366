#include "compile/call/call.h"

#include <string.h>

#include <ctorch/core/dtype.h>

#include "compile/expression.h"
#include "core/base/names.h"
#include "read/schema.h"
#include "types/default_text.h"
#include "types/type_table.h"
#include "util/text.h"

typedef struct ct_graph_argument argument;

/* --- Names ------------------------------------------------------------------------------------ */

static const char *enumerator(struct program *program, const char *name)
{
	return arena_printf(program->arena, "CT_%s", text_upper(program->arena, name));
}

const char *dtype_name_c(struct program *program, ct_dtype dtype)
{
	return dtype == CT_DTYPE_NONE ? "CT_DTYPE_NONE" : enumerator(program, ct_dtype_name(dtype));
}

const char *layout_name_c(struct program *program, ct_layout layout)
{
	const char *name = ct_name_of_layout(layout);

	return layout == CT_LAYOUT_NONE
		       ? "CT_LAYOUT_NONE"
		       : enumerator(program, name + (name[0] == '_')); /* "_mkldnn" */
}

const char *memory_format_name_c(ct_memory_format format)
{
	static const char *const names[] = { "CT_MEMORY_FORMAT_NONE", "CT_CONTIGUOUS_FORMAT",
					     "CT_PRESERVE_FORMAT", "CT_CHANNELS_LAST",
					     "CT_CHANNELS_LAST_3D" };

	return format >= 0 && format <= CT_CHANNELS_LAST_3D ? names[format] : names[0];
}

const char *device_c(struct statement *self, const argument *from)
{
	struct arena *arena = self->program->arena;
	static const char *const known[] = { "cpu", "cuda", "meta", "mps", "xpu", "hpu" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(from->string, known[i]))
			return i == 0 ? "CT_DEVICE_CPU"
				      : arena_printf(arena, "CT_DEVICE(CT_DEVICE_TYPE_%s, %lld)",
						     text_upper(arena, known[i]),
						     (long long)from->index);
	return NULL;
}

const char *held_c(enum held held)
{
	static const char *const types[] = { [HELD_TENSOR] = "ct_tensor *",
					     [HELD_INT] = "int64_t ",
					     [HELD_FLOAT] = "double ",
					     [HELD_BOOL] = "bool ",
					     [HELD_TEXT] = "const char *" };

	return held == HELD_NOTHING || held == HELD_OBJECT ? NULL : types[held];
}

const char *local_new(struct statement *self, const char *wish)
{
	return identifier_in(self->program->arena, &self->node->in->taken, wish);
}

/* --- Expressions ------------------------------------------------------------------------------ */

enum held argument_held(const struct function *function, const argument *from)
{
	const struct variable *variable = variable_of(function, from);

	if (variable)
		return variable->held;
	switch (from->arm) {
	case CT_ARM_INT:
	case CT_ARM_SYM_INT:
		return HELD_INT;
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT:
		return HELD_FLOAT;
	case CT_ARM_BOOL:
	case CT_ARM_SYM_BOOL:
		return HELD_BOOL;
	case CT_ARM_STRING:
		return HELD_TEXT;
	default:
		return HELD_NOTHING;
	}
}

static void write_constant(struct program *program, struct strbuf *out, const argument *from,
			   enum held held)
{
	if (held == HELD_INT)
		write_int(out, from->i);
	else if (held == HELD_BOOL)
		strbuf_add(out, from->i ? "true" : "false");
	else if (held == HELD_FLOAT)
		write_float(program, out, from->f);
	else
		write_text(out, from->string);
}

/* Between numbers, as Python's operators convert them: a float is not an int. */
static const char *convert(struct arena *arena, const char *c, enum held from, enum held to)
{
	if (from == to)
		return c;
	if (to == HELD_FLOAT && (from == HELD_INT || from == HELD_BOOL))
		return arena_printf(arena, "(double)%s", c);
	if (to == HELD_INT && from == HELD_BOOL)
		return c;
	if (to == HELD_BOOL && from == HELD_INT)
		return arena_printf(arena, "%s != 0", c);
	return NULL;
}

const char *argument_c(struct statement *self, const argument *from, enum held held)
{
	const struct variable *variable = variable_of(self->node->in, from);
	const enum held has = argument_held(self->node->in, from);
	struct strbuf text = { 0 };
	const char *c = NULL;

	if (variable)
		return variable->held == HELD_NOTHING && held == HELD_TENSOR
			       ? "NULL"
			       : convert(self->program->arena, variable->c, has, held);
	if (held == HELD_TENSOR &&
	    (from->arm == CT_ARM_NONE || from->arm == CT_ARM_OPTIONAL_TENSOR))
		return "NULL";
	if (has == HELD_NOTHING)
		return NULL;
	if (has == HELD_INT && held == HELD_FLOAT)
		write_float(self->program, &text, (double)from->i);
	else
		write_constant(self->program, &text, from, has);
	if (has == HELD_INT && held == HELD_FLOAT)
		c = arena_strdup(self->program->arena, strbuf_str(&text));
	else
		c = convert(self->program->arena,
			    arena_strdup(self->program->arena, strbuf_str(&text)), has, held);
	strbuf_free(&text);
	return c;
}

const char *scalar_c(struct statement *self, const argument *from)
{
	static const char *const makers[] = {
		[HELD_INT] = "int", [HELD_FLOAT] = "float", [HELD_BOOL] = "bool"
	};
	const enum held held = argument_held(self->node->in, from);
	struct strbuf text = { 0 };
	const char *c;

	if (from->value == CT_NO_VALUE && from->arm == CT_ARM_COMPLEX) {
		strbuf_add(&text, "ct_scalar_complex(");
		write_float(self->program, &text, from->f);
		strbuf_add(&text, ", ");
		write_float(self->program, &text, from->imaginary);
		strbuf_add(&text, ")");
		c = arena_strdup(self->program->arena, strbuf_str(&text));
		strbuf_free(&text);
		return c;
	}
	if (held != HELD_INT && held != HELD_FLOAT && held != HELD_BOOL)
		return NULL;
	return arena_printf(self->program->arena, "ct_scalar_%s(%s)", makers[held],
			    argument_c(self, from, held));
}

/* --- Numbers for tensors ---------------------------------------------------------------------- */

/* A few operators accept a number in place of a tensor: docs/operators.md. */
static bool takes_numbers(const struct op *op)
{
	static const char *const names[] = { "add",          "sub", "subtract", "mul",
					     "multiply",     "div", "divide",   "true_divide",
					     "floor_divide", "to",  "_to_copy", "copy",
					     "_conj" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(op->schema.name.base, names[i]))
			return true;
	return false;
}

/* A tensor without dimensions, whose dtype gives way. */
static bool write_number(struct statement *self, const argument *from, struct strbuf *out)
{
	const char *number = scalar_c(self, from), *name;

	if (!number || !takes_numbers(self->node->op))
		return false;
	name = local_new(self, "number");
	strbuf_printf(&self->before,
		      "ct_tensor *%s;\nCT_TRY(ct_tensor_new_wrapped_number(%s, &%s));\n", name,
		      number, name);
	strbuf_printf(&self->after, "ct_tensor_free(%s);\n", name);
	strbuf_add(out, name);
	return true;
}

/* --- Lists ------------------------------------------------------------------------------------ */

static enum held held_of_base(enum base_type base)
{
	switch (base) {
	case T_TENSOR:
		return HELD_TENSOR;
	case T_INT:
	case T_SYM_INT:
	case T_DEVICE_INDEX:
		return HELD_INT;
	case T_FLOAT:
		return HELD_FLOAT;
	case T_BOOL:
	case T_SYM_BOOL:
		return HELD_BOOL;
	case T_STR:
		return HELD_TEXT;
	default:
		return HELD_NOTHING;
	}
}

static const char *item_c(struct statement *self, const argument *item, enum base_type base)
{
	if (base == T_SCALAR)
		return scalar_c(self, item);
	return argument_c(self, item, held_of_base(base));
}

static bool write_list(struct statement *self, const struct arg *arg, const argument *from,
		       struct strbuf *out)
{
	const enum base_type base = type_innermost(arg->type)->base;
	const struct type *type = type_without_optional(arg->type);
	const bool is_list = ct_arm_is_list(from->arm);
	const int64_t len = is_list ? from->items_len : type->size;

	if (!is_list && (type->size == 0 || base == T_TENSOR))
		return false;
	if (len == 0) {
		/* An optional list without a pointer is None. */
		if (arg->type->kind == TYPE_OPTIONAL)
			strbuf_printf(out, "(%s[]){ 0 }", arg->form->c_type->pointee);
		else
			strbuf_add(out, "NULL");
	} else {
		strbuf_printf(out, "(%s[]){ ",
			      base == T_TENSOR ? "ct_tensor *" : arg->form->c_type->pointee);
		for (int64_t i = 0; i < len; i++) {
			const char *c = item_c(self, is_list ? &from->items[i] : from, base);

			if (!c)
				return false;
			strbuf_add(out, i ? ", " : "");
			strbuf_add(out, c);
		}
		strbuf_add(out, " }");
	}
	if (arg->form->has_length)
		strbuf_printf(out, ", %lld", (long long)len);
	return true;
}

/* --- All of them ------------------------------------------------------------------------------ */

static const char *single_c(struct statement *self, enum base_type base, const argument *from)
{
	switch (base) {
	case T_SCALAR_TYPE:
		return from->arm == CT_ARM_SCALAR_TYPE
			       ? dtype_name_c(self->program, (ct_dtype)from->i)
			       : NULL;
	case T_LAYOUT:
		return from->arm == CT_ARM_LAYOUT ? layout_name_c(self->program, (ct_layout)from->i)
						  : NULL;
	case T_MEMORY_FORMAT:
		return from->arm == CT_ARM_MEMORY_FORMAT
			       ? memory_format_name_c((ct_memory_format)from->i)
			       : NULL;
	case T_DEVICE:
		return from->arm == CT_ARM_DEVICE ? device_c(self, from) : NULL;
	case T_SCALAR:
		return scalar_c(self, from);
	default:
		return argument_c(self, from, held_of_base(base));
	}
}

static bool write_none(const struct arg *arg, struct strbuf *out)
{
	if (arg->form->c_type->none)
		strbuf_add(out, arg->form->c_type->none);
	else
		strbuf_add(out, arg->form->has_length ? "NULL, 0" : "NULL");
	return arg->type->kind == TYPE_OPTIONAL;
}

/* An optional number is behind a pointer. */
static bool write_single(struct statement *self, const struct arg *arg, const argument *from,
			 struct strbuf *out)
{
	const enum base_type base = type_innermost(arg->type)->base;
	const char *c = single_c(self, base, from);

	if (!c)
		return base == T_TENSOR && write_number(self, from, out);
	if (arg->type->kind == TYPE_OPTIONAL && arg->form->c_type->pointee)
		strbuf_printf(out, "(%s[]){ %s }", arg->form->c_type->pointee, c);
	else
		strbuf_add(out, c);
	return true;
}

bool write_argument(struct statement *self, const struct arg *arg, const argument *from,
		    struct strbuf *out)
{
	const struct type *type = type_without_optional(arg->type);

	if (!from || (from->arm == CT_ARM_NONE && type_innermost(arg->type)->base == T_GENERATOR)) {
		default_text(out, arg);
		return true;
	}
	if (from->arm == CT_ARM_NONE && from->value == CT_NO_VALUE)
		return write_none(arg, out);
	return type->kind == TYPE_LIST ? write_list(self, arg, from, out)
				       : write_single(self, arg, from, out);
}
