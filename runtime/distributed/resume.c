/*
 * Runs in one file. Ranks that draw different numbers go on with their own: beside the states of the
 * rank that writes, which ct_train_load() reads, the file has those of all.
 */
#include "distributed/resume.h"

#include <ctorch/core/scope.h>
#include <ctorch/distributed/checkpoint.h>
#include <ctorch/distributed/object.h>
#include <ctorch/files/save.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>

#include "core/base/name_of.h"
#include "train/content.h"

/* A list with a dict of each rank. */
static const char ranks_key[] = "rank_rng_states";

static ct_error missing(const char *function, const void *state)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument %d (%s) must not be NULL",
			    state ? 2 : 1, state ? "path" : "state");
}

/* --- Saving ----------------------------------------------------------------------------------- */

static ct_error put_own(ct_value *dict)
{
	CT_SCOPE;
	return ct_train_put_random(dict);
}

ct_error ct_dist_gather_random(const ct_dist_group *group, int64_t to, ct_value *result)
{
	const ct_dist_options options = { .group = group, .weights_only = true };
	ct_value own = ct_value_dict_new();
	ct_error error = put_own(&own);

	if (error == NULL)
		error = ct_dist_gather_object(&own, to, &options, result);
	ct_value_free(&own);
	return error;
}

static ct_error fill(const ct_train_state *state, const ct_value *random, ct_value *dict)
{
	CT_SCOPE;
	CT_TRY(ct_train_put_all(state, dict));
	return state->no_random ? NULL
				: ct_value_dict_set(dict, ct_value_string(ranks_key), *random);
}

ct_error ct_dist_save_run(const ct_train_state *state, const ct_value *random, const char *path)
{
	ct_value dict = ct_value_dict_new();
	ct_error error;

	if (state == NULL || path == NULL)
		return missing(CT_NAME_OF(ct_dist_train_save), state);
	error = fill(state, random, &dict);
	if (error == NULL)
		error = ct_save(&dict, path);
	ct_value_free(&dict);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* A dict with the list; None: the file has none. */
static ct_error read_ranks(const char *path, ct_value *result)
{
	const char *const keys[] = { ranks_key };
	const ct_load_options options = { .map_location = CT_DEVICE_CPU,
					  .keys = keys,
					  .keys_len = 1 };
	const ct_error error = ct_load(path, &options, result);

	if (error == NULL || ct_error_class_of(error) != CT_ERROR_KEY)
		return error;
	ct_error_free(error);
	*result = ct_value_none();
	return NULL;
}

static ct_error set_own(const ct_value *own, const char *path, bool is_trial)
{
	CT_SCOPE;
	return ct_train_load_random(own, path, is_trial);
}

static ct_error load_without_random(ct_train_state *state, const char *path)
{
	ct_error error;

	state->no_random = true;
	error = ct_train_load(state, path);
	state->no_random = false;
	return error;
}

static ct_error load_with(const ct_value *ranks, int64_t rank, ct_train_state *state,
			  const char *path)
{
	ct_value list, own;

	CT_TRY(ct_value_dict_get(ranks, ct_value_string(ranks_key), &list));
	if (rank >= ct_value_count(&list))
		return load_without_random(state, path);
	CT_TRY(ct_value_item(&list, rank, &own));
	CT_TRY(set_own(&own, path, true));
	CT_TRY(load_without_random(state, path));
	return set_own(&own, path, false);
}

ct_error ct_dist_train_load(ct_train_state *state, const char *path, const ct_dist_group *group)
{
	const int64_t rank = ct_dist_rank(group);
	ct_value ranks;
	ct_error error;

	if (state == NULL || path == NULL)
		return missing(__func__, state);
	if (rank < 0)
		return ct_error_new(CT_ERROR_VALUE, __func__, "this process is not in the group");
	if (state->no_random)
		return ct_train_load(state, path);
	CT_TRY(read_ranks(path, &ranks));
	error = ct_value_is_none(&ranks) ? ct_train_load(state, path)
					 : load_with(&ranks, rank, state, path);
	ct_value_free(&ranks);
	return error;
}
