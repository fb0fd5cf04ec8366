/* emit.h: an audit as text, as JSON, as a page and as Markdown. */
#ifndef CTORCH_GEN_TOOLS_AUDIT_EMIT_H
#define CTORCH_GEN_TOOLS_AUDIT_EMIT_H

#include "tools/audit/audit.h"
#include "emit/emit.h"

/* They take a struct audit. docs/audit.schema.json describes the JSON, which has one operator per
 * line. The page contains that JSON and no external references. */
format_writer emit_audit_text, emit_audit_json, emit_audit_html;

bool emit_audit(struct emitter *e); /* AUDIT.md */

#endif
