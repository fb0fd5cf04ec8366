/*
 * How similar two names are, to suggest one for another.
 */
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ct {

/* The number of letters to change, add or remove. */
size_t distance(const std::string &a, const std::string &b);

std::string in_small_letters(std::string text);

/* Those most similar to a name: at most three, the nearest first, none twice. */
class similar_names {
public:
	/* `letters` of the name are its own: if all of them change, another name is not similar. */
	similar_names(std::string name, size_t letters);

	/* `shown` is what is compared if it is empty. */
	void add(const std::string &compared, const std::string &shown = "");
	std::vector<std::string> found() const;

private:
	using similar_name = std::pair<size_t, std::string>;

	std::string name;
	size_t most;
	std::set<similar_name> similar;
};

} // namespace ct
