/*
 * Samples: one list of arguments for one operator.
 */
#ifndef OPS_SAMPLE_HPP
#define OPS_SAMPLE_HPP

#include <map>
#include <string>
#include <vector>

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include "expr.hpp"

namespace ops {

struct sample {
	std::string op; /* "add.Tensor" */
	std::vector<expr>
		arguments;  /* one for each of the schema's, in its order; none is omitted */
	std::string origin; /* "arguments.txt:12", and what a variation of it changed */
};

/* All samples of some files, by operator. Throws std::runtime_error: "arguments.txt:12:31: ...". */
class sample_store {
public:
	void read(const std::string &path);
	/* Its own, else those of the siblings that have the same arguments: add_.Tensor and add.out
	 * take those of add.Tensor, with tensors of the results' dtypes to write to. */
	std::vector<sample> of(const c10::FunctionSchema &schema) const;

private:
	std::map<std::string, std::vector<sample>> samples_;
};

/* The arguments as values, in the schema's order. */
std::vector<c10::IValue> make_arguments(const sample &sample, const c10::FunctionSchema &schema);

/* "add.Tensor(float[2,3], 1, alpha=2)": what --sample takes. */
std::string print_sample(const sample &sample, const c10::FunctionSchema &schema);

/* Throws expr_error, or std::runtime_error for what the schema does not have. */
sample parse_sample(const std::string &text, const c10::FunctionSchema &schema);

/* The sample and what is derived from it: other dtypes, empty and 0-dim tensors, other strides,
 * each optional argument given and absent, the schema's defaults. */
std::vector<sample> variations(const sample &sample, const c10::FunctionSchema &schema);

} // namespace ops

#endif
