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
 * ctorch/calls/call.h. An int may be passed as a number, so INT and NUMBER cannot both be among the
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
static struct op_list find_overloads(struct arena *arena, const struct model *model,
				     const char *base)
{
	const char *prefix = arena_printf(arena, "ct_%s_", base);
	const size_t length = strlen(prefix);
	struct op_list found = { 0 };

	for (size_t i = naming_lower_bound(model, prefix);
	     i < model->ops.len && !strncmp(model->by_symbol[i]->symbol, prefix, length); i++)
		if (naming_is_overload(model->by_symbol[i], base, strlen(base)))
			vec_push(arena, &found, model->by_symbol[i]);
	return found;
}

static bool is_operator(struct arena *arena, const struct model *model, const char *name)
{
	const char *symbol = arena_printf(arena, "ct_%s", name);
	const size_t i = naming_lower_bound(model, symbol);

	return i < model->ops.len && !strcmp(model->by_symbol[i]->symbol, symbol);
}

bool call_has_operator(struct arena *arena, const struct model *model, const char *name)
{
	return is_operator(arena, model, name) || find_overloads(arena, model, name).len;
}

/* A class or a function of torch.nn has a name that is no operator's. */
const char *emit_see_also(struct emitter *e, const struct op *op)
{
	enum { NAMES_AT_MOST = 3 };
	struct op_list overloads;
	const char *see = "_see";

	if (strchr(op->name, '.') || !is_operator(e->arena, e->model, op->name))
		return "";
	overloads = find_overloads(e->arena, e->model, op->name);
	if (!overloads.len)
		return "";
	overloads = without_names(e->arena, &overloads);
	for (size_t i = 0; i < overloads.len && i < NAMES_AT_MOST; i++)
		see = arena_printf(e->arena, "%s_%s", see, overloads.at[i]->struct_name);
	return see;
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
static bool has_same_results(const struct op *a, const struct op *b)
{
	if (call_results(a) != call_results(b) || a->schema.rets.len != b->schema.rets.len)
		return false;
	for (size_t i = 0; i < a->schema.rets.len; i++)
		if (a->schema.rets.at[i].form != b->schema.rets.at[i].form)
			return false;
	return true;
}

static bool have_same_results(const struct op_list *all)
{
	for (size_t k = 1; k < all->len; k++)
		if (!has_same_results(all->at[0], all->at[k]))
			return false;
	return true;
}

/* If the overloads that need the fewest arguments take no others, those that need one more: a call
 * with that argument, such as the rounding_mode of div, can only mean these. */
static struct op_list with_one_more(struct arena *arena, const struct op_list *overloads,
				    const struct op_list *fewest)
{
	const size_t required = call_required(fewest->at[0]);
	struct op_list found = { 0 };

	for (size_t i = 0; i < fewest->len; i++)
		if (fewest->at[i]->schema.args.len > required)
			return found;
	for (size_t i = 0; i < overloads->len; i++)
		if (call_required(overloads->at[i]) == required + 1 &&
		    has_same_results(fewest->at[0], overloads->at[i]))
			vec_push(arena, &found, overloads->at[i]);
	return found;
}

/* --- the macros ------------------------------------------------------------------------------- */

/* What the parts of one choice have in common. */
struct choice {
	struct emitter *e;
	const struct op_list *all;
	const char *results; /* ", values__, indices__" */
	enum leaf { LEAF_MACRO, LEAF_STRUCT, LEAF_FUNCTION } leaf;
};

/* One candidate: its struct, its function, or its macro. The macro's arguments are converted where
 * another candidate may be chosen. */
static void add_leaf(const struct choice *choice, const struct op *op, struct strbuf *out)
{
	if (choice->leaf == LEAF_STRUCT) {
		strbuf_printf(out, "*(struct %s *)0", call_struct(choice->e, op));
		return;
	}
	if (choice->leaf == LEAF_FUNCTION) {
		strbuf_printf(out, "ct_call_%s_", op->struct_name);
		return;
	}
	strbuf_printf(out, "CT_OP_%s_(do__, open__, op__%s", op->struct_name, choice->results);
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
	first = those(choice->e->arena, left, i, kind, true);
	second = those(choice->e->arena, left, i, kind, false);
	strbuf_printf(out, "CT_IF_%s_(ct_%zu_, ", kinds[kind].name, i + 1);
	if (!add_choice(choice, &first, i + 1, out))
		return false;
	strbuf_add(out, ", ");
	if (!add_choice(choice, &second, i, out))
		return false;
	strbuf_add(out, ")");
	return true;
}

/* True for an argument that the macro has several times, and for those before it: arguments are
 * computed from left to right. */
static bool has_variable(const struct op_list *all, bool has_branches, size_t i)
{
	for (size_t k = i; k < call_required(all->at[0]); k++)
		if (has_branches || can_choose(all, k))
			return true;
	return false;
}

/* "__auto_type ct_1_ = self__;". A tensor that all overloads take has its type, so that the compiler
 * complains about the argument itself. */
static void add_variable(const struct op_list *all, size_t i, struct strbuf *out)
{
	const struct arg *arg = arg_at(all->at[0], i);
	const struct c_type *type = arg->form->c_type;
	const bool is_typed = (type == &c_const_tensor || type == &c_tensor) && !can_choose(all, i);

	if (is_typed && call_is_operand(all->at[0], arg))
		strbuf_printf(out, "struct ct_operand_ ct_%zu_ = CT_OPERAND_(%s__);\n", i + 1,
			      arg->c_name);
	else
		strbuf_printf(out, "%sct_%zu_ = %s__;\n", is_typed ? type->text : "__auto_type ",
			      i + 1, arg->c_name);
}

static void add_variables(const struct op_list *all, bool has_branches, struct strbuf *out)
{
	for (size_t i = 0; i < call_required(all->at[0]); i++)
		if (has_variable(all, has_branches, i))
			add_variable(all, i, out);
}

static void add_params(const struct op *op, struct strbuf *out)
{
	for (size_t i = 0; i < call_required(op); i++)
		strbuf_printf(out, "%s%s__", i ? ", " : "", arg_at(op, i)->c_name);
}

static bool add_dispatch(struct emitter *e, const struct op_list *all, const char *base,
			 const char *results, const char *choice, struct strbuf *out)
{
	struct strbuf required = { 0 }, variables = { 0 }, text = { 0 };
	bool fine;

	add_params(all->at[0], &required);
	add_variables(all, true, &variables);
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

/* --- overloads that differ in their required arguments alone ---------------------------------- */

/* True if one initializer will do for all of them. */
static bool have_same_defaults(struct call_lists *lists, const struct op_list *all)
{
	struct strbuf first = { 0 }, other = { 0 };
	bool is_same_text = true;

	call_add_defaults(lists, all->at[0], &first);
	for (size_t k = 1; is_same_text && k < all->len; k++) {
		strbuf_clear(&other);
		call_add_defaults(lists, all->at[k], &other);
		is_same_text = !strcmp(strbuf_str(&first), strbuf_str(&other));
	}
	strbuf_free(&first);
	strbuf_free(&other);
	return is_same_text;
}

static bool has_number(const struct op_list *all, size_t i)
{
	for (size_t k = 0; k < all->len; k++)
		if (kind_of(arg_at(all->at[k], i)) == KIND_NUMBER)
			return true;
	return false;
}

/* The macro that makes a member of whichever struct is chosen from the variable of an argument. */
static const char *given_form(const struct op_list *all, size_t i)
{
	if (can_choose(all, i) && call_takes_numbers(all->at[0]))
		return "CT_OPERAND_OR_NUMBER_(ct_%zu_)";
	if (!has_number(all, i))
		return "ct_%zu_";
	return can_choose(all, i) ? "CT_NUMBER_OR_(ct_%zu_)" : "CT_S(ct_%zu_)";
}

/* The required arguments as the initializer of whichever struct is chosen. */
static void add_given(const struct op_list *all, struct strbuf *out)
{
	for (size_t i = 0; i < call_required(all->at[0]); i++) {
		strbuf_add(out, i ? ", " : "");
		if (has_variable(all, false, i))
			strbuf_printf(out, given_form(all, i), i + 1);
		else
			strbuf_printf(out,
				      call_is_operand(all->at[0], arg_at(all->at[0], i))
					      ? "CT_OPERAND_(%s__)"
				      : has_number(all, i) ? "CT_S(%s__)"
							   : "%s__",
				      arg_at(all->at[0], i)->c_name);
	}
}

static bool add_same(struct call_lists *lists, const struct op_list *all, const char *base,
		     const char *type, const char *function, struct strbuf *out)
{
	struct strbuf results = { 0 }, required = { 0 }, variables = { 0 }, defaults = { 0 };
	struct strbuf given = { 0 }, given_results = { 0 }, lines = { 0 }, text = { 0 };
	const char *begin = arena_printf(lists->e->arena, "__typeof__(%s), %s", type, function);
	bool fine;

	call_result_names(all->at[0], &results);
	call_given_results(all->at[0], &given_results);
	add_params(all->at[0], &required);
	add_variables(all, false, &variables);
	add_given(all, &given);
	call_add_defaults(lists, all->at[0], &defaults);
	call_add_initializers(strbuf_str(&defaults), call_mention(lists->mention, base),
			      strbuf_str(&given), 3, &lines);
	fine = template_fill(lists->e->templates, "call_same.h",
			     (struct mark[]){ { "base", base },
					      { "results", strbuf_str(&results) },
					      { "required", strbuf_str(&required) },
					      { "variables", strbuf_str(&variables) },
					      { "form", call_form(all->at[0]) },
					      { "begin", begin },
					      { "end", function },
					      { "initializers", strbuf_str(&lines) },
					      { "given_results", strbuf_str(&given_results) },
					      { "value", call_value(all->at[0]) },
					      { 0 } },
			     &text);
	wrap_add_macro(out, strbuf_str(&text));
	strbuf_free(&results);
	strbuf_free(&required);
	strbuf_free(&variables);
	strbuf_free(&defaults);
	strbuf_free(&given);
	strbuf_free(&given_results);
	strbuf_free(&lines);
	strbuf_free(&text);
	return fine;
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
	strbuf_printf(out,
		      "#define CT_NEEDS_%s_ CT_NEED_0_(CT_OP_%s_, )\n"
		      "#define CT_EXPRS_%s_ CT_NEEDS_%s_\n",
		      base, base, base, base);
	strbuf_free(&names);
	strbuf_free(&text);
	return fine;
}

/* The choice of the struct and of the function; false if types do not choose. */
static bool choose(struct choice choice, struct strbuf *type, struct strbuf *function)
{
	bool fine;

	choice.leaf = LEAF_STRUCT;
	fine = add_choice(&choice, choice.all, 0, type);
	choice.leaf = LEAF_FUNCTION;
	return fine && add_choice(&choice, choice.all, 0, function);
}

static bool add_choosing(struct call_lists *lists, const struct op_list *all, const char *base,
			 bool *is_clear, struct strbuf *out)
{
	struct strbuf results = { 0 }, leaf = { 0 }, text = { 0 }, function = { 0 };
	struct choice choice = { .e = lists->e, .all = all };
	bool fine = true;

	call_result_names(all->at[0], &results);
	strbuf_printf(&leaf, "%s%s", results.length ? ", " : "", strbuf_str(&results));
	choice.results = strbuf_str(&leaf);
	*is_clear = have_same_results(all);
	if (*is_clear && have_same_defaults(lists, all)) {
		*is_clear = choose(choice, &text, &function);
		fine = !*is_clear ||
		       add_same(lists, all, base, strbuf_str(&text), strbuf_str(&function), out);
	} else if (*is_clear) {
		*is_clear = add_choice(&choice, all, 0, &text);
		fine = !*is_clear || add_dispatch(lists->e, all, base, strbuf_str(&results),
						  strbuf_str(&text), out);
	}
	strbuf_free(&results);
	strbuf_free(&leaf);
	strbuf_free(&text);
	strbuf_free(&function);
	return fine;
}

static bool add_candidates(struct call_lists *lists, const struct op_list *all, const char *name,
			   bool *is_clear, struct strbuf *out)
{
	*is_clear = true;
	if (all->len > 1)
		return add_choosing(lists, all, name, is_clear, out);
	call_add_alias(all->at[0]->struct_name, name, out);
	return true;
}

static bool add_base(struct call_lists *lists, const struct op_list *overloads, const char *base,
		     struct strbuf *out)
{
	struct emitter *e = lists->e;
	const struct op_list unnamed = without_names(e->arena, overloads);
	const struct op_list all = with_fewest_required(e->arena, &unnamed);
	const struct op_list more = with_one_more(e->arena, &unnamed, &all);
	const char *more_name = arena_printf(e->arena, "%s_with_more", base);
	bool is_clear, has_more = more.len, fine;

	strbuf_add(out, "\n");
	fine = add_candidates(lists, &all, base, &is_clear, out);
	if (!is_clear)
		return fine && add_unclear(e, overloads, base, out);
	if (fine && has_more)
		fine = add_candidates(lists, &more, more_name, &has_more, out);
	if (has_more)
		call_add_counts_of_both(all.at[0], base, more.at[0], more_name, out);
	else
		call_add_counts(all.at[0], base, out);
	return fine;
}

struct op_list emit_overloads_of(struct emitter *e, const struct op *op, const char **base)
{
	const size_t length = strcspn(op->name, ".");
	struct op_list overloads = { 0 };

	*base = arena_strndup(e->arena, op->name, length);
	if (!naming_is_overload(op, *base, length) || is_operator(e->arena, e->model, *base))
		return overloads;
	overloads = find_overloads(e->arena, e->model, *base);
	return op == overloads.at[0] ? overloads : (struct op_list){ 0 };
}

bool emit_overloads(struct call_lists *lists, const struct op_list *group, struct strbuf *out)
{
	bool fine = true;

	for (size_t i = 0; fine && i < group->len; i++) {
		const char *base;
		const struct op_list overloads = emit_overloads_of(lists->e, group->at[i], &base);

		if (overloads.len)
			fine = add_base(lists, &overloads, base, out);
	}
	return fine;
}
