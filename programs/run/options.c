/*
 * The command line of ct_run.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/tensor/device.h>

#include "inputs.h"
#include "inspect/report.h"
#include "inspect/text.h"
#include "options.h"

const char usage[] =
	"Usage: ct_run [OPTION]... MODEL\n"
	"\n"
	"Runs a model and prints its outputs as Python prints them. MODEL is an archive of\n"
	"torch.export.save() (.pt2), a TorchScript file, a package of AOTInductor, or, with --class, a\n"
	"file of weights, written by ct_module_save(), by torch.save() or as safetensors. A package\n"
	"runs its own machine code, which --allow-code has to allow; other files run operators.\n"
	"\n"
	"Inputs:\n"
	"  -i, --input [NAME=]INPUT\n"
	"                       an input; repeat it for each, in the order of the model's\n"
	"                       parameters, or with their names. INPUT is one of\n"
	"                         FILE.npy, FILE.npz:NAME, FILE.safetensors:NAME\n"
	"                         FILE.pt, FILE.pt:/PATH (\"/batch/0\"); a tuple has all inputs\n"
	"                         FILE.png, FILE.jpg, ...: a batch of one image\n"
	"                         1,2,3  [[1,2],[3,4]]  2.5  int64:[1,2]\n"
	"                         2x3x224x224:float32:randn: a shape, dtype and contents\n"
	"                         randn, rand, zeros, ones, randint:HIGH: the shape and dtype\n"
	"                         that the model was exported with\n"
	"                       without any: all are random, with the shapes of the export\n"
	"  --sample             the inputs that the archive was saved with\n"
	"  --transform PRESET   of images: float (0 to 1; the default), gray, normalize (ImageNet's\n"
	"                       mean and deviation), imagenet (resize 256, crop 224, normalize),\n"
	"                       imagenet-232, imagenet-384\n"
	"  --seed N             of random numbers; 0 by default\n"
	"\n"
	"Outputs:\n"
	"  -o, --output FILE    write the outputs to FILE.pt, .npy, .npz or .safetensors; repeat it\n"
	"                       to write each to a file of its own\n"
	"  --compare FILE       compare with the values of FILE, which is as FILE of --input; repeat\n"
	"                       it for each output, or give one file with all\n"
	"  --tolerance ABS[,REL]\n"
	"                       with --compare: accept |a - b| <= ABS + REL * |b|; without it, only\n"
	"                       equal bits\n"
	"  --labels FILE        show the most likely classes; FILE has one name a line\n"
	"  --top N              so many classes; 5 by default\n"
	"  --time               show the time of runs: min, mean, percentiles; of the wall clock and\n"
	"                       of all processors\n"
	"  --profile            show the time of each operator\n"
	"  --json               print everything as JSON\n"
	"  -q, --quiet          do not print the outputs; nor do the options above, but --json\n"
	"  --print              print the program, or the code of a TorchScript method, instead of\n"
	"                       running it\n"
	"  --dot                draw the program in Graphviz's language instead of running it\n"
	"\n"
	"Runs:\n"
	"  --model NAME         the model of an archive with several\n"
	"  --method NAME        the method of a TorchScript file to call; forward by default\n"
	"  --allow-code         execute the code in a package of AOTInductor, as of a program\n"
	"  --class CLASS        the class of a file of weights: resnet18(num_classes=10) and other\n"
	"                       models of torchvision, or a class of torch.nn, \"Linear(4, 3)\"\n"
	"  --device DEVICE      cpu, cuda, cuda:1, ...; by default what the file says\n"
	"  --library FILE       load a library of operators first, as ct_load_library(); may be repeated\n"
	"  --grad               record gradients, as training does\n"
	"  --repeat N           so many runs for --time and --profile; 10 by default\n"
	"  --warmup N           so many runs before them; 2 by default\n"
	"  --threads N          threads of libtorch; by default all cores\n"
	"  -h, --help           show this help\n"
	"  --version            show the versions of this program and of libtorch\n"
	"\n"
	"Examples:\n"
	"  ct_run model.pt2\n"
	"  ct_run -i cat.jpg --transform imagenet --labels classes.txt resnet18.pt2\n"
	"  ct_run -i tokens=int64:[[1,2,3]] -o logits.npy gpt.pt2\n"
	"  ct_run -i x.pt --compare y.pt --tolerance 1e-5 model.pt2\n"
	"  ct_run --time --profile --repeat 100 --threads 1 model.pt2\n"
	"\n"
	"Exit status: 0 for success, 1 if --compare finds a difference, 2 for a wrong command line, a\n"
	"file that cannot be read or run, or an error of the model.\n";

/* --- Options ---------------------------------------------------------------------------------- */

