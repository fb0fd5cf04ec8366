/* text.h: functions on plain C strings that several passes use. */
#ifndef CTORCH_GEN_UTIL_TEXT_H
#define CTORCH_GEN_UTIL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "util/arena.h"

/* The length in bytes of the UTF-8 character at the start of the text; 0 if it is not valid. */
size_t text_utf8_length(const char *text);

/*
 * The length in bytes of the control character at the start of the `length` bytes; 0 if there is
 * none. U+0080 to U+009F, two bytes each, are included. A terminal may obey any of them.
 */
size_t text_control_length(const char *text, size_t length);

/* The length of the first line, without its newline. Faster than strcspn(). */
static inline size_t text_line_length(const char *text)
{
	const char *end = strchr(text, '\n');

	return end ? (size_t)(end - text) : strlen(text);
}

/* A copy in capitals, or in small letters. */
const char *text_upper(struct arena *arena, const char *text);
const char *text_lower(struct arena *arena, const char *text);

/* The text is longer than `end` and ends with it. */
bool text_ends_with(const char *text, const char *end);

/* True if `word` is one of the words in `text`, which are divided by the separators. */
bool text_has_word(const char *text, const char *word, const char *separators);

/*
 * Finds the next word in `*text` and moves `*text` past it. A word ends at one of the characters in
 * `ends`; these and blanks before a word are skipped. False if there is no word.
 */
bool text_next_word(const char **text, const char *ends, const char **word, size_t *length);

#endif
