/*
 * Hooks of saved tensors.
 *
 * An operation that saves a tensor gets hooks from the process's engine. libtorch's engine has
 * none, so at first use a subclass that returns hooks replaces it. If Python has replaced the
 * engine, we do not.
 */
#include <vector>

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <ctorch/autograd/hook.h>

#include "autograd/hooks/hooks.hpp"
#include "core/base/missing.hpp"
#include "core/base/name_of.h"

/* The engine's virtual functions, with the parameter types of 2.15. */
CT_MAY_BE_MISSING("_ZTIN5torch8autograd6EngineE");
CT_MAY_BE_MISSING("_ZTVN5torch8autograd15AnomalyMetadataE");
#define ENGINE "_ZN5torch8autograd6Engine"
#define NODE_POINTER                                                            \
	"N3c1013intrusive_ptrINS0_4NodeENS7_6detail34intrusive_target_default_" \
	"null_typeIS9_EEEE"
CT_MAY_BE_MISSING(ENGINE "11thread_initEiRKSt10shared_ptrINS0_10ReadyQueueEEb");
CT_MAY_BE_MISSING(ENGINE "11thread_mainERKSt10shared_ptrINS0_9GraphTaskEE");
CT_MAY_BE_MISSING(ENGINE "19thread_on_exceptionERKSt10shared_ptrINS0_9GraphTaskEERK" NODE_POINTER
			 "RSt9exception");
CT_MAY_BE_MISSING(ENGINE "23execute_with_graph_taskERKSt10shared_ptrINS0_9GraphTaskEE" NODE_POINTER
			 "ONS0_11InputBufferE");
CT_MAY_BE_MISSING(ENGINE "7executeERKSt6vectorINS0_4EdgeESaIS3_EERKS2_IN2at6TensorESaIS9_EEbbbS7_");
/* Before nodes counted their references; the last one before 2.6. */
#if !CT_HAS_COUNTED_NODES
#define OLD_TASK "St10shared_ptrINS0_9GraphTaskEE"
#define OLD_NODE "S2_INS0_4NodeEE"
CT_MAY_BE_MISSING(ENGINE "23execute_with_graph_taskERK" OLD_TASK OLD_NODE "ONS0_11InputBufferE");
CT_MAY_BE_MISSING(ENGINE "19thread_on_exceptionERK" OLD_TASK "RK" OLD_NODE "RSt9exception");
CT_MAY_BE_MISSING(ENGINE "19thread_on_exceptionE" OLD_TASK "RK" OLD_NODE "RSt9exception");
#endif

namespace ct {

namespace {

using torch::autograd::Engine;
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

class engine final : public Engine {
public:
	std::unique_ptr<SavedVariableHooks> get_default_saved_variable_hooks() override
	{
		if (pushed.empty())
			return nullptr;
		return std::make_unique<packed_tensor>(pushed.back());
	}
};

/* Never destroyed, like its threads. */
Engine &our_engine()
{
	static Engine *const ours = new engine;
	return *ours;
}

void take_charge()
{
	static std::mutex *const mutex = new std::mutex;
	std::lock_guard<std::mutex> lock(*mutex);
	Engine *now = &Engine::get_default_engine();

	if (now == &Engine::get_base_engine())
		torch::autograd::set_default_engine_stub(our_engine);
	else if (now != &our_engine())
		refuse("this process uses an autograd engine other than libtorch's (Python's, if "
		       "PyTorch is imported), which has its own hooks");
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
	ct::take_charge();
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
