#include "workers/threads.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include <ctorch/core/memory.h>

#include "call/caller.hpp"
#include "catalogue.hpp"
#include "compare/compare.hpp"
#include "compare/dies.hpp"
#include "inputs/items.hpp"
#include "call/memory.hpp"
#include "compare/tensors.hpp"
#include "workers/under_way.hpp"

namespace ops {

namespace {

/* One list of arguments, and what libtorch did with it in a single thread. */
struct planned_call {
	const operator_entry *entry;
	item call;
	std::string again; /* the command that makes only this call */
	bool random;       /* all threads draw from one sequence of numbers */
	bool sharable;     /* nothing is written to */
	std::vector<c10::IValue> expected_arguments;
	outcome expected;
	std::vector<c10::IValue> shared;
	std::vector<size_t> references;
};

using call_list = std::vector<std::unique_ptr<planned_call>>;

/* All tensors of these exist at the same time, in their own pages (guard.cpp), of which a process
 * may have some tens of thousands. */
const size_t operators_at_once = 500;

const int most_repeats = 20;

struct tally {
	std::atomic<size_t> calls = 0, errors = 0, findings = 0;
	std::atomic<size_t> unsteady = 0; /* libtorch itself gives another answer in a thread */
};

class crowd {
public:
	crowd(const options &options, const call_list &plan, FILE *out, tally &tally)
	    : options_(options), plan_(plan), out_(out), tally_(tally)
	{
	}

	void run();

private:
	void work(size_t number);
	void call(planned_call &planned, const std::vector<c10::IValue> &arguments,
		  const char *whose);
	std::vector<std::string> compare(const planned_call &planned,
					 const std::vector<c10::IValue> &arguments,
					 const outcome &got) const;
	bool is_unsteady(const planned_call &planned) const;
	void find(const planned_call &planned, const std::string &text);
	void check_what_is_left(int64_t handles_before);

