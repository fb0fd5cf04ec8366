#include "emit/emit.h"

#include <ctype.h>
#include <stdio.h>

#include "emit/wrap.h"
#include "name/naming.h"
#include "name/type_table.h"

static void add_param(struct strbuf *out, const char *type, const char *name)
{
	strbuf_printf(out, "%s%s%s", out->length ? ", " : "", type, name);
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

bool emit_prototype(struct emitter *e, const struct op *op, const char *symbol, struct strbuf *out)
{
	struct strbuf params = { 0 }, text = { 0 };
	bool fine;

	emit_params(op, &params);
	fine = template_fill(e->templates, "prototype.h",
			     (struct mark[]){ { "schema", op->func },
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
	if (out->length)
		strbuf_add(out, "\n");
	if (!emit_prototype(e, op, op->symbol, out))
		return false;
	if (!op->method)
		return true;
	strbuf_add(out, "\n");
	return emit_prototype(e, op, op->method, out);
}

const char *emit_guard(struct arena *arena, const char *group)
{
	char *guard = arena_printf(arena, "CTORCH_%s_H", group);

	for (char *c = guard; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	return guard;
}

const char *emit_group_contents(struct arena *arena, const char *group)
{
	const char *prefix = naming_prefix(group);

	if (prefix)
		return arena_printf(arena, "those that begin with %s", prefix);
	return arena_printf(arena, "those that begin with %s and have no header of their own",
			    group + strlen("ops_"));
}

struct op_list emit_group_ops(struct emitter *e, const char *group)
{
	struct op_list ops = { 0 };

	for (size_t i = 0; i < e->model->ops.len; i++)
		if (e->model->by_symbol[i]->group == group)
			vec_push(e->arena, &ops, e->model->by_symbol[i]);
	return ops;
}

static bool emit_group(struct emitter *e, const char *group)
{
	const struct op_list ops = emit_group_ops(e, group);
	struct strbuf prototypes = { 0 };
	bool fine = true;

	for (size_t i = 0; fine && i < ops.len; i++)
		fine = emit_op(e, ops.at[i], &prototypes);
	fine = fine &&
	       template_fill(e->templates, "ctorch/ops_group.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", arena_printf(e->arena, "%zu", ops.len) },
					      { "contents", emit_group_contents(e->arena, group) },
					      { "guard", emit_guard(e->arena, group) },
					      { "prototypes", strbuf_str(&prototypes) },
					      { 0 } },
			     output_add(e->output, arena_printf(e->arena, "ctorch/%s.h", group)));
	strbuf_free(&prototypes);
	return fine;
}

static bool emit_all(struct emitter *e)
{
	struct strbuf includes = { 0 };
	bool fine;

	for (size_t i = 0; i < e->model->groups.len; i++)
		strbuf_printf(&includes, "#include <ctorch/%s.h>\n", e->model->groups.at[i]);
	fine = template_fill(e->templates, "ctorch/ops.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "includes", strbuf_str(&includes) },
					      { 0 } },
			     output_add(e->output, "ctorch/ops.h"));
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
		e->templates, "ctorch/release.h",
		(struct mark[]){ { "release", release },
				 { "major", arena_printf(e->arena, "%u", part[0]) },
				 { "minor", arena_printf(e->arena, "%u", part[1]) },
				 { "patch", arena_printf(e->arena, "%u", part[2]) },
				 { "operators", arena_printf(e->arena, "%zu", e->model->ops.len) },
				 { "methods", arena_printf(e->arena, "%zu", e->model->methods) },
				 { "abi", arena_printf(e->arena, "%d", GENERATED_ABI) },
				 { 0 } },
		output_add(e->output, "ctorch/release.h"));
}

bool emit_headers(struct emitter *e)
{
	for (size_t i = 0; i < e->model->groups.len; i++)
		if (!emit_group(e, e->model->groups.at[i]))
			return false;
	return emit_all(e) && emit_release_header(e);
}
