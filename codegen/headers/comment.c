#include "headers/comment.h"

#include <stdbool.h>
#include <string.h>

#include "util/strbuf.h"

enum { BETWEEN_AT_MOST = 20 }; /* lines between a comment and the last thing that it is about */

/* The beginning of the line that contains `at`. */
static const char *line_of(const char *text, const char *at)
{
	while (at > text && at[-1] != '\n')
		at--;
	return at;
}

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

/* A line that chooses between definitions of one macro, or defines one that has the same comment. */
static bool is_between(const char *line)
{
	line = skip_blanks(line);
	if (*line != '#')
		return false;
	line = skip_blanks(line + 1);
	return !strncmp(line, "if", 2) || !strncmp(line, "else", 4) || !strncmp(line, "define", 6);
}

/* The line before, which is not empty; NULL at the beginning. */
static const char *line_before(const char *text, const char *line)
{
	if (line == text)
		return NULL;
	line = line_of(text, line - 1);
	return *skip_blanks(line) == '\n' ? NULL : line;
}

/* The comment that ends with the line; NULL if the line ends in another way. */
static const char *comment_that_ends(const char *text, const char *line)
{
	const char *end = line + strcspn(line, "\n"), *at;

	while (end > line && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	if (end - line < 2 || strncmp(end - 2, "*/", 2))
		return NULL;
	for (at = end - 2; at > text && strncmp(at, "/*", 2); at--)
		;
	return *skip_blanks(line_of(text, at)) == '/' ? at : NULL;
}

static const char *comment_before(const char *text, const char *at)
{
	const char *line = line_before(text, line_of(text, at));

	for (size_t i = 0; line && i < BETWEEN_AT_MOST && is_between(line); i++)
		line = line_before(text, line);
	return line ? comment_that_ends(text, line) : NULL;
}

/* Joins the lines up to an empty one, a command (@param) or an item of a list. */
static const char *first_paragraph(struct arena *arena, const char *body)
{
	static const char margin[] = "*< \t";
	struct strbuf text = { 0 };
	const char *result;

	body += strspn(body, "*< \t\n");
	while (*body && *body != '\n' && *body != '@' && *body != '-') {
		size_t length = strcspn(body, "\n"), kept = length;

		while (kept && strchr(" \t", body[kept - 1]))
			kept--;
		strbuf_add(&text, text.length ? " " : "");
		strbuf_add_bytes(&text, body, kept);
		body += length + (body[length] == '\n');
		body += strspn(body, margin);
	}
	result = arena_strdup(arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

/* The comment that follows on the line; NULL if there is none. */
static const char *comment_after(const char *at)
{
	while (*at && *at != '\n' && strncmp(at, "/**<", 4) != 0)
		at++;
	return *at == '/' ? at : NULL;
}

/* What is inside of the comment at `begin`; NULL for NULL. */
static const char *body_of(struct arena *arena, const char *begin)
{
	const char *end = begin ? strstr(begin + 2, "*/") : NULL;

	return end ? arena_strndup(arena, begin + 2, (size_t)(end - begin - 2)) : NULL;
}

const char *header_macro_comment(const char *text, const char *at)
{
	const char *after = comment_after(at);

	return after ? after : comment_before(text, at);
}

const char *header_comment(struct arena *arena, const char *text, const char *at)
{
	const char *body = body_of(arena, header_macro_comment(text, at));

	return body ? first_paragraph(arena, body) : NULL;
}

const char *header_declaration_comment(const char *text, const char *at)
{
	const char *line = line_before(text, line_of(text, at)), *begin = NULL;

	for (size_t i = 0; line && !begin && i < BETWEEN_AT_MOST; i++) {
		if (*skip_blanks(line) == '#')
			return NULL;
		begin = comment_that_ends(text, line);
		line = line_before(text, line);
	}
	return begin;
}

const char *header_member_comment(const char *text, const char *at, const char *end)
{
	const char *after = comment_after(end), *line = line_before(text, line_of(text, at));

	if (after)
		return after;
	return line ? comment_that_ends(text, line) : NULL;
}

/* Adds a line without its margin: "*", and the blank after it. */
static void add_line(struct strbuf *out, const char *line, size_t length)
{
	const char *from = line, *end = line + length;

	while (from < end && strchr(" \t", *from))
		from++;
	from += from < end && *from == '*';
	from += from < end && *from == ' ';
	while (end > from && strchr(" \t", end[-1]))
		end--;
	strbuf_add_bytes(out, from, (size_t)(end - from));
}

/* Without the empty lines and blanks at both ends. */
static const char *trimmed(struct arena *arena, const char *text)
{
	size_t length;

	text += strspn(text, " \t\n");
	length = strlen(text);
	while (length && strchr(" \t\n", text[length - 1]))
		length--;
	return arena_strndup(arena, text, length);
}

const char *header_comment_lines(struct arena *arena, const char *begin)
{
	const char *line = body_of(arena, begin), *lines;
	struct strbuf text = { 0 };

	if (!line)
		return NULL;
	for (line += strspn(line, "*<"); *line;) {
		const size_t length = strcspn(line, "\n");

		add_line(&text, line, length);
		strbuf_add(&text, line[length] ? "\n" : "");
		line += length + (line[length] == '\n');
	}
	lines = trimmed(arena, strbuf_str(&text));
	strbuf_free(&text);
	return lines;
}
