#include "autogen.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "schema.h"
#include "spec.h"
#include "text.h"

/* The forms of one operator: add.Tensor, add_.Tensor and add.out are one group. */
struct group {
	const char *signature; /* what they have in common, as text */
	struct op *by_kind[KIND_MUTABLE + 1];
	size_t count;
	UT_hash_handle hh;
};

/* --- schemas from schemas --------------------------------------------------------------------- */

static const char *kept_name(struct arena *arena, const struct arg *arg)
{
	return arena_printf(arena, "%s_out", arg->name);
}

static bool is_named(const struct arg *arg, const char *name, const char *base)
{
	const struct type *type = arg->type;

	if (type->kind == TYPE_OPTIONAL)
		type = type->element;
	return !strcmp(arg->name, name) && type->kind == TYPE_BASE && !strcmp(type->base, base);
}

/* Where the four arguments of a factory begin: dtype, layout, device, pin_memory. */
static bool begins_tensor_options(const struct schema *schema, size_t i)
{
	const struct arg *arg = &schema->args.at[i];

	return i + 4 <= schema->args.len && arg->is_keyword_only &&
	       is_named(&arg[0], "dtype", "ScalarType") && is_named(&arg[1], "layout", "Layout") &&
	       is_named(&arg[2], "device", "Device") && is_named(&arg[3], "pin_memory", "bool");
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

/* No annotations, no out arguments, no tensor options. */
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

static struct schema functional_form(struct arena *arena, const struct schema *from)
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
	/* The yaml gives bernoulli.p no default although bernoulli_.float has one. */
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

/* The i-th letter that no argument's annotation uses; "a26" and so on when there is none left. */
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

static bool is_plain_tensor(const struct type *type)
{
	return type->kind == TYPE_BASE && !strcmp(type->base, "Tensor");
}

/*
 * Every tensor that is returned becomes an out argument. When all returns are plain tensors the
 * out arguments are returned too, else only what is no tensor.
 */
static void add_outs(struct arena *arena, struct schema *to, const struct schema *from)
{
	bool all_plain = true;

	for (size_t i = 0; i < from->rets.len; i++)
		all_plain = all_plain && is_plain_tensor(from->rets.at[i].type);
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

/* The written arguments stay written. */
static struct schema out_form_of_mutable(struct arena *arena, const struct schema *from)
{
	struct schema to = { .name = from->name };

	name_out_form(arena, &to.name);
	for (size_t i = 0; i < from->args.len; i++)
		vec_push(arena, &to.args, from->args.at[i]);
	add_outs(arena, &to, from);
	return to;
}

static struct schema out_form(struct arena *arena, const struct op *op)
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

/* --- which groups get one --------------------------------------------------------------------- */

static bool value_is_true(const struct value *value)
{
	return value->len && (value->at[0].text[0] == 'T' || value->at[0].text[0] == 't');
}

static bool entry_has_tag(const struct entry *entry, const char *tag)
{
	const struct value *tags = &entry->values[KEY_TAGS];

	for (size_t i = 0; i < tags->len; i++)
		if (!strcmp(tags->at[i].text, tag))
			return true;
	return false;
}

/* Without any kernel of its own an operator is made of others, autograd included. */
static bool is_composite_implicit(const struct entry *entry)
{
	const struct value *dispatch = &entry->values[KEY_DISPATCH];

	if (dispatch->form == FORM_NONE)
		return !value_is_true(&entry->values[KEY_STRUCTURED]) &&
		       !entry->values[KEY_STRUCTURED_DELEGATE].len;
	for (size_t i = 0; i < dispatch->len; i++)
		if (dispatch->at[i].key &&
		    text_has_word(dispatch->at[i].key, "CompositeImplicitAutograd", ", "))
			return true;
	return false;
}

static bool is_view(const struct op *op)
{
	const struct schema *schema = &op->schema;

	for (size_t i = 0; i < schema->rets.len; i++)
		if (schema->rets.at[i].alias && !schema->rets.at[i].alias->is_write)
			return true;
	for (size_t i = 0; i < schema->args.len; i++)
		if (schema->args.at[i].alias && schema->args.at[i].alias->after &&
		    strchr(schema->args.at[i].alias->after, '*'))
			return true;
	return entry_has_tag(op->entry, "inplace_view") && strcmp(op->name, "resize_") &&
	       strcmp(op->name, "resize_as_");
}

/* set_ is a view that torchgen treats as an ordinary in-place operator. */
static bool is_set(const struct op *op)
{
	return !strcmp(op->schema.name.base, "set") && op->schema.name.is_inplace;
}

/* Until 2.5 torchgen derived nothing from composite operators, those of the core not excepted. */
static bool derives_from_core(const struct spec *spec)
{
	return !spec->release || spec_compare_releases(spec->release, "2.6.0") >= 0;
}

static bool is_left_alone(const struct spec *spec, const struct group *group)
{
	bool all_manual = true, all_composite = true, any_core = false;

	for (enum schema_kind kind = 0; kind <= KIND_MUTABLE; kind++) {
		const struct op *op = group->by_kind[kind];

		if (!op)
			continue;
		if (is_view(op) && !is_set(op))
			return true;
		all_manual = all_manual &&
			     value_is_true(&op->entry->values[KEY_MANUAL_CPP_BINDING]);
		all_composite = all_composite && is_composite_implicit(op->entry);
		any_core = any_core ||
			   (derives_from_core(spec) && entry_has_tag(op->entry, "core"));
	}
	return all_manual || (all_composite && !any_core);
}

/*
 * Two exceptions that torchgen makes too: an out form alone has a functional one that the grouping
 * does not find (adaptive_avg_pool3d_backward.grad_input), and polygamma_ fits no group because
 * polygamma has an argument before self.
 */
static bool is_ungroupable(const struct group *group)
{
	const struct op *inplace = group->by_kind[KIND_INPLACE];

	return (group->by_kind[KIND_OUT] && group->count == 1) ||
	       (inplace && !strcmp(inplace->name, "polygamma_"));
}

static const struct op *base_of(const struct group *group)
{
	static const enum schema_kind order[] = { KIND_MUTABLE, KIND_INPLACE, KIND_OUT,
						  KIND_FUNCTIONAL };
	size_t i = 0;

	while (!group->by_kind[order[i]])
		i++;
	return group->by_kind[order[i]];
}

static bool can_get_out_form(const struct op *op)
{
	const struct value *autogen = &op->entry->values[KEY_AUTOGEN];
	bool has_result = op->kind == KIND_INPLACE;

	for (size_t i = 0; i < op->schema.rets.len; i++)
		has_result = has_result || type_is_tensor_like(op->schema.rets.at[i].type);
	return has_result && autogen->len && strstr(autogen->at[0].text, "out");
}

/* --- the pass --------------------------------------------------------------------------------- */

struct op *op_from_schema(struct arena *arena, const struct entry *entry,
			  const struct schema *schema)
{
	struct op *op = arena_alloc(arena, sizeof *op);
	struct strbuf text = { 0 };

	op->entry = entry;
	op->schema = *schema;
	op->kind = schema_kind(schema);
	schema_print(&text, schema);
	op->func = arena_strdup(arena, strbuf_str(&text));
	strbuf_clear(&text);
	op_name_print(&text, &schema->name);
	op->name = arena_strdup(arena, strbuf_str(&text));
	strbuf_free(&text);
	return op;
}

static void add_derived(struct arena *arena, struct model *model, const struct op *base,
			const struct schema *schema)
{
	struct op *op = op_from_schema(arena, base->entry, schema);

	op->is_derived = true;
	vec_push(arena, &model->ops, op);
	model->derived++;
}

static void derive(struct arena *arena, struct model *model, const struct group *group)
{
	bool has_out = group->by_kind[KIND_OUT] != NULL;
	const struct op *base;
	struct schema schema;

	if (is_left_alone(model->spec, group) || is_ungroupable(group))
		return;
	base = base_of(group);
	if (!has_out && can_get_out_form(base)) {
		schema = out_form(arena, base);
		add_derived(arena, model, base, &schema);
		has_out = true;
	}
	if (has_out && !group->by_kind[KIND_FUNCTIONAL]) {
		schema = functional_form(arena, &base->schema);
		add_derived(arena, model, base, &schema);
	}
}

static struct group *find_group(struct arena *arena, struct group **groups, const struct op *op)
{
	const char *text = op_signature(arena, op, true);
	struct group *group;

	HASH_FIND_STR(*groups, text, group);
	if (!group) {
		group = arena_alloc(arena, sizeof *group);
		group->signature = text;
		HASH_ADD_KEYPTR(hh, *groups, group->signature, strlen(group->signature), group);
	}
	return group;
}

/* A second operator of the same kind would have the same derived forms. */
static void add_to_group(struct diag *diag, struct group *group, struct op *op)
{
	const struct op *twin = group->by_kind[op->kind];

	if (twin) {
		diag_error(diag, op->entry->loc, NULL,
			   "'%s' and '%s' differ in nothing that a derived operator could keep "
			   "apart: both are %s, with the same arguments and returns",
			   op->name, twin->name, schema_kind_name(op->kind));
		diag_note(diag, twin->entry->loc, "'%s' is here", twin->name);
		return;
	}
	group->by_kind[op->kind] = op;
	group->count++;
}

/*
 * `autogen:` can only name forms of the entry's own operator. That all of them are then derived is
 * not asked for: 1.13.1 names one that its own rules leave out.
 */
static void check_named(struct arena *arena, struct diag *diag, const struct op *op)
{
	const struct value *autogen = &op->entry->values[KEY_AUTOGEN];
	const char *text = autogen->len ? autogen->at[0].text : "";

	for (size_t length; *text; text += length, text += strspn(text, ", ")) {
		struct loc loc = autogen->at[0].loc;
		struct op_name name;

		length = strcspn(text, ",");
		loc.column += (size_t)(text - autogen->at[0].text);
		if (op_name_parse(arena, diag, loc, arena_strndup(arena, text, length), &name) &&
		    strcmp(name.base, op->schema.name.base))
			diag_error(diag, loc, NULL, "'%.*s' is no form of '%s'", (int)length, text,
				   op->name);
	}
}

bool autogen_derive(struct arena *arena, struct diag *diag, struct model *model)
{
	struct group *groups = NULL, *group;
	size_t before = diag->errors;

	for (size_t i = 0; i < model->ops.len; i++) {
		struct op *op = model->ops.at[i];

		check_named(arena, diag, op);
		add_to_group(diag, find_group(arena, &groups, op), op);
	}
	/* What is derived from a part of the operators would be wrong. uthash walks in the order of
	 * insertion, so the result does not depend on the hash. */
	for (group = groups; group && diag->errors == before; group = group->hh.next)
		derive(arena, model, group);
	HASH_CLEAR(hh, groups);
	return diag->errors == before;
}
