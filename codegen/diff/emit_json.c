#include "diff/emit.h"
#include "emit/emit.h"

static void add_release(struct strbuf *out, const char *before, const char *key,
			const struct model *model)
{
	strbuf_printf(out, "%s\"%s\": { ", before, key);
	emit_json_member(out, "", "pytorch", model->spec->release);
	strbuf_printf(out, ", \"functions\": %zu, \"methods\": %zu }", model->ops.len,
		      model->methods);
}

static void add_totals(struct strbuf *out, const struct diff *diff)
{
	strbuf_add(out, ",\n  \"totals\": {");
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
		strbuf_printf(out, "%s\n    \"%s\": { \"functions\": %zu, \"methods\": %zu }",
			      kind ? "," : "", change_kind_name(kind), diff->of[kind].functions,
			      diff->of[kind].methods);
	strbuf_add(out, "\n  }");
}

/* A function as one of the releases has it. */
static void add_side(struct strbuf *out, const char *key, const struct op *op, const char *symbol)
{
	struct strbuf params = { 0 }, prototype = { 0 };

	if (!op || !symbol) {
		strbuf_printf(out, ",\n      \"%s\": null", key);
		return;
	}
	emit_params(op, &params);
	strbuf_printf(&prototype, "ct_error %s(%s)", symbol, strbuf_str(&params));
	strbuf_printf(out, ",\n      \"%s\": {", key);
	emit_json_member(out, " ", "schema", op->func);
	emit_json_member(out, ",\n        ", "prototype", strbuf_str(&prototype));
	strbuf_add(out, " }");
	strbuf_free(&params);
	strbuf_free(&prototype);
}

static const char *symbol_of(const struct change *change, const struct op *op)
{
	if (!op)
		return NULL;
	return change->is_method ? op->method : op->symbol;
}

static void add_detail(struct strbuf *out, const struct detail *detail)
{
	emit_json_member(out, "\n        { ", "what", detail_kind_name(detail->kind));
	emit_json_member(out, ", ", detail->is_result ? "result" : "argument", detail->of);
	emit_json_member(out, ", ", "old", detail->before);
	emit_json_member(out, ", ", "new", detail->after);
	strbuf_add(out, " }");
}

static void add_change(struct strbuf *out, enum change_kind kind, const struct change *change)
{
	const struct op *successor = change->successor;

	emit_json_member(out, "\n    { ", "kind", change_kind_name(kind));
	emit_json_member(out, ", ", "symbol", change_symbol(change));
	emit_json_member(out, ", ", "method", change_method(change));
	add_side(out, "old", change->before, symbol_of(change, change->before));
	add_side(out, "new", change->after, symbol_of(change, change->after));
	if (kind == CHANGE_SIGNATURE)
		strbuf_printf(out, ",\n      \"converts\": %s",
			      change->converts ? "true" : "false");
	if (successor) {
		emit_json_member(out, ",\n      \"instead\": { ", "symbol", successor->symbol);
		emit_json_member(out, ", ", "because", successor_kind_name(change->successor_kind));
		strbuf_add(out, " }");
	}
	strbuf_add(out, ",\n      \"details\": [");
	for (size_t i = 0; i < change->details.len; i++) {
		strbuf_add(out, i ? "," : "");
		add_detail(out, &change->details.at[i]);
	}
	strbuf_add(out, change->details.len ? "\n      ] }" : "] }");
}

void emit_diff_json_changes(const struct diff *diff, struct strbuf *out)
{
	size_t count = 0;

	add_totals(out, diff);
	strbuf_add(out, ",\n  \"changes\": [");
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++) {
		for (size_t i = 0; i < diff->of[kind].len; i++) {
			strbuf_add(out, count++ ? "," : "");
			add_change(out, kind, &diff->of[kind].at[i]);
		}
	}
	strbuf_add(out, count ? "\n  ]" : "]");
}

bool emit_diff_json(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct diff *diff = found;

	(void)templates;
	add_release(out, "{ ", "old", diff->before);
	add_release(out, ",\n  ", "new", diff->after);
	strbuf_printf(out, ",\n  \"compiles\": %s", diff_compiles(diff) ? "true" : "false");
	emit_diff_json_changes(diff, out);
	strbuf_add(out, " }\n");
	return true;
}
