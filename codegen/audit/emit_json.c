#include "audit/emit.h"
#include "emit/emit.h"
#include "facts/dispatch.h"
#include "facts/results.h"
#include "facts/totals.h"
#include "read/schema.h"

/* `, "key": "text"`; nothing without a text. */
static void add_text(struct strbuf *out, const char *key, const char *text)
{
	if (!text)
		return;
	strbuf_printf(out, ", \"%s\": ", key);
	emit_json_string(out, text);
}

static void add_names(struct strbuf *out, const char *key, const struct names *names)
{
	strbuf_printf(out, ", \"%s\": [", key);
	for (size_t i = 0; i < names->len; i++) {
		strbuf_add(out, i ? ", " : "");
		emit_json_string(out, names->at[i]);
	}
	strbuf_add(out, "]");
}

/* --- above the operators ---------------------------------------------------------------------- */

static void add_totals(const struct audit *audit, struct strbuf *out)
{
	struct totals totals = totals_of(audit->model);

	for (size_t i = 0; i < totals.len; i++)
		strbuf_printf(out, ",\n  \"%s\": %zu", totals.at[i].key, totals.at[i].count);
	if (audit->libtorch_release) {
		strbuf_add(out, ",\n  \"libtorch\": ");
		emit_json_string(out, audit->libtorch_release);
	}
	if (audit->libtorch)
		strbuf_printf(out, ",\n  \"libtorch_schemas\": %zu", audit->declared);
	if (audit->has_registry)
		strbuf_printf(out, ",\n  \"registered\": %zu,\n  \"exported\": %zu",
			      audit->registered, audit->exported);
}

static void add_namespaces(const struct audit *audit, struct strbuf *out)
{
	strbuf_add(out, ",\n  \"namespaces\": [");
	for (size_t i = 0; i < audit->namespaces.len; i++) {
		const struct namespace_count *count = &audit->namespaces.at[i];

		strbuf_printf(out, "%s\n    { \"name\": ", i ? "," : "");
		emit_json_string(out, count->name);
		strbuf_printf(out, ", \"operators\": %zu, \"not_in_yaml\": %zu }", count->operators,
			      count->not_in_yaml);
	}
	strbuf_add(out, audit->namespaces.len ? "\n  ]" : "]");
}

static void add_findings(const struct audit *audit, struct strbuf *out)
{
	strbuf_add(out, ",\n  \"differences\": [");
	for (size_t i = 0; i < audit->findings.len; i++) {
		const struct finding *finding = &audit->findings.at[i];
		bool is_symbol = finding->kind == FINDING_NOT_EXPORTED ||
				 finding->kind == FINDING_NOT_DECLARED;

		strbuf_printf(out, "%s\n    { \"what\": \"%s\"", i ? "," : "",
			      finding_name(finding->kind));
		add_text(out, "where", finding->where);
		add_text(out, is_symbol ? "symbol" : "schema", finding->what);
		add_text(out, "instead", finding->instead);
		strbuf_add(out, " }");
	}
	strbuf_add(out, audit->findings.len ? "\n  ]" : "]");
}

/* Those that no C function is generated for; ct_call() calls them by their names. */
static void add_others(const struct audit *audit, struct strbuf *out)
{
	size_t count = 0;

	strbuf_add(out, ",\n  \"others\": [");
	for (struct registered *one = audit->registry.operators; one; one = one->hh.next) {
		if (one->op)
			continue;
		strbuf_printf(out, "%s\n    { \"name\": ", count++ ? "," : "");
		emit_json_string(out, one->name);
		add_text(out, "schema", one->schema);
		add_names(out, "registered", &one->keys);
		strbuf_add(out, " }");
	}
	strbuf_add(out, count ? "\n  ]" : "]");
}

/* --- an operator ------------------------------------------------------------------------------ */

static void add_prototype(struct strbuf *out, const struct op *op, const char *symbol)
{
	struct strbuf params = { 0 }, prototype = { 0 };

	emit_params(op, &params);
	strbuf_printf(&prototype, "ct_error %s(%s);", symbol, strbuf_str(&params));
	emit_json_string(out, strbuf_str(&prototype));
	strbuf_free(&params);
	strbuf_free(&prototype);
}

static void add_prototypes(struct strbuf *out, const struct op *op)
{
	strbuf_add(out, ", \"prototypes\": [");
	add_prototype(out, op, op->symbol);
	if (op->method) {
		strbuf_add(out, ", ");
		add_prototype(out, op, op->method);
	}
	strbuf_add(out, "]");
}

static void add_tested(struct strbuf *out, const struct result *result)
{
	if (!result)
		return;
	strbuf_printf(out, ", \"tested\": { \"compared\": \"%s\", \"gradient\": %s, \"calls\": %lu",
		      outcome_name(result->outcome), result->has_gradient ? "true" : "false",
		      result->calls);
	if (result->dtypes.len)
		add_names(out, "dtypes", &result->dtypes);
	add_text(out, "reason", strcmp(result->reason, "-") ? result->reason : NULL);
	strbuf_add(out, " }");
}

static void add_operator(const struct audit *audit, const struct op *op,
			 const struct dispatch_table *table, struct strbuf *out)
{
	const struct value *module = &op->entry->values[KEY_PYTHON_MODULE];
	const struct registered *registered = audit->has_registry
						      ? registry_find(&audit->registry, op->name)
						      : NULL;
	struct names keys = dispatch_keys(table, op);

	strbuf_add(out, "\n    { \"name\": ");
	emit_json_string(out, op->name);
	add_text(out, "symbol", op->symbol);
	add_text(out, "method", op->method);
	add_text(out, "schema", op->func);
	add_prototypes(out, op);
	add_text(out, "kind", schema_kind_name(op->kind));
	add_text(out, "module", module->len ? module->at[0].text : NULL);
	add_text(out, "origin", op->is_derived ? "autogen" : "yaml");
	strbuf_printf(out, ", \"line\": %zu, \"header\": \"ctorch/%s.h\"", op->entry->loc.line,
		      op->group);
	add_names(out, "tags", &op->tags);
	add_names(out, "dispatch", &keys);
	if (registered)
		add_names(out, "registered", &registered->keys);
	add_text(out, "autograd", derivatives_of(audit->derivatives, op, &keys));
	add_tested(out, op->result);
	strbuf_add(out, " }");
}

bool emit_audit_json(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct audit *audit = found;
	struct dispatch_table *table = dispatch_begin(audit->arena, audit->model);

	(void)templates;
	strbuf_add(out, "{ \"pytorch\": ");
	emit_json_string(out, audit->model->spec->release);
	add_totals(audit, out);
	add_findings(audit, out);
	if (audit->has_registry) {
		add_namespaces(audit, out);
		add_others(audit, out);
	}
	strbuf_add(out, ",\n  \"operators\": [");
	for (size_t i = 0; i < audit->model->ops.len; i++) {
		strbuf_add(out, i ? "," : "");
		add_operator(audit, audit->model->by_symbol[i], table, out);
	}
	strbuf_add(out, audit->model->ops.len ? "\n  ] }\n" : "] }\n");
	dispatch_end(table);
	return true;
}
