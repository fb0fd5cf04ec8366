/*
 * Calls one operator in two ways with boxed values: the C function, through its real signature as
 * ctorch_api.json describes it, and the operator itself, through libtorch's dispatcher.
 */
#ifndef OPS_CALLER_HPP
#define OPS_CALLER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ctorch/core/error.h>

#include "call/api.h"

namespace ops {

inline const char broken_contract[] = "broken contract: ";

struct outcome {
	/* "IndexError: ...": Python's class and libtorch's text; "" if none. For a C function that
	 * broke the contract: "broken contract: " and what it did. */
	std::string error;
	/* One for each result of the schema; a None for one that the caller drops. Empty if the
	 * call failed. */
	std::vector<c10::IValue> results;
	std::string op = {}; /* "aten::add": what was called */
};

/* An error without libctorch's hint: libtorch's own text. */
std::string text_without_hint(ct_error error);

/* Checks that the function can be called: its symbols exist, its types are known, its arguments are
 * the schema's. Throws std::runtime_error. */
void check_callable(const api_function &function);

/* Calls the C function, or its method form, with arguments in the schema's order. A None is passed
 * as the contract says for the parameter's type. Throws std::runtime_error for a descriptor that
 * cannot be called (an unknown type, a symbol that the library does not have) and for a value that
 * does not fit its parameter. */
outcome call_c(const api_function &function, bool method,
	       const std::vector<c10::IValue> &arguments);

/* The C function with NULL for that result of the schema, or for all of them. */
constexpr int every_result = -1;
outcome call_c_dropping(const api_function &function, const std::vector<c10::IValue> &arguments,
			int dropped);

/* An edit that no value can express, written over the prepared parameters: NULL, an enumerator that
 * does not exist, a length without a list. */
struct raw_edit {
	size_t param;  /* of function.params; of function.results from params_len on */
	bool pointee;  /* not the parameter but its target, such as a ct_scalar */
	size_t offset; /* in bytes */
	size_t size;   /* 1, 4 or 8 */
	int64_t value; /* its low bytes */
};

/* Calls the C function with the edits applied to its parameters. A result whose pointer is edited
 * is ignored. If a length does not match its list, the call is expected to be refused. */
outcome call_c_edited(const api_function &function, const std::vector<c10::IValue> &arguments,
		      const std::vector<raw_edit> &edits);

/* Calls the operator itself. A result that is an argument according to the schema is returned as
 * that argument, whatever the kernel returned. */
outcome call_at(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments);

/* The schema's operator in the dispatcher. Throws std::runtime_error if it does not exist. */
c10::OperatorHandle find_operator(const api_function &function);

/* For other calls of libtorch: runs it and describes what it throws as call_at() does. */
template <class Call> std::string error_of(Call call);

/* In a catch block: the exception in flight, in the form of the contract. */
std::string describe_exception();

template <class Call> std::string error_of(Call call)
{
	try {
		call();
		return "";
	} catch (...) {
		return describe_exception();
	}
}

} // namespace ops

#endif
