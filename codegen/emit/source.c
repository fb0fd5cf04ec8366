#include "emit/emit.h"

#include "emit/wrap.h"
#include "name/naming.h"
#include "name/type_table.h"
#include "read/schema.h"

/* --- the body --------------------------------------------------------------------------------
 *
 * One list_to for each list, room for results that are arguments written to, the call, and one
 * share for each such result.
 */

static void convert_args(const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->args.len; i++) {
		strbuf_add(out, i ? ", " : "");
		arg_convert(out, &schema->args.at[i], i + 1);
	}
}

/* The holder of a list result: no schema's name ends in two underscores. */
static const char *list_name(struct arena *arena, const struct ret *ret)
{
	return arena_printf(arena, "%s__", ret->c_name);
}

static bool add_lists(struct emitter *e, const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		if (ret->c_length &&
		    !template_fill(e->templates, "body_list.cpp",
				   (struct mark[]){ { "list", list_name(e->arena, ret) },
						    { "result", ret->c_name },
						    { "length", ret->c_length },
						    { 0 } },
				   out))
			return false;
	}
	return true;
}

static void name_results(struct emitter *e, const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		strbuf_printf(out, "%s%s", i ? ", " : "",
			      ret->c_length ? list_name(e->arena, ret) : ret->c_name);
	}
}

static bool returns_arguments(const struct schema *schema)
{
	return schema->rets.len && schema->rets.at[0].written;
}

/* Before the call, since behind it the arguments are written. */
static bool add_reserve(struct emitter *e, const struct schema *schema, struct strbuf *out)
{
	struct strbuf results = { 0 };
	bool fine;

	if (!returns_arguments(schema))
		return true;
	name_results(e, schema, &results);
	fine = template_fill(e->templates, "body_reserve.cpp",
			     (struct mark[]){ { "results", strbuf_str(&results) }, { 0 } }, out);
	strbuf_free(&results);
	return fine;
}

static bool writes(const struct schema *schema)
{
	for (size_t i = 0; i < schema->args.len; i++)
		if (arg_is_written(&schema->args.at[i]))
			return true;
	return false;
}

/* What is written to may be refused behind the call, when nothing must have been given yet. */
static const char *call_template(const struct schema *schema, bool gives)
{
	if (!gives)
		return "body_call.cpp";
	return writes(schema) ? "body_write_give.cpp" : "body_give.cpp";
}

static bool add_call(struct emitter *e, const struct op *op, struct strbuf *out)
{
	const struct schema *schema = &op->schema;
	bool gives = schema->rets.len && !returns_arguments(schema);
	struct strbuf args = { 0 }, results = { 0 };
	bool fine;

	convert_args(schema, &args);
	name_results(e, schema, &results);
	fine = template_fill(e->templates, call_template(schema, gives),
			     (struct mark[]){ { "struct", op->struct_name },
					      { "args", strbuf_str(&args) },
					      { gives ? "results" : NULL, strbuf_str(&results) },
					      { 0 } },
			     out);
	strbuf_free(&args);
	strbuf_free(&results);
	return fine;
}

static bool add_shares(struct emitter *e, const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		if (ret->written && !template_fill(e->templates, "body_share.cpp",
						   (struct mark[]){ { "arg", ret->written->c_name },
								    { "result", ret->c_name },
								    { 0 } },
						   out))
			return false;
	}
	return true;
}

/* --- wrappers --------------------------------------------------------------------------------- */

static bool add_wrapper(struct emitter *e, const struct op *op, struct strbuf *out)
{
	struct strbuf params = { 0 }, body = { 0 }, text = { 0 };
	bool fine;

	emit_params(op, &params);
	fine = add_lists(e, &op->schema, &body) && add_reserve(e, &op->schema, &body) &&
	       add_call(e, op, &body) && add_shares(e, &op->schema, &body) &&
	       template_fill(e->templates, "wrapper.cpp",
			     (struct mark[]){ { "schema", op->func },
					      { "symbol", op->symbol },
					      { "params", strbuf_str(&params) },
					      { "body", strbuf_str(&body) },
					      { 0 } },
			     &text) &&
	       (!op->method ||
		template_fill(e->templates, "method.cpp",
			      (struct mark[]){
				      { "method", op->method }, { "symbol", op->symbol }, { 0 } },
			      &text));
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&params);
	strbuf_free(&body);
	strbuf_free(&text);
	return fine;
}

bool emit_shard_has(const struct model *model, const char *shard, const char *group)
{
	for (size_t i = 0; i < model->ops.len; i++)
		if (model->by_symbol[i]->shard == shard && model->by_symbol[i]->group == group)
			return true;
	return false;
}

static void include_groups(const struct model *model, const char *shard, struct strbuf *out)
{
	for (size_t i = 0; i < model->groups.len; i++)
		if (emit_shard_has(model, shard, model->groups.at[i]))
			strbuf_printf(out, "#include <ctorch/%s.h>\n", model->groups.at[i]);
	if (!out->length)
		strbuf_add(out, "#include <ctorch/release.h>\n");
}

static bool emit_shard(struct emitter *e, const char *shard)
{
	struct strbuf includes = { 0 }, wrappers = { 0 };
	bool fine = true;

	include_groups(e->model, shard, &includes);
	for (size_t i = 0; fine && i < e->model->ops.len; i++)
		if (e->model->by_symbol[i]->shard == shard)
			fine = add_wrapper(e, e->model->by_symbol[i], &wrappers);
	fine = fine &&
	       template_fill(e->templates, "ops_shard.cpp",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "includes", strbuf_str(&includes) },
					      { "wrappers", strbuf_str(&wrappers) },
					      { 0 } },
			     output_add(e->output, arena_printf(e->arena, "%s.cpp", shard)));
	strbuf_free(&includes);
	strbuf_free(&wrappers);
	return fine;
}

/* A shard without operators is written too: the build lists the same files for every release. */
bool emit_sources(struct emitter *e)
{
	for (size_t i = 0; naming_shard(i); i++)
		if (!emit_shard(e, naming_shard(i)))
			return false;
	return true;
}
