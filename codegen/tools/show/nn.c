#include "tools/show/nn.h"

#include <stdio.h>
#include <string.h>

#include "emit/nn_names.h"
#include "tools/show/calls.h"
#include "tools/show/declared.h"
#include "tools/show/parts.h"
#include "tools/show/spelling.h"
#include "types/default_text.h"
#include "types/type_table.h"
#include "util/text.h"

/* --- spellings -------------------------------------------------------------------------------- */

static const struct spelling_prefix modules[] = {
	{ "torch::nn::functional::", "torch.nn.functional." },
	{ "torch::nn::init::", "torch.nn.init." },
	{ "torch::nn::utils::", "torch.nn.utils." },
	{ "torch::nn::", "torch.nn." },
	{ "torch.", "" },
	{ "nn.", "torch.nn." },
	{ "F.", "torch.nn.functional." },
	{ "init.", "torch.nn.init." },
	{ "utils.", "torch.nn.utils." },
	{ "rnn.", "torch.nn.utils.rnn." },
	{ "parametrize.", "torch.nn.utils.parametrize." },
	{ "parametrizations.", "torch.nn.utils.parametrizations." },
	{ "prune.", "torch.nn.utils.prune." },
	{ "stateless.", "torch.nn.utils.stateless." },
	{ "optim.", "torch.optim." },
	{ "lr_scheduler.", "torch.optim.lr_scheduler." },
	{ "swa_utils.", "torch.optim.swa_utils." },
	{ "amp.", "torch.amp." },
	{ "distributions.transforms.", "torch.distributions." },
	{ "distributions.", "torch.distributions." },
};

/* The transforms are those of v2. */
static const struct spelling_prefix transform_modules[] = {
	{ "torchvision.transforms.v2.", "torchvision.transforms.v2." },
	{ "torchvision.transforms.", "torchvision.transforms.v2." },
	{ "transforms.", "torchvision.transforms.v2." },
	{ "T.", "torchvision.transforms.v2." },
	{ "TF.", "torchvision.transforms.v2.functional." },
};

static const char *last_part(const struct nn_name *name)
{
	return strrchr(name->python, '.') + 1;
}

/* An operator is shown by its own name already. */
static bool is_operator(const struct nn_name *name)
{
	return !name->function && !name->class && name->symbols.len && name->symbols.at[0].op;
}

static bool is_named(const struct nn_name *name, const char *bare)
{
	const struct nn_function *function = name->function;

	if (function && (!strcmp(function->op->symbol, bare) || !strcmp(function->op->name, bare)))
		return true;
	return !strcmp(last_part(name), bare) && !is_operator(name) && name->place != NN_NOWHERE;
}

/* "DataLoader", "data.DataLoader", "torch.utils.data.DataLoader": the end of a name. */
static bool is_end(const struct nn_name *name, const char *text)
{
	const size_t whole = strlen(name->python), length = strlen(text);

	if (whole <= length)
		return !strcmp(name->python, text);
	return !strcmp(name->python + whole - length, text) &&
	       name->python[whole - length - 1] == '.';
}

/* --- lines ------------------------------------------------------------------------------------ */

/* A type is written, not called. */
static bool is_called(const struct nn_symbol *symbol)
{
	return symbol->op || (symbol->decl->kind != DECL_TYPE &&
			      symbol->decl->kind != DECL_STRUCT && symbol->decl->kind != DECL_ENUM);
}

static void print_calls(const struct emitter *e, const struct nn_name *name)
{
	const char *margin = "call:      ";

	if (name->class)
		printf("%s%s\n", margin, class_call_text(e->arena, name->class));
	for (size_t i = 0; i < name->symbols.len; i++) {
		const struct nn_symbol *symbol = &name->symbols.at[i];

		if (!is_called(symbol) ||
		    (symbol->op && !nn_symbol_is_new(e->arena, e->model, name, i)))
			continue;
		printf("%s%s\n", margin,
		       symbol->op ? nn_symbol_text(e->arena, e->model, symbol)
				  : show_call_of(e->arena, e->api, symbol->decl));
		margin = "           ";
	}
}

/* "torch.nn.functional." and the signature. */
static void print_python(const struct nn_name *name)
{
	const int module = (int)(last_part(name) - name->python);

	if (name->signature)
		printf("python:    %.*s%s\n", module, name->python, name->signature);
	else
		printf("python:    %s\n", name->python);
}

