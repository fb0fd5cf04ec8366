/* Text for a terminal: nothing that a file contains may control it. */
#ifndef CT_INSPECT_TEXT_H
#define CT_INSPECT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "ct_inspect": each program defines its own. */
extern const char program_name[];

/* A text that grows, terminated by NUL; zeros are an empty one. free(data). */
struct text {
	char *data;
	size_t len, room;
};

/* malloc() and realloc() that end the program if there is no memory. */
void *need_memory(void *old, size_t n);
_Noreturn void end_without_memory(void);

void text_add_bytes(struct text *text, const char *bytes, size_t n);
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A new text. free() */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Adds bytes of a file with escapes, as in Python's texts (\n, \x1b, \u202e), for all that has no
 * width or is not UTF-8: control characters, marks that change the direction of what follows, ... */
void text_add_escaped(struct text *text, const char *bytes, size_t n);

/* The same as a new text. free() */
char *escaped(const char *bytes, size_t n);

/* With two backslashes for each one, so that the name can be found out. free() */
char *escaped_name(const char *bytes, size_t n);

/* Makes characters beyond ASCII known, in any locale of the user. To be called first. */
void begin_text(void);

/* Columns that an escaped text takes. */
size_t width_of(const char *text);

/* Cuts an escaped text in its middle, to `most` columns. */
void shorten(char **text, size_t most);

/* Columns of the terminal at stdout; 0 if it is not one. */
size_t terminal_width(void);

/* "17 B", "1.5 KiB". */
void text_add_size(struct text *text, int64_t nbytes);

/* "[2, 3]". */
void text_add_ints(struct text *text, const int64_t *ints, int64_t n);

/* A sum and a product of what is not negative, at most INT64_MAX: an expanded tensor can have more
 * elements than that, each of which is the same. */
int64_t add_up(int64_t a, int64_t b);
int64_t multiply(int64_t a, int64_t b);

/* "1 tensor", "2 tensors". */
void text_add_count(struct text *text, int64_t n, const char *noun);

#endif
