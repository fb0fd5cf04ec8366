/*
 * The default group, and groups of some of its ranks.
 */
#include <algorithm>
#include <atomic>
#include <csignal>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>

#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include "distributed/common.hpp"
#include "distributed/group.hpp"
#include "distributed/store.hpp"

namespace ct::dist {

namespace {

/* Python's. */
std::chrono::milliseconds default_timeout(const std::string &backend)
{
	return std::chrono::minutes(backend == "nccl" ? 10 : 30);
}

/* What the default group was made of. */
struct world {
	c10::intrusive_ptr<c10d::Store> bare;  /* without a prefix */
	bool is_given = false;                 /* by the program: Python adds no prefix to it */
	c10::intrusive_ptr<c10d::Store> store; /* as Python has it, for all groups */
	std::string backend;
	place where;
	std::chrono::milliseconds timeout{};
	std::optional<c10::Device> device; /* given by the program */
	bool is_high_priority_stream = false;
	int64_t group_count = 0; /* the name of the next group */
	int64_t restarts = 0;
};

/* Never destroyed: at the end of the program the threads of a group may still run. */
world &the_world()
{
	static world *only = new world;

	return *only;
}

std::atomic<ct_dist_group *> default_group{ nullptr };
std::mutex making; /* held while groups are made */

std::vector<int64_t> all_ranks(int64_t n)
{
	std::vector<int64_t> ranks(static_cast<size_t>(n));

	std::iota(ranks.begin(), ranks.end(), 0);
	return ranks;
}

std::chrono::milliseconds timeout_or(double seconds, std::chrono::milliseconds otherwise)
{
	return seconds == 0 ? otherwise : milliseconds_of(seconds, "options: timeout");
}

place place_of(const ct_dist_init_options &options)
{
	if (options.world_size == 0 && options.store == nullptr &&
	    !(options.backend && std::string(options.backend) == "fake"))
		return place_in_environment();
	TORCH_CHECK_VALUE(options.world_size > 0 && options.world_size <= INT32_MAX,
			  "the world size is ", options.world_size,
			  ": with a store, options must have it and the rank");
	TORCH_CHECK_VALUE(options.rank >= 0 && options.rank < options.world_size, "the rank is ",
			  options.rank, ", expected 0 to ", options.world_size - 1);
	return { options.rank, options.world_size };
}

std::optional<c10::Device> device_of(const ct_dist_init_options &options)
{
	const ct_device device = options.device;

	if (device.type == CT_DEVICE_TYPE_NONE)
		return std::nullopt;
	TORCH_CHECK_VALUE(device.type == CT_DEVICE_TYPE_CUDA && device.index >= 0 &&
				  device.index <= INT8_MAX,
			  "options: device must be a CUDA device with an index, for nccl");
	return c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(device.index));
}

c10::intrusive_ptr<c10d::Store> bare_store(const ct_dist_init_options &options, const world &of)
{
	if (options.store)
		return options.store->store;
	if (of.backend == "fake")
		return c10::make_intrusive<c10d::HashStore>();
	const auto store = store_by_method(options.method ? options.method : "env://", of.where,
					   of.timeout);

	store->setTimeout(of.timeout);
	return store;
}

c10::intrusive_ptr<c10d::Store> store_of_groups(const world &of)
{
	auto store = of.bare;

	if (of.restarts)
		store = c10::make_intrusive<c10d::PrefixStore>(
			"restart " + std::to_string(of.restarts), store);
	if (of.is_given)
		return store;
	return c10::make_intrusive<c10d::PrefixStore>("default_pg", store);
}

void make_default(world &of)
{
	of.store = store_of_groups(of);
	of.group_count = 1;
	default_group = make_group({ of.store, "0", of.backend, "default_pg",
				     all_ranks(of.where.world_size), of.where.rank, of.timeout,
				     of.device, of.is_high_priority_stream, nullptr });
}

/* gloo writes to connections that others may have closed, which would end the process: as in Python,
 * it is an error instead. A handler of the program's stays. */
void ignore_broken_pipes()
{
	struct sigaction now;

	if (sigaction(SIGPIPE, nullptr, &now) == 0 && now.sa_handler == SIG_DFL)
		std::signal(SIGPIPE, SIG_IGN);
}

void init(const ct_dist_init_options &options)
{
	world made;

	TORCH_CHECK(default_group == nullptr,
		    "there is a default group already: call ct_dist_destroy() first");
	TORCH_CHECK_VALUE(options.store == nullptr || options.method == nullptr,
			  "options must not have both a method and a store");
	made.backend = options.backend ? options.backend : "gloo";
	need_backends(made.backend);
	made.where = place_of(options);
	made.timeout = timeout_or(options.timeout, default_timeout(made.backend));
	made.device = device_of(options);
	made.is_high_priority_stream = options.is_high_priority_stream;
	made.bare = bare_store(options, made);
	made.is_given = options.store != nullptr;
	ignore_broken_pipes();
	make_default(made);
	the_world() = made;
}

/* Returns whether the group has it. */
bool abort_nccl(ct_dist_group &group)
{
	const auto nccl = group.nccl();

	if (nccl && !group.is_aborted.exchange(true))
		nccl->abort();
	return nccl != nullptr;
}

void destroy() noexcept
{
	delete default_group.exchange(nullptr);
}

/* The same ranks, sorted as Python sorts them. */
std::vector<int64_t> sorted_ranks(ct_ints given, int64_t size)
{
	std::vector<int64_t> ranks(given.at, given.at + given.len);

	if (ranks.empty())
		return all_ranks(size);
	std::sort(ranks.begin(), ranks.end());
	TORCH_CHECK_VALUE(std::adjacent_find(ranks.begin(), ranks.end()) == ranks.end(),
			  "a rank occurs twice in the list");
	TORCH_CHECK_VALUE(ranks.front() >= 0 && ranks.back() < size, "rank ",
			  ranks.front() < 0 ? ranks.front() : ranks.back(),
			  " is out of range: there are ", size);
	return ranks;
}

ct_dist_group *make_part(const std::vector<int64_t> &ranks, const ct_dist_group_options &options)
{
	world &of = the_world();
	const auto me = std::find(ranks.begin(), ranks.end(), of.where.rank);
	const std::string backend = options.backend ? options.backend : of.backend;

	need_backends(backend);
	const auto timeout = timeout_or(options.timeout, default_timeout(backend));

	/* Python's have the prefix of the default group, too. */
	return make_group({ group_of(nullptr).store, std::to_string(of.group_count++), backend,
			    options.description ? options.description : "undefined", ranks,
			    me == ranks.end() ? -1 : me - ranks.begin(), timeout, of.device,
			    options.is_high_priority_stream, &group_of(nullptr) });
}

/* Every rank's color, exchanged in the store: then each makes all groups in the same order. */
std::vector<int64_t> exchange_colors(int64_t color)
{
	world &of = the_world();
	const std::string prefix = "ctorch split " + std::to_string(of.group_count) + " ";
	std::vector<int64_t> colors;

	of.store->set(prefix + std::to_string(of.where.rank), std::to_string(color));
	for (int64_t rank = 0; rank < of.where.world_size; rank++)
		colors.push_back(std::stoll(of.store->get_to_str(prefix + std::to_string(rank))));
	return colors;
}

/* All processes count the names of all groups, those of others, too. */
ct_dist_group *split(int64_t color, const ct_dist_group_options &options)
{
	std::map<int64_t, std::vector<int64_t>> by_color;
	const auto colors = exchange_colors(color);
	std::unique_ptr<ct_dist_group> mine;

	for (size_t rank = 0; rank < colors.size(); rank++)
		if (colors[rank] >= 0)
			by_color[colors[rank]].push_back(static_cast<int64_t>(rank));
	for (const auto &[of_group, ranks] : by_color) {
		std::unique_ptr<ct_dist_group> made(make_part(ranks, options));

		if (of_group == color || mine == nullptr)
			mine = std::move(made);
	}
	TORCH_CHECK_VALUE(mine, "no process has a color of 0 or above");
	return mine.release();
}

} // namespace

