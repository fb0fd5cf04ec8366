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

#include "core/base/caller.h"
#include "core/base/compat.hpp"
#include "core/base/name_of.h"
#include "core/base/warn.h"

namespace {

std::atomic<bool> has_handler{ false };

/* Copies of texts, which stay until the process ends. They have a bound, since texts with sizes may
 * all differ. */
class kept_texts {
public:
	struct entry {
		const char *copy; /* NULL: there is no room for it */
		bool is_new;
	};

	entry keep(const std::string &text)
	{
		std::lock_guard<std::mutex> lock(mutex);
		const auto found = texts.find(text);

		if (found != texts.end())
			return { found->c_str(), false };
		if (texts.size() == most)
			return { nullptr, true };
		return { texts.insert(text).first->c_str(), true };
	}

private:
	static constexpr size_t most = 1000;
	std::mutex mutex;
	std::unordered_set<std::string> texts;
};

/* Whether this was asked before. */
bool is_repeated(const std::string &text)
{
	static auto *asked = new kept_texts;

	return !asked->keep(text).is_new;
}

/* In backward, libtorch keeps a warning's place and shows it later. */
const char *lasting_file_name(const char *name)
{
	static auto *names = new kept_texts;
	const char *copy = names->keep(name).copy;

	return copy ? copy : "a place";
}

/* With the place of the program's call, as Python shows the user's line. */
void warn(const char *text)
{
	ct_caller caller;

	ct_find_caller(&caller);
	const c10::SourceLocation place{ caller.function ? caller.function : CT_NAME_OF(ct_warn),
					 lasting_file_name(caller.file),
					 static_cast<uint32_t>(caller.line) };
#if CT_HAS_WARNING_UTILS
	c10::warn(c10::Warning(c10::UserWarning(), place, text, false));
#else
	c10::Warning::warn(place, text, false);
#endif
}

} // namespace

bool ct_warned_before(const char *key) noexcept
try {
	return is_repeated(key);
} catch (...) {
	return false; /* no memory to know */
}

void ct_warn_each_time(bool each_time) noexcept
{
	has_handler.store(each_time);
}

void ct_warn(const char *text) noexcept
try {
	if (text && (has_handler.load() || !is_repeated(text)))
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
