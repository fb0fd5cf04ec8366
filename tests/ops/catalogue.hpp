/*
 * All operators that there is a C function for, each with its description and its entry in
 * libtorch's dispatcher.
 */
#ifndef OPS_CATALOGUE_HPP
#define OPS_CATALOGUE_HPP

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>

#include "call/api.h"

namespace ops {

struct operator_entry {
	std::string name; /* "add.Tensor" */
	const api_function *function;
	c10::OperatorHandle handle;

	const c10::FunctionSchema &schema() const { return handle.schema(); }
	/* Whether a CPU can compute it: by a kernel of its own or one for every device. */
	bool has_cpu_kernel() const;
	bool has_tag(at::Tag tag) const;
};

class catalogue {
public:
	/* Throws std::runtime_error when the file cannot be read or libtorch lacks an operator. */
	explicit catalogue(const std::string &path);
	~catalogue();
	catalogue(const catalogue &) = delete;
	catalogue &operator=(const catalogue &) = delete;

	const std::string &release() const { return release_; }
	/* Whether it is the release that samples, results.tsv and dies.txt are of. */
	bool fits_samples() const { return release_ == samples_release(); }
	/* Those whose lines of dies.txt count: what the samples' release dies of is not called in
	 * others either, but for that it is asked, once and alone. */
	std::set<std::string> releases_of_deaths() const { return { release_, samples_release() }; }
	static const char *samples_release() { return OPS_RELEASE; }
	const std::vector<operator_entry> &all() const { return entries_; }
	bool has(std::string_view name) const { return by_name_.count(name) != 0; }
	/* Throws std::runtime_error when there is none of that name. */
	const operator_entry &find(std::string_view name) const;
	/* In the catalogue's order: those that one of the patterns means, "add" (every overload),
	 * "add.Tensor", "ct_add_Tensor", "*_backward"; all without patterns. Throws
	 * std::runtime_error for a pattern that means none. */
	std::vector<const operator_entry *> matching(
		const std::vector<std::string> &patterns) const;

private:
	api api_;
	std::string release_;
	std::vector<operator_entry> entries_;
	std::unordered_map<std::string_view, size_t> by_name_;
};

} // namespace ops

#endif
