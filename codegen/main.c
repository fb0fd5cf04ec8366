/*
 * ctorch-gen: reads the operator list of a PyTorch release and writes its C layer.
 *
 *     yaml --spec--> entries --schema--> schemas --autogen--> all --naming--> names --emit--> files
 *
 * Each pass is one file. load.c runs the first ones: spec.c with reader.c and spec_head.c,
 * schema*.c, autogen*.c, type_table.c. Then come header_scan.c, naming.c, emit_*.c with template.c
 * and wrap.c, and output.c with out_file.c. The commands are in command_*.c; model.h has the data.
 * program*.c, mentions.c, c_scan.c, object_read.c and elf_symbols.c are for `audit --program`.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "release/root.h"

/* --- commands and options --------------------------------------------------------------------- */

static const struct command {
	const char *name;
	int (*run)(struct run *run);
	const char *options; /* the short letters of those it takes, as in `known_options` */
	const char *args;
	const char *does;
	const char *details;
} commands[] = {
	{ "generate", command_generate, "rytHTocDq", "", "write the C functions of every operator",
	  "Reads the yaml, the templates and the runtime's public headers, and writes\n"
	  "headers, sources, ctorch_api.json and AUDIT.md to ROOT/generated or PATH.\n"
	  "Only files that change are replaced, and none before all could be written.\n"
	  "With --check nothing is written: stale files are listed, one a line, and the\n"
	  "exit status is 1.\n" },
	{ "import", command_import, "rRo", "SOURCE",
	  "turn a release's operator list into the canonical file",
	  "SOURCE is a native_functions.yaml, a wheel of torch, or a folder that holds a\n"
	  "PyTorch (a wheel unpacked or installed, a Python that has it, such as /usr with\n"
	  "Debian's python3-torch, a checkout): the yaml and the release are then found in\n"
	  "it. SOURCE may also be a number, 2.14.1, that scripts/fetch-operators.sh or\n"
	  "scripts/fetch-libtorch.sh has fetched. The result is written to\n"
	  "native_functions.yaml at the root, or to FILE with -o FILE.\n" },
	{ "history", command_history, "rPo", "RELEASE...", "note which operators a release has",
	  "RELEASE is what import takes. Its operators are added to operator_history.tsv\n"
	  "at the root, which has the first and the last release of each operator, or\n"
	  "replace what that says of the same release. `show` reads it.\n" },
	{ "audit", command_audit, "rytHTPlgdfwpa", "",
	  "count the operators; compare them with libtorch, or with a program",
	  "With --libtorch every schema is compared, text for text, with those that the\n"
	  "headers of that libtorch declare (ATen/ops/*_ops.h). With --registry it is\n"
	  "compared with what a running libtorch has registered, and the public headers\n"
	  "with what libctorch exports: ct_registry -o FILE writes that. Differences are\n"
	  "listed and the exit status is 1. With --html all of it is also one page that\n"
	  "needs no network. The build's target audit-live does all of this.\n"
	  "With --program it tells instead which operators a program uses, and where; with\n"
	  "--against what another release does to these, as diff tells it. The exit status\n"
	  "is then 0 if the program compiles, as far as operators go, 1 if not.\n" },
	{ "diff", command_diff, "rtHf", "OLD NEW",
	  "what a C program notices from one release to another",
	  "OLD and NEW are what import takes: 2.14.1 and 2.15.0, once fetched (the project's\n"
	  "own release always is), or a native_functions.yaml, a wheel of torch, a folder\n"
	  "that holds a PyTorch. Listed are the C functions that were removed or\n"
	  "added, that changed in signature, in meaning, in a default or an alias\n"
	  "annotation, or only where C does not see it. The exit status is 0 if every\n"
	  "program that compiled with OLD compiles with NEW, 1 if not: if a function was\n"
	  "removed or changed in signature.\n" },
	{ "show", command_show, "rytHP", "NAME...",
	  "show an operator: schema, C prototype, defaults, kernels, docs",
	  "NAME is any of: add.Tensor, add (all overloads), aten::add.Tensor, at::add,\n"
	  "torch.add, Tensor.add_, torch.linalg.norm, F.relu, ct_add_Tensor,\n"
	  "ct_Tensor_add_Tensor. For a name that there is not the nearest ones are told; of\n"
	  "an operator that went, the last release that had it.\n" },
	{ "list", command_list, "rytH", "", "list all operators: C symbol, tab, schema", "" },
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct known_option {
	struct option option;
	const char *text;
} known_options[] = {
	{ { "root", required_argument, NULL, 'r' },
	  "--root DIR         the project; default: the nearest upwards from here" },
	{ { "yaml", required_argument, NULL, 'y' },
	  "--yaml FILE        the operator list; default: ROOT/native_functions.yaml;\n"
	  "                     audit, list and show take what import does, too: 2.14.1" },
	{ { "templates", required_argument, NULL, 't' },
	  "--templates DIR    default: ROOT/templates" },
	{ { "headers", required_argument, NULL, 'H' },
	  "--headers DIR      default: ROOT/runtime/include/ctorch" },
	{ { "results", required_argument, NULL, 'T' },
	  "--results FILE     of the operator tests; default, without\n"
	  "                     --yaml and if it is there: ROOT/tests/ops/results.tsv" },
	{ { "history", required_argument, NULL, 'P' },
	  "--history FILE     in which releases operators are; default:\n"
	  "                     ROOT/operator_history.tsv" },
	{ { "out", required_argument, NULL, 'o' }, "-o, --out PATH     where to write" },
	{ { "check", no_argument, NULL, 'c' },
	  "--check            write nothing, list what is stale" },
	{ { "depfile", required_argument, NULL, 'D' },
	  "--depfile FILE     also write what was read, for make or ninja" },
	{ { "quiet", no_argument, NULL, 'q' }, "-q, --quiet        no summary" },
	{ { "libtorch", required_argument, NULL, 'l' },
	  "--libtorch DIR     the folder that has include/ATen/ops" },
	{ { "registry", required_argument, NULL, 'g' },
	  "--registry FILE    what ct_registry wrote" },
	{ { "derivatives", required_argument, NULL, 'd' },
	  "--derivatives FILE the release's autograd formulas; default: the\n"
	  "                     torchgen/packaged/autograd/derivatives.yaml beside the\n"
	  "                     libtorch, if it is there" },
	{ { "html", required_argument, NULL, 'w' },
	  "--html FILE        also write a page to look at in a browser" },
	{ { "format", required_argument, NULL, 'f' },
	  "--format FORMAT    text (default), json or markdown" },
	{ { "program", required_argument, NULL, 'p' },
	  "--program FILE     a file of a program, several times for several: an object, a\n"
	  "                     shared library, a program, an archive, or a source (.c, .h,\n"
	  "                     .cpp, ...)" },
	{ { "against", required_argument, NULL, 'a' },
	  "--against RELEASE  what diff takes: 2.14.1, once fetched, a yaml, a wheel, a\n"
	  "                     folder that holds a PyTorch" },
	{ { "release", required_argument, NULL, 'R' },
	  "--release X.Y.Z    the release, in place of what SOURCE tells, if it does" },
};

enum { OPTION_COUNT = sizeof known_options / sizeof *known_options };

static const char **option_value(struct options *options, int letter)
{
	switch (letter) {
	case 'r':
		return &options->root;
	case 'y':
		return &options->yaml;
	case 't':
		return &options->templates;
	case 'H':
		return &options->headers;
	case 'T':
		return &options->results;
	case 'P':
		return &options->history;
	case 'o':
		return &options->out;
	case 'D':
		return &options->depfile;
	case 'l':
		return &options->libtorch;
	case 'g':
		return &options->registry;
	case 'd':
		return &options->derivatives;
	case 'w':
		return &options->html;
	case 'f':
		return &options->format;
	case 'a':
		return &options->against;
	case 'R':
		return &options->release;
	default:
		return NULL;
	}
}

/* --- help ------------------------------------------------------------------------------------- */

static void print_help(void)
{
	puts("ctorch-gen: writes the C layer of a PyTorch release from its "
	     "native_functions.yaml.\n\n"
	     "usage: ctorch-gen COMMAND [OPTION...]\n");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		printf("  %-9s %-8s %s\n", commands[i].name, commands[i].args, commands[i].does);
	puts("\n  ctorch-gen COMMAND --help tells more; ctorch-gen --version, --help\n\n"
	     "Exit status: 0 fine, 1 differences or findings, 2 bad input or usage.\n"
	     "Data goes to stdout, messages to stderr.");
}

static void print_command_help(const struct command *command)
{
	printf("usage: ctorch-gen %s [OPTION...]%s%s\n\n%s%s\n", command->name,
	       *command->args ? " " : "", command->args, command->details,
	       *command->details ? "" : command->does);
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if (strchr(command->options, known_options[i].option.val))
			printf("  %s\n", known_options[i].text);
}

static int usage(const char *command)
{
	fprintf(stderr, "Try: ctorch-gen %s%s--help\n", command, *command ? " " : "");
	return EXIT_BAD;
}

/* --- reading the command line ----------------------------------------------------------------- */

/* Only the command's own options are known to getopt. False: help was asked for, or an error. */
static bool read_options(struct arena *arena, const struct command *command, int argc, char **argv,
			 struct options *options, int *status)
{
	struct option known[OPTION_COUNT + 2] = { { "help", no_argument, NULL, 'h' } };
	size_t count = 1;
	char letters[8];
	int letter;

	for (size_t i = 0; i < OPTION_COUNT; i++)
		if (strchr(command->options, known_options[i].option.val))
			known[count++] = known_options[i].option;
	snprintf(letters, sizeof letters, "h%s%s", strchr(command->options, 'o') ? "o:" : "",
		 strchr(command->options, 'q') ? "q" : "");
	while ((letter = getopt_long(argc, argv, letters, known, NULL)) != -1) {
		const char **value = option_value(options, letter);

		if (optarg && !*optarg) {
			fprintf(stderr, "%s: an option has an empty value\n", argv[0]);
			*status = usage(command->name);
			return false;
		} else if (value) {
			*value = optarg;
		} else if (letter == 'p') {
			vec_push(arena, &options->programs, optarg);
		} else if (letter == 'c') {
			options->check = true;
		} else if (letter == 'q') {
			options->quiet = true;
		} else {
			*status = EXIT_FINE;
			if (letter == 'h')
				print_command_help(command);
			else
				*status = usage(command->name);
			return false;
		}
	}
	options->args = argv + optind;
	options->arg_count = argc - optind;
	return true;
}

static bool writes(const struct command *command)
{
	return strchr(command->options, 'o') != NULL;
}

/* Whether the command reads a file of the project that the command line does not name. */
static bool needs_root(const struct command *command, const struct options *options)
{
	return (strchr(command->options, 'y') && !options->yaml) ||
	       (strchr(command->options, 't') && !options->templates) ||
	       (strchr(command->options, 'H') && !options->headers);
}

/* An installed generator has no tests beside it. */
static const char *existing(const char *path)
{
	return access(path, F_OK) ? NULL : path;
}

static bool fill_in(struct arena *arena, struct diag *diag, const struct command *command,
		    struct options *options)
{
	if (!options->root)
		options->root = root_find(arena, !writes(command));
	if (!root_is(arena, options->root) && needs_root(command, options)) {
		diag_error(diag, (struct loc){ 0 },
			   "run it inside a checkout, or name the folder: --root DIR",
			   "no checkout of libctorch in %s%s", options->root,
			   strcmp(options->root, ".") ? "" : " or above it");
		return false;
	}
	/* Of the project's own operators. */
	if (!options->results && !options->yaml)
		options->results = existing(
			root_below(arena, options->root, "tests/ops/results.tsv"));
	if (!options->history) {
		options->history = root_below(arena, options->root, "operator_history.tsv");
		if (!writes(command))
			options->history = existing(options->history);
	}
	if (!options->yaml)
		options->yaml = root_below(arena, options->root, "native_functions.yaml");
	if (!options->templates)
		options->templates = root_below(arena, options->root, "templates");
	if (!options->headers)
		options->headers = root_below(arena, options->root, "runtime/include/ctorch");
	if (!options->format)
		options->format = "text";
	return true;
}

static bool has_args(const struct command *command, const struct options *options)
{
	if (!*command->args && options->arg_count)
		fprintf(stderr, "ctorch-gen: %s takes no argument, not '%s'\n", command->name,
			options->args[0]);
	else if (*command->args && !options->arg_count)
		fprintf(stderr, "ctorch-gen: %s needs %s\n", command->name, command->args);
	else
		return true;
	return false;
}

/* What stdout did not take is told, so that nobody works with half of it. */
static int flush(int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	perror("ctorch-gen: cannot write to stdout");
	return EXIT_BAD;
}

/* Only errors are left to be told; each is counted in diag. */
static int finish(const struct diag *diag, const struct command *command, int status)
{
	const char *consequence = "";

	if (diag->has_written)
		consequence = "; some files are new and some old: mend the cause and run it again";
	else if (writes(command))
		consequence = "; nothing was written";
	if (!diag_finish(diag, consequence))
		status = EXIT_BAD;
	return flush(status);
}

static int run_command(const struct command *command, int argc, char **argv)
{
	struct arena arena = { 0 };
	struct diag diag;
	struct options options = { 0 };
	struct run run = { &arena, &diag, &options };
	int status = EXIT_BAD;

	diag_init(&diag);
	/* getopt begins its messages with it. */
	argv[0] = arena_printf(&arena, "ctorch-gen %s", command->name);
	if (read_options(&arena, command, argc, argv, &options, &status)) {
		if (!has_args(command, &options))
			status = usage(command->name);
		else if (fill_in(&arena, &diag, command, &options))
			status = command->run(&run);
	}
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
		fprintf(stderr, "ctorch-gen: there is no command '%s'\n", name);
	else
		fprintf(stderr, "ctorch-gen: a command is wanted\n");
	return usage("");
}
