/*
 * Inside the library: commands that run and end.
 */
#ifndef CT_EXPORT_COMPILE_COMMAND_H
#define CT_EXPORT_COMPILE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/core/error.h>

#include "core/base/text.h"

/* Words, with a NULL at the end. */
struct ct_words {
	char **at;
	size_t len;
	bool failed; /* no memory for one */
};

void ct_words_add(struct ct_words *words, const char *word);
/* "--out=DIR": two texts as one word. */
void ct_words_add_joined(struct ct_words *words, const char *a, const char *b);
/* The words of a text, which spaces divide. */
void ct_words_add_all(struct ct_words *words, const char *text);
void ct_words_free(struct ct_words *words);

/* Runs a command, which is looked for in $PATH, and waits for it. `output` gets what it writes to
 * stdout and stderr, up to a limit; it reads nothing.
 *
 * An error, which has the command's first line with an error, if it cannot run or does not end well. */
ct_error ct_command_run(const char *function, const struct ct_words *command,
			struct ct_text *output) CT_WARN_UNUSED;

#endif
