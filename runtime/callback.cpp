/*
 * Calling functions of the user's: see callback.hpp.
 */
#include <ctorch/error.h>

#include "callback.hpp"
#include "memory/checked.h"

namespace ct {

callback_error::callback_error(ct_error returned) : error(returned, ct_error_free) {}

callback_scope::callback_scope()
{
	if (!ct_callback_enter_scope(&entered))
		throw out_of_memory{ sizeof(void *), "the scope of a callback" };
}

ct_tensor *lend(const at::Tensor &tensor)
{
	ct_tensor *handle = nullptr;

	give(CT_HERE, at::Tensor(tensor), &handle);
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

struct callback_context::owner {
	void *context;
	ct_release release;
	bool armed;

	~owner()
	{
		/* As a deleter, it may run in the middle of an operator. */
		if (armed && release) {
			callback running;

			release(context);
		}
	}
};

callback_context::callback_context(void *context, ct_release release)
    : shared(std::make_shared<owner>(owner{ context, release, false }))
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
