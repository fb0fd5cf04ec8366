/*
 * Errors and results: see beside.hpp.
 */
#include "beside/beside.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <ctorch/core/exception.h>
#include <ctorch/core/scope.h>

namespace ct::beside {

namespace {

struct argument_error : std::exception {
	char text[256];
};

} // namespace

ct_error caught(const char *function, bool *is_foreign) noexcept
{
	give(false, is_foreign);
	try {
		throw;
	} catch (const error_of_c &failed) {
		return failed.error;
	} catch (const argument_error &error) {
		return ct_error_new_text(CT_ERROR_ARGUMENT, function, error.text);
	} catch (...) {
		give(true, is_foreign);
		return ct_error_from_exception(function);
	}
}

void refuse(const char *format, ...)
{
	argument_error error;
	va_list args;

	va_start(args, format);
	std::vsnprintf(error.text, sizeof error.text, format, args);
	va_end(args);
	throw error;
}

char *give_bytes(const void *bytes, size_t n)
{
	char *copy = static_cast<char *>(std::malloc(n + 1));

	if (copy == nullptr)
		throw std::bad_alloc();
	if (n)
		std::memcpy(copy, bytes, n);
	copy[n] = '\0';
	check(ct_scope_adopt_memory(copy));
	return copy;
}

} // namespace ct::beside
