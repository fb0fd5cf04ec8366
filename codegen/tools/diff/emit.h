/* emit.h: the differences of two releases as text, Markdown and JSON. */
#ifndef CTORCH_GEN_TOOLS_DIFF_EMIT_H
#define CTORCH_GEN_TOOLS_DIFF_EMIT_H

#include "tools/diff/diff.h"
#include "emit/template.h"
#include "util/json.h"

/* "2.15.0"; the path of the list if its release is unknown. */
const char *emit_release(const struct model *model);

/* The totals of each kind before `end`: lines below a heading; rows of a table. */
void emit_diff_text_totals(const struct diff *diff, enum change_kind end, struct strbuf *out);
void emit_diff_markdown_totals(const struct diff *diff, enum change_kind end, struct strbuf *out);

/* The changes without heading and totals; the JSON writes members of the open object. */
void emit_diff_text_changes(const struct diff *diff, struct strbuf *out);
void emit_diff_json_changes(const struct diff *diff, struct json *json);
bool emit_diff_markdown_changes(const struct diff *diff, struct templates *templates,
				struct strbuf *out);

/* They take a struct diff. */
format_writer emit_diff_text, emit_diff_json, emit_diff_markdown;

#endif
