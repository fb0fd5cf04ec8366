/*
 * operator new for out_of_memory.c, which is in the program's C++ libraries too.
 */
#include <cstdlib>
#include <new>

#include "failing_new.h"

int allocations_until_failure = -1;

void *operator new(std::size_t size)
{
	void *memory;

	if (allocations_until_failure == 0)
		throw std::bad_alloc();
	if (allocations_until_failure > 0)
		allocations_until_failure--;
	memory = std::malloc(size ? size : 1);
	if (memory == nullptr)
		throw std::bad_alloc();
	return memory;
}

void operator delete(void *memory) noexcept
{
	std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
	std::free(memory);
}
