/*
 * The macros by which CT(add, ...) finds an overload of `add`: the C types of the arguments decide
 * among those that need the fewest arguments. If they cannot, the macro is a compile error that
 * names the overloads.
 */
#include <string.h>

#include "emit/call.h"
#include "emit/wrap.h"
#include "name/naming.h"
#include "read/schema.h"
#include "types/type_table.h"

/*
 * The kinds of arguments that _Generic can distinguish: see CT_IF_TENSOR_() and CT_AS_TENSOR_() in
 * ctorch/call.h. An int may be passed as a number, so INT and NUMBER cannot both be among the
 * alternatives. The one that is comes last and needs no CT_IF_.
 */
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

static const struct arg *arg_at(const struct op *op, size_t i)
{
	return &op->schema.args.at[i];
}

/* KINDS if it is of none. */
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

static bool all_same(const struct op_list *all, size_t i)
{
	for (size_t k = 1; k < all->len; k++)
		if (!is_same(arg_at(all->at[0], i), arg_at(all->at[k], i)))
			return false;
	return true;
}

/* True if C can choose among the operators by their arguments at `i`. */
static bool can_choose(const struct op_list *all, size_t i)
{
	bool has[KINDS + 1] = { false };

	for (size_t k = 0; k < all->len; k++)
		has[kind_of(arg_at(all->at[k], i))] = true;
	return !all_same(all, i) && !has[KINDS] && !(has[KIND_INT] && has[KIND_NUMBER]);
}

/* The first kind of an argument at `i`. */
static size_t first_kind(const struct op_list *all, size_t i)
{
	size_t first = KINDS;

	for (size_t k = 0; k < all->len; k++)
		if (kind_of(arg_at(all->at[k], i)) < first)
			first = kind_of(arg_at(all->at[k], i));
	return first;
}

/* The operators whose argument at `i` is of the kind, or the others. */
static struct op_list those(struct arena *arena, const struct op_list *all, size_t i, size_t kind,
			    bool have)
{
	struct op_list some = { 0 };

	for (size_t k = 0; k < all->len; k++)
		if ((kind_of(arg_at(all->at[k], i)) == kind) == have)
			vec_push(arena, &some, all->at[k]);
	return some;
}

/* --- the candidates --------------------------------------------------------------------------- */

static bool has_names(const struct op *op)
{
	for (size_t i = 0; i < op->schema.args.len; i++)
		if (type_innermost(arg_at(op, i)->type)->base == T_DIMNAME)
			return true;
	return false;
}

/* Without the overloads of named tensors, which releases before 2.13 have: so that a base name which
 * is clear in one release is so in all. If they are the only ones, they stay. */
static struct op_list without_names(struct arena *arena, const struct op_list *overloads)
{
	struct op_list found = { 0 };

	for (size_t i = 0; i < overloads->len; i++)
		if (!has_names(overloads->at[i]))
			vec_push(arena, &found, overloads->at[i]);
	return found.len ? found : *overloads;
}

/* Their symbols begin with "ct_BASE_", so they are close together in the sorted list, although
 * operators such as BASE_foo may be between them. */
static struct op_list find_overloads(struct emitter *e, const char *base)
{
	const struct model *model = e->model;
	const char *prefix = arena_printf(e->arena, "ct_%s_", base);
	const size_t length = strlen(prefix);
	struct op_list found = { 0 };

	for (size_t i = naming_lower_bound(model, prefix);
	     i < model->ops.len && !strncmp(model->by_symbol[i]->symbol, prefix, length); i++)
		if (naming_is_overload(model->by_symbol[i], base, strlen(base)))
			vec_push(e->arena, &found, model->by_symbol[i]);
	return found;
}

static struct op_list with_fewest_required(struct arena *arena, const struct op_list *overloads)
{
	size_t fewest = call_required(overloads->at[0]);
	struct op_list found = { 0 };

	for (size_t i = 1; i < overloads->len; i++)
		if (call_required(overloads->at[i]) < fewest)
			fewest = call_required(overloads->at[i]);
	for (size_t i = 0; i < overloads->len; i++)
		if (call_required(overloads->at[i]) == fewest)
			vec_push(arena, &found, overloads->at[i]);
	return found;
}

/* The macro of the base has one list of results, whichever overload it calls. */
static bool have_same_results(const struct op_list *all)
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

/* What the parts of one choice have in common. */
struct choice {
	struct arena *arena;
	const struct op_list *all;
	const char *results; /* ", values__, indices__" */
};

