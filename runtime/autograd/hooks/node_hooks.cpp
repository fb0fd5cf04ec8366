/*
 * Hooks of nodes.
 */
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/function_hook.h>

#include <ctorch/autograd/hook.h>

#include "autograd/graph/node.hpp"
#include "autograd/hooks/hooks.hpp"
#include "core/base/missing.hpp"
#include "core/base/name_of.h"

#if !CT_HAS_HOOK_TYPES
CT_MAY_BE_MISSING("_ZTIN5torch8autograd15FunctionPreHookE");
CT_MAY_BE_MISSING("_ZTIN5torch8autograd16FunctionPostHookE");
#endif

namespace ct {

namespace {

using torch::autograd::variable_list;

/* Handles for a callback, which its scope owns. */
std::vector<ct_tensor *> lend_all(const variable_list &tensors)
{
	std::vector<ct_tensor *> handles(tensors.size());

	for (size_t i = 0; i < tensors.size(); i++)
		handles[i] = lend(tensors[i]);
	return handles;
}

void replace(variable_list &tensors, const std::vector<ct_tensor *> &replacements, size_t number,
	     const char *hook, const char *argument)
{
	for (size_t i = 0; i < tensors.size(); i++) {
		if (replacements[i] == nullptr)
			continue;
		at::Tensor result = taken(replacements[i], hook, argument, i);

		check_replacement(tensors[i], result, number);
		tensors[i] = std::move(result);
	}
}

int64_t length_of(const std::vector<ct_tensor *> &list)
{
	return static_cast<int64_t>(list.size());
}

struct pre_hooks final : torch::autograd::FunctionPreHook {
	const std::shared_ptr<hook_list> list = std::make_shared<hook_list>();

	static auto &of(Node &node) { return node.pre_hooks(); }

	static void add(Node &node, std::unique_ptr<pre_hooks> made)
	{
		node.add_pre_hook(std::move(made));
	}

	static void run(const hook &each, variable_list &grads, size_t number)
	{
		callback_scope scope;
		std::vector<ct_tensor *> lent = lend_all(grads), replacements(grads.size());

		check_callback(each.as<ct_node_pre_hook>()(lent.data(), length_of(lent),
							   each.context.get(), replacements.data()),
			       [&] { return name_of(each, "pre-hook"); });
		replace(grads, replacements, number, CT_NAME_OF_TYPE(ct_node_pre_hook),
			"argument 3 (replacements)");
	}

	variable_list operator()(const variable_list &grads) override
	{
		std::vector<hook_pointer> hooks = list->now();
		variable_list now = grads;

		for (size_t i = 0; i < hooks.size(); i++)
			if (!hooks[i]->removed)
				run(*hooks[i], now, i);
		return now;
	}
};

struct post_hooks final : torch::autograd::FunctionPostHook {
	const std::shared_ptr<hook_list> list = std::make_shared<hook_list>();

	static auto &of(Node &node) { return node.post_hooks(); }

	static void add(Node &node, std::unique_ptr<post_hooks> made)
	{
		node.add_post_hook(std::move(made));
	}

	static void run(const hook &each, variable_list &grad_inputs,
			const variable_list &grad_outputs, size_t number)
	{
		callback_scope scope;
		std::vector<ct_tensor *> to = lend_all(grad_inputs), from = lend_all(grad_outputs),
					 replacements(to.size());

		check_callback(each.as<ct_node_post_hook>()(to.data(), length_of(to), from.data(),
							    length_of(from), each.context.get(),
							    replacements.data()),
			       [&] { return name_of(each, "post-hook"); });
		replace(grad_inputs, replacements, number, CT_NAME_OF_TYPE(ct_node_post_hook),
			"argument 4 (replacements)");
	}

	/* libtorch's "outputs" are the next nodes' inputs. */
	variable_list operator()(const variable_list &outputs, const variable_list &inputs) override
	{
		std::vector<hook_pointer> hooks = list->now();
		variable_list now = outputs;

		for (size_t i = 0; i < hooks.size(); i++)
			if (!hooks[i]->removed)
				run(*hooks[i], now, inputs, i);
		return now;
	}
};

/* Ours must come after hooks that C++ has registered meanwhile, so the last one counts. */
template <class Ours> std::shared_ptr<hook_list> list_of(Node &node)
{
	auto &there = Ours::of(node);
	Ours *ours = there.empty() ? nullptr : dynamic_cast<Ours *>(there.back().get());

	if (ours)
		return ours->list;
	auto made = std::make_unique<Ours>();
	std::shared_ptr<hook_list> list = made->list;

	Ours::add(node, std::move(made));
	return list;
}

/* For the functions below, which differ only in `call` and its type. */
template <class Ours, class Call>
void register_hook(ct_node *self, Call call, void *context, ct_release_function release,
		   int64_t *id)
{
	Node &to = node(self, 1, "self");

	if (call == nullptr)
		refuse_null(2, "call");
	auto added = std::make_shared<hook>(reinterpret_cast<any_function>(call), context, release);
	std::lock_guard<std::mutex> lock(registering());

	add_hook(list_of<Ours>(to), added, id);
}

} // namespace

} // namespace ct

ct_error ct_node_register_pre_hook(ct_node *self, ct_node_pre_hook call, void *context,
				   ct_release_function release, int64_t *hook) noexcept
try {
	ct::register_hook<ct::pre_hooks>(self, call, context, release, hook);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_node_register_post_hook(ct_node *self, ct_node_post_hook call, void *context,
				    ct_release_function release, int64_t *hook) noexcept
try {
	ct::register_hook<ct::post_hooks>(self, call, context, release, hook);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
