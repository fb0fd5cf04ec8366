/*
 * ct_data: archives and folders of images: makes, divides, joins, describes, measures and shows them.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/shared.h"

static const char head[] =
	"Usage: ct_data COMMAND [OPTION]... [ARCHIVE...|FOLDER]\n"
	"\n"
	"Works with images in tar archives (.tar, .tar.gz, .tar.xz, ...), which it never unpacks, and\n"
	"in folders. An image's class is the folder that it is in.\n"
	"\n";

static const char tail[] =
	"\n"
	"'ct_data COMMAND --help' shows the options of a command, and an example.\n"
	"'ct_data --version' shows the versions of this program and of libtorch.\n"
	"\n"
	"Exit status: 0 for success, 1 for a file that cannot be read or written, 2 for a wrong command\n"
	"line.\n";

static void show_help(void)
{
	fputs(head, stdout);
	for (const struct command *command = commands; command->name; command++)
		printf("  %-12s %s\n", command->name, command->summary);
	fputs(tail, stdout);
}

/* A wrong command line. `command` may be NULL. */
static CT_PRINTF(2, 3) void refuse(const struct command *command, const char *format, ...)
{
	va_list list;

	fputs("ct_data: ", stderr);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fprintf(stderr, "; see 'ct_data %s%s--help'\n", command ? command->name : "",
		command ? " " : "");
	exit(2);
}

static const struct command *find_command(const char *name)
{
	for (const struct command *command = commands; command->name; command++)
		if (strcmp(command->name, name) == 0)
			return command;
	refuse(NULL, "unknown command '%s'", name);
	return NULL;
}

/* --- options ---------------------------------------------------------------------------------- */

static const char short_options[] = ":n:c:g:o:b:w:i:s:qh";

static const struct option names[] = {
	{ "number", required_argument, NULL, 'n' },
	{ "classes", required_argument, NULL, 'c' },
	{ "geometry", required_argument, NULL, 'g' },
	{ "quality", required_argument, NULL, OPTION_QUALITY },
	{ "output", required_argument, NULL, 'o' },
	{ "batch", required_argument, NULL, 'b' },
	{ "workers", required_argument, NULL, 'w' },
	{ "size", required_argument, NULL, 'i' },
	{ "seed", required_argument, NULL, 's' },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static const char *name_of(int option)
{
	const struct option *at = names;

	while (at->name && at->val != option)
		at++;
	return at->name;
}

/* The option's argument. */
static int64_t integer(const struct command *command, int option, int64_t min, int64_t max)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(optarg, &end, 10);
	if (errno || end == optarg || *end || value < min || value > max)
		refuse(command, "--%s must be a number from %lld to %lld, not '%s'",
		       name_of(option), (long long)min, (long long)max, optarg);
	return value;
}

static void set_geometry(const struct command *command, struct options *options)
{
	char *middle, *end = "";

	options->width = strtol(optarg, &middle, 10);
	options->height = *middle == 'x' ? strtol(middle + 1, &end, 10) : 0;
	if (options->width < 1 || options->height < 1 || *end || options->width > 10000 ||
	    options->height > 10000)
		refuse(command,
		       "--geometry must be a width and a height up to 10000, such as 64x48, not "
		       "'%s'",
		       optarg);
}

static void set(const struct command *command, struct options *options, int option)
{
	switch (option) {
	case 'n':
		options->count = integer(command, option, 1, command->number_max);
		break;
	case 'c':
		options->classes = integer(command, option, 1, 1000);
		break;
	case 'g':
		set_geometry(command, options);
		break;
	case OPTION_QUALITY:
		options->quality = integer(command, option, 1, 100);
		break;
	case 'o':
		options->out = optarg;
		break;
	case 'b':
		options->batch = integer(command, option, 1, 1000000);
		break;
	case 'w':
		options->workers = integer(command, option, 0, 1024);
		break;
	case 'i':
		options->size = integer(command, option, 1, 10000);
		break;
	case 's':
		options->seed = (uint64_t)integer(command, option, 0, INT64_MAX);
		break;
	case OPTION_JSON:
		options->json = true;
		break;
	case 'q':
		options->quiet = true;
		break;
	case 'h':
		fputs(command->help, stdout);
		exit(0);
	}
}

