/*
 * The engine. libtorch asks the process's engine for hooks of saved tensors, and its own has none, so
 * ours replaces it when hooks or late devices first need it. If Python has replaced the engine, we do
 * not.
 *
 * Ours computes nothing. Only one engine of a process can: libtorch starts the threads for devices
 * once, for the engine of the first backward, and with another one every backward on a device would
 * fail. That first backward may have been before our engine was there. So libtorch's engine goes on
 * to run all of them, and ours passes them on.
 */
#include "autograd/engine/engine.hpp"

#include <atomic>
#include <mutex>

#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/csrc/autograd/engine.h>

#include "autograd/engine/devices.h"
#include "autograd/engine/history.hpp"
#include "core/base/missing.hpp"
#include "core/bridge/wrap.hpp"

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
CT_MAY_BE_MISSING(ENGINE "20start_device_threadsEv");
/* Before nodes counted their references; the last one before 2.6. */
#if !CT_HAS_COUNTED_NODES
#define OLD_TASK "St10shared_ptrINS0_9GraphTaskEE"
#define OLD_NODE "S2_INS0_4NodeEE"
CT_MAY_BE_MISSING(ENGINE "19thread_on_exceptionERK" OLD_TASK "RK" OLD_NODE "RSt9exception");
CT_MAY_BE_MISSING(ENGINE "19thread_on_exceptionE" OLD_TASK "RK" OLD_NODE "RSt9exception");
#endif

namespace ct {

namespace {

using torch::autograd::edge_list;
using torch::autograd::Engine;
using torch::autograd::GraphTask;
using torch::autograd::InputBuffer;
using torch::autograd::SavedVariableHooks;
using torch::autograd::variable_list;

std::atomic<saved_hooks_maker> make_saved_hooks{ nullptr };

/* Backward on these runs in the thread that calls it. */
bool runs_in_caller(at::DeviceType type)
{
	return type == at::DeviceType::CPU || type == at::DeviceType::Meta ||
	       type == at::DeviceType::Lazy;
}

bool has_device_with_thread()
{
	for (int i = 0; i < static_cast<int>(at::COMPILE_TIME_MAX_DEVICE_TYPES); i++) {
		const auto type = static_cast<at::DeviceType>(i);

		if (!runs_in_caller(type) && c10::impl::hasDeviceGuardImpl(type) &&
		    c10::impl::getDeviceGuardImpl(type)->deviceCount() > 0)
			return true;
	}
	return false;
}

class engine final : public Engine {
	/* libtorch's, whose members are ours to use through these. */
	static constexpr auto queues = &engine::device_ready_queues_;
	static constexpr auto start = &engine::start_device_threads;

	/* A process without devices has no queue for one after its first backward. Then none of its
	 * backwards uses the queues, so they may begin now. */
	static void start_late_devices(Engine &libtorchs)
	{
		static std::mutex *const mutex = new std::mutex;
		static std::atomic<bool> are_started{ false };

		if (are_started)
			return;
		std::lock_guard<std::mutex> lock(*mutex);
		libtorchs.initialize_device_threads_pool();
		if ((libtorchs.*queues).empty() && has_device_with_thread())
			(libtorchs.*start)();
		are_started = !(libtorchs.*queues).empty();
	}

	static Engine &libtorchs()
	{
		Engine &base = Engine::get_base_engine();

		start_late_devices(base);
		return base;
	}

public:
	std::unique_ptr<SavedVariableHooks> get_default_saved_variable_hooks() override
	{
		const saved_hooks_maker maker = make_saved_hooks;

		return maker ? maker() : nullptr;
	}

	variable_list execute(const edge_list &roots, const variable_list &inputs, bool keep_graph,
			      bool create_graph, bool accumulate_grad,
			      const edge_list &outputs) override
	{
		return libtorchs().execute(roots, inputs, keep_graph, create_graph, accumulate_grad,
					   outputs);
	}

	c10::intrusive_ptr<at::ivalue::Future> execute_with_graph_task(
		const std::shared_ptr<GraphTask> &task, node_pointer root,
		InputBuffer &&inputs) override
	{
		return libtorchs().execute_with_graph_task(task, std::move(root),
							   std::move(inputs));
	}
};

/* Never destroyed: a thread may go backward when the process ends. */
Engine &our_engine()
{
	static Engine *const ours = new engine;
	return *ours;
}

/* Returns whether the process's engine is ours now. */
bool take_charge()
{
	static std::mutex *const mutex = new std::mutex;
	std::lock_guard<std::mutex> lock(*mutex);
	Engine *now = &Engine::get_default_engine();

	if (now == &Engine::get_base_engine())
		torch::autograd::set_default_engine_stub(our_engine);
	return now == &Engine::get_base_engine() || now == &our_engine();
}

} // namespace

void set_saved_hooks_maker(saved_hooks_maker maker)
{
	if (!take_charge())
		refuse("this process uses an autograd engine other than libtorch's (Python's, if "
		       "PyTorch is imported), which has its own hooks");
	make_saved_hooks = maker;
}

} // namespace ct

void ct_engine_admit_devices(void)
{
	ct::take_charge();
}
