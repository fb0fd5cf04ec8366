#include <stdio.h>

#include "tools/diff/emit.h"
#include "tools/program/program.h"

enum { NAME_AT_MOST = 40 }; /* columns; longer names exceed them */

/* Indexed by program_compiles(). */
static const char *const verdicts[] = {
	"The program must be changed where it uses removed or missing functions, and possibly "
	"where a signature changed.",
	"The program compiles unchanged.",
};

static const char *title(const struct program_name *name)
{
	return name->change == CHANGE_COUNT ? "unchanged" : change_kind_name(name->change);
}

/* --- uses ------------------------------------------------------------------------------------- */

/* "hello.c:12 (3 times), libmine.so" */
static void add_uses(struct strbuf *out, const struct program_name *name)
{
	for (size_t i = 0; i < name->uses.len; i++) {
		const struct use *use = &name->uses.at[i];

		strbuf_printf(out, "%s%s", i ? ", " : "", use->file);
		if (use->line)
			strbuf_printf(out, ":%zu", use->line);
		if (use->count > 1)
			strbuf_printf(out, " (%zu times)", use->count);
	}
}

static void add_nearest(struct strbuf *out, const struct names *nearest, const char *quote)
{
	strbuf_add(out, "closest: ");
	for (size_t i = 0; i < nearest->len; i++)
		strbuf_printf(out, "%s%s%s%s", i ? ", " : "", quote, nearest->at[i], quote);
}

/* --- text ------------------------------------------------------------------------------------- */

static void add_name(struct strbuf *out, const struct program *program,
		     const struct program_name *name)
{
	strbuf_add(out, "  ");
	if (program->after && name->op)
		strbuf_printf(out, "%-9s  ", title(name));
	strbuf_printf(out, "%-*s  ", NAME_AT_MOST, name->name);
	add_uses(out, name);
	strbuf_add(out, "\n");
}

static void add_unknown(struct strbuf *out, const struct program *program,
			const struct program_name *name)
{
	add_name(out, program, name);
	if (name->past)
		strbuf_printf(out, "      %s\n", name->past);
	if (name->nearest.len) {
		strbuf_add(out, "      ");
		add_nearest(out, &name->nearest, "");
		strbuf_add(out, "\n");
	}
	if (name->comes)
		strbuf_printf(out, "      PyTorch %s has it\n", emit_release(program->after));
}

static void add_changes(struct strbuf *out, const struct program *program)
{
	const struct diff *diff = &program->diff;

	strbuf_printf(out, "\nPyTorch %s -> %s: the functions that the program uses\n",
		      emit_release(diff->before), emit_release(diff->after));
	emit_diff_text_totals(diff, CHANGE_ADDED, out);
	strbuf_printf(out, "%s\n", verdicts[program_compiles(program)]);
	emit_diff_text_changes(diff, out);
}

bool emit_program_text(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct program *program = found;
	const char *release = emit_release(program->model);

	(void)templates;
	strbuf_printf(out, "PyTorch %s\n", release);
	strbuf_printf(out, "%6zu  sources and objects\n", program->parts.len);
	strbuf_printf(out, "%6zu  operator functions used\n", program->functions);
	strbuf_printf(out, "%6zu  method forms used\n", program->methods);
	strbuf_printf(out, "%6zu  names that do not exist\n", program->unknown.len);
	if (program->operators.len)
		strbuf_add(out, "\noperators\n");
	for (size_t i = 0; i < program->operators.len; i++)
		add_name(out, program, program->operators.at[i]);
	if (program->unknown.len)
		strbuf_printf(out, "\nneither in PyTorch %s nor in the runtime\n", release);
	for (size_t i = 0; i < program->unknown.len; i++)
		add_unknown(out, program, program->unknown.at[i]);
	if (program->after)
		add_changes(out, program);
	return true;
}

/* --- Markdown --------------------------------------------------------------------------------- */

/* Paths may contain any character. */
static void add_cell(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_{}[]<>|#", *text))
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, *text == '\n' || *text == '\r' ? ' ' : *text);
	}
}

