/*
 * Running the code of packages.
 */
#include "aoti/runner/runner.hpp"

#include "core/bridge/recorded.hpp"
#include "core/memory/expression.h"
#include "operators/by_name/ivalue.hpp"

#if CT_HAS_AOTI

namespace ct {

namespace {

[[noreturn, gnu::cold]] void refuse_count(const ct_aoti &package, size_t given)
{
	std::string names;

	for (const std::string &name : package.inputs)
		names += (names.empty() ? "" : ", ") + name;
	TORCH_CHECK_TYPE(false, "the package takes ", package.inputs.size(),
			 package.inputs.size() == 1 ? " tensor" : " tensors", " (", names,
			 "), but ", given, given == 1 ? " was given" : " were given");
}

/* What the code reads: plain memory on its device. */
at::Tensor checked_input(const ct_aoti &package, const at::Tensor &input, size_t i)
{
	const std::string &name = package.inputs[i];
	const at::Device device = input.device();

	TORCH_CHECK_TYPE(device.type() == package.device.type() &&
				 (!package.device.has_index() || device.is_cpu() ||
				  device.index() == package.device.index()),
			 "input ", i, " (", name, ") is on ", device, ", but the code runs on ",
			 package.device);
	TORCH_CHECK_TYPE(input.layout() == at::kStrided && !input.is_nested(), "input ", i, " (",
			 name, ") has the layout ", input.layout(),
			 ", but the code needs a dense one");
	return input.resolve_conj().resolve_neg();
}

#if CT_TORCH_AT_LEAST(2, 13)

/* The compiled code ends its messages with a newline. */
std::vector<at::Tensor> run_code(const ct_aoti &package, const std::vector<at::Tensor> &inputs)
{
	try {
		return package.runner->run(inputs);
	} catch (const c10::Error &error) {
		const std::string text = error.what_without_backtrace();

		if (text.empty() || text.back() != '\n')
			throw;
		TORCH_CHECK(false, text.substr(0, text.find_last_not_of('\n') + 1));
	}
}

#else

/* The compiled code only prints its messages, and libtorch names its own function that has failed. */
std::vector<at::Tensor> run_code(const ct_aoti &package, const std::vector<at::Tensor> &inputs)
{
	try {
		return package.runner->run(inputs);
	} catch (const std::runtime_error &) {
		TORCH_CHECK(false, "the compiled code failed, and printed the reason on stderr");
	}
}

#endif

std::vector<at::Tensor> run(const ct_aoti &package, at::TensorList given)
{
	std::vector<at::Tensor> inputs;

	check_not_recorded(CT_RUNS_COMPILED_CODE);
	if (given.size() != package.inputs.size())
		refuse_count(package, given.size());
	for (size_t i = 0; i < given.size(); i++)
		inputs.push_back(checked_input(package, given[i], i));
	return run_code(package, inputs);
}

} // namespace

} // namespace ct

ct_error ct_aoti_run(const ct_aoti *self, ct_tensors inputs, ct_tensor ***result,
		     int64_t *result_len) noexcept
try {
	const ct_aoti &package = ct::package_of(self);

	if (result == nullptr || result_len == nullptr)
		return ct_missing_argument(__func__, result ? 4 : 3,
					   result ? "result_len" : "result");
	ct::give(CT_HERE, ct::run(package, ct::tensors(inputs.at, inputs.len, 2, "inputs")),
		 ct::list_to(result, result_len, "result"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_aoti_input_names(const ct_aoti *self, ct_value *result) noexcept
try {
	ct::owned_value list(ct_value_list_new());

	for (const std::string &name : ct::package_of(self).inputs)
		ct::check_callback(ct_value_list_append(&list, ct_value_string(name.c_str())));
	if (result == nullptr)
		return ct_missing_argument(__func__, 2, "result");
	*result = list.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_device ct_aoti_device(const ct_aoti *self) noexcept
{
	return self ? ct::from_device(self->device) : ct_device{};
}

#else

ct_error ct_aoti_run(const ct_aoti *, ct_tensors, ct_tensor ***, int64_t *) noexcept
try {
	ct::refuse_aoti();
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_aoti_input_names(const ct_aoti *, ct_value *) noexcept
try {
	ct::refuse_aoti();
} catch (...) {
	return ct::caught(__func__);
}

ct_device ct_aoti_device(const ct_aoti *) noexcept
{
	return {};
}

#endif
