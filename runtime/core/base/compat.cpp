/*
 * Checks that compat.hpp matches this release's headers: otherwise the build stops here. It has no
 * code.
 *
 * A condition that is wrong in one direction does not compile anyway. In the other, a release that
 * has something would be treated as one that lacks it, and nothing would fail.
 */
#include "core/base/compat.hpp"

#include <utility>

#include <ATen/Context.h>
#include <ATen/Version.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/Generator.h>
#include <ATen/core/jit_type_base.h>
#include <c10/core/AutogradState.h>
#include <c10/core/Layout.h>
#include <c10/core/Scalar.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/graph_task.h>
#include <torch/csrc/jit/runtime/operator.h>
#if __has_include(<c10/core/CachingDeviceAllocator.h>)
#include <c10/core/CachingDeviceAllocator.h>
#endif
#if __has_include(<torch/csrc/inductor/aoti_runner/model_container_runner.h>)
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
#endif
#if __has_include(<ATen/detail/AcceleratorHooksInterface.h>)
#include <ATen/detail/AcceleratorHooksInterface.h>
#endif

/* Complete if these classes exist. */
namespace at {
struct AcceleratorHooksInterface;
} // namespace at
namespace c10 {
struct DeviceAllocator;
} // namespace c10
namespace torch::autograd {
struct PostAccumulateGradHook;
} // namespace torch::autograd
namespace torch::inductor {
class AOTIModelContainerRunner;
} // namespace torch::inductor

/* Found if a namespace has no such function: a non-template takes precedence. Outside the namespace
 * below, where they would hide all others. */
namespace otherwise {
struct absent {};
template <int = 0> absent get_autocast_dtype(...);
template <int = 0> absent get_cpu_capability(...);
template <int = 0> absent get_current_graph_task_id(...);
template <int = 0> absent get_current_node(...);
template <int = 0> absent get_privateuse1_backend(...);
template <int = 0> absent getAllSortedOperatorsFor(...);
} // namespace otherwise

