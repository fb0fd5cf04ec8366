#include "search/searcher.hpp"

#include <iostream>
#include <memory>

#include "call/caller.hpp"
#include "catalogue.hpp"
#include "workers/child.hpp"
#include "search/explore.hpp"
#include "search/harvest.hpp"
#include "workers/lines.hpp"
#include "call/memory.hpp"

namespace ops {

namespace {

class searcher {
public:
	explicit searcher(const options &options)
	    : catalogue_(options.api), rules_(read_candidates(options.folder + "/candidates.txt"))
	{
	}

	void take(const field_list &line);

private:
	void search(const operator_entry &entry, size_t attempts);
	void share(const operator_entry &entry, const std::string &file);
	void look_inside(const operator_entry &entry, const std::string &text);

	catalogue catalogue_;
	std::vector<candidate_rule> rules_;
	std::unique_ptr<sample_store> store_;
	std::set<std::string> deadly_;
	std::vector<std::string> seeds_;
};

} // namespace

void searcher::search(const operator_entry &entry, size_t attempts)
{
	explorer explorer(
		entry.handle, rules_,
		[](const std::string &text) {
			say({ "at", text });
		},
		deadly_);

	for (const std::string &seed : seeds_)
		explorer.add_seed(seed);
	exploration result = explorer.run(attempts);
	for (const std::string &text : result.samples)
		say({ "sample", text });
	say({ "end", result.error });
}

/* One accepted sample is enough. */
void searcher::share(const operator_entry &entry, const std::string &file)
{
	std::string error;

	if (store_ == nullptr) {
		store_ = std::make_unique<sample_store>();
		store_->read(file);
	}
	say({ "at", "making arguments" });
	for (const sample &sample : store_->of(entry.schema())) {
		std::string text = print_sample(sample, entry.schema());
		if (deadly_.count(text))
			continue;
		say({ "at", text });
		error = error_of([&] {
			outcome result = call_at(entry.handle,
						 make_arguments(sample, entry.schema()));
			if (!result.error.empty())
				throw std::runtime_error(result.error);
		});
		if (error.empty()) {
			say({ "sample", text });
			break;
		}
	}
	say({ "end", error });
}

void searcher::look_inside(const operator_entry &entry, const std::string &text)
{
	say({ "at", text });
	if (!deadly_.count(text))
		for (const std::string &call :
		     calls_inside(entry.handle, parse_sample(text, entry.schema())))
			say({ "inside", call.substr(0, call.find('(')), call });
	say({ "end", "" });
}

void searcher::take(const field_list &line)
{
	if (line[0] == "deadly") {
		deadly_.insert(line.at(1));
		return;
	}
	if (line[0] == "seed") {
		seeds_.push_back(line.at(1));
		return;
	}

	const operator_entry &entry = catalogue_.find(line.at(1));
	if (line[0] == "search")
		search(entry, std::stoul(line.at(2)));
	else if (line[0] == "shared")
		share(entry, line.at(2));
	else
		look_inside(entry, line.at(2));
	deadly_.clear();
	seeds_.clear();
}

int run_searcher(const options &options)
{
	std::string line;

	make_libtorch_repeatable();
	searcher searcher(options);
	leave_for_scratch_folder();
	say({ "ready" });
	while (std::getline(std::cin, line))
		searcher.take(split_fields(line));
	return 0;
}

} // namespace ops
