/*
 * A DDP module: making it, and its forward function.
 */
#include <algorithm>

#include <ATen/core/grad_mode.h>

#include <ctorch/libtorch.hpp>
#include <ctorch/nn/results.h>

#include "core/base/name_of.h"
#include "distributed/ddp/call.hpp"
#include "distributed/ddp/state.h"

namespace ct::dist {

namespace {

const std::shared_ptr<ddp> &own_of(void *self)
{
	const auto &data = *static_cast<ddp_data *>(self);

	data.own->module = data.module;
	return data.own;
}

/* --- The forward function --------------------------------------------------------------------- */

void sync_buffers(ddp &of)
{
	if (!of.syncs_buffers_next || !of.broadcasts_buffers || buffers_of(of.module).empty())
		return;
	/* Rank 0 may have joined, and have old buffers. */
	broadcast_buffers(of, of.join.is_open ? common_rank(of, true) : 0);
}

void before_forward(ddp &of)
{
	const bool records = at::GradMode::is_enabled();

	if (records && of.syncs())
		of.reducer->prepare_for_forward();
	notify_join(of);
	/* Also when gradients are only accumulated, as Python's ranks do it then. */
	if (records)
		of.reducer->rebuild_buckets();
	sync_buffers(of);
	if (of.join.is_open)
		sum_over_ranks(of, of.syncs() ? 1 : 0);
}

std::vector<at::Tensor> defined(const ddp_call &call)
{
	std::vector<at::Tensor> result;

	for (int64_t i = 0; i < call.outputs_len; i++)
		if (call.outputs[i])
			result.push_back(ct::to_tensor(call.outputs[i]));
	return result;
}

void after_forward(const std::shared_ptr<ddp> &of, const ddp_call &call)
{
	of->syncs_buffers_next = at::GradMode::is_enabled() && of->syncs();
	if (of->syncs_buffers_next)
		of->reducer->prepare_for_backward(of->searches() ? defined(call)
								 : std::vector<at::Tensor>());
	if (of->searches() || (of->is_static && !of->has_delayed))
		put_through_sink(of, call);
}

void drop_outputs(const ddp_call &call) noexcept
{
	ct_module_free_results_(call.outputs, call.outputs_len, call.inputs, call.inputs_len);
	std::fill_n(call.outputs, call.outputs_len, nullptr);
}

/* `make` makes the call of the wrapped module, which writes the outputs. */
template <class Make> ct_error around(void *self, const ddp_call &call, Make make) noexcept
{
	const auto own = own_of(self);
	bool is_made = false;

	try {
		before_forward(*own);
		check(make(own->module));
		is_made = true;
		after_forward(own, call);
		return nullptr;
	} catch (...) {
		if (is_made)
			drop_outputs(call);
		return caught(CT_NAME_OF(ct_module_forward), own.get());
	}
}

ct_error forward(void *self, const ct_tensor *x, ct_tensor **result) noexcept
{
	return around(self, { &x, 1, result, 1 }, [&](const ct_module *module) {
		return ct_module_forward(module, x, result);
	});
}

ct_error forward_all(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
		     ct_tensor **outputs, int64_t outputs_len) noexcept
{
	return around(self, { inputs, inputs_len, outputs, outputs_len },
		      [&](const ct_module *module) {
			      return ct_module_forward_all(
				      module,
				      { const_cast<ct_tensor *const *>(inputs), inputs_len },
				      outputs, outputs_len);
		      });
}

ct_error copy(void *, const void *) noexcept
{
	return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, CT_NAME_OF(ct_module_deepcopy),
				 "a DistributedDataParallel module cannot be copied: copy the "
				 "module in it, which ct_ddp_module() returns");
}

void release(void *self) noexcept
{
	static_cast<ddp_data *>(self)->~ddp_data();
}

/* --- Making ----------------------------------------------------------------------------------- */

const ct_ddp_options no_options{};

void check_parameters(const std::vector<named_parameter> &parameters)
{
	bool is_needed = false;

	for (const auto &parameter : parameters) {
		is_needed |= parameter.tensor.requires_grad();
		TORCH_CHECK_VALUE(
			parameter.tensor.device().type() == parameters[0].tensor.device().type(),
			"the parameters are on different types of devices: ", parameters[0].name,
			" on ", parameters[0].tensor.device(), ", ", parameter.name, " on ",
			parameter.tensor.device());
	}
	TORCH_CHECK(is_needed, "DistributedDataParallel is not needed when a module doesn't have "
			       "any parameter that requires a gradient.");
}

void set_up(ddp &of, const ct_ddp_options &options)
{
	const auto parameters = parameters_of(of.module);

	check_parameters(parameters);
	of.device = parameters[0].tensor.device();
	of.finds_unused = options.find_unused_parameters;
	of.is_static = options.static_graph;
	of.broadcasts_buffers = !options.no_broadcast_buffers;
	if (!options.no_init_sync) {
		c10d::verify_params_across_processes(of.group, trained(parameters), std::nullopt);
		broadcast_states(of, 0, of.broadcasts_buffers);
	}
	make_reducer(of, parameters, options);
}

ct_module *wrap(const ct_module *module, const std::shared_ptr<ddp> &own)
{
	ct_module *made = nullptr;

	check(ct_module_new(&ddp_class, &made));
	auto *data = new (ct_module_data(made)) ddp_data{ own, nullptr };

	try {
		check(ct_module_add_module(made, "module", module, &data->module));
		check(ct_ddp_register_state_hooks(made));
	} catch (...) {
		ct_module_free(made);
		throw;
	}
	return made;
}

} // namespace

