#include "guard.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

#include "memory.hpp"

namespace ops {

namespace {

/*     | page of header | pages of the tensor:  unused, bytes, slack | page that faults |       */
struct header {
	size_t mapped; /* all pages */
	size_t bytes;
};

const size_t page = 4096;
const size_t alignment = 16;
const uint8_t unused_byte = 0x5a;
const int fresh_byte = 1; /* as everywhere in these tests: see memory.cpp */

size_t rounded_up(size_t n, size_t unit)
{
	return (n + unit - 1) / unit * unit;
}

header *header_of(void *bytes)
{
	return reinterpret_cast<header *>((reinterpret_cast<uintptr_t>(bytes) & ~(page - 1)) -
					  page);
}

/* A write between the end and the page behind it. */
void check_slack(const header &piece, const void *bytes)
{
	const auto *end = static_cast<const uint8_t *>(bytes) + piece.bytes;

	for (size_t i = 0; i < rounded_up(piece.bytes, alignment) - piece.bytes; i++) {
		if (end[i] == unused_byte)
			continue;
		fputs("written behind the end of a tensor\n", stderr);
		abort();
	}
}

void free_piece(void *bytes)
{
	if (bytes == nullptr)
		return;
	header *piece = header_of(bytes);
	check_slack(*piece, bytes);
	munmap(piece, piece->mapped);
}

class guarding_allocator final : public c10::Allocator {
public:
	c10::DataPtr allocate(size_t n) override
	{
		TORCH_CHECK(n <= memory_limit, "more than the limit of these tests: ", n,
			    " bytes in one piece");
		if (n == 0)
			return { nullptr, nullptr, &free_piece, c10::Device(c10::kCPU) };

		size_t used = rounded_up(n, alignment);
		size_t mapped = rounded_up(used, page) + 2 * page;
		void *start = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		TORCH_CHECK(start != MAP_FAILED, "no memory");
		uint8_t *last = static_cast<uint8_t *>(start) + mapped - page;
		mprotect(last, page, PROT_NONE);
		*static_cast<header *>(start) = { mapped, n };
		std::memset(last - used, fresh_byte, n);
		std::memset(last - used + n, unused_byte, used - n);
		return { last - used, last - used, &free_piece, c10::Device(c10::kCPU) };
	}

	c10::DeleterFnPtr raw_deleter() const override { return &free_piece; }

	void copy_data(void *to, const void *from, size_t n) const override
	{
		default_copy_data(to, from, n);
	}
};

} // namespace

void guard_memory()
{
	static guarding_allocator allocator;

	c10::SetCPUAllocator(&allocator, 255);
}

} // namespace ops
