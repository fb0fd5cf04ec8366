/* command_line.h: options of a program by a table of them: reading, and the lines of its help. */
#ifndef CTORCH_GEN_UTIL_COMMAND_LINE_H
#define CTORCH_GEN_UTIL_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"

struct known_option {
	const char *name;
	const char *value; /* its name in the help: "DIR"; NULL: a flag */
	size_t field;      /* where in the program's struct: a text, or a bool for a flag */
	char letter;       /* the short form; 0: none */
	const char *help;
};

/* Up to 64 rows. */
struct option_table {
	const struct known_option *rows;
	size_t len;
	size_t repeated;  /* the field of the option that may be repeated, a struct names */
	size_t column;    /* of the help's texts */
	bool has_version; /* --version is an option */
	uint64_t takes;   /* a bit for each row that counts */
};

enum options_read { OPTIONS_READ, OPTIONS_HELP, OPTIONS_VERSION, OPTIONS_WRONG };

/* Fills in the fields of those that are given; the other arguments begin at `optind` then. Prints what
 * is wrong to stderr before it returns OPTIONS_WRONG; the message begins with argv[0]. */
enum options_read command_line_read(struct arena *arena, const struct option_table *table, int argc,
				    char **argv, void *fields);

/* Prints one or more lines for each option. */
void command_line_print_help(const struct option_table *table);

#endif
