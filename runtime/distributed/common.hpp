/*
 * What the files of libctorch_distributed share: errors, arguments and results. The library is built
 * on what libctorch exports; nothing here is in libctorch itself.
 */
#pragma once

#include <chrono>
#include <exception>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

namespace ct::dist {

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

/* Called in a catch block: the exception in flight as an error. libtorch's texts become one line,
 * after `what` and a colon if it is not empty: "all_reduce on rank 1 of 4 (group 0)". */
ct_error caught(const char *function, const std::string &what = std::string()) noexcept;

/* libtorch's text as one line: without frames, files of C++ and jokes. */
std::string in_one_line(const char *text);

/* Throws an ArgumentError; "argument 1 (store) must ...". */
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

/* --- Arguments -------------------------------------------------------------------------------- */

at::Tensor tensor_of(const ct_tensor *handle, int position, const char *name);
std::vector<at::Tensor> tensors_of(ct_tensors list, int position, const char *name);
std::vector<std::string> strings_of(ct_strings list, int position, const char *name);

/* More than 0 seconds, as libtorch counts them; at least one millisecond. */
std::chrono::milliseconds milliseconds_of(double seconds, int position, const char *name);

/* --- Results ---------------------------------------------------------------------------------- */

/* A new copy with a NUL after it, which belongs to the innermost scope; throws. */
char *give_bytes(const void *bytes, size_t n);
/* A new list, which belongs to the innermost scope; throws. */
int64_t *give_ints(const std::vector<int64_t> &ints);

} // namespace ct::dist
