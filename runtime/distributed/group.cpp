/*
 * Groups: making them, and facts about them.
 */
#include "distributed/group.hpp"

#include <algorithm>

#include <torch/csrc/distributed/c10d/GroupRegistry.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <ctorch/tensor/device.h>

#include "distributed/common.hpp"
#include "distributed/fake.hpp"
#include "distributed/gloo.hpp"
#include "distributed/nccl.hpp"
#include "distributed/release.hpp"
#include "distributed/store.hpp"

namespace ct::dist {

namespace {

using backend_type = c10d::ProcessGroup::BackendType;

backend_type type_of(const std::string &backend)
{
	return backend == "gloo"   ? backend_type::GLOO
	       : backend == "nccl" ? backend_type::NCCL
				   : backend_type::CUSTOM;
}

c10::intrusive_ptr<c10d::Store> with_prefix(const std::string &prefix,
					    const c10::intrusive_ptr<c10d::Store> &store)
{
	return c10::make_intrusive<c10d::PrefixStore>(prefix, store);
}

using backend_list = std::vector<backend_of_device>;

bool has_device(const backend_list &backends, const std::string &device)
{
	return std::any_of(backends.begin(), backends.end(),
			   [&](const backend_of_device &of) { return of.device == device; });
}

bool has_nccl(const backend_list &backends)
{
	return std::any_of(backends.begin(), backends.end(),
			   [](const backend_of_device &of) { return of.name == "nccl"; });
}

bool have_one_name(const backend_list &backends)
{
	return std::all_of(backends.begin(), backends.end(), [&](const backend_of_device &of) {
		return of.name == backends.front().name;
	});
}

/* Python's choice: NCCL, if the group has it. */
backend_type default_type(const backend_list &backends)
{
	return type_of(has_nccl(backends) ? "nccl" : backends.front().name);
}

/* A new group's communicator is a part of the default group's if that one exists already, which it
 * does if the group is bound to a device. */
c10::intrusive_ptr<c10d::Backend> backend_to_split(const group_plan &plan)
{
	return plan.parent && plan.parent->group->getBoundDeviceId() ? plan.parent->nccl()
								     : nullptr;
}

c10::intrusive_ptr<c10d::Backend> make_backend(const std::string &name, const backend_plan &common,
					       const c10d::ProcessGroup &group,
					       const group_plan &plan)
{
	if (name == "fake")
		return make_fake(common.rank, common.size);
	if (name == "gloo")
		return checked(make_gloo(common), common);
	return checked(make_nccl({ common, group.getBoundDeviceId(), plan.is_high_priority_stream,
				   backend_to_split(plan) }),
		       common);
}

/* As in Python, devices that all have backends of one name share one, whose keys have the prefix of the
 * first. */
void add_backends(c10d::ProcessGroup &group, const c10::intrusive_ptr<c10d::Store> &store,
		  const group_plan &plan)
{
	const auto backends = backends_by_device(plan.backend);
	c10::intrusive_ptr<c10d::Backend> made;

	for (const auto &[device, name] : backends) {
		if (!made || !have_one_name(backends))
			made = make_backend(name,
					    { with_prefix(device + "/", store),
					      static_cast<int>(plan.rank),
					      static_cast<int>(plan.ranks.size()), plan.timeout,
					      plan.name, plan.ranks },
					    group, plan);
		group.setBackend(c10::Device(device).type(), type_of(name), made);
	}
}

/* The device to which Python binds a group; with it, the communicator is made at once. */
std::optional<c10::Device> device_of(const group_plan &plan)
{
	const auto given = plan.parent && plan.parent->group->getBoundDeviceId()
				   ? plan.parent->group->getBoundDeviceId()
				   : plan.device;

	return nccl_device(given, plan.ranks[static_cast<size_t>(plan.rank)]);
}

/* With NCCL, also those that are not in the new group take part in the division. */
void stay_out(const group_plan &plan)
{
	const auto parent = has_nccl(backends_by_device(plan.backend)) ? backend_to_split(plan)
								       : nullptr;

	if (parent)
		leave_out_of_nccl(*parent, *plan.parent->group->getBoundDeviceId());
}

c10::intrusive_ptr<c10d::ProcessGroup> make_process_group(
	const group_plan &plan, const c10::intrusive_ptr<c10d::Store> &store)
{
	const auto backends = backends_by_device(plan.backend);
	auto group = c10::make_intrusive<c10d::ProcessGroup>(store, static_cast<int>(plan.rank),
							     static_cast<int>(plan.ranks.size()));

	group->setDefaultBackend(default_type(backends));
	if (has_nccl(backends))
		group->setBoundDeviceId(device_of(plan));
	add_backends(*group, store, plan);
	group->setGroupName(plan.name);
	group->setGroupDesc(plan.description);
	if (has_nccl(backends) && group->getBoundDeviceId())
		group->getBackend(c10::kCUDA)->eagerConnectSingleDevice(*group->getBoundDeviceId());
	c10d::register_process_group(plan.name, group);
	return group;
}

} // namespace

std::vector<backend_of_device> backends_by_device(const std::string &text)
{
	std::vector<backend_of_device> result;

	for (size_t begin = 0; begin <= text.size();) {
		const size_t end = std::min(text.find(',', begin), text.size());
		const std::string part = text.substr(begin, end - begin);
		const size_t colon = part.find(':');
		const std::string name = part.substr(colon == std::string::npos ? 0 : colon + 1);
		const std::string device = colon != std::string::npos ? part.substr(0, colon)
					   : name == "nccl"           ? "cuda"
								      : "cpu";

		TORCH_CHECK_VALUE(name == "gloo" || name == "nccl" || name == "fake",
				  "unknown backend '", name,
				  "': expected gloo, nccl, fake or cpu:gloo,cuda:nccl");
		TORCH_CHECK_VALUE(name != "nccl" || device == "cuda",
				  "the backend nccl is for cuda, not for ", device);
		TORCH_CHECK_VALUE(!has_device(result, device), "the backends '", text,
				  "' have two for the device ", device);
		result.push_back({ device, name });
		begin = end + 1;
	}
	return result;
}

void need_backends(const std::string &text)
{
	if (has_nccl(backends_by_device(text)))
		need_nccl();
}

ct_dist_group *make_group(const group_plan &plan)
{
	const auto backends = backends_by_device(plan.backend);
	auto made = std::make_unique<ct_dist_group>();

	made->has_cpu = has_device(backends, "cpu");
	made->has_nccl = has_nccl(backends);
	made->name = plan.name;
	made->backend = plan.backend;
	made->ranks = plan.ranks;
	made->rank = plan.rank;
	made->timeout = plan.timeout;
	made->store = with_prefix(plan.name + "/", plan.store);
	if (plan.rank < 0)
		stay_out(plan);
	else
		made->group = make_process_group(plan, made->store);
	return made.release();
}

} // namespace ct::dist

