#include "worker.hpp"

#include <iostream>

#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <csignal>
#include <sys/prctl.h>
#endif

#include "child.hpp"
#include "dies.hpp"
#include "items.hpp"
#include "lines.hpp"
#include "memory.hpp"
#include "run.hpp"

namespace ops {

namespace {

class worker {
public:
	explicit worker(const options &options)
	    : options_(options), catalogue_(options.api), store_(read_samples(options))
	{
		deaths_.read(options.folder + "/dies.txt", catalogue_.release());
	}

	void take(const field_list &job);

private:
	void run_operator(const operator_entry &entry, long first);
	void run_item(const operator_entry &entry, const item &item, long index);
	void run_side(const operator_entry &entry, long index, const std::string &side);

	const options &options_;
	catalogue catalogue_;
	sample_store store_;
	deaths_list deaths_;
};

} // namespace

static void say(const field_list &fields)
{
	const std::string line = join_fields(fields) + "\n";

	for (size_t done = 0; done < line.size();) {
		const ssize_t n = write(CHILD_REPORTS, line.data() + done, line.size() - done);

		if (n <= 0)
			_exit(0); /* nobody listens any more */
		done += size_t(n);
	}
}

static std::string letters_of(const item_result &result)
{
	return std::string(result.succeeded ? "s" : "") + (result.method ? "m" : "") +
	       (result.gradient ? "g" : "") + (result.refused ? "r" : "") +
	       (result.unstable ? "u" : "");
}

void worker::run_item(const operator_entry &entry, const item &item, long index)
{
	const std::string number = std::to_string(index);
	item_result result;

	try {
		result = options_.hostile ? run_hostile(entry, item) : run_twin(entry, item);
	} catch (const std::exception &error) {
		result.findings.push_back(std::string("it cannot be called: ") +
					  first_line(error.what()));
	}
	for (const std::string &text : result.findings)
		say({ "found", number, text });
	say({ "did", number, letters_of(result), result.error, result.optionals });
}

void worker::run_operator(const operator_entry &entry, long first)
{
	std::vector<item> items;

	say({ "at", "-1", "finding what to call it with", "" });
	try {
		items = items_of(entry, store_, options_);
	} catch (const std::exception &error) {
		say({ "found", "-1", first_line(error.what()) });
	}
	for (size_t i = size_t(first); i < items.size(); i++) {
		const std::string label = label_of(items[i], entry.schema());

		if (const known_death *death = deaths_.find(entry.name, label)) {
			say({ "listed", std::to_string(i), label, death->how });
			continue;
		}
		say({ "at", std::to_string(i), label,
		      rerun_command(options_, items[i], entry.schema()) });
		run_item(entry, items[i], long(i));
	}
	say({ "end", std::to_string(items.size()) });
}

void worker::run_side(const operator_entry &entry, long index, const std::string &side)
{
	const std::vector<item> items = items_of(entry, store_, options_);
	const item &item = items.at(size_t(index));

	say({ "at", std::to_string(index), label_of(item, entry.schema()),
	      rerun_command(options_, item, entry.schema()) });
	try {
		run_alone(entry, item, side);
	} catch (const std::exception &error) {
		say({ "found", std::to_string(index), first_line(error.what()) });
	}
	say({ "end", std::to_string(items.size()) });
}

void worker::take(const field_list &job)
{
	const operator_entry &entry = catalogue_.find(job.at(1));

	if (job[0] == "operator")
		run_operator(entry, std::stol(job.at(2)));
	else
		run_side(entry, std::stol(job.at(2)), job.at(3));
}

/* It ends with its parent, and a crash of it leaves no file. */
static void be_a_child()
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

int run_worker(const options &options)
{
	std::string line;

	be_a_child();
	make_libtorch_repeatable();

	worker worker(options);

	say({ "ready" });
	while (std::getline(std::cin, line))
		worker.take(split_fields(line));
	return 0;
}

} // namespace ops
