#include "tools/diff/emit.h"

#include "emit/emit.h"
#include "emit/wrap.h"
#include "types/type_table.h"

static const struct {
	const char *title;       /* in the totals and above the list */
	const char *column;      /* of the Markdown table; NULL: prototypes instead */
	const char *explanation; /* in Markdown */
} kinds[] = {
	[CHANGE_REMOVED] = { "removed", "schema",
			     "Programs that call these functions no longer compile." },
	[CHANGE_SIGNATURE] = { "changed in signature", NULL,
			       "The C types differ: programs that call these functions may no "
			       "longer compile." },
	[CHANGE_MEANING] = { "changed in meaning, with the same C types", "change",
			     "Calls compile as before, without a warning: check each of them." },
	[CHANGE_DEFAULT] = { "changed in default or alias annotation only", "change",
			     "C has no defaults: calls still pass the values that they contain, "
			     "which may no longer be\nthe defaults. Annotations show which results "
			     "share memory with which arguments." },
	[CHANGE_INVISIBLE] = { "changed where C does not see it", "change",
			       "Calls compile and mean the same as before: a number may now be "
			       "symbolic, an argument has\nanother name, a None is now accepted." },
	[CHANGE_ADDED] = { "added", "schema", "Programs need not be changed." },
};

static const char *const verdicts[] = {
	"Programs that use a removed function or a changed signature must be changed.",
	"Every program that compiled with the old release compiles with the new one.",
};

const char *emit_release(const struct model *model)
{
	return model->spec->release ? model->spec->release : model->spec->source.path;
}

/* --- one detail ------------------------------------------------------------------------------- */

/* "alpha: default 2, was 1"; "alpha: no default, was 1"; "alpha: default 2, had none" */
static void add_detail(struct strbuf *out, const struct detail *detail)
{
	const char *what = detail_kind_name(detail->kind);
	bool is_named = !detail->is_result || strncmp(detail->of, "result", strlen("result"));

	strbuf_printf(out, "%s%s: ", is_named && detail->is_result ? "result " : "", detail->of);
	if (detail->kind == DETAIL_NEW)
		strbuf_printf(out, "new, %s", detail->after);
	else if (detail->kind == DETAIL_GONE)
		strbuf_printf(out, "gone, was %s", detail->before);
	else if (!detail->after)
		strbuf_printf(out, "no %s, was %s", what, detail->before);
	else if (!detail->before)
		strbuf_printf(out, "%s %s, had none", what, detail->after);
	else
		strbuf_printf(out, "%s %s, was %s", what, detail->after, detail->before);
}

/* The marks below the prototypes already show these details. */
static bool is_marked(enum change_kind kind, const struct detail *detail)
{
	return kind == CHANGE_SIGNATURE &&
	       (detail->kind == DETAIL_NEW || detail->kind == DETAIL_GONE);
}

/* "instead: ct_x (new, same arguments)" */
static void add_successor(struct strbuf *out, const struct change *change)
{
	static const char *const reasons[] = {
		[SUCCESSOR_FUNCTION] = "the function form",
		[SUCCESSOR_SAME_ARGUMENTS] = "new, same arguments",
		[SUCCESSOR_SAME_NAME] = "new, other arguments",
	};

	strbuf_printf(out, "instead: %s (%s)", change->successor->symbol,
		      reasons[change->successor_kind]);
}

/* --- prototypes ------------------------------------------------------------------------------- */

static bool has_param(const char *params, const char *param, size_t length)
{
	size_t other;

	for (; *params; params += other) {
		other = strcspn(params, ",");
		if (other == length && !strncmp(params, param, length))
			return true;
		other += params[other] == ',' ? strlen(", ") : 0;
	}
	return false;
}

/* Adds a mark for each character of `params`: '^' if `others` lacks that parameter, else ' '. */
static void mark_params(struct strbuf *marks, const char *params, const char *others)
{
	size_t length;

	for (; *params; params += length) {
		length = strcspn(params, ",");
		strbuf_repeat(marks, has_param(others, params, length) ? ' ' : '^', length);
		if (params[length] == ',') {
			strbuf_add(marks, "  ");
			length += 2;
		}
	}
}

/*
 * Adds a line of wrapped text and its marks below it. Wrapping moves only blanks, so the other
 * characters show which marks belong to the line.
 */
