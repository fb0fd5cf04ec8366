/*
 * Inside this room: the words of symbolic expressions, in Python and in sympy's text.
 */
#ifndef CT_EXPORT_SYMBOLIC_TOKEN_H
#define CT_EXPORT_SYMBOLIC_TOKEN_H

#include <stddef.h>

#include "export/symbolic/symbolic.h"

enum ct_symbolic_word {
	CT_SYMBOLIC_WORD_END,
	CT_SYMBOLIC_WORD_VALUE,    /* value: a number or a string */
	CT_SYMBOLIC_WORD_NAME,     /* value.string */
	CT_SYMBOLIC_WORD_OPERATOR, /* operator_; a minus is SUBTRACT, a plus ADD; NOT is "not" */
	CT_SYMBOLIC_WORD_AND,
	CT_SYMBOLIC_WORD_OR,
	CT_SYMBOLIC_WORD_IF,
	CT_SYMBOLIC_WORD_ELSE,
	CT_SYMBOLIC_WORD_MARK /* mark: one of ()[].,= */
};

/* Deeper texts are refused, as Python does (its limit is 200 parentheses): readers, and whoever goes
 * through a tree, call themselves. */
enum { CT_SYMBOLIC_MAX_DEPTH = 600 };

struct ct_symbolic_reader {
	struct ct_arena *arena;
	const char *text, *at; /* `at` follows the word */
	const char *start;     /* of the word */
	ct_error error;        /* the first one */
	int depth;
	enum ct_symbolic_word word;
	enum ct_symbolic_operator operator_;
	char mark;
	struct ct_symbolic_value value;
};

/* Moves to the next word; after an error to the end. */
void ct_symbolic_next(struct ct_symbolic_reader *reader);

bool ct_symbolic_is_mark(const struct ct_symbolic_reader *reader, char mark);
/* Skips the mark, which must be the word. */
bool ct_symbolic_expect(struct ct_symbolic_reader *reader, char mark);
/* Whether the text may be nested more deeply; every success is undone by `depth--`. */
bool ct_symbolic_enter(struct ct_symbolic_reader *reader);

/* Notes an error at the current word, unless there is one; returns false. */
bool ct_symbolic_fail(struct ct_symbolic_reader *reader, const char *format, ...) CT_PRINTF(2, 3);
bool ct_symbolic_fail_memory(struct ct_symbolic_reader *reader);

/* A copy in the arena. */
char *ct_symbolic_copy(struct ct_symbolic_reader *reader, const char *bytes, size_t n);

#endif
