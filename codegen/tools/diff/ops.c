#include "tools/diff/ops.h"

#include "types/type_table.h"
#include "read/schema.h"
#include "util/strbuf.h"

/* --- types ------------------------------------------------------------------------------------ */

struct c_types {
	VEC(const struct c_type *);
};

static struct c_types c_types(struct arena *arena, const struct op *op)
{
	struct c_types types = { 0 };

	for (size_t i = 0; i < op->schema.args.len; i++) {
		vec_push(arena, &types, op->schema.args.at[i].form->c_type);
		if (op->schema.args.at[i].c_length)
			vec_push(arena, &types, &c_int64);
	}
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		vec_push(arena, &types, op->schema.rets.at[i].form->c_type);
		if (op->schema.rets.at[i].c_length)
			vec_push(arena, &types, &c_int64_result);
	}
	return types;
}

static bool types_equal(const struct c_types *a, const struct c_types *b)
{
	bool equal = a->len == b->len;

	for (size_t i = 0; equal && i < a->len; i++)
		equal = a->at[i] == b->at[i];
	return equal;
}

static bool all_convert(const struct c_types *before, const struct c_types *after)
{
	bool fine = before->len == after->len;

	for (size_t i = 0; fine && i < before->len; i++)
		fine = c_type_converts(before->at[i], after->at[i]);
	return fine;
}

/*
 * True if all values of one type are also values of the other, which has the same C type. The size
 * of a list is only advice, unless C passes the list without a length (bool[3]).
 */
static bool fits(const struct type *value, const struct type *place, bool size_counts)
{
	if (value->kind != TYPE_OPTIONAL && place->kind == TYPE_OPTIONAL)
		return fits(value, place->element, size_counts);
	if (value->kind != place->kind)
		return false;
	if (value->kind == TYPE_BASE)
		return type_bases_equal_in_c(value, place);
	if (value->kind == TYPE_LIST && size_counts && value->size != place->size)
		return false;
	return fits(value->element, place->element, size_counts);
}

/* --- the details of an operator in both releases ---------------------------------------------- */

/* The two versions of a function, and what was found so far. */
struct comparison {
	struct arena *arena;
	const struct op *before, *after;
	struct change *change;
	enum change_kind gravest;
};

static void add_detail(struct comparison *c, enum change_kind weight, struct detail detail)
{
	vec_push(c->arena, &c->change->details, detail);
	if (weight < c->gravest)
		c->gravest = weight;
}

