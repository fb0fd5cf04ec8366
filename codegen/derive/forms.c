#include "derive/forms.h"

#include <string.h>

#include "read/schema.h"

static const char *kept_name(struct arena *arena, const struct arg *arg)
{
	return arena_printf(arena, "%s_out", arg->name);
}

static bool is_named(const struct arg *arg, const char *name, enum base_type base)
{
	return !strcmp(arg->name, name) && type_is(type_without_optional(arg->type), base);
}

/* True at the start of the four arguments of a factory: dtype, layout, device, pin_memory. */
static bool begins_tensor_options(const struct schema *schema, size_t i)
{
	const struct arg *arg = &schema->args.at[i];

	return i + 4 <= schema->args.len && arg->is_keyword_only &&
	       is_named(&arg[0], "dtype", T_SCALAR_TYPE) && is_named(&arg[1], "layout", T_LAYOUT) &&
	       is_named(&arg[2], "device", T_DEVICE) && is_named(&arg[3], "pin_memory", T_BOOL);
}

static bool is_returned(const struct schema *schema, const struct arg *arg)
{
	for (size_t i = 0; i < schema->rets.len; i++)
		if (alias_equal(schema->rets.at[i].alias, arg->alias))
			return true;
	return false;
}

/* A written argument that is not returned becomes a return of the functional form. */
static void add_written(struct arena *arena, struct schema *to, const struct schema *from,
			const struct arg *arg)
{
	if (arg_is_written(arg) && !is_returned(from, arg))
		vec_push(arena, &to->rets,
			 (struct ret){ .name = kept_name(arena, arg), .type = arg->type });
}

/* self first, then the out arguments, then the other positional ones. */
static void add_all_written(struct arena *arena, struct schema *to, const struct schema *from)
{
	size_t self = schema_self(from);

	if (self < from->args.len)
		add_written(arena, to, from, &from->args.at[self]);
	for (size_t i = 0; i < from->args.len; i++)
		if (arg_is_out(&from->args.at[i]))
			add_written(arena, to, from, &from->args.at[i]);
	for (size_t i = self < from->args.len ? self + 1 : 0; i < from->args.len; i++)
		if (!from->args.at[i].is_keyword_only)
			add_written(arena, to, from, &from->args.at[i]);
}

/* Without annotations, out arguments and tensor options. */
static void add_plain_args(struct arena *arena, struct schema *to, const struct schema *from)
{
	for (size_t i = 0; i < from->args.len; i++) {
		struct arg arg = from->args.at[i];

		if (begins_tensor_options(from, i)) {
			i += 3;
			continue;
		}
		if (arg_is_out(&arg))
			continue;
		arg.alias = NULL;
		vec_push(arena, &to->args, arg);
	}
}

struct schema functional_form(struct arena *arena, const struct schema *from)
{
	struct schema to = { .name = from->name };

	to.name.is_inplace = false;
	to.name.is_functional = schema_kind(from) == KIND_MUTABLE;
	add_plain_args(arena, &to, from);
	for (size_t i = 0; i < from->rets.len; i++) {
		struct ret ret = from->rets.at[i];

		ret.alias = NULL;
		vec_push(arena, &to.rets, ret);
	}
	add_all_written(arena, &to, from);
	return to;
}

