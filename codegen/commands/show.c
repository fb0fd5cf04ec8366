/* `show` and `list`: print the model for people and for pipes. */
#include <stdio.h>

#include "commands/commands.h"
#include "emit/emit.h"
#include "emit/nn_names.h"
#include "read/schema.h"
#include "tools/release/named.h"
#include "classes/classes.h"
#include "tools/show/declared.h"
#include "tools/show/methods.h"
#include "tools/show/nn.h"
#include "tools/show/parts.h"
#include "tools/show/past.h"
#include "tools/show/python_names.h"
#include "tools/show/spelling.h"
#include "util/text.h"

static bool load(struct run *run, struct model *model, struct api *api)
{
	return header_scan(run->arena, run->diag, run->options->headers, api) &&
	       release_load_listed(run->arena, run->diag, run->options->root, run->options->yaml,
				   api, model) &&
	       classes_load(run->arena, run->diag, run->options->classes, api, model);
}

/* --- list ------------------------------------------------------------------------------------- */

static void list_classes(const struct class_list *list)
{
	for (size_t i = 0; i < list->len; i++)
		printf("%s(%s)\t%s\n", list->family->macro, list->at[i]->op->name,
		       list->at[i]->schema);
}

/* What begins with ct_nn_ or CT_ is of torch.nn, torch.optim, torchvision or
 * torch.distributions. */
static void list_nn(const struct nn *nn)
{
	for (size_t i = 0; i < nn->functions.len; i++)
		printf("%s\t%s\n", nn->functions.at[i]->op->symbol, nn->functions.at[i]->op->func);
	for (size_t i = 0; i < nn->families.len; i++)
		list_classes(&nn->families.at[i]);
}

int command_list(struct run *run)
{
	struct model model;
	struct api api = { 0 };

	if (!load(run, &model, &api))
		return EXIT_BAD;
	for (size_t i = 0; i < model.ops.len; i++) {
		const struct op *op = model.by_symbol[i];

		printf("%s\t%s\n", op->symbol, op->func);
		if (op->method)
			printf("%s\t%s\n", op->method, op->func);
	}
	if (model.nn)
		list_nn(model.nn);
	return EXIT_FINE;
}

/* --- show ------------------------------------------------------------------------------------- */

/*
 * "quantized::linear", torch.ops.quantized.linear: an operator of another namespace. A plain name
 * no longer has aten::, at:: or torch.ops.aten.
 */
static bool is_foreign(const char *plain)
{
	static const char ops[] = "ops.";
	size_t length = strspn(plain, "abcdefghijklmnopqrstuvwxyz0123456789_");

	if (!strncmp(plain, ops, sizeof ops - 1))
		return strchr(plain + sizeof ops - 1, '.') != NULL;
	return length && !strncmp(plain + length, "::", 2) && !strchr(plain + length + 2, ':');
}

static void report_foreign(struct emitter *e, const char *name)
{
	diag_error(e->diag, (struct loc){ 0 },
		   "use ct_call() for an operator of another namespace, see docs/operators.md",
		   "'%s' is not one of PyTorch's own operators (aten::), which "
		   "native_functions.yaml lists",
		   name);
}

/* "ct_tensor_fre" */
static void note_declared_nearest(struct emitter *e, const char *name)
{
	const char *bare = spelling_bare(e->arena, name), *text = "";
	const struct names nearest = show_declared_nearest(e->arena, e->api, bare);

	for (size_t i = 0; i < nearest.len; i++)
		text = arena_printf(e->arena, "%s%s'%s'", text, i ? ", " : "", nearest.at[i]);
	if (nearest.len)
		diag_note(e->diag, (struct loc){ 0 }, "the runtime has %s", text);
}

static void note_nn_nearest(struct emitter *e, const char *name)
{
	const struct names nearest = show_nn_nearest(e->arena, e->model->nn, name);
	const char *text = "";

	for (size_t i = 0; i < nearest.len; i++)
		text = arena_printf(e->arena, "%s%s'%s'", text, i ? ", " : "", nearest.at[i]);
	if (nearest.len)
		diag_note(e->diag, (struct loc){ 0 }, "Python has %s", text);
}

static void report_nearest(struct emitter *e, const struct history *history, const char *name,
			   const char *plain)
{
	struct names nearest = spelling_nearest(e->arena, e->model, plain);
	const char *help = "ctorch-gen list shows all operators";

	for (size_t i = 0; i < nearest.len; i++)
		help = arena_printf(e->arena, "%s%s'%s'", i ? help : "the closest name",
				    i                 ? ", "
				    : nearest.len > 1 ? "s are "
						      : " is ",
				    nearest.at[i]);
	diag_error(e->diag, (struct loc){ 0 }, help, "PyTorch %s has no operator '%s'",
		   e->model->spec->release, name);
	note_declared_nearest(e, name);
	note_nn_nearest(e, name);
	show_past_nearest(e->arena, e->diag, history, e->model, plain);
}

static void report_unknown(struct emitter *e, const struct history *history, const char *name,
			   const char *plain)
{
	if (is_foreign(plain))
		report_foreign(e, name);
	else
		report_nearest(e, history, name, plain);
}

static void print_tags(const struct op *op)
{
	printf("tags:      ");
	for (size_t i = 0; i < op->tags.len; i++)
		printf("%s%s", i ? ", " : "", op->tags.at[i]);
	puts(op->tags.len ? "" : "none");
}

