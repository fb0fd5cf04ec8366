/*
 * Warnings of the library's own.
 */
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <string>
#include <unordered_set>

#include <c10/util/Exception.h>

#include "base/caller.h"
#include "base/compat.hpp"
#include "base/warn.h"

namespace {

std::atomic<bool> has_handler{ false };

/* A bound for each set below: texts with sizes may all differ. */
constexpr size_t most_texts = 1000;

/* Whether this was asked before. */
bool is_shown(const std::string &text)
{
	static std::mutex mutex;
	static auto *shown = new std::unordered_set<std::string>;
	std::lock_guard<std::mutex> lock(mutex);

	return shown->size() < most_texts ? !shown->insert(text).second : shown->count(text) > 0;
}

/* A copy that lasts: in backward, libtorch keeps a warning's place and shows it later. */
const char *lasting(const char *text)
{
	static std::mutex mutex;
	static auto *kept = new std::unordered_set<std::string>;
	std::lock_guard<std::mutex> lock(mutex);

	if (kept->size() >= most_texts && kept->count(text) == 0)
		return "a place";
	return kept->insert(text).first->c_str();
}

/* With the place of the program's call, as Python shows the user's line. */
void warn(const char *text)
{
	ct_caller caller;

	ct_find_caller(&caller);
	const c10::SourceLocation place{ caller.function ? caller.function : "ct_warn",
					 lasting(caller.file), static_cast<uint32_t>(caller.line) };
#if CT_HAS_WARNING_UTILS
	c10::warn(c10::Warning(c10::UserWarning(), place, text, false));
#else
	c10::Warning::warn(place, text, false);
#endif
}

} // namespace

bool ct_warned_before(const char *key) noexcept
try {
	return is_shown(key);
} catch (...) {
	return false; /* no memory to know */
}

void ct_warn_each_time(bool each_time) noexcept
{
	has_handler.store(each_time);
}

void ct_warn(const char *text) noexcept
try {
	if (text && (has_handler.load() || !is_shown(text)))
		warn(text);
} catch (...) {
	/* A handler may turn warnings into errors, which cannot be returned here. */
}

void ct_warn_of(const char *format, ...) noexcept
try {
	va_list list, again;

	va_start(list, format);
	va_copy(again, list);
	const int length = std::vsnprintf(nullptr, 0, format, list);
	std::string text(static_cast<size_t>(length > 0 ? length : 0), '\0');

	std::vsnprintf(text.data(), text.size() + 1, format, again);
	va_end(again);
	va_end(list);
	ct_warn(text.c_str());
} catch (...) {
	/* There is no memory for the text. */
}
