/*
 * operator new for out_of_memory.c, which is in the program's C++ libraries too.
 */
#include <cstdlib>
#include <new>

#include "failing_new.h"

int allocations_until_failure = -1;

/* The standard library's form calls the one below; AddressSanitizer's does not. */
void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
	if (allocations_until_failure == 0)
		return nullptr;
	if (allocations_until_failure > 0)
		allocations_until_failure--;
	return std::malloc(size ? size : 1);
}

void *operator new(std::size_t size)
{
	void *memory = operator new(size, std::nothrow);

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
