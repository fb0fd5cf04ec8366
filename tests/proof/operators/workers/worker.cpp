#include "workers/worker.hpp"

#include <iostream>
#include <set>

#include "call/device.hpp"
#include "workers/child.hpp"
#include "compare/dies.hpp"
#include "workers/forked.hpp"
#include "inputs/hostile.hpp"
#include "inputs/items.hpp"
#include "workers/lines.hpp"
#include "call/memory.hpp"
#include "compare/run.hpp"

/* Functions of LeakSanitizer, if it is used. */
extern "C" {
[[gnu::weak]] int __lsan_do_recoverable_leak_check();
}

namespace ops {

namespace {

std::string types_of(const api_function &function)
{
	std::string types;

	for (size_t i = 0; i < function.params_len; i++)
		types += std::string(function.params[i].type) + ",";
	return types;
}

/* Looking for leaks takes a second or two, too long to do for each operator. What a C function
 * leaks after an error depends on its parameters' types: the first operator represents all with the
 * same types. */
std::set<std::string> first_of_each_signature(const std::vector<const operator_entry *> &operators)
{
	std::set<std::string> types, names;

	for (const operator_entry *entry : operators)
		if (types.insert(types_of(*entry->function)).second)
			names.insert(entry->name);
	return names;
}

class worker {
public:
	explicit worker(const options &options)
	    : options_(options), catalogue_(options.api), store_(read_samples(options, catalogue_))
	{
		deaths_.read(options.folder + "/dies.txt", catalogue_.releases_of_deaths());
		ask_before_calling([this](const sample &sample, const c10::FunctionSchema &schema) {
			return may_call(sample, schema);
		});
		if (options.hostile && !options.quick && __lsan_do_recoverable_leak_check)
			looked_at_for_leaks_ = first_of_each_signature(
				catalogue_.matching(options.patterns));
	}

	void take(const field_list &job);
	void take_apart(const field_list &job);

private:
	void run_operator(const operator_entry &entry, long first);
	void run_item(const operator_entry &entry, const item &item, long index);
	void run_side(const std::string &side, const call_name &call);
	bool cannot_be_made(const sample &call, const c10::FunctionSchema &schema) const;
	bool may_call(const sample &sample, const c10::FunctionSchema &schema);
	std::vector<item> find_items(const operator_entry &entry);

	const options &options_;
	catalogue catalogue_;
	sample_store store_;
	deaths_list deaths_;
	std::set<std::string> avoided_; /* samples that must not be called to derive others */
	std::set<std::string> looked_at_for_leaks_;
};

} // namespace

static std::string letters_of(const item_result &result)
{
	return std::string(result.succeeded ? "s" : "") + (result.method ? "m" : "") +
	       (result.gradient ? "g" : "") + (result.refused ? "r" : "") +
	       (result.unstable ? "u" : "") + (result.on_device ? "d" : "");
}

/* Not every tensor can be on a device, and samples may be for another release. */
bool worker::cannot_be_made(const sample &call, const c10::FunctionSchema &schema) const
{
	if (!catalogue_.fits_samples() && !can_be_made(call, schema))
		return true;
	try {
		if (device_in_use())
			arguments_of(call, schema);
	} catch (const std::exception &) {
		return true;
	}
	return false;
}

void worker::run_item(const operator_entry &entry, const item &item, long index)
{
	const std::string number = std::to_string(index);
	item_result result;

	try {
		result = options_.hostile ? run_hostile(entry, item)
					  : run_twin(entry, item, options_.values);
	} catch (const std::exception &error) {
		if (cannot_be_made(item.call, entry.schema())) {
			say({ "unmade", number });
			return;
		}
		result.findings.push_back(std::string("it cannot be called: ") +
					  first_line(error.what()));
	}
	for (const std::string &text : result.findings)
		say({ "found", number, text });
	say({ "did", number, letters_of(result), result.error, result.optionals, result.dtype });
	if (result.is_fatal)
		say({ "restart" });
}

/* Samples and variations are derived by calling others, which libtorch must survive. */
bool worker::may_call(const sample &sample, const c10::FunctionSchema &schema)
{
	const std::string text = print_sample(sample, schema);

	if (deaths_.find(sample.op, text) != nullptr || avoided_.count(text))
		return false;
	say(with_call({ "at", "-1" }, { sample.op, text, text, {} }));
	return true;
}

std::vector<item> worker::find_items(const operator_entry &entry)
{
	say(with_call({ "at", "-1" }, { entry.name, "finding what to call it with", "", {} }));
	try {
		return items_of(entry, store_, options_);
	} catch (const std::exception &error) {
		say({ "found", "-1", first_line(error.what()) });
		return {};
	}
}

/* In a copy, which ends without the final check of a sanitizer. */
static void look_for_leaks(const operator_entry &entry)
{
	constexpr int seconds = 60;

	say(with_call({ "at", "-1" }, { entry.name, "looking for leaks", "", {} }));
	set_clock(seconds);
	if (__lsan_do_recoverable_leak_check() != 0)
		say({ "found", "-1",
		      "a call leaks memory; LSAN_OPTIONS=log_path=FILE test_ops --hostile " +
			      entry.name + " writes which, into FILE.PROCESS" });
}

void worker::run_operator(const operator_entry &entry, long first)
{
	const std::vector<item> items = find_items(entry);

	for (size_t i = size_t(first); i < items.size(); i++) {
		const std::string number = std::to_string(i);
		const call_name call = name_of(items[i], entry);

		if (const known_death *death = deaths_.find(entry.name, call.label)) {
			say(with_call({ "listed", number, death->how }, call));
			continue;
		}
		say(with_call({ "at", number }, call));
		if (options_.hostile)
			set_clock(options_.timeout);
		run_item(entry, items[i], long(i));
	}
	if (looked_at_for_leaks_.count(entry.name))
		look_for_leaks(entry);
}

void worker::run_side(const std::string &side, const call_name &call)
{
	const operator_entry &entry = catalogue_.find(call.op);
	item item;

	item.call = parse_sample(call.text, entry.schema());
	item.edits = call.edits;
	if (options_.hostile)
		set_clock(options_.timeout);
	try {
		run_alone(entry, item, side, options_.hostile);
	} catch (const std::exception &error) {
		say({ "found", "0", first_line(error.what()) });
	}
}

/* Releasing the arguments is part of the job: broken ones can be fatal there, too. */
void worker::take(const field_list &job)
{
	avoided_.clear();
	if (job[0] == "operator") {
		avoided_.insert(job.begin() + 3, job.end());
		run_operator(catalogue_.find(job.at(1)), std::stol(job.at(2)));
	} else {
		run_side(job.at(1), call_of(job, 2));
	}
	say({ "end" });
}

/* Hostile arguments: damage to the memory of a process must not affect the calls of other
 * operators, and a fatal call must not cost much. */
void worker::take_apart(const field_list &job)
{
	const std::string how = do_forked([&] { take(job); });

	if (!how.empty())
		say({ "died", how });
}

int run_worker(const options &options)
{
	std::string line;

	end_with_parent();
	if (options.hostile)
		bear_hostile_arguments();
	if (!options.device.empty())
		use_device(options.device, options.load);
	make_libtorch_repeatable();

	worker worker(options);

	leave_for_scratch_folder();
	say({ "ready" });
	while (std::getline(std::cin, line))
		if (options.hostile)
			worker.take_apart(split_fields(line));
		else
			worker.take(split_fields(line));
	return 0;
}

} // namespace ops
