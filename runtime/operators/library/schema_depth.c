/*
 * The depth of nested types in a schema.
 *
 * libtorch's parser is recursive for brackets, and lists of lists are nested types, as deep as the
 * text: "f((((", "f(int[][][][]". Closing brackets count only outside texts and comments, opening
 * ones count everywhere: if libtorch's lexer disagrees, as for a text in three quotes, a schema can
 * look deeper, but never less deep.
 */
#include <stddef.h>
#include <string.h>

#include "operators/library/schema_depth.h"

struct reader {
	char until; /* the end of the current text ('"') or comment ('\n'); or 0 */
	int open;   /* brackets */
	int lists;  /* consecutive "[]" since the argument began */
};

/* Whether the character is in a text or a comment; tracks their begin and end. */
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
	/* Not below zero, or later opening brackets would not count. */
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
