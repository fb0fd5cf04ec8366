/*
 * The search for arguments that one operator accepts: guesses from candidates.txt, and changes of
 * the guesses that got furthest, as a new error text shows.
 */
#ifndef OPS_EXPLORE_HPP
#define OPS_EXPLORE_HPP

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>

#include "search/attempt.hpp"
#include "call/caller.hpp"
#include "search/candidates.hpp"
#include "language/sample.hpp"

namespace ops {

struct exploration {
	std::vector<std::string> samples; /* the accepted calls that are worth keeping */
	std::string error;                /* if there are none: the most frequent error */
};

class explorer {
public:
	/* `before` gets each call just before it is made; those in `deadly` are not made. */
	explorer(const c10::OperatorHandle &op, const std::vector<candidate_rule> &rules,
		 std::function<void(const std::string &)> before,
		 const std::set<std::string> &deadly);

	/* Adds arguments to begin from, with which libtorch has called the operator. */
	void add_seed(const std::string &text);
	exploration run(size_t attempts);

private:
	/* Those with new features are chosen first: an optional argument given, a rank, a dtype. */
	struct accepted {
		std::string text;
		attempt arguments;
		std::set<std::string> features;
		size_t richness;
		bool empty; /* the results have no elements */
	};
	/* The guesses with one kind of error: one of them, and the hints of the error. */
	struct failure {
		attempt arguments;
		std::string error;
		ops::hints hints;
		size_t count = 0;
	};

	attempt fresh_guess();
	attempt next_guess();
	void try_guess(const attempt &guess, size_t bonus = 0);
	void inspect(const sample &sample, const std::vector<c10::IValue> &arguments,
		     const outcome &first, accepted &good);
	std::string call(const std::string &text, accepted &good);
	void note_error(const attempt &guess, const std::string &error);
	bool stays_the_same(const std::string &text);
	std::vector<std::string> chosen();
	bool knows_all_given() const;
	std::string usual_error() const;

	c10::OperatorHandle op_;
	const c10::FunctionSchema &schema_;
	std::string name_;
	operator_candidates candidates_;
	randomness random_;
	std::function<void(const std::string &)> before_;
	const std::set<std::string> &deadly_;
	std::set<std::string> tried_;
	std::vector<attempt> seeds_;
	std::vector<accepted> accepted_;
	std::vector<accepted> empty_; /* used if there is nothing better */
	std::set<std::string> known_; /* features of all accepted calls */
	std::vector<failure> failures_;
	std::map<std::string, size_t> failure_of_kind_;
};

} // namespace ops

#endif
