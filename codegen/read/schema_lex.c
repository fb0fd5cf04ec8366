#include "read/schema_lex.h"

#include <string.h>

enum { BRACKETS_AT_MOST = 8 }; /* nested in a default; "[[1,2]]" has two */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (is_letter(text[length]) || is_digit(text[length]))
		length++;
	return length;
}

static size_t number_length(const char *text)
{
	size_t length = 0;

	while (is_digit(text[length]))
		length++;
	return length;
}

/* The bytes of one UTF-8 character, so that a message does not cut it. */
static size_t character_length(const char *text)
{
	size_t length = 1;

	while (((unsigned char)text[length] & 0xc0) == 0x80)
		length++;
	return length;
}

static struct token token_at(const char *text)
{
	if (!*text)
		return (struct token){ .kind = TOKEN_END };
	if (is_letter(*text))
		return (struct token){ .kind = TOKEN_WORD, .length = word_length(text) };
	if (is_digit(*text))
		return (struct token){ .kind = TOKEN_NUMBER, .length = number_length(text) };
	if (text[0] == '-' && text[1] == '>')
		return (struct token){ .kind = TOKEN_ARROW, .length = 2 };
	if (strchr("()[],*=?!|.", *text))
		return (struct token){ .kind = TOKEN_PUNCT, .length = 1 };
	return (struct token){ .kind = TOKEN_BAD, .length = character_length(text) };
}

static void read_at(struct lexer *lexer, const char *text)
{
	while (*text == ' ')
		text++;
	lexer->token = token_at(text);
	lexer->token.text = text;
	lexer->token.offset = (size_t)(text - lexer->text);
}

void lex_begin(struct lexer *lexer, const char *text)
{
	lexer->text = text;
	read_at(lexer, text);
}

void lex_next(struct lexer *lexer)
{
	read_at(lexer, lexer->token.text + lexer->token.length);
}

bool lex_is(const struct lexer *lexer, char punct)
{
	return lexer->token.kind == TOKEN_PUNCT && *lexer->token.text == punct;
}

/* The position after the closing quote; NULL if there is none. */
static const char *skip_quoted(const char *text)
{
	char quote = *text++;

	for (; *text && *text != quote; text++)
		if (*text == '\\' && text[1])
			text++;
	return *text ? text + 1 : NULL;
}

bool lex_default(struct lexer *lexer, struct token *token)
{
	const char *start = lexer->token.text + lexer->token.length;
	const char *text = start;
	char closing[BRACKETS_AT_MOST]; /* of the open brackets */
	size_t depth = 0;

	*token = (struct token){ TOKEN_WORD, start, 0, (size_t)(start - lexer->text) };
	while (text && *text && (depth || !strchr(",)", *text))) {
		if (*text == '"' || *text == '\'') {
			text = skip_quoted(text);
			continue;
		}
		if (strchr("([", *text)) {
			if (depth == BRACKETS_AT_MOST)
				return false;
			closing[depth++] = *text == '(' ? ')' : ']';
		} else if (strchr(")]", *text) && (!depth || *text != closing[--depth])) {
			return false;
		}
		text++;
	}
	if (!text || depth)
		return false;
	token->length = (size_t)(text - start);
	read_at(lexer, text);
	return true;
}
