/* NAMES.md: what each public name of torch.nn and torch.optim in Python is in C. */
#include "emit/call.h"
#include "emit/nn_names.h"
#include "headers/scan.h"
#include "name/naming.h"
#include "read/schema.h"

/* --- calls ------------------------------------------------------------------------------------ */

static void add_place(struct strbuf *out, const struct ret *ret)
{
	if (ret->written)
		return;
	strbuf_printf(out, ", &%s", ret->c_name);
	if (ret->c_length)
		strbuf_printf(out, ", &%s", ret->c_length);
}

/* C does not take a plain number for a Scalar that may be None. */
static const char *placeholder(struct arena *arena, const struct arg *arg)
{
	const bool is_number = arg->type->kind == TYPE_OPTIONAL &&
			       type_innermost(arg->type)->base == T_SCALAR;

	return is_number ? arena_printf(arena, "CT_S(%s)", arg->c_name) : arg->c_name;
}

/* Those that go by name alone, such as `out`, too. */
static void add_required(struct arena *arena, struct strbuf *out, const struct op *op)
{
	const size_t required = call_required(op);

	for (size_t i = 0; i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];

		if (i < required)
			strbuf_printf(out, ", %s", placeholder(arena, arg));
		else if (arg->is_keyword_only && !arg->default_text)
			strbuf_printf(out, ", .%s = %s", arg->c_name, arg->c_name);
	}
}

static const struct nn_function *function_of(const struct model *model, const struct op *op)
{
	for (size_t i = 0; model->nn && i < model->nn->functions.len; i++)
		if (model->nn->functions.at[i]->op == op)
			return model->nn->functions.at[i];
	return NULL;
}

/* "cross_entropy" for the function nn_cross_entropy, if CT() has it under this name. CT(ctc_loss,
 * ...) chooses among the overloads, if no operator has that name alone. */
static const char *call_name(struct arena *arena, const struct model *model, const struct op *op)
{
	const struct nn_function *function = function_of(model, op);
	const char *name = function ? nn_function_name(arena, model, function) : NULL;
	const size_t length = strcspn(op->name, ".");
	const char *base = arena_strndup(arena, op->name, length);
	const char *symbol = arena_printf(arena, "ct_%s", base);
	const size_t i = naming_lower_bound(model, symbol);
	const bool is_taken = i < model->ops.len && !strcmp(model->by_symbol[i]->symbol, symbol);

	if (name)
		return name;
	return !is_taken && naming_is_overload(op, base, length) ? base : op->struct_name;
}

static const char *kept(struct arena *arena, struct strbuf *text)
{
	const char *copy = arena_strdup(arena, strbuf_str(text));

	strbuf_free(text);
	return copy;
}

static const char *call_text(struct arena *arena, const struct op *op, const char *name)
{
	struct strbuf text = { 0 };

	strbuf_printf(&text, "CT(%s", name);
	for (size_t i = 0; i < op->schema.rets.len; i++)
		add_place(&text, &op->schema.rets.at[i]);
	add_required(arena, &text, op);
	strbuf_add(&text, ")");
	return kept(arena, &text);
}

const char *op_call_text(struct arena *arena, const struct op *op)
{
	return call_text(arena, op, op->struct_name);
}

const char *nn_call_text(struct arena *arena, const struct model *model, const struct op *op)
{
	return call_text(arena, op, call_name(arena, model, op));
}

const char *class_call_text(struct arena *arena, const struct class_def *class)
{
	struct strbuf text = { 0 };

	strbuf_printf(&text, "%s(%s", class->family->macro, class->op->name);
	add_required(arena, &text, class->op);
	strbuf_add(&text, ")");
	return kept(arena, &text);
}

const char *nn_symbol_text(struct arena *arena, const struct model *model,
			   const struct nn_symbol *symbol)
{
	const struct decl *decl = symbol->decl;
	const bool is_call = decl && (decl->kind == DECL_FUNCTION || decl->kind == DECL_INLINE ||
				      (decl->kind == DECL_MACRO && decl->is_call));

	if (symbol->op)
		return nn_call_text(arena, model, symbol->op);
	return is_call ? arena_printf(arena, "%s(...)", symbol->name) : symbol->name;
}

bool nn_symbol_is_new(struct arena *arena, const struct model *model, const struct nn_name *name,
		      size_t i)
{
	const struct nn_symbol *symbol = &name->symbols.at[i];

	return !i || strcmp(nn_symbol_text(arena, model, symbol),
			    nn_symbol_text(arena, model, symbol - 1)) != 0;
}

/* --- the page --------------------------------------------------------------------------------- */

static size_t module_length(const struct nn_name *name)
{
	return (size_t)(strrchr(name->python, '.') - name->python);
}

