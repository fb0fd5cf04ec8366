/*
 * The parameters and buffers of a wrapped module, and copying them to all ranks.
 */
#include <torch/csrc/distributed/c10d/comm.hpp>

#include <ATen/core/grad_mode.h>

#include <ctorch/core/scope.h>
#include <ctorch/libtorch.hpp>
#include <ctorch/tensor/tensor.h>

#include "distributed/ddp/ddp.hpp"
#include "distributed/ddp/sparse.h"

namespace ct::dist {

namespace {

/* As Python's broadcast_bucket_size. */
constexpr size_t broadcast_nbytes = 250 * 1024 * 1024;

/* Lists of libctorch with what they are freed by. */
template <class Element> class listed {
	std::unique_ptr<Element, void (*)(void *)> owned{ nullptr, ct_free };
	int64_t len = 0;

public:
	template <class List>
	listed(List list, const ct_module *module, const ct_module_list_options *options)
	{
		Element *made = nullptr;

		check(list(module, options, &made, &len));
		owned.reset(made);
	}

	const Element *begin() const { return owned.get(); }
	const Element *end() const { return owned.get() + len; }
};

using tensors_listed = listed<ct_named_tensor>;
using modules_listed = listed<ct_named_module>;

constexpr ct_module_list_options own_alone{ nullptr, true, false };

bool has_sparse_gradients(const ct_module *module)
{
	bool result = false;

	check(ct_ddp_has_sparse_gradients(module, &result));
	return result;
}

std::string full_name(const char *module, const char *parameter)
{
	return *module ? std::string(module) + "." + parameter : parameter;
}

bool has(const std::vector<named_parameter> &list, const at::Tensor &tensor)
{
	for (const auto &element : list)
		if (element.tensor.is_same(tensor))
			return true;
	return false;
}

} // namespace

std::vector<named_parameter> parameters_of(const ct_module *module)
{
	std::vector<named_parameter> result;

	for (const auto &in : modules_listed(ct_module_named_modules, module, nullptr)) {
		const bool is_sparse = has_sparse_gradients(in.module);

		for (const auto &own :
		     tensors_listed(ct_module_named_parameters, in.module, &own_alone)) {
			const at::Tensor tensor = ct::to_tensor(own.tensor);

			TORCH_CHECK(!ct_parameter_is_lazy(own.tensor),
				    "Modules with uninitialized parameters can't be used with "
				    "`DistributedDataParallel`. Run a dummy forward pass to "
				    "correctly initialize the modules");
			if (!has(result, tensor))
				result.push_back(
					{ full_name(in.name, own.name), tensor, is_sparse });
		}
	}
	return result;
}

std::vector<at::Tensor> trained(const std::vector<named_parameter> &parameters)
{
	std::vector<at::Tensor> result;

	for (const auto &parameter : parameters)
		if (parameter.tensor.requires_grad())
			result.push_back(parameter.tensor);
	return result;
}

std::vector<at::Tensor> buffers_of(const ct_module *module)
{
	std::vector<at::Tensor> result;

	for (const auto &buffer : tensors_listed(ct_module_named_buffers, module, nullptr))
		result.push_back(ct::to_tensor(buffer.tensor));
	return result;
}

void broadcast_states(const ddp &of, int from, bool with_buffers)
{
	const at::NoGradGuard no_grad;
	std::vector<at::Tensor> states;

	for (const auto &parameter : tensors_listed(ct_module_named_parameters, of.module, nullptr))
		states.push_back(ct::to_tensor(parameter.tensor).detach());
	if (with_buffers)
		for (const auto &buffer : buffers_of(of.module))
			states.push_back(buffer.detach());
	if (!states.empty())
		c10d::broadcast_coalesced(of.group, states, broadcast_nbytes, from);
}

void broadcast_buffers(const ddp &of, int from)
{
	const at::NoGradGuard no_grad;
	const std::vector<at::Tensor> buffers = buffers_of(of.module);
	std::vector<int64_t> versions;

	for (const auto &buffer : buffers)
		versions.push_back(buffer.is_inference() ? -1 : buffer._version());
	c10d::broadcast_coalesced(of.group, buffers, broadcast_nbytes, from);
	for (size_t i = 0; i < buffers.size(); i++) {
		/* Another reference to the tensor's own. */
		c10::VariableVersion version = buffers[i].unsafeGetTensorImpl()->version_counter();

		if (versions[i] >= 0)
			version.set_version(versions[i]);
	}
}

} // namespace ct::dist
