/* text.h: questions about plain C strings that several passes ask. */
#ifndef CTORCH_GEN_UTIL_TEXT_H
#define CTORCH_GEN_UTIL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the UTF-8 character has that the text begins with; 0 when they are none. */
size_t text_utf8_length(const char *text);

/*
 * The same of the control character that the `length` bytes begin with, U+0080 to U+009F in their
 * two bytes among them; 0 when they begin with another. It could do anything to a terminal.
 */
size_t text_control_length(const char *text, size_t length);

/* Longer than `end`, and ends with it. */
bool text_ends_with(const char *text, const char *end);

/* Whether `word` is one of the words that the separators divide `text` into. */
bool text_has_word(const char *text, const char *word, const char *separators);

/*
 * The next of the words in `*text`, which is moved behind it. Each ends at one of the characters in
 * `ends`; those and blanks in front of it are passed over. False when there is none.
 */
bool text_next_word(const char **text, const char *ends, const char **word, size_t *length);

#endif
