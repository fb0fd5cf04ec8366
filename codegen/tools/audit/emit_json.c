#include "tools/audit/emit.h"
#include "emit/emit.h"
#include "emit/nn_names.h"
#include "facts/dispatch.h"
#include "facts/results.h"
#include "facts/totals.h"
#include "read/schema.h"
#include "util/json.h"

/* --- totals and differences ------------------------------------------------------------------- */

static void add_total(struct json *json, const char *key, size_t count)
{
	json_line(json);
	json_count(json, key, count);
}

static void add_totals(const struct audit *audit, struct json *json)
{
	struct totals totals = totals_of(audit->model);

	for (size_t i = 0; i < totals.len; i++)
		add_total(json, totals.at[i].key, totals.at[i].count);
	if (audit->libtorch_release) {
		json_line(json);
		json_text(json, "libtorch", audit->libtorch_release);
	}
	if (audit->libtorch)
		add_total(json, "libtorch_schemas", audit->declared);
	if (audit->has_registry) {
		add_total(json, "registered", audit->registered);
		add_total(json, "exported", audit->exported);
	}
}

static void add_findings(const struct audit *audit, struct json *json)
{
	json_line(json);
	json_tall_array(json, "differences");
	for (size_t i = 0; i < audit->findings.len; i++) {
		const struct finding *finding = &audit->findings.at[i];
		const char *keys[] = { [FINDING_NOT_EXPORTED] = "symbol",
				       [FINDING_NOT_DECLARED] = "symbol",
				       [FINDING_NAME_WITHOUT_C] = "python",
				       [FINDING_NOT_IN_PYTHON] = "python" };
		const char *key = keys[finding->kind];

		json_object(json, NULL);
		json_text(json, "what", finding_name(finding->kind));
		json_text_if(json, "where", finding->where);
		json_text_if(json, key ? key : "schema", finding->what);
		json_text_if(json, "instead", finding->instead);
		json_end(json);
	}
	json_end(json);
}

static void add_namespaces(const struct audit *audit, struct json *json)
{
	json_line(json);
	json_tall_array(json, "namespaces");
	for (size_t i = 0; i < audit->namespaces.len; i++) {
		const struct namespace_count *count = &audit->namespaces.at[i];

		json_object(json, NULL);
		json_text(json, "name", count->name);
		json_count(json, "operators", count->operators);
		json_count(json, "not_in_yaml", count->not_in_yaml);
		json_end(json);
	}
	json_end(json);
}

/* Operators without a generated C function; ct_call() calls them by name. */
static void add_others(const struct audit *audit, struct json *json)
{
	json_line(json);
	json_tall_array(json, "others");
	for (struct registered *one = audit->registry.operators; one; one = one->hh.next) {
		if (one->op)
			continue;
		json_object(json, NULL);
		json_text(json, "name", one->name);
		json_text_if(json, "schema", one->schema);
		json_names(json, "registered", &one->keys);
		json_end(json);
	}
	json_end(json);
}

/* --- torch.nn ---------------------------------------------------------------------------------- */

static void add_symbols(const struct audit *audit, const struct nn_name *name, struct json *json)
{
	json_array(json, "c");
	for (size_t i = 0; i < name->symbols.len; i++) {
		const struct nn_symbol *symbol = &name->symbols.at[i];

		json_object(json, NULL);
		json_text(json, "symbol", symbol->name);
		json_text(json, "call", nn_symbol_text(audit->arena, audit->model, symbol));
		json_text(json, "header", symbol->header);
		json_end(json);
	}
	json_end(json);
}

static void add_name(const struct audit *audit, const struct nn_name *name, struct json *json)
{
	static const char *const text_keys[] = { [NN_IN_C] = "differs",
						 [NN_LEFT_OUT] = "differs",
						 [NN_INSTEAD] = "instead",
						 [NN_ABSENT] = "absent",
						 [NN_NOWHERE] = "absent" };

	json_object(json, NULL);
	json_text(json, "python", name->python);
	json_text(json, "kind", name->kind);
	json_text_if(json, "signature", name->signature);
	if (name->place == NN_IN_C && name->class)
		json_text(json, "make", class_call_text(audit->arena, name->class));
	if (name->place == NN_IN_C && name->symbols.len)
		add_symbols(audit, name, json);
	json_text_if(json, text_keys[name->place], name->text);
	json_text_if(json, "missing", name->missing);
	json_end(json);
}