static void add_uses_cell(struct strbuf *out, const struct program_name *name)
{
	struct strbuf uses = { 0 };

	add_uses(&uses, name);
	add_cell(out, strbuf_str(&uses));
	strbuf_free(&uses);
}

static void add_operator_row(struct strbuf *out, const struct program *program,
			     const struct program_name *name)
{
	strbuf_printf(out, "| `%s` | `%s` | ", name->name, name->op->name);
	add_uses_cell(out, name);
	if (program->after)
		strbuf_printf(out, " | %s", title(name));
	strbuf_add(out, " |\n");
}

static void add_unknown_row(struct strbuf *out, const struct program *program,
			    const struct program_name *name)
{
	const char *between = "";

	strbuf_printf(out, "| `%s` | ", name->name);
	add_uses_cell(out, name);
	strbuf_add(out, " | ");
	if (name->past)
		strbuf_printf(out, "%s", name->past);
	between = name->past ? "<br>" : "";
	if (name->nearest.len) {
		strbuf_add(out, between);
		add_nearest(out, &name->nearest, "`");
		between = "<br>";
	}
	if (name->comes)
		strbuf_printf(out, "%sPyTorch %s has it", between, emit_release(program->after));
	strbuf_add(out, " |\n");
}

static bool add_unknown_table(const struct program *program, struct templates *templates,
			      struct strbuf *out)
{
	struct strbuf rows = { 0 };
	bool fine;

	for (size_t i = 0; i < program->unknown.len; i++)
		add_unknown_row(&rows, program, program->unknown.at[i]);
	fine = template_fill(templates, "program_unknown.md",
			     (struct mark[]){ { "release", emit_release(program->model) },
					      { "rows", strbuf_str(&rows) },
					      { 0 } },
			     out);
	strbuf_free(&rows);
	return fine;
}

static bool add_changes_part(const struct program *program, struct templates *templates,
			     struct strbuf *out)
{
	const struct diff *diff = &program->diff;
	struct strbuf totals = { 0 }, sections = { 0 };
	bool fine;

	emit_diff_markdown_totals(diff, CHANGE_ADDED, &totals);
	strbuf_add(out, out->length ? "\n" : "");
	fine = emit_diff_markdown_changes(diff, templates, &sections) &&
	       template_fill(templates, "program_changes.md",
			     (struct mark[]){ { "new", emit_release(diff->after) },
					      { "totals", strbuf_str(&totals) },
					      { "verdict", verdicts[program_compiles(program)] },
					      { "sections", strbuf_str(&sections) },
					      { 0 } },
			     out);
	strbuf_free(&totals);
	strbuf_free(&sections);
	return fine;
}

bool emit_program_markdown(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct program *program = found;
	struct strbuf rows = { 0 }, rest = { 0 };
	char counts[3][24];
	bool fine;

	snprintf(counts[0], sizeof counts[0], "%zu", program->parts.len);
	snprintf(counts[1], sizeof counts[1], "%zu", program->functions);
	snprintf(counts[2], sizeof counts[2], "%zu", program->methods);
	for (size_t i = 0; i < program->operators.len; i++)
		add_operator_row(&rows, program, program->operators.at[i]);
	fine = (!program->unknown.len || add_unknown_table(program, templates, &rest)) &&
	       (!program->after || add_changes_part(program, templates, &rest)) &&
	       template_fill(templates, "PROGRAM.md",
			     (struct mark[]){ { "release", emit_release(program->model) },
					      { "parts", counts[0] },
					      { "functions", counts[1] },
					      { "methods", counts[2] },
					      { "column", program->after ? " change |" : "" },
					      { "rule", program->after ? " --- |" : "" },
					      { "rows", strbuf_str(&rows) },
					      { "rest", strbuf_str(&rest) },
					      { 0 } },
			     out);
	strbuf_free(&rows);
	strbuf_free(&rest);
	return fine;
}
