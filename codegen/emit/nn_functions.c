/* The headers of the functions of runtime/nn/functions.yaml. */
#include <string.h>

#include "emit/call.h"
#include "emit/nn_names.h"
#include "emit/wrap.h"

bool emit_nn_prototype(struct emitter *e, const struct nn_function *function, struct strbuf *out)
{
	struct strbuf doc = { 0 }, defaults = { 0 }, params = { 0 }, text = { 0 };
	const struct op *op = function->op;
	bool fine;

	wrap_add_comment(&doc, function->doc);
	emit_defaults(e->arena, op, &defaults);
	emit_params(op, &params);
	fine = template_fill(e->templates, "nn_prototype.h",
			     (struct mark[]){ { "doc", strbuf_str(&doc) },
					      { "schema", op->func },
					      { "python", function->python },
					      { "defaults", strbuf_str(&defaults) },
					      { "symbol", op->symbol },
					      { "params", strbuf_str(&params) },
					      { 0 } },
			     &text);
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&doc);
	strbuf_free(&defaults);
	strbuf_free(&params);
	strbuf_free(&text);
	return fine;
}

static bool emit_functions(struct emitter *e, const struct op_list *ops)
{
	const struct nn *nn = e->model->nn;
	struct strbuf prototypes = { 0 };
	bool fine = true;

	for (size_t i = 0; fine && i < nn->functions.len; i++)
		fine = emit_nn_prototype(e, nn->functions.at[i], &prototypes);
	fine = fine &&
	       template_fill(e->templates, "ctorch/nn/functions.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", arena_printf(e->arena, "%zu", ops->len) },
					      { "prototypes", strbuf_str(&prototypes) },
					      { 0 } },
			     output_add(e->output, "ctorch/nn/functions.h"));
	strbuf_free(&prototypes);
	return fine;
}

const char *nn_function_name(struct arena *arena, const struct model *model,
			     const struct nn_function *function)
{
	static const char functional[] = "torch.nn.functional.";
	const char *name = function->python + strlen(functional);

	if (strncmp(function->python, functional, strlen(functional)) != 0 ||
	    call_has_operator(arena, model, name))
		return NULL;
	return name;
}

static void add_names(struct emitter *e, const struct nn_function *function, struct strbuf *defined,
		      struct strbuf *names, struct strbuf *aliases)
{
	const struct op *op = function->op;
	const char *type = arena_printf(e->arena, "__typeof__(%s) *", op->symbol);
	const char *name = nn_function_name(e->arena, e->model, function);

	strbuf_printf(defined, "#define CT_HAS_%s 1\n", op->struct_name);
	call_add_name(op->func, type, op->struct_name, names);
	if (!name)
		return;
	call_add_name(op->func, type, name, names);
	strbuf_add(aliases, "\n");
	call_add_alias(op->struct_name, name, aliases);
	call_add_counts(op, name, aliases);
}

static bool emit_function_calls(struct emitter *e, const struct op_list *ops)
{
	const struct nn *nn = e->model->nn;
	struct call_lists lists = { .e = e, .prefix = "call_nn", .mention = "CT_FUNCTION_(op__)" };
	struct strbuf defined = { 0 }, names = { 0 }, calls = { 0 }, aliases = { 0 };
	bool fine = call_add_all(&lists, ops, &calls);

	for (size_t i = 0; i < nn->functions.len; i++)
		add_names(e, nn->functions.at[i], &defined, &names, &aliases);
	fine = fine && template_fill(e->templates, "ctorch/calls/nn.h",
				     (struct mark[]){ { "release", e->model->spec->release },
						      { "defined", strbuf_str(&defined) },
						      { "names", strbuf_str(&names) },
						      { "lists", strbuf_str(&lists.text) },
						      { "calls", strbuf_str(&calls) },
						      { "aliases", strbuf_str(&aliases) },
						      { 0 } },
				     output_add(e->output, "ctorch/calls/nn.h"));
	strbuf_free(&lists.text);
	strbuf_free(&defined);
	strbuf_free(&names);
	strbuf_free(&calls);
	strbuf_free(&aliases);
	return fine;
}

bool emit_nn_functions(struct emitter *e)
{
	const struct nn *nn = e->model->nn;
	struct op_list ops = { 0 };

	for (size_t i = 0; i < nn->functions.len; i++)
		vec_push(e->arena, &ops, nn->functions.at[i]->op);
	return emit_functions(e, &ops) && emit_function_calls(e, &ops);
}
