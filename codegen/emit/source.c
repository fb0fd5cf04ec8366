#include "emit/emit.h"

#include "emit/wrap.h"
#include "name/naming.h"
#include "types/type_table.h"
#include "read/schema.h"

/* --- wrappers --------------------------------------------------------------------------------- */

/* Each follows another argument: the operator. */
static void convert_args(const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->args.len; i++) {
		strbuf_add(out, ", ");
		arg_convert(out, &schema->args.at[i], i + 1);
	}
}

/* The variable for a list result. No schema name ends with two underscores. */
static const char *list_name(struct arena *arena, const struct ret *ret)
{
	return arena_printf(arena, "%s__", ret->c_name);
}

static void name_results(struct arena *arena, const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		strbuf_printf(out, "%s%s", i ? ", " : "",
			      ret->c_length ? list_name(arena, ret) : ret->c_name);
	}
}

/* Adds one line for each list result. */
static bool add_lists(struct emitter *e, const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		if (ret->c_length &&
		    !template_fill(e->templates, "line_list.cpp",
				   (struct mark[]){ { "list", list_name(e->arena, ret) },
						    { "result", ret->c_name },
						    { "length", ret->c_length },
						    { 0 } },
				   out))
			return false;
	}
	return true;
}

/* Adds one line for each result that is a written argument. */
static bool add_shares(struct emitter *e, const struct schema *schema, struct strbuf *out)
{
	for (size_t i = 0; i < schema->rets.len; i++) {
		const struct ret *ret = &schema->rets.at[i];

		if (ret->written && !template_fill(e->templates, "line_share.cpp",
						   (struct mark[]){ { "arg", ret->written->c_name },
								    { "result", ret->c_name },
								    { 0 } },
						   out))
			return false;
	}
	return true;
}

static bool writes(const struct schema *schema)
{
	for (size_t i = 0; i < schema->args.len; i++)
		if (arg_is_written(&schema->args.at[i]))
			return true;
	return false;
}

static bool returns_list(const struct schema *schema)
{
	for (size_t i = 0; i < schema->rets.len; i++)
		if (schema->rets.at[i].c_length)
			return true;
	return false;
}

enum shape_kind {
	SHAPE_CALL,           /* returns nothing */
	SHAPE_GIVE,           /* returns new results */
	SHAPE_GIVE_LISTS,     /* the same with lists */
	SHAPE_WRITE_AND_GIVE, /* the same, but a written argument may be refused after the call, so
			       * results are given last */
	SHAPE_SHARE           /* returns written arguments; allocates the results first */
};

static const struct shape {
	const char *template;
	const char *lines; /* the mark for its lines, one per result of some kind; NULL: none */
	bool (*add_lines)(struct emitter *e, const struct schema *schema, struct strbuf *out);
} shapes[] = {
	[SHAPE_CALL] = { "wrapper_call.cpp", NULL, NULL },
	[SHAPE_GIVE] = { "wrapper_give.cpp", NULL, NULL },
	[SHAPE_GIVE_LISTS] = { "wrapper_give_lists.cpp", "lists", add_lists },
	[SHAPE_WRITE_AND_GIVE] = { "wrapper_write_give.cpp", "lists", add_lists },
	[SHAPE_SHARE] = { "wrapper_share.cpp", "shares", add_shares },
};

static enum shape_kind shape_of(const struct schema *schema)
{
	if (!schema->rets.len)
		return SHAPE_CALL;
	if (schema->rets.at[0].written)
		return SHAPE_SHARE;
	if (writes(schema))
		return SHAPE_WRITE_AND_GIVE;
	return returns_list(schema) ? SHAPE_GIVE_LISTS : SHAPE_GIVE;
}

static bool fill_wrapper(struct emitter *e, const struct op *op, struct strbuf *out)
{
	const struct shape *shape = &shapes[shape_of(&op->schema)];
	struct strbuf params = { 0 }, args = { 0 }, results = { 0 }, lines = { 0 };
	bool fine = !shape->lines || shape->add_lines(e, &op->schema, &lines);

	emit_params(op, &params);
	convert_args(&op->schema, &args);
	name_results(e->arena, &op->schema, &results);
	/* A NULL name ends the list of marks, for shapes that have fewer. */
	fine = fine && template_fill(e->templates, shape->template,
				     (struct mark[]){ { "schema", op->func },
						      { "symbol", op->symbol },
						      { "params", strbuf_str(&params) },
						      { "struct", op->struct_name },
						      { "args", strbuf_str(&args) },
						      { op->schema.rets.len ? "results" : NULL,
							strbuf_str(&results) },
						      { shape->lines, strbuf_str(&lines) },
						      { 0 } },
				     out);
	strbuf_free(&params);
	strbuf_free(&args);
	strbuf_free(&results);
	strbuf_free(&lines);
	return fine;
}

static bool add_wrapper(struct emitter *e, const struct op *op, struct strbuf *out)
{
	struct strbuf text = { 0 };
	bool fine = fill_wrapper(e, op, &text) &&
		    (!op->method || template_fill(e->templates, "method.cpp",
						  (struct mark[]){ { "method", op->method },
								   { "symbol", op->symbol },
								   { 0 } },
						  &text));

	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&text);
	return fine;
}

/* --- shards ----------------------------------------------------------------------------------- */

bool emit_has_both(const struct op_list *ops, const char *shard, const char *group)
{
	for (size_t i = 0; i < ops->len; i++)
		if (ops->at[i]->shard == shard && ops->at[i]->group == group)
			return true;
	return false;
}

static void include_groups(struct arena *arena, const struct names *groups,
			   const struct op_list *ops, const char *shard, struct strbuf *out)
{
	for (size_t i = 0; i < groups->len; i++)
		if (emit_has_both(ops, shard, groups->at[i]))
			strbuf_printf(out, "#include <%s>\n",
				      naming_header(arena, "ops", groups->at[i]));
}

static bool emit_shard(struct emitter *e, const char *shard)
{
	const struct op_list ops = emit_ops(e, NULL, shard);
	struct strbuf includes = { 0 }, wrappers = { 0 };
	bool fine = true;

	include_groups(e->arena, &e->model->groups, &ops, shard, &includes);
	for (size_t i = 0; fine && i < ops.len; i++)
		fine = add_wrapper(e, ops.at[i], &wrappers);
	fine = fine &&
	       template_fill(e->templates, "ops_shard.cpp",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "includes", strbuf_str(&includes) },
					      { "wrappers", strbuf_str(&wrappers) },
					      { 0 } },
			     output_add(e->output, arena_printf(e->arena, "ops/%s.cpp", shard)));
	strbuf_free(&includes);
	strbuf_free(&wrappers);
	return fine;
}

/* Shards without operators are written too: the build has the same files for every release. */
bool emit_sources(struct emitter *e)
{
	for (size_t i = 0; naming_shard(i); i++)
		if (!emit_shard(e, naming_shard(i)))
			return false;
	return true;
}
