/*
 * The module SyncBatchNorm, and converting others to it.
 */
#include <cstdio>
#include <memory>
#include <string>

#include <ATen/ops/batch_norm.h>

#include <ctorch/core/scope.h>
#include <ctorch/distributed/sync_batch_norm.h>
#include <ctorch/libtorch.hpp>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "distributed/common.hpp"
#include "distributed/group.hpp"
#include "distributed/norm/found.h"
#include "distributed/norm/sync_batch_norm.hpp"

namespace ct::dist {

namespace {

struct norm_data {
	ct_found_norm options;
	c10::intrusive_ptr<c10d::ProcessGroup> group;
	std::shared_ptr<const std::string> shown; /* "SyncBatchNorm on rank 1 of 4 (group 0)" */
	ct_tensor *weight, *bias, *running_mean, *running_var, *num_batches_tracked;
};

norm_data &data_of(void *self)
{
	return *static_cast<norm_data *>(self);
}

std::optional<at::Tensor> given(const ct_tensor *handle)
{
	if (handle == nullptr)
		return std::nullopt;
	return ct::to_tensor(handle);
}

/* Of the statistics of one more batch. */
double factor_of(const norm_data &norm, bool tracks)
{
	if (norm.options.has_momentum)
		return norm.options.momentum;
	return tracks ? 1 / (ct::to_tensor(norm.num_batches_tracked).item<double>() + 1) : 0;
}

at::Tensor normalize(const norm_data &norm, const at::Tensor &x, bool is_training)
{
	const bool tracks = is_training && norm.num_batches_tracked;
	const double factor = factor_of(norm, tracks);
	const auto mean = given(norm.running_mean), var = given(norm.running_var);
	at::Tensor y;

	if (is_training && norm.group->getSize() > 1)
		y = sync_batch_norm(x, given(norm.weight), given(norm.bias),
				    { norm.group, mean.value_or(at::Tensor()),
				      var.value_or(at::Tensor()), factor, norm.options.eps });
	else
		y = at::batch_norm(x, given(norm.weight), given(norm.bias), mean, var,
				   is_training || !mean, factor, norm.options.eps,
				   /* cudnn_enabled */ true);
	if (tracks)
		ct::to_tensor(norm.num_batches_tracked).add_(1);
	return y;
}

ct_error forward(void *self, const ct_tensor *handle, ct_tensor **result) noexcept
try {
	const auto &norm = data_of(self);
	const at::Tensor x = ct::to_tensor(handle);

	TORCH_CHECK_VALUE(x.dim() >= 2, "expected at least 2D input (got ", x.dim(), "D input)");
	TORCH_CHECK_VALUE(x.size(1) == norm.options.num_features, "expected ",
			  norm.options.num_features, " channels, got ", x.size(1));
	*result = ct::to_handle(normalize(norm, x, ct_module_is_training(ct_module_of(self))));
	return nullptr;
} catch (const c10::DistError &) {
	return caught(CT_NAME_OF(ct_module_forward), *data_of(self).shown);
} catch (const c10::Error &) {
	return caught(CT_NAME_OF(ct_module_forward));
} catch (...) {
	return caught(CT_NAME_OF(ct_module_forward), *data_of(self).shown);
}

ct_error extra_repr(const void *self, char **result) noexcept
try {
	const auto &of = static_cast<const norm_data *>(self)->options;
	char text[160], momentum[32] = "None";

	if (of.has_momentum)
		std::snprintf(momentum, sizeof momentum, "%g", of.momentum);
	const int n = std::snprintf(
		text, sizeof text, "%lld, eps=%g, momentum=%s, affine=%s, track_running_stats=%s",
		static_cast<long long>(of.num_features), of.eps, momentum,
		of.affine ? "True" : "False", of.track_running_stats ? "True" : "False");

	*result = give_bytes(text, static_cast<size_t>(n));
	return nullptr;
} catch (...) {
	return caught(CT_NAME_OF(ct_module_to_string));
}

/* The bytes of `self` are a copy, whose objects are not copied yet. */
ct_error copy(void *self, const void *other) noexcept
{
	const auto &from = *static_cast<const norm_data *>(other);
	auto &to = data_of(self);

	new (&to.group) c10::intrusive_ptr<c10d::ProcessGroup>(from.group);
	new (&to.shown) std::shared_ptr<const std::string>(from.shown);
	return nullptr;
}

void release(void *self) noexcept
{
	data_of(self).~norm_data();
}

const ct_module_class norm_class = [] {
	ct_module_class made{};

	made.name = "SyncBatchNorm";
	made.size = sizeof(norm_data);
	made.forward = forward;
	made.extra_repr = extra_repr;
	made.copy = copy;
	made.release = release;
	made.version = 2; /* since when there is num_batches_tracked */
	return made;
}();

/* --- Converting ------------------------------------------------------------------------------- */

struct part {
	const char *name;
	bool is_parameter;
	ct_tensor *norm_data::*field;
};

const part parts[] = {
	{ "weight", true, &norm_data::weight },
	{ "bias", true, &norm_data::bias },
	{ "running_mean", false, &norm_data::running_mean },
	{ "running_var", false, &norm_data::running_var },
	{ "num_batches_tracked", false, &norm_data::num_batches_tracked },
};

/* The part of this name; NULL if the module is without it. */
ct_tensor *find_part(const ct_module *module, const part &of)
{
	ct_tensor *found = nullptr;

	if (of.is_parameter)
		ct_error_free(ct_module_get_parameter(module, of.name, &found));
	else
		ct_error_free(ct_module_get_buffer(module, of.name, &found));
	return found;
}

void take_part(ct_module *made, const ct_module *from, const part &of)
{
	auto &norm = data_of(ct_module_data(made));

	if (of.is_parameter)
		check(ct_module_register_parameter(made, of.name, find_part(from, of),
						   &(norm.*of.field)));
	else
		check(ct_module_register_buffer(made, of.name, find_part(from, of), true,
						&(norm.*of.field)));
}

using owned_module = std::unique_ptr<ct_module, void (*)(ct_module *)>;

owned_module converted(const ct_module *module, const ct_found_norm &options,
		       const ct_dist_group &group)
{
	ct_module *made = nullptr;

	check(ct_module_new(&norm_class, &made));
	owned_module result(made, ct_module_free);

	new (ct_module_data(made))
		norm_data{ options,
			   group.group,
			   std::make_shared<const std::string>("SyncBatchNorm on " + group.shown()),
			   nullptr,
			   nullptr,
			   nullptr,
			   nullptr,
			   nullptr };
	for (const auto &of : parts)
		take_part(made, module, of);
	check(ct_module_train(made, ct_module_is_training(module)));
	return result;
}

ct_found_norm options_of(const ct_module *module)
{
	ct_found_norm found{};

	check(ct_find_batch_norm(module, &found));
	return found;
}

void convert_all(ct_module *module, const ct_dist_group &group)
{
	ct_named_module *list = nullptr;
	int64_t len = 0;
	const ct_module_list_options every_name{ nullptr, false, true };

	check(ct_module_named_modules(module, &every_name, &list, &len));
	const std::unique_ptr<ct_named_module, void (*)(void *)> owned(list, ct_free);

	for (int64_t i = 0; i < len; i++) {
		/* Found again: what was at its place may have been replaced. */
		ct_module *now = nullptr;

		check(ct_module_get_submodule(module, list[i].name, &now));
		const ct_found_norm options = options_of(now);

		if (options.is_norm)
			check(ct_module_set_submodule(module, list[i].name,
						      converted(now, options, group).get(), true));
	}
}

} // namespace

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_sync_batch_norm_convert(ct_module *module, const ct_sync_batch_norm_options *options,
				    ct_module **result) noexcept
try {
	needed(module, 1, "module");
	needed(result, 3, "result");
	const ct_dist_group &group = group_with_me(options ? options->group : nullptr);
	const ct_found_norm own = options_of(module);

	if (own.is_norm) {
		*result = converted(module, own, group).release();
		return nullptr;
	}
	convert_all(module, group);
	*result = ct_module_retain(module);
	return nullptr;
} catch (...) {
	return caught(__func__);
}