/* The kernels as the yaml names them; a derived operator uses those of its source. */
static void print_kernels(const struct op *op)
{
	const struct value *dispatch = &op->entry->values[KEY_DISPATCH];
	const struct value *delegate = &op->entry->values[KEY_STRUCTURED_DELEGATE];

	printf("kernels:   ");
	if (op->is_derived)
		printf("composite, derived by autogen on line %zu", op->entry->loc.line);
	else if (delegate->len)
		printf("those of %s", delegate->at[0].text);
	else if (dispatch->form == FORM_NONE)
		printf("composite (CompositeImplicitAutograd)");
	for (size_t i = 0; !op->is_derived && i < dispatch->len; i++) {
		const struct item *item = &dispatch->at[i];

		printf("%s%s -> %s", i || delegate->len ? "; " : "", item->key ? item->key : "all",
		       item->text);
	}
	puts("");
}

static bool show_op(struct emitter *e, const struct history *history, const struct op *op)
{
	struct strbuf prototypes = { 0 };
	bool fine = emit_prototype(e, op, op->symbol, "", &prototypes) &&
		    (!op->method || emit_prototype(e, op, op->method, "", &prototypes));

	if (fine) {
		printf("%s\n\n%s\n", op->name, strbuf_str(&prototypes));
		printf("call:      %s\n", op_call_text(e->arena, op));
		show_defaults(op);
		show_numbers(op);
		printf("kind:      %s\n", schema_kind_name(op->kind));
		show_since(history, e->model, op);
		printf("declared:  <%s>, defined in ops/%s.cpp\n", op->header, op->shard);
		printf("from:      %s:%zu%s\n", op->entry->loc.source->path, op->entry->loc.line,
		       op->is_derived ? " (autogen)" : "");
		print_tags(op);
		print_kernels(op);
		if (op->name[0] != '_')
			show_search(e->model->spec->release, op->name, strcspn(op->name, "."));
		puts("");
	}
	strbuf_free(&prototypes);
	return fine;
}

/* Shows all overloads that a plain name refers to. Sets their number. */
static bool show_overloads(struct emitter *e, const struct history *history, const char *plain,
			   size_t *shown)
{
	const struct model *model = e->model;

	*shown = 0;
	for (size_t i = 0; i < model->ops.len; i++) {
		if (!spelling_is(model->by_symbol[i]->name, plain))
			continue;
		if (!show_op(e, history, model->by_symbol[i]))
			return false;
		(*shown)++;
	}
	return true;
}

static const struct op *find_op(const struct model *model, const char *name, size_t length)
{
	for (size_t i = 0; i < model->ops.len; i++) {
		const struct op *op = model->by_symbol[i];

		if (strlen(op->name) == length && !strncmp(op->name, name, length))
			return op;
	}
	return NULL;
}

/* Shows the operators that a function of Python calls. */
static bool show_python(struct emitter *e, const struct history *history,
			const struct python_name *function)
{
	const char *rest = function->operators, *word;
	size_t length;
	const struct op *op;

	printf("torch.%s\n\n", function->name);
	printf("operators: %s\n", rest);
	printf("python:    %s\n\n", function->text);
	while (text_next_word(&rest, " ", &word, &length)) {
		op = find_op(e->model, word, length);
		if (op && !show_op(e, history, op))
			return false;
		if (!op)
			printf("%.*s: not in PyTorch %s\n\n", (int)length, word,
			       e->model->spec->release);
	}
	return true;
}

/* Shows what the name refers to in torch.nn and in Python, all overloads of the operator, or what a
 * header declares. */
static bool show_found(struct emitter *e, const struct history *history, const char *name,
		       bool *is_found)
{
	const struct python_name *function = python_name_find(e->arena, e->model, name);
	const char *plain = spelling_plain(e->arena, name);
	size_t shown, in_nn;

	*is_found = true;
	if (!show_nn(e, name, &in_nn))
		return false;
	if (function)
		return show_python(e, history, function);
	if (!show_overloads(e, history, plain, &shown))
		return false;
	if (shown) {
		show_gone(history, e->model, plain);
		return true;
	}
	function = python_name_find_bare(e->arena, e->model, name);
	if (function)
		return show_python(e, history, function);
	*is_found = show_declared(e->api, spelling_bare(e->arena, name)) || in_nn > 0;
	return true;
}

/* "x.view": a method of a tensor, or else of something else, such as "net.eval". */
static bool show_name(struct emitter *e, const struct history *history, const char *name)
{
	const char *plain = spelling_plain(e->arena, name), *methods[2];
	const size_t count = show_nn_methods(e->arena, e->model->nn, name, methods);
	bool is_found;

	if (!show_found(e, history, name, &is_found))
		return false;
	for (size_t i = 0; !is_found && i < count; i++)
		if (!show_found(e, history, methods[i], &is_found))
			return false;
	if (!is_found && !show_past(e->arena, e->diag, history, e->model, name, plain))
		report_unknown(e, history, name, plain);
	return true;
}

int command_show(struct run *run)
{
	struct model model;
	struct api api = { 0 };
	struct history history = { 0 };
	struct templates templates = { .arena = run->arena,
				       .diag = run->diag,
				       .folder = run->options->templates };
	struct emitter e = { .arena = run->arena,
			     .diag = run->diag,
			     .model = &model,
			     .api = &api,
			     .templates = &templates };

	if (!load(run, &model, &api))
		return EXIT_BAD;
	if (run->options->history &&
	    !history_read(run->arena, run->diag, run->options->history, &history))
		return EXIT_BAD;
	for (int i = 0; i < run->options->arg_count; i++)
		if (!show_name(&e, &history, run->options->args[i]))
			return EXIT_BAD;
	return EXIT_FINE;
}
