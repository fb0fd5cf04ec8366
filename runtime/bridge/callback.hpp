/*
 * Calling functions of the user's out of libtorch's C++: hooks, formulas, kernels.
 *
 * What libtorch hands over becomes a handle, so that a checked build knows it; every handle that is
 * given while the callback runs, these included, belongs to a scope of the callback's own. So a
 * callback frees nothing, and what it returns is borrowed: the library takes a reference of its own
 * before the scope closes. It is the same in libtorch's own threads.
 */
#pragma once

#include <exception>
#include <memory>

#include "bridge/wrap.hpp"
#include "memory/scopes.h"

namespace ct {

/* The error that a callback returned, on its way to caught(), which returns it as it was. Copies
 * share it, since libtorch keeps exceptions of its threads and throws them again. */
class callback_error : public std::exception {
	std::shared_ptr<const char> error;

public:
	explicit callback_error(ct_error returned);

	const char *what() const noexcept override { return error.get(); }
};

/* What a function of the user's releases once nobody needs it: memory, a callback's context. */
class pending_release {
	pending_release *next = nullptr;

	friend class pending_releases;

public:
	pending_release() = default;
	pending_release(const pending_release &) = delete;
	pending_release &operator=(const pending_release &) = delete;
	virtual ~pending_release() = default;

	/* Calls the user's function. */
	virtual void release() noexcept = 0;
};

/* Releases and deletes it. What the user's function frees may be held by another such function, and
 * so on: a few run inside each other, as if nothing were between them, and what there is beyond
 * those waits until the innermost has returned. So a chain of any length has room on any stack. */
void release_in_turn(pending_release *release) noexcept;

/* While any other one runs; see above. Throws out_of_memory. */
class callback_scope {
	ct_callback entered;

public:
	callback_scope();
	callback_scope(const callback_scope &) = delete;
	callback_scope &operator=(const callback_scope &) = delete;
	~callback_scope() { ct_callback_leave(entered); }
};

/* A handle for a callback, which its scope owns; NULL for the undefined tensor. */
ct_tensor *lend(const at::Tensor &tensor);

/* Throws the error that a callback returned; nothing for NULL. */
inline void check_callback(ct_error returned)
{
	if (__builtin_expect(returned != nullptr, false))
		throw callback_error(returned);
}

/* A reference of one's own to a tensor that a callback gave; undefined for NULL. In a checked build
 * one that cannot be used is an error, of a class that libtorch's engine can pass on. */
at::Tensor taken(const ct_tensor *given, const char *callback, const char *what);
/* An element of a list. */
at::Tensor taken(const ct_tensor *given, const char *callback, const char *what, size_t element);

/* What a callback is called with, released when the last copy goes. Until it is armed, and that is
 * when the call that takes it over has succeeded, it is still the caller's. */
class callback_context {
	class owner;
	std::shared_ptr<owner> shared;

public:
	callback_context(void *context, ct_release release);

	void *get() const noexcept;
	void arm() noexcept;
};

} // namespace ct
