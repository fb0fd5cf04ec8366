/*
 * The little language in which the arguments of operators are written down (arguments.txt,
 * found.txt): literals, tensors by dtype and sizes, and calls whose result is an argument.
 *
 *     conv2d(float[1,3,8,8], float[4,3,3,3], None, stride=[2,2])
 *     dequantize.self(quantize_per_tensor(float[2,3], 0.1, 10, quint8))
 *
 * Parsing, printing and making are each other's inverse and have a file each.
 */
#ifndef OPS_EXPR_HPP
#define OPS_EXPR_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ATen/core/ivalue.h>
#include <c10/core/ScalarType.h>

namespace ops {

enum class expr_kind {
	none,
	boolean,
	integer,
	number,
	complex,
	string,  /* "reflect" */
	word,    /* float64, strided, channels_last, cpu, Mean */
	list,    /* [1, 2] */
	tensor,  /* float[2,3]{0..1}.strided */
	call,    /* quantize_per_tensor(...), also generator(7), storage(...), stream() */
	omitted, /* nothing is written: the schema's default, else None */
};

/* How a tensor lies in its storage. */
enum class expr_form { contiguous, strided, channels_last };

struct expr {
	expr_kind kind = expr_kind::omitted;
	int64_t integer = 0; /* integer; boolean as 0 or 1 */
	double re = 0;       /* number, complex */
	double im = 0;
	std::string text;        /* string, word; call: the operator's name, "max.dim" */
	std::vector<expr> items; /* list; call: the arguments; tensor: its elements, if written */
	std::vector<std::string> names; /* call: beside each argument its name, "" by position */
	int result = 0;                 /* call: which of its results, from 0 */
	c10::ScalarType dtype = c10::ScalarType::Float; /* tensor */
	std::vector<int64_t> sizes;
	bool ranged = false; /* tensor: its elements lie in low..high, ends included */
	double low = 0;
	double high = 0;
	expr_form form = expr_form::contiguous;
};

/* A text that is not of the language: what is wrong, and where (columns count from 1). */
struct expr_error {
	std::string message;
	size_t column;
};

/* Throws expr_error. */
expr parse_expr(std::string_view text);

/* The text that parse_expr() reads as the same. */
std::string print_expr(const expr &value);

/* Makes the values of one list of arguments. Fresh ones each time and the same each time: what a
 * tensor holds follows from how many were made before it since the maker was. */
class expr_maker {
public:
	/* The value as an argument of that type. Throws std::runtime_error when it cannot be one,
	 * and what libtorch throws in a call that the expression has. */
	c10::IValue make(const expr &value, const c10::TypePtr &type);

private:
	int tensors_ = 0;
};

} // namespace ops

#endif
