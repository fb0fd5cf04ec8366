/*
 * The layout that a language's own formatter gives a file, for languages with braces: tabs for what
 * is inside of braces and parentheses, no more than one empty line, and the second words of the
 * lines of a block in one column, where the language wants it.
 */
#include "bind/layout.h"

#include "util/text.h"
#include "util/vec.h"

struct line {
	const char *text; /* without the spaces around it */
	size_t length;
};

struct layout {
	const char
		*aligned; /* a line that ends so begins a block in columns: "struct {", "const (" */
	size_t depth;
	VEC(struct line) block; /* the lines of such a block */
	bool is_in_block, was_empty;
	struct arena *arena;
	struct strbuf *out;
};

static bool is_comment(const struct line *line)
{
	return line->length >= 2 && line->text[0] == '/' && line->text[1] == '/';
}

/* How much deeper the next line is. */
static int opened_by(const struct line *line)
{
	int opened = 0;
	char quote = '\0';

	for (size_t i = 0; i < line->length && !is_comment(line); i++) {
		const char c = line->text[i];

		if (quote)
			quote = c == quote && line->text[i - 1] != '\\' ? '\0' : quote;
		else if (c == '"' || c == '`')
			quote = c;
		else if (c == '{' || c == '(')
			opened++;
		else if (c == '}' || c == ')')
			opened--;
	}
	return opened;
}

static bool closes(const struct line *line)
{
	return line->length && (*line->text == '}' || *line->text == ')');
}

static void add_indented(struct layout *layout, const struct line *line, size_t column)
{
	const char *space = memchr(line->text, ' ', line->length);
	const size_t word = space ? (size_t)(space - line->text) : line->length;

	for (size_t i = 0; i < layout->depth; i++)
		strbuf_add_char(layout->out, '\t');
	strbuf_add_bytes(layout->out, line->text, word);
	for (size_t i = word; space && i < column; i++)
		strbuf_add_char(layout->out, ' ');
	strbuf_add_bytes(layout->out, line->text + word, line->length - word);
	strbuf_add_char(layout->out, '\n');
}

static void end_block(struct layout *layout)
{
	size_t column = 0;

	for (size_t i = 0; i < layout->block.len; i++) {
		const struct line *line = &layout->block.at[i];
		const char *space = memchr(line->text, ' ', line->length);

		if (space && (size_t)(space - line->text) > column)
			column = (size_t)(space - line->text);
	}
	for (size_t i = 0; i < layout->block.len; i++)
		add_indented(layout, &layout->block.at[i], column);
	layout->block.len = 0;
	layout->is_in_block = false;
}

static bool begins_block(const struct layout *layout, const struct line *line)
{
	const char *ends = layout->aligned, *end;
	size_t length;

	while (text_next_word(&ends, "|", &end, &length))
		if (length && line->length >= length &&
		    !memcmp(line->text + line->length - length, end, length))
			return true;
	return false;
}

static void add_line(struct layout *layout, const struct line *line)
{
	const int opened = opened_by(line);

	if (layout->is_in_block && !closes(line)) {
		vec_push(layout->arena, &layout->block, *line);
		return;
	}
	if (layout->is_in_block)
		end_block(layout);
	if (closes(line) && layout->depth)
		layout->depth--;
	if (line->length)
		add_indented(layout, line, 0);
	else if (!layout->was_empty)
		strbuf_add_char(layout->out, '\n');
	layout->was_empty = !line->length;
	layout->depth += (size_t)(opened + closes(line) > 0 ? opened + closes(line) : 0);
	layout->is_in_block = begins_block(layout, line);
}

void layout_braces(struct arena *arena, const char *aligned, const char *text, struct strbuf *out)
{
	struct layout layout = {
		.aligned = aligned, .arena = arena, .out = out, .was_empty = true
	};

	for (size_t length; *text; text += length + (text[length] == '\n')) {
		struct line line = { text, length = text_line_length(text) };

		while (line.length && (*line.text == ' ' || *line.text == '\t'))
			line.text++, line.length--;
		while (line.length &&
		       (line.text[line.length - 1] == ' ' || line.text[line.length - 1] == '\t'))
			line.length--;
		add_line(&layout, &line);
	}
}
