#include "read/schema.h"

#include <string.h>

void op_base_name_print(struct strbuf *out, const struct op_name *name)
{
	if (name->is_dunder)
		strbuf_printf(out, "__%s%s__", name->is_inplace ? "i" : "", name->base);
	else
		strbuf_printf(out, "%s%s", name->base,
			      name->is_inplace      ? "_"
			      : name->is_functional ? "_functional"
						    : "");
}

void op_name_print(struct strbuf *out, const struct op_name *name)
{
	op_base_name_print(out, name);
	if (*name->overload)
		strbuf_printf(out, ".%s", name->overload);
}

static void print_alias(struct strbuf *out, const struct alias *alias)
{
	strbuf_printf(out, "(%s%s", alias->before, alias->is_write ? "!" : "");
	if (alias->after)
		strbuf_printf(out, " -> %s", alias->after);
	strbuf_add(out, ")");
}

const char *alias_text(struct arena *arena, const struct alias *alias)
{
	struct strbuf text = { 0 };
	const char *result;

	if (!alias)
		return NULL;
	print_alias(&text, alias);
	result = arena_strdup(arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

static void print_annotated(struct strbuf *out, const struct type *type, const struct alias *alias)
{
	if (type->kind == TYPE_BASE) {
		strbuf_add(out, type->name);
		if (alias)
			print_alias(out, alias);
		return;
	}
	print_annotated(out, type->element, alias);
	if (type->kind == TYPE_OPTIONAL)
		strbuf_add(out, "?");
	else if (type->size)
		strbuf_printf(out, "[%d]", type->size);
	else
		strbuf_add(out, "[]");
}

void type_print(struct strbuf *out, const struct type *type)
{
	print_annotated(out, type, NULL);
}

const char *type_text(struct arena *arena, const struct type *type)
{
	struct strbuf text = { 0 };
	const char *result;

	type_print(&text, type);
	result = arena_strdup(arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

static void print_arg(struct strbuf *out, const struct arg *arg)
{
	print_annotated(out, arg->type, arg->alias);
	strbuf_printf(out, " %s", arg->name);
	if (arg->default_text)
		strbuf_printf(out, "=%s", arg->default_text);
}

static void print_ret(struct strbuf *out, const struct ret *ret)
{
	print_annotated(out, ret->type, ret->alias);
	if (ret->name)
		strbuf_printf(out, " %s", ret->name);
}

static void print_args(struct strbuf *out, const struct schema *schema)
{
	bool in_keywords = false;

	for (size_t i = 0; i < schema->args.len; i++) {
		const struct arg *arg = &schema->args.at[i];

		strbuf_add(out, i ? ", " : "");
		if (arg->is_keyword_only && !in_keywords)
			strbuf_add(out, "*, ");
		in_keywords = arg->is_keyword_only;
		print_arg(out, arg);
	}
}

void schema_print(struct strbuf *out, const struct schema *schema)
{
	bool is_tuple = schema->rets.len != 1;

	op_name_print(out, &schema->name);
	strbuf_add(out, "(");
	print_args(out, schema);
	strbuf_add(out, is_tuple ? ") -> (" : ") -> ");
	for (size_t i = 0; i < schema->rets.len; i++) {
		strbuf_add(out, i ? ", " : "");
		print_ret(out, &schema->rets.at[i]);
	}
	strbuf_add(out, is_tuple ? ")" : "");
}