/* getopt's own messages would not name the command's help. */
static void refuse_option(const struct command *command, int option, const char *given)
{
	if (option == ':')
		refuse(command, "%s needs an argument", given);
	if (strncmp(given, "--", 2) != 0)
		refuse(command, "%s has no option -%c", command->name, optopt);
	if (optopt)
		refuse(command, "%s takes no argument", given);
	refuse(command, "%s: unknown or ambiguous option %s", command->name, given);
}

static void set_options(const struct command *command, struct options *options, int argc,
			char **argv)
{
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, short_options, names, NULL)) != -1) {
		if (option == ':' || option == '?')
			refuse_option(command, option, argv[optind - 1]);
		if (strchr(command->options, option) == NULL)
			refuse(command, "%s has no option --%s", command->name, name_of(option));
		set(command, options, option);
	}
	options->paths = (const char *const *)argv + optind;
	options->paths_len = argc - optind;
}

static bool ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text), m = strlen(end);

	return n > m && strcmp(text + n - m, end) == 0;
}

static void check_output(const struct command *command, const char *out)
{
	if (out == NULL && command->output != NO_OUTPUT && command->output != PARTS)
		refuse(command, "--output is missing");
	if (out && command->output == PICTURE && !ends_with(out, ".png"))
		refuse(command, "the output's name must end with .png: '%s'", out);
	if (out && command->output != PICTURE && *ending_of(out) == '\0')
		refuse(command,
		       "the output's name must end with .tar, .tar.gz, .tar.bz2, .tar.xz, .tar.zst "
		       "or .tar.lz4: '%s'",
		       out);
}

static void check(const struct command *command, struct options *options)
{
	if (options->paths_len < command->paths_min)
		refuse(command, "expected an archive or a folder to read");
	if (options->paths_len > command->paths_max)
		refuse(command, "too many arguments: '%s'", options->paths[command->paths_max]);
	check_output(command, options->out);
	if (command->output == PARTS && options->count == 0)
		refuse(command, "--number is missing");
	options->count = options->count ? options->count : command->number;
	options->size = options->size ? options->size : command->size;
}

/* --- the program ------------------------------------------------------------------------------ */

/* What is before a command, or in place of one. */
static void answer(int argc, char **argv)
{
	const char *first = argc > 1 ? argv[1] : "";

	if (argc == 1)
		refuse(NULL, "a command is missing");
	if (strcmp(first, "help") == 0 && argc > 2)
		fputs(find_command(argv[2])->help, stdout);
	else if (strcmp(first, "help") == 0 || strcmp(first, "--help") == 0 ||
		 strcmp(first, "-h") == 0)
		show_help();
	else if (strcmp(first, "--version") == 0)
		printf("ct_data %s, libtorch %s\n", ct_version(), ct_libtorch_version());
	else if (*first == '-')
		refuse(NULL, "a command is missing before %s", first);
	else
		return;
	exit(0);
}

static int run(const struct command *command, const struct options *options)
{
	ct_error error = command->run(options);

	if (error == NULL && fflush(stdout) != 0)
		error = ct_error_new(CT_ERROR_RUNTIME, NULL, "writing the output failed");
	if (error)
		fprintf(stderr, "ct_data: %s\n",
			is_signalled() ? "interrupted: nothing was written" : error);
	end_if_signalled();
	if (error == NULL)
		return 0;
	ct_error_free(error);
	return 1;
}

int main(int argc, char **argv)
{
	struct options options = { .classes = 10,
				   .width = 64,
				   .height = 64,
				   .quality = 90,
				   .batch = 64,
				   .workers = 2,
				   .seed = 1 };
	const struct command *command;

	answer(argc, argv);
	command = find_command(argv[1]);
	set_options(command, &options, argc - 1, argv + 1);
	check(command, &options);
	signal(SIGPIPE, SIG_IGN);
	return run(command, &options);
}
