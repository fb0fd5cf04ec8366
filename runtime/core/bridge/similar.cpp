/*
 * The distance of two names, and the nearest names: see similar.hpp.
 */
#include "core/bridge/similar.hpp"

#include <algorithm>
#include <cctype>

#include "core/bridge/similar.h"

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

similar_names::similar_names(std::string name_, size_t letters)
    : name(std::move(name_)), most(std::min(2 + name.size() / 6, letters))
{
}

void similar_names::add(const std::string &compared, const std::string &shown)
{
	const size_t longer = std::max(compared.size(), name.size());

	if (longer - std::min(compared.size(), name.size()) > most)
		return;
	const size_t far = distance(name, compared);
	if (far <= most)
		similar.insert({ far, shown.empty() ? compared : shown });
}

std::vector<std::string> similar_names::found() const
{
	std::vector<std::string> names;

	for (const similar_name &one : similar)
		if (names.size() < 3 && one.first <= similar.begin()->first + 1)
			names.push_back(one.second);
	return names;
}

std::string in_small_letters(std::string text)
{
	for (char &c : text)
		c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
	return text;
}

} // namespace ct

void ct_similar_names(const char *asked, const char *const *names, size_t names_len,
		      const char *lister, struct ct_text *text) noexcept
try {
	const std::string name = ct::in_small_letters(asked);
	ct::similar_names similar(name, name.size());
	const char *between = "; similar names are: ";

	for (size_t i = 0; i < names_len; i++)
		similar.add(ct::in_small_letters(names[i]), names[i]);
	for (const std::string &one : similar.found()) {
		ct_text_add(text, between);
		ct_text_add(text, one.c_str());
		between = ", ";
	}
	if (similar.found().empty())
		ct_text_addf(text, " (%s() lists all)", lister);
} catch (...) {
	/* There is no memory for suggestions. */
}
