/* options.h: the command line, read once and handed to the command. */
#ifndef CTORCH_GEN_OPTIONS_H
#define CTORCH_GEN_OPTIONS_H

#include "util/arena.h"
#include "util/diag.h"
#include "util/names.h"

struct options {
	const char *root;
	const char *yaml;
	const char *templates;
	const char *headers;
	const char *results; /* NULL: there are none */
	const char *history;
	const char *out; /* generate: a folder; import, history: a file */
	const char *depfile;
	const char *libtorch;
	const char *registry;
	const char *derivatives;
	const char *html;
	const char *release;
	const char *format;
	struct names programs; /* files of a program */
	const char *against;   /* a release, as `diff` takes it */
	bool check;
	bool quiet;
	char **args; /* what is no option */
	int arg_count;
};

enum exit_code { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_BAD = 2 };

/* What a command gets; the paths in options are filled in. */
struct run {
	struct arena *arena;
	struct diag *diag;
	struct options *options;
};

int command_generate(struct run *run);
int command_import(struct run *run);
int command_history(struct run *run);
int command_audit(struct run *run);
int command_program(struct run *run); /* audit --program */
int command_diff(struct run *run);
int command_show(struct run *run);
int command_list(struct run *run);

#endif
