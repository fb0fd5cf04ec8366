/* emit.h: an audit as text, as JSON and as a page; emit.c has it as Markdown. */
#ifndef CTORCH_GEN_AUDIT_EMIT_H
#define CTORCH_GEN_AUDIT_EMIT_H

#include "audit/audit.h"
#include "emit/template.h"

/* Of a struct audit. docs/audit.schema.json describes the JSON, one operator a line; the page has
 * that JSON in it and refers to nothing outside. */
format_writer emit_audit_text, emit_audit_json, emit_audit_html;

#endif
