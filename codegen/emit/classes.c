/* The headers and tables of the classes: modules, optimizers, schedulers, transforms. */
#include "emit/call.h"
#include "emit/nn_names.h"
#include "emit/wrap.h"
#include "util/text.h"

/* A text as C writes it; "NULL" for NULL. */
static void add_text(struct strbuf *out, const char *text)
{
	strbuf_add(out, text ? "\"" : "NULL");
	for (; text && *text; text++) {
		if (*text == '"' || *text == '\\')
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, *text);
	}
	strbuf_add(out, text ? "\"" : "");
}

static const char *text_in_c(struct arena *arena, const char *text)
{
	struct strbuf quoted = { 0 };
	const char *kept;

	add_text(&quoted, text);
	kept = arena_strdup(arena, strbuf_str(&quoted));
	strbuf_free(&quoted);
	return kept;
}

/* What a list of classes becomes. */
struct family {
	const char *name;   /* "nn": struct ct_nn_code */
	const char *arrays; /* "nn_classes": how the header's arrays begin */
	const struct nn_classes *all;
};

static struct family modules(const struct emitter *e)
{
	return (struct family){ "nn", "nn_classes", &e->model->nn->classes };
}

static struct family optimizers(const struct emitter *e)
{
	return (struct family){ "optim", "optim_classes", &e->model->nn->optimizers };
}

static struct family schedulers(const struct emitter *e)
{
	return (struct family){ "lr_scheduler", "optim_classes", &e->model->nn->schedulers };
}

static struct family transforms(const struct emitter *e)
{
	return (struct family){ "transform", "transform_classes", &e->model->nn->transforms };
}

/* --- the headers ------------------------------------------------------------------------------ */

/* What the comment says below the schema. A schema is never broken into lines. */
static void add_note(struct arena *arena, const struct nn_class *class, struct strbuf *out)
{
	const char *of = class->group ? "State of a parameter" : "State";

	if (class->forward)
		strbuf_printf(out, " * %s\n", class->forward);
	else if (class->state && *class->state)
		wrap_add_comment(out, arena_printf(arena, "%s: %s", of, class->state));
	else if (class->state)
		wrap_add_comment(out, "It keeps no state.");
}

static const char *template_of(const struct nn_class *class)
{
	return class->forward ? "nn_class.h" : class->state ? "optim_class.h" : "transform_class.h";
}

bool emit_nn_struct(struct emitter *e, const struct nn_class *class, struct strbuf *out)
{
	struct strbuf doc = { 0 }, note = { 0 }, members = { 0 }, text = { 0 };
	bool fine;

	wrap_add_comment(&doc, class->doc);
	add_note(e->arena, class, &note);
	call_add_members(class->op, &members);
	fine = template_fill(e->templates, template_of(class),
			     (struct mark[]){ { "doc", strbuf_str(&doc) },
					      { "schema", class->schema },
					      { "struct", class->op->struct_name },
					      { "members", strbuf_str(&members) },
					      { note.length ? "note" : NULL, strbuf_str(&note) },
					      { 0 } },
			     &text);
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&doc);
	strbuf_free(&note);
	strbuf_free(&members);
	strbuf_free(&text);
	return fine;
}

/* Adds the structs and macros of all, and what says that they are there. */
static bool add_family(struct call_lists *lists, const struct family *family,
		       struct strbuf *defined, struct strbuf *out)
{
	bool fine = true;

	for (size_t i = 0; fine && i < family->all->len; i++) {
		const struct nn_class *class = family->all->at[i];

		strbuf_printf(defined, "#define CT_HAS_%s 1\n", class->op->struct_name);
		fine = emit_nn_struct(lists->e, class, out) &&
		       call_add_macro(lists, class->op, "result__", "", "result__", out);
	}
	return fine;
}

static const char *count_of(struct arena *arena, const struct family *family)
{
	return arena_printf(arena, "%zu", family->all->len);
}

