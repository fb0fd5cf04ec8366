/*
 * C++ exceptions as errors. Every function that calls libtorch ends in caught(): one classification
 * for all, out of line, since it is large and its speed does not matter.
 */
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <typeinfo>

#include <c10/util/Backtrace.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>

#include <ctorch/core/exception.h>

#include "core/base/error_make.h"
#include "core/bridge/callback.hpp"
#include "core/bridge/hints.hpp"
#include "core/bridge/wrap.hpp"

namespace ct {

namespace {

template <class Class> bool is([[maybe_unused]] const c10::Error &error)
{
	if constexpr (is_complete<Class>::value)
		return dynamic_cast<const Class *>(&error) != nullptr;
	else
		return false; /* a class of later releases */
}

struct error_class {
	ct_error_class kind;
	bool (*is)(const c10::Error &);
};

/* A subclass comes before its class. Other classes are a RuntimeError, as in Python. */
constexpr error_class classes[] = {
	{ CT_ERROR_INDEX, is<c10::IndexError> },
	{ CT_ERROR_VALUE, is<c10::ValueError> },
	{ CT_ERROR_TYPE, is<c10::TypeError> },
	{ CT_ERROR_NOT_IMPLEMENTED, is<c10::NotImplementedError> },
	{ CT_ERROR_OUT_OF_MEMORY, is<c10::OutOfMemoryError> },
	{ CT_ERROR_LINALG, is<c10::LinAlgError> },
	{ CT_ERROR_SYNTAX, is<c10::SyntaxError> },
	{ CT_ERROR_BUFFER, is<c10::BufferError> },
	{ CT_ERROR_ACCELERATOR, is<c10::AcceleratorError> },
	{ CT_ERROR_DIST_QUEUE_EMPTY, is<c10::DistQueueEmptyError> },
	{ CT_ERROR_DIST_BACKEND, is<c10::DistBackendError> },
	{ CT_ERROR_DIST_STORE, is<c10::DistStoreError> },
	{ CT_ERROR_DIST_NETWORK, is<c10::DistNetworkError> },
	{ CT_ERROR_DIST, is<c10::DistError> },
};

ct_error_class kind_of(const c10::Error &error, const char *text)
{
	/* Most errors have no subclass. */
	if (typeid(error) != typeid(c10::Error))
		for (const error_class &candidate : classes)
			if (candidate.is(error))
				return candidate.kind;
	/* A failed assertion and a failed allocation on the CPU have no class, only texts. */
	if (std::strstr(text, "INTERNAL ASSERT FAILED"))
		return CT_ERROR_INTERNAL;
	return std::strstr(text, "you tried to allocate ") ? CT_ERROR_OUT_OF_MEMORY
							   : CT_ERROR_RUNTIME;
}

/* A backtrace was a string at first, and is a pointer to a lazily made one since 2.4. */
[[maybe_unused]] std::string backtrace_text(const std::string &backtrace)
{
	return backtrace;
}

template <class Lazy> std::string backtrace_text(const Lazy &backtrace)
{
	return backtrace ? backtrace->get() : std::string();
}

ct_error make(ct_error_class kind, const char *function, const char *text,
	      const char *backtrace) noexcept
{
	const std::string instead = in_one_line(text);

	text = instead.empty() ? text : instead.c_str();
	const std::string hint = hint_for(text);

	if (!hint.empty()) {
		try {
			return ct_error_make(kind, function, (text + hint).c_str(), backtrace);
		} catch (const std::exception &) {
			/* An error without a hint is better than none. */
		}
	}
	return ct_error_make(kind, function, text, backtrace);
}

ct_error from_libtorch(const c10::Error &error, const char *function) noexcept
{
	const char *text = error.what_without_backtrace();
	ct_error_class kind = kind_of(error, text);

	if (ct_error_wants_backtrace()) {
		try {
			return make(kind, function, text,
				    backtrace_text(error.backtrace()).c_str());
		} catch (const std::exception &) {
			/* The same holds for a backtrace. */
		}
	}
	return make(kind, function, text, nullptr);
}

/* From now on libtorch walks the stack for an error only if backtraces are on. */
void take_over_backtraces() noexcept
{
	[[maybe_unused]] static const bool is_done = [] {
		c10::SetStackTraceFetcher(std::function<std::string()>([] {
			return ct_error_wants_backtrace() ? c10::get_backtrace(/*frames_to_skip=*/1)
							  : std::string();
		}));
		return true;
	}();
}

ct_error from_shortage(const out_of_memory &shortage, const char *function) noexcept
{
	char text[160];

	std::snprintf(text, sizeof text, "no memory for %s: tried to allocate %zu bytes",
		      shortage.purpose, shortage.nbytes);
	return ct_error_make(CT_ERROR_OUT_OF_MEMORY, function, text, nullptr);
}

} // namespace

ct_error caught(const char *function) noexcept
{
	try {
		throw;
	} catch (const argument_error &error) {
		return ct_error_make(CT_ERROR_ARGUMENT, function, error.text, nullptr);
	} catch (const callback_error &error) {
		return ct_error_copy(error.what());
	} catch (const c10::Error &error) {
		return from_libtorch(error, function);
	} catch (const out_of_memory &shortage) {
		return from_shortage(shortage, function);
	} catch (const std::bad_alloc &error) {
		return ct_error_make(CT_ERROR_OUT_OF_MEMORY, function, error.what(), nullptr);
	} catch (const std::exception &error) {
		return make(CT_ERROR_RUNTIME, function, error.what(), nullptr);
	} catch (...) {
		return ct_error_make(CT_ERROR_RUNTIME, function, "unknown C++ exception", nullptr);
	}
}

} // namespace ct

ct_error ct_error_from_exception(const char *function) noexcept
{
	if (std::current_exception())
		return ct::caught(function);
	return ct_error_make(CT_ERROR_INTERNAL, function, "no exception is being handled", nullptr);
}

void ct_error_set_backtrace_enabled(bool enabled) noexcept
{
	ct::take_over_backtraces();
	ct_error_want_backtrace(enabled);
}