#define AT(member) offsetof(struct options, member)

static const struct row {
	const char *name;
	enum { FLAG, TEXT, TEXTS, NUMBER, TOLERANCE, DEVICE } kind;
	size_t offset;
	int64_t min, max; /* of a NUMBER */
	char letter;
} rows[] = {
	{ "input", TEXTS, AT(inputs), 0, 0, 'i' },
	{ "sample", FLAG, AT(sample), 0, 0, 0 },
	{ "transform", TEXT, AT(transform), 0, 0, 0 },
	{ "seed", NUMBER, AT(seed), 0, INT64_MAX, 0 },
	{ "output", TEXTS, AT(outputs), 0, 0, 'o' },
	{ "compare", TEXTS, AT(expected), 0, 0, 0 },
	{ "tolerance", TOLERANCE, 0, 0, 0, 0 },
	{ "labels", TEXT, AT(labels), 0, 0, 0 },
	{ "top", NUMBER, AT(top), 1, INT64_MAX, 0 },
	{ "time", FLAG, AT(time), 0, 0, 0 },
	{ "profile", FLAG, AT(profile), 0, 0, 0 },
	{ "json", FLAG, AT(json), 0, 0, 0 },
	{ "quiet", FLAG, AT(quiet), 0, 0, 'q' },
	{ "print", FLAG, AT(print), 0, 0, 0 },
	{ "dot", FLAG, AT(dot), 0, 0, 0 },
	{ "model", TEXT, AT(model), 0, 0, 0 },
	{ "method", TEXT, AT(method), 0, 0, 0 },
	{ "allow-code", FLAG, AT(allow_code), 0, 0, 0 },
	{ "class", TEXT, AT(class_name), 0, 0, 0 },
	{ "device", DEVICE, 0, 0, 0, 0 },
	{ "library", TEXTS, AT(libraries), 0, 0, 0 },
	{ "grad", FLAG, AT(grad), 0, 0, 0 },
	{ "repeat", NUMBER, AT(repeat), 1, 100000000, 0 },
	{ "warmup", NUMBER, AT(warmup), 0, 100000000, 0 },
	{ "threads", NUMBER, AT(threads), 1, 65536, 0 },
	{ "help", FLAG, AT(help), 0, 0, 'h' },
	{ "version", FLAG, AT(version), 0, 0, 0 },
};

enum { ROWS = sizeof rows / sizeof *rows, LONG_OPTION = 0x100 /* above all letters */ };

static const struct row *find_row(int option)
{
	const struct row *row = rows;

	if (option >= LONG_OPTION)
		return &rows[option - LONG_OPTION];
	while (row->letter != option)
		row++;
	return row;
}

static bool add_text(struct texts *texts)
{
	texts->at = need_memory((void *)texts->at, (size_t)(texts->len + 1) * sizeof *texts->at);
	texts->at[texts->len++] = optarg;
	return true;
}

static bool refuse_value(const char *option, const char *expected)
{
	say("--%s: '%s' is not %s", option, optarg, expected);
	return false;
}

static bool set_number(const struct row *row, int64_t *result)
{
	char *end, range[64];
	long long number;

	errno = 0;
	number = strtoll(optarg, &end, 10);
	if (errno || end == optarg || *end || number < row->min || number > row->max) {
		snprintf(range, sizeof range, "a number from %lld to %lld", (long long)row->min,
			 (long long)row->max);
		if (row->max == INT64_MAX)
			snprintf(range, sizeof range, "a number from %lld on", (long long)row->min);
		return refuse_value(row->name, range);
	}
	*result = number;
	return true;
}

