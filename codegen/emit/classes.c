/* The headers and tables of the classes: for each family the same, with other names. */
#include "emit/call.h"
#include "emit/nn_names.h"
#include "emit/wrap.h"
#include "name/naming.h"
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

static const char *count_of(struct arena *arena, const struct class_list *list)
{
	return arena_printf(arena, "%zu", list->len);
}

/* "optim_classes": the files of a family, and how the header's arrays begin. */
static const char *files_of(struct arena *arena, const struct family *family)
{
	return arena_printf(arena, "%s_classes", family->name);
}

/* --- the headers ------------------------------------------------------------------------------ */

/* A line of the comment below the schema; nothing for a text that is not there. A schema is never
 * broken into lines. */
static void add_note(struct arena *arena, const struct class_key *key, const char *text,
		     struct strbuf *out)
{
	const char *note = text && *text ? key->note : key->note_of_none;

	if (!text || !note)
		return;
	strbuf_add(out, " *\n");
	if (key->is_schema)
		strbuf_printf(out, " * %s%s\n", note, text);
	else
		wrap_add_comment(out, arena_printf(arena, "%s%s", note, text));
}

static void add_notes(struct arena *arena, const struct class_def *class, struct strbuf *out)
{
	const struct class_key *keys = class->family->keys;

	for (size_t i = 0; keys[i].name; i++)
		add_note(arena, &keys[i], class->texts[i].text, out);
}

bool emit_class_struct(struct emitter *e, const struct class_def *class, struct strbuf *out)
{
	struct strbuf doc = { 0 }, notes = { 0 }, members = { 0 }, text = { 0 };
	bool fine;

	wrap_add_comment(&doc, class->doc);
	add_notes(e->arena, class, &notes);
	call_add_members(class->op, "", &members);
	fine = template_fill(e->templates, "class.h",
			     (struct mark[]){ { "doc", strbuf_str(&doc) },
					      { "schema", class->schema },
					      { "notes", strbuf_str(&notes) },
					      { "struct", class->op->struct_name },
					      { "members", strbuf_str(&members) },
					      { 0 } },
			     &text);
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&doc);
	strbuf_free(&notes);
	strbuf_free(&members);
	strbuf_free(&text);
	return fine;
}

/* The macros of a class, and its member in the struct of names. */
static bool add_macros(struct call_lists *lists, const struct class_def *class,
		       struct strbuf *names, struct strbuf *out)
{
	const struct op *op = class->op;
	const char *type = arena_printf(lists->e->arena, "struct ct_args_%s_ ", op->struct_name);
	const struct macro macro = {
		.results = "",
		.form = "",
		.begin = op->struct_name,
		.end = op->struct_name,
		.given_results = "",
		.value = "",
		.number = class->family->number,
	};

	call_add_name(class->schema, type, op->name, names);
	call_add_needs(op, op->struct_name, 0, out);
	call_add_missing(op, class->family->macro, op->name, op->struct_name, out);
	return call_add_macro(lists, op, &macro, out);
}

/* Adds the structs and macros of all, what says that they are there, and their names. */
static bool add_structs(struct call_lists *lists, const struct class_list *list,
			struct strbuf *defined, struct strbuf *names, struct strbuf *out)
{
	bool fine = true;

	lists->mention = arena_printf(lists->e->arena, "%s_NAME_(op__)", list->family->macro);
	for (size_t i = 0; fine && i < list->len; i++) {
		const struct class_def *class = list->at[i];

		strbuf_printf(defined, "#define CT_HAS_%s 1\n", class->op->struct_name);
		fine = emit_class_struct(lists->e, class, out) &&
		       add_macros(lists, class, names, out);
	}
	return fine;
}

const char *class_header(struct arena *arena, const struct family *family)
{
	return naming_header(arena, "classes", family->name);
}

static bool emit_header(struct emitter *e, const struct class_list *list)
{
	const struct family *family = list->family;
	struct call_lists lists = { .e = e, .prefix = files_of(e->arena, family) };
	struct strbuf defined = { 0 }, names = { 0 }, classes = { 0 };
	bool fine;

	fine = add_structs(&lists, list, &defined, &names, &classes) &&
	       template_fill(e->templates, "ctorch/classes/family.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "list", family->list },
					      { "macro", family->macro },
					      { "count", count_of(e->arena, list) },
					      { "of", family->of },
					      { "header", family->header },
					      { "types", family->types },
					      { "name", text_upper(e->arena, family->name) },
					      { "family", family->name },
					      { "prefix", family->prefix },
					      { "defined", strbuf_str(&defined) },
					      { "lists", strbuf_str(&lists.text) },
					      { "classes", strbuf_str(&classes) },
					      { "names", strbuf_str(&names) },
					      { 0 } },
			     output_add(e->output, class_header(e->arena, family)));
	strbuf_free(&lists.text);
	strbuf_free(&defined);
	strbuf_free(&names);
	strbuf_free(&classes);
	return fine;
}

