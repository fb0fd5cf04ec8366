#include "memory.hpp"

#include <cstring>
#include <mutex>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>

namespace ops {

namespace {

/* A byte that is a bool, too, since kernels may rely on a bool being one. */
constexpr int filling = 1;

/* Zeros behind each piece: with arguments that do not fit each other some kernels read on there,
 * and shall find the same on both sides. */
constexpr size_t margin = 1024;

/* libtorch's own allocator, but for what it does with fresh memory and with too much of it. */
class filling_allocator final : public c10::Allocator {
public:
	c10::DataPtr allocate(size_t n) override
	{
		TORCH_CHECK(n <= memory_limit, "more than the limit of these tests: ", n,
			    " bytes in one piece");

		if (n == 0)
			return own_->allocate(0);

		c10::DataPtr memory = own_->allocate(n + margin);
		auto *bytes = static_cast<std::byte *>(memory.mutable_get());

		std::memset(bytes, filling, n);
		std::memset(bytes + n, 0, margin);
		return memory;
	}

	c10::DeleterFnPtr raw_deleter() const override { return own_->raw_deleter(); }

	void copy_data(void *to, const void *from, size_t n) const override
	{
		default_copy_data(to, from, n);
	}

private:
	c10::Allocator *own_ = c10::GetDefaultCPUAllocator();
};

class silent_handler final : public c10::WarningHandler {
public:
	void process(const c10::Warning &) override {}
};

} // namespace

void silence_warnings()
{
	static silent_handler silent;

	c10::WarningUtils::set_warning_handler(&silent);
}

void make_libtorch_repeatable()
{
	static filling_allocator allocator;
	constexpr uint8_t above_all = 255;

	c10::SetCPUAllocator(&allocator, above_all);
	/* Not a NULL, which what() would follow. */
	c10::SetStackTraceFetcher([] { return std::string(); });
	silence_warnings();
	at::set_num_threads(1);
}

void seed_generators()
{
	at::Generator generator = at::globalContext().defaultGenerator(at::kCPU);
	std::lock_guard<std::mutex> lock(generator.mutex());

	generator.set_current_seed(20);
}

} // namespace ops
