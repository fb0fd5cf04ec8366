/*
 * operator_history.tsv: the operators of each release.
 */
#ifndef OPS_HISTORY_HPP
#define OPS_HISTORY_HPP

#include <map>
#include <string>
#include <vector>

namespace ops {

class history {
public:
	/* Throws std::runtime_error. */
	explicit history(const std::string &path);
	bool has_release(const std::string &release) const;
	/* In any release; in the given one. */
	bool has(const std::string &op) const { return spans_.count(op) != 0; }
	bool has(const std::string &op, const std::string &release) const;

private:
	struct span {
		size_t first, last; /* of releases_ */
	};
	size_t place_of(const std::string &release) const;

	std::vector<std::string> releases_; /* from the earliest on */
	std::multimap<std::string, span> spans_;
};

} // namespace ops

#endif
