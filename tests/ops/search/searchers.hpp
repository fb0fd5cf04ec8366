/*
 * The children of the search. One that dies of a call or hangs in it is replaced by another, which
 * does the job again without that call.
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
	std::vector<field_list> said;    /* what came back */
	std::vector<std::string> deaths; /* "SIGSEGV: add.Tensor(...)" */
};

/* Returns when all are done; progress is told how many are. */
void run_search_jobs(const options &options, std::vector<search_job> &jobs,
		     const std::function<void(size_t)> &progress);

} // namespace ops

#endif
