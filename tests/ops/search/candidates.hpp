/*
 * Possible values of an argument, by the operator, its name and its type: candidates.txt. The
 * search draws its attempts from here.
 */
#ifndef OPS_CANDIDATES_HPP
#define OPS_CANDIDATES_HPP

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <ATen/core/function_schema.h>

namespace ops {

/* Random numbers that are the same on every machine: splitmix64. */
class randomness {
public:
	explicit randomness(const std::string &seed);
	uint64_t next();
	/* 0..n-1; n is not 0. */
	size_t below(size_t n) { return next() % n; }
	bool chance(size_t percent) { return below(100) < percent; }
	template <typename T> const T &one_of(const std::vector<T> &list)
	{
		return list[below(list.size())];
	}

private:
	uint64_t state_;
};

/* How one call's arguments are drawn. */
struct candidate_plan {
	std::map<std::string, std::string> values; /* of the variables */
	bool close = false;                        /* by the closest rules only */
};

/* A line of candidates.txt. */
struct candidate_rule {
	std::vector<std::string> operators; /* "conv*", "*2d" */
	std::vector<std::string> arguments; /* "weight", "running_*"; for a variable "$N" */
	std::string type;                   /* "Tensor", "*"; empty for variables */
	std::vector<std::string> texts;     /* "float[$N,$C,$H*]" */
	bool alone;                         /* ":=": nothing else is drawn */
	int line;
};

/* Throws std::runtime_error: "candidates.txt:12: ...". */
std::vector<candidate_rule> read_candidates(const std::string &path);

/* Parts of the rules that match no operator, and variables that nothing uses: "candidates.txt:12:
 * no operator's name fits frob*". */
std::vector<std::string> dead_candidates(const std::vector<candidate_rule> &rules,
					 const std::vector<const c10::FunctionSchema *> &operators);

/* The rules for one operator. */
class operator_candidates {
public:
	operator_candidates(const std::vector<candidate_rule> &rules,
			    const c10::FunctionSchema &schema);

	/* An expression for argument i; "" to leave it out, unless it must be given. */
	std::string draw(size_t i, candidate_plan &plan, randomness &random, bool given = false);

private:
	using texts = std::vector<std::string>;
	struct drawing {
		candidate_plan &plan;
		randomness &random;
	};
	struct choices {                   /* of an argument */
		std::vector<texts> levels; /* the closest rules first */
		bool optional;             /* it may be left out */
		size_t length;             /* 2 for int[2], otherwise 0 */
	};

	std::vector<texts> levels_of(const std::vector<candidate_rule> &rules,
				     const c10::Argument &argument) const;
	std::string expand(const std::string &text, size_t length, const drawing &with);
	std::string variable(const std::string &name, const drawing &with);
	std::string repeated(const std::string &text, size_t length, const drawing &with);
	int64_t computed(const std::string &text, size_t &at, int above, const drawing &with);

	std::string op_;
	std::vector<choices> arguments_;
	std::map<std::string, texts> variables_;
};

/* "Tensor", "int[2]", "Scalar": the type without its question mark, a SymInt as int. */
std::string plain_type(const c10::Argument &argument);

/* * matches any text, ? any character. */
bool glob_matches(const char *pattern, const char *text);

} // namespace ops

#endif
