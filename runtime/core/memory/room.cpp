/*
 * The program's hook for making room, and when allocators are put in front of libtorch's to call it.
 */
#include "core/memory/room.hpp"

#include <mutex>
#include <vector>

#include <ctorch/core/gc.h>
#include <ctorch/core/memory.h>

#include "core/memory/allocator.h"
#include "core/memory/cache.h"
#include "core/memory/scopes.h"

namespace {

struct hook {
	ct_out_of_memory_hook call;
	void *context;
};

std::mutex hook_lock;
hook current_hook;

/* Of other libraries: each puts an allocator in front of a device's. */
std::vector<ct_memory_install_function_> &installers()
{
	static auto *list = new std::vector<ct_memory_install_function_>; /* until the very end */

	return *list;
}

hook get_hook()
{
	std::lock_guard<std::mutex> lock(hook_lock);

	return current_hook;
}

/* Active while the host's function runs; an exception ends it, too. */
class hook_call {
	static thread_local bool is_running;
	const ct::callback running;

public:
	hook_call() { is_running = true; }
	hook_call(const hook_call &) = delete;
	hook_call &operator=(const hook_call &) = delete;
	~hook_call() { is_running = false; }

	static bool runs() { return is_running; }
};

thread_local bool hook_call::is_running;

/* Whether the host made room. A hook that runs out of memory itself is not called for that. */
bool call_hook(hook host, ct_device device, size_t nbytes)
{
	if (host.call == nullptr || hook_call::runs())
		return false;

	hook_call now;

	return host.call(device, static_cast<int64_t>(nbytes), host.context);
}

} // namespace

/* A collector's finalizers postpone their frees, so these are done again after the hook. */
bool ct::make_room(ct_device device, size_t nbytes)
{
	bool more = ct_tensor_free_pending() > 0;

	if (device.type == CT_DEVICE_TYPE_CPU)
		more = ct_cache_empty() > 0 || more;
	more = call_hook(get_hook(), device, nbytes) || more;
	return ct_tensor_free_pending() > 0 || more;
}

bool ct_memory_make_room_(ct_device device, int64_t nbytes) noexcept
try {
	return ct::make_room(device, static_cast<size_t>(nbytes));
} catch (...) {
	return false; /* a hook that must not throw did, so there is no more room */
}

bool ct_memory_has_hook(void) noexcept
{
	return get_hook().call != nullptr;
}

void ct_memory_set_out_of_memory_hook(ct_out_of_memory_hook hook, void *context) noexcept
{
	std::lock_guard<std::mutex> lock(hook_lock);

	current_hook = { hook, context };
	if (hook == nullptr)
		return;
	ct_cpu_allocator_install();
	ct_device_allocator_install();
	for (auto install : installers())
		install();
}

void ct_memory_on_hook_(ct_memory_install_function_ install) noexcept
try {
	std::lock_guard<std::mutex> lock(hook_lock);

	if (current_hook.call)
		install();
	installers().push_back(install);
} catch (...) {
	/* Without memory for it a later hook is not called. */
}
