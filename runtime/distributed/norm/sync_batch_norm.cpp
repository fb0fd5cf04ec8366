/*
 * Batch normalization over all ranks, and its gradient: torch/nn/modules/_functions.py has Python's,
 * whose operators are CUDA's alone.
 */
#include "distributed/norm/sync_batch_norm.hpp"

#include <numeric>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace ct::dist {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/* The dimensions that are averaged: all but the channels'. */
std::vector<int64_t> averaged_dims(const at::Tensor &x)
{
	std::vector<int64_t> dims(static_cast<size_t>(x.dim()));

	std::iota(dims.begin(), dims.end(), 0);
	dims.erase(dims.begin() + 1);
	return dims;
}

/* A number for each channel, in the shape and dtype that (N, C, ...) is computed with. */
at::Tensor by_channel(const at::Tensor &numbers, const at::Tensor &x)
{
	std::vector<int64_t> shape(static_cast<size_t>(x.dim()), 1);

	shape[1] = x.size(1);
	return numbers.to(x.scalar_type()).view(shape);
}

struct statistics {
	at::Tensor mean, var; /* C doubles; biased */
	double count;         /* of the elements of a channel */
};

statistics own_statistics(const at::Tensor &x)
{
	const int64_t channels = x.size(1);

	if (x.numel() == 0)
		return { x.new_zeros({ channels }, at::kDouble),
			 x.new_zeros({ channels }, at::kDouble), 0 };
	const auto [var, mean] = at::var_mean(x, averaged_dims(x), /* unbiased */ false);

	return { mean.to(at::kDouble), var.to(at::kDouble),
		 static_cast<double>(x.numel() / channels) };
}

/* A row for each rank. */
at::Tensor gathered(c10d::ProcessGroup &group, const at::Tensor &row)
{
	std::vector<at::Tensor> rows, own{ row };

	for (int i = 0; i < group.getSize(); i++)
		rows.push_back(at::empty_like(row));
	std::vector<std::vector<at::Tensor>> lists{ rows };

	group.allgather(lists, own)->wait();
	return at::stack(rows);
}

statistics common_statistics(c10d::ProcessGroup &group, const statistics &own)
{
	const int64_t n = own.mean.numel();
	const at::Tensor all = gathered(
		group,
		at::cat({ own.mean, own.var, at::full_like(own.mean.narrow(0, 0, 1), own.count) }));
	const at::Tensor means = all.narrow(1, 0, n), vars = all.narrow(1, n, n);
	const at::Tensor counts = all.narrow(1, 2 * n, 1);
	const double count = counts.sum().item<double>();
	const at::Tensor mean = (means * counts).sum(0) / count;
	const at::Tensor var = ((vars + (means - mean).square()) * counts).sum(0) / count;

	return { mean, var, count };
}

void track(const sync_norm &how, const statistics &of)
{
	if (!how.running_mean.defined())
		return;
	const at::Tensor unbiased = of.var * (of.count / (of.count - 1));

	how.running_mean.mul_(1 - how.factor)
		.add_(of.mean.to(how.running_mean.scalar_type()), how.factor);
	how.running_var.mul_(1 - how.factor)
		.add_(unbiased.to(how.running_var.scalar_type()), how.factor);
}

struct holder : torch::CustomClassHolder {
	explicit holder(const sync_norm &with) : how(with) {}

	const sync_norm how;
};

/* The means over all elements of all ranks: of a number for each channel, and of another. */
std::pair<at::Tensor, at::Tensor> common_means(c10d::ProcessGroup &group, const at::Tensor &first,
					       const at::Tensor &second, double count)
{
	std::vector<at::Tensor> sums{ at::stack({ first, second }).to(at::kDouble) };

	group.allreduce(sums)->wait();
	return { sums[0][0] / count, sums[0][1] / count };
}

struct normalization : torch::autograd::Function<normalization> {
	static at::Tensor forward(AutogradContext *context, const at::Tensor &x,
				  const std::optional<at::Tensor> &weight,
				  const std::optional<at::Tensor> &bias,
				  const c10::intrusive_ptr<holder> &given)
	{
		const auto all = common_statistics(*given->how.group, own_statistics(x));

		TORCH_CHECK_VALUE(all.count > 1,
				  "Expected more than 1 value per channel when training, got ",
				  all.count, " of all ranks");
		const at::Tensor scale = (all.var + given->how.eps).rsqrt();
		at::Tensor y = (x - by_channel(all.mean, x)) * by_channel(scale, x);

		track(given->how, all);
		if (weight)
			y = y * by_channel(*weight, x);
		if (bias)
			y = y + by_channel(*bias, x);
		context->save_for_backward({ x, weight.value_or(at::Tensor()), all.mean, scale });
		context->saved_data["count"] = all.count;
		context->saved_data["has_bias"] = bias.has_value();
		context->saved_data["given"] = c10::IValue::make_capsule(given);
		return y;
	}

	static variable_list backward(AutogradContext *context, const variable_list &gradients)
	{
		const auto saved = context->get_saved_variables();
		const auto given = c10::static_intrusive_pointer_cast<holder>(
			context->saved_data["given"].toCapsule());
		const at::Tensor &x = saved[0], &weight = saved[1], &scale = saved[3];
		const at::Tensor &dy = gradients[0];
		const at::Tensor centered = x - by_channel(saved[2], x);
		const at::Tensor sum = dy.sum(averaged_dims(x));
		const at::Tensor product = (dy * centered).sum(averaged_dims(x));
		const auto means = common_means(*given->how.group, sum, product,
						context->saved_data["count"].toDouble());
		const at::Tensor dx = (dy - by_channel(means.first, x) -
				       centered * by_channel(scale.square() * means.second, x)) *
				      by_channel(weight.defined() ? scale * weight : scale, x);

		return { dx,
			 weight.defined() ? (product * scale).to(weight.scalar_type())
					  : at::Tensor(),
			 context->saved_data["has_bias"].toBool() ? sum : at::Tensor(),
			 at::Tensor() };
	}
};

} // namespace

at::Tensor sync_batch_norm(const at::Tensor &x, const std::optional<at::Tensor> &weight,
			   const std::optional<at::Tensor> &bias, const sync_norm &how)
{
	return normalization::apply(x, weight, bias, c10::make_intrusive<holder>(how));
}

} // namespace ct::dist