ct_dist_group::~ct_dist_group()
{
	if (!group)
		return;
	c10d::unregister_process_group(name);
	try {
		if (nccl() && !is_aborted)
			nccl()->shutdown();
	} catch (...) { /* the group is dead, and its calls have said so */
		ct_error_free(ct::dist::caught(nullptr));
	}
}

c10::intrusive_ptr<c10d::Backend> ct_dist_group::nccl() const
{
	if (!group || !has_nccl)
		return nullptr;
	return ct::dist::unchecked(group->getBackend(c10::kCUDA));
}

c10::Device ct_dist_group::device() const
{
	ct_device current;

	if (has_cpu)
		return c10::kCPU;
	if (group->getBoundDeviceId())
		return *group->getBoundDeviceId();
	ct::dist::check(ct_device_current(CT_DEVICE_TYPE_CUDA, &current));
	return { c10::kCUDA, static_cast<c10::DeviceIndex>(current.index) };
}

int ct_dist_group::rank_of(int64_t rank_in_default, const char *parameter) const
{
	const auto found = std::find(ranks.begin(), ranks.end(), rank_in_default);

	TORCH_CHECK_VALUE(found != ranks.end(), parameter, " is ", rank_in_default,
			  ", which is not a rank of group ", name);
	return static_cast<int>(found - ranks.begin());
}

std::string ct_dist_group::shown() const
{
	return "rank " + std::to_string(rank) + " of " + std::to_string(size()) + " (group " +
	       name + ")";
}

void ct_dist_group_free(ct_dist_group *self) noexcept
{
	delete self;
}

/* --- Facts ------------------------------------------------------------------------------------ */

int64_t ct_dist_rank(const ct_dist_group *group) noexcept
{
	const ct_dist_group *found = ct::dist::find_group(group);

	return found ? found->rank : -1;
}

int64_t ct_dist_world_size(const ct_dist_group *group) noexcept
{
	const ct_dist_group *found = ct::dist::find_group(group);

	return found ? found->size() : -1;
}

int64_t ct_dist_local_rank(void) noexcept
{
	return ct::dist::local_rank_in_environment(0);
}

bool ct_dist_group_has_this_process(const ct_dist_group *self) noexcept
{
	return ct_dist_rank(self) >= 0;
}

const char *ct_dist_group_name(const ct_dist_group *self) noexcept
{
	const ct_dist_group *found = ct::dist::find_group(self);

	return found ? found->name.c_str() : nullptr;
}

const char *ct_dist_group_backend(const ct_dist_group *self) noexcept
{
	const ct_dist_group *found = ct::dist::find_group(self);

	return found ? found->backend.c_str() : nullptr;
}

ct_error ct_dist_group_ranks(const ct_dist_group *self, int64_t **result,
			     int64_t *result_len) noexcept
try {
	const ct_dist_group &group = ct::dist::group_of(self);

	ct::dist::needed(result, 2, "result");
	ct::dist::needed(result_len, 3, "result_len");
	*result = ct::dist::give_ints(group.ranks);
	*result_len = group.size();
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

double ct_dist_group_timeout(const ct_dist_group *self) noexcept
{
	const ct_dist_group *found = ct::dist::find_group(self);

	return found ? static_cast<double>(found->timeout.count()) / 1000 : 0;
}

ct_error ct_dist_group_set_timeout(ct_dist_group *self, double timeout) noexcept
try {
	auto &group = const_cast<ct_dist_group &>(ct::dist::group_with_me(self));
	const auto limit = ct::dist::milliseconds_of(timeout, "argument 2 (timeout)");

#if CT_DIST_HAS_SET_TIMEOUT
	group.group->setTimeout(limit);
#endif
	group.timeout = limit;
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}

ct_error ct_dist_group_new_store(const ct_dist_group *self, ct_dist_store **result) noexcept
try {
	const ct_dist_group &group = ct::dist::group_of(self);

	if (result)
		*result = new ct_dist_store(group.store->clone());
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}
