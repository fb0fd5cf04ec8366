#include "compile/options.h"

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define FIELD(name) offsetof(struct options, name)

static const struct known_option {
	const char *name;
	const char *value; /* its name in the help: "DIR"; NULL: a flag */
	size_t field;
	char letter; /* the short form; 0: none */
	const char *help;
} known[] = {
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
	{ "explain", NULL, FIELD(explain), 0, "print a table: what becomes of each node" },
	{ "root", "DIR", FIELD(root), 0,
	  "the folder with native_functions.yaml and templates;\n"
	  "default: the nearest checkout, or what is installed" },
	{ "quiet", NULL, FIELD(quiet), 'q', "no summary" },
};

enum { OPTION_COUNT = sizeof known / sizeof *known };

/* getopt_long() returns these values, which are above all letters. */
enum { FIRST_VALUE = 256, HELP_VALUE = FIRST_VALUE + OPTION_COUNT, VERSION_VALUE };

/* --- help ------------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 25 };

static void print_option(const struct known_option *option)
{
	char head[HELP_COLUMN + 1];

	const char letter[] = { option->letter, '\0' };

	snprintf(head, sizeof head, "%s%s%s--%s%s%s", *letter ? "-" : "", letter,
		 *letter ? ", " : "", option->name, option->value ? " " : "",
		 option->value ? option->value : "");
	printf("  %-*s", HELP_COLUMN - 2, head);
	for (const char *at = option->help; *at; at++) {
		putchar(*at);
		if (*at == '\n')
			printf("%*s", HELP_COLUMN, "");
	}
	putchar('\n');
}

void options_print_help(void)
{
	puts("ctorch-compile: writes a program of torch.export as C.\n\n"
	     "usage: ctorch-compile MODEL.pt2 [OPTION...]\n\n"
	     "Writes NAME.h, NAME.c, the weights, NAME_test.c, a Makefile, a CMakeLists.txt and\n"
	     "a README.md. `make -C DIR check` compares it with the interpreter. Replaces only\n"
	     "files that change, and only after all of them could be written.\n");
	for (size_t i = 0; i < OPTION_COUNT; i++)
		print_option(&known[i]);
	puts("\n  ctorch-compile --version, --help\n\n"
	     "Exit status: 0 fine, 2 bad input or usage.\n"
	     "Data goes to stdout, messages to stderr.");
}

/* --- the command line ------------------------------------------------------------------------- */

static void list_for_getopt(struct option *options, char *letters)
{
	*options++ = (struct option){ "help", no_argument, NULL, HELP_VALUE };
	*options++ = (struct option){ "version", no_argument, NULL, VERSION_VALUE };
	*letters++ = 'h';
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		*options++ = (struct option){ known[i].name,
					      known[i].value ? required_argument : no_argument,
					      NULL, FIRST_VALUE + (int)i };
		if (known[i].letter)
			*letters++ = known[i].letter;
		if (known[i].letter && known[i].value)
			*letters++ = ':';
	}
	*options = (struct option){ 0 };
	*letters = '\0';
}

/* OPTION_COUNT if `answer` is neither the value nor the letter of an option. */
static size_t option_of(int answer)
{
	size_t i = 0;

	if (answer >= FIRST_VALUE)
		return (size_t)(answer - FIRST_VALUE);
	while (i < OPTION_COUNT && known[i].letter != answer)
		i++;
	return i;
}

static void set(struct arena *arena, struct options *options, size_t i, const char *value)
{
	void *field = (char *)options + known[i].field;

	if (known[i].field == FIELD(shapes))
		vec_push(arena, &options->shapes, value);
	else if (known[i].value)
		*(const char **)field = value;
	else
		*(bool *)field = true;
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

	if (!is_among(options->level, levels))
		fprintf(stderr, "%s: --level is 0 or 1, not '%s'\n", program, options->level);
	else if (!is_among(options->march, processors))
		fprintf(stderr, "%s: --march is native, x86-64-v3 or x86-64, not '%s'\n", program,
			options->march);
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
	struct option long_options[OPTION_COUNT + 3];
	char letters[2 * OPTION_COUNT + 2];
	int answer;

	*options = (struct options){ 0 };
	list_for_getopt(long_options, letters);
	while ((answer = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
		size_t i = option_of(answer);

		if (answer == 'h' || answer == HELP_VALUE)
			return OPTIONS_HELP;
		if (answer == VERSION_VALUE)
			return OPTIONS_VERSION;
		if (i >= OPTION_COUNT)
			return OPTIONS_WRONG;
		if (optarg && !*optarg) {
			fprintf(stderr, "%s: an option has an empty value\n", argv[0]);
			return OPTIONS_WRONG;
		}
		set(arena, options, i, optarg);
	}
	if (!options->level)
		options->level = options->train ? "0" : "1";
	if (!options->march)
		options->march = "native";
	return read_args(argv[0], argc, argv, options);
}
