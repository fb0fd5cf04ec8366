/*
 * All operators with a C function, each with its description and its entry in libtorch's
 * dispatcher.
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
	/* Whether a CPU can compute it: by its own kernel, or by one for every device. */
	bool has_cpu_kernel() const;
	bool has_tag(at::Tag tag) const;
};

class catalogue {
public:
	/* Throws std::runtime_error if the file cannot be read or libtorch lacks an operator. */
	explicit catalogue(const std::string &path);
	~catalogue();
	catalogue(const catalogue &) = delete;
	catalogue &operator=(const catalogue &) = delete;

	const std::string &release() const { return release_; }
	/* Whether samples, results.tsv and dies.txt are from its release. */
	bool fits_samples() const { return release_ == samples_release(); }
	/* The releases whose lines of dies.txt count. Calls that the samples' release dies of are
	 * not made in other releases either, except once, alone, to find out. */
	std::set<std::string> releases_of_deaths() const { return { release_, samples_release() }; }
	static const char *samples_release() { return OPS_RELEASE; }
	const std::vector<operator_entry> &all() const { return entries_; }
	bool has(std::string_view name) const { return by_name_.count(name) != 0; }
	/* Throws std::runtime_error if there is none with this name. */
	const operator_entry &find(std::string_view name) const;
	/* In the catalogue's order: those that match one of the patterns, "add" (every overload),
	 * "add.Tensor", "ct_add_Tensor", "*_backward"; all without patterns. Throws
	 * std::runtime_error for a pattern that matches none. */
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
