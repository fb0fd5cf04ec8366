/*
 * Calling the user's functions: see callback.hpp.
 */
#include <ctorch/core/error.h>

#include "core/base/error_make.h"
#include "core/bridge/callback.hpp"
#include "core/memory/checked.h"

namespace ct {

callback_scope::callback_scope()
{
	if (!ct_callback_enter_scope(&entered))
		throw out_of_memory{ sizeof(void *), "the scope of a callback" };
}

/* Those of one thread. */
class pending_releases {
	/* Number of nested ones that are running. */
	int running = 0;
	/* Those that wait while the maximum is running. */
	pending_release *first = nullptr, *last = nullptr;

	static constexpr int most_running = 16;

	void add(pending_release *release) noexcept
	{
		(first ? last->next : first) = release;
		last = release;
	}

	pending_release *take() noexcept
	{
		pending_release *taken = first;

		if (taken)
			first = taken->next;
		return taken;
	}

	static void run(pending_release *release) noexcept
	{
		{
			/* It may run in the middle of an operator, whose arguments belong to the
			 * scopes. */
			callback running;

			release->release();
		}
		delete release;
	}

public:
	void run_or_add(pending_release *release) noexcept
	{
		if (running == most_running) {
			add(release);
			return;
		}
		running++;
		do
			run(release);
		while (running == most_running && (release = take()));
		running--;
	}
};

void release_in_turn(pending_release *release) noexcept
{
	static thread_local pending_releases releases;

	releases.run_or_add(release);
}

ct_tensor *lend(const at::Tensor &tensor)
{
	ct_tensor *handle = nullptr;

	give_or_drop(CT_HERE, at::Tensor(tensor), &handle);
	return handle;
}

at::Tensor taken(const ct_tensor *given, const char *callback, const char *what)
{
	char fault[CT_FAULT_SIZE];

	if (CT_CHECKED && !ct_checked_lives(given, fault))
		throw callback_error(
			ct_error_new(CT_ERROR_ARGUMENT, callback, "%s: %s", what, fault));
	return reference(given);
}

at::Tensor taken(const ct_tensor *given, const char *callback, const char *what, size_t element)
{
	char fault[CT_FAULT_SIZE];

	if (CT_CHECKED && !ct_checked_lives(given, fault))
		throw callback_error(ct_error_new(CT_ERROR_ARGUMENT, callback,
						  "%s: element %zu: %s", what, element, fault));
	return reference(given);
}

class callback_context::owner final : public pending_release {
	const ct_release_function function;

public:
	void *const context;
	bool armed = false;

	owner(void *with, ct_release_function by) : function(by), context(with) {}

	void release() noexcept override { function(context); }

	static void drop(owner *self) noexcept
	{
		if (self->armed && self->function)
			release_in_turn(self);
		else
			delete self;
	}
};

callback_context::callback_context(void *context, ct_release_function release)
    : shared(new owner(context, release), owner::drop)
{
}

void *callback_context::get() const noexcept
{
	return shared->context;
}

void callback_context::arm() noexcept
{
	shared->armed = true;
}

} // namespace ct
