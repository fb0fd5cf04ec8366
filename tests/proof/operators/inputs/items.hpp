/*
 * The arguments of an operator in one run: the same list in every process.
 */
#ifndef OPS_ITEMS_HPP
#define OPS_ITEMS_HPP

#include <string>
#include <vector>

#include "catalogue.hpp"
#include "workers/lines.hpp"
#include "options.hpp"
#include "language/sample.hpp"

namespace ops {

/* One call to make. */
struct item {
	sample call;
	std::vector<std::string> edits; /* "mat2=NULL"; see edits.hpp */
	std::string change;             /* the hostile change: "mat2: undefined" */
	int argument = -1;              /* whose value is hostile */
	bool refused = false;           /* by our own layer, before libtorch sees it */
	bool must_fail = false;         /* by libtorch or, after it, by our own layer */
	bool as_written = false;        /* a sample from the files, not a variation */
};

/* The name of an item in dies.txt and in messages: the change if it has one, else the sample. */
call_name name_of(const item &item, const operator_entry &entry);

/* The command that repeats this call. */
std::string rerun_command(const options &options, const call_name &call);

/* The samples of the files, in the folder that the options name. */
sample_store read_samples(const options &options, const catalogue &catalogue);

std::vector<item> items_of(const operator_entry &entry, const sample_store &store,
			   const options &options);

} // namespace ops

#endif