static const char *add_line(struct strbuf *out, const char *line, size_t length, const char **flat,
			    const char **marks)
{
	struct strbuf below = { 0 };
	size_t used = 0;

	for (size_t i = 0; i < length; i++) {
		if (line[i] == '\t') {
			strbuf_add_char(&below, '\t');
			continue;
		}
		while (line[i] != ' ' && **flat == ' ')
			(*flat)++, (*marks)++;
		if (line[i] != **flat) {
			strbuf_add_char(&below, ' '); /* indentation */
			continue;
		}
		strbuf_add_char(&below, **marks);
		used = **marks == '^' ? below.length : used;
		(*flat)++, (*marks)++;
	}
	strbuf_add_bytes(out, line, length);
	strbuf_add(out, "\n");
	if (used) {
		strbuf_add_bytes(out, strbuf_str(&below), used);
		strbuf_add(out, "\n");
	}
	strbuf_free(&below);
	return line + length + (line[length] == '\n');
}

/* "- ct_error ct_mm(const ct_tensor *self, ...);", at most 100 columns wide. */
static void add_prototype(struct strbuf *out, char sign, const struct op *op, const char *symbol,
			  const struct op *other)
{
	struct strbuf params = { 0 }, others = { 0 }, flat = { 0 }, marks = { 0 }, wrapped = { 0 };
	const char *at, *end, *mark;

	emit_params(op, &params);
	emit_params(other, &others);
	strbuf_printf(&flat, "%c ct_error %s(", sign, symbol);
	strbuf_repeat(&marks, ' ', flat.length);
	mark_params(&marks, strbuf_str(&params), strbuf_str(&others));
	strbuf_printf(&flat, "%s);", strbuf_str(&params));
	strbuf_add(&marks, "  ");
	wrap_add(&wrapped, strbuf_str(&flat));
	at = strbuf_str(&flat);
	mark = strbuf_str(&marks);
	for (end = strbuf_str(&wrapped); *end;)
		end = add_line(out, end, strcspn(end, "\n"), &at, &mark);
	strbuf_free(&params);
	strbuf_free(&others);
	strbuf_free(&flat);
	strbuf_free(&marks);
	strbuf_free(&wrapped);
}

static void add_prototypes(struct strbuf *out, const struct change *change)
{
	add_prototype(out, '-', change->before, change->before->symbol, change->after);
	add_prototype(out, '+', change->after, change->after->symbol, change->before);
}

static const char converts_text[] = "calls still compile, and C converts their arguments";

/* --- text ------------------------------------------------------------------------------------- */

static void add_lines(struct strbuf *out, enum change_kind kind, const struct change *change)
{
	if (change->converts)
		strbuf_printf(out, "      %s\n", converts_text);
	for (size_t i = 0; i < change->details.len; i++) {
		if (is_marked(kind, &change->details.at[i]))
			continue;
		strbuf_add(out, "      ");
		add_detail(out, &change->details.at[i]);
		strbuf_add(out, "\n");
	}
}

static void add_text_change(struct strbuf *out, enum change_kind kind, const struct change *change)
{
	const char *method = change_method(change);

	if (kind == CHANGE_SIGNATURE) {
		add_prototypes(out, change);
		if (method)
			strbuf_printf(out, "      %s: the same change\n", method);
	} else {
		strbuf_printf(out, "  %s%s%s\n", change_symbol(change), method ? ", " : "",
			      method ? method : "");
	}
	if (kind == CHANGE_REMOVED || kind == CHANGE_ADDED)
		strbuf_printf(out, "      %s\n",
			      (change->after ? change->after : change->before)->func);
	if (change->successor) {
		strbuf_add(out, "      ");
		add_successor(out, change);
		strbuf_add(out, "\n");
	}
	add_lines(out, kind, change);
}

void emit_diff_text_changes(const struct diff *diff, struct strbuf *out)
{
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++) {
		if (diff->of[kind].len)
			strbuf_printf(out, "\n%s\n", kinds[kind].title);
		for (size_t i = 0; i < diff->of[kind].len; i++)
			add_text_change(out, kind, &diff->of[kind].at[i]);
	}
}

void emit_diff_text_totals(const struct diff *diff, enum change_kind end, struct strbuf *out)
{
	strbuf_add(out, "functions  method forms\n");
	for (enum change_kind kind = 0; kind < end; kind++)
		strbuf_printf(out, "%9zu  %12zu  %s\n", diff->of[kind].functions,
			      diff->of[kind].methods, kinds[kind].title);
}

bool emit_diff_text(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct diff *diff = found;

	(void)templates;
	strbuf_printf(out, "PyTorch %s -> %s\n", emit_release(diff->before),
		      emit_release(diff->after));
	emit_diff_text_totals(diff, CHANGE_COUNT, out);
	strbuf_printf(out, "%s\n", verdicts[diff_compiles(diff)]);
	emit_diff_text_changes(diff, out);
	return true;
}

/* --- Markdown --------------------------------------------------------------------------------- */

