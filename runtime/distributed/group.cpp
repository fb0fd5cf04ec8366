/*
 * Groups: making them, and facts about them.
 */
#include "distributed/group.hpp"

#include <algorithm>

#include <torch/csrc/distributed/c10d/GroupRegistry.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include "distributed/common.hpp"
#include "distributed/fake.hpp"
#include "distributed/gloo.hpp"
#include "distributed/release.hpp"
#include "distributed/store.hpp"

namespace ct::dist {

namespace {

using backend_type = c10d::ProcessGroup::BackendType;

backend_type type_of(const std::string &backend)
{
	return backend == "gloo" ? backend_type::GLOO : backend_type::CUSTOM;
}

c10::intrusive_ptr<c10d::Store> with_prefix(const std::string &prefix,
					    const c10::intrusive_ptr<c10d::Store> &store)
{
	return c10::make_intrusive<c10d::PrefixStore>(prefix, store);
}

c10::intrusive_ptr<c10d::Backend> make_backend(const std::string &name,
					       const c10::intrusive_ptr<c10d::Store> &store,
					       const group_plan &plan)
{
	const int rank = static_cast<int>(plan.rank);
	const int size = static_cast<int>(plan.ranks.size());

	if (name == "fake")
		return make_fake(rank, size);
	return make_gloo({ store, rank, size, plan.timeout, plan.name, plan.ranks });
}

/* Python gives both devices one backend, whose keys have the prefix of the first. */
void add_backends(c10d::ProcessGroup &group, const c10::intrusive_ptr<c10d::Store> &store,
		  const group_plan &plan)
{
	for (const auto &[device, name] : backends_by_device(plan.backend))
		group.setBackend(c10::Device(device).type(), type_of(name),
				 make_backend(name, with_prefix(device + "/", store), plan));
}

} // namespace

std::map<std::string, std::string> backends_by_device(const std::string &text)
{
	std::map<std::string, std::string> result;

	for (size_t begin = 0; begin <= text.size();) {
		const size_t end = std::min(text.find(',', begin), text.size());
		const std::string part = text.substr(begin, end - begin);
		const size_t colon = part.find(':');
		const std::string device = colon == std::string::npos ? "cpu"
								      : part.substr(0, colon);
		const std::string name = part.substr(colon == std::string::npos ? 0 : colon + 1);

		TORCH_CHECK_NOT_IMPLEMENTED(name != "nccl",
					    "the backend nccl is not in this library: use gloo");
		TORCH_CHECK_VALUE(name == "gloo" || name == "fake", "unknown backend '", name,
				  "': expected gloo, fake or cpu:gloo");
		TORCH_CHECK_VALUE(result.emplace(device, name).second, "the backends '", text,
				  "' have two for the device ", device);
		begin = end + 1;
	}
	return result;
}

ct_dist_group *make_group(const group_plan &plan)
{
	auto made = std::make_unique<ct_dist_group>();
	const auto backends = backends_by_device(plan.backend);

	made->name = plan.name;
	made->backend = plan.backend;
	made->ranks = plan.ranks;
	made->rank = plan.rank;
	made->timeout = plan.timeout;
	made->store = with_prefix(plan.name + "/", plan.store);
	if (plan.rank < 0)
		return made.release();
	const auto group = c10::make_intrusive<c10d::ProcessGroup>(
		made->store, static_cast<int>(plan.rank), static_cast<int>(plan.ranks.size()));

	group->setDefaultBackend(type_of(backends.begin()->second));
	add_backends(*group, made->store, plan);
	group->setGroupName(plan.name);
	group->setGroupDesc(plan.description);
	c10d::register_process_group(plan.name, group);
	made->group = group;
	return made.release();
}

} // namespace ct::dist

ct_dist_group::~ct_dist_group()
{
	if (group)
		c10d::unregister_process_group(name);
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
	return ct::dist::local_rank_in_environment();
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
	const auto limit = ct::dist::milliseconds_of(timeout, 2, "timeout");

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
		*result = new ct_dist_store(group.store);
	return nullptr;
} catch (...) {
	return ct::dist::caught(__func__);
}
