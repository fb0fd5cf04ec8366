/* The header and the table of the module classes of runtime/nn/classes.yaml. */
#include "emit/call.h"
#include "emit/nn_names.h"
#include "emit/wrap.h"
#include "util/text.h"

/* A text as C writes it; "NULL" for NULL. */
static void add_text(struct strbuf *out, const char *text)
{
	strbuf_add(out, text ? "\"" : "NULL");
	for (; text && *text; text++)
		strbuf_printf(out, strchr("\"\\", *text) ? "\\%c" : "%c", *text);
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

/* --- the header ------------------------------------------------------------------------------- */

bool emit_nn_struct(struct emitter *e, const struct nn_class *class, struct strbuf *out)
{
	struct strbuf doc = { 0 }, members = { 0 }, text = { 0 };
	bool fine;

	wrap_add_comment(&doc, class->doc);
	call_add_members(class->op, &members);
	fine = template_fill(e->templates, "nn_class.h",
			     (struct mark[]){ { "doc", strbuf_str(&doc) },
					      { "schema", class->schema },
					      { "forward", class->forward },
					      { "struct", class->op->struct_name },
					      { "members", strbuf_str(&members) },
					      { 0 } },
			     &text);
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&doc);
	strbuf_free(&members);
	strbuf_free(&text);
	return fine;
}

static bool add_class(struct call_lists *lists, const struct nn_class *class, struct strbuf *out)
{
	return emit_nn_struct(lists->e, class, out) &&
	       call_add_macro(lists, class->op, "result__", "", "result__", out);
}

static bool emit_header(struct emitter *e)
{
	const struct nn_classes *all = &e->model->nn->classes;
	struct call_lists lists = { .e = e, .prefix = "nn_classes" };
	struct strbuf defined = { 0 }, classes = { 0 };
	bool fine = true;

	for (size_t i = 0; fine && i < all->len; i++) {
		strbuf_printf(&defined, "#define CT_HAS_%s 1\n", all->at[i]->op->struct_name);
		fine = add_class(&lists, all->at[i], &classes);
	}
	fine = fine &&
	       template_fill(e->templates, "ctorch/nn_classes.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", arena_printf(e->arena, "%zu", all->len) },
					      { "defined", strbuf_str(&defined) },
					      { "lists", strbuf_str(&lists.text) },
					      { "classes", strbuf_str(&classes) },
					      { 0 } },
			     output_add(e->output, "ctorch/nn_classes.h"));
	strbuf_free(&lists.text);
	strbuf_free(&defined);
	strbuf_free(&classes);
	return fine;
}

/* --- the table -------------------------------------------------------------------------------- */

static const char *word(bool value)
{
	return value ? "true" : "false";
}

/* "ARGUMENT(Conv2d, stride, "stride", "int[2]", "1", INTS, 2, false, false)," */
static void add_argument(struct emitter *e, const struct nn_class *class, size_t i,
			 struct strbuf *out)
{
	const struct nn_argument *argument = &class->arguments.at[i];
	const struct arg *arg = &class->op->schema.args.at[i];

	strbuf_printf(out, "ARGUMENT(%s, %s, \"%s\", \"%s\", %s, %s, %d, %s, %s),\n",
		      class->op->name, arg->c_name, arg->name, argument->type,
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

static bool add_row(struct call_lists *lists, const struct nn_class *class, struct strbuf *out)
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
		e->templates, has_any ? "nn_class.c" : "nn_class_plain.c",
		(struct mark[]){ { "class", class->op->name },
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

static bool add_entry(struct emitter *e, const struct nn_class *class, struct strbuf *out)
{
	const bool has_any = class->arguments.len;

	return template_fill(
		e->templates, "nn_class_entry.c",
		(struct mark[]){ { "class", class->op->name },
				 { "struct", class->op->struct_name },
				 { "schema", text_in_c(e->arena, class->schema) },
				 { "repr", text_in_c(e->arena, class->repr) },
				 { "forward", text_in_c(e->arena, class->forward) },
				 { "arguments",
				   has_any ? arena_printf(e->arena, "%s_arguments", class->op->name)
					   : "NULL" },
				 { "count", arena_printf(e->arena, "%zu", class->arguments.len) },
				 { 0 } },
		out);
}

static bool emit_table(struct emitter *e)
{
	const struct nn_classes *all = &e->model->nn->classes;
	/* The arrays are in the header. */
	struct call_lists lists = { .e = e, .prefix = "nn_classes" };
	struct strbuf classes = { 0 }, entries = { 0 };
	bool fine = true;

	for (size_t i = 0; fine && i < all->len; i++)
		fine = add_row(&lists, all->at[i], &classes) && add_entry(e, all->at[i], &entries);
	fine = fine && template_fill(e->templates, "nn_classes.c",
				     (struct mark[]){ { "release", e->model->spec->release },
						      { "classes", strbuf_str(&classes) },
						      { "entries", strbuf_str(&entries) },
						      { 0 } },
				     output_add(e->output, "nn_classes.c"));
	strbuf_free(&lists.text);
	strbuf_free(&classes);
	strbuf_free(&entries);
	return fine;
}

bool emit_nn_classes(struct emitter *e)
{
	return emit_header(e) && emit_table(e);
}
