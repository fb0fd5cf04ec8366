/*
 * Errors, arguments and results: see common.hpp.
 */
#include <cmath>
#include <cstring>

#include <ctorch/libtorch.hpp>

#include "core/bridge/group_text.hpp"
#include "distributed/common.hpp"

namespace ct::dist {

namespace {

/* gloo's own exceptions, which are std::runtime_errors, are of the class that NCCL's have. What
 * libtorch says of arguments comes before anything is sent. */
ct_error_class class_in_group(ct_error_class error_class, const std::string &line)
{
	if (error_class != CT_ERROR_RUNTIME)
		return error_class;
	return line.rfind("ProcessGroupGloo::", 0) == 0 ? CT_ERROR_VALUE : CT_ERROR_DIST_BACKEND;
}

/* Without the name of the class, which the new error gets again. */
const char *text_of(ct_error error)
{
	const char *colon = std::strstr(error, ": ");

	return colon ? colon + 2 : error;
}

ct_error shortened(ct_error error, const char *function, const std::string &what)
{
	ct_error_class error_class = ct_error_class_of(error);
	std::string line = text_of_group(text_of(error));

	if (!what.empty()) {
		error_class = class_in_group(error_class, line);
		line = what + ": " + line;
	}
	const ct_error result = ct_error_new_text(error_class, function, line.c_str());

	ct_error_free(error);
	return result;
}

} // namespace

ct_error caught(const char *function, const std::string &what) noexcept
{
	bool is_foreign = false;
	const ct_error error = beside::caught(function, &is_foreign);

	if (!is_foreign)
		return error;
	try {
		return shortened(error, function, what);
	} catch (...) { /* no memory: the long text is as good */
		return error;
	}
}

/* Calls `add` with each element, none of which may be NULL. */
template <class List, class Add>
void each_of(const List &list, int position, const char *name, Add add)
{
	check_list(list, position, name);
	for (int64_t i = 0; i < list.len; i++)
		if (list.at[i] == nullptr)
			refuse("argument %d (%s): element %lld must not be NULL", position, name,
			       static_cast<long long>(i));
		else
			add(list.at[i]);
}

at::Tensor tensor_of(const ct_tensor *handle, int position, const char *name)
{
	needed(handle, position, name);
	return ct::to_tensor(handle);
}

std::vector<at::Tensor> tensors_of(ct_tensors list, int position, const char *name)
{
	std::vector<at::Tensor> result;

	each_of(list, position, name,
		[&](const ct_tensor *handle) { result.push_back(ct::to_tensor(handle)); });
	return result;
}

std::vector<std::string> strings_of(ct_strings list, int position, const char *name)
{
	std::vector<std::string> result;

	each_of(list, position, name, [&](const char *text) { result.emplace_back(text); });
	return result;
}

std::chrono::milliseconds milliseconds_of(double seconds, const char *what)
{
	/* A year: libtorch adds them to the time of day. */
	if (!(seconds > 0 && seconds <= 365.0 * 24 * 60 * 60))
		refuse("%s: %g is not a number of seconds above 0", what, seconds);
	return std::chrono::milliseconds(static_cast<int64_t>(std::ceil(seconds * 1000)));
}

int64_t *give_ints(const std::vector<int64_t> &ints)
{
	/* Its NUL makes it longer, so that it is never empty. */
	return reinterpret_cast<int64_t *>(give_bytes(ints.data(), ints.size() * sizeof(int64_t)));
}

void give_tensors(const std::vector<at::Tensor> &tensors, ct_tensor **&result, int64_t &result_len)
{
	const std::vector<ct_tensor *> none(tensors.size(), nullptr);
	auto **list = reinterpret_cast<ct_tensor **>(
		give_bytes(none.data(), none.size() * sizeof(ct_tensor *)));

	for (size_t i = 0; i < tensors.size(); i++)
		list[i] = ct::to_handle(tensors[i]);
	result = list;
	result_len = static_cast<int64_t>(tensors.size());
}

} // namespace ct::dist
