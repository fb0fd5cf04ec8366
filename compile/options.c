#include "compile/options.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FIELD(name) offsetof(struct options, name)

/* ORDER: those of main.c and of level1/level1.c. */
#define PASSES                                                                 \
	"functions,\nbind, weights, interface, symbols, arrays, functional,\n" \
	"convolve, lower, fuse, place, lives"

static const struct known_option known[] = {
	{ "out", "DIR", FIELD(out), 'o', "where to write; default: NAME" },
	{ "name", "NAME", FIELD(name), 0,
	  "of the files, the functions and the struct; default: the\n"
	  "file's name" },
	{ "model", "MODEL", FIELD(model), 0, "of an archive that has several" },
	{ "level", "0|1", FIELD(level), 0,
	  "0: a call for each node; 1 (default): loops that compute\n"
	  "several nodes at once" },
	{ "input-shape", "X=SHAPE", FIELD(shapes), 0,
	  "fixes sizes that vary: x=1x3x224x224; may be repeated" },
	{ "embed", NULL, FIELD(embed), 0, "link the weights into the object file" },
	{ "train", NULL, FIELD(train), 0, "parameters have gradients; needs --level 0" },
	{ "exact", NULL, FIELD(exact), 0, "only loops whose results are libtorch's, bit for bit" },
	{ "march", "CPU", FIELD(march), 0,
	  "the processor of the loops: native (default), x86-64-v3,\n"
	  "x86-64" },
	{ "threads", NULL, FIELD(threads), 0, "loops for several threads, by OpenMP" },
	{ "shared", NULL, FIELD(shared), 0,
	  "what ct_export_compile() of a running program compiles: the\n"
	  "weights are those of the program" },
	{ "explain", NULL, FIELD(explain), 0, "print a table: what becomes of each node" },
	{ "print-after", "PASS", FIELD(print_after), 0,
	  "print the program as it is after a pass: " PASSES },
	{ "root", "DIR", FIELD(root), 0,
	  "the folder with native_functions.yaml and templates;\n"
	  "default: the nearest checkout, or what is installed" },
	{ "quiet", NULL, FIELD(quiet), 'q', "no summary" },
};

enum { OPTION_COUNT = sizeof known / sizeof *known };

static const struct option_table table = {
	known, OPTION_COUNT, FIELD(shapes), 25, true, (UINT64_C(1) << OPTION_COUNT) - 1,
};

void options_print_help(void)
{
	puts("ctorch-compile: writes a program of torch.export as C.\n\n"
	     "usage: ctorch-compile MODEL.pt2 [OPTION...]\n\n"
	     "Writes NAME.h, NAME.c, the weights, NAME_test.c, a Makefile, a CMakeLists.txt and\n"
	     "a README.md. `make -C DIR check` compares it with the interpreter. Replaces only\n"
	     "files that change, and only after all of them could be written.\n");
	command_line_print_help(&table);
	puts("\n  ctorch-compile --version, --help\n\n"
	     "Exit status: 0 fine, 2 bad input or usage.\n"
	     "Data goes to stdout, messages to stderr.");
}

static bool is_among(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(text, *words))
			return true;
	return false;
}

static enum options_read check(const char *program, const struct options *options)
{
	static const char *const levels[] = { "0", "1", NULL };
	static const char *const processors[] = { "native", "x86-64", "x86-64-v3", NULL };
	static const char *const passes[] = { "functions", "bind",   "weights",    "interface",
					      "symbols",   "arrays", "functional", "convolve",
					      "lower",     "fuse",   "place",      "lives",
					      NULL };

	if (!is_among(options->level, levels))
		fprintf(stderr, "%s: --level is 0 or 1, not '%s'\n", program, options->level);
	else if (!is_among(options->march, processors))
		fprintf(stderr, "%s: --march is native, x86-64-v3 or x86-64, not '%s'\n", program,
			options->march);
	else if (options->print_after && !is_among(options->print_after, passes))
		fprintf(stderr, "%s: there is no pass '%s'; --help lists them\n", program,
			options->print_after);
	else if (options->shared && options->embed)
		fprintf(stderr, "%s: --shared has no weights to --embed\n", program);
	else if (options->train && strcmp(options->level, "0"))
		fprintf(stderr, "%s: --train needs --level 0: loops have no gradients\n", program);
	else
		return OPTIONS_READ;
	return OPTIONS_WRONG;
}

static enum options_read read_args(const char *program, int argc, char **argv,
				   struct options *options)
{
	if (argc - optind == 1) {
		options->archive = argv[optind];
		return check(program, options);
	}
	if (argc == optind)
		fprintf(stderr, "%s: expected the file of a program\n", program);
	else
		fprintf(stderr, "%s: expected one file, found '%s', too\n", program,
			argv[optind + 1]);
	return OPTIONS_WRONG;
}

enum options_read options_read(struct arena *arena, int argc, char **argv, struct options *options)
{
	enum options_read answer;

	*options = (struct options){ 0 };
	answer = command_line_read(arena, &table, argc, argv, options);
	if (answer != OPTIONS_READ)
		return answer;
	if (!options->level)
		options->level = options->train ? "0" : "1";
	if (!options->march)
		options->march = "native";
	return read_args(argv[0], argc, argv, options);
}
