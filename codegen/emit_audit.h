/* emit_audit.h: an audit as text, as JSON and as a page; emit_audit.c has it as Markdown. */
#ifndef CTORCH_GEN_EMIT_AUDIT_H
#define CTORCH_GEN_EMIT_AUDIT_H

#include "audit.h"
#include "derivatives.h"
#include "template.h"

void emit_audit_text(const struct audit *audit, struct strbuf *out);

/* docs/audit.schema.json describes it; one operator a line. */
void emit_audit_json(const struct audit *audit, const struct derivatives *derivatives,
		     struct strbuf *out);

/* One page with that JSON in it, which refers to nothing outside. */
bool emit_audit_html(const struct audit *audit, const struct derivatives *derivatives,
		     struct templates *templates, struct strbuf *out);

#endif