/* The header of one family, which has a template of its name: "ctorch/nn_classes.h". */
static bool emit_header(struct emitter *e, const struct family *all)
{
	const char *name = arena_printf(e->arena, "ctorch/%s.h", all->arrays);
	struct call_lists lists = { .e = e, .prefix = all->arrays };
	struct strbuf defined = { 0 }, classes = { 0 };
	bool fine;

	fine = add_family(&lists, all, &defined, &classes) &&
	       template_fill(e->templates, name,
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", count_of(e->arena, all) },
					      { "defined", strbuf_str(&defined) },
					      { "lists", strbuf_str(&lists.text) },
					      { "classes", strbuf_str(&classes) },
					      { 0 } },
			     output_add(e->output, name));
	strbuf_free(&lists.text);
	strbuf_free(&defined);
	strbuf_free(&classes);
	return fine;
}

static bool emit_optim_header(struct emitter *e)
{
	const struct family first = optimizers(e), second = schedulers(e);
	struct call_lists lists = { .e = e, .prefix = first.arrays };
	struct strbuf defined = { 0 }, made[2] = { { 0 } };
	bool fine;

	fine = add_family(&lists, &first, &defined, &made[0]) &&
	       add_family(&lists, &second, &defined, &made[1]) &&
	       template_fill(e->templates, "ctorch/optim_classes.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "optimizer_count", count_of(e->arena, &first) },
					      { "scheduler_count", count_of(e->arena, &second) },
					      { "defined", strbuf_str(&defined) },
					      { "lists", strbuf_str(&lists.text) },
					      { "optimizers", strbuf_str(&made[0]) },
					      { "schedulers", strbuf_str(&made[1]) },
					      { 0 } },
			     output_add(e->output, "ctorch/optim_classes.h"));
	strbuf_free(&lists.text);
	strbuf_free(&defined);
	strbuf_free(&made[0]);
	strbuf_free(&made[1]);
	return fine;
}

/* --- the tables ------------------------------------------------------------------------------- */

static const char *word(bool value)
{
	return value ? "true" : "false";
}

/* "ARGUMENT(nn_Conv2d, stride, "stride", "int[2]", "1", INTS, 2, false, false)," */
static void add_argument(struct emitter *e, const struct nn_class *class, size_t i,
			 struct strbuf *out)
{
	const struct nn_argument *argument = &class->arguments.at[i];
	const struct arg *arg = &class->op->schema.args.at[i];

	strbuf_printf(out, "ARGUMENT(%s, %s, \"%s\", \"%s\", %s, %s, %d, %s, %s),\n",
		      class->op->struct_name, arg->c_name, arg->name, argument->type,
		      text_in_c(e->arena, arg->default_text), text_upper(e->arena, argument->kind),
		      argument->size, word(argument->is_optional), word(arg->is_keyword_only));
}

/* ".bias = true, .groups = 1, " with a line for each. */
static void add_lines(struct strbuf *out, const char *defaults)
{
	for (const char *end; *defaults; defaults = end + strspn(end, " ")) {
		end = strstr(defaults, ", .");
		end = end ? end + 1 : defaults + strlen(defaults) - 1;
		strbuf_add_bytes(out, defaults, (size_t)(end - defaults));
		strbuf_add(out, "\n");
	}
}

static bool add_row(struct call_lists *lists, const struct family *family,
		    const struct nn_class *class, struct strbuf *out)
{
	struct emitter *e = lists->e;
	struct strbuf defaults = { 0 }, lines = { 0 }, arguments = { 0 }, text = { 0 };
	const bool has_any = class->arguments.len;
	bool fine;

	call_add_defaults(lists, class->op, &defaults);
	add_lines(&lines, strbuf_str(&defaults));
	for (size_t i = 0; i < class->arguments.len; i++)
		add_argument(e, class, i, &arguments);
	fine = template_fill(
		e->templates, has_any ? "class.c" : "class_plain.c",
		(struct mark[]){ { "family", family->name },
				 { "class", class->op->name },
				 { "struct", class->op->struct_name },
				 { "schema", class->schema },
				 { "defaults", strbuf_str(&lines) },
				 { has_any ? "arguments" : NULL, strbuf_str(&arguments) },
				 { 0 } },
		&text);
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&defaults);
	strbuf_free(&lines);
	strbuf_free(&arguments);
	strbuf_free(&text);
	return fine;
}