namespace {

/* Whether a lambda that names a possibly missing member accepts an object of the class or
 * enumeration. */
template <class Type, class Lambda> constexpr bool compiles(Lambda)
{
	return std::is_invocable_v<Lambda, Type &>;
}

#define IN_CLASS(Class, member) \
	compiles<Class>(        \
		[](auto &self) -> decltype(&std::decay_t<decltype(self)>::member) { return {}; })
#define IN_ENUM(Enum, name) \
	compiles<Enum>(     \
		[](auto &self) -> decltype(std::decay_t<decltype(self)>::name) { return self; })

namespace in_at {
using namespace at;
using namespace otherwise;
using capability = decltype(get_cpu_capability());
} // namespace in_at

namespace in_autocast {
using namespace at::autocast;
using namespace otherwise;
using dtype = decltype(get_autocast_dtype(at::kCPU));
} // namespace in_autocast

namespace in_autograd {
using namespace torch::autograd;
using namespace otherwise;
using node = decltype(get_current_node());
using task = decltype(get_current_graph_task_id());
} // namespace in_autograd

namespace in_c10 {
using namespace c10;
using namespace otherwise;
using name = decltype(get_privateuse1_backend());
} // namespace in_c10

namespace in_jit {
using namespace torch::jit;
using namespace otherwise;
using operators = decltype(getAllSortedOperatorsFor(std::declval<c10::Symbol>()));
} // namespace in_jit

template <class Result> constexpr bool is_there = !std::is_same_v<Result, otherwise::absent>;

#define SAYS_RIGHT(condition, found)                                                          \
	static_assert((condition) == (found), "compat.hpp: " #condition " has another first " \
					      "release than libtorch's headers")

SAYS_RIGHT(CT_HAS_SYM_BOOL, IN_ENUM(c10::TypeKind, SymBoolType));
SAYS_RIGHT(CT_HAS_UNSIGNED_SCALAR, IN_CLASS(at::Scalar, toUInt64));
SAYS_RIGHT(CT_HAS_JAGGED, IN_ENUM(at::Layout, Jagged));
SAYS_RIGHT(CT_HAS_MTIA, IN_ENUM(at::DeviceType, MTIA));
SAYS_RIGHT(CT_HAS_MAIA, IN_ENUM(at::DeviceType, MAIA));
SAYS_RIGHT(CT_HAS_DEVICE_NAMES, is_there<in_c10::name>);
SAYS_RIGHT(CT_HAS_ROCM_KNOWN, IN_CLASS(at::Context, hasROCM));
SAYS_RIGHT(CT_HAS_KLEIDIAI, IN_CLASS(at::Context, hasKleidiAI));
SAYS_RIGHT(CT_HAS_CPU_CAPABILITY, is_there<in_at::capability>);
SAYS_RIGHT(CT_HAS_SYNCHRONIZE_DEVICE,
	   IN_CLASS(c10::impl::DeviceGuardImplInterface, synchronizeDevice));
SAYS_RIGHT(CT_HAS_NEW_STREAM, IN_CLASS(c10::impl::DeviceGuardImplInterface, getNewStream));
SAYS_RIGHT(CT_HAS_EVENT_TIMES, IN_CLASS(c10::impl::DeviceGuardImplInterface, elapsedTime));
SAYS_RIGHT(CT_HAS_STREAM_HANDLE,
	   IN_CLASS(c10::impl::DeviceGuardImplInterface, getStreamNativeHandle));
SAYS_RIGHT(CT_HAS_STREAM_CAPTURE, IN_CLASS(c10::impl::DeviceGuardImplInterface, isStreamCapturing));
SAYS_RIGHT(CT_HAS_PINNED_FOR_ANY, IN_CLASS(at::AcceleratorHooksInterface, isPinnedPtr));
SAYS_RIGHT(CT_HAS_DEVICE_ALLOCATOR, IN_CLASS(c10::DeviceAllocator, getMemoryInfo));
SAYS_RIGHT(CT_HAS_NEW_GENERATOR, IN_CLASS(at::AcceleratorHooksInterface, getNewGenerator));
SAYS_RIGHT(CT_HAS_GENERATOR_OFFSET, IN_CLASS(at::Generator, set_offset));
SAYS_RIGHT(CT_HAS_GRAPHSAFE_STATE, IN_CLASS(at::Generator, graphsafe_set_state));
SAYS_RIGHT(CT_HAS_COUNTED_NODES,
	   (std::is_base_of_v<c10::intrusive_ptr_target, torch::autograd::Node>));
SAYS_RIGHT(CT_HAS_CURRENT_NODE, is_there<in_autograd::node>);
SAYS_RIGHT(CT_HAS_BACKWARD_ID, is_there<in_autograd::task>);
SAYS_RIGHT(CT_HAS_POST_ACCUMULATE_HOOKS,
	   ct::is_complete<torch::autograd::PostAccumulateGradHook>::value);
SAYS_RIGHT(CT_HAS_MULTITHREADING_MODE, IN_CLASS(c10::AutogradState, get_multithreading_enabled));
SAYS_RIGHT(CT_HAS_AUTOCAST_BY_DEVICE, is_there<in_autocast::dtype>);
SAYS_RIGHT(CT_HAS_SORTED_OPERATORS, is_there<in_jit::operators>);
SAYS_RIGHT(CT_HAS_AOTI, IN_CLASS(torch::inductor::AOTIModelContainerRunner, extract_constants_map));
#if __has_include(<ATen/core/Dimname.h>) != (CT_HAS_DIMNAME)
#error "CT_HAS_DIMNAME in compat.hpp is wrong"
#endif
#if __has_include(<ATen/ops/empty_permuted.h>) != (CT_HAS_EMPTY_PERMUTED)
#error "CT_HAS_EMPTY_PERMUTED in compat.hpp is wrong"
#endif

} // namespace
