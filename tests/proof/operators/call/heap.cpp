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

#include <dlfcn.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static std::atomic<unsigned char> filling = 0;
static std::atomic<size_t> most = SIZE_MAX - 2 * ops::heap_margin;

/* None with a library that has AddressSanitizer: that is to see what is read beyond. */
static size_t margin()
{
	static const size_t size = dlsym(RTLD_DEFAULT, "__asan_init") ? 0 : ops::heap_margin;

	return size;
}

/* Replaces `new` in this program and all its libraries, and so does `delete`. The standard library's
 * other forms, except those with an alignment, call these; AddressSanitizer's do not, so the one
 * whose memory is given to this `delete` is here, too. */
void *operator new(size_t n, const std::nothrow_t &) noexcept
{
	char *bytes = n > most ? nullptr : static_cast<char *>(std::malloc(n + 2 * margin()));

	if (bytes == nullptr)
		return nullptr;
	if (margin() > 0)
		std::memset(bytes, filling, n + 2 * margin());
	return bytes + margin();
}

void *operator new(size_t n)
{
	void *bytes = operator new(n, std::nothrow);

	if (bytes == nullptr)
		throw std::bad_alloc();
	return bytes;
}

void operator delete(void *bytes) noexcept
{
	if (bytes != nullptr)
		std::free(static_cast<char *>(bytes) - margin());
}

void operator delete(void *bytes, size_t) noexcept
{
	operator delete(bytes);
}

bool ops::heap_is_filled()
{
	return margin() > 0;
}

void ops::fill_heap(unsigned char byte)
{
	filling = byte;
#ifdef __GLIBC__
	if (margin() > 0)
		mallopt(M_PERTURB, byte);
#endif
}

void ops::limit_heap(size_t bytes)
{
	most = bytes;
}

#else

bool ops::heap_is_filled()
{
	return false;
}

void ops::fill_heap(unsigned char) {}
void ops::limit_heap(size_t) {}

#endif
