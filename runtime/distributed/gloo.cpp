/*
 * The backend "gloo". libtorch's header of it needs gloo's, for which gloo/ beside this file stands.
 */
#include "distributed/gloo.hpp"

#include <cstdlib>
#include <sstream>

#define USE_C10D_GLOO 1
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupWrapper.hpp>
#include <torch/csrc/distributed/c10d/debug.h>

#include "distributed/in_time.hpp"

namespace ct::dist {

namespace {

using c10d::ProcessGroupGloo;

/* The network interfaces in GLOO_SOCKET_IFNAME, or else the one of the host's name. */
void add_devices(ProcessGroupGloo::Options &options)
{
	const char *names = std::getenv("GLOO_SOCKET_IFNAME");
	std::istringstream list(names ? names : "");
	std::string name;

	while (std::getline(list, name, ','))
		options.devices.push_back(ProcessGroupGloo::createDeviceForInterface(
			name, c10d::getDefaultGlooLazyInit()));
	if (options.devices.empty())
		options.devices.push_back(
			ProcessGroupGloo::createDefaultDevice(c10d::getDefaultGlooLazyInit()));
	options.threads = static_cast<int>(options.devices.size()) * 2;
}

/* The store of the second group, which compares, has Python's name. */
backend_plan plan_to_compare(const backend_plan &plan)
{
	backend_plan result = plan;

	result.store = c10::make_intrusive<c10d::PrefixStore>("pg_wrapper:" + plan.group_name,
							      plan.store);
	return result;
}

} // namespace

c10::intrusive_ptr<c10d::Backend> make_gloo(const backend_plan &plan)
{
	const auto options = ProcessGroupGloo::Options::create(plan.timeout);

	add_devices(*options);
	options->group_name = plan.group_name;
	for (const int64_t rank : plan.ranks)
		options->global_ranks_in_group.push_back(static_cast<uint64_t>(rank));
	/* gloo waits five times as long for a rank that has ended since it said where it listens. */
	const auto made = made_in_time(plan.timeout, [=]() {
		return c10::make_intrusive<ProcessGroupGloo>(plan.store, plan.rank, plan.size,
							     options);
	});

	if (made)
		return *made;
	C10_THROW_ERROR(DistBackendError,
			c10::str("rank ", plan.rank,
				 " has no connection to another rank after the timeout of ",
				 plan.timeout.count(), " ms: has that rank ended?"));
}

c10::intrusive_ptr<c10d::Backend> checked(const c10::intrusive_ptr<c10d::Backend> &backend,
					  const backend_plan &plan)
{
	c10d::setDebugLevelFromEnvironment();
	if (c10d::debug_level() != c10d::DebugLevel::Detail)
		return backend;
	return c10::make_intrusive<c10d::ProcessGroupWrapper>(backend,
							      make_gloo(plan_to_compare(plan)));
}

c10::intrusive_ptr<c10d::Backend> unchecked(const c10::intrusive_ptr<c10d::Backend> &backend)
{
	const auto *wrapper = dynamic_cast<const c10d::ProcessGroupWrapper *>(backend.get());

	return wrapper ? wrapper->getWrappedPg() : backend;
}

} // namespace ct::dist
