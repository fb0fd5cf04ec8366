/*
 * Samples: one list of arguments for one operator.
 */
#ifndef OPS_SAMPLE_HPP
#define OPS_SAMPLE_HPP

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include "language/expr.hpp"

namespace ops {

/* The result that a line promises for its call. Variations promise none. */
enum class promised { none, accepted, refused };

struct sample {
	std::string op; /* "add.Tensor" */
	std::vector<expr>
		arguments;  /* one for each of the schema's, in its order; none is omitted */
	std::string origin; /* "arguments.txt:12", and what a variation of it changed */
	promised promise = promised::none;
};

/* The common part of an operator's name and the names of its other forms: "add" of add_.Tensor. */
std::string family_of(const std::string &op);

/* All samples of some files, by operator. */
class sample_store {
public:
	/* A line that begins with blanks continues the one before; one that begins with "! " is a
	 * call that libtorch must refuse. Throws std::runtime_error: "arguments.txt:12:31: ...".
	 */
	void read(const std::string &path);
	/* For a release that the file was not written for: lines of operators that it does not
	 * have, or has with other arguments, are left out. */
	void read_what_fits(const std::string &path);
	/* "arguments.txt:12:31: there is no operator ..." */
	const std::vector<std::string> &left_out() const { return left_out_; }
	/* Whether operators may be without samples, since the files are another release's. */
	bool is_of_other_release() const { return of_other_release_; }
	/* From each file its own, otherwise those of siblings with the same arguments: add_.Tensor
	 * and add.out use those of add.Tensor, with tensors of the results' dtypes to write to. */
	std::vector<sample> of(const c10::FunctionSchema &schema) const;

private:
	struct samples_of_file {
		std::map<std::string, std::vector<sample>> samples;
		/* "add" -> "add.Tensor", "add.Scalar": those that have samples */
		std::map<std::string, std::vector<std::string>> families;
	};
	std::vector<samples_of_file> files_;
	std::vector<std::string> left_out_;
	bool of_other_release_ = false;

	void read_lines_of(const std::string &path, bool all_fit);
	static std::vector<sample> of_file(const samples_of_file &file,
					   const c10::FunctionSchema &schema);
};

/* A line of a file of samples, for any operator. */
struct written_call {
	expr call;
	std::string origin; /* "earlier.txt:12" */
};

/* Throws std::runtime_error for text that is not in the language. */
std::vector<written_call> read_calls(const std::string &path);

/* The arguments of one form as those of another; false if they do not fit. */
bool adapt_sample(const sample &from, const c10::FunctionSchema &from_schema,
		  const c10::FunctionSchema &to_schema, sample &to);

/* "aten::add" with the overload "Tensor" -> "add.Tensor". */
std::string operator_name(const c10::FunctionSchema &schema);

/* The arguments as values, in the schema's order. */
std::vector<c10::IValue> make_arguments(const sample &sample, const c10::FunctionSchema &schema);

/* Whether this release can make the values: it may lack operators that make them. */
bool can_be_made(const sample &sample, const c10::FunctionSchema &schema);

/* Some samples and variations are derived by calling others. This function is called before each
 * such call, which is not made if it returns false. */
using call_question = std::function<bool(const sample &, const c10::FunctionSchema &)>;
void ask_before_calling(call_question question);
bool may_call(const sample &sample, const c10::FunctionSchema &schema);

/* "add.Tensor(float[2,3], 1, alpha=2)": what --sample takes. */
std::string print_sample(const sample &sample, const c10::FunctionSchema &schema);

/* Throws expr_error, or std::runtime_error if the schema does not have something. */
sample parse_sample(const std::string &text, const c10::FunctionSchema &schema);

/* The sample and its variations: other dtypes, empty and 0-dim tensors, other strides, each
 * optional argument given and absent, the schema's defaults. The sample itself is the first; limit
 * is how many there are at most: the optional arguments go first, the others take turns by their
 * kind. Some call the operator, to learn the sizes of results. */
std::vector<sample> variations(const sample &sample, const c10::FunctionSchema &schema,
			       size_t limit = 26);

} // namespace ops

#endif
