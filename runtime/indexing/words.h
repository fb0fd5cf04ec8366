/*
 * Inside the library: the words of a subscript's text.
 */
#ifndef CT_INDEXING_WORDS_H
#define CT_INDEXING_WORDS_H

#include <ctorch/types.h>

/* Where reading is, and on whose behalf: the text is the second argument of `function`. */
struct ct_cursor {
	const char *function;
	const char *text;
	const char *at;
};

/* An integer as far as it fits; Python's have no end. */
struct ct_number {
	int64_t value;
	bool too_large;
};

/* An ArgumentError that shows the text and points to `at`. */
ct_error ct_word_fault(const struct ct_cursor *p, const char *at, const char *what) CT_CALL;

/* The next character that is no space; '\0' at the end. */
char ct_word_peek(struct ct_cursor *p);

/* Goes past this character, or this name, when it is the next. */
bool ct_word_accept(struct ct_cursor *p, char c);
bool ct_word_accept_name(struct ct_cursor *p, const char *name);

bool ct_word_is_digit(char c);
bool ct_word_begins_int(char c);

/* An integer as Python writes it, with signs or, the second, without. */
ct_error ct_word_read_int(struct ct_cursor *p, struct ct_number *result) CT_CALL;
ct_error ct_word_read_digits(struct ct_cursor *p, bool negative, struct ct_number *result) CT_CALL;

/* The error of an integer that is too large. */
ct_error ct_word_check_fits(const struct ct_cursor *p, struct ct_number number) CT_CALL;

#endif
