/*
 * The names of all operators, and suggestions for unknown ones.
 */
#include <algorithm>
#include <cstring>
#include <set>

#include "core/bridge/similar.hpp"
#include "core/memory/given.h"
#include "operators/by_name/registry.hpp"

namespace ct {

namespace {

std::string full_name(const c10::OperatorName &name)
{
	return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
}

std::string without_overload(const std::string &name)
{
	return name.substr(0, name.find('.'));
}

/* Without a namespace, assume the most likely one. */
std::string with_namespace(const std::string &name)
{
	return name.find("::") == std::string::npos ? "aten::" + name : name;
}

std::vector<std::string> names_similar_to(const std::string &asked)
{
	const std::string name = with_namespace(asked);
	const bool whole = name.find('.') != std::string::npos;
	similar_names similar(name, name.size() - (name.find("::") + 2));

	for (const std::string &known : all_operator_names())
		similar.add(whole ? known : without_overload(known));
	return similar.found();
}

/* "add.Tensor, add.Scalar", for the operator's name without its overload. */
std::vector<std::string> overloads_beside(const std::string &name)
{
	const std::string base = without_overload(with_namespace(name));
	std::vector<std::string> names;

	if (name.find('.') == std::string::npos)
		return names;
	for (const std::string &known : all_operator_names())
		if (without_overload(known) == base)
			names.push_back(known == base ? base + ".default" : known);
	return names;
}

} // namespace

std::string joined(const std::vector<std::string> &names)
{
	std::string text;

	for (const std::string &name : names) {
		/* Messages have a limited length. */
		if (text.size() + name.size() > 120)
			return text + ", ...";
		text += (text.empty() ? "" : ", ") + name;
	}
	return text;
}

std::vector<std::string> all_operator_names()
{
	std::vector<std::string> names;

	for (const c10::OperatorName &name : c10::Dispatcher::singleton().getAllOpNames())
		if (c10::Dispatcher::singleton().findSchema(name))
			names.push_back(full_name(name));
	std::sort(names.begin(), names.end());
	return names;
}

void give_names(const std::vector<std::string> &names, const char *const **result,
		int64_t *result_len)
{
	size_t nbytes = sizeof(char *), n = 0;

	check_list_target(result, result_len, "result");
	if (result == nullptr)
		return;
	for (const std::string &name : names)
		nbytes += sizeof(char *) + name.size() + 1;
	/* The pointers, followed by the texts. */
	const char **list = static_cast<const char **>(ct_given_new(nbytes));
	if (list == nullptr)
		throw out_of_memory{ nbytes, "the list of operators" };
	char *text = reinterpret_cast<char *>(list + names.size());
	for (const std::string &name : names) {
		list[n++] = text;
		std::memcpy(text, name.c_str(), name.size() + 1);
		text += name.size() + 1;
	}
	*result = list;
	*result_len = static_cast<int64_t>(n);
}

void refuse_unknown(const char *name)
{
	std::vector<std::string> others = overloads_beside(name);
	const char *what = "its overloads are";

	if (others.empty()) {
		others = names_similar_to(name);
		what = "similar names are";
	}
	if (others.empty())
		refuse("argument 1 (name): there is no operator '%s'; ct_operator_list() lists "
		       "all, and ct_load_library() loads others",
		       name);
	refuse("argument 1 (name): there is no operator '%s'; %s: %s", name, what,
	       joined(others).c_str());
}

} // namespace ct

ct_error ct_operator_list(const char *prefix, const char *const **result,
			  int64_t *result_len) noexcept
try {
	std::vector<std::string> names = ct::all_operator_names();
	const std::string begin = prefix ? prefix : "";

	names.erase(std::remove_if(names.begin(), names.end(),
				   [&](const std::string &name) {
					   return name.compare(0, begin.size(), begin) != 0;
				   }),
		    names.end());
	ct::give_names(names, result, result_len);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
