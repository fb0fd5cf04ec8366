/*
 * What libctorch_cuda and libctorch_distributed share: errors, checks of arguments, and results. Both
 * are built on what libctorch exports; nothing here is in libctorch itself.
 */
#pragma once

#include <cstddef>
#include <exception>

#include <ctorch/core/error.h>

namespace ct::beside {

/* An error of a C function, on its way to caught(). */
class error_of_c : public std::exception {
public:
	explicit error_of_c(ct_error with) : error(with) {}

	const ct_error error;
};

inline void check(ct_error error)
{
	if (__builtin_expect(error != nullptr, false))
		throw error_of_c(error);
}

/* Called in a catch block: the exception in flight as an error. `is_foreign`: whether the text is not
 * one of ours; may be NULL. */
ct_error caught(const char *function, bool *is_foreign = nullptr) noexcept;

/* Throws an ArgumentError; "argument 1 (device) must ...". */
[[noreturn, gnu::format(printf, 1, 2)]] void refuse(const char *format, ...);

template <class T> T &needed(T *pointer, int position, const char *name)
{
	if (__builtin_expect(pointer == nullptr, false))
		refuse("argument %d (%s) must not be NULL", position, name);
	return *pointer;
}

template <class T> void give(const T &value, T *result)
{
	if (result)
		*result = value;
}

/* A new copy with a NUL after it, which belongs to the innermost scope; throws. */
char *give_bytes(const void *bytes, size_t n);

} // namespace ct::beside
