#include "emit/emit.h"

#include <stdio.h>

#include "emit/wrap.h"
#include "types/default_text.h"
#include "name/naming.h"
#include "types/type_table.h"
#include "util/text.h"

static void add_param(struct strbuf *out, const char *type, const char *name)
{
	strbuf_add(out, out->length ? ", " : "");
	strbuf_add(out, type);
	strbuf_add(out, name);
}

void emit_params(const struct op *op, struct strbuf *out)
{
	for (size_t i = 0; i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];

		add_param(out, arg->form->c_type->text, arg->c_name);
		if (arg->c_length)
			add_param(out, "int64_t ", arg->c_length);
	}
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];

		add_param(out, ret->form->c_type->text, ret->c_name);
		if (ret->c_length)
			add_param(out, "int64_t *", ret->c_length);
	}
	if (!out->length)
		strbuf_add(out, "void");
}

/* "stride = (const int64_t[]){ 1, 1 }, 2" */
static const char *assignment(struct arena *arena, const struct arg *arg)
{
	struct strbuf text = { 0 };
	const char *result;

	default_text(&text, arg);
	result = arena_printf(arena, "%s = %s", arg->c_name, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

/* Adds an item to the comment; `column` is where the last line of `out` ends. */
static void add_default(struct strbuf *out, size_t *column, const char *text)
{
	static const char begin[] = "/* Defaults: ", margin[] = " * ", end[] = " */";
	const char *before = "; ";

	if (!out->length) {
		before = begin;
	} else if (*column + strlen(before) + strlen(text) + strlen(end) > WRAP_COLUMNS) {
		strbuf_add(out, ";\n");
		before = margin;
		*column = 0;
	}
	strbuf_printf(out, "%s%s", before, text);
	*column += strlen(before) + strlen(text);
}

void emit_defaults(struct arena *arena, const struct op *op, struct strbuf *out)
{
	size_t column = 0;

	for (size_t i = 0; i < op->schema.args.len; i++)
		if (op->schema.args.at[i].default_text)
			add_default(out, &column, assignment(arena, &op->schema.args.at[i]));
	if (out->length)
		strbuf_add(out, " */");
}

bool emit_prototype(struct emitter *e, const struct op *op, const char *symbol,
		    const char *defaults, struct strbuf *out)
{
	struct strbuf params = { 0 }, text = { 0 };
	bool fine;

	emit_params(op, &params);
	fine = template_fill(e->templates, "prototype.h",
			     (struct mark[]){ { "schema", op->func },
					      { "defaults", defaults },
					      { "symbol", symbol },
					      { "params", strbuf_str(&params) },
					      { 0 } },
			     &text);
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&params);
	strbuf_free(&text);
	return fine;
}

/* The method form follows directly, also below the schema. */
static bool emit_op(struct emitter *e, const struct op *op, struct strbuf *out)
{
	struct strbuf defaults = { 0 };
	bool fine;

	emit_defaults(e->arena, op, &defaults);
	if (out->length)
		strbuf_add(out, "\n");
	fine = emit_prototype(e, op, op->symbol, strbuf_str(&defaults), out);
	strbuf_free(&defaults);
	if (!fine || !op->method)
		return fine;
	strbuf_add(out, "\n");
	return emit_prototype(e, op, op->method, "", out);
}

struct op_list emit_ops(struct emitter *e, const char *group, const char *shard)
{
	struct op_list ops = { 0 };

	for (size_t i = 0; i < e->model->ops.len; i++) {
		struct op *op = e->model->by_symbol[i];

		if ((!group || op->group == group) && (!shard || op->shard == shard))
			vec_push(e->arena, &ops, op);
	}
	return ops;
}

static bool emit_group(struct emitter *e, const char *group)
{
	const struct op_list ops = emit_ops(e, group, NULL);
	const char *header = naming_header(e->arena, "ops", group);
	struct strbuf prototypes = { 0 };
	bool fine = true;

	for (size_t i = 0; fine && i < ops.len; i++)
		fine = emit_op(e, ops.at[i], &prototypes);
	fine = fine &&
	       template_fill(e->templates, "ctorch/ops/group.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", arena_printf(e->arena, "%zu", ops.len) },
					      { "contents", naming_contents(e->arena, group) },
					      { "guard", naming_guard(e->arena, header) },
					      { "prototypes", strbuf_str(&prototypes) },
					      { 0 } },
			     output_add(e->output, header));
	strbuf_free(&prototypes);
	return fine;
}

static bool emit_all(struct emitter *e)
{
	struct strbuf includes = { 0 };
	bool fine;

	for (size_t i = 0; i < e->model->groups.len; i++)
		strbuf_printf(&includes, "#include <%s>\n",
			      naming_header(e->arena, "ops", e->model->groups.at[i]));
	fine = template_fill(e->templates, "ctorch/ops/all.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "includes", strbuf_str(&includes) },
					      { 0 } },
			     output_add(e->output, "ctorch/ops/all.h"));
	strbuf_free(&includes);
	return fine;
}

/* load.c has checked that the release begins with three numbers. A suffix ("+cu132", "a0") is not
 * used. */
static bool emit_release_header(struct emitter *e)
{
	const char *release = e->model->spec->release;
	unsigned part[3] = { 0 };

	sscanf(release, "%u.%u.%u", &part[0], &part[1], &part[2]);
	return template_fill(
		e->templates, "ctorch/core/release.h",
		(struct mark[]){ { "release", release },
				 { "major", arena_printf(e->arena, "%u", part[0]) },
				 { "minor", arena_printf(e->arena, "%u", part[1]) },
				 { "patch", arena_printf(e->arena, "%u", part[2]) },
				 { "operators", arena_printf(e->arena, "%zu", e->model->ops.len) },
				 { "methods", arena_printf(e->arena, "%zu", e->model->methods) },
				 { "abi", arena_printf(e->arena, "%d", GENERATED_ABI) },
				 { 0 } },
		output_add(e->output, "ctorch/core/release.h"));
}

bool emit_headers(struct emitter *e)
{
	for (size_t i = 0; i < e->model->groups.len; i++)
		if (!emit_group(e, e->model->groups.at[i]))
			return false;
	return emit_all(e) && emit_release_header(e);
}
