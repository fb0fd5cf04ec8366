#include "history.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ops {

size_t history::place_of(const std::string &release) const
{
	return size_t(std::find(releases_.begin(), releases_.end(), release) - releases_.begin());
}

history::history(const std::string &path)
{
	static const std::string head = "# releases:";
	std::ifstream in(path);
	std::string line, op, first, last;

	while (std::getline(in, line)) {
		std::istringstream fields(line.rfind(head, 0) == 0 ? line.substr(head.size())
								   : line);

		if (line.rfind(head, 0) == 0)
			while (fields >> first)
				releases_.push_back(first);
		else if (line[0] != '#' && fields >> op >> first >> last)
			spans_.insert({ op, { place_of(first), place_of(last) } });
	}
	if (spans_.empty())
		throw std::runtime_error(path + " has no operators");
}

bool history::has_release(const std::string &release) const
{
	return place_of(release) < releases_.size();
}

/* "-", which means until today, comes after all of them. */
bool history::has(const std::string &op, const std::string &release) const
{
	const size_t place = place_of(release);
	const auto [from, to] = spans_.equal_range(op);

	return has_release(release) && std::any_of(from, to, [&](const auto &known) {
		       return known.second.first <= place && place <= known.second.last;
	       });
}

} // namespace ops
