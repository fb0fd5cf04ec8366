/*
 * Hooks of tensors, and the common parts of all hooks.
 */
#include <unordered_map>

#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/variable.h>

#include <ctorch/autograd/hook.h>

#include "autograd/hooks/hooks.hpp"
#include "core/base/name_of.h"

namespace ct {

namespace {

/* The list of each hook, by its id. Never destroyed: it has lists of tensors that outlive
 * statics. */
struct registry {
	std::mutex mutex;
	std::unordered_map<int64_t, std::weak_ptr<hook_list>> lists;
	int64_t last = 0;
};

registry &all()
{
	static registry *const registered = new registry;
	return *registered;
}

int64_t new_id()
{
	std::lock_guard<std::mutex> lock(all().mutex);

	return ++all().last;
}

std::shared_ptr<hook_list> take_out(int64_t id)
{
	std::lock_guard<std::mutex> lock(all().mutex);
	auto found = all().lists.find(id);
	std::shared_ptr<hook_list> list;

	if (found != all().lists.end()) {
		list = found->second.lock();
		all().lists.erase(found);
	}
	return list;
}

} // namespace

hook::hook(any_function function, void *with, ct_release_function release)
    : id(new_id()), call(function), context(with, release)
{
}

/* Contexts are released after unlocking: their functions may remove hooks. */
hook_list::~hook_list()
{
	std::lock_guard<std::mutex> lock(all().mutex);

	for (const auto &gone : hooks)
		all().lists.erase(gone.first);
}

void hook_list::add(const std::shared_ptr<hook_list> &list, const hook_pointer &added)
{
	std::map<int64_t, hook_pointer> one{ { added->id, added } };
	std::lock_guard<std::mutex> lock(list->mutex);

	{
		std::lock_guard<std::mutex> registering(all().mutex);
		all().lists.emplace(added->id, list);
	}
	list->hooks.merge(one); /* takes no memory */
}

bool hook_list::remove(int64_t id)
{
	decltype(hooks)::node_type gone; /* freed after the list is unlocked */
	std::lock_guard<std::mutex> lock(mutex);

	gone = hooks.extract(id);
	if (!gone)
		return false;
	gone.mapped()->removed = true;
	return true;
}

std::vector<hook_pointer> hook_list::now()
{
	std::lock_guard<std::mutex> lock(mutex);
	std::vector<hook_pointer> list;

	list.reserve(hooks.size());
	for (const auto &each : hooks)
		list.push_back(each.second);
	return list;
}

std::mutex &registering()
{
	static std::mutex *const mutex = new std::mutex;
	return *mutex;
}

void add_hook(const std::shared_ptr<hook_list> &list, const hook_pointer &added, int64_t *id)
{
	hook_list::add(list, added);
	added->context.arm();
	if (id)
		*id = added->id;
}

std::string of_current_node()
{
#if CT_HAS_CURRENT_NODE
	const auto node = torch::autograd::get_current_node();

	if (node)
		return " of " + node->name();
#endif
	return "";
}

std::string name_of(const hook &called, const char *kind)
{
	return kind + (" " + std::to_string(called.id)) + of_current_node();
}

void check_replacement(const at::Tensor &value, const at::Tensor &result, size_t number)
{
	TORCH_CHECK(value.defined(), "can't replace a empty gradient with a non-empty value");
	torch::autograd::check_variable_result(value, result, std::to_string(number));
}

namespace {

/* The undefined tensor: the hook keeps the gradient. */
at::Tensor run(const hook &each, const at::Tensor &grad)
{
	callback_scope scope;
	ct_tensor *replacement = nullptr;

	check_callback(each.as<ct_tensor_hook>()(lend(grad), each.context.get(), &replacement),
		       [&] { return name_of(each, "tensor hook"); });
	return taken(replacement, CT_NAME_OF_TYPE(ct_tensor_hook), "argument 3 (replacement)");
}

/* Our entry in libtorch's list of a tensor's hooks. */
struct tensor_hooks {
	std::shared_ptr<hook_list> list;