/* The call of one candidate. Its arguments are converted where another candidate may be chosen. */
static void add_leaf(const struct choice *choice, const struct op *op, struct strbuf *out)
{
	strbuf_printf(out, "CT_OP_%s(do__%s", op->struct_name, choice->results);
	for (size_t i = 0; i < call_required(op); i++) {
		if (can_choose(choice->all, i))
			strbuf_printf(out, ", CT_AS_%s_(ct_%zu_)",
				      kinds[kind_of(arg_at(op, i))].name, i + 1);
		else
			strbuf_printf(out, ", ct_%zu_", i + 1);
	}
	strbuf_add(out, ", __VA_ARGS__)");
}

/* False if types do not distinguish the candidates that are left. */
static bool add_choice(const struct choice *choice, const struct op_list *left, size_t i,
		       struct strbuf *out)
{
	struct op_list first, second;
	size_t kind;

	if (left->len == 1) {
		add_leaf(choice, left->at[0], out);
		return true;
	}
	while (i < call_required(left->at[0]) && !can_choose(left, i))
		i++;
	if (i == call_required(left->at[0]))
		return false;
	kind = first_kind(left, i);
	first = those(choice->arena, left, i, kind, true);
	second = those(choice->arena, left, i, kind, false);
	strbuf_printf(out, "CT_IF_%s_(ct_%zu_, ", kinds[kind].name, i + 1);
	if (!add_choice(choice, &first, i + 1, out))
		return false;
	strbuf_add(out, ", ");
	if (!add_choice(choice, &second, i, out))
		return false;
	strbuf_add(out, ")");
	return true;
}

static bool add_dispatch(struct emitter *e, const struct op_list *all, const char *base,
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

static void add_alias(const struct op *op, const char *base, struct strbuf *out)
{
	strbuf_printf(out, "#define CT_OP_%s CT_OP_%s\n", base, op->struct_name);
}

static bool add_unclear(struct emitter *e, const struct op_list *overloads, const char *base,
			struct strbuf *out)
{
	struct strbuf names = { 0 }, text = { 0 };
	bool fine;

	for (size_t i = 0; i < overloads->len; i++)
		strbuf_printf(&names, "%s%s", i ? ", " : "", overloads->at[i]->struct_name);
	fine = template_fill(
		e->templates, "call_unclear.h",
		(struct mark[]){ { "base", base }, { "overloads", strbuf_str(&names) }, { 0 } },
		&text);
	wrap_add_macro(out, strbuf_str(&text));
	strbuf_free(&names);
	strbuf_free(&text);
	return fine;
}

static bool add_base(struct emitter *e, const struct op_list *overloads, const char *base,
		     struct strbuf *out)
{
	const struct op_list unnamed = without_names(e->arena, overloads);
	const struct op_list all = with_fewest_required(e->arena, &unnamed);
	struct strbuf results = { 0 }, leaf = { 0 }, text = { 0 };
	struct choice choice = { .arena = e->arena, .all = &all };
	bool fine = true;

	call_result_names(all.at[0], &results);
	strbuf_printf(&leaf, "%s%s", results.length ? ", " : "", strbuf_str(&results));
	choice.results = strbuf_str(&leaf);
	strbuf_add(out, "\n");
	if (all.len == 1)
		add_alias(all.at[0], base, out);
	else if (have_same_results(&all) && add_choice(&choice, &all, 0, &text))
		fine = add_dispatch(e, &all, base, strbuf_str(&results), strbuf_str(&text), out);
	else
		fine = add_unclear(e, overloads, base, out);
	call_add_expression(all.at[0], base, out);
	strbuf_free(&results);
	strbuf_free(&leaf);
	strbuf_free(&text);
	return fine;
}

static bool is_operator(struct emitter *e, const char *name)
{
	const char *symbol = arena_printf(e->arena, "ct_%s", name);
	const size_t i = naming_lower_bound(e->model, symbol);

	return i < e->model->ops.len && !strcmp(e->model->by_symbol[i]->symbol, symbol);
}

/* Each base once, at its first overload. */
bool emit_overloads(struct emitter *e, const struct op_list *group, struct strbuf *out)
{
	bool fine = true;

	for (size_t i = 0; fine && i < group->len; i++) {
		const struct op *op = group->at[i];
		const size_t length = strcspn(op->name, ".");
		const char *base = arena_strndup(e->arena, op->name, length);
		struct op_list overloads;

		if (!naming_is_overload(op, base, length) || is_operator(e, base))
			continue;
		overloads = find_overloads(e, base);
		if (op == overloads.at[0])
			fine = add_base(e, &overloads, base, out);
	}
	return fine;
}
