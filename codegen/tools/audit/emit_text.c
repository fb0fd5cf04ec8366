#include "tools/audit/emit.h"

#include "facts/totals.h"

static void add_namespaces(const struct audit *audit, struct strbuf *out)
{
	strbuf_printf(out, "%6zu  operators registered with the dispatcher\n", audit->registered);
	for (size_t i = 0; i < audit->namespaces.len; i++) {
		const struct namespace_count *count = &audit->namespaces.at[i];

		if (count->not_in_yaml)
			strbuf_printf(out, "%6zu  of these, not in the yaml: %s::\n",
				      count->not_in_yaml, count->name);
	}
	strbuf_printf(out, "%6zu  symbols exported by libctorch\n", audit->exported);
}

static void add_finding(const struct finding *finding, struct strbuf *out)
{
	strbuf_printf(out, "%s: %s: %s\n", finding->where, finding_name(finding->kind),
		      finding->what);
	if (finding->instead)
		strbuf_printf(out, "  %s\n", finding->instead);
}

/* torch.nn's names for which the release lacks an operator. */
static void add_left_out(const struct nn *nn, struct strbuf *out)
{
	for (size_t i = 0; nn && i < nn->names.len; i++)
		if (nn->names.at[i]->place == NN_LEFT_OUT)
			strbuf_printf(out, "%s: left out: no operator %s\n",
				      nn->names.at[i]->python, nn->names.at[i]->missing);
}

bool emit_audit_text(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct audit *audit = found;
	struct totals totals = totals_of(audit->model);

	(void)templates;
	strbuf_printf(out, "PyTorch %s\n", audit->model->spec->release);
	for (size_t i = 0; i < totals.len; i++)
		strbuf_printf(out, "%6zu  %s\n", totals.at[i].count, totals.at[i].label);
	if (audit->libtorch)
		strbuf_printf(out, "%6zu  schemas declared by %s\n", audit->declared,
			      audit->libtorch);
	if (audit->has_registry)
		add_namespaces(audit, out);
	if (audit->libtorch || audit->has_registry)
		strbuf_printf(out, "%6zu  differences\n", audit->findings.len);
	for (size_t i = 0; i < audit->findings.len; i++)
		add_finding(&audit->findings.at[i], out);
	add_left_out(audit->model->nn, out);
	return true;
}
