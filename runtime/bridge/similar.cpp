/*
 * The distance of two names: see similar.hpp.
 */
#include "bridge/similar.hpp"

#include <algorithm>
#include <vector>

namespace ct {

size_t distance(const std::string &a, const std::string &b)
{
	std::vector<size_t> row(b.size() + 1);

	for (size_t j = 0; j <= b.size(); j++)
		row[j] = j;
	for (size_t i = 1; i <= a.size(); i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= b.size(); j++) {
			size_t changed = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = std::min({ changed, row[j] + 1, row[j - 1] + 1 });
		}
	}
	return row[b.size()];
}

} // namespace ct
