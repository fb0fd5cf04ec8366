#include "compile/level1/level1.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"
#include "util/tsv.h"

/* --- Reading ---------------------------------------------------------------------------------- */

/* ORDER ROW: level1.h */
static const char *const kinds[] = {
	"point",   "copy", "last",      "dim",     "reduce",    "view",
	"reshape", "same", "embedding", "product", "attention", "fresh"
};

static bool read_kind(struct tsv *tsv, const char *text, enum row_kind *kind)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kinds[i], text)) {
			*kind = (enum row_kind)i;
			return true;
		}
	tsv_error(tsv, "unknown kind '%s'", text);
	return false;
}

static void split(struct arena *arena, const char *text, struct names *result)
{
	while (strcmp(text, "-") != 0 && *text) {
		const size_t n = strcspn(text, ",");

		vec_push(arena, result, arena_strndup(arena, text, n));
		text += n + (text[n] == ',');
	}
}

static bool read_yes(struct tsv *tsv, const char *text, bool *result)
{
	*result = !strcmp(text, "yes");
	if (*result || !strcmp(text, "no"))
		return true;
	tsv_error(tsv, "expected 'yes' or 'no', found '%s'", text);
	return false;
}

static bool read_computes(struct tsv *tsv, const char *text, struct row *row)
{
	row->by_inputs = !strcmp(text, "inputs");
	row->rounds = row->by_inputs || !strcmp(text, "rounded");
	if (row->rounds || !strcmp(text, "result"))
		return true;
	tsv_error(tsv, "expected 'result', 'rounded' or 'inputs', found '%s'", text);
	return false;
}

static bool read_row(struct tsv *tsv, struct table *table)
{
	struct row row = { 0 };
	const char *const *fields = tsv->fields.at;

	if (!tsv_has(tsv, 7, "operator, kind, when, body, computes, exact, ulp") ||
	    !read_kind(tsv, fields[1], &row.kind) ||
	    !read_computes(tsv, fields[4], &row) || !read_yes(tsv, fields[5], &row.is_exact))
		return false;
	row.operator= fields[0];
	row.body = fields[3];
	row.ulp = atoi(fields[6]);
	split(tsv->arena, fields[2], &row.when);
	vec_push(tsv->arena, &table->rows, row);
	return true;
}

bool table_read(struct arena *arena, struct diag *diag, const char *path, struct table *table)
{
	struct tsv tsv = { .arena = arena,
			   .diag = diag,
			   .help = "the head of the file says what is in a line" };
	enum tsv_line line;
	bool ok = true;

	if (!tsv_open(&tsv, path))
		return false;
	while ((line = tsv_next(&tsv)) != TSV_END)
		if (line == TSV_BAD || (line == TSV_FIELDS && !read_row(&tsv, table)))
			ok = false;
	return ok;
}

/* --- Conditions ------------------------------------------------------------------------------- */

/* What the node has for an argument, as text; "none" if it is None. */
static const char *text_of(struct arena *arena, const struct ct_graph_argument *given,
			   const char *default_text)
{
	if (!given) {
		if (!default_text || !strcmp(default_text, "None"))
			return "none";
		return !strcmp(default_text, "True")    ? "true"
		       : !strcmp(default_text, "False") ? "false"
		       : *default_text == '\''
			       ? arena_strndup(arena, default_text + 1, strlen(default_text) - 2)
			       : default_text;
	}
	if (given->value != CT_NO_VALUE)
		return "?";
	switch (given->arm) {
	case CT_ARM_NONE:
		return "none";
	case CT_ARM_INT:
	case CT_ARM_SYM_INT:
		return arena_printf(arena, "%lld", (long long)given->i);
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT:
		return arena_printf(arena, "%.17g", given->f);
	case CT_ARM_BOOL:
		return given->i ? "true" : "false";
	case CT_ARM_STRING:
		return given->string;
	default:
		return "?";
	}
}

static const char *argument_text(struct arena *arena, const struct node *node, const char *name)
{
	for (size_t i = 0; i < node->op->schema.args.len; i++)
		if (!strcmp(node->op->schema.args.at[i].name, name))
			return text_of(arena, node->args[i],
				       node->op->schema.args.at[i].default_text);
	return "none";
}

static bool holds(struct arena *arena, const struct node *node, const char *condition)
{
	const char *equals = strchr(condition, '='), *colon = strchr(condition, ':');
	const char *name, *text;

	if (colon) {
		const struct ct_graph_argument *given = node_arg(
			node, arena_strndup(arena, condition, (size_t)(colon - condition)));
		const struct variable *variable = given ? variable_of(node->in, given) : NULL;

		return variable && variable->held == HELD_TENSOR && !strcmp(colon, ":bool") &&
		       variable->dtype == CT_BOOL;
	}
	name = equals ? arena_strndup(arena, condition, (size_t)(equals - condition)) : condition;
	text = argument_text(arena, node, name);
	return equals ? !strcmp(text, equals + 1) : strcmp(text, "none") != 0;
}

/* An operator that writes to its argument has the row of the one that does not: "relu" for
 * "relu_". */
static const char *table_name(struct arena *arena, const struct node *node)
{
	const char *name = node_operator(node, arena) + strlen("aten::");
	const char *dot = strchr(name, '.');

	if (node->op->kind != KIND_INPLACE || !dot || dot == name || dot[-1] != '_')
		return name;
	return arena_printf(arena, "%.*s%s", (int)(dot - 1 - name), name, dot);
}

const struct row *table_find(const struct table *table, struct program *program,
			     const struct node *node, const char **why)
{
	const char *name = table_name(program->arena, node);
	size_t n = strlen(name);

	*why = arena_printf(program->arena, "no loop for aten::%s", name);
	if (n > 8 && !strcmp(name + n - 8, ".default"))
		n -= 8;
	for (size_t i = 0; i < table->rows.len; i++) {
		const struct row *row = &table->rows.at[i];
		bool fits = !strncmp(row->operator, name, n) && row->operator[n] == '\0';

		for (size_t j = 0; fits && j < row->when.len; j++)
			fits = holds(program->arena, node, row->when.at[j]);
		if (fits)
			return row;
		if (!strncmp(row->operator, name, n) && row->operator[n] == '\0')
			*why = "no loop for these arguments";
	}
	return NULL;
}
