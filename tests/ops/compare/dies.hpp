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

/* How of a call that writes where it must not, or whose answer is what it has read there: what
 * becomes of that is anybody's guess, so it is not made at all. */
inline const char call_corrupts[] = "corrupts", call_strays[] = "strays";

struct known_death {
	std::string date;    /* "2026-11-21" */
	std::string release; /* "2.15.0" */
	std::string how;     /* "SIGSEGV", "hangs", "SIGABRT/SIGSEGV", "corrupts" */
	std::string op;      /* "embedding_bag" */
	std::string what;    /* the sample, or "offsets: float[0]" */
	size_t line;
};

/* All that the file has, of whichever release. Throws std::runtime_error: "dies.txt:3: ...". */
std::vector<known_death> read_deaths(const std::string &path);

class deaths_list {
public:
	/* Those of some releases, as read_deaths() has them. */
	void read(const std::string &path, const std::set<std::string> &releases);
	/* NULL: the call is expected to return. */
	const known_death *find(const std::string &op, const std::string &what) const;
	/* From now on none of them is called to derive samples from; as long as this lives. */
	void keep_from_calling() const;
	const std::vector<known_death> &all() const { return deaths_; }

private:
	std::vector<known_death> deaths_;
	std::map<std::string, std::vector<size_t>> by_operator_; /* of deaths_ */
};

/* Whether it is to be made, to see how it ends: not if it corrupts or strays. */
bool is_made(const std::string &how);

/* Whether it is met by hostile arguments, or by samples: those are calls. */
bool is_hostile(const known_death &death);

/* The ways of two ends as one: "SIGABRT/SIGSEGV". */
std::string either_way(const std::string &how, const std::string &other);

/* Writes the file without some lines and with further deaths of the release, which are of today. */
void update_deaths(const std::string &path, const std::string &release,
		   const std::set<size_t> &gone, const std::vector<known_death> &further);

/* Whether a call may end so: "SIGSEGV", "hangs"; not "", which is that it came back. */
bool is_expected(const known_death &death, const std::string &how);

} // namespace ops

#endif
