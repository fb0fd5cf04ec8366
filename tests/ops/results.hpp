/*
 * results.tsv: what became of each operator, kept in the repository.
 */
#ifndef OPS_RESULTS_HPP
#define OPS_RESULTS_HPP

#include <map>
#include <string>

namespace ops {

/* One line. KEEP THE SAME: codegen/results.c reads it. */
struct result_row {
	std::string calls;     /* "31": with how many lists of arguments */
	std::string outcome;   /* "values", "errors", "dies" */
	std::string gradient;  /* "gradient", "-" */
	std::string dtypes;    /* "bool,float32": of the first tensor among the arguments, where
				* libtorch accepts them; else "-" */
	std::string optionals; /* "-" without any, "3+3" given and absent, "3+2 pin_memory=None",
				* "3+3, accepted 2+3 generator" */
	std::string reason;    /* of errors only: the first one's first sentence; else "-" */
};

struct results_table {
	std::string release;
	std::map<std::string, result_row> rows; /* by operator, "add.Tensor" */
};

/* Throw std::runtime_error, with file and line. */
results_table read_results(const std::string &path);
void write_results(const std::string &path, const results_table &table);

} // namespace ops

#endif
