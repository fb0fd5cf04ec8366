/*
 * How deep the types of a schema nest.
 *
 * libtorch's parser calls itself for what is in brackets, and its lists of lists are types in types,
 * as deep as the text is: "f((((", "f(int[][][][]". Brackets that close count only outside of texts
 * and comments, those that open count everywhere: text that libtorch's lexer sees otherwise than
 * this one, such as one in three quotes, can make a schema look deeper, and never shallow.
 */
#include <stddef.h>
#include <string.h>

#include "operators/schema_depth.h"

struct reader {
	char until; /* what ends the text ('"') or the comment ('\n') that is being read; or 0 */
	int open;   /* brackets */
	int lists;  /* "[]" behind each other, since the argument began */
};

/* Whether the character is one of a text or a comment; begins and ends them. */
static int is_quoted(struct reader *reader, char c)
{
	if (reader->until != '\0') {
		if (c == reader->until)
			reader->until = '\0';
		return 1;
	}
	if (c == '"' || c == '\'')
		reader->until = c;
	else if (c == '#')
		reader->until = '\n';
	return reader->until != '\0';
}

static void close_bracket(struct reader *reader, char c)
{
	if (c == ']')
		reader->lists++;
	/* Not below zero, from where others could open unseen. */
	if (reader->open > 0)
		reader->open--;
}

static void read_one(struct reader *reader, char c)
{
	int quoted = is_quoted(reader, c);

	if (c == '(' || c == '[')
		reader->open++;
	else if (!quoted && (c == ')' || c == ']'))
		close_bracket(reader, c);
	else if (!quoted && c == ',' && reader->open <= 1)
		reader->lists = 0;
}

const char *ct_schema_too_deep(const char *schema)
{
	struct reader reader = { 0 };

	for (const char *at = schema; *at; at++) {
		if (*at == '\\' && reader.until != '\0' && reader.until != '\n' && at[1] != '\0')
			at++;
		else
			read_one(&reader, *at);
		if (reader.open + reader.lists > CT_SCHEMA_MAX_DEPTH)
			return at;
	}
	return NULL;
}