/* Adds text as code in a table cell. */
static void add_code(struct strbuf *out, const char *text)
{
	strbuf_add_char(out, '`');
	for (; *text; text++) {
		if (*text == '|')
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, *text);
	}
	strbuf_add_char(out, '`');
}

static void add_row(struct strbuf *out, enum change_kind kind, const struct change *change)
{
	struct strbuf text = { 0 };

	strbuf_printf(out, "| `%s` | ", change_symbol(change));
	if (change_method(change))
		strbuf_printf(out, "`%s`", change_method(change));
	strbuf_add(out, " | ");
	if (kind == CHANGE_REMOVED || kind == CHANGE_ADDED)
		add_code(out, (change->after ? change->after : change->before)->func);
	if (change->successor) {
		strbuf_add(out, "<br>");
		add_successor(out, change);
	}
	for (size_t i = 0; i < change->details.len; i++) {
		strbuf_clear(&text);
		add_detail(&text, &change->details.at[i]);
		strbuf_add(out, i ? "<br>" : "");
		add_code(out, strbuf_str(&text));
	}
	strbuf_add(out, " |\n");
	strbuf_free(&text);
}

static bool add_table(const struct diff *diff, enum change_kind kind, struct templates *templates,
		      struct strbuf *out)
{
	struct strbuf rows = { 0 };
	bool fine;

	for (size_t i = 0; i < diff->of[kind].len; i++)
		add_row(&rows, kind, &diff->of[kind].at[i]);
	fine = template_fill(templates, "diff_table.md",
			     (struct mark[]){ { "column", kinds[kind].column },
					      { "rows", strbuf_str(&rows) },
					      { 0 } },
			     out);
	strbuf_free(&rows);
	return fine;
}

static void add_diff_block(struct strbuf *out, const struct change *change)
{
	strbuf_add(out, out->length ? "\n```diff\n" : "```diff\n");
	add_prototypes(out, change);
	strbuf_add(out, "```\n");
	if (change_method(change))
		strbuf_printf(out, "`%s`: the same change.\n", change_method(change));
	if (change->converts)
		strbuf_printf(out, "The %s.\n", converts_text);
	for (size_t i = 0; i < change->details.len; i++) {
		struct strbuf text = { 0 };

		if (is_marked(CHANGE_SIGNATURE, &change->details.at[i]))
			continue;
		add_detail(&text, &change->details.at[i]);
		strbuf_printf(out, "`%s`.\n", strbuf_str(&text));
		strbuf_free(&text);
	}
}

static bool add_section(const struct diff *diff, enum change_kind kind, struct templates *templates,
			struct strbuf *out)
{
	struct strbuf changes = { 0 };
	bool fine = true;

	if (kinds[kind].column)
		fine = add_table(diff, kind, templates, &changes);
	else
		for (size_t i = 0; i < diff->of[kind].len; i++)
			add_diff_block(&changes, &diff->of[kind].at[i]);
	if (out->length)
		strbuf_add(out, "\n");
	fine = fine && template_fill(templates, "diff_section.md",
				     (struct mark[]){ { "title", kinds[kind].title },
						      { "explanation", kinds[kind].explanation },
						      { "changes", strbuf_str(&changes) },
						      { 0 } },
				     out);
	strbuf_free(&changes);
	return fine;
}

bool emit_diff_markdown_changes(const struct diff *diff, struct templates *templates,
				struct strbuf *out)
{
	bool fine = true;

	for (enum change_kind kind = 0; fine && kind < CHANGE_COUNT; kind++)
		if (diff->of[kind].len)
			fine = add_section(diff, kind, templates, out);
	return fine;
}

void emit_diff_markdown_totals(const struct diff *diff, enum change_kind end, struct strbuf *out)
{
	for (enum change_kind kind = 0; kind < end; kind++)
		strbuf_printf(out, "| %zu | %zu | %s |\n", diff->of[kind].functions,
			      diff->of[kind].methods, kinds[kind].title);
}

bool emit_diff_markdown(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct diff *diff = found;
	struct strbuf totals = { 0 }, sections = { 0 };
	bool fine;

	emit_diff_markdown_totals(diff, CHANGE_COUNT, &totals);
	fine = emit_diff_markdown_changes(diff, templates, &sections);
	fine = fine && template_fill(templates, "DIFF.md",
				     (struct mark[]){ { "old", emit_release(diff->before) },
						      { "new", emit_release(diff->after) },
						      { "totals", strbuf_str(&totals) },
						      { "verdict", verdicts[diff_compiles(diff)] },
						      { "sections", strbuf_str(&sections) },
						      { 0 } },
				     out);
	strbuf_free(&totals);
	strbuf_free(&sections);
	return fine;
}
