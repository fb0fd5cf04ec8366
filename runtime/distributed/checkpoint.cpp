/*
 * Checkpoints of a group.
 */
#include <cstring>
#include <string>

#include <ctorch/distributed/checkpoint.h>
#include <ctorch/distributed/object.h>

#include "distributed/common.hpp"
#include "distributed/group.hpp"
#include "distributed/resume.h"

using namespace ct::dist;

namespace {

/* The context is the group. */
ct_error exchange(const ct_value *value, void *context, ct_value *result)
{
	ct_dist_options options{};

	options.group = static_cast<const ct_dist_group *>(context);
	return ct_dist_all_gather_object(value, &options, result);
}

/* Throws if this process is not in the group. */
ct_dcp_options in_group(const ct_dist_checkpoint_options *options)
{
	const ct_dist_group &group = group_with_me(options ? options->group : nullptr);
	ct_dcp_options result{};

	if (options) {
		result.shards = options->shards;
		result.shards_len = options->shards_len;
	}
	result.exchange = exchange;
	result.context = const_cast<ct_dist_group *>(&group);
	result.rank = group.rank;
	result.world_size = group.size();
	return result;
}

/* Takes what one rank says, (class, text) or None. */
ct_error error_of(const ct_value &said, const char *function, int64_t rank)
{
	ct_value kind, text;

	if (ct_value_is_none(&said))
		return nullptr;
	check(ct_value_item(&said, 0, &kind));
	check(ct_value_item(&said, 1, &text));
	const std::string line = "rank " + std::to_string(rank) + ": " +
				 static_cast<const char *>(text.object);

	return ct_error_new_text(static_cast<ct_error_class>(kind.i), function, line.c_str());
}

/* Sends the error of the first rank to all. */
ct_error share(const char *function, ct_error mine, const ct_dist_group &group)
{
	const char *text = mine ? std::strstr(mine, ": ") : nullptr;
	const ct_value pair[] = { ct_value_int(mine ? ct_error_class_of(mine) : 0),
				  ct_value_string(text ? text + 2 : mine) };
	const ct_value said = mine ? ct_value_tuple(pair, 2) : ct_value_none();
	ct_dist_options options{};
	ct_value list = ct_value_list_new(), item;
	ct_error error = ct_value_list_append(&list, said);

	options.group = &group;
	if (error == nullptr)
		error = ct_dist_broadcast_object_list(&list, group.ranks[0], &options);
	if (error == nullptr && mine == nullptr) {
		error = ct_value_item(&list, 0, &item);
		if (error == nullptr)
			error = error_of(item, function, group.ranks[0]);
	}
	ct_value_free(&list);
	if (mine == nullptr)
		return error;
	ct_error_free(error);
	return mine;
}

} // namespace

ct_error ct_dist_checkpoint_save(const ct_value *state, const char *path,
				 const ct_dist_checkpoint_options *options) noexcept
try {
	const ct_dcp_options passed = in_group(options);

	return ct_dcp_save(state, path, &passed);
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_checkpoint_load(ct_value *state, const char *path,
				 const ct_dist_checkpoint_options *options) noexcept
try {
	const ct_dcp_options passed = in_group(options);

	return ct_dcp_load_into(state, path, &passed);
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_train_save(const ct_train_state *state, const char *path,
			    const ct_dist_group *group) noexcept
try {
	const ct_dist_group &all = group_with_me(group);
	ct_value random;

	check(ct_dist_gather_random(&all, all.ranks[0], &random));
	const ct_error mine = all.rank == 0 ? ct_dist_save_run(state, &random, path) : nullptr;

	ct_value_free(&random);
	return share(__func__, mine, all);
} catch (...) {
	return caught(__func__);
}