const char *op_signature(struct arena *arena, const struct op *op, bool with_defaults)
{
	struct schema plain = functional_form(arena, &op->schema);
	struct strbuf text = { 0 };
	const char *result;

	plain.name.overload = "";
	plain.name.is_functional = false;
	for (size_t i = 0; i < plain.rets.len; i++)
		plain.rets.at[i].name = NULL;
	/* bernoulli.p has no default in the yaml, but bernoulli_.float has one. */
	if (!strcmp(op->name, "bernoulli.p"))
		for (size_t i = 0; i < plain.args.len; i++)
			if (!strcmp(plain.args.at[i].name, "p"))
				plain.args.at[i].default_text = "0.5";
	for (size_t i = 0; !with_defaults && i < plain.args.len; i++)
		plain.args.at[i].default_text = NULL;
	schema_print(&text, &plain);
	result = arena_strdup(arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

static void name_out_form(struct arena *arena, struct op_name *name)
{
	name->overload = *name->overload ? arena_printf(arena, "%s_out", name->overload) : "out";
	name->is_inplace = false;
	name->is_functional = false;
}

/* add_(Tensor(a!) self, ...) -> Tensor(a!) => add.out(Tensor self, ..., Tensor(a!) out) -> ... */
static struct schema out_form_of_inplace(struct arena *arena, const struct schema *from)
{
	struct schema to = { .name = from->name };
	size_t self = schema_self(from);
	struct arg out = from->args.at[self];

	name_out_form(arena, &to.name);
	for (size_t i = 0; i < from->rets.len; i++)
		vec_push(arena, &to.rets, from->rets.at[i]);
	for (size_t i = 0; i < from->args.len; i++) {
		struct arg arg = from->args.at[i];

		if (i == self)
			arg.alias = NULL;
		vec_push(arena, &to.args, arg);
	}
	out.name = "out";
	out.default_text = NULL;
	out.is_keyword_only = true;
	vec_push(arena, &to.args, out);
	return to;
}

/* The i-th letter that no annotation of an argument uses, or "a26" etc. after the last letter. */
static const struct alias *free_alias(struct arena *arena, const struct schema *schema, size_t i)
{
	struct alias *result = arena_alloc(arena, sizeof *result);
	size_t number = i;
	char used[256] = { 0 };

	*result = (struct alias){ arena_printf(arena, "a%zu", number), true, NULL };
	for (size_t j = 0; j < schema->args.len; j++)
		if (schema->args.at[j].alias)
			for (const char *c = schema->args.at[j].alias->before; *c; c++)
				used[(unsigned char)*c] = 1;
	for (char letter = 'a'; letter <= 'z'; letter++) {
		if (used[(unsigned char)letter] || i--)
			continue;
		result->before = arena_strndup(arena, &letter, 1);
		break;
	}
	return result;
}

/*
 * Every returned tensor becomes an out argument. If all returns are plain tensors, the out
 * arguments are also returned; otherwise only the returns that are not tensors are.
 */
static void add_outs(struct arena *arena, struct schema *to, const struct schema *from)
{
	bool all_plain = true;

	for (size_t i = 0; i < from->rets.len; i++)
		all_plain = all_plain && type_is(from->rets.at[i].type, T_TENSOR);
	for (size_t i = 0; i < from->rets.len; i++) {
		const struct ret *ret = &from->rets.at[i];
		struct arg out = { .type = ret->type, .is_keyword_only = true };

		if (!type_is_tensor_like(ret->type)) {
			vec_push(arena, &to->rets, *ret);
			continue;
		}
		out.name = from->rets.len == 1 ? "out" : arena_printf(arena, "out%zu", i);
		out.alias = free_alias(arena, from, i);
		vec_push(arena, &to->args, out);
		if (all_plain)
			vec_push(arena, &to->rets,
				 (struct ret){ .type = ret->type, .alias = out.alias });
	}
}

static struct schema out_form_of_functional(struct arena *arena, const struct schema *from)
{
	struct schema to = { .name = from->name };

	name_out_form(arena, &to.name);
	add_plain_args(arena, &to, from);
	add_outs(arena, &to, from);
	return to;
}

/* Written arguments remain written. */
static struct schema out_form_of_mutable(struct arena *arena, const struct schema *from)
{
	struct schema to = { .name = from->name };

	name_out_form(arena, &to.name);
	for (size_t i = 0; i < from->args.len; i++)
		vec_push(arena, &to.args, from->args.at[i]);
	add_outs(arena, &to, from);
	return to;
}

struct schema out_form(struct arena *arena, const struct op *op)
{
	switch (op->kind) {
	case KIND_INPLACE:
		return out_form_of_inplace(arena, &op->schema);
	case KIND_MUTABLE:
		return out_form_of_mutable(arena, &op->schema);
	default:
		return out_form_of_functional(arena, &op->schema);
	}
}