static bool is_of(const struct nn_name *name, const char *module, size_t length)
{
	return module_length(name) == length && !strncmp(name->python, module, length);
}

static void add_in_c(struct emitter *e, const struct nn_name *name, struct strbuf *out)
{
	if (name->place == NN_LEFT_OUT)
		strbuf_printf(out, "left out: there is no operator `%s`", name->missing);
	else if (name->place != NN_IN_C)
		strbuf_add(out, name->place == NN_INSTEAD ? "not needed" : "not in C");
	else if (name->class)
		strbuf_printf(out, "`%s`", class_call_text(e->arena, name->class));
	for (size_t i = 0; name->place == NN_IN_C && i < name->symbols.len; i++)
		if (nn_symbol_is_new(e->arena, e->model, name, i))
			strbuf_printf(out, "%s`%s`", i ? "<br>" : "",
				      nn_symbol_text(e->arena, e->model, &name->symbols.at[i]));
}

static void add_plain(const struct nn_name *name, struct strbuf *out)
{
	if (name->place == NN_IN_C && name->class)
		strbuf_printf(out, "`%s(\"%s\", ...)`", name->class->family->function,
			      name->class->op->name);
	for (size_t i = 0; name->place == NN_IN_C && i < name->symbols.len; i++)
		strbuf_printf(out, "%s`%s`", i ? "<br>" : "", name->symbols.at[i].name);
}

static void add_headers(struct arena *arena, const struct nn_name *name, struct strbuf *out)
{
	if (name->place != NN_IN_C)
		return;
	if (name->class)
		strbuf_add(out, class_header(arena, name->class->family));
	for (size_t i = 0; i < name->symbols.len; i++)
		if (!i || strcmp(name->symbols.at[i].header, name->symbols.at[i - 1].header) != 0)
			strbuf_printf(out, "%s%s", i ? "<br>" : "", name->symbols.at[i].header);
}

/* Where an operator has the name of a function, CT() takes the name for the operator. */
static const char *how_it_differs(struct emitter *e, const struct nn_name *name)
{
	const struct nn_function *function = name->function;
	const char *last = strrchr(name->python, '.') + 1, *text = name->text ? name->text : "";

	if (name->place != NN_IN_C || !function || strcmp(function->python, name->python) != 0 ||
	    !call_has_operator(e->arena, e->model, last))
		return text;
	return arena_printf(e->arena, "%s%s`CT(%s, ...)` is the operator of that name", text,
			    *text ? "; " : "", last);
}

static void add_row(struct emitter *e, const struct nn_name *name, struct strbuf *out)
{
	strbuf_printf(out, "| `%s` | ", name->python);
	add_in_c(e, name, out);
	strbuf_add(out, " | ");
	add_plain(name, out);
	strbuf_add(out, " | ");
	add_headers(e->arena, name, out);
	strbuf_add(out, " | ");
	emit_cell(out, how_it_differs(e, name));
	strbuf_add(out, " |\n");
}

/* The table of the module of the name at `*at`, which then is the first one of the next module. */
static bool add_table(struct emitter *e, size_t *at, struct strbuf *out)
{
	const struct nn *nn = e->model->nn;
	const char *first = nn->names.at[*at]->python;
	const size_t length = module_length(nn->names.at[*at]);
	struct strbuf rows = { 0 };
	bool fine;

	strbuf_add(out, *at ? "\n" : "");
	for (; *at < nn->names.len && is_of(nn->names.at[*at], first, length); (*at)++)
		add_row(e, nn->names.at[*at], &rows);
	fine = template_fill(e->templates, "nn_names.md",
			     (struct mark[]){ { "module", arena_strndup(e->arena, first, length) },
					      { "rows", strbuf_str(&rows) },
					      { 0 } },
			     out);
	strbuf_free(&rows);
	return fine;
}

bool emit_nn_names(struct emitter *e)
{
	const struct nn *nn = e->model->nn;
	struct strbuf totals = { 0 }, tables = { 0 };
	bool fine = true;

	if (!nn || !nn->names.len)
		return true;
	emit_totals(e->model, "nn_", &totals);
	for (size_t at = 0; fine && at < nn->names.len;)
		fine = add_table(e, &at, &tables);
	fine = fine && template_fill(e->templates, "NAMES.md",
				     (struct mark[]){ { "release", e->model->spec->release },
						      { "names", nn->names_release },
						      { "totals", strbuf_str(&totals) },
						      { "tables", strbuf_str(&tables) },
						      { 0 } },
				     output_add(e->output, "NAMES.md"));
	strbuf_free(&totals);
	strbuf_free(&tables);
	return fine;
}
