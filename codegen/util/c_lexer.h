/*
 * c_lexer.h: splits C and C++ into tokens. Skips blanks, comments and line continuations. Expands
 * no macros and reads all branches of #if.
 */
#ifndef CTORCH_GEN_UTIL_C_LEXER_H
#define CTORCH_GEN_UTIL_C_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/diag.h"

enum c_token_kind {
	C_END,
	C_LINE_END, /* of a line that is not continued */
	C_WORD,     /* ct_mm, int */
	C_NUMBER,   /* 1'000, 0x1p3, 1.5f */
	C_TEXT,     /* "text", 'c', R"x(text)x" */
	C_SIGN      /* a character, or one of the pairs -> :: && */
};

struct c_token {
	enum c_token_kind kind;
	const char *at;
	size_t length;
	size_t line, column; /* its start, from 1 */
	bool begins_line;    /* only blanks and comments precede it on its line */
};

struct c_lexer {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	const char *at; /* the next character */
	size_t line;
	const char *line_start;
	bool is_line_start;
	bool is_prose; /* set by the caller: treat ' as an apostrophe, as in `#error don't` */
};

struct c_lexer c_lexer(struct arena *arena, struct diag *diag, const struct source *source);

/* The next token. Reports an unterminated comment or raw string and returns C_END. */
struct c_token c_next(struct c_lexer *lexer);

/* Skips blanks, newlines and comments without moving the lexer. */
const char *c_peek(const struct c_lexer *lexer);
const char *c_peek_from(const char *at);

bool c_is(const struct c_token *token, const char *text);

/* `words` ends with NULL. */
bool c_is_one_of(const struct c_token *token, const char *const *words);

#endif
