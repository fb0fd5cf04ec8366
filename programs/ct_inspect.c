/*
 * ct_inspect: what files of models contain, and what they differ in; in another format.
 */
#define _GNU_SOURCE

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/version.h>
#include <ctorch/tensor/settings.h>

#include "inspect/actions.h"
#include "inspect/report.h"
#include "inspect/text.h"

const char program_name[] = "ct_inspect";

static const char usage[] =
	"Usage: ct_inspect [OPTION]... FILE...\n"
	"       ct_inspect --diff [OPTION]... FILE1 FILE2\n"
	"       ct_inspect --convert OUT [OPTION]... FILE\n"
	"\n"
	"Shows what model files contain, without executing anything in them: files of torch.save()\n"
	"and torch.jit.save() since PyTorch 1.0, safetensors (for a model in several files, give\n"
	"its folder or its .index.json), and NumPy's .npz and .npy. The format is recognized by\n"
	"the content.\n"
	"\n"
	"Actions:\n"
	"  (none)               list names, dtypes, shapes and sizes; no element is read\n"
	"  --json               the same as JSON, complete; also with --statistics\n"
	"  --statistics         min, max, mean and std of the finite elements; how many are NaN,\n"
	"                       infinite and zero; for complex numbers, of their magnitudes\n"
	"  --diff               show what only one of two files has, and which dtypes, shapes,\n"
	"                       elements and other values differ; NaN equals NaN\n"
	"  --convert OUT        write the contents to OUT in the format of its ending: .pt, .pth,\n"
	"                       .safetensors or .npz. Except in .pt, names of nested dicts are\n"
	"                       joined with dots\n"
	"  --verify             read everything and compare all checksums\n"
	"\n"
	"Options:\n"
	"  -k, --keys NAME      only NAME and what is below it (\"model.encoder\"); may be repeated\n"
	"  --skip-unknown       skip and list objects that are not data, instead of refusing the\n"
	"                       file\n"
	"  -q, --quiet          no progress and no summary; with --diff, only the exit status\n"
	"  -h, --help           show this help\n"
	"  --version            show the versions of this program and of libtorch\n"
	"With --convert:\n"
	"  --to FORMAT          pt, safetensors or npz, whatever the ending of OUT\n"
	"  -f, --force          replace OUT if it exists\n"
	"  --drop               leave out what the format cannot hold, and list it\n"
	"  --copy-shared        safetensors: write tensors that share memory as separate ones\n"
	"                       instead of refusing them\n"
	"  --compress           npz: compress\n"
	"\n"
	"Examples:\n"
	"  ct_inspect model.pt\n"
	"  ct_inspect -k model.encoder --statistics model.safetensors\n"
	"  ct_inspect --diff model.pt model.safetensors\n"
	"  ct_inspect --convert model.safetensors --drop checkpoint.pt\n"
	"  ct_inspect --json model.pt | jq '.[0].tensors[].name'\n"
	"\n"
	"Exit status: 0 for success, 1 if --diff finds differences, 2 for a wrong command line or a\n"
	"file that is damaged, refused, or cannot be read or written.\n";

/* --- Options ---------------------------------------------------------------------------------- */

enum {
	OPTION_JSON = 0x100,
	OPTION_STATISTICS,
	OPTION_DIFF,
	OPTION_CONVERT,
	OPTION_VERIFY,
	OPTION_SKIP_UNKNOWN,
	OPTION_TO,
	OPTION_DROP,
	OPTION_COPY_SHARED,
	OPTION_COMPRESS,
	OPTION_VERSION
};

static const struct option long_options[] = {
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "statistics", no_argument, NULL, OPTION_STATISTICS },
	{ "diff", no_argument, NULL, OPTION_DIFF },
	{ "convert", required_argument, NULL, OPTION_CONVERT },
	{ "verify", no_argument, NULL, OPTION_VERIFY },
	{ "keys", required_argument, NULL, 'k' },
	{ "skip-unknown", no_argument, NULL, OPTION_SKIP_UNKNOWN },
	{ "quiet", no_argument, NULL, 'q' },
	{ "to", required_argument, NULL, OPTION_TO },
	{ "force", no_argument, NULL, 'f' },
	{ "drop", no_argument, NULL, OPTION_DROP },
	{ "copy-shared", no_argument, NULL, OPTION_COPY_SHARED },
	{ "compress", no_argument, NULL, OPTION_COMPRESS },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, OPTION_VERSION },
	{ NULL, 0, NULL, 0 },
};

struct command_line {
	struct options options;
	const char **keys;
	int actions;         /* that were given */
	bool for_conversion; /* an option was given that needs --convert */
	bool wants_help, wants_version;
};

static void choose(struct command_line *line, enum action action)
{
	line->options.action = action;
	line->actions++;
}

static void set_of_conversion(struct command_line *line, bool *flag)
{
	*flag = true;
	line->for_conversion = true;
}

static void add_key(struct command_line *line, const char *key)
{
	line->keys = need_memory(line->keys,
				 (size_t)(line->options.keys_len + 1) * sizeof *line->keys);
	line->keys[line->options.keys_len++] = key;
	line->options.keys = line->keys;
}