/* --- the tables ------------------------------------------------------------------------------- */

static const char *word(bool value)
{
	return value ? "true" : "false";
}

/* "CT_ARGUMENT(nn_Conv2d, stride, "stride", "int[2]", "1", INTS, 2, false, false)," */
static void add_argument(struct emitter *e, const struct class_def *class, size_t i,
			 struct strbuf *out)
{
	const struct class_argument *argument = &class->arguments.at[i];
	const struct arg *arg = &class->op->schema.args.at[i];

	strbuf_printf(out, "CT_ARGUMENT(%s, %s, \"%s\", \"%s\", %s, %s, %d, %s, %s),\n",
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

static bool add_row(struct call_lists *lists, const struct class_def *class, struct strbuf *out)
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
		(struct mark[]){ { "family", class->family->name },
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

/* Adds what the entry has in the family's keys: those of struct ct_class, or the others. */
static void add_texts(struct arena *arena, const struct class_def *class, bool is_of_all,
		      struct strbuf *out)
{
	const struct class_key *keys = class->family->keys;

	for (size_t i = 0; keys[i].name; i++)
		if (class->texts[i].text && keys[i].is_of_all == is_of_all &&
		    !keys[i].is_for_bindings)
			strbuf_printf(out, ".%s = %s,\n", keys[i].name,
				      text_in_c(arena, class->texts[i].text));
}

static bool add_entry(struct emitter *e, const struct class_def *class, struct strbuf *out)
{
	struct arena *arena = e->arena;
	const bool has_any = class->arguments.len;
	struct strbuf of_all = { 0 }, own = { 0 };
	bool fine;

	add_texts(arena, class, true, &of_all);
	add_texts(arena, class, false, &own);
	fine = template_fill(
		e->templates, "class_entry.c",
		(struct mark[]){
			{ "class", class->op->name },
			{ "struct", class->op->struct_name },
			{ "schema", text_in_c(arena, class->schema) },
			{ "arguments",
			  has_any ? arena_printf(arena, "%s_arguments", class->op->name) : "NULL" },
			{ "count", arena_printf(arena, "%zu", class->arguments.len) },
			{ "of_all", strbuf_str(&of_all) },
			{ "own", strbuf_str(&own) },
			{ 0 } },
		out);
	strbuf_free(&of_all);
	strbuf_free(&own);
	return fine;
}

/* Adds rows and entries of all. */
static bool add_table(struct emitter *e, const struct class_list *list, struct strbuf *rows,
		      struct strbuf *entries)
{
	/* The arrays are in the header. */
	struct call_lists lists = { .e = e, .prefix = files_of(e->arena, list->family) };
	bool fine = true;

	for (size_t i = 0; fine && i < list->len; i++)
		fine = add_row(&lists, list->at[i], rows) && add_entry(e, list->at[i], entries);
	strbuf_free(&lists.text);
	return fine;
}

/* The name of the runtime's struct, without "ct_". */
static const char *tag_of(struct arena *arena, const struct family *family)
{
	return family->tag ? family->tag : arena_printf(arena, "%s_class", family->name);
}

static bool emit_table(struct emitter *e, const struct class_list *list)
{
	const struct family *family = list->family;
	const char *name = arena_printf(e->arena, "classes/%s.c", family->name);
	struct strbuf classes = { 0 }, entries = { 0 };
	bool fine;

	fine = add_table(e, list, &classes, &entries) &&
	       template_fill(e->templates, "classes.c",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "list", family->list },
					      { "of", family->of },
					      { "inside", family->inside },
					      { "name", family->name },
					      { "tag", tag_of(e->arena, family) },
					      { "classes", strbuf_str(&classes) },
					      { "entries", strbuf_str(&entries) },
					      { 0 } },
			     output_add(e->output, name));
	strbuf_free(&classes);
	strbuf_free(&entries);
	return fine;
}

bool emit_classes(struct emitter *e)
{
	bool fine = true;

	for (size_t i = 0; fine && i < e->model->nn->families.len; i++) {
		const struct class_list *list = &e->model->nn->families.at[i];

		fine = emit_header(e, list) && emit_table(e, list);
	}
	return fine;
}
