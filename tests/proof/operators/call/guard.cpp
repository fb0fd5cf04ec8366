#include "call/guard.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

#include "support/releases.hpp"
#include "call/memory.hpp"

namespace ops {

namespace {

/*     | page of header | pages of the tensor:  unused, bytes, slack | page that faults |       */
struct header {
	size_t mapped; /* all pages */
	size_t bytes;
};

const size_t page = size_t(sysconf(_SC_PAGESIZE));
const size_t alignment = 64; /* libtorch guarantees this to its kernels */
const uint8_t unused_byte = 0x5a;
size_t memory_limit = size_t{ 1 } << 30;
const int fresh_byte = 1; /* a valid bool, on which kernels may rely */

/* Unused pieces, by their size: small ones are reused, since getting one from the system takes
 * longer than most calls. */
class spare_pieces {
public:
	header *take(size_t mapped);
	bool keep(header *piece);

private:
	const size_t largest_ = 16 * page;
	static constexpr size_t most = 256; /* of one size */

	std::mutex mutex_;
	std::map<size_t, std::vector<header *>> pieces_;
};

header *spare_pieces::take(size_t mapped)
{
	std::lock_guard<std::mutex> lock(mutex_);
	std::vector<header *> &pieces = pieces_[mapped];

	if (pieces.empty())
		return nullptr;
	header *piece = pieces.back();
	pieces.pop_back();
	return piece;
}

bool spare_pieces::keep(header *piece)
{
	if (piece->mapped > largest_)
		return false;

	std::lock_guard<std::mutex> lock(mutex_);
	std::vector<header *> &pieces = pieces_[piece->mapped];

	if (pieces.size() >= most)
		return false;
	pieces.push_back(piece);
	return true;
}

/* Never destroyed: tensors in static storage are freed last. */
spare_pieces &spare = *new spare_pieces;

size_t rounded_up(size_t n, size_t unit)
{
	return (n + unit - 1) / unit * unit;
}

header *header_of(void *bytes)
{
	return reinterpret_cast<header *>((reinterpret_cast<uintptr_t>(bytes) & ~(page - 1)) -
					  page);
}

struct bytes_range {
	uint8_t *first;
	size_t n;
};

/* The bytes of the pages that are not the tensor's: before it, and after it up to the alignment. */
bytes_range before(header &piece)
{
	const size_t used = rounded_up(piece.bytes, alignment);

	return { reinterpret_cast<uint8_t *>(&piece) + page, piece.mapped - 2 * page - used };
}

bytes_range behind(header &piece)
{
	const size_t used = rounded_up(piece.bytes, alignment);

	return { reinterpret_cast<uint8_t *>(&piece) + piece.mapped - page - used + piece.bytes,
		 used - piece.bytes };
}

void check_unused(bytes_range range, const char *where)
{
	for (size_t i = 0; i < range.n; i++) {
		if (range.first[i] == unused_byte)
			continue;
		fprintf(stderr, "written %s a tensor\n", where);
		abort();
	}
}

void free_piece(void *bytes)
{
	if (bytes == nullptr)
		return;
	header *piece = header_of(bytes);
	check_unused(before(*piece), "before the start of");
	check_unused(behind(*piece), "behind the end of");
	if (!spare.keep(piece))
		munmap(piece, piece->mapped);
}

/* With a last page that faults. */
header *map_piece(size_t mapped)
{
	void *start = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);

	TORCH_CHECK(start != MAP_FAILED, "no memory");
	if (mprotect(static_cast<uint8_t *>(start) + mapped - page, page, PROT_NONE) != 0) {
		const std::string reason = strerror(errno);

		munmap(start, mapped);
		TORCH_CHECK(false, "the page behind a tensor cannot be guarded: ", reason);
	}
	return static_cast<header *>(start);
}

class guarding_allocator final : public c10::Allocator {
public:
#if HAS_COPYING_ALLOCATOR
	c10::DataPtr allocate(size_t n) override
	{
		return allocate_piece(n);
	}

	void copy_data(void *to, const void *from, size_t n) const override
	{
		default_copy_data(to, from, n);
	}
#else
	c10::DataPtr allocate(size_t n) const override
	{
		return allocate_piece(n);
	}
#endif

	c10::DeleterFnPtr raw_deleter() const override
	{
		return &free_piece;
	}

private:
	static c10::DataPtr allocate_piece(size_t n)
	{
		TORCH_CHECK(n <= memory_limit, "more than the limit of these tests: ", n,
			    " bytes in one piece");
		if (n == 0)
			return { nullptr, nullptr, &free_piece, c10::Device(c10::kCPU) };

		const size_t used = rounded_up(n, alignment);
		const size_t mapped = rounded_up(used, page) + 2 * page;
		header *piece = spare.take(mapped);

		if (piece == nullptr)
			piece = map_piece(mapped);
		*piece = { mapped, n };

		uint8_t *bytes = before(*piece).first + before(*piece).n;

		std::memset(before(*piece).first, unused_byte, before(*piece).n);
		std::memset(bytes, fresh_byte, n);
		std::memset(behind(*piece).first, unused_byte, behind(*piece).n);
		return { bytes, bytes, &free_piece, c10::Device(c10::kCPU) };
	}
};

} // namespace

void set_memory_limit(size_t bytes)
{
	memory_limit = bytes;
}

void guard_memory()
{
	static guarding_allocator allocator;

	c10::SetCPUAllocator(&allocator, 255);
}

} // namespace ops