static void print_note(const struct emitter *e, const struct nn_name *name)
{
	static const char *const margins[] = { [NN_IN_C] = "note:      ",
					       [NN_LEFT_OUT] = "note:      ",
					       [NN_INSTEAD] = "instead:   ",
					       [NN_ABSENT] = "not in C:  ",
					       [NN_NOWHERE] = "not in C:  " };

	if (name->missing)
		printf("left out:  PyTorch %s has no operator '%s'\n", e->model->spec->release,
		       name->missing);
	if (name->text)
		printf("%s%s\n", margins[name->place], name->text);
}

/* A list in a struct of arguments: "CT_L(1)", "CT_FLOATS(0.5)". */
static void add_class_list(struct strbuf *out, const struct arg *arg)
{
	const bool has_floats = arg->form->c_type == &c_const_doubles;

	strbuf_add(out, has_floats ? "CT_FLOATS(" : "CT_L(");
	default_elements(out, arg);
	strbuf_add(out, ")");
}

/* A member of the struct of arguments. */
static void print_class_default(const struct arg *arg)
{
	struct strbuf text = { 0 };

	if (!strcmp(arg->default_text, "None")) {
		strbuf_add(&text, "None, if it is left out");
	} else if (arg->form->has_length) {
		add_class_list(&text, arg);
	} else if (arg->form->c_type->pointee) {
		default_word(&text, arg); /* a number that may be None, which the struct holds */
	} else {
		default_text(&text, arg);
	}
	printf("%s: %s\n", arg->c_name, strbuf_str(&text));
	strbuf_free(&text);
}

static void print_class_defaults(const struct class_def *class)
{
	const char *margin = "defaults:  ";

	for (size_t i = 0; i < class->op->schema.args.len; i++) {
		const struct arg *arg = &class->op->schema.args.at[i];

		if (!arg->default_text)
			continue;
		fputs(margin, stdout);
		print_class_default(arg);
		margin = "           ";
	}
}

static void print_also(const char **margin, const char *call, const char *header)
{
	printf("%s%s, <%s>\n", *margin, call, header);
	*margin = "           ";
}

/* Methods of the class that other_names.yaml has, such as torch.nn.ModuleList.append. */
static void print_methods(const struct emitter *e, const struct nn_name *name, const char **margin)
{
	const struct nn *nn = e->model->nn;
	const size_t length = strlen(name->python);

	for (size_t i = 0; i < nn->others.len; i++) {
		const struct nn_name *other = nn->others.at[i];

		if (strncmp(other->python, name->python, length) || other->python[length] != '.')
			continue;
		for (size_t j = 0; j < other->symbols.len; j++)
			print_also(margin,
				   show_call_of(e->arena, e->api, other->symbols.at[j].decl),
				   other->symbols.at[j].header);
	}
}

/* The handwritten functions of a class, such as ct_nn_LSTM_forward(). */
static void print_class_calls(const struct emitter *e, const struct nn_name *name)
{
	const char *prefix = arena_printf(e->arena, "ct_nn_%s_", name->class->op->name);
	const char *margin = "also:      ";

	for (size_t i = 0; i < e->api->decls.len; i++) {
		const struct decl *decl = &e->api->decls.at[i];

		if (decl->kind != DECL_FUNCTION || strncmp(decl->name, prefix, strlen(prefix)))
			continue;
		print_also(&margin, show_call_of(e->arena, e->api, decl), decl->header);
	}
	print_methods(e, name, &margin);
}

static void print_declared(const struct emitter *e, const struct nn_name *name)
{
	const char *margin = "declared:  ";

	if (name->class)
		printf("%s<%s>\n", margin, class_header(e->arena, name->class->family));
	for (size_t i = 0; i < name->symbols.len; i++) {
		if (i && !strcmp(name->symbols.at[i].header, name->symbols.at[i - 1].header))
			continue;
		printf("%s<%s>\n", margin, name->symbols.at[i].header);
		margin = "           ";
	}
}

static void print_from(const struct nn_name *name)
{
	const struct op *op = name->function ? name->function->op
			      : name->class  ? name->class->op
					     : NULL;
	const struct item *needs = name->function ? &name->function->needs
				   : name->class  ? &name->class->needs
						  : NULL;

	if (op)
		printf("from:      %s:%zu\n", op->entry->loc.source->path, op->entry->loc.line);
	if (needs && needs->text)
		printf("needs:     %s\n", needs->text);
}

/* --- one name --------------------------------------------------------------------------------- */

