/*
 * ctorch-gen: reads the operator list of a PyTorch release and writes its C layer.
 *
 *     yaml --read--> schemas --derive--> all schemas --name--> C names --emit--> files
 *
 * Each pass is a folder, and so is each tool. Includes point down this list only:
 *
 *     main.c, options.c, commands/  the command line; a file for each command
 *     tools/                        one folder for each tool
 *       check/                      the conventions of the public headers
 *       program/                    the operators a program uses
 *       audit/                      the yaml against libtorch
 *       diff/                       two releases
 *       show/                       one name
 *       release/                    finds and reads the operator list of any PyTorch
 *     bind/                         the functions as other languages see them
 *     emit/                         fills in the templates and writes the files
 *     load.c                        runs the passes from a file to a model
 *     classes/                      the lists of functions and classes
 *     facts/                        kernels, derivatives, test results, history of operators
 *     name/                         the names in C
 *     derive/                       the operators that the yaml only names
 *     types/                        how C writes the types and defaults of schemas
 *     read/                         the yaml and its schemas
 *     headers/                      what the public headers declare
 *     model.h                       the data that the passes work on
 *     util/                         nothing specific to torch
 */
#include <stdio.h>
#include <string.h>

#include "commands/commands.h"

/* --- commands --------------------------------------------------------------------------------- */

