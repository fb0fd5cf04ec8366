#include "util/c_lexer.h"

#include <ctype.h>
#include <string.h>

struct c_lexer c_lexer(struct arena *arena, struct diag *diag, const struct source *source)
{
	return (struct c_lexer){ .arena = arena,
				 .diag = diag,
				 .source = source,
				 .at = source->text,
				 .line = 1,
				 .line_start = source->text,
				 .is_line_start = true };
}

/* --- characters ------------------------------------------------------------------------------- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* The length of a line continuation (a backslash at the end of the line); 0: none. */
static size_t splice_length(const char *at)
{
	if (*at != '\\')
		return 0;
	return at[1] == '\n' ? 2 : at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

static bool is_blank(char c)
{
	return c && strchr(" \t\r\f\v", c);
}

/* Moves to `end` and counts lines. */
static void move_to(struct c_lexer *lexer, const char *end)
{
	for (; lexer->at < end; lexer->at++)
		if (*lexer->at == '\n') {
			lexer->line++;
			lexer->line_start = lexer->at + 1;
		}
}

const char *c_peek_from(const char *at)
{
	for (;;) {
		const char *end;
		size_t splice = splice_length(at);

		if (is_blank(*at) || *at == '\n')
			at++;
		else if (splice)
			at += splice;
		else if (at[0] == '/' && at[1] == '*' && (end = strstr(at + 2, "*/")))
			at = end + 2;
		else if (at[0] == '/' && at[1] == '/')
			at += strcspn(at, "\n");
		else
			return at;
	}
}

const char *c_peek(const struct c_lexer *lexer)
{
	return c_peek_from(lexer->at);
}

/* --- blanks and comments ---------------------------------------------------------------------- */

/* Reports the error and moves to the end: nothing after it can be read. */
static void report_unended(struct c_lexer *lexer, const char *what)
{
	size_t offset = (size_t)(lexer->at - lexer->source->text);

	diag_error(lexer->diag, loc_at_offset(lexer->source, offset), NULL, "unterminated %s",
		   what);
	lexer->at += strlen(lexer->at);
}

static void skip_comment(struct c_lexer *lexer)
{
	const char *end = strstr(lexer->at + 2, "*/");

	if (end)
		move_to(lexer, end + 2);
	else
		report_unended(lexer, "comment");
}

/* A `//` comment, with its continuation lines. */
static void skip_line(struct c_lexer *lexer)
{
	while (*lexer->at && *lexer->at != '\n') {
		size_t splice = splice_length(lexer->at);

		move_to(lexer, lexer->at + (splice ? splice : 1));
	}
}

static void skip_space(struct c_lexer *lexer)
{
	for (;;) {
		const char *at = lexer->at;

		if (is_blank(*at))
			lexer->at++;
		else if (splice_length(at))
			move_to(lexer, at + splice_length(at));
		else if (at[0] == '/' && at[1] == '*')
			skip_comment(lexer);
		else if (at[0] == '/' && at[1] == '/')
			skip_line(lexer);
		else
			return;
	}
}

/* --- tokens ----------------------------------------------------------------------------------- */

/* A string or a character constant ends at the end of the line at the latest. */
static enum c_token_kind read_quoted(struct c_lexer *lexer)
{
	char quote = *lexer->at;
	const char *end = lexer->at + 1;

	while (*end && *end != quote && *end != '\n')
		end += *end == '\\' && end[1] ? 2 : 1;
	move_to(lexer, end + (*end == quote));
	return C_TEXT;
}

/* R"x(...)x", starting at the quote. Without the bracket it is an ordinary string. */
static enum c_token_kind read_raw(struct c_lexer *lexer)
{
	size_t length = strcspn(lexer->at + 1, "( )\\\t\n\"");
	const char *mark, *end;

	if (lexer->at[1 + length] != '(')
		return read_quoted(lexer);
	mark = arena_printf(lexer->arena, ")%.*s\"", (int)length, lexer->at + 1);
	end = strstr(lexer->at + 1 + length, mark);
	if (end)
		move_to(lexer, end + strlen(mark));
	else
		report_unended(lexer, "raw string");
	return C_TEXT;
}

static enum c_token_kind read_word(struct c_lexer *lexer)
{
	static const char *const raw[] = { "R", "LR", "uR", "UR", "u8R", NULL };
	struct c_token word = { .at = lexer->at };

	while (is_word(*lexer->at))
		lexer->at++;
	word.length = (size_t)(lexer->at - word.at);
	return *lexer->at == '"' && c_is_one_of(&word, raw) ? read_raw(lexer) : C_WORD;
}

static enum c_token_kind read_number(struct c_lexer *lexer)
{
	while (is_word(*lexer->at) || *lexer->at == '.' ||
	       (*lexer->at == '\'' && is_word(lexer->at[1])))
		lexer->at++;
	return C_NUMBER;
}

static enum c_token_kind read_sign(struct c_lexer *lexer)
{
	static const char *const pairs[] = { "->", "::", "&&" };

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (!strncmp(lexer->at, pairs[i], 2)) {
			lexer->at += 2;
			return C_SIGN;
		}
	lexer->at++;
	return C_SIGN;
}

static enum c_token_kind read_token(struct c_lexer *lexer)
{
	char c = *lexer->at;

	if (!c)
		return C_END;
	if (c == '\n') {
		move_to(lexer, lexer->at + 1);
		return C_LINE_END;
	}
	if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)lexer->at[1])))
		return read_number(lexer);
	if (is_word(c))
		return read_word(lexer);
	if (c == '"' || (c == '\'' && !lexer->is_prose))
		return read_quoted(lexer);
	return read_sign(lexer);
}

struct c_token c_next(struct c_lexer *lexer)
{
	struct c_token token;

	skip_space(lexer);
	token = (struct c_token){ .at = lexer->at,
				  .line = lexer->line,
				  .column = (size_t)(lexer->at - lexer->line_start) + 1,
				  .begins_line = lexer->is_line_start };
	token.kind = read_token(lexer);
	token.length = (size_t)(lexer->at - token.at);
	lexer->is_line_start = token.kind == C_LINE_END;
	return token;
}

bool c_is(const struct c_token *token, const char *text)
{
	return token->length == strlen(text) && !strncmp(token->at, text, token->length);
}

bool c_is_one_of(const struct c_token *token, const char *const *words)
{
	for (; *words; words++)
		if (c_is(token, *words))
			return true;
	return false;
}
