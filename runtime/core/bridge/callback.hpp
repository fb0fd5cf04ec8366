/*
 * Calling the user's functions from libtorch's C++: hooks, derivatives, kernels.
 *
 * Tensors from libtorch become handles, so that a checked build knows them; all handles that are
 * given while the callback runs, including these, belong to a scope of the callback. So a callback
 * frees nothing, and its results are borrowed: the library takes its own references before the
 * scope closes. This is the same in libtorch's own threads.
 */
#pragma once

#include <exception>
#include <memory>
#include <string>

#include <ctorch/core/error.h>

#include "core/bridge/wrap.hpp"
#include "core/memory/scopes.h"

namespace ct {

/* An error from a callback, on its way to caught(), which returns it unchanged. Copies share it,
 * since libtorch stores exceptions of its threads and rethrows them. */
class callback_error : public std::exception {
	std::shared_ptr<const char> error;

public:
	explicit callback_error(ct_error returned);
	/* Adds a line to its trace: "  in the kernel of my::scale (CPU)". */
	callback_error(ct_error returned, const std::string &name);

	const char *what() const noexcept override { return error.get(); }
};

/* Something that a function of the user's releases when it is no longer needed: memory, a
 * callback's context. */
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

/* Releases and deletes it. The user's function may free an object that another such function
 * releases, and so on: a few calls nest, and further ones wait until the innermost has returned. So
 * a chain of any length fits on any stack. */
void release_in_turn(pending_release *release) noexcept;

/* Active while any other user's function runs; see above. Throws out_of_memory. */
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

/* Throws an error of a C function of ours; no effect for NULL. */
inline void check_callback(ct_error returned)
{
	if (__builtin_expect(returned != nullptr, false))
		throw callback_error(returned);
}

/* Throws an error of the user's function; no effect for NULL. `name` returns "the kernel of
 * my::scale (CPU)", and is called only for an error. */
template <class Name> void check_callback(ct_error returned, Name name)
{
	if (__builtin_expect(returned != nullptr, false)) {
		std::unique_ptr<const char, void (*)(ct_error)> owned(returned, ct_error_free);
		const std::string text = name();

		throw callback_error(owned.release(), text);
	}
}

/* A new reference to a tensor from a callback; undefined for NULL. In a checked build an invalid
 * handle is an error, of a class that libtorch's engine can pass on. */
at::Tensor taken(const ct_tensor *given, const char *callback, const char *what);
/* An element of a list. */
at::Tensor taken(const ct_tensor *given, const char *callback, const char *what, size_t element);

/* A callback's context, released with the last copy. It stays the caller's until it is armed, when
 * the call that takes it over has succeeded. */
class callback_context {
	class owner;
	std::shared_ptr<owner> shared;

public:
	callback_context(void *context, ct_release_function release);

	void *get() const noexcept;
	void arm() noexcept;
};

} // namespace ct