	const options &options_;
	const call_list &plan_;
	FILE *out_;
	std::mutex mutex_; /* for the output, of which there is none without findings */
	tally &tally_;
};

} // namespace

/* --- The plan --------------------------------------------------------------------------------- */

static bool writes(const c10::FunctionSchema &schema)
{
	for (const c10::Argument &argument : schema.arguments())
		if (argument.alias_info() != nullptr && argument.alias_info()->isWrite())
			return true;
	return false;
}

static bool takes_generator(const std::vector<c10::IValue> &arguments)
{
	for (const c10::IValue &argument : arguments)
		if (argument.isGenerator())
			return true;
	return false;
}

/* Some write to arguments that their schema does not mark as written: batch_norm to its
 * statistics. */
static bool are_changed(const planned_call &planned)
{
	const std::vector<c10::IValue> fresh = make_arguments(planned.call.call,
							      planned.entry->schema());

	return !differences({ fresh, {} }, { planned.expected_arguments, {} }).empty();
}

static std::unique_ptr<planned_call> plan_call(const operator_entry &entry, item item,
					       const options &options)
{
	auto planned = std::make_unique<planned_call>();
	const c10::FunctionSchema &schema = entry.schema();

	planned->entry = &entry;
	planned->call = std::move(item);
	planned->again = rerun_command(options, name_of(planned->call, entry));
	note_call(planned->again.c_str());
	planned->expected_arguments = make_arguments(planned->call.call, schema);
	planned->random = entry.has_tag(at::Tag::nondeterministic_seeded);
	planned->expected = call_at(entry.handle, planned->expected_arguments);
	planned->sharable = !writes(schema) && !takes_generator(planned->expected_arguments) &&
			    !are_changed(*planned);
	if (planned->sharable)
		planned->shared = make_arguments(planned->call.call, schema);
	planned->references = reference_counts(planned->shared);
	note_call(nullptr);
	return planned;
}

using operator_list = std::vector<const operator_entry *>;

static call_list make_plan(const options &options, const sample_store &store,
			   const deaths_list &deaths, const operator_list &operators)
{
	const size_t most = options.quick ? 2 : 6;
	call_list plan;

	deaths.keep_from_calling();
	for (const operator_entry *entry : operators) {
		std::vector<item> items = items_of(*entry, store, options);

		for (size_t i = 0; i < std::min(items.size(), most); i++)
			if (!deaths.find(entry->name, name_of(items[i], *entry).label))
				plan.push_back(plan_call(*entry, std::move(items[i]), options));
	}
	ask_before_calling(nullptr);
	return plan;
}

static std::vector<operator_list> portions_of(const operator_list &operators)
{
	std::vector<operator_list> portions;

	for (size_t i = 0; i < operators.size(); i += operators_at_once)
		portions.emplace_back(operators.begin() + i,
				      operators.begin() +
					      std::min(i + operators_at_once, operators.size()));
	return portions;
}

/* --- A thread --------------------------------------------------------------------------------- */

void crowd::find(const planned_call &planned, const std::string &text)
{
	const std::lock_guard<std::mutex> lock(mutex_);

	tally_.findings++;
	fprintf(out_, "%s: %s\n    again, in one thread: %s\n", planned.entry->name.c_str(),
		text.c_str(), planned.again.c_str());
}

/* Compares with what libtorch did in a single thread. */
std::vector<std::string> crowd::compare(const planned_call &planned,
					const std::vector<c10::IValue> &arguments,
					const outcome &got) const
{
	const auto differences_of = planned.random ? differences_but_values : differences;
	std::vector<std::string> texts = differences_of(
		{ planned.expected_arguments, planned.expected }, { arguments, got });

	/* Other threads hold some, too, while they compare. */
	texts.erase(std::remove_if(texts.begin(), texts.end(),
				   [](const std::string &text) {
					   return text.rfind("references", 0) == 0;
				   }),
		    texts.end());
	return texts;
}

/* MKL's last bit depends on the addresses of its own memory, so this calls C++ alone several
 * times. */
bool crowd::is_unsteady(const planned_call &planned) const
{
	for (int i = 0; i < most_repeats; i++) {
		std::vector<c10::IValue> arguments = make_arguments(planned.call.call,
								    planned.entry->schema());
		const outcome again = call_at(planned.entry->handle, arguments);

		if (!compare(planned, arguments, again).empty())
			return true;
	}
	return false;
}

void crowd::call(planned_call &planned, const std::vector<c10::IValue> &arguments,
		 const char *whose)
{
	const outcome got = call_c(*planned.entry->function, false, arguments);

	tally_.calls++;
	tally_.errors += !got.error.empty();

	const std::vector<std::string> texts = compare(planned, arguments, got);

	if (!texts.empty() && is_unsteady(planned)) {
		tally_.unsteady++;
		return;
	}
	for (const std::string &text : texts)
		find(planned, whose + text);
}

/* Every thread begins at another place and takes another order, so that each call meets different
 * ones. */
void crowd::work(size_t number)
{
	const size_t n = plan_.size();

	silence_warnings();
	for (size_t i = 0; i < n; i++) {
		const size_t step = number % 2 ? n - 1 - i : i;
		planned_call &planned = *plan_[(step + number * n / size_t(options_.threads)) % n];

		note_call(planned.again.c_str());
		try {
			call(planned, make_arguments(planned.call.call, planned.entry->schema()),
			     "with tensors of its own: ");
			if (planned.sharable)
				call(planned, planned.shared, "with shared tensors: ");
		} catch (const std::exception &error) {
			find(planned, error.what());
		}
	}
	note_call(nullptr);
}

/* --- Afterwards ------------------------------------------------------------------------------- */

void crowd::check_what_is_left(int64_t handles_before)
{
	const int64_t handles = ct_memory_handle_count();

	if (handles != handles_before) {
		tally_.findings++;
		fprintf(out_, "%lld handles before, %lld afterwards\n", (long long)handles_before,
			(long long)handles);
	}
	for (const auto &planned : plan_)
		if (reference_counts(planned->shared) != planned->references)
			find(*planned, "references to shared tensors are left");
}

void crowd::run()
{
	std::vector<std::thread> threads;
	const int64_t handles = ct_memory_handle_count();

	for (size_t i = 0; i < size_t(options_.threads); i++)
		threads.emplace_back([this, i] { work(i); });
	for (std::thread &thread : threads)
		thread.join();
	check_what_is_left(handles);
}

/* Discards the output of operators such as _print from now on. Returns the old stdout. */
static FILE *keep_stdout()
{
	const int copy = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
	FILE *out = copy < 0 ? nullptr : fdopen(copy, "w");

	if (out == nullptr || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
		throw std::runtime_error(std::string("stdout cannot be kept: ") + strerror(errno));
	close(nowhere);
	setvbuf(out, nullptr, _IOLBF, BUFSIZ);
	return out;
}

int run_threads(const options &options)
{
	FILE *out = keep_stdout();

	make_libtorch_repeatable();
	tell_calls_of_crash();

	const catalogue catalogue(options.api);
	const sample_store store = read_samples(options, catalogue);
	deaths_list deaths;
	tally tally;

	deaths.read(options.folder + "/dies.txt", catalogue.releases_of_deaths());
	for (const operator_list &portion : portions_of(catalogue.matching(options.patterns)))
		crowd(options, make_plan(options, store, deaths, portion), out, tally).run();
	fprintf(out,
		"%d threads, %zu calls, %zu errors among them, %zu that libtorch itself answers "
		"otherwise in a thread, %zu findings\n",
		options.threads, tally.calls.load(), tally.errors.load(), tally.unsteady.load(),
		tally.findings.load());
	fclose(out);
	return tally.findings ? 1 : 0;
}

} // namespace ops
