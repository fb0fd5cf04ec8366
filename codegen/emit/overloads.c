/*
 * The macros by which CT(add, ...) finds an overload of `add`: by the C types of the arguments where
 * they tell the overloads apart, else by the only one that needs the fewest arguments. Otherwise
 * the macro is an error of the compiler's that names the overloads.
 */
#include <string.h>

#include "emit/call.h"
#include "emit/wrap.h"
#include "name/type_table.h"

/* The overloads that a name may mean. */
struct candidates {
	const struct op *at[32];
	size_t len;
};

enum { CANDIDATES_AT_MOST = sizeof((struct candidates *)0)->at / sizeof(void *) };

/* The kinds of arguments that C tells apart: CT_IF_TENSOR_, CT_AS_TENSOR_ in ctorch/call.h. An int
 * is a number, too, so that one of these two may be among others. */
static const struct kind {
	const struct c_type *c_type;
	bool has_length;
	const char *name;
} kinds[] = {
	{ &c_const_tensor, false, "TENSOR" },
	{ &c_tensors, true, "TENSORS" },
	{ &c_const_scalars, true, "SCALARS" },
	{ &c_const_int64s, true, "INTS" },
	{ &c_int64, false, "INT" },
	{ &c_scalar, false, "NUMBER" },
};

enum { KINDS = sizeof kinds / sizeof *kinds, KIND_INT = KINDS - 2, KIND_NUMBER = KINDS - 1 };

static size_t base_length(const struct op *op)
{
	return strcspn(op->name, ".");
}

static bool has_base(const struct op *op, const char *base, size_t length)
{
	return base_length(op) == length && !strncmp(op->name, base, length);
}

static const struct arg *arg_at(const struct op *op, size_t i)
{
	return &op->schema.args.at[i];
}

/* KINDS for what has none. */
static size_t kind_of(const struct arg *arg)
{
	size_t k = 0;

	while (k < KINDS && (kinds[k].c_type != arg->form->c_type ||
			     kinds[k].has_length != arg->form->has_length))
		k++;
	return k;
}

static bool is_same(const struct arg *a, const struct arg *b)
{
	return a->form->c_type == b->form->c_type && a->form->has_length == b->form->has_length &&
	       (a->type->kind == TYPE_OPTIONAL) == (b->type->kind == TYPE_OPTIONAL);
}

static bool all_same(const struct candidates *all, size_t i)
{
	for (size_t k = 1; k < all->len; k++)
		if (!is_same(arg_at(all->at[0], i), arg_at(all->at[k], i)))
			return false;
	return true;
}

/* True if C tells the candidates' arguments at `i` apart. */
static bool can_choose(const struct candidates *all, size_t i)
{
	bool has[KINDS + 1] = { false };

	for (size_t k = 0; k < all->len; k++)
		has[kind_of(arg_at(all->at[k], i))] = true;
	return !all_same(all, i) && !has[KINDS] && !(has[KIND_INT] && has[KIND_NUMBER]);
}

/* The first kind of an argument at `i`. */
static size_t first_kind(const struct candidates *all, size_t i)
{
	size_t first = KINDS;

	for (size_t k = 0; k < all->len; k++)
		if (kind_of(arg_at(all->at[k], i)) < first)
			first = kind_of(arg_at(all->at[k], i));
	return first;
}

static struct candidates those(const struct candidates *all, size_t i, size_t kind, bool have)
{
	struct candidates some = { .len = 0 };

	for (size_t k = 0; k < all->len; k++)
		if ((kind_of(arg_at(all->at[k], i)) == kind) == have)
			some.at[some.len++] = all->at[k];
	return some;
}

/* --- the candidates --------------------------------------------------------------------------- */

static bool is_callable(const struct op *op)
{
	return op->kind != KIND_OUT && !op->is_derived;
}

/* Those that need the fewest arguments. */
static struct candidates find_candidates(const struct model *model, const char *base, size_t length)
{
	struct candidates found = { .len = 0 };
	size_t fewest = (size_t)-1;

	for (size_t i = 0; i < model->ops.len; i++) {
		const struct op *op = model->by_symbol[i];

		if (!has_base(op, base, length) || !is_callable(op) || call_required(op) > fewest)
			continue;
		if (call_required(op) < fewest)
			found.len = 0;
		fewest = call_required(op);
		if (found.len < CANDIDATES_AT_MOST)
			found.at[found.len++] = op;
	}
	return found;
}

/* All of them, for the message. */
static void name_overloads(const struct model *model, const char *base, size_t length,
			   struct strbuf *out)
{
	for (size_t i = 0; i < model->ops.len; i++) {
		const struct op *op = model->by_symbol[i];

		if (has_base(op, base, length) && is_callable(op))
			strbuf_printf(out, "%s%s", out->length ? ", " : "", op->struct_name);
	}
}

/* Macros of both kinds must have the same places for results. */
static bool have_same_results(const struct candidates *all)
{
	for (size_t k = 1; k < all->len; k++) {
		const struct op *a = all->at[0], *b = all->at[k];

		if (call_results(a) != call_results(b) || a->schema.rets.len != b->schema.rets.len)
			return false;
		for (size_t i = 0; i < a->schema.rets.len; i++)
			if (a->schema.rets.at[i].form != b->schema.rets.at[i].form)
				return false;
	}
	return true;
}

/* --- the macros ------------------------------------------------------------------------------- */

