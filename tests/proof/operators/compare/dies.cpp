#include "compare/dies.hpp"

#include "workers/child.hpp"
#include "language/sample.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace ops {

/* "2026-11-22", an existing day. */
static bool is_date(const std::string &text)
{
	tm day = {};
	char again[16];

	if (strptime(text.c_str(), "%Y-%m-%d", &day) == nullptr || timegm(&day) < 0)
		return false;
	strftime(again, sizeof again, "%Y-%m-%d", &day);
	return text == again;
}

/* "2.15.0" */
static bool is_release(const std::string &text)
{
	unsigned major, minor, patch;
	char again[40];

	if (sscanf(text.c_str(), "%u.%u.%u", &major, &minor, &patch) != 3)
		return false;
	snprintf(again, sizeof again, "%u.%u.%u", major, minor, patch);
	return text == again;
}

/* One or several ways in which a child can end, or one that marks a call as not made. */
static bool is_way_to_end(const std::string &text)
{
	std::istringstream in(text);
	std::string way;

	if (!is_made(text))
		return true;
	while (std::getline(in, way, '/'))
		if (!is_status_text(way))
			return false;
	return text.back() != '/';
}

static void check_death(const known_death &death)
{
	if (!is_date(death.date))
		throw std::runtime_error("'" + death.date + "' is no date; 2026-11-22 is one");
	if (!is_release(death.release))
		throw std::runtime_error("'" + death.release + "' is no release; 2.15.0 is one");
	if (!is_way_to_end(death.how))
		throw std::runtime_error("'" + death.how + "' is no way in which a call ends; " +
					 "SIGSEGV, SIGABRT/SIGFPE, hangs, corrupts, strays are");
}

/* Tabs separate the fields. */
static known_death read_death(const std::string &line)
{
	known_death death = {};
	std::istringstream in(line);

	for (std::string *field :
	     { &death.date, &death.release, &death.how, &death.op, &death.what })
		if (!std::getline(in, *field, '\t') || field->empty())
			throw std::runtime_error("five fields with tabs between them are expected: "
						 "date, release, how, operator, what");
	check_death(death);
	return death;
}

std::vector<known_death> read_deaths(const std::string &path)
{
	std::ifstream in(path);
	std::vector<known_death> deaths;
	std::string line;

	if (!in)
		throw std::runtime_error(path + " cannot be read");
	for (size_t number = 1; std::getline(in, line); number++) {
		if (line.empty() || line[0] == '#')
			continue;
		try {
			deaths.push_back(read_death(line));
			deaths.back().line = number;
		} catch (const std::runtime_error &error) {
			throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
						 error.what());
		}
	}
	return deaths;
}

void deaths_list::read(const std::string &path, const std::set<std::string> &releases)
{
	for (known_death &death : read_deaths(path)) {
		if (!releases.count(death.release))
			continue;
		by_operator_[death.op].push_back(deaths_.size());
		deaths_.push_back(std::move(death));
	}
}

const known_death *deaths_list::find(const std::string &op, const std::string &what) const
{
	const auto found = by_operator_.find(op);

	if (found == by_operator_.end())
		return nullptr;
	for (size_t i : found->second)
		if (deaths_[i].what == what)
			return &deaths_[i];
	return nullptr;
}

void deaths_list::keep_from_calling() const
{
	ask_before_calling([this](const sample &sample, const c10::FunctionSchema &schema) {
		return find(sample.op, print_sample(sample, schema)) == nullptr;
	});
}

static std::string today()
{
	const time_t now = time(nullptr);
	char text[16];

	strftime(text, sizeof text, "%Y-%m-%d", gmtime(&now));
	return text;
}

static std::string line_of(const known_death &death)
{
	return death.date + "\t" + death.release + "\t" + death.how + "\t" + death.op + "\t" +
	       death.what;
}

/* Returns the lines that are not entries; the entries, except for some, go into a separate list. */
static std::vector<std::string> split_file(const std::string &path, const std::set<size_t> &gone,
					   std::vector<known_death> &entries)
{
	std::ifstream in(path);
	std::vector<std::string> others;
	std::string line;

	for (size_t number = 1; std::getline(in, line); number++) {
		if (line.empty() || line[0] == '#')
			others.push_back(line);
		else if (!gone.count(number))
			entries.push_back(read_death(line));
	}
	return others;
}

void update_deaths(const std::string &path, const std::string &release,
		   const std::set<size_t> &gone, const std::vector<known_death> &further)
{
	std::vector<known_death> entries;
	const std::vector<std::string> others = split_file(path, gone, entries);
	std::ofstream out(path);

	for (known_death death : further) {
		death.date = today();
		death.release = release;
		entries.push_back(death);
	}
	std::sort(entries.begin(), entries.end(), [](const known_death &a, const known_death &b) {
		return std::tie(a.op, a.what, a.release) < std::tie(b.op, b.what, b.release);
	});
	for (const std::string &line : others)
		out << line << "\n";
	for (const known_death &death : entries)
		out << line_of(death) << "\n";
	if (!out.flush())
		throw std::runtime_error(path + " cannot be written");
}

bool is_made(const std::string &how)
{
	return how != call_corrupts && how != call_strays;
}

bool is_hostile(const known_death &death)
{
	return death.what.rfind(death.op + "(", 0) != 0;
}

bool is_expected(const known_death &death, const std::string &how)
{
	return !how.empty() && ("/" + death.how + "/").find("/" + how + "/") != std::string::npos;
}

std::string either_way(const std::string &how, const std::string &other)
{
	std::set<std::string> ways;

	for (const std::string &one : { how, other }) {
		std::istringstream in(one);
		std::string way;

		while (std::getline(in, way, '/'))
			ways.insert(way);
	}

	std::string text;

	for (const std::string &way : ways)
		text += (text.empty() ? "" : "/") + way;
	return text;
}

} // namespace ops
