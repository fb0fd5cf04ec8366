/*
 * One item: both sides called, and what they did compared.
 */
#ifndef OPS_RUN_HPP
#define OPS_RUN_HPP

#include <string>
#include <vector>

#include "catalogue.hpp"
#include "inputs/items.hpp"

namespace ops {

struct item_result {
	bool succeeded = false; /* the operator gave results, and not an error */
	bool refused = false;   /* by our own layer: libtorch was not reached */
	bool method = false;    /* the method form was called, too */
	bool gradient = false;  /* gradients were compared */
	bool unstable = false;  /* libtorch itself does something else each time */
	std::string error;      /* the first line of it */
	std::string optionals;  /* for each argument: 'g' given, 'a' absent, '-' not optional */
	std::string dtype;      /* of self or the first tensor; "": there is none */
	std::vector<std::string> findings;
};

/* The function, the method and the call that drops its results beside the operator. */
item_result run_twin(const operator_entry &entry, const item &item);

/* The function with arguments that are none; the operator too unless our layer refused them. */
item_result run_hostile(const operator_entry &entry, const item &item);

/* One side of that, in a process that may die of it: "c" or "c++". */
void run_alone(const operator_entry &entry, const item &item, const std::string &side,
	       bool hostile);

/* Up to the first newline. */
std::string first_line(const std::string &text);

} // namespace ops

#endif
