#include "compare/results.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include <c10/util/StringUtil.h>

#include "workers/lines.hpp"

namespace ops {

static const char release_mark[] = "# release ";
static const char no_dtypes[] = "-";

std::string join_dtypes(const std::set<std::string> &dtypes)
{
	return dtypes.empty() ? no_dtypes : c10::Join(",", dtypes);
}

std::set<std::string> split_dtypes(const std::string &text)
{
	std::istringstream in(text == no_dtypes ? "" : text);
	std::set<std::string> dtypes;

	for (std::string dtype; std::getline(in, dtype, ',');)
		dtypes.insert(dtype);
	return dtypes;
}

static void read_row(const std::string &line, results_table &table)
{
	const field_list fields = split_fields(line);

	if (fields.size() != 7)
		throw std::runtime_error(
			"seven fields with tabs between them are expected: operator, "
			"calls, outcome, gradient, dtypes, optionals, reason");
	if (!table.rows
		     .emplace(fields[0], result_row{ fields[1], fields[2], fields[3], fields[4],
						     fields[5], fields[6] })
		     .second)
		throw std::runtime_error(fields[0] + " occurs twice");
}

results_table read_results(const std::string &path)
{
	std::ifstream in(path);
	std::string line;
	results_table table;

	if (!in)
		throw std::runtime_error(path + " cannot be read; to write it: cmake --build "
						"build/release --target update-operators");
	for (size_t number = 1; std::getline(in, line); number++) {
		if (line.rfind(release_mark, 0) == 0)
			table.release = line.substr(sizeof release_mark - 1);
		if (line.empty() || line[0] == '#')
			continue;
		try {
			read_row(line, table);
		} catch (const std::runtime_error &error) {
			throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
						 error.what());
		}
	}
	return table;
}

void write_results(const std::string &path, const results_table &table)
{
	std::ofstream out(path);

	out << "# What became of each operator in the tests. Written by: cmake --build build/release "
	       "--target update-operators\n"
	    << release_mark << table.release << "\n"
	    << "# operator\tcalls\toutcome\tgradient\tdtypes\toptionals\treason\n";
	for (const auto &[name, row] : table.rows)
		out << join_fields({ name, row.calls, row.outcome, row.gradient, row.dtypes,
				     row.optionals, row.reason })
		    << "\n";
	if (!out.flush())
		throw std::runtime_error(path + " cannot be written");
}

} // namespace ops
