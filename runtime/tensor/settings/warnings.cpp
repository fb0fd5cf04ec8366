/*
 * libtorch's warnings, sent to a function of the program.
 *
 * libtorch calls the thread's handler, or one default object if the thread has none. A function
 * sets the thread's, but none replaces the default; since the default is an object with a virtual
 * function, we replace its table of virtual functions by that of our class. The objects differ in
 * nothing else, and a pointer is written atomically, so other threads may warn meanwhile.
 */
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>

#include <ctorch/tensor/settings.h>

#include "core/base/warn.h"
#include "core/bridge/callback.hpp"
#include "core/bridge/hints.hpp"
#include "core/bridge/wrap.hpp"
#include "tensor/settings/warning_utils.hpp"

namespace {

struct receiver {
	ct_warning_handler handler;
	ct::callback_context context;
};

/* Never destroyed: other threads may warn while the process ends. */
struct current_receiver {
	std::mutex mutex;
	std::shared_ptr<receiver> of_now;
};

current_receiver &current()
{
	static auto *only = new current_receiver;

	return *only;
}

std::shared_ptr<receiver> get_receiver()
{
	std::lock_guard<std::mutex> lock(current().mutex);

	return current().of_now;
}

/* A handler does not get warnings that it causes. */
thread_local bool is_warning = false;

struct while_warning {
	while_warning() { is_warning = true; }
	~while_warning() { is_warning = false; }
};

bool tell(const ct_warning &warning) noexcept
try {
	std::shared_ptr<receiver> to = is_warning ? nullptr : get_receiver();

	if (to == nullptr)
		return false;
	const std::string text = warning.message + ct::hint_for(warning.message);
	ct_warning told = warning;
	while_warning mark;
	ct::callback_scope scope;

	told.message = text.c_str();
	to->handler(&told, to->context.get());
	return true;
} catch (...) {
	return false; /* no memory to call it: stderr */
}

ct_warning from_place(const c10::SourceLocation &place, const std::string &message)
{
	return { CT_WARNING_USER, message.c_str(), place.function, place.file,
		 static_cast<int32_t>(place.line) };
}

#if CT_HAS_WARNING_UTILS

struct telling_handler final : c10::WarningHandler {
	void process(const c10::Warning &warning) override
	{
		ct_warning told = from_place(warning.source_location(), warning.msg());

		/* A variant of the standard's or of c10's, by release. */
		if (warning.type().index() == 1)
			told.kind = CT_WARNING_DEPRECATION;
		if (!tell(told))
			WarningHandler::process(warning);
	}
};

#else

struct telling_handler final : c10::WarningHandler {
	void process(const c10::SourceLocation &place, const std::string &message,
		     const bool verbatim) override
	{
		if (!tell(from_place(place, message)))
			WarningHandler::process(place, message, verbatim);
	}
};

#endif

static_assert(sizeof(telling_handler) == sizeof(void *) &&
		      sizeof(c10::WarningHandler) == sizeof(void *),
	      "a handler is its table of virtual functions and nothing else");

/* A thread that has just begun has no handler of its own. */
c10::WarningHandler *default_handler()
{
	c10::WarningHandler *handler = nullptr;

	std::thread([&handler] { handler = warning_utils::get_warning_handler(); }).join();
	return handler;
}

void take_the_default_s_place()
{
	static const bool done = [] {
		telling_handler ours;
		void *table, **place = reinterpret_cast<void **>(default_handler());

		std::memcpy(&table, static_cast<void *>(&ours), sizeof table);
		__atomic_store_n(place, table, __ATOMIC_RELEASE);
		return true;
	}();

	(void)done;
}

} // namespace

ct_error ct_set_warning_handler(ct_warning_handler handler, void *context,
				ct_release_function release) noexcept
try {
	std::shared_ptr<receiver> next;

	if (handler) {
		next = std::make_shared<receiver>(
			receiver{ handler, ct::callback_context(context, release) });
		take_the_default_s_place();
		next->context.arm();
	}
	/* The previous one is released outside the lock, since that calls its release(). */
	std::unique_lock<std::mutex> lock(current().mutex);
	std::swap(next, current().of_now);
	ct_warn_each_time(handler != nullptr);
	lock.unlock();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
