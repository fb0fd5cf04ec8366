/* text.h: questions about plain C strings that several passes ask. */
#ifndef CTORCH_GEN_TEXT_H
#define CTORCH_GEN_TEXT_H

#include <stdbool.h>

/* Longer than `end`, and ends with it. */
bool text_ends_with(const char *text, const char *end);

/* Whether `word` is one of the words that the separators divide `text` into. */
bool text_has_word(const char *text, const char *word, const char *separators);

/* For qsort over an array of strings; by bytes, whatever the locale. */
int text_order(const void *a, const void *b);

#endif