static void add_names_of_nn(const struct audit *audit, struct json *json)
{
	const struct nn *nn = audit->model->nn;

	if (!nn || !nn->names.len)
		return;
	json_line(json);
	json_tall_array(json, "nn");
	for (size_t i = 0; i < nn->names.len; i++)
		add_name(audit, nn->names.at[i], json);
	json_end(json);
}

/* --- an operator ------------------------------------------------------------------------------ */

static void add_prototype(struct json *json, const struct op *op, const char *symbol)
{
	struct strbuf params = { 0 }, prototype = { 0 };

	emit_params(op, &params);
	strbuf_printf(&prototype, "ct_error %s(%s);", symbol, strbuf_str(&params));
	json_text(json, NULL, strbuf_str(&prototype));
	strbuf_free(&params);
	strbuf_free(&prototype);
}

static void add_prototypes(struct json *json, const struct op *op)
{
	json_array(json, "prototypes");
	add_prototype(json, op, op->symbol);
	if (op->method)
		add_prototype(json, op, op->method);
	json_end(json);
}

static void add_tested(struct json *json, const struct result *result)
{
	if (!result)
		return;
	json_object(json, "tested");
	json_text(json, "compared", outcome_name(result->outcome));
	json_bool(json, "gradient", result->has_gradient);
	json_count(json, "calls", result->calls);
	if (result->dtypes.len)
		json_names(json, "dtypes", &result->dtypes);
	json_text_if(json, "reason", strcmp(result->reason, "-") ? result->reason : NULL);
	json_end(json);
}

/* The names of the operator and its origin. */
static void add_names(struct json *json, const struct op *op)
{
	const struct value *module = &op->entry->values[KEY_PYTHON_MODULE];

	json_text(json, "name", op->name);
	json_text_if(json, "symbol", op->symbol);
	json_text_if(json, "method", op->method);
	json_text_if(json, "schema", op->func);
	add_prototypes(json, op);
	json_text(json, "kind", schema_kind_name(op->kind));
	json_text_if(json, "module", module->len ? module->at[0].text : NULL);
	json_text(json, "origin", op->is_derived ? "autogen" : "yaml");
	json_count(json, "line", op->entry->loc.line);
}

static void add_operator(const struct audit *audit, const struct op *op,
			 const struct dispatch_table *table, struct json *json)
{
	const struct registered *registered = audit->has_registry
						      ? registry_find(&audit->registry, op->name)
						      : NULL;
	struct names keys = dispatch_keys(table, op);

	json_object(json, NULL);
	add_names(json, op);
	json_text(json, "header", op->header);
	json_names(json, "tags", &op->tags);
	json_names(json, "dispatch", &keys);
	if (registered)
		json_names(json, "registered", &registered->keys);
	json_text_if(json, "autograd", derivatives_of(audit->derivatives, op, &keys));
	add_tested(json, op->result);
	json_end(json);
}

static void add_operators(const struct audit *audit, struct json *json)
{
	struct dispatch_table *table = dispatch_begin(audit->arena, audit->model);

	json_line(json);
	json_tall_array(json, "operators");
	for (size_t i = 0; i < audit->model->ops.len; i++)
		add_operator(audit, audit->model->by_symbol[i], table, json);
	json_end(json);
	dispatch_end(table);
}

bool emit_audit_json(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct audit *audit = found;
	struct json json = { .out = out };

	(void)templates;
	json_object(&json, NULL);
	json_text(&json, "pytorch", audit->model->spec->release);
	add_totals(audit, &json);
	add_findings(audit, &json);
	if (audit->has_registry) {
		add_namespaces(audit, &json);
		add_others(audit, &json);
	}
	add_names_of_nn(audit, &json);
	add_operators(audit, &json);
	json_end(&json);
	return true;
}
