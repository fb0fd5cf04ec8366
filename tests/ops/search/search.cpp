#include "search/search.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

#include <unistd.h>

#include "catalogue.hpp"
#include "language/sample.hpp"
#include "search/searchers.hpp"

namespace ops {

/* Rounds of looking inside the samples found so far; each may find operators that call others. */
static const int rounds = 3;
/* The number of calls from which the search for an inner operator begins. */
static const size_t most_seeds = 24;

namespace {

using samples_by_op = std::map<std::string, std::vector<std::string>>;

class search_run {
public:
	explicit search_run(const options &options);
	int run();

private:
	using entries = std::vector<const operator_entry *>;

	bool is_searched(const operator_entry &entry) const;
	std::vector<search_job> run_jobs(const char *what, std::vector<search_job> jobs);
	void search_for(const char *what, const entries &operators);
	void look_inside();
	entries seen_inside();
	entries without_samples(bool functional) const;
	void share();
	void write(const std::string &path) const;
	void print_samples() const;
	void print_without(const operator_entry &entry, bool by_hand);
	void print_totals();

	const options &options_;
	catalogue catalogue_;
	entries operators_;
	sample_store by_hand_;
	samples_by_op found_;
	samples_by_op seeds_;
	std::set<std::string> shared_;      /* they accept a sibling's samples */
	std::set<std::string> looked_into_; /* samples */
	std::set<std::string> searched_again_;
	std::map<std::string, std::string> errors_;
	std::map<std::string, std::string> sibling_errors_;
	std::map<std::string, std::vector<std::string>> deaths_;
};

} // namespace

search_run::search_run(const options &options)
    : options_(options), catalogue_(options.api), operators_(catalogue_.matching(options.patterns))
{
	const std::string by_hand = options.folder + "/arguments.txt";

	if (catalogue_.fits_samples())
		by_hand_.read(by_hand);
	else
		by_hand_.read_what_fits(by_hand);
}

/* Whether libtorch calls the operator itself, with arguments that it has checked: other arguments
 * make it access foreign memory. */
static bool trusts_its_arguments(const std::string &op)
{
	return op[0] == '_' || op.find("backward") != op.npos;
}

/* Handwritten samples suffice if accepted arguments may still be invalid: sizes that nothing
 * checks, names of files that would be written to. */
bool search_run::is_searched(const operator_entry &entry) const
{
	if (!by_hand_.has_family_of(entry.name))
		return true;
	return !trusts_its_arguments(entry.name) && family_of(entry.name) != "from_file";
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
		std::vector<std::string> texts;
		for (const field_list &said : job.said)
			if (said[0] == "sample")
				texts.push_back(said.at(1));
			else
				errors_[op] = said.at(1);
		if (!texts.empty())
			found_[op] = texts;
	}
}

search_run::entries search_run::without_samples(bool functional) const
{
	entries result;

	for (const operator_entry *entry : operators_)
		if (is_functional(*entry) == functional && is_searched(*entry) &&
		    !found_.count(entry->name) && !shared_.count(entry->name))
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
		if (!found_.count(entry->name))
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

void search_run::print_without(const operator_entry &entry, bool by_hand)
{
	printf("without: %s%s%s: %s\n", entry.name.c_str(),
	       entry.has_cpu_kernel() ? "" : " (no kernel for the CPU)",
	       by_hand ? " (in arguments.txt)" : "", first_line_of(errors_[entry.name]).c_str());
	if (sibling_errors_.count(entry.name))
		printf("\twith a sibling's: %s\n",
		       first_line_of(sibling_errors_[entry.name]).c_str());
}

void search_run::print_totals()
{
	size_t found = 0, by_hand = 0, kernels = 0, with_kernel = 0;

	for (const operator_entry *entry : operators_) {
		bool has = found_.count(entry->name) || shared_.count(entry->name);
		bool written = !has && !by_hand_.of(entry->schema()).empty();
		found += has;
		by_hand += written;
		kernels += entry->has_cpu_kernel();
		with_kernel += (has || written) && entry->has_cpu_kernel();
		if (!has)
			print_without(*entry, written);
	}
	for (const auto &[op, deaths] : deaths_)
		printf("died: %s\n", deaths.front().c_str());
	printf("of %zu operators %zu accept what was found, %zu of them what a sibling accepts;\n"
	       "arguments.txt has some for %zu of the others;\n"
	       "with a kernel for the CPU: %zu of %zu\n",
	       operators_.size(), found, shared_.size(), by_hand, with_kernel, kernels);
}

/* Operators that others call, and that have no other samples. */
search_run::entries search_run::seen_inside()
{
	entries result;

	for (const operator_entry *entry : operators_) {
		bool inner = entry->name[0] == '_' ||
			     entry->name.find("backward") != std::string::npos ||
			     !found_.count(entry->name);
		if (inner && is_functional(*entry) && is_searched(*entry) &&
		    !seeds_[entry->name].empty() && searched_again_.insert(entry->name).second)
			result.push_back(entry);
	}
	return result;
}

int search_run::run()
{
	search_for("functional", without_samples(true));
	for (int round = 0; round < rounds; round++) {
		look_inside();
		search_for("seen inside", seen_inside());
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
