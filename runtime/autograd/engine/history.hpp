/*
 * Nodes of the graph that the library creates, and how releases of libtorch differ: reference
 * counts were std::shared_ptr's and became intrusive, and _wrap_outputs(), which makes a node the
 * history of tensors, got more parameters.
 *
 * The code tests libtorch's declarations, not its version.
 */
#pragma once

#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/function.h>

#include "core/bridge/wrap.hpp"

namespace ct {

using torch::autograd::Node;
using node_pointer = decltype(torch::autograd::Edge::function);
using tensor_set = std::unordered_set<at::TensorImpl *>;
using tensor_list = torch::autograd::variable_list;

/* A node of our own class. `Class` is a parameter everywhere so that the compiler checks only the
 * branch of its release. */
template <class Class, class... Arguments> auto make_node(Arguments &&...arguments)
{
	if constexpr (std::is_same_v<node_pointer, std::shared_ptr<Node>>)
		/* deleteNode() releases long graphs without recursion. */
		return std::shared_ptr<Class>(new Class(std::forward<Arguments>(arguments)...),
					      [](Class *made) { deleteNode(made); });
	else
		return c10::make_intrusive<Class>(std::forward<Arguments>(arguments)...);
}

/* A new reference to a node. */
template <class Class> auto pointer_to(Class &of, int) -> decltype(of.getptr())
{
	return of.getptr();
}

template <class Class> auto pointer_to(Class &of, long) -> decltype(of.shared_from_this())
{
	return of.shared_from_this();
}

struct call_wrap_outputs {
	template <class... Arguments>
	auto operator()(Arguments &&...arguments) const
		-> decltype(torch::autograd::_wrap_outputs(std::forward<Arguments>(arguments)...))
	{
		return torch::autograd::_wrap_outputs(std::forward<Arguments>(arguments)...);
	}
};

/* How an application has marked its tensors. */
struct marks {
	tensor_set dirty, non_differentiable;
};

using raw_outputs = std::vector<maybe<at::Tensor>>;
using jvp_function = torch::autograd::_jvp_fn_t;
using view_function = at::Tensor (*)(const at::Tensor &);

/* Whether it has these parameters after those of all releases. */
template <class Pointer, class... More>
constexpr bool wraps_with = std::is_invocable_v<
	call_wrap_outputs, const tensor_list &, const tensor_set &, const tensor_set &,
	at::ArrayRef<maybe<at::Tensor>>, const Pointer &, const jvp_function &, More...>;

/* The outputs for the caller: with `history` as their history, unless it is null, and, if an input
 * is dual, with the tangents that `jvp` computes from inputs and their tangents. Fire the hooks on
 * `attached` (announce()) when the node is complete; in early releases it stays null. */
template <class Pointer>
raw_outputs wrap_outputs(const tensor_list &inputs, const marks &of, const raw_outputs &raw,
			 const Pointer &history, const jvp_function &jvp,
			 [[maybe_unused]] Pointer &attached)
{
	[[maybe_unused]] const view_function view = [](const at::Tensor &tensor) {
		return tensor.view_as(tensor);
	};
	[[maybe_unused]] const tensor_set none;
	const auto wrap = [&](auto &&...more) {
		return call_wrap_outputs()(inputs, of.non_differentiable, of.dirty,
					   at::ArrayRef<maybe<at::Tensor>>(raw), history, jvp,
					   more...);
	};

	if constexpr (wraps_with<Pointer, const tensor_set &, view_function, bool, Pointer &>)
		return wrap(none, view, false, attached);
	else if constexpr (wraps_with<Pointer, const tensor_set &, view_function, bool>)
		return wrap(none, view, false);
	else if constexpr (wraps_with<Pointer, const tensor_set &, view_function>)
		return wrap(none, view);
	else if constexpr (wraps_with<Pointer, const tensor_set &>)
		return wrap(none);
	else
		return wrap();
}

template <class Pointer, class = void> struct has_creation_hooks : std::false_type {
};
template <class Pointer>
struct has_creation_hooks<Pointer,
			  std::void_t<decltype(fire_node_creation_hooks(std::declval<Pointer>()))>>
    : std::true_type {
};

template <class Pointer> void announce([[maybe_unused]] const Pointer &attached)
{
	if constexpr (has_creation_hooks<Pointer>::value)
		if (attached)
			fire_node_creation_hooks(attached);
}

} // namespace ct