/* The call of one candidate, its arguments made fit for where another candidate is meant. */
static void add_leaf(const struct candidates *all, const struct op *op, const char *results,
		     struct strbuf *out)
{
	strbuf_printf(out, "CT_OP_%s(do__%s", op->struct_name, results);
	for (size_t i = 0; i < call_required(op); i++) {
		if (can_choose(all, i))
			strbuf_printf(out, ", CT_AS_%s_(ct_%zu_)",
				      kinds[kind_of(arg_at(op, i))].name, i + 1);
		else
			strbuf_printf(out, ", ct_%zu_", i + 1);
	}
	strbuf_add(out, ", __VA_ARGS__)");
}

/* False if types do not tell the candidates apart. */
static bool add_choice(const struct candidates *all, const struct candidates *left, size_t i,
		       const char *results, struct strbuf *out)
{
	struct candidates first, second;
	size_t kind;

	if (left->len == 1) {
		add_leaf(all, left->at[0], results, out);
		return true;
	}
	while (i < call_required(left->at[0]) && !can_choose(left, i))
		i++;
	if (i == call_required(left->at[0]))
		return false;
	kind = first_kind(left, i);
	first = those(left, i, kind, true);
	second = those(left, i, kind, false);
	strbuf_printf(out, "CT_IF_%s_(ct_%zu_, ", kinds[kind].name, i + 1);
	if (!add_choice(all, &first, i + 1, results, out))
		return false;
	strbuf_add(out, ", ");
	if (!add_choice(all, &second, i, results, out))
		return false;
	strbuf_add(out, ")");
	return true;
}

static bool add_dispatch(struct emitter *e, const struct candidates *all, const char *base,
			 const char *results, const char *choice, struct strbuf *out)
{
	struct strbuf required = { 0 }, variables = { 0 }, text = { 0 };
	const struct op *op = all->at[0];
	bool fine;

	for (size_t i = 0; i < call_required(op); i++) {
		strbuf_printf(&required, "%s%s__", i ? ", " : "", arg_at(op, i)->c_name);
		strbuf_printf(&variables, "__auto_type ct_%zu_ = (%s__);\n", i + 1,
			      arg_at(op, i)->c_name);
	}
	fine = template_fill(e->templates, "call_choice.h",
			     (struct mark[]){ { "base", base },
					      { "results", results },
					      { "required", strbuf_str(&required) },
					      { "variables", strbuf_str(&variables) },
					      { "choice", choice },
					      { 0 } },
			     &text);
	wrap_add_macro(out, strbuf_str(&text));
	strbuf_free(&required);
	strbuf_free(&variables);
	strbuf_free(&text);
	return fine;
}

static bool add_alias(const struct op *op, const char *base, struct strbuf *out)
{
	strbuf_printf(out, "#define CT_OP_%s CT_OP_%s\n", base, op->struct_name);
	return true;
}

static bool add_unclear(struct emitter *e, const char *base, struct strbuf *out)
{
	struct strbuf names = { 0 }, text = { 0 };
	bool fine;

	name_overloads(e->model, base, strlen(base), &names);
	fine = template_fill(
		e->templates, "call_unclear.h",
		(struct mark[]){ { "base", base }, { "overloads", strbuf_str(&names) }, { 0 } },
		&text);
	wrap_add_macro(out, strbuf_str(&text));
	strbuf_free(&names);
	strbuf_free(&text);
	return fine;
}

static void add_expression(const struct op *op, const char *base, struct strbuf *out)
{
	if (call_is_expression(op))
		strbuf_printf(out, "#define CT_EXPR_%s(...) CT_OP_%s(CT_DO_E_%s, __VA_ARGS__)\n",
			      base, base, call_results(op) ? ", " : "");
}

static bool add_base(struct emitter *e, const char *base, struct strbuf *out)
{
	const struct candidates all = find_candidates(e->model, base, strlen(base));
	struct strbuf results = { 0 }, leaf = { 0 }, choice = { 0 };
	bool fine;

	if (all.len == 0)
		return true;
	call_result_names(all.at[0], &results);
	strbuf_printf(&leaf, "%s%s", results.length ? ", " : "", strbuf_str(&results));
	strbuf_add(out, "\n");
	if (all.len == 1)
		fine = add_alias(all.at[0], base, out);
	else if (have_same_results(&all) && add_choice(&all, &all, 0, strbuf_str(&leaf), &choice))
		fine = add_dispatch(e, &all, base, strbuf_str(&results), strbuf_str(&choice), out);
	else
		fine = add_unclear(e, base, out);
	add_expression(all.at[0], base, out);
	strbuf_free(&results);
	strbuf_free(&leaf);
	strbuf_free(&choice);
	return fine;
}

/* No operator has exactly this name, and none before `op` has this base. */
static bool is_new_base(const struct model *model, size_t op, const char *base, size_t length)
{
	for (size_t i = 0; i < model->ops.len; i++) {
		const char *name = model->by_symbol[i]->struct_name;

		if (!strncmp(name, base, length) && name[length] == '\0')
			return false;
	}
	for (size_t i = 0; i < op; i++)
		if (has_base(model->by_symbol[i], base, length))
			return false;
	return true;
}

bool emit_overloads(struct emitter *e, const char *group, struct strbuf *out)
{
	bool fine = true;

	for (size_t i = 0; fine && i < e->model->ops.len; i++) {
		const struct op *op = e->model->by_symbol[i];
		const size_t length = base_length(op);

		if (op->group == group && op->name[length] &&
		    is_new_base(e->model, i, op->name, length))
			fine = add_base(e, arena_strndup(e->arena, op->name, length), out);
	}
	return fine;
}
