/* formats.h: what a command found, as --format and --html name it. */
#ifndef CTORCH_GEN_COMMANDS_FORMATS_H
#define CTORCH_GEN_COMMANDS_FORMATS_H

#include "emit/template.h"
#include "options.h"

/* ORDER FORMAT: also the names in formats.c. */
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN, FORMAT_COUNT };

struct formats {
	format_writer *of[FORMAT_COUNT];
	format_writer *page; /* for --html; NULL: the command does not take it */
};

/* Whether there is one of the name in options->format; false after reporting that there is none. */
bool formats_known(struct run *run);

/* Prints what --format names, and writes the page. Nothing is printed when it fails. */
bool formats_print(struct run *run, const struct formats *formats, const void *found);

#endif
