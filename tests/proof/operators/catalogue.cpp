#include "catalogue.hpp"

#include <algorithm>
#include <stdexcept>

#include <fnmatch.h>

namespace ops {

bool operator_entry::has_cpu_kernel() const
{
	return handle.hasComputedKernelForDispatchKey(c10::DispatchKey::CPU);
}

bool operator_entry::has_tag(at::Tag tag) const
{
	return handle.hasTag(tag);
}

static operator_entry entry_of(const api_function &function)
{
	std::string overload = function.overload;
	auto handle = c10::Dispatcher::singleton().findSchema({ function.op, overload });

	if (!handle)
		throw std::runtime_error(std::string("libtorch has no operator ") +
					 function.schema);
	return { handle->schema().name().substr(sizeof "aten::" - 1) +
			 (overload.empty() ? "" : "." + overload),
		 &function, *handle };
}

catalogue::catalogue(const std::string &path)
{
	if (!api_read(path.c_str(), &api_))
		throw std::runtime_error(path + " cannot be used");
	release_ = api_.release;
	entries_.reserve(api_.functions_len);
	try {
		for (size_t i = 0; i < api_.functions_len; i++)
			entries_.push_back(entry_of(api_.functions[i]));
	} catch (...) {
		api_free(&api_);
		throw;
	}
	for (size_t i = 0; i < entries_.size(); i++)
		by_name_.emplace(entries_[i].name, i);
}

catalogue::~catalogue()
{
	api_free(&api_);
}

const operator_entry &catalogue::find(std::string_view name) const
{
	auto found = by_name_.find(name);

	if (found == by_name_.end())
		throw std::runtime_error("there is no operator " + std::string(name));
	return entries_[found->second];
}

static bool means(const std::string &pattern, const operator_entry &entry)
{
	const std::string base = entry.name.substr(0, entry.name.find('.'));

	return pattern == base || pattern == entry.function->symbol ||
	       fnmatch(pattern.c_str(), entry.name.c_str(), 0) == 0;
}

std::vector<const operator_entry *> catalogue::matching(
	const std::vector<std::string> &patterns) const
{
	std::vector<const operator_entry *> found;

	for (const std::string &pattern : patterns)
		if (std::none_of(entries_.begin(), entries_.end(),
				 [&](const operator_entry &e) { return means(pattern, e); }))
			throw std::runtime_error("no operator is meant by '" + pattern +
						 "'; their names: test_ops --list");
	for (const operator_entry &entry : entries_)
		if (patterns.empty() ||
		    std::any_of(patterns.begin(), patterns.end(),
				[&](const std::string &p) { return means(p, entry); }))
			found.push_back(&entry);
	return found;
}

} // namespace ops