static const char *member(struct arena *arena, const char *name, const char *text)
{
	return text ? arena_printf(arena, ".%s = %s,\n", name, text_in_c(arena, text)) : "";
}

static bool add_entry(struct emitter *e, const struct nn_class *class, struct strbuf *out)
{
	struct arena *arena = e->arena;
	const bool has_any = class->arguments.len;

	return template_fill(
		e->templates, "class_entry.c",
		(struct mark[]){
			{ "class", class->op->name },
			{ "struct", class->op->struct_name },
			{ "schema", text_in_c(arena, class->schema) },
			{ "arguments",
			  has_any ? arena_printf(arena, "%s_arguments", class->op->name) : "NULL" },
			{ "count", arena_printf(arena, "%zu", class->arguments.len) },
			{ "init", member(arena, "init", class->init) },
			{ "more",
			  arena_printf(arena, "%s%s%s%s", member(arena, "repr", class->repr),
				       member(arena, "forward", class->forward),
				       member(arena, "group", class->group),
				       member(arena, "state", class->state)) },
			{ 0 } },
		out);
}

/* Adds rows and entries of all. */
static bool add_table(struct emitter *e, const struct family *family, struct strbuf *rows,
		      struct strbuf *entries)
{
	/* The arrays are in the header. */
	struct call_lists lists = { .e = e, .prefix = family->arrays };
	bool fine = true;

	for (size_t i = 0; fine && i < family->all->len; i++)
		fine = add_row(&lists, family, family->all->at[i], rows) &&
		       add_entry(e, family->all->at[i], entries);
	strbuf_free(&lists.text);
	return fine;
}

/* The table of one family, likewise: "nn_classes.c". */
static bool emit_table(struct emitter *e, const struct family *all)
{
	const char *name = arena_printf(e->arena, "%s.c", all->arrays);
	struct strbuf classes = { 0 }, entries = { 0 };
	bool fine;

	fine = add_table(e, all, &classes, &entries) &&
	       template_fill(e->templates, name,
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "classes", strbuf_str(&classes) },
					      { "entries", strbuf_str(&entries) },
					      { 0 } },
			     output_add(e->output, name));
	strbuf_free(&classes);
	strbuf_free(&entries);
	return fine;
}

static bool emit_optim_table(struct emitter *e)
{
	const struct family first = optimizers(e), second = schedulers(e);
	struct strbuf rows[2] = { { 0 } }, entries[2] = { { 0 } };
	bool fine;

	fine = add_table(e, &first, &rows[0], &entries[0]) &&
	       add_table(e, &second, &rows[1], &entries[1]) &&
	       template_fill(e->templates, "optim_classes.c",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "optimizers", strbuf_str(&rows[0]) },
					      { "optimizer_entries", strbuf_str(&entries[0]) },
					      { "schedulers", strbuf_str(&rows[1]) },
					      { "scheduler_entries", strbuf_str(&entries[1]) },
					      { 0 } },
			     output_add(e->output, "optim_classes.c"));
	for (int i = 0; i < 2; i++) {
		strbuf_free(&rows[i]);
		strbuf_free(&entries[i]);
	}
	return fine;
}

static bool emit_family(struct emitter *e, const struct family *all)
{
	return emit_header(e, all) && emit_table(e, all);
}

bool emit_nn_classes(struct emitter *e)
{
	const struct family nn = modules(e), transform = transforms(e);
	const bool has_optim = e->model->nn->optimizers.len && e->model->nn->schedulers.len;

	return emit_family(e, &nn) &&
	       (!has_optim || (emit_optim_header(e) && emit_optim_table(e))) &&
	       (!transform.all->len || emit_family(e, &transform));
}