static bool set_tolerance(struct options *options)
{
	char *end;

	options->has_tolerance = true;
	options->absolute = strtod(optarg, &end);
	if (end != optarg && *end == ',') {
		const char *begin = end + 1;

		options->relative = strtod(begin, &end);
		end = end == begin ? optarg : end;
	}
	if (end == optarg || *end || !(options->absolute >= 0) || !(options->relative >= 0))
		return refuse_value("tolerance", "ABS or ABS,REL");
	return true;
}

static bool set_device(struct options *options)
{
	return !is_trouble(prefixed(ct_device_from_string(optarg, &options->device), "--device"));
}

/* False, with a message, for a wrong value. */
static bool take_option(struct options *options, const struct row *row)
{
	void *at = (char *)options + row->offset;

	switch (row->kind) {
	case FLAG:
		return *(bool *)at = true;
	case TEXT:
		*(const char **)at = optarg;
		return true;
	case TEXTS:
		return add_text(at);
	case NUMBER:
		return set_number(row, at);
	case TOLERANCE:
		return set_tolerance(options);
	default:
		return set_device(options);
	}
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
		say("option '%.*s' takes no argument", (int)strcspn(given, "="), given);
	else
		say("unknown option '%.*s'", (int)strcspn(given, "="), given);
}

static bool take_options(struct options *options, int argc, char **argv)
{
	struct option names[ROWS + 1] = { { 0 } };
	int option;

	for (int i = 0; i < ROWS; i++)
		names[i] = (struct option){ rows[i].name, rows[i].kind != FLAG, NULL,
					    LONG_OPTION + i };
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":i:o:qh", names, NULL)) != -1) {
		if (option == '?' || option == ':') {
			refuse_option(option, argv);
			return false;
		}
		if (!take_option(options, find_row(option)))
			return false;
	}
	return true;
}

/* --- All of them ------------------------------------------------------------------------------ */

/* What is wrong with the whole; NULL if nothing is. */
static const char *check(const struct options *options, int files)
{
	const bool shows_program = options->print || options->dot;

	if (files == 0)
		return "no model given";
	if (files > 1)
		return "only one model at a time; inputs need --input";
	if (options->print && options->dot)
		return "only one of --print and --dot at a time";
	if (shows_program && (options->class_name || options->json))
		return "--print and --dot are for programs, without --class and --json";
	if (options->sample && options->inputs.len)
		return "only one of --sample and --input at a time";
	if (options->sample && options->class_name)
		return "--sample is for archives of torch.export, without --class";
	if (options->profile && options->class_name)
		return "--profile is for archives of torch.export, without --class";
	if (options->model && options->class_name)
		return "--model is for archives of torch.export, without --class";
	if (options->has_tolerance && options->expected.len == 0)
		return "--tolerance needs --compare FILE";
	if ((options->repeat || options->warmup >= 0) && !options->time && !options->profile)
		return "--repeat and --warmup need --time or --profile";
	return NULL;
}

static void set_defaults(struct options *options)
{
	if (options->labels && options->top == 0)
		options->top = 5;
	if (options->repeat == 0)
		options->repeat = 10;
	if (options->warmup < 0)
		options->warmup = 2;
}

bool read_options(int argc, char **argv, struct options *result)
{
	const char *wrong = NULL;
	bool is_fine;

	*result = (struct options){ .warmup = -1 };
	is_fine = take_options(result, argc, argv);
	if (is_fine && !result->help && !result->version)
		wrong = check(result, argc - optind);
	if (wrong)
		say("%s", wrong);
	if (wrong || !is_fine) {
		fputs("Try 'ct_run --help'.\n", stderr);
		return false;
	}
	result->path = argv[optind];
	set_defaults(result);
	return true;
}

void free_options(struct options *options)
{
	free((void *)options->inputs.at);
	free((void *)options->outputs.at);
	free((void *)options->expected.at);
	free((void *)options->libraries.at);
}
