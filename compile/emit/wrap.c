#include "compile/emit/emit.h"

#include <string.h>

enum { COLUMNS = 100, TAB = 8 };

/* --- Where a line may be divided -------------------------------------------------------------- */

struct scan {
	bool in_text;
	char before; /* the last character */
};

static void step(struct scan *self, char c)
{
	if (c == '"' && self->before != '\\')
		self->in_text = !self->in_text;
	self->before = c == '\\' && self->before == '\\' ? '\0' : c;
}

static size_t width_of(const char *text, size_t length)
{
	size_t width = 0;

	for (size_t i = 0; i < length; i++) {
		if (((unsigned char)text[i] & 0xc0) == 0x80)
			continue; /* a part of a character */
		width = text[i] == '\t' ? (width / TAB + 1) * TAB : width + 1;
	}
	return width;
}

/* The length up to the last comma with a space after it that still fits, better not one in braces;
 * the first one if none does; 0: there is none. */
static size_t break_at(const char *text, size_t length, size_t indent)
{
	struct scan scan = { 0 };
	size_t best = 0, outside = 0, width = indent;
	int braces = 0;

	for (size_t i = 0; i + 1 < length; i++) {
		step(&scan, text[i]);
		width = text[i] == '\t' ? (width / TAB + 1) * TAB : width + 1;
		if (width > COLUMNS && best)
			break;
		if (!scan.in_text)
			braces += (text[i] == '{') - (text[i] == '}');
		if (text[i] != ',' || text[i + 1] != ' ' || scan.in_text)
			continue;
		best = i + 1;
		outside = braces > 0 ? outside : best;
	}
	return outside ? outside : best;
}

/* --- Lines ------------------------------------------------------------------------------------ */

static bool is_code(const char *line)
{
	line += strspn(line, "\t ");
	return *line != '#' && strncmp(line, "/*", 2) && strncmp(line, "* ", 2) &&
	       strncmp(line, "*/", 2);
}

/* The rest of a line is indented by two more tabs, or as the line if it goes on with another one. */
static void add_line_in_parts(struct strbuf *out, const char *line, size_t length, bool goes_on)
{
	const size_t first = strspn(line, "\t"), blanks = strspn(line, "\t ");
	const char *begin = line;
	size_t indent = 0, at;

	while (width_of(line, length) + indent > COLUMNS &&
	       (at = break_at(line, length, indent)) != 0) {
		strbuf_add_bytes(out, line, at);
		strbuf_add_char(out, '\n');
		if (goes_on)
			strbuf_add_bytes(out, begin, blanks);
		else
			strbuf_repeat(out, '\t', first + 2);
		indent = goes_on ? width_of(begin, blanks) : (first + 2) * TAB;
		line += at + 1;
		length -= at + 1;
	}
	strbuf_add_bytes(out, line, length);
}

/* The line is the rest of the one before it. */
static bool is_rest(const char *text, const char *line)
{
	return line - text > 1 && strchr(",(\"=&|+", line[-2]);
}

void wrap_lines(struct strbuf *text)
{
	struct strbuf out = { 0 };
	const char *line = strbuf_str(text), *end;

	for (; *line; line = end + 1) {
		end = strchr(line, '\n');
		end = end ? end : line + strlen(line);
		if (is_code(line) && width_of(line, (size_t)(end - line)) > COLUMNS)
			add_line_in_parts(&out, line, (size_t)(end - line),
					  is_rest(strbuf_str(text), line));
		else
			strbuf_add_bytes(&out, line, (size_t)(end - line));
		if (!*end)
			break;
		strbuf_add_char(&out, '\n');
	}
	strbuf_free(text);
	*text = out;
}