/* False for an option that does not exist or lacks its argument. */
static bool take_option(struct command_line *line, int option)
{
	struct options *options = &line->options;

	switch (option) {
	case OPTION_JSON:
		options->json = true;
		return true;
	case OPTION_STATISTICS:
		choose(line, STATISTICS);
		return true;
	case OPTION_DIFF:
		choose(line, DIFF);
		return true;
	case OPTION_CONVERT:
		choose(line, CONVERT);
		options->out = optarg;
		return true;
	case OPTION_VERIFY:
		choose(line, VERIFY);
		return true;
	case 'k':
		add_key(line, optarg);
		return true;
	case OPTION_SKIP_UNKNOWN:
		options->skip_unknown = true;
		return true;
	case 'q':
		options->quiet = true;
		return true;
	case OPTION_TO:
		options->to = optarg;
		line->for_conversion = true;
		return true;
	case 'f':
		set_of_conversion(line, &options->force);
		return true;
	case OPTION_DROP:
		set_of_conversion(line, &options->drop);
		return true;
	case OPTION_COPY_SHARED:
		set_of_conversion(line, &options->copy_shared);
		return true;
	case OPTION_COMPRESS:
		set_of_conversion(line, &options->compress);
		return true;
	case 'h':
		line->wants_help = true;
		return true;
	case OPTION_VERSION:
		line->wants_version = true;
		return true;
	default:
		return false;
	}
}

/* An option without its argument: "--force" of "--force=1". */
static int name_length(const char *option)
{
	return (int)strcspn(option, "=");
}

/* Whether a long option could be several. */
static bool is_ambiguous(const char *option)
{
	const size_t n = (size_t)name_length(option) - 2;
	int found = 0;

	for (const struct option *known = long_options; known->name; known++)
		found += strncmp(known->name, option + 2, n) == 0;
	return found > 1;
}

/* getopt's own messages would differ from the program's others. */
static void refuse_option(int option, char *const *argv)
{
	const char *given = argv[optind - 1];
	const bool is_long = strncmp(given, "--", 2) == 0;

	if (option == ':' && !is_long)
		say("option '-%c' needs an argument", optopt);
	else if (option == ':')
		say("option '%s' needs an argument", given);
	else if (!is_long)
		say("unknown option '-%c'", optopt);
	else if (optopt)
		say("option '%.*s' takes no argument", name_length(given), given);
	else
		say("%s option '%.*s'", is_ambiguous(given) ? "ambiguous" : "unknown",
		    name_length(given), given);
}

/* What is wrong with the whole; NULL if nothing is. */
static const char *check(const struct command_line *line, int files)
{
	const struct options *options = &line->options;

	if (line->actions > 1)
		return "only one of --statistics, --diff, --convert and --verify at a time";
	if (options->json && options->action != LIST && options->action != STATISTICS)
		return "--json is for listing and --statistics";
	if (line->for_conversion && options->action != CONVERT)
		return "--to, --force, --drop, --copy-shared and --compress need --convert OUT";
	if (options->action == VERIFY && (options->keys || options->skip_unknown))
		return "--verify always reads everything";
	if (files == 0)
		return "no file given";
	if (options->action == DIFF && files != 2)
		return "--diff needs two files";
	if (options->action == CONVERT && files != 1)
		return "--convert needs one file";
	return NULL;
}

/* --- Actions ---------------------------------------------------------------------------------- */

static int act(const struct options *options, char *const *files, int n)
{
	switch (options->action) {
	case DIFF:
		return show_differences(files[0], files[1], options);
	case CONVERT:
		return convert_file(files[0], options);
	case VERIFY:
		return verify_files(files, n, options);
	case STATISTICS:
		return options->json ? show_json(files, n, options)
				     : show_statistics(files, n, options);
	default:
		return options->json ? show_json(files, n, options) : list_files(files, n, options);
	}
}

static int refuse(void)
{
	fputs("Try 'ct_inspect --help'.\n", stderr);
	return TROUBLE;
}

static int run(struct command_line *line, int argc, char **argv)
{
	const char *wrong;
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, ":k:qfh", long_options, NULL)) != -1) {
		if (take_option(line, option))
			continue;
		refuse_option(option, argv);
		return refuse();
	}
	if (line->wants_help) {
		fputs(usage, stdout);
		return SAME;
	}
	if (line->wants_version) {
		printf("ct_inspect %s, libtorch %s\n", ct_version(), ct_libtorch_version());
		return SAME;
	}
	wrong = check(line, argc - optind);
	if (wrong) {
		say("%s", wrong);
		return refuse();
	}
	return act(&line->options, argv + optind, argc - optind);
}

/* libtorch warns of layouts and dtypes that it may change. */
static void ignore(const ct_warning *warning, void *context)
{
	(void)warning;
	(void)context;
}

int main(int argc, char **argv)
{
	struct command_line line = { .actions = 0 };
	int status;

	begin_text();
	if (is_trouble(ct_set_warning_handler(ignore, NULL, NULL)))
		return TROUBLE;
	status = run(&line, argc, argv);
	free(line.keys);
	return finish_output() ? status : TROUBLE;
}
