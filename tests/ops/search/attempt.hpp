/*
 * One guess of the search: the text of each argument, and how to change it.
 */
#ifndef OPS_ATTEMPT_HPP
#define OPS_ATTEMPT_HPP

#include <string>
#include <vector>

#include <ATen/core/function_schema.h>

#include "search/candidates.hpp"

namespace ops {

struct attempt {
	/* An expression for each of the schema's arguments; "" for one that is left out. */
	std::vector<std::string> texts;
	candidate_plan plan; /* the plan they were drawn with */
};

/* "add.Tensor(float[2,3], alpha=2)" */
std::string print_attempt(const std::string &op, const attempt &guess,
			  const c10::FunctionSchema &schema);

/* Hints from an error text about valid arguments. */
struct hints {
	std::vector<std::string> numbers; /* "expected 4 channels" */
	std::vector<std::string> sizes;   /* "[2, 4]" as "2,4" */
	std::vector<std::string> dtypes;  /* "scalar type Long" as "int64" */
	std::vector<size_t> arguments;    /* those that it names */
	std::vector<std::string> makers;  /* of the layouts it names: "to_sparse" */
};

hints read_hints(const std::string &error, const c10::FunctionSchema &schema);

/* Another guess, which differs in an argument or two. */
attempt changed_attempt(const attempt &from, const hints &hints, operator_candidates &candidates,
			randomness &random);

/* The guess with one of its omitted arguments added, if there is one. */
attempt fuller_attempt(const attempt &from, operator_candidates &candidates, randomness &random);

/* The error without the parts that differ from call to call: numbers, sizes. */
std::string without_numbers(const std::string &error);

} // namespace ops

#endif
