#include "emit/wrap.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/text.h"

enum {
	ROOM_FOR_BACKSLASH = 2,
	TAB = 8,
	DEPTH_AT_MOST = 16,
};

static size_t next_column(size_t column, char c)
{
	return c == '\t' ? column + TAB - column % TAB : column + 1;
}

static size_t width(const char *text, size_t length, size_t column)
{
	for (size_t i = 0; i < length; i++)
		column = next_column(column, text[i]);
	return column;
}

/* True for the few characters that open, close, quote or divide something, or are wider than one
 * column. */
static bool is_special(char c)
{
	static const bool special[256] = {
		['('] = true, [')'] = true, [','] = true, ['"'] = true, ['\\'] = true, ['\t'] = true
	};

	return special[(unsigned char)c];
}

/* True if the bytes fit when they begin at `column`. Most lines have tabs only at the beginning. */
static bool fits(const char *line, size_t length, size_t column, size_t columns)
{
	const size_t tabs = column ? 0 : strspn(line, "\t");

	if (memchr(line + tabs, '\t', length - tabs))
		return width(line, length, column) <= columns;
	return column + length + (TAB - 1) * tabs <= columns;
}

/* The open brackets at a position in a line: for each, the column after it. Copied at every comma,
 * so it is small. */
struct brackets {
	size_t columns; /* that a line may have */
	size_t base;    /* the column where the line begins */
	uint32_t column[DEPTH_AT_MOST];
	size_t depth;
	bool in_quotes;
	bool is_escaped; /* the next character follows a backslash */
};

static void pass(struct brackets *open, const char *at, size_t column)
{
	bool is_escaped = open->is_escaped;

	open->is_escaped = open->in_quotes && *at == '\\' && !is_escaped;
	if (*at == '"' && !is_escaped)
		open->in_quotes = !open->in_quotes;
	if (open->in_quotes)
		return;
	if (*at == '(' && open->depth < DEPTH_AT_MOST)
		open->column[open->depth++] = (uint32_t)column + 1;
	if (*at == ')' && open->depth)
		open->depth--;
}

/*
 * The room that the item at `text` needs, up to the comma or bracket that ends it. If it has nested
 * brackets, it will be broken inside them, so only its beginning counts.
 */
static size_t item_width(const char *text, size_t *length)
{
	struct brackets open = { 0 };
	size_t first = 0, deepest = 0;

	for (*length = 0; text[*length]; (*length)++) {
		if (!is_special(text[*length])) {
			open.is_escaped = false;
			continue;
		}
		if (!open.in_quotes && !open.depth &&
		    (text[*length] == ',' || text[*length] == ')'))
			break;
		pass(&open, &text[*length], 0);
		if (open.depth == 1 && !first)
			first = *length + 1;
		deepest = open.depth > deepest ? open.depth : deepest;
	}
	return deepest > 1 ? first : *length;
}

/* The width of what must stay with an item: its comma, or everything that closes the line. */
static size_t tail_width(const char *rest)
{
	size_t length = text_line_length(rest);

	return memchr(rest, ',', length) ? 1 : length;
}

/* True if the contents of a bracket do not fit when they begin at `column`. */
static bool is_too_wide(const char *inside, size_t column, size_t columns)
{
	size_t length, needed;

	for (; *inside; inside += length + 2) {
		needed = item_width(inside, &length);
		if (column + needed + tail_width(&inside[length]) > columns)
			return true;
		if (inside[length] != ',')
			break;
	}
	return false;
}

/* One tab further than the bracket around the innermost one. */
static size_t hanging_column(const struct brackets *open)
{
	return (open->depth > 1 ? open->column[open->depth - 2] : open->base) + TAB;
}

/* True if the contents of the innermost bracket, which ends at `column`, go on their own line. */
static bool hangs(const char *inside, size_t column, const struct brackets *open)
{
	return is_too_wide(inside, column, open->columns) &&
	       !is_too_wide(inside, hanging_column(open), open->columns);
}

/*
 * The number of bytes to put on this line: up to a comma that fits, in as few brackets as possible,
 * or up to a bracket that has too little room to its right; 0 if the rest of the line fits. After a
 * break in `last` brackets, the line is broken again where they are closed, so that no line mixes
 * two levels. `open` becomes the brackets that are open at the break.
 */
static size_t break_at(const char *line, size_t length, size_t column, size_t last,
		       struct brackets *open)
{
	struct brackets now = *open, best_open = *open;
	const bool all_fits = fits(line, length, column, open->columns);
	size_t best = 0;

	for (size_t i = 0; i < length; i++) {
		size_t depth = now.depth;

		if (!is_special(line[i])) {
			now.is_escaped = false;
			if (++column > open->columns && best)
				break;
			continue;
		}
		pass(&now, &line[i], column);
		column = next_column(column, line[i]);
		if (column > open->columns && best)
			break;
		if (now.depth > depth && !all_fits && !best && hangs(&line[i + 1], column, &now)) {
			*open = now;
			return i + 1;
		}
		if (now.in_quotes || !now.depth || strncmp(&line[i], ", ", 2))
			continue;
		if (now.depth < last || (!all_fits && (!best || now.depth <= best_open.depth))) {
			best = i + 1;
			best_open = now;
		}
		if (now.depth < last)
			break;
	}
	*open = best_open;
	return best;
}

