#include "options.h"

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "tools/release/root.h"

#define TEXT(field) offsetof(struct options, field)

/* ORDER OPTION. */
static const struct known_option {
	const char *name;
	const char *value; /* its name in the help: "DIR"; NULL: a flag */
	size_t field;
	char letter; /* the short form; 0: none */
	const char *help;
} known[] = {
	{ "root", "DIR", TEXT(root), 0,
	  "the project; default: the nearest one, upwards from here" },
	{ "yaml", "FILE", TEXT(yaml), 0,
	  "the operator list; default: ROOT/native_functions.yaml;\n"
	  "audit, list and show also accept what import does: 2.14.1" },
	{ "templates", "DIR", TEXT(templates), 0, "default: ROOT/templates" },
	{ "headers", "DIR", TEXT(headers), 0, "default: ROOT/runtime/include/ctorch" },
	{ "classes", "DIR", TEXT(classes), 0,
	  "the folder whose nn/, optim/ and vision/ have the lists of\n"
	  "functions and classes; default, without --headers and if\n"
	  "there are any: ROOT/runtime" },
	{ "results", "FILE", TEXT(results), 0,
	  "results of the operator tests; default, without --yaml\n"
	  "and if it exists: ROOT/tests/proof/operators/results.tsv" },
	{ "history", "FILE", TEXT(history), 0,
	  "the releases that have each operator; default:\n"
	  "ROOT/operator_history.tsv" },
	{ "out", "PATH", TEXT(out), 'o', "where to write" },
	{ "check", NULL, TEXT(check), 0, "write nothing; list the stale files" },
	{ "depfile", "FILE", TEXT(depfile), 0, "also list the files read, for make or ninja" },
	{ "quiet", NULL, TEXT(quiet), 'q', "no summary" },
	{ "libtorch", "DIR", TEXT(libtorch), 0, "the folder that contains include/ATen/ops" },
	{ "registry", "FILE", TEXT(registry), 0, "a file written by ct_registry" },
	{ "derivatives", "FILE", TEXT(derivatives), 0,
	  "the release's derivatives; default, if it exists:\n"
	  "torchgen/packaged/autograd/derivatives.yaml next to the\n"
	  "libtorch" },
	{ "html", "FILE", TEXT(html), 0, "also write a page for a browser" },
	{ "format", "FORMAT", TEXT(format), 0, "text (default), json or markdown" },
	{ "program", "FILE", TEXT(programs), 0,
	  "a file of a program: an object, a shared library, an\n"
	  "executable, an archive, or a source (.c, .h, .cpp, ...);\n"
	  "may be repeated" },
	{ "against", "RELEASE", TEXT(against), 0,
	  "anything that diff accepts: a fetched release such as\n"
	  "2.14.1, a yaml, a wheel, a folder that contains PyTorch" },
	{ "release", "X.Y.Z", TEXT(release), 0, "the release, overriding what SOURCE says" },
	{ "exceptions", "FILE", TEXT(exceptions), 0,
	  "exceptions to the rules: lines of a rule, a name and a\n"
	  "reason; default, without --headers and HEADER:\n"
	  "ROOT/runtime/include/exceptions.tsv" },
	{ "rules", NULL, TEXT(rules), 0, "list the rules: name, tab, sentence" },
	{ "list-skipped", NULL, TEXT(list_skipped), 0,
	  "write nothing; list what is left out: name, tab, reason" },
};

_Static_assert(sizeof known / sizeof *known == OPTION_COUNT, "an option without a row");

/* getopt_long() returns these values, which are above all letters. */
enum { FIRST_VALUE = 256, HELP_VALUE = FIRST_VALUE + OPTION_COUNT };

static bool is_taken(option_set takes, size_t i)
{
	return takes >> i & 1;
}

/* --- help ------------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 21 };

static void print_option(const struct known_option *option)
{
	char head[HELP_COLUMN + 1];

	snprintf(head, sizeof head, "%s%.1s%s--%s%s%s", option->letter ? "-" : "", &option->letter,
		 option->letter ? ", " : "", option->name, option->value ? " " : "",
		 option->value ? option->value : "");
	printf("  %-*s", HELP_COLUMN - 2, head);
	for (const char *at = option->help; *at; at++) {
		putchar(*at);
		if (*at == '\n')
			printf("%*s", HELP_COLUMN, "");
	}
	putchar('\n');
}

void options_print_help(option_set takes)
{
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if (is_taken(takes, i))
			print_option(&known[i]);
}

/* --- the command line ------------------------------------------------------------------------- */

