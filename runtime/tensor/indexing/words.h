/*
 * Inside the library: the words of a subscript's text.
 */
#ifndef CT_TENSOR_INDEXING_WORDS_H
#define CT_TENSOR_INDEXING_WORDS_H

#include <ctorch/core/types.h>

/* The position in the text, which is the second argument of `function`. */
struct ct_cursor {
	const char *function;
	const char *text;
	const char *at;
};

/* An integer, clamped; Python's are unlimited. */
struct ct_number {
	int64_t value;
	bool too_large;
};

/* An ArgumentError that shows the text and points to `at`. */
ct_error ct_word_fault(const struct ct_cursor *p, const char *at,
		       const char *what) CT_RETURNS_ERROR;

/* The next character that is not a space; '\0' at the end. */
char ct_word_peek(struct ct_cursor *p);

/* Skips this character, or this name, if it is next. */
bool ct_word_accept(struct ct_cursor *p, char c);
bool ct_word_accept_name(struct ct_cursor *p, const char *name);

bool ct_word_is_digit(char c);
bool ct_word_begins_int(char c);

/* An integer in Python's notation, with signs or, the second, without. */
ct_error ct_word_read_int(struct ct_cursor *p, struct ct_number *result) CT_RETURNS_ERROR;
ct_error ct_word_read_digits(struct ct_cursor *p, bool negative,
			     struct ct_number *result) CT_RETURNS_ERROR;

/* The error for an integer that is too large. */
ct_error ct_word_check_fits(const struct ct_cursor *p, struct ct_number number) CT_RETURNS_ERROR;

#endif
