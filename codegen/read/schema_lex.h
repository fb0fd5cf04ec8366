/* schema_lex.h: the words of a schema. Spaces carry no meaning here; schema_check.c looks last. */
#ifndef CTORCH_GEN_READ_SCHEMA_LEX_H
#define CTORCH_GEN_READ_SCHEMA_LEX_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
	TOKEN_WORD,   /* "Tensor", "self", "_foo" */
	TOKEN_NUMBER, /* "2" in "int[2]" */
	TOKEN_ARROW,  /* "->" */
	TOKEN_PUNCT,  /* one character: ( ) [ ] , * = ? ! | . */
	TOKEN_BAD,    /* a character that no schema has, in all its bytes */
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
 * A default runs to the comma or bracket that ends its argument; quotes and brackets inside it are
 * its own ("[0,1]", "\"'\\"). The current token has to be the `=`; afterwards it is what follows.
 * False when a quote or bracket is not closed; `token` is then where the default begins.
 */
bool lex_default(struct lexer *lexer, struct token *token);

#endif
