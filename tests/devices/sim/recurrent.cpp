/*
 * Cells of recurrent layers. For a back end of this type LSTM, GRU and their cells use fused operators,
 * for which the CPU has no kernels to fall back to.
 */
#include <tuple>
#include <vector>

#include <ATen/ATen.h>
#include <torch/library.h>

#include "kernel.hpp"
#include "release.hpp"

namespace sim {

namespace {

using tensors_2 = std::tuple<at::Tensor, at::Tensor>;
using tensors_3 = std::tuple<at::Tensor, at::Tensor, at::Tensor>;
using tensors_5 = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

/* On the host, in equal parts, with a bias if there is one. */
std::vector<at::Tensor> gates_of(const at::Tensor &gates, const maybe<at::Tensor> &bias, int64_t n)
{
	const at::Tensor here = gates.cpu();

	return (bias.has_value() && bias->defined() ? here + bias->cpu() : here).chunk(n, 1);
}

at::Tensor sigmoid_slope(const at::Tensor &y)
{
	return (1 - y) * y;
}

at::Tensor tanh_slope(const at::Tensor &y)
{
	return 1 - y * y;
}

/* --- LSTM ------------------------------------------------------------------------------------- */

tensors_3 lstm_cell(const at::Tensor &input_gates, const at::Tensor &hidden_gates,
		    const at::Tensor &cx, const maybe<at::Tensor> &input_bias,
		    const maybe<at::Tensor> &hidden_bias)
{
	const kernel_scope scope;
	const c10::Device on = cx.device();
	const auto a = gates_of(input_gates, input_bias, 4);
	const auto b = gates_of(hidden_gates, hidden_bias, 4);
	const at::Tensor in = at::sigmoid(a[0] + b[0]), forget = at::sigmoid(a[1] + b[1]);
	const at::Tensor cell = at::tanh(a[2] + b[2]), out = at::sigmoid(a[3] + b[3]);
	const at::Tensor cy = forget * cx.cpu() + in * cell, hy = out * at::tanh(cy);

	return { hy.to(on), cy.to(on), at::cat({ in, forget, cell, out }, 1).to(on) };
}

at::Tensor on_host_or_zeros(const maybe<at::Tensor> &grad, const at::Tensor &like)
{
	return grad.has_value() && grad->defined() ? grad->cpu() : at::zeros_like(like);
}

tensors_3 lstm_cell_backward(const maybe<at::Tensor> &grad_hy, const maybe<at::Tensor> &grad_cy,
			     const at::Tensor &cx, const at::Tensor &cy,
			     const at::Tensor &workspace, bool has_bias)
{
	const kernel_scope scope;
	const c10::Device on = cx.device();
	const auto gates = workspace.cpu().chunk(4, 1); /* in, forget, cell, out */
	const at::Tensor squashed = at::tanh(cy.cpu());
	const at::Tensor from_hy = on_host_or_zeros(grad_hy, squashed);
	const at::Tensor to_cy = from_hy * gates[3] * tanh_slope(squashed) +
				 on_host_or_zeros(grad_cy, squashed);
	const at::Tensor grad_gates = at::cat({ to_cy * gates[2] * sigmoid_slope(gates[0]),
						to_cy * cx.cpu() * sigmoid_slope(gates[1]),
						to_cy * gates[0] * tanh_slope(gates[2]),
						from_hy * squashed * sigmoid_slope(gates[3]) },
					      1);
	const at::Tensor grad_bias = has_bias ? grad_gates.sum(0) : at::Tensor();

	return { grad_gates.to(on), (to_cy * gates[1]).to(on),
		 has_bias ? grad_bias.to(on) : grad_bias };
}

/* --- GRU -------------------------------------------------------------------------------------- */

tensors_2 gru_cell(const at::Tensor &input_gates, const at::Tensor &hidden_gates,
		   const at::Tensor &hx, const maybe<at::Tensor> &input_bias,
		   const maybe<at::Tensor> &hidden_bias)
{
	const kernel_scope scope;
	const c10::Device on = hx.device();
	const at::Tensor before = hx.cpu();
	const auto a = gates_of(input_gates, input_bias, 3);
	const auto b = gates_of(hidden_gates, hidden_bias, 3);
	const at::Tensor reset = at::sigmoid(a[0] + b[0]), update = at::sigmoid(a[1] + b[1]);
	const at::Tensor fresh = at::tanh(a[2] + reset * b[2]);

	return { (fresh + update * (before - fresh)).to(on),
		 at::cat({ reset, update, fresh, before, b[2] }, 1).to(on) };
}

tensors_5 gru_cell_backward(const at::Tensor &grad_hy, const at::Tensor &workspace, bool has_bias)
{
	const kernel_scope scope;
	const c10::Device on = workspace.device();
	const at::Tensor grad = grad_hy.cpu();
	/* reset, update, fresh, before, and what the reset gate multiplies */
	const auto saved = workspace.cpu().chunk(5, 1);
	const at::Tensor to_fresh = grad * (1 - saved[1]) * tanh_slope(saved[2]);
	const at::Tensor to_reset = to_fresh * saved[4] * sigmoid_slope(saved[0]);
	const at::Tensor to_update = grad * (saved[3] - saved[2]) * sigmoid_slope(saved[1]);
	const at::Tensor of_input = at::cat({ to_reset, to_update, to_fresh }, 1);
	const at::Tensor of_hidden = at::cat({ to_reset, to_update, to_fresh * saved[0] }, 1);

	return { of_input.to(on), of_hidden.to(on), (grad * saved[1]).to(on),
		 has_bias ? of_input.sum(0).to(on) : at::Tensor(),
		 has_bias ? of_hidden.sum(0).to(on) : at::Tensor() };
}

} // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library)
{
	library.impl("_thnn_fused_lstm_cell", lstm_cell);
	library.impl("_thnn_fused_lstm_cell_backward_impl", lstm_cell_backward);
	library.impl("_thnn_fused_gru_cell", gru_cell);
	library.impl("_thnn_fused_gru_cell_backward", gru_cell_backward);
}

} // namespace sim