const ct_dist_group *find_group(const ct_dist_group *group) noexcept
{
	return group ? group : default_group.load();
}

const ct_dist_group &group_of(const ct_dist_group *group)
{
	const ct_dist_group *found = find_group(group);

	TORCH_CHECK(found, "there is no default group: call ct_dist_init() first");
	return *found;
}

const ct_dist_group &group_with_me(const ct_dist_group *group)
{
	const ct_dist_group &found = group_of(group);

	TORCH_CHECK_VALUE(found.group, "this process is not in group ", found.name);
	return found;
}

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_dist_init(const ct_dist_init_options *options) noexcept
try {
	const std::lock_guard<std::mutex> guard(making);

	init(options ? *options : ct_dist_init_options{});
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_destroy(void) noexcept
try {
	const std::lock_guard<std::mutex> guard(making);

	destroy();
	the_world() = world();
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_restart(double timeout) noexcept
try {
	const std::lock_guard<std::mutex> guard(making);
	world &of = the_world();

	TORCH_CHECK(of.bare, "there was no default group: call ct_dist_init()");
	const auto limit = timeout == 0 ? of.timeout : milliseconds_of(timeout, "argument 1 (timeout)");

	if (default_group)
		abort_nccl(*default_group);
	destroy();
	of.timeout = limit;
	of.restarts++;
	make_default(of);
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_group_abort(ct_dist_group *self) noexcept
try {
	auto &group = const_cast<ct_dist_group &>(group_with_me(self));

	TORCH_CHECK_NOT_IMPLEMENTED(abort_nccl(group), "only nccl can be aborted: a call of ",
				    group.backend, " ends at its timeout");
	return nullptr;
} catch (...) {
	return caught(__func__);
}

bool ct_dist_is_initialized(void) noexcept
{
	return default_group != nullptr;
}

ct_error ct_dist_group_new(ct_ints ranks, const ct_dist_group_options *options,
			   ct_dist_group **result) noexcept
try {
	const std::lock_guard<std::mutex> guard(making);
	const ct_dist_group &all = group_of(nullptr);

	needed(result, 3, "result");
	check_list(ranks, 1, "ranks");
	*result = make_part(sorted_ranks(ranks, all.size()),
			    options ? *options : ct_dist_group_options{});
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_group_new_split(int64_t color, const ct_dist_group_options *options,
				 ct_dist_group **result) noexcept
try {
	const std::lock_guard<std::mutex> guard(making);

	group_of(nullptr);
	needed(result, 3, "result");
	*result = split(color, options ? *options : ct_dist_group_options{});
	return nullptr;
} catch (...) {
	return caught(__func__);
}
