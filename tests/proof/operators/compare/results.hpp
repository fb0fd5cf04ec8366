/*
 * results.tsv: the test results of each operator, kept in the repository.
 */
#ifndef OPS_RESULTS_HPP
#define OPS_RESULTS_HPP

#include <map>
#include <set>
#include <string>

namespace ops {

/* One line. KEEP THE SAME: codegen/facts/results.c reads it. */
struct result_row {
	std::string calls;     /* "31": the number of lists of arguments */
	std::string outcome;   /* "values", "errors", "dies" */
	std::string gradient;  /* "gradient", "-" */
	std::string dtypes;    /* "bool,float32": of self, or of the first tensor where self is
				* none, in calls that libtorch accepts; else "-" */
	std::string optionals; /* "-" without any, "3+3" given and absent, "3+2 pin_memory=None",
				* "3+3, accepted 2+3 generator" */
	std::string reason;    /* of errors only: the first one's first sentence; else "-" */
};

struct results_table {
	std::string release;
	std::map<std::string, result_row> rows; /* by operator, "add.Tensor" */
};

/* "bool,float32"; "-" for none. */
std::string join_dtypes(const std::set<std::string> &dtypes);
std::set<std::string> split_dtypes(const std::string &text);

/* Throw std::runtime_error, with file and line. */
results_table read_results(const std::string &path);
void write_results(const std::string &path, const results_table &table);

} // namespace ops

#endif
