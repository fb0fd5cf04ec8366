/*
 * Objects of NCCL's backends have the size that the headers give them with this nccl.h, on the fake
 * CUDA: libtorch's destructors tell the size of what they free. The options have a structure of NCCL's
 * in them, which grows with its versions.
 */
#include <cstdio>
#include <cstdlib>
#include <new>

#define USE_C10D_NCCL 1
#include <torch/csrc/cuda/nccl.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#if __has_include(<torch/csrc/distributed/c10d/nccl2/ProcessGroupNCCL.hpp>)
#include <torch/csrc/distributed/c10d/nccl2/ProcessGroupNCCL.hpp>
#define HAS_NCCL2 1
#else
#define HAS_NCCL2 0
#endif

enum { OPTIONS, LEGACY, CURRENT, WATCHED };

static const void *watched[WATCHED];
static size_t freed[WATCHED];

void operator delete(void *memory, size_t size) noexcept
{
	for (int i = 0; i < WATCHED; i++)
		if (memory && memory == watched[i])
			freed[i] = size;
	std::free(memory);
}

void operator delete(void *memory) noexcept
{
	std::free(memory);
}

static bool is_size(const char *name, size_t in_libtorch, size_t here)
{
	std::printf("%s: %zu bytes in libtorch, %zu by our headers\n", name, in_libtorch, here);
	return in_libtorch == here;
}

/* Loads the device's part, too. */
static void use_objects()
{
	const auto options = c10d::ProcessGroupNCCL::Options::create();
	const auto store = c10::make_intrusive<c10d::HashStore>();
	const auto legacy = c10::make_intrusive<c10d::ProcessGroupNCCL>(store, 0, 1, options);

	watched[OPTIONS] = options.get();
	watched[LEGACY] = legacy.get();
	legacy->shutdown();
#if HAS_NCCL2
	const auto current = c10::make_intrusive<c10d::nccl2::ProcessGroupNCCL>(store, 0, 1, options);

	watched[CURRENT] = current.get();
#endif
}

int main()
{
	const uint64_t version = torch::cuda::nccl::version();
	bool good = version >> 32 == NCCL_MAJOR && (version >> 16 & 0xffff) == NCCL_MINOR;

	std::printf("NCCL %d.%d by our header: %s\n", NCCL_MAJOR, NCCL_MINOR,
		    good ? "libtorch's" : "not libtorch's");
	use_objects();
	good &= is_size("ProcessGroupNCCL", freed[LEGACY], sizeof(c10d::ProcessGroupNCCL));
	good &= is_size("its options", freed[OPTIONS], sizeof(c10d::ProcessGroupNCCL::Options));
#if HAS_NCCL2
	good &= is_size("nccl2::ProcessGroupNCCL", freed[CURRENT],
			sizeof(c10d::nccl2::ProcessGroupNCCL));
#endif
	return good ? 0 : 1;
}