static bool print_declaration(struct emitter *e, const struct nn_name *name)
{
	struct strbuf text = { 0 };
	bool fine = true;

	if (name->function)
		fine = emit_nn_prototype(e, name->function, &text);
	else if (name->class)
		fine = emit_class_struct(e, name->class, &text);
	if (fine && text.length)
		printf("%s%s", strbuf_str(&text),
		       text_ends_with(strbuf_str(&text), "\n\n") ? "" : "\n");
	strbuf_free(&text);
	for (size_t i = 0; fine && i < name->symbols.len; i++) {
		if (!name->symbols.at[i].decl)
			continue;
		show_declaration(name->symbols.at[i].decl);
		puts("");
	}
	return fine;
}

static bool show_one(struct emitter *e, const struct nn_name *name)
{
	printf("%s\n\n", name->function ? name->function->op->name
			 : name->class  ? name->class->op->name
					: name->python);
	if (name->place != NN_LEFT_OUT) {
		if (!print_declaration(e, name))
			return false;
		print_calls(e, name);
	}
	print_python(name);
	print_note(e, name);
	if (name->place == NN_IN_C) {
		if (name->function)
			show_defaults(name->function->op);
		if (name->function)
			show_numbers(name->function->op);
		if (name->class) {
			print_class_defaults(name->class);
			print_class_calls(e, name);
		}
		print_declared(e, name);
	}
	print_from(name);
	if (!strncmp(name->python, "torch.", strlen("torch.")))
		show_search(e->model->spec->release, name->python, strlen(name->python));
	puts("");
	return true;
}

static bool is_other(struct arena *arena, const struct nn_name *name, const char *bare)
{
	const char *full = spelling_replace(arena, transform_modules,
					    sizeof transform_modules / sizeof *transform_modules,
					    bare);

	return is_end(name, bare) || is_end(name, full);
}

static bool show_others(struct emitter *e, const char *bare, size_t *shown)
{
	const struct nn *nn = e->model->nn;

	for (size_t i = 0; nn && i < nn->others.len; i++) {
		if (!is_other(e->arena, nn->others.at[i], bare))
			continue;
		if (!show_one(e, nn->others.at[i]))
			return false;
		(*shown)++;
	}
	return true;
}

bool show_nn(struct emitter *e, const char *name, size_t *shown)
{
	const struct nn *nn = e->model->nn;
	const char *bare = spelling_bare(e->arena, name);
	const char *full = spelling_replace(e->arena, modules, sizeof modules / sizeof *modules,
					    bare);

	*shown = 0;
	for (size_t i = 0; nn && i < nn->names.len; i++) {
		if (strcmp(nn->names.at[i]->python, full) != 0 && !is_named(nn->names.at[i], bare))
			continue;
		if (!show_one(e, nn->names.at[i]))
			return false;
		(*shown)++;
	}
	return show_others(e, bare, shown);
}

enum { NAMES_AT_MOST = 5 };

/* Names have the same last part: torch.load and torch.jit.load. */
static void add_names_of(struct arena *arena, const struct nn *nn, const char *last,
			 struct names *names)
{
	for (size_t i = 0; i < nn->names.len; i++)
		if (nn->names.at[i]->place == NN_IN_C && !strcmp(last_part(nn->names.at[i]), last))
			vec_push(arena, names, nn->names.at[i]->python);
	for (size_t i = 0; i < nn->others.len; i++)
		if (nn->others.at[i]->place == NN_IN_C &&
		    !strcmp(last_part(nn->others.at[i]), last))
			vec_push(arena, names, nn->others.at[i]->python);
}

struct names show_nn_nearest(struct arena *arena, const struct nn *nn, const char *name)
{
	const char *bare = spelling_bare(arena, name), *dot = strrchr(bare, '.');
	struct names all = { 0 }, nearest, names = { 0 };

	for (size_t i = 0; nn && i < nn->names.len; i++)
		if (nn->names.at[i]->place == NN_IN_C)
			vec_push(arena, &all, last_part(nn->names.at[i]));
	for (size_t i = 0; nn && i < nn->others.len; i++)
		if (nn->others.at[i]->place == NN_IN_C)
			vec_push(arena, &all, last_part(nn->others.at[i]));
	nearest = spelling_nearest_of(arena, &all, dot ? dot + 1 : bare);
	for (size_t i = 0; i < nearest.len; i++)
		add_names_of(arena, nn, nearest.at[i], &names);
	if (names.len > NAMES_AT_MOST)
		names.len = NAMES_AT_MOST;
	return names;
}
