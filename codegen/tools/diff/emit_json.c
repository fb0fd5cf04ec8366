#include "tools/diff/emit.h"
#include "emit/emit.h"

static void add_release(struct json *json, const char *key, const struct model *model)
{
	json_object(json, key);
	json_text(json, "pytorch", model->spec->release);
	json_count(json, "functions", model->ops.len);
	json_count(json, "methods", model->methods);
	json_end(json);
}

static void add_totals(struct json *json, const struct diff *diff)
{
	json_line(json);
	json_tall_object(json, "totals");
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++) {
		json_object(json, change_kind_name(kind));
		json_count(json, "functions", diff->of[kind].functions);
		json_count(json, "methods", diff->of[kind].methods);
		json_end(json);
	}
	json_end(json);
}

/* A function in one of the releases. */
static void add_side(struct json *json, const char *key, const struct op *op, const char *symbol)
{
	struct strbuf params = { 0 }, prototype = { 0 };

	json_line(json);
	if (!op || !symbol) {
		json_null(json, key);
		return;
	}
	emit_params(op, &params);
	strbuf_printf(&prototype, "ct_error %s(%s)", symbol, strbuf_str(&params));
	json_object(json, key);
	json_text(json, "schema", op->func);
	json_line(json);
	json_text(json, "prototype", strbuf_str(&prototype));
	json_end(json);
	strbuf_free(&params);
	strbuf_free(&prototype);
}

static const char *symbol_of(const struct change *change, const struct op *op)
{
	if (!op)
		return NULL;
	return change->is_method ? op->method : op->symbol;
}

static void add_successor(struct json *json, const struct change *change)
{
	if (!change->successor)
		return;
	json_line(json);
	json_object(json, "instead");
	json_text(json, "symbol", change->successor->symbol);
	json_text(json, "because", successor_kind_name(change->successor_kind));
	json_end(json);
}

static void add_details(struct json *json, const struct change *change)
{
	json_line(json);
	json_tall_array(json, "details");
	for (size_t i = 0; i < change->details.len; i++) {
		const struct detail *detail = &change->details.at[i];

		json_object(json, NULL);
		json_text(json, "what", detail_kind_name(detail->kind));
		json_text(json, detail->is_result ? "result" : "argument", detail->of);
		json_text(json, "old", detail->before);
		json_text(json, "new", detail->after);
		json_end(json);
	}
	json_end(json);
}

static void add_change(struct json *json, enum change_kind kind, const struct change *change)
{
	json_object(json, NULL);
	json_text(json, "kind", change_kind_name(kind));
	json_text(json, "symbol", change_symbol(change));
	json_text(json, "method", change_method(change));
	add_side(json, "old", change->before, symbol_of(change, change->before));
	add_side(json, "new", change->after, symbol_of(change, change->after));
	if (kind == CHANGE_SIGNATURE) {
		json_line(json);
		json_bool(json, "converts", change->converts);
	}
	add_successor(json, change);
	add_details(json, change);
	json_end(json);
}

void emit_diff_json_changes(const struct diff *diff, struct json *json)
{
	add_totals(json, diff);
	json_line(json);
	json_tall_array(json, "changes");
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
		for (size_t i = 0; i < diff->of[kind].len; i++)
			add_change(json, kind, &diff->of[kind].at[i]);
	json_end(json);
}

bool emit_diff_json(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct diff *diff = found;
	struct json json = { .out = out };

	(void)templates;
	json_object(&json, NULL);
	add_release(&json, "old", diff->before);
	json_line(&json);
	add_release(&json, "new", diff->after);
	json_line(&json);
	json_bool(&json, "compiles", diff_compiles(diff));
	emit_diff_json_changes(diff, &json);
	json_end(&json);
	return true;
}
