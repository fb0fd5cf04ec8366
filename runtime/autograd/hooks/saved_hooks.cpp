/*
 * Hooks of saved tensors.
 */
#include <vector>

#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <ctorch/autograd/hook.h>

#include "autograd/engine/engine.hpp"
#include "autograd/hooks/hooks.hpp"
#include "core/base/name_of.h"

namespace ct {

namespace {

using torch::autograd::SavedVariableHooks;

struct pair {
	ct_saved_tensor_pack_hook pack;
	ct_saved_tensor_unpack_hook unpack;
	ct_saved_tensor_release_function free_packed;
	callback_context context;
};

thread_local std::vector<std::shared_ptr<const pair>> pushed;

/* The result of a pack hook. */
struct packed_object final : pending_release {
	const std::shared_ptr<const pair> hooks;
	void *packed = nullptr;
	bool done = false;

	explicit packed_object(std::shared_ptr<const pair> by) : hooks(std::move(by)) {}

	void release() noexcept override { hooks->free_packed(packed, hooks->context.get()); }

	static void drop(packed_object *self) noexcept
	{
		if (self->done && self->hooks->free_packed)
			release_in_turn(self);
		else
			delete self;
	}
};

/* The graph's replacement for one saved tensor. */
class packed_tensor final : public SavedVariableHooks {
	const std::unique_ptr<packed_object, decltype(&packed_object::drop)> object;

public:
	explicit packed_tensor(std::shared_ptr<const pair> by)
	    : object(new packed_object(std::move(by)), packed_object::drop)
	{
	}

	void call_pack_hook(const at::Tensor &tensor) override
	{
		callback_scope scope;

		check_callback(object->hooks->pack(lend(tensor), object->hooks->context.get(),
						   &object->packed),
			       [] { return std::string("the pack hook of a saved tensor"); });
		object->done = true;
	}

	at::Tensor call_unpack_hook() override
	{
		callback_scope scope;
		ct_tensor *tensor = nullptr;

		check_callback(
			object->hooks->unpack(object->packed, object->hooks->context.get(),
					      &tensor),
			[] { return "the unpack hook of a saved tensor" + of_current_node(); });
		TORCH_CHECK_TYPE(tensor, "the unpack hook of a saved tensor did not return a "
					 "tensor");
		return taken(tensor, CT_NAME_OF_TYPE(ct_saved_tensor_unpack_hook),
			     "argument 3 (tensor)");
	}
};

std::unique_ptr<SavedVariableHooks> make_hooks()
{
	if (pushed.empty())
		return nullptr;
	return std::make_unique<packed_tensor>(pushed.back());
}

} // namespace

} // namespace ct

ct_error ct_saved_tensors_push(ct_saved_tensor_pack_hook pack, ct_saved_tensor_unpack_hook unpack,
			       ct_saved_tensor_release_function free_packed, void *context,
			       ct_release_function release) noexcept
try {
	if (pack == nullptr)
		ct::refuse_null(1, "pack");
	if (unpack == nullptr)
		ct::refuse_null(2, "unpack");
	ct::set_saved_hooks_maker(ct::make_hooks);
	ct::callback_context with(context, release);

	ct::pushed.push_back(
		std::make_shared<const ct::pair>(ct::pair{ pack, unpack, free_packed, with }));
	with.arm();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_saved_tensors_pop(void) noexcept
try {
	if (ct::pushed.empty())
		ct::refuse("this thread has no saved tensor hooks to pop");
	ct_saved_tensors_pop_to(ct_saved_tensors_depth() - 1);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

int64_t ct_saved_tensors_depth(void) noexcept
{
	return static_cast<int64_t>(ct::pushed.size());
}

void ct_saved_tensors_pop_to(int64_t depth) noexcept
{
	while (ct_saved_tensors_depth() > (depth > 0 ? depth : 0)) {
		/* It may call a release function, for which it must be gone. */
		std::shared_ptr<const ct::pair> last = std::move(ct::pushed.back());

		ct::pushed.pop_back();
	}
}
