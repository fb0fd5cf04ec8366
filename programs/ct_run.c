/*
 * ct_run: runs a model that Python exported.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/version.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/macros/try.h>
#include <ctorch/operators/operator.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/generator.h>
#include <ctorch/tensor/settings.h>

#include "inspect/json.h"
#include "inspect/report.h"
#include "inspect/text.h"
#include "run/actions.h"
#include "run/inputs.h"

const char program_name[] = "ct_run";

static const char usage[] =
	"Usage: ct_run [OPTION]... MODEL\n"
	"\n"
	"Runs a model and prints its outputs as Python prints them. MODEL is an archive of\n"
	"torch.export.save() (.pt2), or, with --class, a file of weights: of ct_module_save(),\n"
	"torch.save(), safetensors. Nothing in the file is executed but operators of its graph.\n"
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
	"  --print              print the program instead of running it\n"
	"  --dot                draw the program in Graphviz's language instead of running it\n"
	"\n"
	"Runs:\n"
	"  --model NAME         the model of an archive with several\n"
	"  --method NAME        the method to call; forward by default\n"
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

enum {
	OPTION_SAMPLE = 0x100,
	OPTION_TRANSFORM,
	OPTION_SEED,
	OPTION_COMPARE,
	OPTION_TOLERANCE,
	OPTION_LABELS,
	OPTION_TOP,
	OPTION_TIME,
	OPTION_PROFILE,
	OPTION_JSON,
	OPTION_PRINT,
	OPTION_DOT,
	OPTION_MODEL,
	OPTION_METHOD,
	OPTION_CLASS,
	OPTION_DEVICE,
	OPTION_LIBRARY,
	OPTION_GRAD,
	OPTION_REPEAT,
	OPTION_WARMUP,
	OPTION_THREADS,
	OPTION_VERSION
};

static const struct option long_options[] = {
	{ "input", required_argument, NULL, 'i' },
	{ "sample", no_argument, NULL, OPTION_SAMPLE },
	{ "transform", required_argument, NULL, OPTION_TRANSFORM },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "output", required_argument, NULL, 'o' },
	{ "compare", required_argument, NULL, OPTION_COMPARE },
	{ "tolerance", required_argument, NULL, OPTION_TOLERANCE },
	{ "labels", required_argument, NULL, OPTION_LABELS },
	{ "top", required_argument, NULL, OPTION_TOP },
	{ "time", no_argument, NULL, OPTION_TIME },
	{ "profile", no_argument, NULL, OPTION_PROFILE },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "quiet", no_argument, NULL, 'q' },
	{ "print", no_argument, NULL, OPTION_PRINT },
	{ "dot", no_argument, NULL, OPTION_DOT },
	{ "model", required_argument, NULL, OPTION_MODEL },
	{ "method", required_argument, NULL, OPTION_METHOD },
	{ "class", required_argument, NULL, OPTION_CLASS },
	{ "device", required_argument, NULL, OPTION_DEVICE },
	{ "library", required_argument, NULL, OPTION_LIBRARY },
	{ "grad", no_argument, NULL, OPTION_GRAD },
	{ "repeat", required_argument, NULL, OPTION_REPEAT },
	{ "warmup", required_argument, NULL, OPTION_WARMUP },
	{ "threads", required_argument, NULL, OPTION_THREADS },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, OPTION_VERSION },
	{ NULL, 0, NULL, 0 },
};

struct command_line {
	struct options options;
	bool for_times; /* --repeat or --warmup was given */
	bool wants_help, wants_version;
};

static bool add_text(struct texts *texts, const char *text)
{
	texts->at = need_memory((void *)texts->at, (size_t)(texts->len + 1) * sizeof *texts->at);
	texts->at[texts->len++] = text;
	return true;
}

static bool refuse_value(const char *option, const char *expected)
{
	say("%s: '%s' is not %s", option, optarg, expected);
	return false;
}