static const struct command {
	const char *name;
	int (*run)(struct run *run);
	option_set takes;
	const char *args;
	const char *does;
	const char *details;
} commands[] = {
	{ "generate", command_generate,
	  TAKES(ROOT) | TAKES(YAML) | TAKES(TEMPLATES) | TAKES(HEADERS) | TAKES(CLASSES) |
		  TAKES(RESULTS) | TAKES(OUT) | TAKES(CHECK) | TAKES(DEPFILE) | TAKES(QUIET),
	  "", "write the C functions of every operator",
	  "Reads the yaml, the templates, the runtime's public headers and its lists of\n"
	  "functions and classes, and writes headers, sources, ctorch_api.json and\n"
	  "AUDIT.md to ROOT/generated or PATH.\n"
	  "Replaces only files that change, and only after all of them could be written.\n"
	  "With --check, writes nothing: lists the stale files, one per line, and exits\n"
	  "with status 1 if there are any.\n" },
	{ "import", command_import, TAKES(ROOT) | TAKES(RELEASE) | TAKES(OUT), "SOURCE",
	  "turn a release's operator list into the canonical file",
	  "SOURCE is a native_functions.yaml, a torch wheel, or a folder that contains\n"
	  "PyTorch: an unpacked or installed wheel, a Python installation (such as /usr\n"
	  "with Debian's python3-torch), or a checkout. The yaml and the release number\n"
	  "are found in it. SOURCE may also be a release number, such as 2.14.1, that\n"
	  "scripts/fetch-operators.sh or scripts/fetch-libtorch.sh has fetched. The result\n"
	  "is written to native_functions.yaml at the root, or to FILE with -o FILE.\n" },
	{ "history", command_history, TAKES(ROOT) | TAKES(HISTORY) | TAKES(OUT), "RELEASE...",
	  "record which operators a release has",
	  "RELEASE is anything that import accepts as SOURCE. Adds its operators to\n"
	  "operator_history.tsv at the root, which lists the first and the last release\n"
	  "of each operator. If the release is already recorded, its data is replaced.\n"
	  "`show` reads this file.\n" },
	{ "audit", command_audit,
	  TAKES(ROOT) | TAKES(YAML) | TAKES(TEMPLATES) | TAKES(HEADERS) | TAKES(CLASSES) |
		  TAKES(RESULTS) | TAKES(HISTORY) | TAKES(LIBTORCH) | TAKES(REGISTRY) |
		  TAKES(DERIVATIVES) | TAKES(FORMAT) | TAKES(HTML) | TAKES(PROGRAM) |
		  TAKES(AGAINST),
	  "", "count the operators; compare them with libtorch, or with a program",
	  "With --libtorch, compares every schema, character by character, with the one\n"
	  "declared in that libtorch's headers (ATen/ops/*_ops.h). With --registry,\n"
	  "compares them with what a running libtorch has registered, and the public\n"
	  "headers with what libctorch exports; ct_registry -o FILE writes that file.\n"
	  "Lists the differences and exits with status 1 if there are any. With --html,\n"
	  "also writes everything as one page that needs no network. The build target\n"
	  "audit-live does all of this.\n"
	  "With --program, lists the operators that a program uses, and where. With\n"
	  "--against, also lists what another release does to them, as diff does. The exit\n"
	  "status is then 0 if the program compiles, as far as operators go, and 1 if not.\n" },
	{ "diff", command_diff, TAKES(ROOT) | TAKES(TEMPLATES) | TAKES(HEADERS) | TAKES(FORMAT),
	  "OLD NEW", "show what a C program notices between two releases",
	  "OLD and NEW are anything that import accepts as SOURCE: a fetched release such\n"
	  "as 2.14.1 or 2.15.0 (the project's own release is always there), a\n"
	  "native_functions.yaml, a torch wheel, or a folder that contains PyTorch. Lists\n"
	  "the C functions that were removed or added, those whose signature, meaning,\n"
	  "default or alias annotation changed, and those that changed only where C does\n"
	  "not see it. The exit status is 0 if every program that compiled with OLD\n"
	  "compiles with NEW, and 1 if not: if a function was removed or its signature\n"
	  "changed.\n" },
	{ "show", command_show,
	  TAKES(ROOT) | TAKES(YAML) | TAKES(TEMPLATES) | TAKES(HEADERS) | TAKES(CLASSES) |
		  TAKES(HISTORY),
	  "NAME...", "show an operator or a part of torch.nn: C prototype, defaults, docs",
	  "NAME is any of: add.Tensor, add (all overloads), aten::add.Tensor, at::add,\n"
	  "torch.add, Tensor.add_, torch.linalg.norm, F.relu, ct_add_Tensor,\n"
	  "ct_Tensor_add_Tensor; of torch.nn: Conv2d, torch.nn.Conv2d, nn.init.zeros_,\n"
	  "F.cross_entropy, ct_nn_cross_entropy. If the name does not exist, the closest\n"
	  "names are listed. For a removed operator, the last release that had it is shown.\n" },
	{ "list", command_list,
	  TAKES(ROOT) | TAKES(YAML) | TAKES(TEMPLATES) | TAKES(HEADERS) | TAKES(CLASSES), "",
	  "list all operators, and torch.nn: C symbol, tab, schema",
	  "Lists all operators (ct_add_Tensor), with their method forms (ct_Tensor_add_Tensor),\n"
	  "then the functions of torch.nn (ct_nn_cross_entropy) and its module classes\n"
	  "(CT_NN(Conv2d)), each with a tab and the schema.\n" },
	{ "bind", command_bind,
	  TAKES(ROOT) | TAKES(YAML) | TAKES(TEMPLATES) | TAKES(HEADERS) | TAKES(CLASSES) |
		  TAKES(OUT) | TAKES(LIST_SKIPPED) | TAKES(QUIET),
	  "LANGUAGE", "write a binding for another language",
	  "Writes the functions, classes, structs and enumerations of the library as a\n"
	  "package of LANGUAGE, a folder of ROOT/templates/bind, to PATH; default:\n"
	  "bindings-LANGUAGE. Says how many functions and fields are left out; --list-skipped\n"
	  "lists them with their reasons. docs/bindings-languages.md shows how to add a\n"
	  "language.\n" },
	{ "check-headers", command_check_headers,
	  TAKES(ROOT) | TAKES(HEADERS) | TAKES(EXCEPTIONS) | TAKES(RULES), "[HEADER...]",
	  "check that public headers follow the conventions",
	  "Reads the headers, or all of ROOT/runtime/include/ctorch, and reports each\n"
	  "declaration that breaks one of the rules in docs/conventions.md, with the rule\n"
	  "and what to write instead. Prints the exceptions that were needed, with their\n"
	  "reasons; one that is not needed is an error. Exits with status 1 if there are\n"
	  "errors.\n" },
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* --- help ------------------------------------------------------------------------------------- */

static void print_help(void)
{
	puts("ctorch-gen: writes the C layer of a PyTorch release from its "
	     "native_functions.yaml.\n\n"
	     "usage: ctorch-gen COMMAND [OPTION...]\n");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		printf("  %-13s %-11s %s\n", commands[i].name, commands[i].args, commands[i].does);
	puts("\n  ctorch-gen COMMAND --help says more; ctorch-gen --version, --help\n\n"
	     "Exit status: 0 fine, 1 differences or findings, 2 bad input or usage.\n"
	     "Data goes to stdout, messages to stderr.");
}

static void print_command_help(const struct command *command)
{
	printf("usage: ctorch-gen %s [OPTION...]%s%s\n\n%s%s\n", command->name,
	       *command->args ? " " : "", command->args, command->details,
	       *command->details ? "" : command->does);
	options_print_help(command->takes);
}

static int usage(const char *command)
{
	fprintf(stderr, "Try: ctorch-gen %s%s--help\n", command, *command ? " " : "");
	return EXIT_BAD;
}

/* --- running one ------------------------------------------------------------------------------ */

static bool writes(const struct command *command)
{
	return command->takes & TAKES(OUT);
}

static bool has_args(const struct command *command, const struct options *options)
{
	if (!*command->args && options->arg_count)
		fprintf(stderr, "ctorch-gen: %s takes no arguments, found '%s'\n", command->name,
			options->args[0]);
	else if (*command->args && *command->args != '[' && !options->arg_count)
		fprintf(stderr, "ctorch-gen: %s needs %s\n", command->name, command->args);
	else
		return true;
	return false;
}

/* If stdout was not written completely, that is an error: the output must not be used. */
static int flush(int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	perror("ctorch-gen: cannot write to stdout");
	return EXIT_BAD;
}

/* All errors have been reported and counted in diag. */
static int finish(const struct diag *diag, const struct command *command, int status)
{
	const char *consequence = "";

	if (diag->has_written)
		consequence = "; some files are new and some old: fix the cause and run it again";
	else if (writes(command))
		consequence = "; nothing was written";
	if (!diag_finish(diag, consequence))
		status = EXIT_BAD;
	return flush(status);
}

static int read_and_run(const struct command *command, int argc, char **argv, struct run *run)
{
	switch (options_read(run->arena, command->takes, argc, argv, run->options)) {
	case OPTIONS_HELP:
		print_command_help(command);
		return EXIT_FINE;
	case OPTIONS_WRONG:
		return usage(command->name);
	case OPTIONS_VERSION: /* no command has that option */
	case OPTIONS_READ:
		break;
	}
	if (!has_args(command, run->options))
		return usage(command->name);
	if (!options_fill_in(run->arena, run->diag, command->takes, run->options))
		return EXIT_BAD;
	return command->run(run);
}

static int run_command(const struct command *command, int argc, char **argv)
{
	struct arena arena = { 0 };
	struct diag diag;
	struct options options = { 0 };
	struct run run = { &arena, &diag, &options };
	int status;

	diag_init(&diag);
	/* getopt begins its messages with argv[0]. */
	argv[0] = arena_printf(&arena, "ctorch-gen %s", command->name);
	status = read_and_run(command, argc, argv, &run);
	status = finish(&diag, command, status);
	arena_free(&arena);
	return status;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";

	for (size_t i = 0; i < COMMAND_COUNT; i++)
		if (!strcmp(commands[i].name, name))
			return run_command(&commands[i], argc - 1, argv + 1);
	if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
		print_help();
		return flush(EXIT_FINE);
	}
	if (!strcmp(name, "--version")) {
		puts("ctorch-gen " CTORCH_GEN_VERSION);
		return flush(EXIT_FINE);
	}
	if (*name)
		fprintf(stderr, "ctorch-gen: unknown command '%s'\n", name);
	else
		fprintf(stderr, "ctorch-gen: expected a command\n");
	return usage("");
}
