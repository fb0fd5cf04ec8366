#include "call/heap.hpp"

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
static constexpr size_t margin = ops::heap_margin;
static std::atomic<size_t> most = SIZE_MAX - 2 * margin;

/* Replaces `new` in this program and all its libraries, and so does `delete`; the standard
 * library's other forms, except those with an alignment, call these. */
void *operator new(size_t n)
{
	char *bytes = n > most ? nullptr : static_cast<char *>(std::malloc(n + 2 * margin));

	if (bytes == nullptr)
		throw std::bad_alloc();
	std::memset(bytes, filling, n + 2 * margin);
	return bytes + margin;
}

void operator delete(void *bytes) noexcept
{
	if (bytes != nullptr)
		std::free(static_cast<char *>(bytes) - margin);
}

void operator delete(void *bytes, size_t) noexcept
{
	operator delete(bytes);
}

const bool ops::heap_is_filled = true;

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

const bool ops::heap_is_filled = false;

void ops::fill_heap(unsigned char) {}
void ops::limit_heap(size_t) {}

#endif
