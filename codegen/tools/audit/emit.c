#include "tools/audit/emit.h"

#include "facts/results.h"
#include "facts/totals.h"
#include "name/naming.h"
#include "read/schema.h"

static const char *const kind_texts[] = {
	[KIND_FUNCTIONAL] = "returns new results",
	[KIND_INPLACE] = "writes to self",
	[KIND_OUT] = "writes to keyword-only out arguments",
	[KIND_MUTABLE] = "also writes to other arguments",
};

static void add_kinds(const struct model *model, struct strbuf *out)
{
	for (enum schema_kind kind = 0; kind <= KIND_MUTABLE; kind++)
		strbuf_printf(out, "| %s | %zu | %s |\n", schema_kind_name(kind),
			      count_kind(model, kind), kind_texts[kind]);
}

/* The source files that define the group's operators. */
static void add_shards(const struct op_list *ops, const char *group, struct strbuf *out)
{
	size_t count = 0;

	for (size_t i = 0; naming_shard(i); i++)
		if (emit_has_both(ops, naming_shard(i), group))
			strbuf_printf(out, "%sops/%s.cpp", count++ ? ", " : "", naming_shard(i));
}

static void add_group(const struct op_list *ops, const char *group, struct strbuf *out)
{
	size_t methods = 0;

	for (size_t i = 0; i < ops->len; i++)
		methods += ops->at[i]->method != NULL;
	strbuf_printf(out, "| ctorch/ops/%s.h | %zu | %zu | ", group, ops->len, methods);
	add_shards(ops, group, out);
	strbuf_add(out, " |\n");
}

/* "values and gradients"; empty if there is no test result. */
static void add_result(const struct op *op, struct strbuf *out)
{
	if (op->result)
		strbuf_printf(out, "%s%s", outcome_name(op->result->outcome),
			      op->result->has_gradient ? " and gradients" : "");
}

/* The operators for which the tests saw only errors; empty if there are none. */
static bool add_errors(struct emitter *e, struct strbuf *out)
{
	struct strbuf rows = { 0 };
	bool fine = true;

	for (size_t i = 0; i < e->model->ops.len; i++) {
		const struct op *op = e->model->by_symbol[i];

		if (!op->result || op->result->outcome != OUTCOME_ERRORS)
			continue;
		strbuf_printf(&rows, "| `%s` | ", op->name);
		emit_cell(&rows, op->result->reason);
		strbuf_add(&rows, " |\n");
	}
	if (rows.length)
		fine = template_fill(e->templates, "audit_errors.md",
				     (struct mark[]){ { "rows", strbuf_str(&rows) }, { 0 } }, out);
	strbuf_free(&rows);
	return fine;
}

static bool add_table(struct emitter *e, const struct op_list *ops, const char *group,
		      struct strbuf *out)
{
	struct strbuf rows = { 0 };
	bool fine;

	for (size_t i = 0; i < ops->len; i++) {
		const struct op *op = ops->at[i];

		strbuf_printf(&rows, "| `%s` | `%s` | ", op->name, op->symbol);
		if (op->method)
			strbuf_printf(&rows, "`%s`", op->method);
		strbuf_printf(&rows, " | %s | %s | ", schema_kind_name(op->kind),
			      op->is_derived ? "autogen" : "yaml");
		add_result(op, &rows);
		strbuf_add(&rows, " |\n");
	}
	fine = template_fill(e->templates, "audit_table.md",
			     (struct mark[]){ { "header", naming_header(e->arena, "ops", group) },
					      { "rows", strbuf_str(&rows) },
					      { 0 } },
			     out);
	strbuf_free(&rows);
	return fine;
}

static void add_missing(const char *name, const char *missing, struct strbuf *out)
{
	strbuf_printf(out, "| `%s` | `%s` |\n", name, missing);
}

/* The functions and classes, and the names that are operators, for which an operator is missing. */
static void add_left_out(const struct nn *nn, struct strbuf *out)
{
	for (size_t i = 0; i < nn->functions_left_out.len; i++)
		add_missing(nn->functions_left_out.at[i]->op->symbol,
			    nn->functions_left_out.at[i]->missing, out);
	for (size_t i = 0; i < nn->classes_left_out.len; i++)
		add_missing(nn->classes_left_out.at[i]->op->name,
			    nn->classes_left_out.at[i]->missing, out);
	for (size_t i = 0; i < nn->names.len; i++) {
		const struct nn_name *name = nn->names.at[i];

		if (name->place == NN_LEFT_OUT && !name->function && !name->class)
			add_missing(name->python, name->missing, out);
	}
}

static void add_absent(const struct nn *nn, struct strbuf *out)
{
	for (size_t i = 0; i < nn->names.len; i++) {
		const struct nn_name *name = nn->names.at[i];

		if (name->place != NN_ABSENT && name->place != NN_NOWHERE)
			continue;
		strbuf_printf(out, "| `%s` | ", name->python);
		emit_cell(out, name->text ? name->text : "no list has it");
		strbuf_add(out, " |\n");
	}
}

/* A table, unless it is empty, below what it is about. */
static void add_nn_table(const char *about, const char *head, struct strbuf *rows,
			 struct strbuf *out)
{
	if (rows->length)
		strbuf_printf(out, "%s\n\n%s%s", about, head, strbuf_str(rows));
	strbuf_free(rows);
}

/* The functions and classes of torch.nn: how many, and what is missing. */
static void add_nn(const struct nn *nn, struct strbuf *out)
{
	struct strbuf left_out = { 0 }, absent = { 0 };

	if (!nn)
		return;
	strbuf_printf(
		out, "Besides them there are %zu functions and %zu module classes of torch.nn%s.\n",
		nn->functions.len, nn->families.at[0].len,
		nn->names.len ? "; [NAMES.md](NAMES.md) says what\neach name of Python is in C"
			      : "");
	add_left_out(nn, &left_out);
	add_absent(nn, &absent);
	add_nn_table("For others the release lacks an operator:",
		     "| function or class | missing operator |\n| --- | --- |\n", &left_out, out);
	add_nn_table("\nThese names of Python are not in C:", "| name | why |\n| --- | --- |\n",
		     &absent, out);
}

bool emit_audit(struct emitter *e)
{
	struct strbuf totals = { 0 }, kinds = { 0 }, list = { 0 }, nn = { 0 };
	struct strbuf errors = { 0 }, tables = { 0 };
	bool fine;

	emit_totals(e->model, "", &totals);
	add_kinds(e->model, &kinds);
	add_nn(e->model->nn, &nn);
	fine = add_errors(e, &errors);
	for (size_t i = 0; fine && i < e->model->groups.len; i++) {
		const char *group = e->model->groups.at[i];
		const struct op_list ops = emit_ops(e, group, NULL);

		add_group(&ops, group, &list);
		fine = add_table(e, &ops, group, &tables);
	}
	fine = fine && template_fill(e->templates, "AUDIT.md",
				     (struct mark[]){ { "release", e->model->spec->release },
						      { "totals", strbuf_str(&totals) },
						      { "kinds", strbuf_str(&kinds) },
						      { "groups", strbuf_str(&list) },
						      { "nn", strbuf_str(&nn) },
						      { "errors", strbuf_str(&errors) },
						      { "tables", strbuf_str(&tables) },
						      { 0 } },
				     output_add(e->output, "AUDIT.md"));
	strbuf_free(&totals);
	strbuf_free(&kinds);
	strbuf_free(&list);
	strbuf_free(&nn);
	strbuf_free(&errors);
	strbuf_free(&tables);
	return fine;
}
