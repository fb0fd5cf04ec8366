/*
 * Objects of gloo's backend have the size that our headers give them: libtorch's destructors tell the
 * size of what they free.
 */
#include <cstdio>
#include <cstdlib>
#include <new>

#define USE_C10D_GLOO 1
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupWrapper.hpp>

static const void *watched[3];
static size_t freed[3];

void operator delete(void *memory, size_t size) noexcept
{
	for (int i = 0; i < 3; i++)
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

int main()
{
	{
		const auto options = c10d::ProcessGroupGloo::Options::create();

		options->devices.push_back(
			c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
		auto gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(
			c10::make_intrusive<c10d::HashStore>(), 0, 1, options);
		auto wrapper = c10::make_intrusive<c10d::ProcessGroupWrapper>(gloo, gloo);

		watched[0] = gloo.get();
		watched[1] = options.get();
		watched[2] = wrapper.get();
	}
	bool good = is_size("ProcessGroupGloo", freed[0], sizeof(c10d::ProcessGroupGloo));

	good &= is_size("its options", freed[1], sizeof(c10d::ProcessGroupGloo::Options));
	good &= is_size("ProcessGroupWrapper", freed[2], sizeof(c10d::ProcessGroupWrapper));
	return good ? 0 : 1;
}
