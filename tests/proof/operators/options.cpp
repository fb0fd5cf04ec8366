#include "options.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <getopt.h>

namespace ops {

/* Options without a letter. */
enum {
	HOSTILE = 256,
	THREADS,
	SAMPLE,
	WITH,
	SIDE,
	LIST,
	FILES,
	SAMPLES,
	QUICK,
	ALL,
	RECORD,
	RESULTS,
	API,
	FOLDER,
	TIMEOUT,
	DEVICE,
	LOAD,
	VALUES,
	FOR,
	WORKER,
};

/* Commands that an option belongs to. */
enum : unsigned {
	NO_COMMAND = 0,
	TWINS = 1u << unsigned(command::twin),
	HOSTILE_CALLS = 1u << unsigned(command::hostile),
	CROWD = 1u << unsigned(command::threads),
	CALL = 1u << unsigned(command::sample),
	NAMES = 1u << unsigned(command::list),
	READING = 1u << unsigned(command::files),
	CHILDREN = TWINS | HOSTILE_CALLS, /* commands with child processes */
	SAMPLES_OF_OPERATORS = TWINS | HOSTILE_CALLS | CROWD | NAMES,
	ANY_COMMAND = ~0u,
};

static const struct known_option {
	option known;
	unsigned commands;
	const char *text; /* NULL: not for users */
} known_options[] = {
	{ { "list", no_argument, nullptr, LIST },
	  NAMES,
	  "--list           the operators; with --samples what each is called with" },
	{ { "samples", no_argument, nullptr, SAMPLES }, NAMES, nullptr },
	{ { "files", no_argument, nullptr, FILES },
	  READING,
	  "--files          whether each line of the folder's files is about something" },
	{ { "sample", required_argument, nullptr, SAMPLE },
	  CALL,
	  "--sample TEXT    one call, here and now: 'add.Tensor(float[2,3], 1, alpha=2)'" },
	{ { "with", required_argument, nullptr, WITH },
	  CALL,
	  "--with EDIT      of that call: a C parameter as no value has it: 'mat2=NULL'" },
	{ { "side", required_argument, nullptr, SIDE },
	  CALL,
	  "--side SIDE      of that call: 'c' or 'c++' alone" },
	{ { "hostile", no_argument, nullptr, HOSTILE },
	  HOSTILE_CALLS | CALL | NAMES,
	  "--hostile        every function with arguments that nobody should give" },
	{ { "threads", required_argument, nullptr, THREADS },
	  CROWD,
	  "--threads N      the operators from N threads at once" },
	{ { "quick", no_argument, nullptr, QUICK },
	  SAMPLES_OF_OPERATORS,
	  "--quick          a part of the samples, in some minutes" },
	{ { "all", no_argument, nullptr, ALL },
	  SAMPLES_OF_OPERATORS,
	  "--all            all samples (the default)" },
	{ { "jobs", required_argument, nullptr, 'j' },
	  CHILDREN,
	  "-j, --jobs N     child processes at once; default: one for each processor" },
	{ { "timeout", required_argument, nullptr, TIMEOUT },
	  CHILDREN,
	  "--timeout N      seconds after which a call hangs; default: 60; of hostile ones 2, in\n"
	  "                   which the processor works for it" },
	{ { "device", required_argument, nullptr, DEVICE },
	  TWINS | CALL,
	  "--device NAME    on a device: 'cuda:0'; nothing is compared with results.tsv" },
	{ { "load", required_argument, nullptr, LOAD },
	  TWINS | CALL,
	  "--load FILE      the library of that device, if it is a plug-in's" },
	{ { "values", no_argument, nullptr, VALUES }, TWINS, "--values         without gradients" },
	{ { "for", required_argument, nullptr, FOR },
	  TWINS,
	  "--for N          seconds after which it ends, with totals of what it has done" },
	{ { "record", no_argument, nullptr, RECORD },
	  TWINS | HOSTILE_CALLS,
	  "--record         write results.tsv instead of comparing with it, and what libtorch\n"
	  "                   dies of to dies.txt" },
	{ { "results", required_argument, nullptr, RESULTS },
	  TWINS,
	  "--results FILE   instead of tests/proof/operators/results.tsv" },
	{ { "api", required_argument, nullptr, API },
	  ANY_COMMAND,
	  "--api FILE       instead of generated/ctorch_api.json" },
	{ { "folder", required_argument, nullptr, FOLDER },
	  SAMPLES_OF_OPERATORS | READING,
	  "--folder DIR     with arguments.txt, found.txt and dies.txt;\n"
	  "                 default: tests/proof/operators/data" },
	{ { "help", no_argument, nullptr, 'h' }, ANY_COMMAND, "-h, --help" },
	{ { "worker", no_argument, nullptr, WORKER }, NO_COMMAND, nullptr },
};

static void print_help()
{
	printf("Usage: test_ops [OPTION]... [OPERATOR]...\n"
	       "\n"
	       "Calls every operator twice with the same arguments, by its C function and through\n"
	       "libtorch's dispatcher, and compares all that can be seen of the two calls. An\n"
	       "OPERATOR is 'add' (all overloads), 'add.Tensor', 'ct_add_Tensor' or a pattern,\n"
	       "'*_backward'; without any it is all of them.\n"
	       "\n");
	for (const auto &known : known_options)
		if (known.text != nullptr)
			printf("  %s\n", known.text);
	printf("\n"
	       "Exit status: 0 nothing found, 1 findings, 2 bad usage or input.\n");
}

static int number(const char *name, const char *text, int least)
{
	const int most = 100000;
	char *end;
	long value = strtol(text, &end, 10);

	if (*end != '\0' || end == text || value < least || value > most)
		throw std::runtime_error(std::string("--") + name + " " + text +
					 " is not a number from " + std::to_string(least) + " to " +
					 std::to_string(most));
	return int(value);
}

static void take(options &o, int letter)
{
	switch (letter) {
	case LIST:
		o.what = command::list;
		break;
	case FILES:
		o.what = command::files;
		break;
	case SAMPLES:
		o.samples = true;
		break;
	case SAMPLE:
		o.what = command::sample;
		o.text = optarg;
		break;
	case WITH:
		o.edits.push_back(optarg);
		break;
	case SIDE:
		o.side = optarg;
		if (o.side != "c" && o.side != "c++")
			throw std::runtime_error("a side is 'c' or 'c++', not '" + o.side + "'");
		break;
	case HOSTILE:
		o.hostile = true;
		break;
	case THREADS:
		o.what = command::threads;
		o.threads = number("threads", optarg, 1);
		break;
	case QUICK:
		o.quick = true;
		break;
	case ALL:
		o.quick = false;
		break;
	case 'j':
		o.jobs = number("jobs", optarg, 1);
		break;
	case TIMEOUT:
		o.timeout = number("timeout", optarg, 1);
		break;
	case RECORD:
		o.record = true;
		break;
	case RESULTS:
		o.results = optarg;
		break;
	case API:
		o.api = optarg;
		break;
	case FOLDER:
		o.folder = optarg;
		break;
	case DEVICE:
		o.device = optarg;
		break;
	case LOAD:
		o.load = optarg;
		break;
	case VALUES:
		o.values = true;
		break;
	case FOR:
		o.seconds = number("for", optarg, 1);
		break;
	case WORKER:
		o.what = command::worker;
		break;
	case 'h':
		print_help();
		exit(0);
	default:
		throw std::runtime_error("what there is: test_ops --help");
	}
}

/* --- Combinations ----------------------------------------------------------------------------- */

static const known_option &option_of(int letter)
{
	for (const known_option &option : known_options)
		if (option.known.val == letter)
			return option;
	throw std::logic_error("an option without a line in known_options");
}

static const struct {
	command what;
	const char *name;
} command_names[] = {
	{ command::sample, "--sample" },   { command::list, "--list" },
	{ command::threads, "--threads" }, { command::files, "--files" },
	{ command::hostile, "--hostile" }, { command::twin, "the comparison of operators" },
};

/* "--list or --threads": the commands that an option belongs to, without itself. */
static std::string commands_of(const known_option &option)
{
	std::vector<std::string> names;
	std::string text;

	for (const auto &command : command_names)
		if (option.commands & 1u << unsigned(command.what) &&
		    command.name != std::string("--") + option.known.name)
			names.push_back(command.name);
	for (size_t i = 0; i < names.size(); i++)
		text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
	return text;
}

static void refuse(const known_option &option, command what)
{
	std::string text = std::string("--") + option.known.name + " does not go with ";
	const std::string others = commands_of(option);

	for (const auto &command : command_names)
		if (command.what == what)
			text += command.name;
	throw std::runtime_error(text + (others.empty() ? "" : "; it belongs to " + others));
}

/* No option is silently ignored. Children get the options of their parent. */
static void check_together(const options &o, const std::vector<int> &letters)
{
	if (o.what == command::worker)
		return;
	for (int letter : letters) {
		const known_option &option = option_of(letter);

		if (!(option.commands & 1u << unsigned(o.what)))
			refuse(option, o.what);
	}
	if (o.what == command::sample && !o.patterns.empty())
		throw std::runtime_error("--sample names its operator itself; '" + o.patterns[0] +
					 "' is one more");
	if (o.what == command::files && !o.patterns.empty())
		throw std::runtime_error("--files is for all lines, not for '" + o.patterns[0] +
					 "' alone");
	if (o.record &&
	    (o.quick || !o.patterns.empty() || !o.device.empty() || o.values || o.seconds))
		throw std::runtime_error("--record is for all samples of all operators");
	if (!o.load.empty() && o.device.empty())
		throw std::runtime_error("--load is for the library of a --device");
}

static void complete(options &o)
{
	if (o.timeout == 0)
		o.timeout = o.hostile ? 2 : 60;
	if (o.jobs == 0)
		o.jobs = int(std::max(1u, std::thread::hardware_concurrency()));
	if (o.api.empty())
		o.api = OPS_API;
	if (o.results.empty())
		o.results = o.folder.empty() ? OPS_RESULTS : o.folder + "/results.tsv";
	if (o.folder.empty())
		o.folder = OPS_FOLDER;
	/* Children work in another folder. */
	for (std::string *path : { &o.api, &o.folder, &o.results, &o.load })
		if (!path->empty())
			*path = std::filesystem::absolute(*path).string();
}

options read_options(int argc, char **argv)
{
	options o;
	std::vector<option> known;
	std::vector<int> letters;
	int letter;

	o.program = argv[0];
	o.arguments.assign(argv + 1, argv + argc);
	for (const auto &entry : known_options)
		known.push_back(entry.known);
	known.push_back({ nullptr, 0, nullptr, 0 });
	while ((letter = getopt_long(argc, argv, "hj:", known.data(), nullptr)) != -1) {
		take(o, letter);
		letters.push_back(letter);
	}
	o.patterns.assign(argv + optind, argv + argc);
	if (o.what == command::twin && o.hostile)
		o.what = command::hostile;
	check_together(o, letters);
	complete(o);
	return o;
}

} // namespace ops
