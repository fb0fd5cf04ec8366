/*
 * The structs whose members are the names that CT(), CT_NN() and the like take. No object has these
 * types: the macros mention a member, so that an editor shows its declaration and the compiler
 * suggests a similar name for one that does not exist.
 */
#include "emit/call.h"
#include "name/naming.h"

/* <complex.h> has a macro of this name, so it is no member. */
bool call_is_macro(const char *name)
{
	return !strcmp(name, "complex");
}

void call_add_name(const char *schema, const char *type, const char *name, struct strbuf *out)
{
	if (!call_is_macro(name))
		strbuf_printf(out, "/** %s */\n%s%s;\n", schema, type, name);
}

/* The schemas of the overloads among which CT(add, ...) chooses. */
static const char *all_schemas(struct arena *arena, const struct op_list *overloads)
{
	const char *schemas = overloads->at[0]->func;

	for (size_t i = 1; i < overloads->len; i++)
		schemas = arena_printf(arena, "%s\n * %s", schemas, overloads->at[i]->func);
	return schemas;
}

static const char *type_of(struct arena *arena, const struct op *op)
{
	return arena_printf(arena, "__typeof__(%s) *", op->symbol);
}

/* An operator, and its base if it is the first of its overloads. */
static void add_operator(struct emitter *e, const struct op *op, struct strbuf *out)
{
	const char *base;
	const struct op_list overloads = emit_overloads_of(e, op, &base);

	if (overloads.len)
		call_add_name(all_schemas(e->arena, &overloads), type_of(e->arena, op), base, out);
	call_add_name(op->func, type_of(e->arena, op), op->struct_name, out);
}

/* Functions of torch.sparse, as CT() takes them, and the operators that they are. */
static const struct {
	const char *name, *of;
} others[] = {
	{ "sparse_addmm", "_sparse_addmm" },
	{ "sparse_log_softmax", "_sparse_log_softmax_int" },
	{ "sparse_mm", "_sparse_mm" },
	{ "sparse_mm_reduce", "_sparse_mm_reduce" },
	{ "sparse_softmax", "_sparse_softmax_int" },
	{ "sparse_spdiags", "_spdiags" },
	{ "sparse_spsolve", "_spsolve" },
	{ "sparse_sum", "_sparse_sum" },
	{ "sparse_sum_dim", "_sparse_sum_dim" },
};

static const struct op *find(const struct model *model, const char *struct_name)
{
	for (size_t i = 0; i < model->ops.len; i++)
		if (!strcmp(model->by_symbol[i]->struct_name, struct_name))
			return model->by_symbol[i];
	return NULL;
}

/* The macros of one name are those of the other. */
static void add_others(struct emitter *e, struct strbuf *names, struct strbuf *macros)
{
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const char *name = others[i].name, *of = others[i].of;
		const struct op *op = find(e->model, of);

		if (!op)
			continue;
		call_add_name(op->func, type_of(e->arena, op), name, names);
		strbuf_printf(macros,
			      "#define CT_NEEDS_%s_ CT_NEEDS_%s_\n"
			      "#define CT_EXPRS_%s_ CT_EXPRS_%s_\n",
			      name, of, name, of);
	}
}

bool emit_call_names(struct emitter *e)
{
	struct strbuf names = { 0 }, macros = { 0 };
	bool fine;

	for (size_t i = 0; i < e->model->ops.len; i++)
		add_operator(e, e->model->by_symbol[i], &names);
	add_others(e, &names, &macros);
	fine = template_fill(e->templates, "ctorch/calls/names.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "names", strbuf_str(&names) },
					      { "others", strbuf_str(&macros) },
					      { 0 } },
			     output_add(e->output, "ctorch/calls/names.h"));
	strbuf_free(&names);
	strbuf_free(&macros);
	return fine;
}