static bool text_equal(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Adds it if the texts differ. */
static void compare_texts(struct comparison *c, enum change_kind weight, struct detail detail)
{
	if (!text_equal(detail.before, detail.after))
		add_detail(c, weight, detail);
}

static const char *passed_text(const struct arg *arg)
{
	return arg->is_keyword_only ? "keyword-only" : "positional";
}

static void compare_args(struct comparison *c, const struct arg *before, const struct arg *after)
{
	const char *of = after->name;
	bool same_c = before->form->c_type == after->form->c_type;
	bool all_fit = same_c && fits(before->type, after->type, !after->form->has_length);

	compare_texts(c, CHANGE_INVISIBLE,
		      (struct detail){ DETAIL_NAME, false, of, before->name, after->name });
	compare_texts(c, CHANGE_INVISIBLE,
		      (struct detail){ DETAIL_PASSED, false, of, passed_text(before),
				       passed_text(after) });
	compare_texts(c, all_fit ? CHANGE_INVISIBLE : CHANGE_MEANING,
		      (struct detail){ DETAIL_TYPE, false, of, type_text(c->arena, before->type),
				       type_text(c->arena, after->type) });
	compare_texts(c, CHANGE_DEFAULT,
		      (struct detail){ DETAIL_DEFAULT, false, of, before->default_text,
				       after->default_text });
	compare_texts(c, CHANGE_DEFAULT,
		      (struct detail){ DETAIL_ALIAS, false, of, alias_text(c->arena, before->alias),
				       alias_text(c->arena, after->alias) });
}

static size_t find_arg(const struct schema *schema, const char *name)
{
	size_t i = 0;

	while (i < schema->args.len && strcmp(schema->args.at[i].name, name))
		i++;
	return i;
}

/*
 * The index in the old schema of what is now argument `i`: the argument of the same name, or else
 * the one in the same place, if C passes it in the same way and its old name is gone. args.len if
 * there is none.
 */
static size_t former(const struct comparison *c, size_t i)
{
	const struct schema *before = &c->before->schema, *after = &c->after->schema;
	size_t named = find_arg(before, after->args.at[i].name);

	if (named < before->args.len)
		return named;
	if (i < before->args.len && find_arg(after, before->args.at[i].name) == after->args.len &&
	    before->args.at[i].form->c_type == after->args.at[i].form->c_type)
		return i;
	return before->args.len;
}

/*
 * True if argument `i`, formerly `was`, has changed places with another. An argument that only
 * moved because of a new one has not.
 */
static bool is_moved(const struct comparison *c, size_t i, size_t was)
{
	for (size_t j = 0; j < c->after->schema.args.len; j++) {
		size_t other = former(c, j);

		if (other < c->before->schema.args.len && j != i && (j < i) != (other < was))
			return true;
	}
	return false;
}

static void compare_all_args(struct comparison *c)
{
	const struct schema *before = &c->before->schema, *after = &c->after->schema;
	bool *is_kept = arena_alloc(c->arena, before->args.len + 1);

	for (size_t i = 0; i < after->args.len; i++) {
		const struct arg *arg = &after->args.at[i];
		size_t was = former(c, i);

		if (was == before->args.len) {
			add_detail(c, CHANGE_MEANING,
				   (struct detail){ DETAIL_NEW, false, arg->name, NULL,
						    type_text(c->arena, arg->type) });
			continue;
		}
		is_kept[was] = true;
		if (is_moved(c, i, was))
			add_detail(c, CHANGE_MEANING,
				   (struct detail){ DETAIL_POSITION, false, arg->name,
						    arena_printf(c->arena, "%zu", was + 1),
						    arena_printf(c->arena, "%zu", i + 1) });
		compare_args(c, &before->args.at[was], arg);
	}
	for (size_t i = 0; i < before->args.len; i++)
		if (!is_kept[i])
			add_detail(c, CHANGE_MEANING,
				   (struct detail){ DETAIL_GONE, false, before->args.at[i].name,
						    type_text(c->arena, before->args.at[i].type),
						    NULL });
}

static size_t find_ret(const struct schema *schema, const char *name)
{
	size_t i = 0;

	while (i < schema->rets.len &&
	       (!schema->rets.at[i].name || strcmp(schema->rets.at[i].name, name) != 0))
		i++;
	return i;
}

/*
 * The index in the old schema of what is now result `i`: the result of the same name, or else the
 * one in the same place, if its old name is gone. Most results have no name. rets.len if none.
 */
static size_t former_ret(const struct comparison *c, size_t i)
{
	const struct schema *before = &c->before->schema, *after = &c->after->schema;
	const char *name = after->rets.at[i].name, *in_place;
	size_t named = name ? find_ret(before, name) : before->rets.len;

	if (named < before->rets.len || i >= before->rets.len)
		return named;
	in_place = before->rets.at[i].name;
	return in_place && find_ret(after, in_place) < after->rets.len ? before->rets.len : i;
}

static void compare_rets(struct comparison *c, const struct ret *before, const struct ret *after)
{
	const char *of = after->c_name;

	compare_texts(c, CHANGE_INVISIBLE,
		      (struct detail){ DETAIL_NAME, true, of, before->name, after->name });
	compare_texts(c, fits(after->type, before->type, false) ? CHANGE_INVISIBLE : CHANGE_MEANING,
		      (struct detail){ DETAIL_TYPE, true, of, type_text(c->arena, before->type),
				       type_text(c->arena, after->type) });
	compare_texts(c, CHANGE_DEFAULT,
		      (struct detail){ DETAIL_ALIAS, true, of, alias_text(c->arena, before->alias),
				       alias_text(c->arena, after->alias) });
}

static void compare_all_rets(struct comparison *c)
{
	const struct schema *before = &c->before->schema, *after = &c->after->schema;
	bool *is_kept = arena_alloc(c->arena, before->rets.len + 1);

	for (size_t i = 0; i < after->rets.len; i++) {
		const struct ret *ret = &after->rets.at[i];
		size_t was = former_ret(c, i);

		if (was == before->rets.len) {
			add_detail(c, CHANGE_MEANING,
				   (struct detail){ DETAIL_NEW, true, ret->c_name, NULL,
						    type_text(c->arena, ret->type) });
			continue;
		}
		is_kept[was] = true;
		if (i != was)
			add_detail(c, CHANGE_MEANING,
				   (struct detail){ DETAIL_POSITION, true, ret->c_name,
						    arena_printf(c->arena, "%zu", was + 1),
						    arena_printf(c->arena, "%zu", i + 1) });
		compare_rets(c, &before->rets.at[was], ret);
	}
	for (size_t i = 0; i < before->rets.len; i++)
		if (!is_kept[i])
			add_detail(c, CHANGE_MEANING,
				   (struct detail){ DETAIL_GONE, true, before->rets.at[i].c_name,
						    type_text(c->arena, before->rets.at[i].type),
						    NULL });
}

enum change_kind diff_ops(struct arena *arena, struct change *change)
{
	struct comparison c = { arena, change->before, change->after, change, CHANGE_INVISIBLE };
	struct c_types before = c_types(arena, c.before), after = c_types(arena, c.after);

	compare_texts(&c, CHANGE_INVISIBLE,
		      (struct detail){ DETAIL_NAME, false, c.after->name, c.before->name,
				       c.after->name });
	compare_all_args(&c);
	compare_all_rets(&c);
	if (types_equal(&before, &after))
		return c.gravest;
	change->converts = all_convert(&before, &after);
	return CHANGE_SIGNATURE;
}
