/*
 * dies.txt: calls that libtorch itself does not survive.
 */
#ifndef OPS_DIES_HPP
#define OPS_DIES_HPP

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ops {

/* Values of `how` for a call that writes to, or returns what it read from, memory that does not
 * belong to it: the effect is unpredictable, so the call is not made at all. */
inline const char call_corrupts[] = "corrupts", call_strays[] = "strays";

struct known_death {
	std::string date;    /* "2026-11-21" */
	std::string release; /* "2.15.0" */
	std::string how;     /* "SIGSEGV", "hangs", "SIGABRT/SIGSEGV", "corrupts" */
	std::string op;      /* "embedding_bag" */
	std::string what;    /* the sample, or "offsets: float[0]" */
	size_t line;
};

/* All entries of the file, for any release. Throws std::runtime_error: "dies.txt:3: ...". */
std::vector<known_death> read_deaths(const std::string &path);

class deaths_list {
public:
	/* Reads those of some releases, as read_deaths(). */
	void read(const std::string &path, const std::set<std::string> &releases);
	/* NULL: the call is expected to return. */
	const known_death *find(const std::string &op, const std::string &what) const;
	/* From now on, as long as this lives, none of them is called to derive samples. */
	void keep_from_calling() const;
	const std::vector<known_death> &all() const { return deaths_; }

private:
	std::vector<known_death> deaths_;
	std::map<std::string, std::vector<size_t>> by_operator_; /* of deaths_ */
};

/* Whether the call is made, to see how it ends: not if it corrupts or strays. */
bool is_made(const std::string &how);

/* Whether it is about hostile arguments, not about a sample: a sample is a call. */
bool is_hostile(const known_death &death);

/* Two ways to end as one: "SIGABRT/SIGSEGV". */
std::string either_way(const std::string &how, const std::string &other);

/* Writes the file without some lines and with further deaths of the release, with today's date. */
void update_deaths(const std::string &path, const std::string &release,
		   const std::set<size_t> &gone, const std::vector<known_death> &further);

/* Whether a call may end in this way: "SIGSEGV", "hangs"; not "", which means that it returned. */
bool is_expected(const known_death &death, const std::string &how);

} // namespace ops

#endif
