/* options.h: the command line, parsed once and passed to the command. */
#ifndef CTORCH_GEN_OPTIONS_H
#define CTORCH_GEN_OPTIONS_H

#include <stdint.h>

#include "util/arena.h"
#include "util/command_line.h"
#include "util/diag.h"
#include "util/names.h"

/* ORDER OPTION: also the table in options.c. */
enum option_name {
	OPTION_ROOT,
	OPTION_YAML,
	OPTION_TEMPLATES,
	OPTION_HEADERS,
	OPTION_CLASSES,
	OPTION_RESULTS,
	OPTION_HISTORY,
	OPTION_OUT,
	OPTION_CHECK,
	OPTION_DEPFILE,
	OPTION_QUIET,
	OPTION_LIBTORCH,
	OPTION_REGISTRY,
	OPTION_DERIVATIVES,
	OPTION_HTML,
	OPTION_FORMAT,
	OPTION_PROGRAM,
	OPTION_AGAINST,
	OPTION_RELEASE,
	OPTION_EXCEPTIONS,
	OPTION_RULES,
	OPTION_LIST_SKIPPED,
	OPTION_COUNT
};

/* A set of options: TAKES(ROOT) | TAKES(YAML). */
typedef uint32_t option_set;
#define TAKES(name) ((option_set)1 << OPTION_##name)

struct options {
	const char *root;
	const char *yaml;
	const char *templates;
	const char *headers;
	const char *classes; /* NULL: none */
	const char *results; /* NULL: none */
	const char *history;
	const char *out; /* generate: a folder; import, history: a file */
	const char *depfile;
	const char *libtorch;
	const char *registry;
	const char *derivatives;
	const char *html;
	const char *release;
	const char *format;
	struct names programs;  /* files of a program */
	const char *against;    /* a release, in any form that `diff` accepts */
	const char *exceptions; /* NULL: none */
	bool check;
	bool quiet;
	bool rules;
	bool list_skipped;
	char **args; /* the arguments that are not options */
	int arg_count;
};

enum exit_code { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_BAD = 2 };

/* Reads the options that the command takes. Prints what is wrong to stderr before it returns
 * OPTIONS_WRONG; the message begins with argv[0]. */
enum options_read options_read(struct arena *arena, option_set takes, int argc, char **argv,
			       struct options *options);

/* Fills in the paths that were not given. Reports it and returns false if no checkout is found. */
bool options_fill_in(struct arena *arena, struct diag *diag, option_set takes,
		     struct options *options);

/* Prints one or more lines for each option. */
void options_print_help(option_set takes);

/* The input of a command; the paths in options are filled in. */
struct run {
	struct arena *arena;
	struct diag *diag;
	struct options *options;
};

#endif