static void indent(struct strbuf *out, size_t column)
{
	strbuf_repeat(out, '\t', column / TAB);
	strbuf_repeat(out, ' ', column % TAB);
}

/* The column of the continuation: below the contents of the innermost bracket, or one tab in. */
static size_t next_line(struct brackets *open, bool is_after_bracket)
{
	if (is_after_bracket)
		open->column[open->depth - 1] = (uint32_t)hanging_column(open);
	return open->column[open->depth - 1];
}

static void break_line(struct strbuf *out, const char *line, size_t length, size_t columns)
{
	struct brackets open = { .columns = columns, .base = width(line, strspn(line, "\t "), 0) };
	size_t column = 0, taken;

	while ((taken = break_at(line, length, column, open.depth, &open))) {
		bool is_after_bracket = line[taken - 1] == '(';

		strbuf_add_bytes(out, line, taken);
		strbuf_add(out, "\n");
		column = next_line(&open, is_after_bracket);
		indent(out, column);
		taken += !is_after_bracket; /* the space after the comma */
		line += taken;
		length -= taken;
	}
	strbuf_add_bytes(out, line, length);
}

static void wrap_line(struct strbuf *out, const char *line, size_t length, size_t columns)
{
	if (fits(line, length, 0, columns))
		strbuf_add_bytes(out, line, length);
	else
		break_line(out, line, length, columns);
}

static bool is_comment(const char *line)
{
	line += strspn(line, "\t ");
	if (line[0] == '*') /* inside of one */
		return strchr(" /\n", line[1]) != NULL;
	return line[0] == '/' && (line[1] == '*' || line[1] == '/');
}

void wrap_add(struct strbuf *out, const char *text)
{
	size_t length;

	for (; *text; text += length) {
		length = text_line_length(text);
		if (is_comment(text))
			strbuf_add_bytes(out, text, length);
		else
			wrap_line(out, text, length, WRAP_COLUMNS);
		if (text[length] == '\n') {
			strbuf_add(out, "\n");
			length++;
		}
	}
}

void wrap_add_macro(struct strbuf *out, const char *text)
{
	struct strbuf wrapped = { 0 };
	const char *line;
	size_t length;

	for (; *text; text += length + (text[length] == '\n')) {
		length = text_line_length(text);
		wrap_line(&wrapped, text, length, WRAP_COLUMNS - ROOM_FOR_BACKSLASH);
		strbuf_add(&wrapped, "\n");
	}
	for (line = strbuf_str(&wrapped); *line; line += length + 1) {
		length = text_line_length(line);
		strbuf_add_bytes(out, line, length);
		strbuf_add(out, line[length + 1] ? " \\\n" : "\n");
	}
	strbuf_free(&wrapped);
}

/* The length of the first item, with the comma that ends it. */
static size_t item_length(const char *items)
{
	struct brackets open = { 0 };
	size_t i = 0;

	for (; items[i]; i++) {
		if (!open.depth && !open.in_quotes && items[i] == ',')
			return i + 1;
		if (is_special(items[i]))
			pass(&open, &items[i], 0);
		else
			open.is_escaped = false;
	}
	return i;
}

void wrap_add_items(struct strbuf *out, const char *items, size_t tabs)
{
	const size_t room = WRAP_COLUMNS - ROOM_FOR_BACKSLASH - tabs * TAB;
	size_t start = out->length;

	for (size_t length; *items; items += length + strspn(&items[length], " ")) {
		length = item_length(items);
		if (out->length > start) {
			const bool has_room = out->length - start + 1 + length <= room;

			strbuf_add(out, has_room ? " " : "\n");
			start = has_room ? start : out->length;
		}
		strbuf_add_bytes(out, items, length);
	}
}

/* One line of a comment; the blanks before its first word stay. */
static void wrap_words(struct strbuf *out, const char *line, size_t length)
{
	const char *word = line, *end = line + length;
	size_t start = out->length;

	strbuf_add(out, " *");
	for (size_t taken; word < end; word += taken) {
		taken = strspn(word, " ");
		taken += strcspn(word + taken, " \n");
		if (word > line && out->length - start + taken > WRAP_COLUMNS) {
			start = out->length + strlen("\n");
			strbuf_add(out, "\n *");
		}
		strbuf_add(out, word == line ? " " : "");
		strbuf_add_bytes(out, word, taken);
	}
	strbuf_add(out, "\n");
}

void wrap_add_comment(struct strbuf *out, const char *text)
{
	size_t length;

	for (; *text; text += length + (text[length] == '\n')) {
		length = text_line_length(text);
		wrap_words(out, text, length);
	}
}
