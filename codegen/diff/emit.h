/* emit.h: the differences of two releases as text for people, as Markdown and as JSON. */
#ifndef CTORCH_GEN_DIFF_EMIT_H
#define CTORCH_GEN_DIFF_EMIT_H

#include "diff/diff.h"
#include "emit/template.h"
#include "util/json.h"

/* "2.15.0"; the path of a list that does not tell its release. */
const char *emit_release(const struct model *model);

/* How many there are of each kind before `end`: lines under a head; rows of a table. */
void emit_diff_text_totals(const struct diff *diff, enum change_kind end, struct strbuf *out);
void emit_diff_markdown_totals(const struct diff *diff, enum change_kind end, struct strbuf *out);

/* The changes alone, without head and totals; the JSON as members of the open object. */
void emit_diff_text_changes(const struct diff *diff, struct strbuf *out);
void emit_diff_json_changes(const struct diff *diff, struct json *json);
bool emit_diff_markdown_changes(const struct diff *diff, struct templates *templates,
				struct strbuf *out);

/* Of a struct diff; the Markdown is templates/DIFF.md, filled. */
format_writer emit_diff_text, emit_diff_json, emit_diff_markdown;

#endif
