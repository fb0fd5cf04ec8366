#include "search.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

#include <unistd.h>

#include "catalogue.hpp"
#include "sample.hpp"
#include "searchers.hpp"

namespace ops {

/* Rounds of looking inside what was found, each of which may find operators that more are in. */
static const int rounds = 3;
/* Calls that the search for an inner operator begins from. */
static const size_t most_seeds = 24;

namespace {

using samples_by_op = std::map<std::string, std::vector<std::string>>;

class search_run {
public:
	explicit search_run(const options &options);
	int run();

private:
	using entries = std::vector<const operator_entry *>;

	std::vector<search_job> run_jobs(const char *what, std::vector<search_job> jobs);
	void search_for(const char *what, const entries &operators);
	void look_inside();
	entries without_samples(bool functional) const;
	void share();
	void write(const std::string &path) const;
	void print_samples() const;
	void print_totals();

	const options &options_;
	catalogue catalogue_;
	entries operators_;
	samples_by_op found_;
	samples_by_op seeds_;
	std::set<std::string> shared_;      /* they accept what a sibling accepts */
	std::set<std::string> looked_into_; /* samples */
	std::map<std::string, std::string> errors_;
	std::map<std::string, std::string> sibling_errors_;
	std::map<std::string, std::vector<std::string>> deaths_;
};

} // namespace

/* What is made by hand suffices where arguments that are merely accepted are none: sizes that
 * nobody checks, names of files that would be written to. */
static bool is_searched(const operator_entry &entry, const sample_store &by_hand)
{
	if (!by_hand.has_family_of(entry.name))
		return true;
	return !trusts_its_arguments(entry.name) && family_of(entry.name) != "from_file";
}

search_run::search_run(const options &options) : options_(options), catalogue_(options.api)
{
	sample_store by_hand;

	by_hand.read(options.folder + "/arguments.txt");
	for (const operator_entry *entry : catalogue_.matching(options.patterns))
		if (is_searched(*entry, by_hand))
			operators_.push_back(entry);
}

static bool is_functional(const operator_entry &entry)
{
	const std::string kind = entry.function->kind;

	return kind == "functional" || kind == "mutable";
}

std::vector<search_job> search_run::run_jobs(const char *what, std::vector<search_job> jobs)
{
	const size_t all = jobs.size();
	const bool terminal = isatty(STDERR_FILENO);

	run_search_jobs(options_, jobs, [&](size_t done) {
		if (terminal || done % 100 == 0 || done == all)
			fprintf(stderr, "%s%s: %zu of %zu%s", terminal ? "\r" : "", what, done, all,
				terminal && done != all ? "" : "\n");
	});
	for (const search_job &job : jobs)
		for (const std::string &death : job.deaths)
			deaths_[job.line[1]].push_back(death);
	return jobs;
}

void search_run::search_for(const char *what, const entries &operators)
{
	std::vector<search_job> jobs;

	for (const operator_entry *entry : operators)
		jobs.push_back({ { "search", entry->name, std::to_string(options_.attempts) },
				 seeds_[entry->name],
				 {},
				 {} });
	for (const search_job &job : run_jobs(what, jobs)) {
		const std::string &op = job.line[1];
		for (const field_list &said : job.said)
			if (said[0] == "sample")
				found_[op].push_back(said.at(1));
			else
				errors_[op] = said.at(1);
	}
}

search_run::entries search_run::without_samples(bool functional) const
{
	entries result;

	for (const operator_entry *entry : operators_)
		if (is_functional(*entry) == functional && !found_.contains(entry->name) &&
		    !shared_.contains(entry->name))
			result.push_back(entry);
	return result;
}

void search_run::look_inside()
{
	std::vector<search_job> jobs;

	for (const auto &[op, texts] : found_)
		for (const std::string &text : texts)
			if (looked_into_.insert(text).second)
				jobs.push_back({ { "inside", op, text }, {}, {}, {} });
	for (const search_job &job : run_jobs("looking inside", jobs))
		for (const field_list &said : job.said) {
			if (said[0] != "inside")
				continue;
			std::vector<std::string> &seeds = seeds_[said.at(1)];
			if (seeds.size() < most_seeds &&
			    std::find(seeds.begin(), seeds.end(), said.at(2)) == seeds.end())
				seeds.push_back(said.at(2));
		}
}

void search_run::share()
{
	const std::string path = options_.found + ".part";
	std::vector<search_job> jobs;

	write(path);
	for (const operator_entry *entry : operators_)
		if (!found_.contains(entry->name))
			jobs.push_back({ { "shared", entry->name, path }, {}, {}, {} });
	for (const search_job &job : run_jobs("siblings", jobs))
		for (const field_list &said : job.said)
			if (said[0] == "sample")
				shared_.insert(job.line[1]);
			else if (!said.at(1).empty())
				sibling_errors_[job.line[1]] = said.at(1);
	remove(path.c_str());
}

/* ---- what it says ---- */

void search_run::write(const std::string &path) const
{
	std::ofstream file(path);

	file << "# Arguments that operators of libtorch " << catalogue_.release()
	     << " accept, found by test_ops --search from candidates.txt.\n"
		"# Not to be edited: what the search cannot find belongs into arguments.txt.\n\n";
	for (const auto &[op, texts] : found_)
		for (const std::string &text : texts)
			file << text << '\n';
	if (!file.flush())
		throw std::runtime_error(path + ": cannot be written");
}

void search_run::print_samples() const
{
	for (const auto &[op, texts] : found_)
		for (const std::string &text : texts)
			printf("%s\n", text.c_str());
}

static std::string first_line_of(const std::string &text)
{
	return text.substr(0, std::min<size_t>(text.find('\n'), 160));
}

void search_run::print_totals()
{
	size_t with = 0, with_kernel = 0, kernels = 0;

	for (const operator_entry *entry : operators_) {
		bool has = found_.contains(entry->name) || shared_.contains(entry->name);
		with += has;
		kernels += entry->has_cpu_kernel();
		with_kernel += has && entry->has_cpu_kernel();
	}
	for (const operator_entry *entry : operators_) {
		if (found_.contains(entry->name) || shared_.contains(entry->name))
			continue;
		printf("without: %s%s: %s\n", entry->name.c_str(),
		       entry->has_cpu_kernel() ? "" : " (no kernel for the CPU)",
		       first_line_of(errors_[entry->name]).c_str());
		if (sibling_errors_.contains(entry->name))
			printf("\twith a sibling's: %s\n",
			       first_line_of(sibling_errors_.at(entry->name)).c_str());
	}
	for (const auto &[op, deaths] : deaths_)
		printf("died: %s\n", deaths.front().c_str());
	printf("%zu of %zu operators have arguments that they accept (%zu by a sibling's);\n"
	       "of those with a kernel for the CPU %zu of %zu\n",
	       with, operators_.size(), shared_.size(), with_kernel, kernels);
}

int search_run::run()
{
	search_for("functional", without_samples(true));
	for (int round = 0; round < rounds; round++) {
		entries left;
		look_inside();
		for (const operator_entry *entry : without_samples(true))
			if (!seeds_[entry->name].empty())
				left.push_back(entry);
		if (left.empty())
			break;
		search_for("seen inside", left);
	}
	share();
	search_for("others", without_samples(false));
	if (options_.patterns.empty())
		write(options_.found);
	else
		print_samples();
	print_totals();
	return 0;
}

int search(const options &options)
{
	return search_run(options).run();
}

} // namespace ops