	/* The undefined tensor if the gradient was not replaced. */
	at::TensorBase operator()(const at::TensorBase &grad) const
	{
		std::vector<hook_pointer> hooks = list->now();
		at::Tensor now(grad), replaced;

		for (size_t i = 0; i < hooks.size(); i++) {
			at::Tensor result = hooks[i]->removed ? at::Tensor() : run(*hooks[i], now);

			if (!result.defined())
				continue;
			check_replacement(now, result, i);
			now = replaced = std::move(result);
		}
		return replaced;
	}
};

/* Ours must come after hooks that C++ has registered meanwhile, so the last entry counts. */
std::shared_ptr<hook_list> list_of(const at::Tensor &tensor)
{
	const torch::autograd::AutogradMeta *meta = torch::autograd::impl::get_autograd_meta(
		tensor);

	if (meta && meta->cpp_hooks_list_ && !meta->cpp_hooks_list_->empty()) {
		const tensor_hooks *ours =
			meta->cpp_hooks_list_->back().template target<tensor_hooks>();

		if (ours)
			return ours->list;
	}
	auto list = std::make_shared<hook_list>();

	static_cast<const at::TensorBase &>(tensor).register_hook(tensor_hooks{ list });
	return list;
}

#if CT_HAS_POST_ACCUMULATE_HOOKS
struct post_accumulate_hooks final : torch::autograd::PostAccumulateGradHook {
	const std::shared_ptr<hook_list> list = std::make_shared<hook_list>();

	void operator()(const at::Tensor &leaf) override
	{
		for (const hook_pointer &each : list->now()) {
			if (each->removed)
				continue;
			callback_scope scope;

			check_callback(each->as<ct_post_accumulate_hook>()(lend(leaf),
									   each->context.get()),
				       [&] { return name_of(*each, "post-accumulate hook"); });
		}
	}
};

/* There is one place for such a hook. */
std::shared_ptr<hook_list> post_accumulate_list(const at::Tensor &tensor)
{
	torch::autograd::PostAccumulateGradHook *there =
		torch::autograd::impl::post_acc_grad_hooks(tensor).get();
	auto *ours = dynamic_cast<post_accumulate_hooks *>(there);

	if (there && !ours)
		refuse("argument 1 (self) already has a post-accumulate hook that another "
		       "language registered; libtorch supports only one");
	if (!there) {
		auto made = std::make_unique<post_accumulate_hooks>();

		ours = made.get();
		torch::autograd::impl::set_post_acc_grad_hooks(tensor, std::move(made));
	}
	return ours->list;
}
#endif

void check_requires_grad(const at::Tensor &tensor)
{
	TORCH_CHECK(tensor.requires_grad(),
		    "cannot register a hook on a tensor that doesn't require gradient");
}

} // namespace

} // namespace ct

bool ct_hook_remove(int64_t id) noexcept
try {
	std::shared_ptr<ct::hook_list> list = ct::take_out(id);

	return list && list->remove(id);
} catch (...) {
	return false;
}

ct_error ct_tensor_register_hook(ct_tensor *self, ct_tensor_hook call, void *context,
				 ct_release_function release, int64_t *hook) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	if (call == nullptr)
		ct::refuse_null(2, "call");
	ct::check_requires_grad(*tensor);
	tensor->grad_fn(); /* updates a view whose base was written to */

	auto added = std::make_shared<ct::hook>(reinterpret_cast<ct::any_function>(call), context,
						release);
	std::lock_guard<std::mutex> lock(ct::registering());

	ct::add_hook(ct::list_of(*tensor), added, hook);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_register_post_accumulate_hook(ct_tensor *self, ct_post_accumulate_hook call,
						 void *context, ct_release_function release,
						 int64_t *hook) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	if (call == nullptr)
		ct::refuse_null(2, "call");
	ct::check_requires_grad(*tensor);
	TORCH_CHECK(!tensor->grad_fn(), /* as in ct_tensor_is_leaf() */
		    "post accumulate grad hooks cannot be registered on non-leaf tensors");
#if CT_HAS_POST_ACCUMULATE_HOOKS
	auto added = std::make_shared<ct::hook>(reinterpret_cast<ct::any_function>(call), context,
						release);
	std::lock_guard<std::mutex> lock(ct::registering());

	ct::add_hook(ct::post_accumulate_list(*tensor), added, hook);
	return nullptr;
#else
	(void)context, (void)release, (void)hook;
	ct::refuse("this release of libtorch has no post-accumulate hooks");
#endif
} catch (...) {
	return ct::caught(__func__);
}
