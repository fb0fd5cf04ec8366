/*
 * The small language for the arguments of operators (arguments.txt, found.txt): literals, tensors
 * by dtype and sizes, and calls whose result is an argument.
 *
 *     conv2d(float[1,3,8,8], float[4,3,3,3], None, stride=[2,2])
 *     dequantize.self(quantize_per_tensor(float[2,3], 0.1, 10, quint8))
 *
 * Parsing and printing are inverse to each other; each has a file, as have making values and
 * binding the arguments of calls to schemas (expr_bind.cpp).
 */
#ifndef OPS_EXPR_HPP
#define OPS_EXPR_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>
#include <c10/core/ScalarType.h>

namespace ops {

enum class expr_kind {
	none,
	boolean,
	integer,
	unsigned_integer, /* above 2^63 - 1; only as a scalar */
	number,
	complex,
	string,  /* "reflect" */
	word,    /* float64, strided, channels_last, cpu, Mean */
	list,    /* [1, 2] */
	tensor,  /* float[2,3]{0..1}.strided */
	call,    /* quantize_per_tensor(...), also generator(7), storage(...), stream() */
	omitted, /* not written: the schema's default, otherwise None */
};

/* The layout of a tensor in its storage. */
enum class expr_form { contiguous, strided, channels_last };

struct expr {
	expr_kind kind = expr_kind::omitted;
	int64_t integer = 0; /* integer; boolean as 0 or 1; unsigned_integer: its bits */
	double re = 0;       /* number, complex */
	double im = 0;
	std::string text;        /* string, word; call: the operator's name, "max.dim" */
	std::vector<expr> items; /* list; call: the arguments; tensor: its elements, if written */
	std::vector<std::string> names; /* call: the name of each argument, "" by position */
	int result = 0;                 /* call: which of its results, from 0 */
	c10::ScalarType dtype = c10::ScalarType::Float; /* tensor */
	std::vector<int64_t> sizes;
	bool ranged = false; /* tensor: its elements lie in low..high, ends included */
	double low = 0;
	double high = 0;
	expr_form form = expr_form::contiguous;
	size_t column = 0; /* where it was read; 0 if it was not read; not part of the value */
};

/* A text that is not in the language: the error and its column (from 1). */
struct expr_error {
	std::string message;
	size_t column;
};

/* Throws expr_error. */
expr parse_expr(std::string_view text);

/* The text that parse_expr() reads as the same expression. */
std::string print_expr(const expr &value);

/* Whether a call with that name is not a call of an operator: generator, storage, stream. */
bool is_special_call(const std::string &name);

/* The schema of "max.dim" or "prims::iota"; throws std::runtime_error if there is none. */
const c10::FunctionSchema &schema_named(std::string_view op);

/* The arguments that a call has, one for each of the schema's: from the text, or defaults. Throws
 * expr_error for one that the schema does not have or that is missing. */
std::vector<expr> bind_arguments(const expr &call, const c10::FunctionSchema &schema);

/* The schema's default for the argument, None if it is optional and has no default, otherwise
 * omitted. */
expr default_of(const c10::Argument &argument);

/* The call with these arguments, without those that have the default. */
expr unbind_arguments(std::string op, const std::vector<expr> &arguments,
		      const c10::FunctionSchema &schema);

/* Makes the values of one list of arguments: new ones each time, but equal ones. The elements of a
 * tensor depend on the number of tensors that the same maker has made before. For an operator in an
 * expression that draws random numbers, the default generator is seeded. */
class expr_maker {
public:
	/* The value as an argument of that type. Throws std::runtime_error if it cannot be one, and
	 * what libtorch throws in a call inside the expression. */
	c10::IValue make(const expr &value, const c10::TypePtr &type);

private:
	uint64_t tensors_ = 0;

	c10::IValue make_tensor(const expr &value);
	c10::IValue make_list(const expr &value, const c10::TypePtr &element);
	c10::IValue make_special(const expr &value);
	c10::IValue call(const expr &value);
};

} // namespace ops

#endif
