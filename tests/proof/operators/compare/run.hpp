/*
 * One item: calls both sides, and compares their effects.
 */
#ifndef OPS_RUN_HPP
#define OPS_RUN_HPP

#include <string>
#include <vector>

#include "catalogue.hpp"
#include "inputs/items.hpp"

namespace ops {

struct item_result {
	bool succeeded = false; /* the operator returned results, not an error */
	bool refused = false;   /* by our own layer, before libtorch */
	bool method = false;    /* the method form was called, too */
	bool gradient = false;  /* gradients were compared */
	bool unstable = false;  /* libtorch itself behaves differently each time */
	bool on_device = false; /* a tensor was on the device that is named */
	bool is_fatal = false;  /* the device has failed: the process must end */
	std::string error;      /* its first line */
	std::string optionals;  /* for each argument: 'g' given, 'a' absent, '-' not optional */
	std::string dtype;      /* of self or the first tensor; "": there is none */
	std::vector<std::string> findings;
};

/* The arguments of a call, new ones each time, on the device that is named. */
std::vector<c10::IValue> arguments_of(const sample &call, const c10::FunctionSchema &schema);

/* Compares the function, the method and the call that drops its results with the operator; and the
 * gradients, unless only values are wanted. */
item_result run_twin(const operator_entry &entry, const item &item, bool only_values = false);

/* Calls the function with invalid arguments, and the operator, too, unless our layer refused
 * them. */
item_result run_hostile(const operator_entry &entry, const item &item);

/* Calls one side of that, "c" or "c++", in a process that may die. */
void run_alone(const operator_entry &entry, const item &item, const std::string &side,
	       bool hostile);

/* Up to the first newline. */
std::string first_line(const std::string &text);

} // namespace ops

#endif
