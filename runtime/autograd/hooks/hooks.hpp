/*
 * Lists of hooks that C has registered.
 *
 * libtorch has a list of hooks for each tensor and each node, but cannot remove one while it runs,
 * or in another thread. So libtorch gets one entry, which runs our own list.
 */
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/bridge/callback.hpp"

namespace ct {

using any_function = void (*)(void);

/* One registered function. Its runner holds a reference, so that its context outlasts the run. */
struct hook {
	int64_t id;
	any_function call;
	callback_context context;
	std::atomic<bool> removed{ false };

	hook(any_function function, void *with, ct_release_function release);

	template <class Function> Function as() const { return reinterpret_cast<Function>(call); }
};

using hook_pointer = std::shared_ptr<hook>;

/* The hooks of one tensor or node, in the order of registration, which is that of their ids. Adding
 * or removing one takes a search. */
class hook_list {
	std::mutex mutex;
	std::map<int64_t, hook_pointer> hooks;

public:
	hook_list() = default;
	hook_list(const hook_list &) = delete;
	hook_list &operator=(const hook_list &) = delete;
	~hook_list();

	/* Makes the list findable by the hook's id. */
	static void add(const std::shared_ptr<hook_list> &list, const hook_pointer &added);

	bool remove(int64_t id);

	/* A snapshot; hooks that are removed meanwhile are marked. */
	std::vector<hook_pointer> now();
};

/* Held while a hook is registered: two threads may do so for the same tensor or node. */
std::mutex &registering();

/* Adds it and arms its context: the end of all register functions. */
void add_hook(const std::shared_ptr<hook_list> &list, const hook_pointer &added, int64_t *id);

/* " of MulBackward0", the node that this thread's backward executes; "" if there is none, or if
 * libtorch does not report it. */
std::string of_current_node();

/* "tensor hook 7 of MulBackward0", for errors. */
std::string name_of(const hook &called, const char *kind);

/* Throws libtorch's error unless `result` may replace `value`; `number` is the hook's in its
 * list. */
void check_replacement(const at::Tensor &value, const at::Tensor &result, size_t number);

} // namespace ct
