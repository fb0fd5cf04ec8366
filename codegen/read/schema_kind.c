/* schema_kind.c: what a schema says about its operator: what it writes and its kind. */
#include <string.h>

#include "read/schema.h"

size_t schema_self(const struct schema *schema)
{
	for (size_t i = 0; i < schema->args.len && !schema->args.at[i].is_keyword_only; i++)
		if (!strcmp(schema->args.at[i].name, "self"))
			return i;
	return schema->args.len;
}

static bool text_equal(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

bool alias_equal(const struct alias *a, const struct alias *b)
{
	return a && b && a->is_write == b->is_write && text_equal(a->before, b->before) &&
	       text_equal(a->after, b->after);
}

bool arg_is_written(const struct arg *arg)
{
	return arg->alias && arg->alias->is_write;
}

bool arg_is_out(const struct arg *arg)
{
	return arg->is_keyword_only && arg_is_written(arg);
}

/*
 * The name does not decide: 83 operators of 1.13.1 have out arguments without "out" in the overload
 * name. Writing self does not make an operator mutable; writing a later argument does.
 */
enum schema_kind schema_kind(const struct schema *schema)
{
	size_t self = schema_self(schema);
	bool is_mutable = false;

	if (schema->name.is_inplace)
		return KIND_INPLACE;
	for (size_t i = 0; i < schema->args.len; i++) {
		if (arg_is_out(&schema->args.at[i]))
			return KIND_OUT;
		is_mutable = is_mutable || (i != self && arg_is_written(&schema->args.at[i]));
	}
	return is_mutable ? KIND_MUTABLE : KIND_FUNCTIONAL;
}

const char *schema_kind_name(enum schema_kind kind)
{
	static const char *const names[] = {
		[KIND_FUNCTIONAL] = "functional",
		[KIND_INPLACE] = "inplace",
		[KIND_OUT] = "out",
		[KIND_MUTABLE] = "mutable",
	};

	return names[kind];
}