/* Fills in the arguments of getopt_long(): the accepted options and their letters. */
static void list_for_getopt(option_set takes, struct option *options, char *letters)
{
	*options++ = (struct option){ "help", no_argument, NULL, HELP_VALUE };
	*letters++ = 'h';
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (!is_taken(takes, i))
			continue;
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

	if (i == OPTION_PROGRAM)
		vec_push(arena, &options->programs, value);
	else if (known[i].value)
		*(const char **)field = value;
	else
		*(bool *)field = true;
}

enum options_read options_read(struct arena *arena, option_set takes, int argc, char **argv,
			       struct options *options)
{
	struct option long_options[OPTION_COUNT + 2];
	char letters[2 * OPTION_COUNT + 2];
	int answer;

	list_for_getopt(takes, long_options, letters);
	while ((answer = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
		size_t i = option_of(answer);

		if (answer == 'h' || answer == HELP_VALUE)
			return OPTIONS_HELP;
		if (i == OPTION_COUNT)
			return OPTIONS_WRONG;
		if (optarg && !*optarg) {
			fprintf(stderr, "%s: an option has an empty value\n", argv[0]);
			return OPTIONS_WRONG;
		}
		set(arena, options, i, optarg);
	}
	options->args = argv + optind;
	options->arg_count = argc - optind;
	return OPTIONS_READ;
}

/* --- defaults --------------------------------------------------------------------------------- */

/* check-headers names headers without an option, and its rules are in the program. */
static bool names_headers(option_set takes, const struct options *options)
{
	return takes & TAKES(RULES) && (options->arg_count || options->rules);
}

/* Whether the command reads a file of the project that the command line does not name. */
static bool needs_root(option_set takes, const struct options *options)
{
	return (takes & TAKES(YAML) && !options->yaml) ||
	       (takes & TAKES(TEMPLATES) && !options->templates) ||
	       (takes & TAKES(HEADERS) && !options->headers && !names_headers(takes, options));
}

/* An installed generator has no tests next to it. */
static const char *existing(const char *path)
{
	return access(path, F_OK) ? NULL : path;
}

static void fill_in_paths(struct arena *arena, option_set takes, struct options *options)
{
	/* The results are those of the project's own operators. */
	if (!options->results && !options->yaml)
		options->results = existing(
			root_below(arena, options->root, "tests/proof/operators/results.tsv"));
	if (!options->history) {
		options->history = root_below(arena, options->root, "operator_history.tsv");
		if (!(takes & TAKES(OUT)))
			options->history = existing(options->history);
	}
	if (!options->yaml)
		options->yaml = root_below(arena, options->root, "native_functions.yaml");
	if (!options->templates)
		options->templates = root_below(arena, options->root, "templates");
	/* The exceptions are those of the project's own headers. */
	if (!options->exceptions && !options->headers && !options->arg_count)
		options->exceptions = existing(
			root_below(arena, options->root, "runtime/include/exceptions.tsv"));
	/* The functions and classes are those of the project's own runtime. */
	if (!options->classes && !options->headers &&
	    existing(root_below(arena, options->root, "runtime/nn")))
		options->classes = root_below(arena, options->root, "runtime");
	if (!options->headers)
		options->headers = root_below(arena, options->root, "runtime/include/ctorch");
}

bool options_fill_in(struct arena *arena, struct diag *diag, option_set takes,
		     struct options *options)
{
	if (!options->root)
		options->root = root_find(arena, !(takes & TAKES(OUT)));
	if (!root_is(arena, options->root) && needs_root(takes, options)) {
		bool is_here = options->root[0] == '.' && !options->root[1];

		diag_error(diag, (struct loc){ 0 },
			   "run it inside a checkout, or name one: --root DIR",
			   "no checkout of libctorch in %s%s", options->root,
			   is_here ? " or above it" : "");
		return false;
	}
	fill_in_paths(arena, takes, options);
	if (!options->format)
		options->format = "text";
	return true;
}
