/* options.h: the command line of ctorch-compile. */
#ifndef CTORCH_COMPILE_OPTIONS_H
#define CTORCH_COMPILE_OPTIONS_H

#include <stdbool.h>

#include "util/arena.h"
#include "util/command_line.h"
#include "util/names.h"

struct options {
	const char *archive; /* "mlp.pt2" */
	const char *model;   /* of an archive that has several; NULL: the only one */
	const char *out;     /* the folder; default: NAME */
	const char *name;    /* default: of the file */
	const char *level;   /* "0" or "1" */
	const char *root;    /* of the templates and the operator list */
	const char *march;   /* "native"; NULL: the default */
	const char *print_after; /* a pass; NULL: none */
	struct names shapes; /* of --input-shape: "x=1x3x224x224" */
	bool embed, train, explain, exact, threads, shared, quiet;
};

/* Prints what is wrong to stderr before it returns OPTIONS_WRONG. */
enum options_read options_read(struct arena *arena, int argc, char **argv, struct options *options);

void options_print_help(void);

#endif
