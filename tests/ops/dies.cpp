#include "dies.hpp"

#include "sample.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace ops {

/* Tabs part the fields. */
static known_death read_death(const std::string &line)
{
	known_death death = {};
	std::istringstream in(line);

	for (std::string *field :
	     { &death.date, &death.release, &death.how, &death.op, &death.what })
		if (!std::getline(in, *field, '\t') || field->empty())
			throw std::runtime_error("five fields with tabs between them are expected: "
						 "date, release, how, operator, what");
	return death;
}

void deaths_list::read(const std::string &path, const std::set<std::string> &releases)
{
	std::ifstream in(path);
	std::string line;

	if (!in)
		throw std::runtime_error(path + " cannot be read");
	for (size_t number = 1; std::getline(in, line); number++) {
		if (line.empty() || line[0] == '#')
			continue;
		try {
			known_death death = read_death(line);

			death.line = number;
			if (!releases.count(death.release))
				continue;
			by_operator_[death.op].push_back(deaths_.size());
			deaths_.push_back(death);
		} catch (const std::runtime_error &error) {
			throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
						 error.what());
		}
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

/* The file's lines that are no entries; the entries into a list of their own, but for some. */
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
