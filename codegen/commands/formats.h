/* formats.h: the output of a command in the forms that --format and --html select. */
#ifndef CTORCH_GEN_COMMANDS_FORMATS_H
#define CTORCH_GEN_COMMANDS_FORMATS_H

#include "emit/template.h"
#include "options.h"

/* ORDER FORMAT: also the names in formats.c. */
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN, FORMAT_COUNT };

struct formats {
	format_writer *of[FORMAT_COUNT];
	format_writer *page; /* for --html; NULL: not supported */
};

/* Reports an unknown name in options->format. */
bool formats_known(struct run *run);

/* Prints in the form that --format selects, and writes the page. Prints nothing on failure. */
bool formats_print(struct run *run, const struct formats *formats, const void *found);

#endif
