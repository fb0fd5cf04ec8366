#include "heap.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OPS_OWN_NEW 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OPS_OWN_NEW 0
#endif
#endif
#ifndef OPS_OWN_NEW
#define OPS_OWN_NEW 1
#endif

#if OPS_OWN_NEW

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static std::atomic<unsigned char> filling = 0;
static constexpr size_t margin = 64;
static std::atomic<size_t> most = SIZE_MAX - margin;

/* Of this program and of all its libraries. The standard library's other forms call this one, and
 * its `delete` is free(). */
void *operator new(size_t n)
{
	void *bytes = n > most ? nullptr : std::malloc(n + margin);

	if (bytes == nullptr)
		throw std::bad_alloc();
	return std::memset(bytes, filling, n + margin);
}

void ops::fill_heap(unsigned char byte)
{
	filling = byte;
#ifdef __GLIBC__
	mallopt(M_PERTURB, byte);
#endif
}

void ops::limit_heap(size_t bytes)
{
	most = bytes;
}

#else

void ops::fill_heap(unsigned char) {}
void ops::limit_heap(size_t) {}

#endif