const ct_module_class ddp_class = [] {
	ct_module_class made{};

	made.name = "DistributedDataParallel";
	made.size = sizeof(ddp_data);
	made.forward = forward;
	made.forward_all = forward_all;
	made.inputs_max = INT32_MAX;
	made.outputs_max = INT32_MAX;
	made.copy = copy;
	made.release = release;
	return made;
}();

ddp *find_ddp(const ct_module *module) noexcept
{
	if (module == nullptr || ct_module_class_of(module) != &ddp_class)
		return nullptr;
	return own_of(ct_module_data(module)).get();
}

ddp &ddp_of(const ct_module *module, int position)
{
	ddp *found = find_ddp(&needed(module, position, "ddp"));

	if (found == nullptr)
		refuse("argument %d (ddp) is a module of class %s, expected one of ct_ddp_new()",
		       position, ct_module_class_of(module)->name);
	return *found;
}

ct_error caught(const char *function, const ddp *of) noexcept
{
	const std::string &what = of ? of->shown : std::string();

	try {
		throw;
	} catch (const c10::DistError &) {
		return caught(function, what);
	} catch (const c10::Error &) {
		return caught(function);
	} catch (...) {
		return caught(function, what);
	}
}

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_ddp_new(const ct_module *module, const ct_ddp_options *options,
		    ct_module **result) noexcept
{
	std::shared_ptr<ddp> own;

	try {
		needed(module, 1, "module");
		needed(result, 3, "result");
		const ct_dist_group &group = group_with_me(options ? options->group : nullptr);

		own = std::make_shared<ddp>();
		own->module = const_cast<ct_module *>(module);
		own->group = group.group;
		own->shown = "DistributedDataParallel on " + group.shown();
		set_up(*own, options ? *options : no_options);
		*result = wrap(module, own);
		return nullptr;
	} catch (...) {
		return caught(__func__, own.get());
	}
}

ct_module *ct_ddp_module(const ct_module *ddp) noexcept
{
	const auto *found = find_ddp(ddp);

	return found ? found->module : nullptr;
}

void ct_ddp_enter_no_sync(ct_module *ddp) noexcept
{
	if (auto *found = find_ddp(ddp))
		found->no_sync_depth++;
}

void ct_ddp_leave_no_sync(ct_module *ddp) noexcept
{
	auto *found = find_ddp(ddp);

	if (found && found->no_sync_depth > 0)
		found->no_sync_depth--;
}
