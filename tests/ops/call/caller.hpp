/*
 * One operator called in two ways with boxed values: the C function, through its real signature as
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
#include <ctorch/error.h>

#include "call/api.h"

namespace ops {

inline const char broken_contract[] = "broken contract: ";

struct outcome {
	/* "IndexError: ...", as Python's class and libtorch's text; "" if none. Of a C function
	 * that did not keep the contract: "broken contract: " and what it did. */
	std::string error;
	/* One for each return of the schema; a None for one that the caller drops. None of a call
	 * that failed. */
	std::vector<c10::IValue> results;
	std::string op = {}; /* "aten::add": what was called */
};

/* An error without libctorch's hint: libtorch's own text. */
std::string text_without_hint(ct_error error);

/* That the function can be called: its symbols are there, its types are known, its arguments are
 * the schema's. Throws std::runtime_error. */
void check_callable(const api_function &function);

/* The C function, or its method form. Arguments in the schema's order. A None becomes what the
 * contract says None is for the parameter's type. Throws std::runtime_error for a descriptor that
 * cannot be called: an unknown type, a symbol that the library does not have; and for a value that
 * is nothing for its parameter. */
outcome call_c(const api_function &function, bool method,
	       const std::vector<c10::IValue> &arguments);

/* The C function with NULL for that return of the schema, or for all of them. */
constexpr int every_result = -1;
outcome call_c_dropping(const api_function &function, const std::vector<c10::IValue> &arguments,
			int dropped);

/* What no value can say, written over what the caller has prepared: NULL, an enumerator that there
 * is not, a length without a list. */
struct raw_edit {
	size_t param;  /* of function.params; of function.results from params_len on */
	bool pointee;  /* not the parameter: what it points to, as ct_scalar behind a pointer */
	size_t offset; /* in bytes */
	size_t size;   /* 1, 4 or 8 */
	int64_t value; /* its low bytes */
};

/* The C function with some of its parameters as the edits say. A result whose pointer is edited is
 * not looked at. Where a length is not what the list has, the call is expected to be refused. */
outcome call_c_edited(const api_function &function, const std::vector<c10::IValue> &arguments,
		      const std::vector<raw_edit> &edits);

/* The operator itself. What the schema says is an argument comes back as that argument, whatever
 * the kernel returned. */
outcome call_at(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments);

/* The schema's operator in the dispatcher. Throws std::runtime_error when it is not there. */
c10::OperatorHandle find_operator(const api_function &function);

/* For calls of libtorch beside operators: runs it and words what it throws as call_at() does. */
template <class Call> std::string error_of(Call call);

/* In a catch block: the exception in flight, as the contract words it. */
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
