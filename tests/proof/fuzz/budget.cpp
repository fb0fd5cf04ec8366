#include "budget.h"

#include <atomic>
#include <climits>

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

namespace {

std::atomic<int64_t> blocks_left(INT64_MAX), nbytes_left(INT64_MAX);

/* In front of the allocator that is there. */
class counting_allocator final : public c10::Allocator {
public:
	explicit counting_allocator(c10::Allocator &allocator) : behind(allocator) {}

	c10::DataPtr allocate(size_t n) override
	{
		const bool fits = blocks_left.fetch_sub(1) > 0 &&
				  n <= static_cast<size_t>(INT64_MAX) &&
				  nbytes_left.load() >= static_cast<int64_t>(n);

		TORCH_CHECK(fits, "beyond the budget of the fuzz target: ", n, " bytes");
		nbytes_left.fetch_sub(static_cast<int64_t>(n));
		return behind.allocate(n);
	}

	c10::DeleterFnPtr raw_deleter() const override { return behind.raw_deleter(); }

	void copy_data(void *to, const void *from, size_t n) const override
	{
		default_copy_data(to, from, n);
	}

private:
	c10::Allocator &behind;
};

void set(int64_t blocks, int64_t nbytes)
{
	/* Never destroyed: storages remember the allocator that they came from. */
	static auto *allocator = new counting_allocator(*c10::GetCPUAllocator());

	if (c10::GetCPUAllocator() != allocator)
		c10::SetCPUAllocator(allocator, UINT8_MAX);
	blocks_left = blocks;
	nbytes_left = nbytes;
}

} // namespace

void fuzz_budget_begin(int64_t blocks, int64_t nbytes)
{
	set(blocks, nbytes);
}

void fuzz_budget_end(void)
{
	set(INT64_MAX, INT64_MAX);
}
