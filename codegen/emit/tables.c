/* Rows and cells of the tables in AUDIT.md and NAMES.md. */
#include "emit/emit.h"

#include <string.h>

#include "facts/totals.h"
#include "util/text.h"

void emit_totals(const struct model *model, const char *prefix, struct strbuf *out)
{
	struct totals totals = totals_of(model);

	for (size_t i = 0; i < totals.len; i++)
		if (!strncmp(totals.at[i].key, prefix, strlen(prefix)))
			strbuf_printf(out, "| %s | %zu |\n", totals.at[i].label,
				      totals.at[i].count);
}

void emit_cell(struct strbuf *out, const char *text)
{
	size_t length;

	for (; *text; text += length ? length : 1) {
		length = text_utf8_length(text);
		if (*text == '|' || *text == '<' || *text == '\\')
			strbuf_add_char(out, '\\');
		if (!length)
			strbuf_add(out, "\xef\xbf\xbd"); /* U+FFFD for a byte that is not UTF-8 */
		else if (text_control_length(text, length))
			strbuf_add_char(out, ' ');
		else
			strbuf_add_bytes(out, text, length);
	}
}