/* The number of an option, between two others. */
static bool set_number(const char *option, int64_t min, int64_t max, int64_t *result)
{
	char *end, range[64];
	long long number;

	errno = 0;
	number = strtoll(optarg, &end, 10);
	if (errno || end == optarg || *end || number < min || number > max) {
		snprintf(range, sizeof range, "a number from %lld to %lld", (long long)min,
			 (long long)max);
		if (max == INT64_MAX)
			snprintf(range, sizeof range, "a number from %lld on", (long long)min);
		return refuse_value(option, range);
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
		return refuse_value("--tolerance", "ABS or ABS,REL");
	return true;
}

static bool set_device(struct options *options)
{
	return !is_trouble(prefixed(ct_device_from_string(optarg, &options->device), "--device"));
}

static bool set_text(const char **option)
{
	*option = optarg;
	return true;
}

static bool set_flag(bool *flag)
{
	*flag = true;
	return true;
}

/* Options of inputs and outputs; false, with a message, for a wrong value. */
static bool take_option(struct command_line *line, int option)
{
	struct options *options = &line->options;
	int64_t number;

	switch (option) {
	case 'i':
		return add_text(&options->inputs, optarg);
	case 'o':
		return add_text(&options->outputs, optarg);
	case OPTION_COMPARE:
		return add_text(&options->expected, optarg);
	case OPTION_TOLERANCE:
		return set_tolerance(options);
	case OPTION_SAMPLE:
		return set_flag(&options->sample);
	case OPTION_TRANSFORM:
		return set_text(&options->transform);
	case OPTION_SEED:
		if (!set_number("--seed", 0, INT64_MAX, &number))
			return false;
		options->seed = (uint64_t)number;
		return true;
	case OPTION_LABELS:
		options->top = options->top ? options->top : 5;
		return set_text(&options->labels);
	case OPTION_TOP:
		return set_number("--top", 1, INT64_MAX, &options->top);
	case OPTION_TIME:
		return set_flag(&options->time);
	case OPTION_PROFILE:
		return set_flag(&options->profile);
	case OPTION_JSON:
		return set_flag(&options->json);
	case 'q':
		return set_flag(&options->quiet);
	case OPTION_PRINT:
		return set_flag(&options->print);
	case OPTION_DOT:
		return set_flag(&options->dot);
	case OPTION_MODEL:
		return set_text(&options->model);
	case OPTION_METHOD:
		return set_text(&options->method);
	case OPTION_CLASS:
		return set_text(&options->class_name);
	case OPTION_DEVICE:
		return set_device(options);
	case OPTION_LIBRARY:
		return add_text(&options->libraries, optarg);
	case OPTION_GRAD:
		return set_flag(&options->grad);
	case OPTION_REPEAT:
		line->for_times = true;
		return set_number("--repeat", 1, 100000000, &options->repeat);
	case OPTION_WARMUP:
		line->for_times = true;
		return set_number("--warmup", 0, 100000000, &options->warmup);
	case OPTION_THREADS:
		if (!set_number("--threads", 1, 65536, &number))
			return false;
		options->threads = (int32_t)number;
		return true;
	case 'h':
		return set_flag(&line->wants_help);
	default:
		return set_flag(&line->wants_version);
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

/* What is wrong with the whole; NULL if nothing is. */
static const char *check(const struct command_line *line, int files)
{
	const struct options *options = &line->options;
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
	if (line->for_times && !options->time && !options->profile)
		return "--repeat and --warmup need --time or --profile";
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error prepare(const struct options *options)
{
	for (int64_t i = 0; i < options->libraries.len; i++)
		CT_TRY(ct_load_library(options->libraries.at[i]));
	if (options->threads)
		CT_TRY(ct_set_num_threads(options->threads));
	return ct_manual_seed(options->seed);
}

/* Whether the outputs are to be printed: nothing else is. */
static bool prints_outputs(const struct options *options)
{
	return !options->quiet && options->outputs.len == 0 && options->expected.len == 0 &&
	       options->top == 0 && !options->time && !options->profile;
}

static ct_error show_leaves(const struct options *options, const ct_value *output,
			    const struct leaves *leaves, json_t *report, bool *same)
{
	if (report && !options->quiet)
		CT_TRY(report_outputs(leaves, report));
	if (!report && prints_outputs(options))
		CT_TRY(print_output(output));
	if (options->top)
		CT_TRY(show_classes(options, leaves, report));
	if (options->outputs.len)
		CT_TRY(save_outputs(options, output, leaves));
	if (options->expected.len)
		CT_TRY(compare_outputs(options, leaves, report, same));
	return NULL;
}

static ct_error show_output(const struct options *options, const ct_value *output, json_t *report,
			    bool *same)
{
	struct leaves leaves = { 0 };
	ct_error error = add_leaves(output, &leaves);

	if (error == NULL)
		error = show_leaves(options, output, &leaves, report, same);
	free_leaves(&leaves);
	return error;
}

/* The outputs are those of the first run: a later one may see buffers that the first has changed. */
static ct_error run_model(const struct options *options, struct model *model,
			  const struct call *call, json_t *report, bool *same)
{
	ct_value output;
	ct_error error;

	CT_TRY(call_model(model, call, &output));
	error = show_output(options, &output, report, same);
	ct_value_free(&output);
	if (error == NULL && (options->time || options->profile))
		error = measure(options, model, call, report);
	return error;
}

static ct_error read_and_run(const struct options *options, struct model *model, json_t *report,
			     bool *same)
{
	struct call call = { 0 };
	ct_error error;

	if (options->print)
		return ct_export_print(model->program, stdout);
	if (options->dot)
		return ct_export_draw(model->program, stdout);
	error = read_inputs(options, model, &call);
	if (error == NULL)
		error = run_model(options, model, &call, report, same);
	free_call(&call);
	return error;
}

static ct_error run_all(const struct options *options, json_t *report, bool *same)
{
	struct model model;
	ct_error error;

	CT_TRY(check_preset(options->transform));
	CT_TRY(prepare(options));
	error = open_model(options, &model);
	if (error == NULL && report)
		put(report, "kind", json_string(model.kind->title));
	if (error == NULL)
		error = read_and_run(options, &model, report, same);
	close_model(&model);
	return error;
}

static int run_with_report(const struct options *options)
{
	json_t *report = options->json ? need_json(json_object()) : NULL;
	bool same = true, failed;

	if (report)
		put(report, "model", json_of_text(options->path, strlen(options->path)));
	ct_autograd_set_grad_enabled(options->grad);
	failed = is_trouble(run_all(options, report, &same));
	if (report && !failed) {
		json_dumpf(report, stdout,
			   JSON_INDENT(2) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(17));
		putchar('\n');
	}
	json_decref(report);
	return failed ? TROUBLE : same ? FINE : DIFFERENT;
}

/* --- The command line ------------------------------------------------------------------------- */

static int refuse(void)
{
	fputs("Try 'ct_run --help'.\n", stderr);
	return TROUBLE;
}

static int run(struct command_line *line, int argc, char **argv)
{
	const char *wrong;
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, ":i:o:qh", long_options, NULL)) != -1) {
		if (option != '?' && option != ':' && take_option(line, option))
			continue;
		if (option == '?' || option == ':')
			refuse_option(option, argv);
		return refuse();
	}
	if (line->wants_help) {
		fputs(usage, stdout);
		return FINE;
	}
	if (line->wants_version) {
		printf("ct_run %s, libtorch %s\n", ct_version(), ct_libtorch_version());
		return FINE;
	}
	wrong = check(line, argc - optind);
	if (wrong) {
		say("%s", wrong);
		return refuse();
	}
	line->options.path = argv[optind];
	return run_with_report(&line->options);
}

/* libtorch warns of operators that it may change. */
static void ignore(const ct_warning *warning, void *context)
{
	(void)warning;
	(void)context;
}

int main(int argc, char **argv)
{
	struct command_line line = { .options = { .repeat = 10, .warmup = 2 } };
	int status;

	begin_text();
	if (is_trouble(ct_set_warning_handler(ignore, NULL, NULL)))
		return TROUBLE;
	status = run(&line, argc, argv);
	free((void *)line.options.inputs.at);
	free((void *)line.options.outputs.at);
	free((void *)line.options.libraries.at);
	free((void *)line.options.expected.at);
	return finish_output() ? status : TROUBLE;
}
