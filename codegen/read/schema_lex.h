/* schema_lex.h: the tokens of a schema. Spaces have no meaning here; schema_check.c checks them. */
#ifndef CTORCH_GEN_READ_SCHEMA_LEX_H
#define CTORCH_GEN_READ_SCHEMA_LEX_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
	TOKEN_WORD,   /* "Tensor", "self", "_foo" */
	TOKEN_NUMBER, /* "2" in "int[2]" */
	TOKEN_ARROW,  /* "->" */
	TOKEN_PUNCT,  /* one character: ( ) [ ] , * = ? ! | . */
	TOKEN_BAD,    /* a character that no schema has, with all its bytes */
	TOKEN_END
};

struct token {
	enum token_kind kind;
	const char *text;
	size_t length;
	size_t offset; /* in the whole schema */
};

struct lexer {
	const char *text;
	struct token token; /* the current one */
};

void lex_begin(struct lexer *lexer, const char *text);
void lex_next(struct lexer *lexer);
bool lex_is(const struct lexer *lexer, char punct);

/*
 * Reads a default, which runs to the comma or bracket that ends its argument. It may contain quotes
 * and brackets ("[0,1]", "\"'\\"). The current token must be the `=`; it becomes the one after the
 * default. False if a quote or bracket is not closed; `token` is then the start of the default.
 */
bool lex_default(struct lexer *lexer, struct token *token);

#endif
