#include "call/memory.hpp"

#include <mutex>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/ops/_nnpack_available.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>
#include <torch/csrc/autograd/forward_grad.h>

#include "support/releases.hpp"
#include "call/device.hpp"
#include "call/guard.hpp"
#include "call/heap.hpp"

namespace ops {

namespace {

class silent_handler final : public c10::WarningHandler {
public:
#if CT_HAS_WARNING_UTILS
	void process(const c10::Warning &) override {}
#else
	void process(const c10::SourceLocation &, const std::string &, bool) override {}
#endif
};

} // namespace

void silence_warnings()
{
	static silent_handler silent;

#if CT_HAS_WARNING_UTILS
	c10::WarningUtils::set_warning_handler(&silent);
#else
	c10::Warning::set_warning_handler(&silent);
#endif
}

void make_libtorch_repeatable()
{
	guard_memory();
	fill_heap(usual_filling);
	/* Not NULL, which what() would dereference. */
	c10::SetStackTraceFetcher([] { return std::string(); });
	silence_warnings();
	at::set_num_threads(1);
	/* NNPACK refuses everything until it was queried, and dual tensors need a level. */
	at::_nnpack_available();
	torch::autograd::ForwardADLevel::get_next_idx();
}

void seed_generators()
{
	for (const c10::Device device :
	     { c10::Device(at::kCPU), device_in_use().value_or(at::kCPU) }) {
		at::Generator generator = at::globalContext().defaultGenerator(device);
		std::lock_guard<std::mutex> lock(generator.mutex());

		generator.set_current_seed(20);
	}
}

} // namespace ops
