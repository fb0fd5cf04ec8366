#include "name/header_comment.h"

#include <stdbool.h>
#include <string.h>

#include "util/strbuf.h"

enum { BETWEEN_AT_MOST = 20 }; /* lines between a comment and the last macro that it is about */

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

const char *header_comment(struct arena *arena, const char *text, const char *at)
{
	const char *begin = at, *end;

	while (*begin && *begin != '\n' && strncmp(begin, "/**<", 4) != 0)
		begin++;
	if (*begin != '/')
		begin = comment_before(text, at);
	end = begin ? strstr(begin + 2, "*/") : NULL;
	if (!end)
		return NULL;
	return first_paragraph(arena, arena_strndup(arena, begin + 2, (size_t)(end - begin - 2)));
}
