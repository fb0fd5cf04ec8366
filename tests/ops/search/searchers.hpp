/*
 * The children of the search. A child that dies or hangs in a call is replaced by another one,
 * which repeats the job without that call.
 */
#ifndef OPS_SEARCHERS_HPP
#define OPS_SEARCHERS_HPP

#include <functional>
#include <string>
#include <vector>

#include "workers/lines.hpp"
#include "options.hpp"

namespace ops {

struct search_job {
	field_list line; /* "search" OPERATOR ATTEMPTS */
	std::vector<std::string> seeds;
	std::vector<field_list> said;    /* the lines that came back */
	std::vector<std::string> deaths; /* "SIGSEGV: add.Tensor(...)" */
};

/* Returns when all are done; `progress` gets the number of finished ones. */
void run_search_jobs(const options &options, std::vector<search_job> &jobs,
		     const std::function<void(size_t)> &progress);

} // namespace ops

#endif
