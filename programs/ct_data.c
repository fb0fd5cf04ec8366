/*
 * ct_data: archives and folders of images: makes, divides, joins, describes, measures and shows them.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/commands.h"

static const char help[] =
	"Usage: ct_data make [-n N] [-c CLASSES] [-g WIDTHxHEIGHT] -o FILE.tar[.gz]\n"
	"       ct_data split -n N [-o NAME.tar[.gz]] ARCHIVE\n"
	"       ct_data interleave -o FILE.tar[.gz] ARCHIVE...\n"
	"       ct_data vocabulary [--json] ARCHIVE...\n"
	"       ct_data stats [--json] [-w N] ARCHIVE...|FOLDER\n"
	"       ct_data bench [-b N] [-w N] [-i N] ARCHIVE...|FOLDER\n"
	"       ct_data preview [-n N] [-i N] -o FILE.png ARCHIVE...|FOLDER\n"
	"\n"
	"Works with images in tar archives (.tar, .tar.gz, .tar.xz, ...), which it never unpacks, and\n"
	"in folders. An image's class is the folder that it is in.\n"
	"\n"
	"  make         synthetic images: stripes, of another direction for each class\n"
	"  split        divides an archive: its files go to NAME-000.tar, NAME-001.tar, ... in turn\n"
	"  interleave   joins archives: takes a file of each in turn\n"
	"  vocabulary   the names of the classes, whose numbers are their lines, from 0\n"
	"  stats        number, sizes, mean and standard deviation of each channel, as Normalize\n"
	"               needs them\n"
	"  bench        images a second: decoding, transforming, and the loader with workers\n"
	"  preview      some images, chosen at random, as a grid\n"
	"\n"
	"  -n, --number N       images (1000; preview: 64), or archives of split\n"
	"  -c, --classes N      (10)\n"
	"  -g, --geometry WxH   width and height of made images (64x64)\n"
	"      --quality N      of made images, 1 to 100 (90)\n"
	"  -o, --output FILE    written completely or not at all\n"
	"  -b, --batch N        images in a batch (64)\n"
	"  -w, --workers N      threads (2)\n"
	"  -i, --size N         width and height that images are resized to (bench: 224; preview: 96)\n"
	"  -s, --seed N         (1)\n"
	"      --json           output as JSON\n"
	"  -q, --quiet          no progress\n"
	"  -h, --help           this text\n"
	"\n"
	"Exit status: 0 for success, 1 for a file that cannot be read or written, 2 for a wrong command\n"
	"line.\n";

/* --- commands --------------------------------------------------------------------------------- */

static const struct command {
	const char *name;
	ct_error (*run)(const struct options *options);
	bool needs_output, needs_number;
	int64_t paths_min, paths_max;
	int64_t number, size; /* defaults */
} commands[] = {
	{ "make", make_archive, true, false, 0, 0, 1000, 0 },
	{ "split", split_archive, false, true, 1, 1, 0, 0 },
	{ "interleave", interleave_archives, true, false, 1, 1000, 0, 0 },
	{ "vocabulary", list_vocabulary, false, false, 1, INT64_MAX, 0, 0 },
	{ "stats", show_statistics, false, false, 1, INT64_MAX, 0, 0 },
	{ "bench", measure_pipeline, false, false, 1, INT64_MAX, 0, 224 },
	{ "preview", write_preview, true, false, 1, INT64_MAX, 64, 96 },
};

static void wrong(const char *what, const char *value)
{
	fprintf(stderr, "ct_data: %s%s%s%s; see --help\n", what, value ? " '" : "",
		value ? value : "", value ? "'" : "");
	exit(2);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	wrong("there is no command", name);
	return NULL;
}

/* --- options ---------------------------------------------------------------------------------- */

enum { OPTION_JSON = 0x100, OPTION_QUALITY };

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

static int64_t integer(const char *text, int64_t min, int64_t max)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (errno || end == text || *end || value < min || value > max)
		wrong("not a number in the range:", text);
	return value;
}

static void set_geometry(struct options *options, const char *text)
{
	char *middle, *end;

	options->width = strtol(text, &middle, 10);
	options->height = *middle == 'x' ? strtol(middle + 1, &end, 10) : 0;
	if (options->width < 1 || options->height < 1 || *end || options->width > 10000 ||
	    options->height > 10000)
		wrong("not a size such as 64x48:", text);
}

static void set(struct options *options, int option)
{
	switch (option) {
	case 'n':
		options->count = integer(optarg, 1, INT64_C(1) << 40);
		break;
	case 'c':
		options->classes = integer(optarg, 1, 1000);
		break;
	case 'g':
		set_geometry(options, optarg);
		break;
	case OPTION_QUALITY:
		options->quality = integer(optarg, 1, 100);
		break;
	case 'o':
		options->out = optarg;
		break;
	case 'b':
		options->batch = integer(optarg, 1, 1000000);
		break;
	case 'w':
		options->workers = integer(optarg, 0, 1024);
		break;
	case 'i':
		options->size = integer(optarg, 1, 10000);
		break;
	case 's':
		options->seed = (uint64_t)integer(optarg, 0, INT64_MAX);
		break;
	case OPTION_JSON:
		options->json = true;
		break;
	case 'q':
		options->quiet = true;
		break;
	default:
		exit(option == 'h' ? (fputs(help, stdout), 0) : 2);
	}
}

static void check(const struct command *command, struct options *options)
{
	if (options->paths_len < command->paths_min)
		wrong("what to read is missing after", command->name);
	if (options->paths_len > command->paths_max)
		wrong("too many arguments:", options->paths[command->paths_max]);
	if (command->needs_output && options->out == NULL)
		wrong("--output is missing for", command->name);
	if (command->needs_number && options->count == 0)
		wrong("--number is missing for", command->name);
	options->count = options->count ? options->count : command->number;
	options->size = options->size ? options->size : command->size;
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
	ct_error error;
	int c;

	while ((c = getopt_long(argc, argv, "n:c:g:o:b:w:i:s:qh", names, NULL)) != -1)
		set(&options, c);
	if (optind == argc)
		wrong("a command is missing", NULL);
	command = find_command(argv[optind]);
	options.paths = (const char *const *)argv + optind + 1;
	options.paths_len = argc - optind - 1;
	check(command, &options);
	signal(SIGPIPE, SIG_IGN);
	error = command->run(&options);
	if (error == NULL && fflush(stdout) != 0)
		error = ct_error_new(CT_ERROR_RUNTIME, NULL, "writing the output failed");
	if (error == NULL)
		return 0;
	fprintf(stderr, "ct_data: %s\n", error);
	ct_error_free(error);
	return 1;
}
