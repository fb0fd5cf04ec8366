#include "options.h"

#include <stddef.h>
#include <unistd.h>

#include "tools/release/root.h"

#define TEXT(field) offsetof(struct options, field)

/* ORDER OPTION. */
static const struct known_option known[] = {
	{ "root", "DIR", TEXT(root), 0,
	  "the project; default: the nearest one, upwards from here" },
	{ "yaml", "FILE", TEXT(yaml), 0,
	  "the operator list; default: ROOT/native_functions.yaml;\n"
	  "audit, list and show also accept what import does: 2.14.1" },
	{ "templates", "DIR", TEXT(templates), 0, "default: ROOT/templates" },
	{ "headers", "DIR", TEXT(headers), 0, "default: ROOT/runtime/include/ctorch" },
	{ "classes", "DIR", TEXT(classes), 0,
	  "the folder whose nn/, optim/, vision/ and distributions/ have the lists of\n"
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

static struct option_table table_of(option_set takes)
{
	return (struct option_table){ known, OPTION_COUNT, TEXT(programs), 21, false, takes };
}

void options_print_help(option_set takes)
{
	const struct option_table table = table_of(takes);

	command_line_print_help(&table);
}

enum options_read options_read(struct arena *arena, option_set takes, int argc, char **argv,
			       struct options *options)
{
	const struct option_table table = table_of(takes);
	const enum options_read answer = command_line_read(arena, &table, argc, argv, options);

	options->args = argv + optind;
	options->arg_count = argc - optind;
	return answer;
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
