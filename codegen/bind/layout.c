/*
 * The layout that a language's own formatter gives a file, for languages with braces: a margin for
 * what is inside of braces and parentheses, no more than one empty line; where the language wants it,
 * the second words of the lines of a block in one column, and no long lines.
 */
#include "bind/layout.h"

#include "util/text.h"
#include "util/vec.h"

struct line {
	const char *text; /* without the spaces around it */
	size_t length;
};

struct layout {
	const struct layout_style *style;
	size_t depth;
	VEC(struct line) block; /* the lines of such a block */
	bool is_in_block;
	bool pending_empty; /* an empty line is due before the next one */
	bool has_opened;    /* the line before */
	struct arena *arena;
	struct strbuf *out;
};

static bool is_comment(const struct line *line)
{
	return line->length >= 2 && line->text[0] == '/' && line->text[1] == '/';
}

/* The end of a text that begins at `at`. */
static size_t skip_text(const struct line *line, size_t at)
{
	const char quote = line->text[at];

	for (at++; at < line->length && line->text[at] != quote; at++)
		at += quote == '"' && line->text[at] == '\\';
	return at;
}

/* How much deeper the next line is. */
static int opened_by(const struct line *line)
{
	int opened = 0;

	for (size_t i = 0; i < line->length && !is_comment(line); i++) {
		const char c = line->text[i];

		if (c == '"' || c == '`')
			i = skip_text(line, i);
		else if (c == '{' || c == '(' || c == '[')
			opened++;
		else if (c == '}' || c == ')' || c == ']')
			opened--;
	}
	return opened;
}

static bool closes(const struct line *line)
{
	return line->length && strchr("})]", *line->text);
}

static void add_indented(struct layout *layout, const struct line *line, size_t column)
{
	const char *space = memchr(line->text, ' ', line->length);
	const size_t word = space ? (size_t)(space - line->text) : line->length;

	for (size_t i = 0; i < layout->depth; i++)
		strbuf_add(layout->out, layout->style->margin);
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
	const char *ends = layout->style->aligned, *end;
	size_t length;

	while (text_next_word(&ends, "|", &end, &length))
		if (length && line->length >= length &&
		    !memcmp(line->text + line->length - length, end, length))
			return true;
	return false;
}

/* --- long lines ------------------------------------------------------------------------------- */

/* The parts of a line that is too long: "f(", what is between the parentheses, ") {". */
struct parts {
	struct line head, inside, tail;
	bool is_block; /* "unsafe {": what is inside is no list */
};

/* Where the bracket at `at` is closed. */
static size_t end_of(const struct line *line, size_t at)
{
	int depth = 0;

	for (; at < line->length; at++) {
		if (line->text[at] == '"')
			at = skip_text(line, at);
		else if (strchr("({[", line->text[at]))
			depth++;
		else if (strchr(")}]", line->text[at]) && --depth == 0)
			break;
	}
	return at;
}

static struct line part(const struct line *line, size_t from, size_t end)
{
	while (from < end && line->text[from] == ' ')
		from++;
	while (end > from && line->text[end - 1] == ' ')
		end--;
	return (struct line){ line->text + from, end - from };
}

/* The outermost parentheses or braces, or the block in them that is their last argument. */
static bool split(const struct line *line, struct parts *parts)
{
	const char *block = strstr(line->text, "unsafe { ");
	size_t at = 0, end;

	parts->is_block = block && block < line->text + line->length;
	if (parts->is_block)
		at = (size_t)(block - line->text) + strlen("unsafe ");
	while (at < line->length && !strchr("({", line->text[at]) && !parts->is_block)
		at++;
	end = end_of(line, at);
	if (end >= line->length || end == at + 1)
		return false;
	/* "Ok((a, b))": the tuple is the only argument. */
	while (!parts->is_block && line->text[at + 1] == '(' && end_of(line, at + 1) == end - 1)
		at++, end--;
	*parts = (struct parts){ .head = part(line, 0, at + 1),
				 .inside = part(line, at + 1, end),
				 .tail = part(line, end, line->length),
				 .is_block = parts->is_block };
	return true;
}

static void add_wrapped(struct layout *layout, const struct line *line);

/* Each element on a line of its own, with a comma after the last. */
static void add_elements(struct layout *layout, const struct line *list)
{
	size_t from = 0;

	for (size_t at = 0; at <= list->length; at++) {
		const char c = at < list->length ? list->text[at] : ',';

		if (c == '"')
			at = skip_text(list, at);
		else if (strchr("({[", c))
			at = end_of(list, at);
		else if (c == '<' && strncmp(list->text + at, "< ", 2))
			at += strcspn(list->text + at, ">");
		else if (c == ',') {
			const struct line one = part(list, from, at);
			const struct line with_comma = { arena_printf(layout->arena, "%.*s,",
								      (int)one.length, one.text),
							 one.length + 1 };

			if (one.length)
				add_wrapped(layout, &with_comma);
			from = at + 1;
		}
	}
}

static bool fits(const struct layout *layout, const struct line *line, size_t deeper)
{
	return (layout->depth + deeper) * strlen(layout->style->margin) + line->length <=
	       layout->style->width;
}

/* "let x =", "self.x =", "pub type X =", and below it the value, if it fits there. */
static bool add_value(struct layout *layout, const struct line *line)
{
	const size_t equals = strcspn(line->text, "=");
	struct line name, value;

	if (equals >= line->length || strcspn(line->text, "({") < equals)
		return false;
	name = part(line, 0, equals + 1);
	value = part(line, equals + 1, line->length);
	if (!fits(layout, &value, 1))
		return false;
	add_indented(layout, &name, 0);
	layout->depth++;
	add_indented(layout, &value, 0);
	layout->depth--;
	return true;
}

/* A line that fits, or its parts. */
static void add_wrapped(struct layout *layout, const struct line *line)
{
	struct parts parts;

	if (!layout->style->width || fits(layout, line, 0) || is_comment(line) ||
	    !split(line, &parts)) {
		add_indented(layout, line, 0);
		return;
	}
	if (add_value(layout, line))
		return;
	add_indented(layout, &parts.head, 0);
	layout->depth++;
	if (parts.is_block)
		add_wrapped(layout, &parts.inside);
	else
		add_elements(layout, &parts.inside);
	layout->depth--;
	add_indented(layout, &parts.tail, 0);
}

/* --- lines ------------------------------------------------------------------------------------ */

static bool may_be_empty(const struct layout *layout)
{
	return layout->out->length && !(layout->style->width && layout->has_opened);
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
	if (layout->pending_empty && !(layout->style->width && closes(line)) && line->length)
		strbuf_add_char(layout->out, '\n');
	if (line->length)
		add_wrapped(layout, line);
	layout->pending_empty = line->length ? false
					     : layout->pending_empty || may_be_empty(layout);
	layout->has_opened = line->length ? opened > 0 : layout->has_opened;
	layout->depth += (size_t)(opened + closes(line) > 0 ? opened + closes(line) : 0);
	layout->is_in_block = begins_block(layout, line);
}

void layout_braces(struct arena *arena, const struct layout_style *style, const char *text,
		   struct strbuf *out)
{
	struct layout layout = { .style = style, .arena = arena, .out = out };

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
