/*
 * One operator called in two ways with boxed values: the C function, through its real signature as
 * ctorch_api.json describes it, and the operator itself, through libtorch's dispatcher.
 */
#ifndef OPS_CALLER_HPP
#define OPS_CALLER_HPP

#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

#include "api.h"

namespace ops {

struct outcome {
	std::string
		error; /* "IndexError: ...", as Python's class and libtorch's text; "" if none */
	std::vector<c10::IValue> results; /* one for each return of the schema */
};

/* The C function, or its method form. Arguments in the schema's order. A None becomes what the
 * contract says None is for the parameter's type. Throws std::runtime_error for a descriptor that
 * cannot be called: an unknown type, a symbol that the library does not have. */
outcome call_c(const api_function &function, bool method,
	       const std::vector<c10::IValue> &arguments);

/* The C function with NULL for every result. */
outcome call_c_dropping_results(const api_function &function,
				const std::vector<c10::IValue> &arguments);

/* The operator itself. */
outcome call_at(const c10::OperatorHandle &op, std::vector<c10::IValue> arguments);

} // namespace ops

#endif
