/* `show` and `list`: the model, for people and for pipes. */
#include <stdio.h>
#include <stdlib.h>

#include "emit.h"
#include "load.h"
#include "naming.h"
#include "options.h"
#include "schema.h"

static bool load(struct run *run, struct model *model)
{
	struct api api = { 0 };

	return model_load(run->arena, run->diag, run->options->yaml, model) &&
	       header_scan(run->arena, run->diag, run->options->headers, &api) &&
	       naming_assign(run->arena, run->diag, model, &api);
}

/* --- list ------------------------------------------------------------------------------------- */

int command_list(struct run *run)
{
	struct model model;

	if (!load(run, &model))
		return EXIT_BAD;
	for (size_t i = 0; i < model.ops.len; i++) {
		const struct op *op = model.by_symbol[i];

		printf("%s\t%s\n", op->symbol, op->func);
		if (op->method)
			printf("%s\t%s\n", op->method, op->func);
	}
	return EXIT_FINE;
}

/* --- names as people write them --------------------------------------------------------------- */

static const char *behind(const char *text, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(text, prefix, length) ? text : text + length;
}

/* "torch.ops.aten.add.Tensor", "at::add", "ct_Tensor_add_": what is left says the operator. */
static const char *plain_name(const char *name)
{
	static const char *const prefixes[] = { "torch.ops.", "aten::",  "aten.",
						"at::_ops::", "at::",    "torch::",
						"torch.",     "Tensor.", "ct_Tensor_" };

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		name = behind(name, prefixes[i]);
	return behind(name, "ct_");
}

static const char *base_name(struct arena *arena, const struct op *op)
{
	return arena_strndup(arena, op->name, strcspn(op->name, "."));
}

static bool is_meant(struct arena *arena, const struct op *op, const char *name)
{
	return !strcmp(op->name, name) || !strcmp(op->struct_name, name) ||
	       !strcmp(base_name(arena, op), name);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* How many letters have to be changed, added or left out: Levenshtein's distance. */
static size_t distance(struct arena *arena, const char *a, const char *b)
{
	size_t columns = strlen(b) + 1;
	size_t *row = arena_alloc(arena, columns * sizeof *row);

	for (size_t j = 0; j < columns; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t j = 1; j < columns; j++) {
			size_t above = row[j];

			row[j] = least(least(above, row[j - 1]) + 1,
				       corner + (a[i - 1] != b[j - 1]));
			corner = above;
		}
	}
	return row[columns - 1];
}

static void report_unknown(struct run *run, const struct model *model, const char *name)
{
	const char *plain = plain_name(name), *nearest = NULL;
	size_t best = (size_t)-1;

	for (size_t i = 0; i < model->ops.len; i++) {
		const char *base = base_name(run->arena, model->by_symbol[i]);
		size_t d = distance(run->arena, base, plain);

		if (d < best) {
			best = d;
			nearest = base;
		}
	}
	diag_error(run->diag, (struct loc){ 0 },
		   best <= 3 ? arena_printf(run->arena, "the nearest name is '%s'", nearest)
			     : "ctorch-gen list shows all",
		   "PyTorch %s has no operator '%s'", model->spec->release, name);
}

/* --- show ------------------------------------------------------------------------------------- */

static void print_tags(const struct op *op)
{
	printf("tags:      ");
	for (size_t i = 0; i < op->tags.len; i++)
		printf("%s%s", i ? ", " : "", op->tags.at[i]);
	puts(op->tags.len ? "" : "none");
}

/* The kernels as the yaml names them; a derived operator runs through those of its source. */
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

static bool show_op(struct emitter *e, const struct op *op)
{
	struct strbuf prototypes = { 0 };
	bool fine = emit_prototype(e, op, op->symbol, &prototypes) &&
		    (!op->method || emit_prototype(e, op, op->method, &prototypes));

	if (fine) {
		printf("%s\n\n%s\n", op->name, strbuf_str(&prototypes));
		printf("kind:      %s\n", schema_kind_name(op->kind));
		printf("declared:  <ctorch/%s.h>, defined in %s.cpp\n", op->group, op->shard);
		printf("from:      %s:%zu%s\n", op->entry->loc.source->path, op->entry->loc.line,
		       op->is_derived ? " (autogen)" : "");
		print_tags(op);
		print_kernels(op);
		puts("");
	}
	strbuf_free(&prototypes);
	return fine;
}

int command_show(struct run *run)
{
	struct model model;
	struct templates templates = { .arena = run->arena,
				       .diag = run->diag,
				       .folder = run->options->templates };
	struct emitter e = {
		.arena = run->arena, .diag = run->diag, .model = &model, .templates = &templates
	};

	if (!load(run, &model))
		return EXIT_BAD;
	for (int i = 0; i < run->options->arg_count; i++) {
		const char *name = run->options->args[i];
		size_t shown = 0;

		for (size_t j = 0; j < model.ops.len; j++) {
			if (!is_meant(run->arena, model.by_symbol[j], plain_name(name)))
				continue;
			if (!show_op(&e, model.by_symbol[j]))
				return EXIT_BAD;
			shown++;
		}
		if (!shown)
			report_unknown(run, &model, name);
	}
	return EXIT_FINE;
}
